"""Judges an answer: whether it is right, and which mistakes it makes."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from webapp.drill.choices import (
    MOST_HAN,
    NONE,
    Miss,
    equal_readings,
    other_fu,
    right_answer,
    right_fu,
    right_shares,
    wrong_points,
)
from webapp.drill.questions import Question, Sort
from webapp.drill.topics import fu_lines, sum_topic
from webapp.scoring.awards import YAKU
from webapp.scoring.score import ScoredReading
from webapp.scoring.tiles import NAMES


class Judgement(NamedTuple):
    """Whether an answer is right, the right answer, and the mistakes; empty if no mistake explains the answer.

    The fu may have several right answers (see `equal_readings`): `right` is then the one that was given, or that of the
    reading that counts.
    """

    is_right: bool
    right: str
    misses: tuple[Miss, ...] = ()

    @property
    def missed(self) -> frozenset[str]:
        """The topics that were missed."""
        return frozenset([miss.topic for miss in self.misses if miss.topic])


def judge(asked: Question, answer: str) -> Judgement:
    """Judges the text of an answer. Text that cannot be read is a wrong answer."""
    right = right_answer(asked)
    if _in_order(asked.kind, answer) == _in_order(asked.kind, right):
        return Judgement(True, right)
    if asked.kind is Sort.FU and answer in map(right_fu, equal_readings(asked)):
        return Judgement(True, answer)
    return Judgement(False, right, tuple(dict.fromkeys(_JUDGES[asked.kind](asked, answer))))


def _in_order(kind: Sort, answer: str) -> tuple[str, ...]:
    if kind is Sort.WAITS:
        return tuple(sorted(re.findall(r"\d[mpsz]", answer)))
    parts = answer.split(".")
    return tuple(sorted(parts) if kind is Sort.YAKU else parts)


def _points(asked: Question, answer: str) -> Iterator[Miss]:
    choice = wrong_points(asked).get(answer)
    if choice is None:
        return
    if "liable" in dict(right_shares(asked)) and "liable" not in dict(choice.shares):
        yield Miss("pao", "pao")
        return
    in_all = [miss for miss in choice.misses if miss.what in ("han", "fu")]
    # Of several dora, one or all may have been left out.
    named = {(miss.what, miss.topic, miss.block): miss for miss in choice.misses if miss not in in_all}
    yield from named.values()
    if not any(miss.is_left_out for miss in named.values()):
        yield from in_all[:1]


def _han_fu(asked: Question, answer: str) -> Iterator[Miss]:
    best = asked.score.best
    assert best
    if best.yakuman or answer.startswith("y"):
        for award in best.yaku if best.yakuman else ():
            yield Miss("yakuman", award.key, award.yakuman)
        if not best.yakuman:
            yield Miss("no_yakuman", f"limit_{best.limit}" if best.limit else "rounding", best.han)
        return
    han, fu = _numbers(answer, 2)
    if han != min(best.han, MOST_HAN):
        yield from _of_han(best, han)
    if fu != best.fu:
        # An item may explain the answer left out and miscounted.
        items = {(miss.topic, miss.block): miss for other, miss in other_fu(best) if other == fu}
        yield from items.values() or [Miss("fu", sum_topic(best), best.fu, fu)]


def _of_han(best: ScoredReading, given: int) -> Iterator[Miss]:
    """The mistakes behind a wrong number of han: the yaku or dora with just the missing han, or all of them if no
    single one explains the answer."""
    lines = [("yaku", award.key, award.han) for award in best.yaku]
    lines += [("dora", bonus.key, bonus.han) for bonus in best.bonuses]
    single = [line for line in lines if line[2] == best.han - given]
    yield Miss("han", single[0][1] if single else lines[0][1], best.han, given)
    for what, key, han in single or lines:
        yield Miss(what, key, han)


def _fu(asked: Question, answer: str) -> Iterator[Miss]:
    """The mistakes against the reading that is nearest to the answer."""
    yield from min([list(_of_fu(scored, answer)) for scored in equal_readings(asked)], key=len)


def _of_fu(best: ScoredReading, answer: str) -> Iterator[Miss]:
    lines = fu_lines(best)
    if len(lines) == 1:
        yield Miss("fu_item", lines[0].topic, best.fu, _numbers(answer, 1)[0])
        return
    *given, total = _numbers(answer, len(right_fu(best).split(".")))
    for line, fu in zip(lines, given, strict=True):
        if fu != line.fu:
            yield Miss("fu_item", line.topic, line.fu, fu, line.block)
    if total != best.fu:
        yield Miss("fu", "rounding", best.fu, total)


def _yaku(asked: Question, answer: str) -> Iterator[Miss]:
    best = asked.score.best
    right = {award.key: award for award in best.yaku} if best else {}
    given = [key for key in answer.split(".") if key != NONE]
    for key, award in right.items():
        if key not in given:
            yield Miss("yakuman" if award.yakuman else "yaku", key, award.yakuman or award.han)
    for key in given:
        if key not in right:
            is_beside = best and best.yakuman and key in YAKU and not YAKU[key].is_yakuman
            yield Miss("beside_yakuman" if is_beside else "no_such_yaku", key)


def _waits(asked: Question, answer: str) -> Iterator[Miss]:
    given = re.findall(r"\d[mpsz]", answer)
    right = [NAMES[kind] for kind in asked.waits]
    (topic,) = asked.topics
    for name in right:
        if name not in given:
            yield Miss("wait", topic, NAMES.index(name))
    for name in given:
        if name not in right and name in NAMES:
            yield Miss("no_wait", topic, NAMES.index(name))


_JUDGES = {Sort.POINTS: _points, Sort.HAN_FU: _han_fu, Sort.FU: _fu, Sort.YAKU: _yaku, Sort.WAITS: _waits}


def _numbers(answer: str, number: int) -> list[int]:
    """The first `number` numbers of an answer; -1 for each one that is missing or cannot be read."""
    texts = answer.split(".")[:number]
    numbers = [int(text) if text.isascii() and text.isdigit() and len(text) < 5 else -1 for text in texts]
    return numbers + [-1] * (number - len(numbers))
