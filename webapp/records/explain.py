"""Looks for the rules by which a log that differs would agree: those of its review with one switch changed.

Most rules decide nothing about a hand. So each switch is tried on the first hand that differs, and only what explains
that hand is tried on the whole log.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from webapp.game.rules import GAME_SWITCHES, GameRules
from webapp.records.check import CheckedHand, Review, What, checked
from webapp.records.record import Record
from webapp.records.rules import USUAL_UMA, with_usual_uma
from webapp.scoring.rules import SWITCHES, RedFives
from webapp.scoring.switches import BySuit, ChosenSet, Switch, YesNo

#: The most explanations that are looked for, and the most that are tried on the whole log.
MOST, TRIES = 3, 6
_AT_END: frozenset[What] = frozenset({"final", "totals", "ranks"})
_BEFORE: frozenset[What] = frozenset({"place", "start"})
#: Switches that the log itself answers, or that change no figure.
_NOT_TRIED = frozenset({"players", "start_points", "stop_is", "chombo"})
#: Numbers that are usual beside those of the presets.
_NUMBERS: dict[str, tuple[int, ...]] = {"tenpai_payment": (0,), "return_points": (25_000, 30_000, 35_000, 40_000)}
_REDS = ((0, 0, 0), (1, 1, 1), (1, 2, 1))


class Explanation(NamedTuple):
    """A switch of a game, or of its hands (`is_of_hands`), the value with which the log agrees, and the whole rules."""

    switch: Switch
    is_of_hands: bool
    value: object
    rules: GameRules


def explanations(review: Review) -> tuple[Explanation, ...]:
    """The switches of which each alone explains every difference of a review, in the order of the rules."""
    index = next((place for place, hand in enumerate(review.hands) if _is_wrong(hand)), None)
    if index is None or review.hands[index].recorded.problem:
        return ()
    part = _part(review, index)
    found: list[Explanation] = []
    tries = 0
    for one in _candidates(review, review.hands[index]):
        if len(found) == MOST or tries == TRIES:
            break
        if not any(map(_is_wrong, checked(part, one.rules).hands)):
            tries += 1
            rules = one.rules if review.knows_uma else with_usual_uma(review.record, one.rules)
            if not any(map(_is_wrong, checked(review.record, rules).hands)):
                found.append(one._replace(rules=rules))
    return tuple(found)


def _is_wrong(hand: CheckedHand) -> bool:
    """Whether a hand differs or cannot be played; one that cannot be read is not explained by rules."""
    return bool(hand.differences or (hand.problem and not hand.recorded.problem))


def _part(review: Review, index: int) -> Record:
    """The first hand that differs as a log of its own, with the hand before it if that explains where it begins."""
    kinds = {one.what for one in review.hands[index].differences}
    first = index - 1 if index and kinds & _BEFORE else index
    hands = tuple([hand.recorded for hand in review.hands[first : index + 1]])
    part = replace(review.record, hands=hands)
    return part if kinds & _AT_END else replace(part, final=None, totals=None, ranks=None, chips=None)


def _candidates(review: Review, hand: CheckedHand) -> Iterator[Explanation]:
    """The rules with one switch changed, of those that can explain a hand."""
    rules, kinds = review.rules, {one.what for one in hand.differences}
    if not kinds or kinds - _AT_END - _BEFORE:
        for name, switch in SWITCHES.items():
            for value in _values(switch, getattr(rules.scoring, name), rules):
                scoring = replace(rules.scoring, **{name: value})
                yield Explanation(switch, True, value, replace(rules, scoring=scoring))
    for name, switch in GAME_SWITCHES.items():
        if not kinds or kinds - _AT_END or switch.group in ("ending", "result"):
            for value in _values(switch, getattr(rules, name), rules):
                yield Explanation(switch, False, value, replace(rules, **{name: value}))


def _values(switch: Switch, present: object, rules: GameRules) -> list[Any]:
    """The other values of a switch that are tried."""
    values: list[Any] = list(_NUMBERS.get(switch.name, ()))
    if isinstance(switch, YesNo):
        values = [True, False]
    elif isinstance(switch, ChosenSet):
        values = [frozenset(), frozenset(switch.choices)]
    elif isinstance(switch, BySuit):
        values = [RedFives(*reds) for reds in _REDS]
    elif switch.name == "uma":
        values = [*USUAL_UMA[rules.players]]
    elif switch.choices:
        values = [*switch.choices]
    return [] if switch.name in _NOT_TRIED else [value for value in values if value != present]
