"""Reads hands written on one line, as in the docstrings of the yaku.

``123m 456p (555z) [9999m] 99s +9s riichi seat=E open_tanyao=no``: concealed tiles; ``( )`` a meld called, ``[ ]`` a
concealed kan; ``+`` the winning tile (else the last tile that is not in a meld); words are flags, ``tsumo`` (else
ron), ``round=`` and ``seat=`` winds, ``dora=`` and ``ura=`` indicators; any other ``name=value`` is a switch of the
tenhou rules.
"""

import re
from dataclasses import replace
from typing import Any

from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import SWITCHES, TENHOU
from webapp.scoring.table import WIND_NAMES, Table
from webapp.scoring.tiles import KIND, Tile


def parse_example(line: str) -> WinningHand:
    """The hand of a line. Raises `ValueError` for an unknown word."""
    tiles: list[Tile] = []
    melds: list[Meld] = []
    wins: list[Tile] = []
    words: set[str] = set()
    values: dict[str, str] = {}
    for word in line.split():
        if "=" in word:
            name, _, values[name] = word.partition("=")
        elif re.fullmatch(r"[a-z_]+", word):
            words.add(word)
        elif word[0] in "([":
            melds.append(_meld(parse_tiles(word[1:-1]), is_concealed=word[0] == "["))
        elif word[0] == "+":
            wins.append(parse_tile(word[1:]))
        else:
            tiles += parse_tiles(word)
    win = wins[0] if wins else tiles.pop()
    ura, flags = parse_tiles(values.pop("ura", "")), frozenset(map(Flag, words - {"tsumo"}))
    return WinningHand(tuple(tiles), win, "tsumo" in words, tuple(melds), _table(values), flags, ura)


def _table(values: dict[str, str]) -> Table:
    """The table from the values of a line. Values that are not fields of the table are switches of the rules."""
    seats = {name: WIND_NAMES.index(values.pop(name)) for name in ("round", "seat") if name in values}
    dora = parse_tiles(values.pop("dora", ""))
    switches: dict[str, Any] = {name: SWITCHES[name].from_text(value) for name, value in values.items()}
    return Table(**seats, dora=dora, rules=replace(TENHOU, **switches))


def _meld(tiles: tuple[Tile, ...], *, is_concealed: bool) -> Meld:
    if is_concealed:
        return Meld(MeldType.ANKAN, tiles)
    if len(tiles) == 4:
        return Meld(MeldType.DAIMINKAN, tiles)
    return Meld(MeldType.PON if len({KIND[tile] for tile in tiles}) == 1 else MeldType.CHI, tiles)
