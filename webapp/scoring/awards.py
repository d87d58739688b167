"""Which yaku a reading has.

The situation decides which yaku can count (`Book`). The form of the reading leaves few of them; only these are asked.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import webapp.scoring.yaku  # the standard yaku register first: the order of registration is that of an answer

# isort: split
import webapp.scoring.local_yaku  # noqa: F401 - both are imported for what they register
from webapp.scoring.blocks import Traits
from webapp.scoring.reading import SITUATIONS, Reading, Shape, Situation
from webapp.scoring.registry import REGISTERED, Form, Proof, Yaku
from webapp.scoring.tiles import TileSet

#: Every yaku by its key, in the order in which a score sheet lists them.
YAKU: Mapping[str, Yaku] = REGISTERED


class Award(NamedTuple):
    """A yaku that a reading has: its han, or how many times it counts as a yakuman, and the tiles that prove it."""

    yaku: Yaku
    han: int
    yakuman: int
    tiles: TileSet

    @property
    def key(self) -> str:
        """The yaku's key."""
        return self.yaku.key


#: Yaku to ask a reading for: proof, yaku, han, how many times it counts as a yakuman.
_Questions = list[tuple[Proof, Yaku, int, int]]


class Book:
    """The yaku that can count in one situation, each with its worth."""

    def __init__(self, won: Situation) -> None:
        """Finds which yaku can count, and which circumstances hold."""
        in_play = [yaku for yaku in YAKU.values() if yaku.counts(won)]
        holding = [Award(yaku, *yaku.worth(won), 0) for yaku in in_play if yaku.circumstance and yaku.circumstance(won)]
        self.yakuman = [award for award in holding if award.yakuman]
        self.circumstances = [award for award in holding if not award.yakuman]
        #: Whether nothing else counts beside a yakuman.
        self.yakuman_alone = not won.rules.no_limit
        self.has_replacements = any(yaku.replaces for yaku in in_play)
        self._questions = [(yaku.proof, yaku, *yaku.worth(won)) for yaku in in_play if yaku.proof]
        self._by_form: dict[tuple[Shape, Traits, int, int], tuple[_Questions, _Questions]] = {}

    def questions(self, hand: Reading) -> tuple[_Questions, _Questions]:
        """The yakuman and the other yaku that a reading of this form can have."""
        form = hand.shape, hand.traits, hand.triplets.bit_count(), hand.twins
        if form not in self._by_form:
            fitting = [question for question in self._questions if question[1].fits(Form(*form))]
            yakuman = [question for question in fitting if question[1].is_yakuman]
            self._by_form[form] = yakuman, [question for question in fitting if not question[1].is_yakuman]
        return self._by_form[form]


book_of = lru_cache(SITUATIONS)(Book)


def awards(hand: Reading) -> tuple[Award, ...]:
    """The yaku of a reading in display order. If there is a yakuman, only yakuman count (unless there is no limit)."""
    book = book_of(hand.situation)
    of_yakuman, of_others = book.questions(hand)
    found = []
    for proof, yaku, han, yakuman in of_yakuman:
        if tiles := proof(hand):
            found.append(Award(yaku, han, yakuman, tiles))
    found += book.yakuman
    if found and book.yakuman_alone:
        return tuple(found)
    found += book.circumstances
    for proof, yaku, han, yakuman in of_others:
        if tiles := proof(hand):
            found.append(Award(yaku, han, yakuman, tiles))
    return _without_replaced(found) if book.has_replacements else tuple(found)


def _without_replaced(found: list[Award]) -> tuple[Award, ...]:
    replaced = {key for award in found for key in award.yaku.replaces}
    return tuple(award for award in found if award.key not in replaced)
