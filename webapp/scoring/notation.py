"""Reads and writes tiles as people type and paste them.

It reads MPSZ with 0 for a red five (``123m0p11z``), the suit first (``m123p406``, ``m1m2m3``), kanji numerals
(``一二三`` are characters; ``三索``, ``①②③``, ``123索``, ``東南西北白發中``), ``赤`` before a red five, full-width
digits and the Unicode tiles U+1F000–U+1F021. Next to kanji numerals or circled digits, digits without a suit are
bamboo, as in some Japanese texts (``一二三①②③123東``; source: 気まぐれな戯れ言). It writes MPSZ. Other text raises
`NotationError`, which quotes it.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from webapp.scoring.tiles import NAMES, RED_OF, TILES, Tile, sort_key

LONGEST_TEXT = 400
#: The number of texts that are cached with their tiles: mostly names of single tiles, and melds.
TEXTS_KEPT = 1 << 10


class NotationError(ValueError):
    """The text does not spell tiles. `text` is a message with a place for `quoted`, the part that cannot be read."""

    def __init__(self, text: str, quoted: str) -> None:
        super().__init__(text.format(quoted=quoted))
        self.text, self.quoted = text, quoted


_SUIT_OF = {
    **{suit: suit for suit in "mpsz"},
    **dict.fromkeys("萬万", "m"),
    **dict.fromkeys("筒餅", "p"),
    **dict.fromkeys("索", "s"),
}
_SUIT_SIGNS = "".join(_SUIT_OF)
_KANJI_DIGITS = str.maketrans("一二三四五六七八九", "123456789")
_CIRCLED_DIGITS = str.maketrans("①②③④⑤⑥⑦⑧⑨", "123456789")
_PLAIN_DIGITS = str.maketrans("０１２３４５６７８９ＭＰＳＺｍｐｓｚMPSZ伍", "0123456789mpszmpszmpsz五")
_HONOURS = {"東": "1z", "南": "2z", "西": "3z", "北": "4z", "白": "5z", "發": "6z", "発": "6z", "中": "7z"}
_UNICODE_ORDER = "1234z7z6z5z123456789m123456789s123456789p"

_TOKEN = re.compile(
    rf"""(?P<red>赤)?(?:
      (?P<digits>[0-9]+)(?P<suit>[{_SUIT_SIGNS}])?
    | (?P<letter>[mpsz])(?P<after>[0-9]+)
    | (?P<kanji>[一二三四五六七八九]+)(?P<kanji_suit>[萬万筒餅索])?
    | (?P<circled>[①②③④⑤⑥⑦⑧⑨]+)
    | (?P<honour>[東南西北白發発中])
    | (?P<picture>[\U0001f000-\U0001f021])
    )[\ufe0e\ufe0f]?""",
    re.VERBOSE,
)
#: Characters next to which digits without a suit can only be bamboo.
_KANJI_STYLE = re.compile(r"[一二三四五六七八九①②③④⑤⑥⑦⑧⑨]")
#: Plain MPSZ, which is read at once, and its suits.
_MPSZ = re.compile(r"(?:[0-9]+[mpsz])+")
_SUITS_OF_MPSZ = re.compile(r"([0-9]+)([mpsz])")
_BETWEEN = re.compile(r"[\s,、・_+|]*")


def _named(ranks: str, suit: str) -> list[Tile]:
    try:
        return [TILES[rank + suit] for rank in ranks]
    except KeyError as error:
        raise NotationError("no such tile: '{quoted}'", error.args[0]) from None


_PICTURES: list[Tile] = [
    tile for ranks, suit in re.findall(r"(\d+)([mpsz])", _UNICODE_ORDER) for tile in _named(ranks, suit)
]


def _tiles_of(match: re.Match[str], bare_suit: str) -> list[Tile]:
    """The tiles of one token; `bare_suit` is the suit of digits without one, empty if digits must have a suit."""
    parts = match.groupdict()
    if parts["digits"]:
        suit = _SUIT_OF.get(parts["suit"], bare_suit)
        if not suit:
            raise NotationError("'{quoted}' needs a suit: m, p, s or z", parts["digits"])
        return _named(parts["digits"], suit)
    if parts["letter"]:
        return _named(parts["after"], parts["letter"])
    if parts["kanji"]:
        return _named(parts["kanji"].translate(_KANJI_DIGITS), _SUIT_OF[parts["kanji_suit"] or "萬"])
    if parts["circled"]:
        return _named(parts["circled"].translate(_CIRCLED_DIGITS), "p")
    if parts["honour"]:
        return [TILES[_HONOURS[parts["honour"]]]]
    return [_PICTURES[ord(parts["picture"]) - 0x1F000]]


def _reddened(tiles: list[Tile], text: str) -> list[Tile]:
    if tiles[0] not in RED_OF:
        raise NotationError("only a five can be red: '{quoted}'", text)
    return [RED_OF[tiles[0]], *tiles[1:]]


@lru_cache(TEXTS_KEPT)
def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text, in its order. Raises `NotationError`."""
    if len(text) > LONGEST_TEXT:
        raise NotationError("too long to be tiles: '{quoted}'…", text[:20])
    if _MPSZ.fullmatch(text):
        return tuple([tile for ranks, suit in _SUITS_OF_MPSZ.findall(text) for tile in _named(ranks, suit)])
    text = text.translate(_PLAIN_DIGITS)
    bare_suit = "s" if _KANJI_STYLE.search(text) else ""
    tiles: list[Tile] = []
    position = _end_of_gap(text, 0)
    while position < len(text):
        match = _TOKEN.match(text, position)
        if not match:
            raise NotationError("cannot read '{quoted}' as tiles", text[position : position + 12])
        read = _tiles_of(match, bare_suit)
        tiles += _reddened(read, match[0]) if match["red"] else read
        position = _end_of_gap(text, match.end())
    return tuple(tiles)


def _end_of_gap(text: str, position: int) -> int:
    gap = _BETWEEN.match(text, position)
    return gap.end() if gap else position


def parse_tile(text: str) -> Tile:
    """The tile of a text. Raises `NotationError`, also for no tile or several."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError("one tile is expected, not '{quoted}'", text[:20])
    return tiles[0]


def format_tiles(tiles: Iterable[Tile], *, ordered: bool = False) -> str:
    """The tiles in MPSZ: sorted as a player holds them, or in the given order."""
    names = [NAMES[tile] for tile in (tiles if ordered else sorted(tiles, key=sort_key))]
    return "".join("".join(name[0] for name in group) + suit for suit, group in groupby(names, lambda name: name[1]))
