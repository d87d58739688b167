"""The empty entry of the next hand at the same table."""

from dataclasses import replace

from webapp.entry.entered import Entry
from webapp.scoring.table import MOST_STICKS


def next_hand(entry: Entry) -> Entry:
    """An empty entry at the same table: its rules, round, hand of the round, seat, honba and sticks."""
    return Entry(table=replace(entry.table, dora=(), discarder=0))


def after_win(entry: Entry) -> Entry:
    """The next hand when only other players than the dealer won: the sticks are taken, no honba is left, the next
    player deals. Whether another round follows is not known here: after the last hand of a round comes the same."""
    kyoku = min(entry.table.kyoku + 1, entry.rules.players)
    return Entry(table=replace(entry.table, dora=(), discarder=0, sticks=0, honba=0, kyoku=kyoku))


def after_dealer_win(entry: Entry) -> Entry:
    """The next hand when the dealer is among the winners: the sticks are taken, there is one more honba."""
    honba = min(entry.table.honba + 1, MOST_STICKS)
    return Entry(table=replace(entry.table, dora=(), discarder=0, sticks=0, honba=honba))


#: The next entry, by how the hand ended.
AFTER = {"next": next_hand, "won": after_win, "dealer_won": after_dealer_win}
