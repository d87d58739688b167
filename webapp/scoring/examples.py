"""Hands written on one line, as in the docstrings of the yaku.

``123m 456p (555z) [9999m] 99s +9s riichi seat=E open_tanyao=no``: concealed tiles; ``( )`` a meld called, ``[ ]`` a
concealed kan; ``+`` the winning tile (else the last tile of the line that is not in a meld); words are flags,
``tsumo`` (else ron), ``round=`` and ``seat=`` winds, ``dora=`` and ``ura=`` indicators; any other ``name=value`` is a
rule switch of the tenhou rules.
"""

import re
from dataclasses import replace
from typing import Any

from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import SWITCHES, TENHOU, RedFives
from webapp.scoring.table import WIND_NAMES, Table
from webapp.scoring.tiles import KIND, Tile

_SWITCHES: dict[str, Any] = {"yes": True, "no": False, "0": RedFives(0, 0, 0)}


def parse_example(line: str) -> WinningHand:
    """The hand that a line spells. Raises `ValueError` for a word that means nothing."""
    tiles: list[Tile] = []
    melds: list[Meld] = []
    win: Tile | None = None
    facts: dict[str, Any] = {"is_tsumo": False, "flags": set()}
    table: dict[str, Any] = {}
    switches: dict[str, Any] = {}
    for word in line.split():
        name, _, value = word.partition("=")
        if value and name in ("round", "seat"):
            table[name] = WIND_NAMES.index(value)
        elif value and name == "dora":
            table[name] = parse_tiles(value)
        elif value and name == "ura":
            facts[name] = parse_tiles(value)
        elif value:
            switches[name] = _switch_value(name, value)
        elif word == "tsumo":
            facts["is_tsumo"] = True
        elif re.fullmatch(r"[a-z_]+", word):
            facts["flags"].add(Flag(word))
        elif word[0] in "([":
            melds.append(_meld(parse_tiles(word[1:-1]), is_concealed=word[0] == "["))
        elif word[0] == "+":
            win = parse_tile(word[1:])
        else:
            tiles += parse_tiles(word)
    if win is None:
        win = tiles.pop()
    facts["flags"] = frozenset(facts["flags"])
    situation = Table(rules=replace(TENHOU, **switches), **table)
    return WinningHand(tuple(tiles), win, melds=tuple(melds), table=situation, **facts)


def _switch_value(name: str, value: str) -> Any:
    if SWITCHES[name].sort == "set":
        return frozenset(value.split(","))
    return _SWITCHES.get(value, value)


def _meld(tiles: tuple[Tile, ...], *, is_concealed: bool) -> Meld:
    if is_concealed:
        return Meld(MeldType.ANKAN, tiles)
    if len(tiles) == 4:
        return Meld(MeldType.DAIMINKAN, tiles)
    return Meld(MeldType.PON if len({KIND[tile] for tile in tiles}) == 1 else MeldType.CHI, tiles)
