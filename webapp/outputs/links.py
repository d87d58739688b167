"""Writes the links of an entry, and the fields of its form. `inputs.forms` reads them back.

An address holds only what differs from an empty page. Links must work for ever: fields may be added, never renamed.
"""

from dataclasses import replace
from urllib.parse import quote

from webapp.entry import Entry
from webapp.inputs.fields import NONE
from webapp.inputs.forms import RULE
from webapp.scoring.blocks import Meld
from webapp.scoring.hand import Flag
from webapp.scoring.notation import format_tiles
from webapp.scoring.rules import RedFives, Rules
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import NAMES

_SAFE = "-._~"


def format_meld(meld: Meld) -> str:
    """A meld as an address has it: ``chi340m.3.0m`` (from, called), ``kakan0555s.1.5s.0s`` (added)."""
    parts = [
        meld.type.value + format_tiles(meld.tiles),
        str(meld.source) if meld.source else "",
        "" if meld.called is None else NAMES[meld.called],
        "" if meld.added is None else ("a" if meld.called is None else "") + NAMES[meld.added],
    ]
    return ".".join(filter(None, parts))


def rules_fields(rules: Rules) -> dict[str, str]:
    """The fields of rules in an address: the preset, and each switch that differs from it."""
    return {"rules": rules.preset, **{RULE + name: switch_text(value) for name, value in rules.changed.items()}}


def switch_text(value: object) -> str:
    """The value of a switch as an address has it: yes or no, a name or number, names with dots between, three digits
    for red fives."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ".".join(sorted(value)) or NONE
    return "".join(map(str, value)) if isinstance(value, RedFives) else str(value)


def form_fields(entry: Entry) -> dict[str, str]:
    """Every field of the form with its value as text; `read_entry` reads them back."""
    return {
        "hand": format_tiles(entry.tiles, ordered=True),
        "melds": "-".join(map(format_meld, entry.melds)),
        "dora": format_tiles(entry.table.dora, ordered=True),
        "ura": format_tiles(entry.ura, ordered=True),
        "seen": format_tiles(entry.seen, ordered=True),
        "round": WIND_NAMES[entry.table.round],
        "kyoku": str(entry.table.kyoku),
        "seat": "" if entry.is_seat_guessed else WIND_NAMES[entry.table.seat],
        "guessed_seat": WIND_NAMES[entry.table.seat] if entry.is_seat_guessed else "",
        "by": entry.by or "",
        "from": str(entry.table.discarder or ""),
        **{flag.value: "1" if flag in entry.flags else "" for flag in Flag},
        "honba": str(entry.table.honba),
        "sticks": str(entry.table.sticks),
        "nuki": str(entry.nuki),
        "draws": str(entry.draws),
        "liable": "" if entry.liable is None else str(entry.liable),
        **rules_fields(entry.rules),
        "kept": "1" if entry.keeps_win else "",
        "also": _also(entry.also),
    }


def _also(others: tuple[Entry, ...]) -> str:
    """The address of the other winners within an address. It holds only their own fields; the others belong to the
    table."""
    return query(replace(others[0].own, also=others[1:])) if others else ""


_EMPTY = form_fields(Entry())


def query(entry: Entry) -> str:
    """The query of an entry, without the question mark: only what differs from an empty page."""
    return _query(entry, {"hand": _as_held(entry), "seen": format_tiles(entry.seen)})


def query_as_tapped(entry: Entry) -> str:
    """The query of an entry with all that the page needs for the next tap: the mode, the selection, and the tiles in
    the order of the taps, so that undo knows the last one. The tiles of a full hand are sorted."""
    mode = "" if entry.mode == "tile" else entry.mode
    hand = {"hand": _as_held(entry)} if entry.is_full else {}
    return _query(entry, hand | {"mode": mode, "selected": "" if entry.selected is None else str(entry.selected)})


def _as_held(entry: Entry) -> str:
    """The tiles of the hand, sorted; the winning tile last."""
    if entry.has_win:
        return format_tiles(entry.shown_tiles[:-1]) + format_tiles(entry.shown_tiles[-1:])
    return format_tiles(entry.tiles)


def _query(entry: Entry, changed: dict[str, str]) -> str:
    fields = form_fields(entry) | changed
    if entry.by != "ron":
        fields["from"] = _EMPTY["from"]
    if not (entry.tiles or entry.melds) and fields["guessed_seat"] == _EMPTY["seat"]:
        fields["guessed_seat"] = ""  # without a hand the seat is a guess anyway
    differing = {name: value for name, value in fields.items() if value and value != _EMPTY.get(name, "")}
    return "&".join(f"{name}={quote(value, safe=_SAFE)}" for name, value in differing.items())
