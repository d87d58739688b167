"""The empty entry after a hand: cleared, or the next hand at the same table. The winner's seat is only a guess."""

from dataclasses import replace

from webapp.entry.entered import EMPTY_TABLE, Entry
from webapp.scoring.table import MOST_STICKS, WIND_NAMES, Table


def cleared(entry: Entry) -> Entry:
    """An empty entry by the same rules."""
    return _at(replace(EMPTY_TABLE, rules=entry.rules))


def next_hand(entry: Entry) -> Entry:
    """An empty entry at the same table: its rules, round, hand of the round, seat, honba and sticks.

    If other players have won on the same discard, the table stays whole: an empty hand of the same winner, with the
    tile that all of them win with.
    """
    if not entry.also:
        return _at(entry.table)
    tiles, is_guessed = entry.also[0].tiles[-1:], entry.is_seat_guessed
    return Entry(tiles, (), entry.table, seen=entry.seen, by=entry.by, is_seat_guessed=is_guessed, also=entry.also)


def without_winner(entry: Entry) -> Entry:
    """The hand of the winner before, without this one; the same entry if nobody else has won."""
    if not entry.also:
        return entry
    last, *others = entry.also
    return replace(entry.of_other_winner(last), also=tuple(others))


def after_win(entry: Entry) -> Entry:
    """The next hand if the dealer is not among the winners: the sticks are taken, no honba is left, the next player
    deals. After the last hand of a round comes the first of the next round; after the very last hand it stays."""
    hands = entry.rules.players
    number = min(hands * entry.table.round + entry.table.kyoku, hands * len(WIND_NAMES) - 1)
    round_, kyoku = divmod(number, hands)
    return _at(replace(entry.table, round=round_, kyoku=kyoku + 1, sticks=0, honba=0))


def after_dealer_win(entry: Entry) -> Entry:
    """The next hand if the dealer is among the winners: the sticks are taken, there is one more honba."""
    honba = min(entry.table.honba + 1, MOST_STICKS)
    return _at(replace(entry.table, sticks=0, honba=honba))


def after_draw(entry: Entry) -> Entry:
    """The next hand after an abortive draw: the sticks stay, there is one more honba."""
    honba = min(entry.table.honba + 1, MOST_STICKS)
    return _at(replace(entry.table, honba=honba))


def _at(table: Table) -> Entry:
    return Entry(table=replace(table, dora=(), discarder=0), is_seat_guessed=True)


#: The next entry, by how the hand ended.
AFTER = {"next": next_hand, "won": after_win, "dealer_won": after_dealer_win, "drawn": after_draw}
