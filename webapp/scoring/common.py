"""The yaku that a player thinks of first, and why a winning hand lacks them."""

from collections.abc import Callable
from typing import NamedTuple

from webapp.scoring.reading import Reading
from webapp.scoring.tiles import YAOCHUU, TileSet


class Lack(NamedTuple):
    """Why a reading lacks a yaku: a message, with a place for `tiles` if there are any."""

    text: str
    tiles: TileSet = 0


class Common(NamedTuple):
    """A common yaku, or a group of similar ones: the English name, the keys that a near miss has for it, and a function
    that says why a reading lacks it."""

    en: str
    keys: frozenset[str]
    lack: Callable[[Reading], Lack]


def _no_riichi(_: Reading) -> Lack:
    return Lack("the hand is open")


def _no_tanyao(hand: Reading) -> Lack:
    return Lack("holds {tiles}", hand.kinds & YAOCHUU)


def _no_yakuhai(hand: Reading) -> Lack:
    if pair := hand.pair & hand.yakuhai:
        return Lack("{tiles} is only a pair", pair)
    return Lack("no triplet of {tiles}", hand.yakuhai)


def _no_pinfu(hand: Reading) -> Lack:
    if not hand.is_closed:
        return Lack("the hand is open")
    if hand.triplets:
        return Lack("has triplets: {tiles}", hand.triplets)
    return Lack("the wait is not two-sided")


COMMON = (
    Common("Riichi", frozenset({"riichi"}), _no_riichi),
    Common("All simples", frozenset({"tanyao"}), _no_tanyao),
    Common("Value tiles", frozenset(f"seat_wind_{letter}" for letter in "ESWN"), _no_yakuhai),
    Common("Pinfu", frozenset({"pinfu"}), _no_pinfu),
)
