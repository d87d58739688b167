"""Pao (責任払い): the player whose discard completed the last called set of a yakuman is liable for it.

The melds show who that is, or `hand.liable` says it. What a liable player pays is in `payments`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from webapp.scoring.awards import Award
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import WinningHand
from webapp.scoring.points import YAKUMAN
from webapp.scoring.tiles import DRAGONS, WINDS, TileSet


class Liability(NamedTuple):
    """A liable seat 0–3, the keys of the yakuman, and the basic points for which it is liable."""

    seat: int
    yakuman: tuple[str, ...]
    basic: int


class Unfed(NamedTuple):
    """A yakuman whose liable player is not known: its key, and the index of the meld that completed it."""

    yakuman: str
    meld: int


class _Fed(NamedTuple):
    """A yakuman, the player 1–3 (seen from the winner) whose discard completed it, and the index of that meld."""

    award: Award
    source: int
    order: int


def liabilities(hand: WinningHand, awards: Sequence[Award], basic: int) -> tuple[Liability, ...]:
    """The liable players for a hand with these yakuman and basic points, in the order of their melds.

    With `pao_scope` "per_yakuman" each player is liable for the yakuman that they completed. If yakuman do not add up,
    the player of the last meld is charged first, and there may be nothing left for the others. With "whole_hand" only
    the player of the last meld is liable, for everything.
    """
    fed = sorted(_fed(hand, awards), key=lambda liable: liable.order)
    if not fed:
        return ()
    if hand.rules.pao_scope == "whole_hand":
        keys = tuple(award.key for award in awards if award.yakuman)
        return (Liability(hand.table.seat_of(fed[-1].source), keys, basic),)
    liable: list[Liability] = []
    for award, source, _ in reversed(fed):
        part = min(YAKUMAN * award.yakuman, basic)
        basic -= part
        if part:
            liable.insert(0, Liability(hand.table.seat_of(source), (award.key,), part))
    return tuple(liable)


def unfed(hand: WinningHand, awards: Sequence[Award]) -> tuple[Unfed, ...]:
    """The yakuman for which a player is liable, if it is not known which player; else empty."""
    if hand.liable is not None or _fed(hand, awards):
        return ()
    borne = [award.key for award in awards if award.key in hand.rules.pao]
    completing = [(key, _completing_meld(key, hand.melds)) for key in borne]
    return tuple(Unfed(key, index) for key, index in completing if index is not None)


def _fed(hand: WinningHand, awards: Sequence[Award]) -> list[_Fed]:
    fed = []
    for award in awards:
        if award.key in hand.rules.pao:
            index = _completing_meld(award.key, hand.melds)
            source = None if index is None else hand.melds[index].source
            if hand.liable is not None:
                source = hand.liable
            if source:
                fed.append(_Fed(award, source, index or 0))
    return fed


def _completing_meld(key: str, melds: tuple[Meld, ...]) -> int | None:
    """The index of the called meld that completed a yakuman; None if nobody discarded its last tile.

    All sets must be melds. A concealed kan is one, but nobody discarded its tile. For four kans only an open kan
    counts.
    """
    if key == "suukantsu":
        return len(melds) - 1 if melds[-1].type is MeldType.DAIMINKAN else None
    sets: TileSet = DRAGONS if key == "daisangen" else WINDS
    exposed = [(i, meld) for i, meld in enumerate(melds) if meld.block.tiles & sets]
    if len(exposed) < sets.bit_count():
        return None
    index, last = exposed[-1]
    return None if last.type is MeldType.ANKAN else index
