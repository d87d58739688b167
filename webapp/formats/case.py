"""A case, the JSON of a hand: the format of the API and of the test data.

Only this module and `answers` know the field names of the API. All problems are returned together; no error is raised.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from webapp.efficiency.holding import Holding, holding_problems
from webapp.efficiency.turns import DRAWS
from webapp.formats.fields import read_flags, read_number, read_tiles, read_wind
from webapp.formats.rules import read_rules, rules_json
from webapp.scoring.blocks import SETS, Meld, MeldType
from webapp.scoring.checks import problems
from webapp.scoring.hand import WinningHand
from webapp.scoring.notation import format_tiles
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import COPIES, TENHOU, Rules
from webapp.scoring.table import MOST_STICKS, WIND_NAMES, Table
from webapp.scoring.tiles import NAMES, Tile

MOST_LISTED = 20
MAX_SEEN_TILES = 136
_MELD_TYPES = {meld.value: meld for meld in MeldType}


class Case(NamedTuple):
    """A case as read: the hand, the rules and all problems. `hand` is None if a field could not be read."""

    hand: WinningHand | None
    rules: Rules
    problems: tuple[Problem, ...]


def read_case(case: object) -> Case:
    """Reads a case from a JSON value."""
    if not isinstance(case, dict):
        return Case(None, TENHOU, (problem("", Code.BAD_JSON, "A JSON object is expected."),))
    wrong: list[Problem] = []
    rules = read_rules("rules", case.get("rules"), wrong)
    hand = read_hand(case, rules, wrong)
    if hand is None:
        return Case(None, rules, tuple(wrong))
    if not wrong:
        return Case(hand, rules, problems(hand))
    return Case(None, rules, (*wrong, *besides(wrong, problems(hand))))


def read_hand(case: Mapping[str, object], rules: Rules, problems: list[Problem]) -> WinningHand | None:
    """The hand of a case by these rules, with a default for each field that cannot be read; None if the winning tile or
    the concealed tiles are missing."""
    is_tsumo = _is_tsumo(case.get("by"), problems)
    source = case.get("from")
    win = _one_tile("win", case.get("win"), problems)
    discarder = 1 if source is None or is_tsumo else read_number("from", source, 1, 1, 3, problems)
    table = _table(case, rules, problems, discarder)
    facts: dict[str, Any] = {
        "concealed": read_tiles("concealed", case.get("concealed", None), problems),
        "is_tsumo": is_tsumo,
        "melds": _melds(case.get("melds"), problems),
        "flags": read_flags("flags", case.get("flags"), problems),
        "ura": _tile_list("ura", case.get("ura"), problems),
        "nuki": read_number("nuki", case.get("nuki", 0), 0, 0, COPIES, problems),
        "nth_ron": read_number("nth_ron", case.get("nth_ron", 1), 1, 1, 3, problems),
        "liable": None if case.get("liable") is None else read_number("liable", case["liable"], 0, 0, 3, problems),
    }
    if win is None or not facts["concealed"]:
        if not problems:
            problems.append(problem("concealed", Code.WRONG_COUNT, "There are no concealed tiles."))
        return None
    return WinningHand(win=win, table=table, **facts)


def besides(unread: list[Problem], problems: tuple[Problem, ...]) -> Iterator[Problem]:
    """The problems of a hand without those of the `unread` fields, which are reported already.

    Problems that only follow from an unread field are left out too. Flags are read one by one, so their problems are
    kept.
    """
    fields = {_top(item) for item in unread}
    for item in problems:
        field = _top(item)
        is_counted = item.code == Code.WRONG_COUNT and "melds" in fields
        if field not in fields - {"flags"} and not (fields & _FOLLOWS_FROM.get(field, set())) and not is_counted:
            yield item


#: For a field, the other fields that its problems may depend on.
_FOLLOWS_FROM = {"ura": {"dora", "flags"}, "drawn": {"concealed"}}


def _top(item: Problem) -> str:
    return item.field.partition(".")[0]


def _table(case: Mapping[str, object], rules: Rules, problems: list[Problem], discarder: int = 1) -> Table:
    """The table of a winning hand, or of a hand that is still being played."""
    return Table(
        round=read_wind("round", case.get("round", "E"), 0, problems),
        seat=read_wind("seat", case.get("seat", "S"), 1, problems),
        honba=read_number("honba", case.get("honba", 0), 0, 0, MOST_STICKS, problems),
        sticks=read_number("sticks", case.get("sticks", 0), 0, 0, MOST_STICKS, problems),
        dora=_tile_list("dora", case.get("dora"), problems),
        discarder=discarder,
        rules=rules,
    )


def _is_tsumo(value: object, problems: list[Problem]) -> bool:
    if value not in (None, "ron", "tsumo"):
        problems.append(problem("by", Code.BAD_VALUE, "The way of winning is ron or tsumo."))
    return value != "ron"


def _one_tile(field: str, value: object, problems: list[Problem]) -> Tile | None:
    tiles = read_tiles(field, value, problems)
    if len(tiles) == 1:
        return tiles[0]
    if tiles or value == "":
        problems.append(problem(field, Code.BAD_NOTATION, "One tile is expected."))
    return None


def _tile_list(field: str, value: object, problems: list[Problem], most: int = MOST_LISTED) -> tuple[Tile, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        problems.append(problem(field, Code.BAD_NOTATION, "A list of tiles is expected."))
        return ()
    tiles = [_one_tile(f"{field}.{i}", item, problems) for i, item in enumerate(value[:most])]
    return tuple(tile for tile in tiles if tile is not None)


def _melds(value: object, problems: list[Problem]) -> tuple[Meld, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > SETS:
        problems.append(problem("melds", Code.NOT_A_MELD, "A list of at most {most} melds is expected.", most=SETS))
        return ()
    melds = [_meld(f"melds.{i}", item, problems) for i, item in enumerate(value)]
    return tuple(meld for meld in melds if meld is not None)


def _meld(field: str, value: object, problems: list[Problem]) -> Meld | None:
    if not isinstance(value, dict):
        problems.append(problem(field, Code.NOT_A_MELD, "A meld is an object with type and tiles."))
        return None
    tiles = read_tiles(f"{field}.tiles", value.get("tiles"), problems)
    name = value.get("type")
    if not isinstance(name, str) or name not in _MELD_TYPES:
        known = ", ".join(MeldType)
        problems.append(problem(f"{field}.type", Code.NOT_A_MELD, "The type of a meld is one of {known}.", known=known))
        return None
    if not tiles:
        problems.append(problem(f"{field}.tiles", Code.NOT_A_MELD, "A meld has three or four tiles."))
        return None
    called, added, source = value.get("called"), value.get("added"), value.get("from")
    return Meld(
        _MELD_TYPES[name],
        tiles,
        None if called is None else _one_tile(f"{field}.called", called, problems),
        None if source is None else read_number(f"{field}.from", source, 1, 1, 3, problems),
        None if added is None else _one_tile(f"{field}.added", added, problems),
    )


class HoldingCase(NamedTuple):
    """A case without a winning tile as read: the tiles held, the number of own draws left and all problems. `holding`
    is None if there are problems."""

    holding: Holding | None
    draws: int
    problems: tuple[Problem, ...]


def read_holding(case: object, *, is_full: bool) -> HoldingCase:
    """Reads a case without a winning tile from a JSON value: 3n + 1 tiles, or with `is_full` 3n + 2 tiles, of which one
    is to be discarded."""
    if not isinstance(case, dict):
        return HoldingCase(None, DRAWS, (problem("", Code.BAD_JSON, "A JSON object is expected."),))
    problems: list[Problem] = []
    holding = Holding(
        concealed=read_tiles("concealed", case.get("concealed"), problems),
        melds=_melds(case.get("melds"), problems),
        table=_table(case, read_rules("rules", case.get("rules"), problems), problems),
        ura=_tile_list("ura", case.get("ura"), problems),
        seen=_tile_list("seen", case.get("seen"), problems, MAX_SEEN_TILES),
        drawn=None if case.get("drawn") is None else _one_tile("drawn", case["drawn"], problems),
        flags=read_flags("flags", case.get("flags"), problems),
        nuki=read_number("nuki", case.get("nuki", 0), 0, 0, COPIES, problems),
    )
    draws = read_number("draws", case.get("draws", DRAWS), DRAWS, 1, DRAWS, problems) if is_full else DRAWS
    wrong = (*problems, *besides(problems, tuple(_wrong_with_holding(holding, is_full=is_full))))
    return HoldingCase(None if wrong else holding, draws, wrong)


def _wrong_with_holding(holding: Holding, *, is_full: bool) -> Iterator[Problem]:
    is_counted = not holding.concealed or holding.is_full == is_full
    if not is_counted:
        yield _wrong_number(holding, 3 * holding.sets + (2 if is_full else 1))
    if holding.drawn is not None and holding.drawn not in holding.concealed:
        yield problem("drawn", Code.BAD_NOTATION, "The drawn tile is one of the concealed ones.")
    for item in holding_problems(holding):
        if is_counted or item.code != Code.WRONG_COUNT:
            yield item


def _wrong_number(holding: Holding, expected: int) -> Problem:
    return problem(
        "concealed",
        Code.WRONG_COUNT,
        "{expected} concealed tiles are expected, not {got} (three fewer for each meld).",
        expected=expected,
        got=len(holding.concealed),
    )


def case_json(hand: WinningHand) -> dict[str, object]:
    """The case of a hand; `read_case` reads it back."""
    return {
        "rules": rules_json(hand.rules),
        "concealed": format_tiles(hand.concealed),
        "win": NAMES[hand.win],
        "by": "tsumo" if hand.is_tsumo else "ron",
        "from": None if hand.is_tsumo else hand.table.discarder or None,
        "melds": [_meld_json(meld) for meld in hand.melds],
        "round": WIND_NAMES[hand.table.round],
        "seat": WIND_NAMES[hand.table.seat],
        "flags": sorted(hand.flags),
        "dora": [NAMES[tile] for tile in hand.table.dora],
        "ura": [NAMES[tile] for tile in hand.ura],
        "honba": hand.table.honba,
        "sticks": hand.table.sticks,
        "nuki": hand.nuki,
        "nth_ron": hand.nth_ron,
        "liable": hand.liable,
    }


def _meld_json(meld: Meld) -> dict[str, object]:
    optional = {
        "called": None if meld.called is None else NAMES[meld.called],
        "from": meld.source,
        "added": None if meld.added is None else NAMES[meld.added],
    }
    given = {name: value for name, value in optional.items() if value is not None}
    return {"type": meld.type.value, "tiles": format_tiles(meld.tiles), **given}
