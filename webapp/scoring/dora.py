"""Dora: han that the hand has besides its yaku. They are no yaku themselves."""

from functools import cache
from typing import NamedTuple

from webapp.scoring.hand import WinningHand
from webapp.scoring.rules import Rules
from webapp.scoring.tiles import Counts, Tile, count_of, dora_of, reds_of


class Bonus(NamedTuple):
    """Dora of one sort and how many of them the hand has."""

    key: str
    han: int

    @property
    def ja(self) -> str:
        """Its Japanese name."""
        return SORTS[self.key][0]

    @property
    def en(self) -> str:
        """Its English name."""
        return SORTS[self.key][1]

    @property
    def rule(self) -> str:
        """What it counts, in one sentence."""
        return SORTS[self.key][2]


#: Each sort's names and what it counts.
SORTS = {
    "dora": ("ドラ", "Dora", "Each tile that a dora indicator points to."),
    "ura_dora": ("裏ドラ", "Ura dora", "Each tile that an ura dora indicator points to, with riichi."),
    "aka_dora": ("赤ドラ", "Red five", "Each red five."),
}


_bonus = cache(Bonus)


def bonuses(hand: WinningHand, rules: Rules, counts: Counts) -> tuple[Bonus, ...]:
    """The dora, ura dora and red fives of a hand whose tiles are `counts`; sorts without any are left out."""
    found = []
    for key, han in (
        ("dora", _matching(hand.dora, counts)),
        ("ura_dora", _matching(hand.ura, counts)),
        ("aka_dora", reds_of(counts)),
    ):
        if han:
            found.append(_bonus(key, han))
    return tuple(found)


def _matching(indicators: tuple[Tile, ...], counts: Counts) -> int:
    """Each indicator counts every tile that it points to, the same indicator twice counts twice."""
    han = 0
    for indicator in indicators:
        han += count_of(counts, dora_of(indicator))
    return han
