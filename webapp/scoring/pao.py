"""Pao (責任払い): who is liable for a yakuman, because his discard was called as its last set.

Follows from the melds and their callers, or is set by hand. What a liable player pays is said in `payments`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from webapp.scoring.awards import Award
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import WinningHand
from webapp.scoring.points import YAKUMAN
from webapp.scoring.tiles import DRAGONS, WINDS, TileSet


class Liability(NamedTuple):
    """The seat 0–3 that is liable, for which yakuman, and how many basic points of it."""

    seat: int
    yakuman: tuple[str, ...]
    basic: int


class _Fed(NamedTuple):
    """A yakuman whose last set was fed: by whom (seen from the winner), and which meld in order it was."""

    award: Award
    source: int
    order: int


def liabilities(hand: WinningHand, awards: Sequence[Award], basic: int) -> tuple[Liability, ...]:
    """Who is liable for a hand of these yakuman that is worth so many basic points; the one who fed last comes last.

    Each for his own yakuman, the last one first where these do not add up; where the rules make him liable for the
    whole hand, the last one alone, for everything.
    """
    fed = sorted(_fed(hand, awards), key=lambda found: found.order)
    if not fed:
        return ()
    if hand.rules.pao_scope == "whole_hand":
        keys = tuple(award.key for award in awards if award.yakuman)
        return (Liability(hand.table.seat_of(fed[-1].source), keys, basic),)
    found: list[Liability] = []
    for award, source, _ in reversed(fed):
        part = min(YAKUMAN * award.yakuman, basic)
        basic -= part
        if part:
            found.insert(0, Liability(hand.table.seat_of(source), (award.key,), part))
    return tuple(found)


def _fed(hand: WinningHand, awards: Sequence[Award]) -> list[_Fed]:
    found = []
    for award in awards:
        if award.key in hand.rules.pao:
            index, source = _last_set(award.key, hand.melds)
            if hand.liable is not None:
                source = hand.liable
            if source:
                found.append(_Fed(award, source, index))
    return found


def _last_set(key: str, melds: tuple[Meld, ...]) -> tuple[int, int]:
    """The index of the meld that completed a yakuman, and who fed it; 0 if nobody did.

    All sets must be exposed (a concealed kan counts as exposed, but nobody fed it); four kans, which are all the melds,
    only by an open kan.
    """
    if key == "suukantsu":
        last = melds[-1]
        return len(melds) - 1, (last.source or 0) if last.type is MeldType.DAIMINKAN else 0
    sets: TileSet = DRAGONS if key == "daisangen" else WINDS
    exposed = [(i, meld) for i, meld in enumerate(melds) if meld.block.tiles & sets]
    if len(exposed) < sets.bit_count():
        return 0, 0
    index, last = exposed[-1]
    return index, 0 if last.type is MeldType.ANKAN else last.source or 0
