"""Finds the yaku of a reading.

The rules (`Play`) and the situation (`Book`) decide which yaku can count. The form of the reading rules out most of
them, and only the rest are checked.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

import webapp.scoring.yaku  # the standard yaku register first: the order of registration is that of an answer

# isort: split
import webapp.scoring.local_yaku  # noqa: F401 - both are imported for what they register
from webapp.scoring.blocks import Traits
from webapp.scoring.reading import SITUATIONS, Reading, Shape, Situation
from webapp.scoring.registry import REGISTERED, Form, Proof, Yaku
from webapp.scoring.rules import Rules
from webapp.scoring.tiles import TileSet

#: Every yaku by its key, in the order in which a score sheet lists them.
YAKU: Mapping[str, Yaku] = REGISTERED


class Award(NamedTuple):
    """A yaku as it counts in a situation: its han, or how many times it counts as a yakuman."""

    yaku: Yaku
    han: int
    yakuman: int

    @property
    def key(self) -> str:
        """The yaku's key."""
        return self.yaku.key

    @property
    def en(self) -> str:
        """The yaku's English name."""
        return self.yaku.en

    @property
    def rule(self) -> str:
        """The yaku's rule in one sentence."""
        return self.yaku.rule

    def proof(self, hand: Reading) -> TileSet:
        """The tiles of a reading that prove it; 0 for a circumstance."""
        return self.yaku.proof(hand) if self.yaku.proof else 0


#: The number of forms whose possible yaku are cached. Thousands of hands have a few hundred forms.
FORMS_KEPT = 1 << 11


@lru_cache(FORMS_KEPT)
def _fitting(form: tuple[Shape, Traits, int, int]) -> tuple[Yaku, ...]:
    """The yaku that depend on the tiles and that a reading of this form can have. Cached for all situations."""
    shape, _, triplets, twins = facts = Form(*form)
    return tuple([yaku for yaku in _with_room(shape, triplets, twins) if yaku.fits(facts)])


@cache
def _with_room(shape: Shape, triplets: int, twins: int) -> tuple[Yaku, ...]:
    """The yaku that depend on the tiles and that have room beside this number of triplets and twins."""
    return tuple([yaku for yaku in YAKU.values() if yaku.proof and yaku.has_room(shape, triplets, twins)])


#: The proofs to run on a reading, each with the award that it earns.
_Questions = list[tuple[Proof, Award]]


class _ByForm(dict[tuple[Shape, Traits, int, int], tuple[_Questions, _Questions]]):
    """A form → the yakuman and the other yaku that a reading of this form can have.

    An entry is worked out when it is first looked up.
    """

    def __init__(self, in_play: list[Award]) -> None:
        """`in_play` are the yaku that can count."""
        super().__init__()
        self._in_play = {award.yaku: (award.yaku.proof, award) for award in in_play if award.yaku.proof}

    def __missing__(self, form: tuple[Shape, Traits, int, int]) -> tuple[_Questions, _Questions]:
        yakuman: _Questions = []
        others: _Questions = []
        for yaku in _fitting(form):
            if question := self._in_play.get(yaku):
                (yakuman if question[1].yakuman else others).append(question)
        if len(self) >= FORMS_KEPT:
            self.clear()
        self[form] = fitting = yakuman, others
        return fitting


class Play:
    """The yaku that can count under some rules in a closed or an open hand, each with its worth."""

    def __init__(self, rules: Rules, is_closed: bool) -> None:
        """Keeps every yaku that counts under these rules."""
        in_play = [
            Award(yaku, *yaku.worth(rules, is_closed=is_closed))
            for yaku in YAKU.values()
            if yaku.counts(rules, is_closed=is_closed)
        ]
        self.circumstances = [(award.yaku.circumstance, award) for award in in_play if award.yaku.circumstance]
        self.questions = _ByForm(in_play)
        #: Whether nothing else counts beside a yakuman.
        self.yakuman_alone = not rules.no_limit
        self.has_replacements = any(award.yaku.replaces for award in in_play)


_play = lru_cache(SITUATIONS)(Play)


class Book:
    """The yaku that can count in one situation, and the circumstances (riichi, the last tile …) that hold in it."""

    def __init__(self, won: Situation) -> None:
        """Checks every circumstance."""
        self.play = _play(won.rules, won.is_closed)
        self.questions = self.play.questions
        holding = [award for holds, award in self.play.circumstances if holds(won)]
        self.yakuman = [award for award in holding if award.yakuman]
        self.circumstances = [award for award in holding if not award.yakuman]


book_of = lru_cache(SITUATIONS)(Book)


def awards(hand: Reading) -> tuple[Award, ...]:
    """The yaku of a reading in display order. If there is a yakuman, only yakuman count (unless there is no limit)."""
    book = book_of(hand.situation)
    of_yakuman, of_others = book.questions[hand.shape, hand.traits, hand.triplets.bit_count(), hand.twins]
    scored = book.yakuman
    if of_yakuman:
        scored = [award for proof, award in of_yakuman if proof(hand)] + scored
    if scored and book.play.yakuman_alone:
        return tuple(scored)
    scored = scored + book.circumstances
    for proof, award in of_others:
        if proof(hand):
            scored.append(award)
    return _without_replaced(scored) if book.play.has_replacements else tuple(scored)


def _without_replaced(scored: list[Award]) -> tuple[Award, ...]:
    replaced = {key for award in scored for key in award.yaku.replaces}
    return tuple(award for award in scored if award.key not in replaced)
