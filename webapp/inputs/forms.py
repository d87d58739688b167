"""Reads the page's form or its address into an entry, and applies the button that sent the form.

Only this module and `outputs.links`, which writes both, know the form's field names; the parameters of the address have
the same names. The address holds only what differs from an empty page. Links must work for ever: fields may be added,
never renamed.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import parse_qsl

from webapp.efficiency.turns import DRAWS
from webapp.entry import (
    AFTER,
    EMPTY_TABLE,
    MODES,
    MOST_TILES,
    By,
    Entry,
    discarded,
    moved,
    tapped,
    with_north_aside,
    without_last,
)
from webapp.entry.mending import fed, reddened, removed, selecting, winning
from webapp.inputs.fields import (
    expected_text,
    limited,
    read_number,
    read_preset,
    read_switches,
    read_tiles,
    read_wind,
    shown,
    switch_from_text,
)
from webapp.scoring.blocks import SETS, Meld, MeldType
from webapp.scoring.hand import Flag
from webapp.scoring.notation import NotationError, parse_tile, parse_tiles
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import COPIES, PRESETS, SWITCHES, TENHOU, Rules
from webapp.scoring.table import MOST_INDICATORS, MOST_STICKS, WIND_NAMES, Table
from webapp.scoring.tiles import NAMES, Tile

RULE = "rule."
MOST_OTHER_WINNERS = 2
#: The most fields of an address that are read; our own addresses have at most 100.
MOST_FIELDS = 200
BUTTONS = frozenset({"action", "tap", "wait", "discard", "select", "feeder", "fed"})
#: The fields of the situation: winner, seats, round, ron or tsumo, sticks, rules. A game knows them, so it ignores them
#: in a form.
SITUATION = frozenset(
    {"round", "kyoku", "seat", "guessed_seat", "seat_before", "by", "from", "honba", "sticks", "rules", "also"}
)
#: The places of tiles, melds and indicators that can be selected, by their text in a form.
PLACES = {str(place): place for place in range(MOST_TILES + 2 * MOST_INDICATORS)}
SOURCES = {"1": 1, "2": 2, "3": 3}
_OFF = ("0", "no", "off", "false")
_MELD = re.compile(r"([a-z]+)([0-9mpsz]{1,8})(?:\.([123]))?(?:\.([0-9][mpsz]))?(?:\.a?([0-9][mpsz]))?")


class Read(NamedTuple):
    """A form or an address as read: the entry, and the problems of the fields that could not be read."""

    entry: Entry
    problems: tuple[Problem, ...]


def read_entry(form: Mapping[str, str], others: int = MOST_OTHER_WINNERS) -> Read:
    """Reads a form or an address. A field that cannot be read is reported and left out; an empty field counts as
    missing.

    `others` is the most other winners on the same discard that are read. Their addresses are nested in this one.
    """
    problems: list[Problem] = []
    given = {name: value.strip() for name, value in form.items() if value.strip()}
    entry = Entry(
        tiles=read_tiles("hand", given.get("hand", ""), problems),
        melds=_read_melds(given.get("melds", ""), problems),
        table=_read_table(given, problems),
        ura=read_tiles("ura", given.get("ura", ""), problems),
        seen=read_tiles("seen", given.get("seen", ""), problems),
        by=_read_by(given.get("by"), problems),
        flags=frozenset(flag for flag in Flag if given.get(flag.value, "no") not in _OFF),
        nuki=read_number("nuki", given.get("nuki", "0"), 0, 0, COPIES, problems),
        liable=read_number("liable", given["liable"], 0, 0, 3, problems) if "liable" in given else None,
        draws=_read_draws(given, problems),
        mode=given.get("mode", "tile") if given.get("mode") in MODES else "tile",
        is_seat_guessed=_is_seat_guessed(given),
        keeps_win=given.get("kept", "no") not in _OFF,
    )
    entry = _with_selection(_bounded(entry, problems), given.get("selected", ""))
    return Read(replace(entry, also=_read_also(given.get("also", ""), others, problems)), limited(problems))


def _is_seat_guessed(given: Mapping[str, str]) -> bool:
    """Whether the winner's seat is a guess. In an address with a hand but without a seat, South is not a guess."""
    if "seat" in given:
        return False
    return "guessed_seat" in given or not ("hand" in given or "melds" in given)


def _read_draws(given: Mapping[str, str], problems: list[Problem]) -> int:
    """The number of own draws left. Older links have the turn of the next draw instead."""
    if "turn" in given and "draws" not in given:
        return DRAWS + 1 - read_number("turn", given["turn"], 1, 1, DRAWS, problems)
    return read_number("draws", given.get("draws", str(DRAWS)), DRAWS, 1, DRAWS, problems)


def _with_selection(entry: Entry, place: str) -> Entry:
    """The entry with the tile or meld at a place selected; nothing is selected if a mode was chosen afterwards."""
    return selecting(entry, PLACES[place]) if place in PLACES and entry.mode == "tile" else entry


def _read_table(given: Mapping[str, str], problems: list[Problem]) -> Table:
    table = Table(
        round=read_wind("round", given.get("round", "E"), 0, problems),
        seat=read_wind("seat", given.get("seat") or given.get("guessed_seat", "S"), 1, problems),
        honba=read_number("honba", given.get("honba", "0"), 0, 0, MOST_STICKS, problems),
        sticks=read_number("sticks", given.get("sticks", "0"), 0, 0, MOST_STICKS, problems),
        dora=read_tiles("dora", given.get("dora", ""), problems),
        discarder=read_number("from", given["from"], 0, 1, 3, problems) if "from" in given else 0,
        rules=read_rules(given, problems),
        kyoku=read_number("kyoku", given.get("kyoku", "1"), 1, 1, len(WIND_NAMES), problems),
    )
    # With three players, a round has no fourth hand.
    return replace(table, kyoku=min(table.kyoku, table.rules.players))


def with_own_rules(form: Mapping[str, str]) -> dict[str, str]:
    """A form's fields with the fields of the user's own rules, if such rules are chosen: then the field ``rules`` holds
    the part of an address that stands for them, such as ``rules=wrc&rule.kiriage_mangan=no``."""
    return {**form, **dict(parse_qsl(form.get("rules", "")))}


def read_rules(given: Mapping[str, str], problems: list[Problem]) -> Rules:
    """The rules of a form or an address: ``rules=tenhou``, and ``rule.kiriage_mangan=yes`` for each changed switch."""
    rules = read_preset("rules", given.get("rules") or TENHOU.preset, problems, PRESETS, TENHOU)
    named = {name.removeprefix(RULE): text for name, text in given.items() if name.startswith(RULE)}
    values = {
        name: switch_from_text(SWITCHES[name], text) if name in SWITCHES else text for name, text in named.items()
    }
    return read_switches("rules", rules, values, problems, expected=expected_text)


def _read_also(text: str, others: int, wrong: list[Problem]) -> tuple[Entry, ...]:
    """The other winners. The second winner is an address within the address, the third one within the second."""
    if not text or not others:
        return ()
    try:
        fields = dict(parse_qsl(text, max_num_fields=MOST_FIELDS))
    except ValueError:
        wrong.append(problem("also", Code.BAD_NOTATION, "An address has at most {most} fields.", most=MOST_FIELDS))
        return ()
    other, problems = read_entry(fields, others - 1)
    wrong += problems
    return (replace(other, also=()), *other.also)


def _bounded(entry: Entry, problems: list[Problem]) -> Entry:
    """The entry, cut to the largest size of a hand, so that later code can rely on it. Adds a problem for each cut."""
    if len(entry.melds) > SETS:
        problems.append(problem("melds", Code.WRONG_COUNT, "A hand has at most four melds."))
        entry = replace(entry, melds=entry.melds[:SETS])
    if entry.room < 0:
        most = len(entry.tiles) + entry.room
        problems.append(too_many("hand", most, len(entry.tiles)))
        entry = replace(entry, tiles=entry.tiles[:most])
    for field, tiles in (("dora", entry.table.dora), ("ura", entry.ura)):
        if len(tiles) > MOST_INDICATORS:
            problems.append(
                problem(
                    field,
                    Code.TOO_MANY_INDICATORS,
                    "There are at most {most} indicators, not {got}.",
                    most=MOST_INDICATORS,
                    got=len(tiles),
                )
            )
    table = replace(entry.table, dora=entry.table.dora[:MOST_INDICATORS])
    return replace(entry, table=table, ura=entry.ura[:MOST_INDICATORS]).with_win_if_kept()


def too_many(field: str, most: int, got: int) -> Problem:
    """The problem of a hand with more tiles than it can have."""
    return problem(
        field,
        Code.WRONG_COUNT,
        "A hand has at most {most} tiles, not {got} (three fewer for each meld).",
        most=most,
        got=got,
    )


def _read_by(value: str | None, problems: list[Problem]) -> By | None:
    if value is None:
        return None
    if value in ("ron", "tsumo"):
        return "ron" if value == "ron" else "tsumo"
    problems.append(problem("by", Code.BAD_VALUE, "The way of winning is ron or tsumo."))
    return None


def _read_melds(text: str, problems: list[Problem]) -> tuple[Meld, ...]:
    melds = []
    words = re.split(r"[-\s]+", text, maxsplit=SETS + 1) if text else []
    for word in words[: SETS + 1]:
        match = _MELD.fullmatch(word)
        try:
            if not match or match[1] not in set(MeldType):
                raise NotationError("cannot read '{quoted}' as a meld", shown(word))
            called, added = (parse_tile(name) if name else None for name in match.group(4, 5))
            source = int(match[3]) if match[3] else None
            melds.append(Meld(MeldType(match[1]), parse_tiles(match[2]), called, source, added))
        except NotationError as error:
            problems.append(problem("melds", Code.BAD_NOTATION, error.text, quoted=error.quoted))
    return tuple(melds)


def pressed(entry: Entry, form: Mapping[str, str]) -> Entry:
    """The entry after the button that sent the form: a key of the palette, a tile of the hand, an action on the
    selected tile, undo, clear or next.

    An entry that the button changes is settled (`Entry.settled`). Without a button, or if its key can enter nothing,
    the entry stays as it was filled in.
    """
    entry = _seated(entry, form.get("seat_before", ""))
    after = _after_button(entry, form)
    return entry if after is entry else after.settled()


def is_pressed(form: Mapping[str, str]) -> bool:
    """Whether a button that does something sent the form."""
    return not BUTTONS.isdisjoint(form)


def _seated(entry: Entry, before: str) -> Entry:
    """The entry after its player moved from the seat `before` to the seat in the form."""
    if len(before) != 1 or before not in WIND_NAMES:
        return entry
    seat = WIND_NAMES.index(before)
    return moved(replace(entry, table=replace(entry.table, seat=seat)), entry.table.seat)


def _after_button(entry: Entry, form: Mapping[str, str]) -> Entry:
    if (action := _ACTIONS.get(form.get("action", ""))) is not None:
        return action(entry)
    if (tap := form.get("tap")) in NAMES:
        return tapped(entry, NAMES.index(tap))
    if (wait := form.get("wait")) in NAMES:
        return _with_drawn(entry, NAMES.index(wait))
    if (gone := form.get("discard")) in NAMES:
        return discarded(entry, NAMES.index(gone))
    if (place := form.get("select", "")) in PLACES:
        return selecting(entry, PLACES[place])
    if (feeder := form.get("feeder", "")) in SOURCES:
        return fed(entry, SOURCES[feeder])
    if (source := form.get("fed", "")) in SOURCES:
        return replace(entry, liable=SOURCES[source])
    return entry


def _with_drawn(entry: Entry, tile: Tile) -> Entry:
    """The entry after a tap on a wait. The tile is the winning tile; it does not replace a selected tile."""
    unselected = replace(entry, selected=None, keeps_win=False)
    after = tapped(unselected, tile)
    return entry if after is unselected else after


def _cleared(entry: Entry) -> Entry:
    return Entry(table=replace(EMPTY_TABLE, rules=entry.rules), is_seat_guessed=True)


_ACTIONS: dict[str, Callable[[Entry], Entry]] = {
    **AFTER,
    "undo": without_last,
    "clear": _cleared,
    "nuki": with_north_aside,
    "who_is_liable": lambda entry: replace(entry, liable=None),
    "no_norths": lambda entry: replace(entry, nuki=0),
    "remove": removed,
    "winning": winning,
    "red": lambda entry: reddened(entry, 1),
    "plain": lambda entry: reddened(entry, -1),
}
