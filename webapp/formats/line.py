"""Reads a case from one line of text: a JSON object, or a hand in the notation of the yaku examples.

``123m 456p (555z) [9999m] 99s +9s riichi seat=E dora=1z`` is such a hand. Tiles are concealed; ``( )`` is a called
meld, ``[ ]`` a concealed kan, ``+`` the winning tile (else it is the last concealed tile). A word is a flag, or
``tsumo`` (else ron). ``name=value`` is a field of a case (winds, honba, sticks, from, nuki, nth_ron, liable,
dora, ura, rules) or a switch of the rules.
"""

import json
import re
from typing import Any

from webapp.formats.case import Case, read_case
from webapp.scoring.blocks import MeldType
from webapp.scoring.notation import NotationError, format_tiles, parse_tiles
from webapp.scoring.problems import Code, problem
from webapp.scoring.rules import TENHOU
from webapp.scoring.tiles import KIND, NAMES, Tile

_WORD = re.compile(r"[a-z_]+")
_LISTS = ("dora", "ura")
_FIELDS = ("round", "seat", "honba", "sticks", "from", "nuki", "nth_ron", "liable")


def read_line(line: str, preset: str = TENHOU.preset) -> Case:
    """The case of a line. `preset` gives the rules of a case that names none. No error is raised."""
    if not line.lstrip().startswith(("{", "[{", '"')):
        return read_case(_case_of_words(line.split(), preset), has_text_rules=True)
    try:
        case = json.loads(line)
    except (ValueError, RecursionError):
        return Case(None, TENHOU, (problem("", Code.BAD_JSON, "The line is not JSON."),))
    return read_case({"rules": preset, **case} if isinstance(case, dict) else case)


def _case_of_words(words: list[str], preset: str) -> dict[str, object]:
    """The JSON of the case that the words of a line spell. It is not checked here."""
    case: dict[str, Any] = {"by": "ron", "melds": [], "flags": [], "rules": {"preset": preset}}
    tiles: list[str] = []
    for word in words:
        name, sign, value = word.partition("=")
        if sign:
            _set(case, name, value)
        elif word in ("tsumo", "ron"):
            case["by"] = word
        elif _WORD.fullmatch(word):
            case["flags"].append(word)
        elif word[0] in "([":
            case["melds"].append(_meld(word))
        elif word[0] == "+":
            case["win"] = word[1:]
        else:
            tiles.append(word)
    return {"concealed": "".join(tiles), **case} if "win" in case else {**_with_last_as_win("".join(tiles)), **case}


def _set(case: dict[str, Any], name: str, value: str) -> None:
    if name in _LISTS:
        case[name] = _listed(value)
    elif name in _FIELDS:
        case[name] = value
    elif name == "rules":
        case["rules"]["preset"] = value
    else:
        case["rules"][name] = value


def _read(text: str) -> tuple[Tile, ...]:
    """The tiles of a text; empty if it cannot be read, which is reported when the case is read."""
    try:
        return parse_tiles(text)
    except NotationError:
        return ()


def _listed(text: str) -> list[str]:
    """The names of the tiles in a text; the text itself if it cannot be read."""
    return [NAMES[tile] for tile in _read(text)] or [text]


def _with_last_as_win(text: str) -> dict[str, str]:
    tiles = _read(text)
    if not tiles:
        return {"concealed": text, "win": text}
    return {"concealed": format_tiles(tiles[:-1], ordered=True), "win": NAMES[tiles[-1]]}


def _meld(word: str) -> dict[str, str]:
    text = word.strip("()[]")
    return {"type": MeldType.ANKAN if word[0] == "[" else _called(_read(text)), "tiles": text}


def _called(tiles: tuple[Tile, ...]) -> MeldType:
    if len(tiles) == 4:
        return MeldType.DAIMINKAN
    return MeldType.PON if len({KIND[tile] for tile in tiles}) == 1 else MeldType.CHI
