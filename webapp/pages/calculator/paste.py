"""Reads text that people paste into the text field: hands, links to hands, cases as JSON.

It understands hands in the notations of `formats.line`, our own links (from any server), our own JSON cases, the text
that we share (by the link in it), and links to hands of tenhou.net
(``https://tenhou.net/2/?q=123m…``: `q` and `p` are the tiles in MPSZ) and of majiang (kobalab/Majiang, src/js/hule.js
and paili.js: the hand stands behind ``#``, and its circumstances between slashes).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, unquote, urlsplit

from webapp.entry import Entry
from webapp.entry.entered import entry_of
from webapp.formats.line import read_hand, read_line
from webapp.scoring.problems import Problem
from webapp.scoring.table import WIND_NAMES

#: A link ends before a bracket, a quotation mark or a character that no link has. Those of tenhou.net are known without
#: a scheme too.
_LINK = re.compile(r"(?i:https?://|\b(?=tenhou\.net/))[^\s<>()\[\]\"'\u0080-\U0010ffff]+")
_TENHOU = "tenhou.net"
_TILES_OF_TENHOU = ("q", "p")
_MAJIANG = re.compile(r"/(hule|paili)\.html$")
#: What each part behind the hand in a link of majiang stands for, by its value.
_MAJIANG_PARTS: tuple[Mapping[str, str], ...] = (
    {"0": "ron", "1": "tsumo"},
    *({str(seat): f"{name}={wind}" for seat, wind in enumerate(WIND_NAMES)} for name in ("round", "seat")),
    {"1": "riichi", "2": "double_riichi"},
    {"1": "ippatsu"},
    {"1": "haitei"},
    {"1": "rinshan"},
    {"1": "chankan"},
    {"1": "tenhou", "2": "chiihou"},
)
#: The longest pasted link or case. A longer text is read as a hand and refused there.
LONGEST = 8000


def pasted(text: str, present: Entry) -> Mapping[str, str] | Entry | tuple[Problem, ...]:
    """The meaning of a pasted text: the fields of a link of ours, or an entry; all problems if it cannot be read.

    A hand takes the place of the hand at the `present` table, a case the place of all that was entered.
    """
    if text.startswith("{") and len(text) <= LONGEST:
        return _entry_of_case(text)
    link = _LINK.search(text) if len(text) <= LONGEST else None
    meant = _fields_of_link(link[0]) if link else None
    if isinstance(meant, Mapping):
        return meant
    entry, problems = read_hand(meant or text, present)
    return problems or entry


def _fields_of_link(link: str) -> Mapping[str, str] | str | None:
    """The fields of a link of ours; the hand of another link as a line; None if it is no link to a hand."""
    try:
        parts = urlsplit(link if "://" in link else f"https://{link}")
        fields = dict(parse_qsl(parts.query, max_num_fields=200))
        host = parts.hostname or ""
    except ValueError:
        return None
    if host == _TENHOU or host.endswith("." + _TENHOU):
        tiles = {name.lower(): value for name, value in fields.items()}
        return next((tiles[name] for name in _TILES_OF_TENHOU if name in tiles), None)
    if _MAJIANG.search(parts.path):
        return _line_of_majiang(unquote(parts.fragment)) or None
    return fields if fields.keys() & {"hand", "melds"} else None


def _line_of_majiang(fragment: str) -> str:
    hand, dora, ura, *parts = (fragment + "//").split("/")
    words = [known[part] for known, part in zip(_MAJIANG_PARTS, parts, strict=False) if part in known]
    indicators = [f"{name}={tiles}" for name, tiles in (("dora", dora), ("ura", ura)) if tiles.strip(",")]
    line = " ".join([hand, *indicators, *words])
    return line.replace("haitei", "houtei") if "ron" in words else line


def _entry_of_case(text: str) -> Entry | tuple[Problem, ...]:
    case = read_line(text)
    if case.hand is None:
        return case.problems
    entry = entry_of(case.hand)
    is_named = not case.hand.is_tsumo and json.loads(text).get("from")
    return entry if is_named else replace(entry, table=replace(entry.table, discarder=0))
