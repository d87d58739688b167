"""An entry as an address and as the fields of the page's form: `read_entry` reads both, `query` and `form_fields` write
them.

Only this module knows the names of the fields; the parameters of the address have the same names. The address holds
only what differs from an empty page. Links must work for ever: fields may be added, never renamed.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, quote

from webapp.efficiency.turns import DRAWS
from webapp.entry import MODES, MOST_TILES, By, Entry
from webapp.entry.mending import selecting
from webapp.formats.fields import FLAGS, limited, read_notation, read_number, read_tiles, read_wind
from webapp.formats.rules import read_rules_fields, rules_fields, with_own_rules
from webapp.scoring.blocks import SETS, Meld
from webapp.scoring.notation import TEXTS_KEPT, format_meld, format_tiles, parse_meld
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import COPIES
from webapp.scoring.table import MOST_INDICATORS, MOST_STICKS, WIND_NAMES, Table

MOST_OTHER_WINNERS = 2
#: The most fields of an address that are read; our own addresses have at most 100.
MOST_FIELDS = 200
#: The fields of the situation: winner, seats, round, ron or tsumo, sticks, rules. A game knows them, so it ignores them
#: in a form.
SITUATION = frozenset(
    {"round", "kyoku", "seat", "guessed_seat", "seat_before", "by", "from", "honba", "sticks", "rules", "also"}
)
#: The places of tiles, melds and indicators that can be selected, by their text in a form.
PLACES = {str(place): place for place in range(MOST_TILES + 2 * MOST_INDICATORS)}
_OFF = ("0", "no", "off", "false")


class Read(NamedTuple):
    """A form or an address as read: the entry, and the problems of the fields that could not be read."""

    entry: Entry
    problems: tuple[Problem, ...]


def read_entry(form: Mapping[str, str], others: int = MOST_OTHER_WINNERS, *, is_bounded: bool = True) -> Read:
    """Reads a form or an address. A field that cannot be read is reported and left out; an empty field counts as
    missing.

    `others` is the most other winners on the same discard that are read. Their addresses are nested in this one. With
    `is_bounded` a hand that is too large is cut and reported; without, the checks of a winning hand find it. An address
    with `tapped`, which a script wrote before the answer to a tap came, is settled as that answer would be.
    """
    problems: list[Problem] = []
    given = with_own_rules({name: value.strip() for name, value in form.items() if value.strip()})
    entry = Entry(
        tiles=read_tiles("hand", given.get("hand", ""), problems),
        melds=_read_melds(given.get("melds", ""), problems),
        table=_read_table(given, problems),
        ura=read_tiles("ura", given.get("ura", ""), problems),
        seen=read_tiles("seen", given.get("seen", ""), problems),
        by=_read_by(given.get("by"), problems),
        flags=frozenset([flag for name, flag in FLAGS.items() if given.get(name, "no") not in _OFF]),
        nuki=read_number("nuki", given.get("nuki", "0"), 0, 0, COPIES, problems),
        liable=read_number("liable", given["liable"], 0, 0, 3, problems) if "liable" in given else None,
        draws=_read_draws(given, problems),
        mode=given.get("mode", "tile") if given.get("mode") in MODES else "tile",
        is_seat_guessed=_is_seat_guessed(given),
        keeps_win=given.get("kept", "no") not in _OFF,
    )
    entry = _with_selection(_bounded(entry, problems) if is_bounded else entry, given.get("selected", ""))
    if also := _read_also(given.get("also", ""), others, problems):
        entry = replace(entry, also=also)
    return Read(entry.settled() if "tapped" in given else entry, limited(problems))


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
    return Table(
        round=read_wind("round", given.get("round", "E"), 0, problems),
        seat=read_wind("seat", given.get("seat") or given.get("guessed_seat", "S"), 1, problems),
        honba=read_number("honba", given.get("honba", "0"), 0, 0, MOST_STICKS, problems),
        sticks=read_number("sticks", given.get("sticks", "0"), 0, 0, MOST_STICKS, problems),
        dora=read_tiles("dora", given.get("dora", ""), problems),
        discarder=read_number("from", given["from"], 0, 1, 3, problems) if "from" in given else 0,
        rules=(rules := read_rules_fields(given, problems)),
        # With three players, a round has no fourth hand.
        kyoku=min(read_number("kyoku", given.get("kyoku", "1"), 1, 1, len(WIND_NAMES), problems), rules.players),
    )


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
    if max(len(entry.table.dora), len(entry.ura)) > MOST_INDICATORS:
        table = replace(entry.table, dora=entry.table.dora[:MOST_INDICATORS])
        entry = replace(entry, table=table, ura=entry.ura[:MOST_INDICATORS])
    return entry.with_win_if_kept()


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
    words = re.split(r"[-\s]+", text, maxsplit=SETS + 1) if text else []
    melds = [read_notation("melds", parse_meld, word, problems) for word in words[: SETS + 1]]
    return tuple([meld for meld in melds if meld])


_SAFE = "-._~"
#: The text of tiles and of a meld, kept: an answer writes the same ones into several links.
_tiles_text, _meld_text = lru_cache(TEXTS_KEPT)(format_tiles), lru_cache(TEXTS_KEPT)(format_meld)


def form_fields(entry: Entry) -> dict[str, str]:
    """Every field of the form with its value as text; `read_entry` reads them back."""
    return {
        "hand": _tiles_text(entry.tiles, ordered=True),
        "melds": "-".join(map(_meld_text, entry.melds)),
        "dora": _tiles_text(entry.table.dora, ordered=True),
        "ura": _tiles_text(entry.ura, ordered=True),
        "seen": _tiles_text(entry.seen, ordered=True),
        "round": WIND_NAMES[entry.table.round],
        "kyoku": str(entry.table.kyoku),
        "seat": "" if entry.is_seat_guessed else WIND_NAMES[entry.table.seat],
        "guessed_seat": WIND_NAMES[entry.table.seat] if entry.is_seat_guessed else "",
        "by": entry.by or "",
        "from": str(entry.table.discarder or ""),
        **{name: "1" if flag in entry.flags else "" for name, flag in FLAGS.items()},
        "honba": str(entry.table.honba),
        "sticks": str(entry.table.sticks),
        "nuki": str(entry.nuki),
        "draws": str(entry.draws),
        "liable": "" if entry.liable is None else str(entry.liable),
        **rules_fields(entry.rules),
        "kept": "1" if entry.keeps_win else "",
        "also": _also(entry.also),
    }


def form_text(entry: Entry) -> str:
    """The fields of the form as the page's script keeps a state: a query without the empty ones."""
    return _encoded(form_fields(entry))


def _also(others: tuple[Entry, ...]) -> str:
    """The address of the other winners within an address. It holds only their own fields; the others belong to the
    table."""
    return query(replace(others[0].own, also=others[1:])) if others else ""


_EMPTY = form_fields(Entry())


def query(entry: Entry, fields: Mapping[str, str] | None = None) -> str:
    """The query of an entry, without the question mark: only what differs from an empty page. `fields` are its
    `form_fields` if they are known."""
    changed = {"hand": _as_held(entry), "seen": _tiles_text(entry.seen)}
    return _query(entry, {**(fields or form_fields(entry)), **changed})


def query_as_tapped(entry: Entry) -> str:
    """The query of an entry with all that the page needs for the next tap: the mode, the selection, and the tiles in
    the order of the taps, so that undo knows the last one. The tiles of a full hand are sorted."""
    mode = "" if entry.mode == "tile" else entry.mode
    hand = {"hand": _as_held(entry)} if entry.is_full else {}
    selected = "" if entry.selected is None else str(entry.selected)
    return _query(entry, form_fields(entry) | hand | {"mode": mode, "selected": selected})


def _as_held(entry: Entry) -> str:
    """The tiles of the hand, sorted; the winning tile last."""
    if entry.has_win:
        return _tiles_text(entry.tiles[:-1]) + _tiles_text(entry.tiles[-1:])
    return _tiles_text(entry.tiles)


def _query(entry: Entry, fields: dict[str, str]) -> str:
    if entry.by != "ron":
        fields["from"] = _EMPTY["from"]
    if not (entry.tiles or entry.melds) and fields["guessed_seat"] == _EMPTY["seat"]:
        fields["guessed_seat"] = ""  # without a hand the seat is a guess anyway
    return _encoded({name: value for name, value in fields.items() if value != _EMPTY.get(name, "")})


def _encoded(fields: Mapping[str, str]) -> str:
    """A query of the fields that have a value. Most values are tiles and numbers, which stand as they are."""
    return "&".join(
        [
            f"{name}={value if value.isascii() and value.isalnum() else quote(value, safe=_SAFE)}"
            for name, value in fields.items()
            if value
        ]
    )
