"""A result in a few words of the reader's language: for the preview of a link, its picture, a text to copy.

It also puts together the words that templates share with texts outside of templates.
"""

import re
from collections.abc import Iterator

from flask import Flask

from webapp.efficiency.shanten import Ukeire
from webapp.entry import Entry
from webapp.formats.result_summary import SEPARATOR, ResultSummary
from webapp.language.i18n import counted, problem_text, tile_name, translate, yaku_name
from webapp.language.numbers import signed
from webapp.language.words import HANDS, LIMITS, MODES, N_, PRESETS, SEATS, WAYS
from webapp.pages.calculator.advice import Advice
from webapp.pages.calculator.answer import Question, ResultView
from webapp.pages.calculator.reading import Line
from webapp.pages.calculator.win import WinView
from webapp.scoring.dora import Bonus
from webapp.scoring.notation import format_tiles
from webapp.scoring.rules import Rules
from webapp.scoring.score import ScoredReading
from webapp.scoring.table import WIND_NAMES, Table
from webapp.scoring.tiles import NAMES

NAME = N_("Agari – riichi mahjong calculator")
PURPOSE = N_("What a riichi mahjong hand is worth: tap the tiles and see who pays whom, and why.")
COMMA = N_(", ")
#: Stands for a payer who has not been named.
WHO = N_("Discarder (who?)")


def summary_of(result: ResultView) -> ResultSummary:
    """The summary of a result: of a win, an unfinished hand, a wrong hand, or an empty page."""
    if len(result.paid) > 1:
        return _of_winners(result)
    return _of_one(result)


def _of_one(result: ResultView) -> ResultSummary:
    """The summary of a result; of several winners, that of the main one."""
    if result.wins:
        return _of_win(result)
    if result.advice:
        return _of_advice(result.advice)
    if result.problems:
        return ResultSummary(translate(N_("No win")), way=problem_text(result.problems[0]))
    return ResultSummary(translate(NAME), yaku=(translate(PURPOSE),))


def _of_win(result: ResultView) -> ResultSummary:
    if not result.paid:
        return ResultSummary(translate(N_("Three win on one discard: by these rules the hand is a draw.")))
    win = result.wins[0] if result.wins[0] in result.paid else result.paid[0]
    others = [f" ({translate(WAYS[other.by])} {other.sum.total:,})" for other in result.wins[1:]]
    return ResultSummary(
        limit_text(win.best),
        win.sum.total,
        _way(win) + "".join(others),
        han_fu_text(win.best),
        tuple(map(line_text, win.readings[0].lines)),
        _payments(result) + _owed(result.question),
    )


def _of_winners(result: ResultView) -> ResultSummary:
    named = translate(COMMA).join(f"{_seat(win.seat)} {win.sum.total:,}" for win in result.paid)
    return ResultSummary(named, way=way_text(result.paid[0]), payments=_payments(result))


def winner_text(win: WinView) -> str:
    """A winner among several: who they are, what their hand is worth."""
    worth = filter(None, (limit_text(win.best), f"{win.sum.total:,}", han_fu_text(win.best)))
    return SEPARATOR.join((_seat(win.seat), *worth))


def yaku_text(win: WinView) -> str:
    """The yaku and dora of a win in one line."""
    return translate(COMMA).join(map(line_text, win.readings[0].lines))


def _way(win: WinView) -> str:
    dealer = translate(N_(" (dealer)")) if win.hand.is_dealer else ""
    return _seat(win.seat) + dealer + SEPARATOR + way_text(win)


def _payments(result: ResultView) -> tuple[tuple[str, int], ...]:
    """Everybody who pays or receives points, with the points; who pays for pao is marked."""
    pao = f" ({translate(N_('Pao'))})"
    return tuple(
        (_seat(seat) + pao * (seat in result.liable), points) for seat, points in enumerate(result.deltas) if points
    )


def _seat(seat: int) -> str:
    return translate(SEATS[WIND_NAMES[seat]])


def _owed(question: Question | None) -> tuple[tuple[str, int], ...]:
    """The payment of the discarder, while it is not known who that is; empty if nothing is owed."""
    if question is None or not question.owed:
        return ()
    return ((translate(WHO), -question.owed),)


def _of_advice(advice: Advice) -> ResultSummary:
    shanten = translate(N_("{n}-shanten")).format(n=advice.shanten) if advice.shanten else translate(N_("Tenpai"))
    if advice.discards:
        best = advice.discards[0]
        text = translate(N_("Discard {tile}")).format(tile=tile_name(NAMES[best.discard.tile]))
        usual = tuple((NAMES[one.discard.tile], one.usual) for one in advice.discards)
        return ResultSummary(text, way=shanten, worth=ukeire_text(best.discard.ukeire), tiles=usual)
    waits = tuple(
        (NAMES[wait.tile], max((won.receives for won in (wait.ron, wait.tsumo) if won.best), default=None))
        for wait in advice.waits
    )
    text = translate(N_("No tile left")) if advice.melded else shanten
    return ResultSummary(text, way=ukeire_text(advice.ukeire) if advice.ukeire else "", tiles=waits)


def ukeire_text(ukeire: Ukeire) -> str:
    """The number of kinds of tiles in an ukeire, and the number of tiles."""
    kinds, tiles = counted("1 kind", "{n} kinds", len(ukeire.left)), counted("1 tile", "{n} tiles", ukeire.count)
    return translate(N_("{kinds}, {tiles}")).format(kinds=kinds, tiles=tiles)


def shared_text(result: ResultView, entry: Entry, address: str) -> str:
    """A result as text, a line each: the result, the tiles in MPSZ, the yaku, the same of each other winner, the
    payments, and the link."""
    summary = _of_one(result)
    payments = ", ".join(f"{seat} {signed(points)}" for seat, points in summary.payments)
    figures = ", ".join(f"{tile} {'–' if figure is None else f'{figure:,}'}" for tile, figure in summary.tiles)
    parts = (summary.title, table_text(entry.table), summary.way, summary.worth, rules_text(entry.rules))
    head = SEPARATOR.join(filter(None, parts))
    beside = _other_winners(result, entry)
    if result.question and result.question.field == "from" and not result.question.owed:
        payments = translate(WHO)
    lines = (head, _tiles_text(entry), translate(COMMA).join(summary.yaku), *beside, payments, figures, address)
    return "\n".join(filter(None, lines))


def table_text(table: Table) -> str:
    """The hand of the game, with honba and sticks if there are any: ``South 2, 1 honba, 1 stick``."""
    hand = translate(HANDS[table.round_name]).format(n=table.kyoku)
    honba = translate(N_("{n} honba")).format(n=table.honba) if table.honba else ""
    sticks = counted("1 stick", "{n} sticks", table.sticks) if table.sticks else ""
    return translate(COMMA).join(filter(None, (hand, honba, sticks)))


def _other_winners(result: ResultView, entry: Entry) -> Iterator[str]:
    """For each other winner who is paid: who they are, what their hand is worth, its tiles and its yaku."""
    paid = {win.seat: win for win in result.paid}
    for other in entry.also:
        if win := paid.get(other.table.seat):
            yield winner_text(win)
            yield _tiles_text(other.own)
            yield yaku_text(win)


def rules_text(rules: Rules) -> str:
    """The rules in force: ``Tenhou``, or ``Tenhou (2 changed)``."""
    changed = translate(N_("{n} changed")).format(n=len(rules.changed)) if rules.changed else ""
    preset = translate(PRESETS[rules.preset])
    return f"{preset} ({changed})" if changed else preset


def short_preset(rules: Rules) -> str:
    """The name of a preset without what stands in brackets: the head of the calculator has no room for it. With three
    players it stays, as those of four have the same name, unless the number of changes takes the room."""
    name = translate(PRESETS[rules.preset])
    return name if rules.players == 3 and not rules.changed else re.split(r"[(（]", name)[0].strip()


def _tiles_text(entry: Entry) -> str:
    """The tiles of an entry: the hand, ``+`` the winning tile, called melds in round brackets, ankan in square ones,
    and the indicators."""
    tiles = entry.shown_tiles
    held, win = (tiles[:-1], tiles[-1:]) if entry.is_full else (tiles, ())
    melds = [("({})" if meld.type.is_open else "[{}]").format(format_tiles(meld.tiles)) for meld in entry.melds]
    beside = [
        f"{translate(MODES[sort])} {format_tiles(indicators, ordered=True)}"
        for sort, indicators in (("dora", entry.table.dora), ("ura", entry.ura))
        if indicators
    ]
    return " ".join(filter(None, [format_tiles(held), "+" * bool(win) + format_tiles(win), *melds, *beside]))


def way_text(win: WinView) -> str:
    """The way of winning: ``Tsumo``, ``Ron from West``, or ``Ron`` if the discarder is not known."""
    if win.discarder is None:
        return translate(WAYS[win.by])
    return translate(N_("Ron from {seat}")).format(seat=_seat(win.discarder))


def limit_text(reading: ScoredReading) -> str:
    """The name of a reading's limit: ``Haneman``, ``Double yakuman``; empty below a mangan."""
    if reading.yakuman:
        return yakuman_text(reading.yakuman)
    if reading.is_rounded_up:
        return translate(N_("Kiriage mangan"))
    return translate(LIMITS[reading.limit]) if reading.limit else ""


def yakuman_text(times: int) -> str:
    """A yakuman that counts `times` times: ``Yakuman``, ``Double yakuman``, ``Triple yakuman``, ``4-fold yakuman``."""
    named = {1: N_("Yakuman"), 2: N_("Double yakuman"), 3: N_("Triple yakuman")}
    return translate(named[times]) if times in named else translate(N_("{n}-fold yakuman")).format(n=times)


def han_fu_text(reading: ScoredReading) -> str:
    """Han and fu of a reading; a yakuman has none."""
    return "" if reading.yakuman else translate(N_("{han} han {fu} fu")).format(han=reading.han, fu=reading.fu)


def line_text(line: Line) -> str:
    """The name of a yaku, or of a sort of dora with how many there are."""
    name = yaku_name(line.en)
    return f"{name} {line.han}" if is_dora(line) else name


def is_dora(line: Line) -> bool:
    """Whether a line of the score sheet is a sort of dora, not a yaku."""
    return isinstance(line, Bonus)


def init_app(app: Flask) -> None:
    """Gives the templates the words that are put together here."""
    app.jinja_env.tests["dora"] = is_dora
    app.jinja_env.globals.update(
        way_text=way_text,
        limit_text=limit_text,
        yakuman_text=yakuman_text,
        han_fu_text=han_fu_text,
        ukeire_text=ukeire_text,
        rules_text=rules_text,
        short_preset=short_preset,
        summary_of=summary_of,
    )
