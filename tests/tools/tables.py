"""`python -m tests.tools.tables`: writes the tables of both RULES.md that the code decides.

The text around them, and the marks of what is not known for certain ("~", "?"), are written by hand and stay.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import webapp.game
import webapp.scoring
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, GameRules
from webapp.game.rules import UNSURE as GAME_UNSURE
from webapp.scoring.awards import YAKU
from webapp.scoring.dora import SORTS
from webapp.scoring.points import Limit, LimitRange, limit_ranges, tsumo_shares
from webapp.scoring.registry import Yaku
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, UNSURE, Rules
from webapp.scoring.switches import Switch

Row = Sequence[str]
SCORING = Path(webapp.scoring.__file__).with_name("RULES.md")
#: The ways to share North's payment.
WITHOUT_LOSS: Any = SWITCHES["sanma_tsumo"].choices
GAME = Path(webapp.game.__file__).with_name("RULES.md")
KANJI = {
    Limit.MANGAN: "満貫",
    Limit.HANEMAN: "跳満",
    Limit.BAIMAN: "倍満",
    Limit.SANBAIMAN: "三倍満",
    Limit.COUNTED_YAKUMAN: "数え役満",
}


def main() -> None:
    """Writes both documents."""
    for path, write in DOCUMENTS.items():
        path.write_text(write(path.read_text(encoding="utf-8")), encoding="utf-8")


# -- a document and its tables -----------------------------------------------------------------------


def cells(line: str) -> list[str]:
    """The cells of a line of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def with_tables(text: str, *tables: tuple[Row, Iterable[Row]]) -> str:
    """A document with these tables, each a header and its rows, in the place of those with the same first cells.

    Tables with the same header stand in their order. Raises StopIteration if the document has no such table.
    """
    lines, begin = text.split("\n"), dict[tuple[str, ...], int]()
    for header, rows in tables:
        key = tuple(header[:2])
        first = next(n for n, line in enumerate(lines) if n >= begin.get(key, 0) and tuple(cells(line)[:2]) == key)
        last = next(n for n in range(first, len(lines)) if not lines[n].startswith("|"))
        written = [_line(header), "|" + "---|" * len(header), *map(_line, rows)]
        lines[first:last] = written
        begin[key] = first + len(written)
    return "\n".join(lines)


def _line(row: Row) -> str:
    return f"| {' | '.join(row)} |"


def code(text: str) -> str:
    """A key as the documents write it."""
    return f"`{text}`"


# -- rules of scoring --------------------------------------------------------------------------------


def scoring(text: str) -> str:
    """The document of scoring with the tables of the code."""
    by_hand = [name for name, rules in PRESETS.items() if rules.players == 4]
    standard = [_yaku(name, yaku) for name, yaku in YAKU.items() if yaku.allowed(TENHOU)]
    local = [_yaku(name, yaku) for name, yaku in YAKU.items() if not yaku.allowed(TENHOU)]
    header = ("key", "日本語", "English", "closed", "open", "rule")
    return with_tables(
        text,
        (header, standard),
        (header, local),
        (("key", "日本語", "English", "counts"), [(code(name), *words) for name, words in SORTS.items()]),
        (("limit", "han", "basic points"), _limits()),
        (("basic points", "four players", *map(code, WITHOUT_LOSS)), _shares()),
        (("switch", "values", "default", "what it does"), _switches(SWITCHES, Rules())),
        (
            ("switch", *map(code, by_hand)),
            _presets(text, by_hand, SWITCHES, PRESETS, Rules(), UNSURE, _decides_nothing),
        ),
    )


def _yaku(name: str, yaku: Yaku) -> Row:
    return code(name), yaku.ja, yaku.en, _worth(yaku, yaku.closed), _worth(yaku, yaku.open), yaku.rule


def _worth(yaku: Yaku, han: int) -> str:
    if yaku.is_yakuman:
        return "yakuman"
    return yaku.limit or str(han or "–")


def _limits() -> Iterator[Row]:
    *ranges, yakuman = limit_ranges(TENHOU)
    counted = LimitRange(Limit.COUNTED_YAKUMAN, yakuman.first, yakuman.last, yakuman.basic)
    for limit in (*ranges, counted):
        yield f"{limit.limit.replace('_', ' ')} ({KANJI[limit.limit]})", _han(limit), f"{limit.basic:,}"
    yield "yakuman (役満)", "by yaku", f"{yakuman.basic:,} each"


def _han(limit: LimitRange) -> str:
    if limit.limit is Limit.MANGAN:
        return "5, or less if the formula gives more than 2,000"
    return f"{limit.first} and more" if limit.last is None else f"{limit.first}–{limit.last}"


def _shares() -> Iterator[Row]:
    """What the dealer and another player pay by tsumo without tsumo loss."""
    ways = [replace(TENHOU, players=3, tsumo_loss=False, sanma_tsumo=way) for way in WITHOUT_LOSS]
    for basic, is_dealer in ((240, False), (480, False), (960, False), (960, True), (2000, False), (3000, False)):
        paid = [tsumo_shares(basic, is_dealer, rules) for rules in (TENHOU, *ways)]
        shown = [f"{other:,}" if is_dealer else f"{dealer:,} + {other:,}" for dealer, other in paid]
        yield f"{basic:,}{', the dealer wins' if is_dealer else ''}", *shown


def _decides_nothing(switch: str, rules: Any) -> bool:
    """Whether another value of the switch changes nothing by these rules."""
    if switch in ("pao_scope", "pao_ron_honba"):
        return not rules.pao
    return switch in ("honba_to", "own_stick_returned") and rules.multiple_ron == 1


# -- rules of a game ---------------------------------------------------------------------------------


def game(text: str) -> str:
    """The document of a game with the tables of the code."""
    four = [name for name, rules in GAME_PRESETS.items() if rules.players == 4]
    three = [name for name, rules in GAME_PRESETS.items() if rules.players == 3]
    different = {name: GAME_SWITCHES[name] for name in ("return_points", "uma")}
    return with_tables(
        text,
        (
            ("switch", "values", "default", "what it does"),
            _switches(GAME_SWITCHES, GameRules()),
        ),
        (
            ("switch", *map(code, four)),
            _presets(text, four, GAME_SWITCHES, GAME_PRESETS, GameRules(), GAME_UNSURE),
        ),
        (
            ("switch", *map(code, three)),
            _presets(text, three, different, GAME_PRESETS, GameRules(), GAME_UNSURE),
        ),
    )


# -- both --------------------------------------------------------------------------------------------


def _switches(switches: Mapping[str, Switch], default: object) -> Iterator[Row]:
    for name, switch in switches.items():
        yield code(name), switch.documented_values, switch.to_document(getattr(default, name)), switch.does


def _presets(
    text: str,
    names: Sequence[str],
    switches: Mapping[str, Switch],
    presets: Mapping[str, Any],
    default: object,
    unsure: Mapping[str, frozenset[str]],
    decides_nothing: Callable[[str, Any], bool] = lambda switch, rules: False,
) -> Iterator[Row]:
    """A row for each switch that some preset sets otherwise than by default, or is not certain about."""
    marks = _marks(text)
    for name, switch in switches.items():
        if any(getattr(presets[one], name) != getattr(default, name) or name in unsure.get(one, ()) for one in names):
            row = [code(name)]
            for one in names:
                value = switch.to_document(getattr(presets[one], name))
                mark = f" {marks.get((one, name), '?')}" if name in unsure.get(one, ()) else ""
                row.append("–" if decides_nothing(name, presets[one]) else value + mark)
            yield row


def _marks(text: str) -> dict[tuple[str, str], str]:
    """The marks that the document has now, by preset and switch."""
    marks = dict[tuple[str, str], str]()
    header = list[str]()
    for line in text.split("\n"):
        row = [cell.strip("`") for cell in cells(line)] if line.startswith("|") else []
        if row[:1] == ["switch"]:
            header = row
        marks |= {
            (preset, row[0]): cell[-1] for preset, cell in zip(header[1:], row[1:], strict=False) if cell[-1:] in "~?"
        }
    return marks


DOCUMENTS = {SCORING: scoring, GAME: game}

if __name__ == "__main__":
    main()
