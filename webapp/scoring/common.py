"""The yaku that a player thinks of first, and why a winning hand lacks them."""

from collections.abc import Callable
from typing import NamedTuple

from webapp.scoring.blocks import RYANMEN
from webapp.scoring.reading import Reading
from webapp.scoring.tiles import YAOCHUU, TileSet


class Lack(NamedTuple):
    """Why a reading lacks a yaku: a message, with a place for `tiles` if there are any."""

    text: str
    tiles: TileSet = 0


class Common(NamedTuple):
    """A common yaku, or some that are alike: their English name, their keys, and why a reading lacks them (None: there
    is nothing to say)."""

    en: str
    keys: frozenset[str]
    lack: Callable[[Reading], Lack | None]


def _no_riichi(hand: Reading) -> Lack | None:
    return None if hand.is_closed else Lack("the hand is open")


def _no_tanyao(hand: Reading) -> Lack | None:
    edges = hand.kinds & YAOCHUU
    return Lack("holds {tiles}", edges) if edges else None


def _no_yakuhai(hand: Reading) -> Lack:
    if pair := hand.pair & hand.yakuhai:
        return Lack("{tiles} is only a pair", pair)
    return Lack("no triplet of {tiles}", hand.yakuhai)


def _no_pinfu(hand: Reading) -> Lack | None:
    if not hand.is_closed:
        return Lack("the hand is open")
    if hand.triplets:
        return Lack("has triplets: {tiles}", hand.triplets)
    if hand.wait is not RYANMEN:
        return Lack("the wait is not two-sided")
    return None


_WINDS = [f"{which}_wind_{letter}" for which in ("round", "seat") for letter in "ESWN"]
COMMON = (
    Common("Riichi", frozenset({"riichi"}), _no_riichi),
    Common("All simples", frozenset({"tanyao"}), _no_tanyao),
    Common("Value tiles", frozenset({*_WINDS, "haku", "hatsu", "chun"}), _no_yakuhai),
    Common("Pinfu", frozenset({"pinfu"}), _no_pinfu),
)
