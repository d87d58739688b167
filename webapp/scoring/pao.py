"""Pao (責任払い): the player whose discard completed the last called set of a yakuman is liable for it. By some rules
the player who fed a daiminkan is liable for a tsumo on its replacement tile.

The melds show who that is, or `hand.liable` says it. What a liable player pays is in `payments`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from webapp.scoring.awards import Award
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.points import YAKUMAN
from webapp.scoring.tiles import DRAGONS, WINDS, TileSet


class Liability(NamedTuple):
    """A liable seat 0–3, the keys of the yakuman (none: it fed a kan), and the basic points for which it is liable."""

    seat: int
    yakuman: tuple[str, ...]
    basic: int


class Unfed(NamedTuple):
    """A yakuman whose liable player is not known: its key, and the index of the meld that completed it. Without a key
    it is the kan that the hand was won after."""

    yakuman: str | None
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
    the player of the last meld is liable, for everything. A player who fed the kan before the win is liable for what is
    left.
    """
    fed = sorted(_fed(hand, awards), key=lambda liable: liable.order)
    if fed and hand.rules.pao_scope == "whole_hand":
        keys = tuple(award.key for award in awards if award.yakuman)
        return (Liability(hand.table.seat_of(fed[-1].source), keys, basic),)
    liable: list[Liability] = []
    for award, source, _ in reversed(fed):
        part = min(YAKUMAN * award.yakuman, basic)
        basic -= part
        if part:
            liable.insert(0, Liability(hand.table.seat_of(source), (award.key,), part))
    if basic and _is_after_daiminkan(hand) and (feeder := _feeder(hand, len(hand.melds) - 1)):
        liable.append(Liability(hand.table.seat_of(feeder), (), basic))
    return tuple(liable)


def unfed(hand: WinningHand, awards: Sequence[Award]) -> tuple[Unfed, ...]:
    """The yakuman, or the kan, for which a player is liable, if it is not known which player; else empty."""
    if hand.liable is not None or _fed(hand, awards):
        return ()
    borne = [award.key for award in awards if award.key in hand.rules.pao]
    completing: list[tuple[str | None, int | None]] = [(key, _completing_meld(key, hand.melds)) for key in borne]
    if _is_after_daiminkan(hand) and not hand.melds[-1].source:
        completing.append((None, len(hand.melds) - 1))
    return tuple(Unfed(key, index) for key, index in completing if index is not None)


def _is_after_daiminkan(hand: WinningHand) -> bool:
    """Whether somebody is liable for the daiminkan that the hand was won after: the last meld, so no kan came later."""
    is_won_so = hand.rules.pao_daiminkan and hand.is_tsumo and Flag.RINSHAN in hand.flags
    return is_won_so and bool(hand.melds) and hand.melds[-1].type is MeldType.DAIMINKAN


def _feeder(hand: WinningHand, meld: int | None) -> int | None:
    """The player 1–3 who fed a meld, seen from the winner; 0 or None if nobody did or it is not known."""
    if hand.liable is not None:
        return hand.liable
    return None if meld is None else hand.melds[meld].source


def _fed(hand: WinningHand, awards: Sequence[Award]) -> list[_Fed]:
    fed = []
    for award in awards:
        if award.key in hand.rules.pao:
            index = _completing_meld(award.key, hand.melds)
            if source := _feeder(hand, index):
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
