"""Reads text that people paste into the text field: tiles, links to hands, cases as JSON.

It understands our own links (from any server), our own JSON cases, the text that we share (by the link in it), and the
hand links of tenhou.net (``https://tenhou.net/2/?q=123m…``: `q` and `p` are the tiles in MPSZ).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from webapp.entry import MOST_TILES, Entry
from webapp.entry.entered import entry_of
from webapp.formats.address import too_many
from webapp.formats.case import read_case
from webapp.formats.fields import no_tiles, read_tiles
from webapp.scoring.problems import Problem

_LINK = re.compile(r"https?://\S+")
_TENHOU = "tenhou.net"
_TILES_OF_TENHOU = ("q", "p")
#: The longest pasted link or case. A longer text is read as tiles and refused there.
LONGEST = 8000


def pasted(text: str, present: Entry) -> Mapping[str, str] | Entry | Problem:
    """The meaning of a pasted text: the fields of a link, the entry of a case, or the `present` entry with the pasted
    tiles and without melds; a problem if it is none of these."""
    link = _LINK.search(text[:LONGEST])
    entered = _entry_of_case(text) if text.startswith("{") else _fields_of_link(link[0]) if link else None
    if entered is not None and len(text) <= LONGEST:
        return entered
    wrong: list[Problem] = []
    tiles = read_tiles("text", text, wrong)
    if not tiles and not wrong:
        wrong.append(no_tiles("text"))
    if len(tiles) > MOST_TILES:
        wrong.append(too_many("text", MOST_TILES, len(tiles)))
    return wrong[0] if wrong else replace(present, tiles=tiles, melds=())


def _fields_of_link(link: str) -> Mapping[str, str] | None:
    try:
        parts = urlsplit(link)
        fields = dict(parse_qsl(parts.query, max_num_fields=200))
    except ValueError:
        return None
    if parts.hostname == _TENHOU or (parts.hostname or "").endswith("." + _TENHOU):
        return next(({"hand": fields[name]} for name in _TILES_OF_TENHOU if name in fields), None)
    return fields if fields.keys() & {"hand", "melds"} else None


def _entry_of_case(text: str) -> Entry | None:
    try:
        pasted_case = json.loads(text)
        case = read_case(pasted_case)
    except (ValueError, RecursionError):
        return None
    if case.hand is None:
        return None
    entry = entry_of(case.hand)
    is_named = not case.hand.is_tsumo and pasted_case.get("from")
    return entry if is_named else replace(entry, table=replace(entry.table, discarder=0))
