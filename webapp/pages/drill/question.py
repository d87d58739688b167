"""A question of the practice as a template sees it: the table, the keys, and after an answer what was missed."""

import re
from itertools import groupby
from typing import NamedTuple

from webapp.drill.choices import (
    LINE_FU,
    MOST_HAN,
    Choice,
    Miss,
    Shares,
    offered_fu,
    offered_points,
    offered_yaku,
    right_answer,
    right_shares,
    text_of,
    wrong_points,
)
from webapp.drill.judgement import Judgement, judge
from webapp.drill.questions import Question, Sort
from webapp.drill.topics import fu_lines
from webapp.efficiency.waits import WaitTile, waits
from webapp.entry import Entry
from webapp.pages.calculator.answer import ResultView, result_of
from webapp.pages.calculator.meld_layout import LaidMeld, Side, laid_meld, side_of
from webapp.scoring.awards import YAKU
from webapp.scoring.hand import Flag
from webapp.scoring.reading import tiles_of_blocks
from webapp.scoring.registry import Yaku
from webapp.scoring.tiles import NAMES, TILES, Tile, sort_key

#: From this level on hands may be yakuman.
YAKUMAN_LEVEL = 4
MOST_YAKUMAN = 4


class LineView(NamedTuple):
    """A line of the fu to answer: its name in the form, what it is for (`of`), its tiles, and the fu to choose from."""

    name: str
    of: str
    tiles: tuple[Tile, ...]
    fu: tuple[int, ...]


class Keys(NamedTuple):
    """The keys of a question. The kind of the question decides which there are."""

    points: tuple[Choice, ...] = ()
    han: tuple[int, ...] = ()
    yakuman: tuple[int, ...] = ()
    lines: tuple[LineView, ...] = ()
    fu: tuple[int, ...] = ()
    yaku: tuple[Yaku, ...] = ()


class MissView(NamedTuple):
    """A miss in an answer, with the English name and the rule of a yaku, or with tiles."""

    miss: Miss
    en: str = ""
    rule: str = ""
    tiles: tuple[Tile, ...] = ()


class Said(NamedTuple):
    """The parts of an answer, as far as it can be read: who pays what, han, yakuman and fu in all, yaku in English,
    tiles."""

    shares: Shares = ()
    han: str = ""
    yakuman: int = 0
    fu: int = 0
    yaku: tuple[str, ...] = ()
    tiles: tuple[Tile, ...] = ()


class JudgedView(NamedTuple):
    """A judged answer, the right one, and the calculator's explanation of the hand. `is_read_otherwise`: the answer is
    right, but for another reading than the one that is explained."""

    judgement: Judgement
    right: Said
    given: Said
    misses: tuple[MissView, ...]
    has_left_out: bool
    #: Whether each of several misses explains the answer alone.
    is_one_of_these: bool
    #: Whether any one of several topics explains the answer.
    is_one_of_several: bool
    is_read_otherwise: bool
    result: ResultView
    waits: tuple[WaitTile, ...]


class QuestionView(NamedTuple):
    """The hand of a question as it lies at the table, and the keys. `from_side` is the side of the discarder."""

    tiles: tuple[Tile, ...]
    melds: tuple[LaidMeld, ...]
    from_side: Side | None
    flags: tuple[Flag, ...]
    keys: Keys


def question_view(question: Question, level: int) -> QuestionView:
    """The view of a question."""
    hand = question.hand
    players, discarder = hand.table.rules.players, hand.table.discarder
    return QuestionView(
        tiles=tuple(sorted(hand.concealed, key=sort_key)),
        melds=tuple(laid_meld(meld, players) for meld in hand.melds),
        from_side=side_of(discarder, players) if discarder and not hand.is_tsumo else None,
        flags=tuple(flag for flag in Flag if flag in hand.flags),
        keys=_keys(question, level),
    )


def _keys(question: Question, level: int) -> Keys:
    best = question.score.best
    if question.kind is Sort.POINTS:
        return Keys(points=offered_points(question))
    if question.kind is Sort.YAKU or best is None:
        return Keys(yaku=tuple(YAKU[key] for key in offered_yaku(question)) if question.kind is Sort.YAKU else ())
    if question.kind is Sort.HAN_FU:
        yakuman = range(1, max(MOST_YAKUMAN, best.yakuman + 1)) if level >= YAKUMAN_LEVEL else ()
        return Keys(han=tuple(range(1, MOST_HAN + 1)), yakuman=tuple(yakuman), fu=offered_fu(best))
    return Keys(lines=_lines(question), fu=offered_fu(best))


def _lines(question: Question) -> tuple[LineView, ...]:
    best = question.score.best
    assert best
    lines = fu_lines(best)
    if len(lines) == 1:
        return ()
    blocks = tiles_of_blocks(best.reading, question.hand)
    views = []
    for i, line in enumerate(lines):
        tiles = (question.hand.win,) if line.of == "wait" else () if line.block is None else blocks[line.block]
        fu = LINE_FU[line.of]
        views.append(LineView(f"line{i}", line.of, tiles, tuple(sorted({*fu, line.fu}))))
    return tuple(views)


def judged_view(question: Question, answer: str) -> JudgedView:
    """The view of an answer to a question."""
    judgement = judge(question, answer)
    return JudgedView(
        judgement=judgement,
        right=_said(question, judgement.right),
        given=_said(question, answer),
        misses=_misses(judgement.misses, question),
        has_left_out=_has_left_out(judgement.misses, question.kind),
        is_one_of_these=_is_one_of_these(judgement.misses, question.kind),
        is_one_of_several=question.kind in (Sort.POINTS, Sort.HAN_FU) and len(judgement.missed) > 1,
        is_read_otherwise=judgement.is_right and question.kind is Sort.FU and judgement.right != right_answer(question),
        result=result_of(entry_of(question), ()),
        waits=waits(question.holding).waits if question.kind is Sort.WAITS else (),
    )


def _said(question: Question, answer: str) -> Said:
    """The parts of an answer, without the lines of the fu: each wrong line is named as a miss."""
    if question.kind is Sort.POINTS:
        right = right_shares(question)
        known = {text_of(right): right} | {text: choice.shares for text, choice in wrong_points(question).items()}
        return Said(shares=known.get(answer, ()))
    if question.kind is Sort.WAITS:
        return Said(tiles=tuple(TILES[name] for name in NAMES if name in re.findall(r"\d[mpsz]", answer)))
    parts = answer.split(".")
    if question.kind is Sort.YAKU:
        return Said(yaku=tuple(YAKU[key].en for key in YAKU if key in parts))
    if question.kind is Sort.HAN_FU and parts[0].startswith("y"):
        return Said(yakuman=_number(parts[0][1:]))
    fu = _number(parts[-1]) if len(parts) > 1 or question.kind is Sort.FU else 0
    han = _number(parts[0]) if question.kind is Sort.HAN_FU else 0
    return Said(han=f"{MOST_HAN}+" if han >= MOST_HAN else str(han or ""), fu=fu)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


#: The misses in the total of han or fu. The verdict names them, so the list leaves them out.
_IN_ALL = {"han", "fu"}


def _misses(misses: tuple[Miss, ...], question: Question) -> tuple[MissView, ...]:
    """The misses for a page. The waits that were missed are one miss; the tiles that are no waits are another."""
    if question.kind is Sort.WAITS:
        alike = [tuple(group) for _, group in groupby(misses, key=lambda miss: miss.what)]
        return tuple(MissView(group[0], tiles=tuple(miss.right for miss in group)) for group in alike)
    is_said = _IN_ALL if question.kind in (Sort.HAN_FU, Sort.FU) else set()
    return tuple(_miss_view(miss, question) for miss in misses if miss.what not in is_said)


def _is_one_of_these(misses: tuple[Miss, ...], kind: Sort) -> bool:
    is_alone = kind is Sort.POINTS or (kind is Sort.HAN_FU and {miss.what for miss in misses} == {"fu_item"})
    return is_alone and len(misses) > 1


def _has_left_out(misses: tuple[Miss, ...], kind: Sort) -> bool:
    """Whether an answer left something out: any one of the misses explains it alone."""
    if any(miss.what == "fu_item" and miss.given > 0 for miss in misses):
        return False
    if kind is Sort.POINTS:
        return any(miss.is_left_out for miss in misses)
    found = {miss.what for miss in misses}
    missing = next((miss.right - miss.given for miss in misses if miss.what == "han"), None)
    of_han = found <= {"han", "yaku", "dora"} and {miss.right for miss in misses if miss.what != "han"} == {missing}
    return kind is Sort.HAN_FU and (of_han or found == {"fu_item"})


def _miss_view(miss: Miss, question: Question) -> MissView:
    best = question.score.best
    yaku = YAKU.get(miss.topic)
    if miss.what == "dora" and best:
        bonus = next(bonus for bonus in best.bonuses if bonus.key == miss.topic)
        return MissView(miss, bonus.en, bonus.rule)
    if miss.block is not None and best:
        blocks = tiles_of_blocks(best.reading, question.hand)
        return MissView(miss, tiles=blocks[miss.block])
    if miss.what == "beside_yakuman" and yaku:
        return MissView(miss, yaku.en)
    return MissView(miss, yaku.en, yaku.rule) if yaku else MissView(miss)


def entry_of(question: Question) -> Entry:
    """The entry of a question's hand for the calculator; without the winning tile if the question asks for waits."""
    hand = question.hand
    tiles = hand.concealed if question.kind is Sort.WAITS else (*hand.concealed, hand.win)
    return Entry(
        tiles=tiles,
        melds=hand.melds,
        table=hand.table,
        ura=hand.ura,
        by=None if question.kind is Sort.WAITS else "tsumo" if hand.is_tsumo else "ron",
        flags=hand.flags,
    )


class SetSummary(NamedTuple):
    """A finished set: the number of right answers, the number of questions, and the seconds they took."""

    right: int
    of: int
    seconds: int

    @property
    def clock(self) -> str:
        """The time as ``1:23``."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


def summary_of(done: tuple[tuple[bool, int], ...]) -> SetSummary:
    """The summary of a set, from its answers: whether each was right, and its seconds."""
    return SetSummary(sum(is_right for is_right, _ in done), len(done), sum(seconds for _, seconds in done))


RIGHT, WRONG = "🟩", "🟥"


def squares(done: tuple[tuple[bool, int], ...]) -> str:
    """A square for each answer of a set, green if it was right and red if it was wrong."""
    return "".join(RIGHT if is_right else WRONG for is_right, _ in done)
