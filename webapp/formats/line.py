"""A hand on one line of text: the notation of the yaku's examples, of the command line and of the page's text field.

``123m 456p (555z) 99s 78s +9s tsumo seat=E dora=1z`` is such a hand. Tiles are concealed; ``( )`` is a called meld,
``[ ]`` a concealed kan, ``+`` the winning tile (else it is the last concealed tile). A word is a flag, ``tsumo`` or
``ron``. ``name=value`` is a wind (round, seat), a number (honba, sticks, from, nuki, nth_ron, liable), indicators
(dora, ura), the name of a preset (rules), or a switch of the rules.

`scoring.notation` reads the tiles and melds. A label may stand in front (``Hand:``). A text in which everything is in
brackets, and not all of it melds, is in groups: ``(123m)(99s)``. In majiang's notation melds follow commas, and ``*``
is riichi (``m123p406z11*,s7777``).
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from webapp.entry import EMPTY_TABLE, MOST_TILES, SET_SIZE, Entry
from webapp.formats.address import Read, form_fields, read_entry
from webapp.formats.case import Case, besides, read_case
from webapp.formats.fields import no_tiles, read_flags, read_notation, read_number
from webapp.formats.rules import RULE
from webapp.scoring.blocks import Meld
from webapp.scoring.checks import problems as problems_of
from webapp.scoring.notation import (
    HALF_WIDTH,
    format_meld,
    format_tiles,
    in_kanji_style,
    parse_meld,
    parse_tile,
    parse_tiles,
)
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import COPIES, PRESETS, TENHOU
from webapp.scoring.tiles import Tile

LONGEST_LINE = 2000
#: The fields of an address that a line has by the same name. Any other name is a switch.
_FIELDS = ("round", "seat", "honba", "sticks", "from", "nuki", "liable", "dora", "ura", "rules")
_NTH_RON = RULE + "nth_ron"

_PART = re.compile(
    r"""(?P<setting>[a-z_]+=[^\s()\[\]]*)
    |(?P<bracket>\([^()\[\]]*\)|\[[^()\[\]]*\])
    |(?P<word>[a-z_]+)(?![^\s,;()\[\]])
    |\+\s*(?P<win>[^\s,()\[\]]+)
    |(?P<meld>[a-z]{3,}[0-9][^\s,()\[\]]*)
    |(?P<riichi>\*)(?=[\s,]|$)
    |(?P<group>(?!\+(?:[\s,*()\[\]]|$))[^\s,*()\[\]]+)
    |(?P<stray>[^\s,])""",
    re.VERBOSE,
)
#: A name for what follows it, which is the hand. If it can be read as tiles it is none.
_LABEL = re.compile(r"\s*([^\W\d_][^:()\[\]=+\d]{0,30}):(?!//)")
#: Words in the name of something else.
_NOT_THE_HAND = re.compile(r"dora|ドラ|宝牌|도라|\bura|裏|meld|副露|call|鳴|wait|待|discard|打|切", re.IGNORECASE)
#: After a comma this is a meld of majiang's notation, or a group of tiles.
_AFTER_COMMA = re.compile(r"(?P<meld>[mpsz]\d+[-=+]\d*)|(?P<kan>[mpsz](\d)\3{3}|[mps][05]{4})")


def read_line(line: str, preset: str = TENHOU.preset) -> Case:
    """The case of a line, which is a hand or a JSON object; without ``tsumo`` a hand is a ron. `preset` gives the rules
    of a case that names none. No error is raised."""
    if not line.lstrip().startswith(("{", "[{", '"')):
        return _case_of_hand(line, preset)
    try:
        case = json.loads(line)
    except (ValueError, RecursionError):
        return Case(None, TENHOU, (problem("", Code.BAD_JSON, "The line is not JSON."),))
    return read_case({"rules": preset, **case} if isinstance(case, dict) else case)


def _case_of_hand(line: str, preset: str) -> Case:
    wrong: list[Problem] = []
    fields = _fields(line, wrong)
    nth_ron = read_number("nth_ron", fields.pop(_NTH_RON, "1"), 1, 1, 3, wrong)
    present = Entry(table=replace(EMPTY_TABLE, rules=PRESETS[preset]))
    entry = _entry(fields, present, wrong, is_bounded=False)
    if not entry.tiles or any(item.field == "hand" for item in wrong):
        return Case(None, entry.rules, tuple(wrong) or (no_tiles("hand"),))
    is_tsumo = entry.by == "tsumo"
    hand = replace(
        entry.hand(is_tsumo=is_tsumo),
        concealed=entry.tiles[:-1],
        win=entry.tiles[-1],
        table=replace(entry.table, discarder=1 if is_tsumo else entry.table.discarder or 1),
        nth_ron=nth_ron,
    )
    if wrong:
        return Case(None, entry.rules, (*wrong, *besides(wrong, problems_of(hand))))
    return Case(hand, entry.rules, problems_of(hand))


def read_hand(text: str, present: Entry) -> Read:
    """The entry of a hand, finished or not, at the present table: its rules, round, seat, honba and sticks stay unless
    the text names others."""
    wrong: list[Problem] = []
    entry = _entry(_fields(text, wrong), present, wrong, is_bounded=True)
    return Read(entry, tuple(wrong))


def _entry(fields: dict[str, str], present: Entry, wrong: list[Problem], *, is_bounded: bool) -> Entry:
    table = replace(present.table, dora=(), discarder=0)
    kept = form_fields(Entry(table=table, is_seat_guessed=present.is_seat_guessed))
    if "rules" in fields:
        kept = {name: value for name, value in kept.items() if not name.startswith(RULE)}
    entry, problems = read_entry({**kept, **fields}, is_bounded=is_bounded)
    wrong += problems
    return entry


def _fields(text: str, wrong: list[Problem]) -> dict[str, str]:
    """The fields of an address that a line spells."""
    if len(text) > LONGEST_LINE:
        wrong.append(problem("hand", Code.BAD_NOTATION, "too long to be tiles: '{quoted}'…", quoted=text[:20]))
        return {}
    text = text[_end_of_label(text.translate(HALF_WIDTH)) :]
    has_bamboo = in_kanji_style(text)
    words = _words(text, has_bamboo=has_bamboo)
    tiles, melds = _tiles_and_melds(words, wrong, has_bamboo=has_bamboo)
    if len(words["win"]) > 1:
        quoted = " ".join(f"+{win}" for win in words["win"])
        wrong.append(problem("hand", Code.BAD_NOTATION, "one winning tile is expected, not '{quoted}'", quoted=quoted))
    if words["stray"]:
        quoted = words["stray"][0]
        wrong.append(problem("hand", Code.BAD_NOTATION, "cannot read '{quoted}' as tiles", quoted=quoted))
    if not (tiles or melds or wrong):
        wrong.append(no_tiles("hand"))
    return {
        "hand": format_tiles(tiles, ordered=True),
        "melds": "-".join(map(format_meld, melds)),
        "kept": "1" if words["win"] else "",
        **_circumstances(words["word"] + ["riichi"] * len(words["riichi"]), wrong),
        **dict(map(_setting, words["setting"])),
    }


def _words(text: str, *, has_bamboo: bool) -> dict[str, list[str]]:
    """The words of a line as they were typed, by what they are: the names of `_PART`, and ``kan`` for those melds that
    are four equal tiles after a comma."""
    plain = text.translate(HALF_WIDTH)
    words: dict[str, list[str]] = defaultdict(list)
    for part in _PART.finditer(plain):
        sort = str(part.lastgroup)
        typed = text[part.start(sort) : part.end(sort)]
        if sort == "group" and plain[: part.start()].rstrip().endswith(","):
            match = _AFTER_COMMA.fullmatch(part[sort])
            sort = "meld" if match else sort
            words["kan"] += [typed] if match and match["kan"] else []
        if sort == "win" and part[0][1].isspace() and not _is_tile(typed, has_bamboo=has_bamboo):
            sort = "group"  # a plus between two groups
        before, _, last = typed.replace("＋", "+").rpartition("+")
        if sort == "group" and before and "+" not in before and _is_tile(last, has_bamboo=has_bamboo):
            words["win"].append(last)
            typed = before
        words[sort].append(typed)
    return words


def _is_tile(text: str, *, has_bamboo: bool) -> bool:
    return read_notation("", partial(parse_tile, has_bamboo=has_bamboo), text, []) is not None


def _end_of_label(text: str) -> int:
    match = _LABEL.match(text)
    if not match or _NOT_THE_HAND.search(match[1]) or read_notation("", parse_tiles, match[1], []) is not None:
        return 0
    return match.end()


def _tiles_and_melds(
    words: Mapping[str, list[str]], wrong: list[Problem], *, has_bamboo: bool
) -> tuple[list[Tile], list[Meld]]:
    """The concealed tiles, the winning tile last, and the melds."""

    def tiles_of(texts: Iterable[str]) -> list[Tile]:
        read = [read_notation("hand", partial(parse_tiles, has_bamboo=has_bamboo), text, wrong) for text in texts]
        return [tile for tiles in read for tile in tiles or ()]

    def melds_of(texts: Iterable[str], problems: list[Problem]) -> list[Meld]:
        read = [read_notation("melds", partial(parse_meld, has_bamboo=has_bamboo), text, problems) for text in texts]
        return [meld for meld in read if meld]

    not_melds: list[Problem] = []
    melds = melds_of(words["bracket"], not_melds)
    if not_melds and not (words["group"] or words["win"] or words["meld"]):
        return tiles_of(text[1:-1] for text in words["bracket"]), []
    wrong += not_melds
    tiles = tiles_of(words["group"])
    size = len(tiles) + len(words["win"]) + SET_SIZE * len(melds) + COPIES * len(words["kan"])
    if words["kan"] == words["meld"] != [] and not words["riichi"] and size <= MOST_TILES:
        wrong.append(_tiles_or_kan(words["kan"][0]))
    melds += melds_of(words["meld"], wrong)
    wins = [read_notation("hand", partial(parse_tile, has_bamboo=has_bamboo), text, wrong) for text in words["win"]]
    return [*tiles, *(win for win in wins if win is not None)], melds


def _tiles_or_kan(text: str) -> Problem:
    tiles = format_tiles(parse_meld(text).tiles)
    return problem(
        "hand",
        Code.BAD_NOTATION,
        "'{quoted}' can be read as {first} or as {second}",
        quoted=text,
        first=tiles,
        second=f"[{tiles}]",
    )


def _circumstances(words: list[str], wrong: list[Problem]) -> dict[str, str]:
    """The fields of flags, and of the way of winning."""
    ways = [word for word in words if word in ("tsumo", "ron")]
    if len(set(ways)) > 1:
        wrong.append(problem("by", Code.BAD_VALUE, "The way of winning is ron or tsumo."))
    flags = read_flags("flags", [word for word in words if word not in ways], wrong)
    return {**dict.fromkeys(flags, "1"), "by": ways[0] if ways else ""}


def _setting(word: str) -> tuple[str, str]:
    """The field of ``name=value``."""
    name, _, value = word.translate(HALF_WIDTH).partition("=")
    value = value or "''"  # so that a message quotes it
    return (name if name in _FIELDS else RULE + name), value
