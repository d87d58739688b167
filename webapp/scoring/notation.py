"""Reads and writes tiles and melds as people type and paste them.

Tiles are read in MPSZ with 0 for a red five (``123m0p11z``), with the suit first (``m123p406``, ``m1m2m3``), in kanji
(``一二三`` are characters; ``三索``, ``①②③``, ``123条``, ``東南西北白發中``), as capitals (``ESWN PFC``: winds, then
white, green, red) and as the Unicode tiles U+1F000–U+1F021. Full-width characters are like the others. A five is red
with ``r`` or ``赤`` before or after it (``r5p``, ``5rp``, ``5pr``, ``赤5p``). Next to kanji numerals or circled digits,
digits without a suit are bamboo, as in some Japanese texts (``一二三①②③123東``; source: 気まぐれな戯れ言). Blanks,
commas, hyphens and the like may stand between groups.

A meld is written in brackets, as in majiang's notation, or as in an address; see `parse_meld`.

A text that can be read in two ways is refused, as is any text that cannot be read: `NotationError` quotes it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from webapp.scoring.blocks import Meld, MeldType, is_meld
from webapp.scoring.tiles import KIND, NAMES, TILES, Tile, sort_key

LONGEST_TEXT = 400
#: The number of texts that are cached with their tiles: mostly names of single tiles, and melds.
TEXTS_KEPT = 1 << 10


class NotationError(ValueError):
    """The text does not spell tiles or a meld. `text` is a message with places for the `values`, all of them text."""

    def __init__(self, text: str, **values: str) -> None:
        super().__init__(text.format(**values))
        self.text, self.values = text, values


# -- tiles --------------------------------------------------------------------------------------------

_SUIT_OF = {
    sign: suit for suit, signs in {"m": "mM萬万", "p": "pP筒饼餅", "s": "sS索条條", "z": "zZ"}.items() for sign in signs
}
_KANJI_SUITS = "萬万筒饼餅索条條"
_HONOURS = ["東东E", "南S", "西W", "北N", "白P", "發发発F", "中C"]
_HONOUR_OF = {sign: f"{rank}z" for rank, signs in enumerate(_HONOURS, 1) for sign in signs}
_UNICODE_ORDER = "1234z7z6z5z123456789m123456789s123456789p"
_NAMES_IN_UNICODE = [rank + suit for ranks, suit in re.findall(r"(\d+)([mpsz])", _UNICODE_ORDER) for rank in ranks]
#: What stands for a mark that was read, and for red fives in kanji, in a circle and as pictures: no characters of any
#: text.
_READ, _RED_KANJI, _RED_CIRCLE = "\ufdd0", "\ufdd1", "\ufdd2"
_RED_PICTURES = {"\ufdd3": "0m", "\ufdd4": "0p", "\ufdd5": "0s"}
_PICTURES = {chr(0x1F000 + i): name for i, name in enumerate(_NAMES_IN_UNICODE)} | _RED_PICTURES
#: Full-width characters are read as the usual ones. Every change to a text keeps its length, so that a message can
#: quote what was typed.
HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(range(0xFDD0, 0xFDD6), "?")
_RED_FIVE = {"5": "0", "五": _RED_KANJI, "伍": _RED_KANJI, "⑤": _RED_CIRCLE}
_RED_FIVE |= dict(zip("\U0001f00b\U0001f01d\U0001f014", _RED_PICTURES, strict=True))
_RANK_OF = {rank: str(i % 9 + 1) for i, rank in enumerate("一二三四五六七八九①②③④⑤⑥⑦⑧⑨123456789")}
_RANK_OF |= {"伍": "5", "0": "0", _RED_KANJI: "0", _RED_CIRCLE: "0"}
#: A red five is marked by these, which stand before it where both sides are possible; before 中 they are part of its
#: name. The letter r stands on either side.
_RED = re.compile(r"赤|[红紅](?!中)")
_FIVE = f"(?P<five>[{''.join(_RED_FIVE)}])"
_MARK_BEFORE = re.compile(rf"(?P<before>r)(?P<suit>[mpszMPSZ]?){_FIVE}")
_MARK_AFTER = re.compile(rf"{_FIVE}(?P<suit>[mpszMPSZ{_KANJI_SUITS}]?)(?P<after>r)")

#: A run of ranks with its suit, which may be left out in kanji and circles.
_RUN = re.compile(
    rf"""(?P<letter>[mpszMPSZ])(?P<ranks>{_READ}*+[0-9][0-9{_READ}]*+)
    |(?P<digits>{_READ}*+[0-9][0-9{_READ}]*+)(?P<suit>[mpszMPSZ{_KANJI_SUITS}])
    |(?P<kanji>[一二三四五伍六七八九{_RED_KANJI}{_READ}]++)(?P<kanji_suit>[{_KANJI_SUITS}]?+)
    |(?P<circled>[①-⑨{_RED_CIRCLE}{_READ}]++)[筒饼餅]?+""",
    re.VERBOSE,
)
_BARE = re.compile(rf"{_READ}*+[0-9][0-9{_READ}]*+")
#: A run of digits and kanji with one suit in kanji. It can be read as several runs too, and then is refused.
_MIXED = re.compile(rf"(?P<ranks>[0-9一二三四五伍六七八九{_RED_KANJI}{_READ}]++)(?P<suit>[{_KANJI_SUITS}])")
_HONOUR = re.compile(r"([東东南西北ESWNPFC])|(白)板?|([發发発])[財财]?|[红紅]?(中)")
#: Characters next to which digits without a suit can only be bamboo.
_KANJI_STYLE = re.compile(r"[一二三四五伍六七八九①-⑨]")
#: Plain MPSZ, which is read at once, and its suits.
_MPSZ = re.compile(r"(?:[0-9]+[mpsz])+")
_SUITS_OF_MPSZ = re.compile(r"([0-9]+)([mpsz])")
#: What may stand between groups; some of it has no width.
_BETWEEN = re.compile(rf"[\s,、・_+|/.。;{_READ}\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff\u2010-\u2014-]*")


@lru_cache(TEXTS_KEPT)
def parse_tiles(text: str, *, has_bamboo: bool = False, is_meld: bool = False) -> tuple[Tile, ...]:
    """The tiles of a text, in its order. `has_bamboo`: digits without a suit are bamboo, whatever is next to them. The
    tiles of a meld (`is_meld`) have no order, so readings that differ only in it are one. Raises `NotationError`."""
    if len(text) > LONGEST_TEXT:
        raise NotationError("too long to be tiles: '{quoted}'…", quoted=text[:20])
    if _MPSZ.fullmatch(text):
        return _mpsz(text)
    as_typed = text.translate(HALF_WIDTH).replace("R", "r")
    plain = _RED.sub("r", as_typed)
    has_bamboo = has_bamboo or in_kanji_style(plain)
    marked = {pattern.sub(_red_five, plain): None for pattern in (_MARK_BEFORE, _MARK_AFTER)}
    reached = [_readings(variant, has_bamboo=has_bamboo) for variant in marked]
    found: list[tuple[Tile, ...]] = []
    for readings in reached:
        if not found or "r" in as_typed:
            _add(found, readings.get(len(text), []))
    if not found:
        raise _error(text, plain, max(map(max, reached)))
    if len(found) > 1 and not (is_meld and len({tuple(sorted(reading)) for reading in found}) == 1):
        first, second = (format_tiles(reading, ordered=True) for reading in found[:2])
        raise NotationError(
            "'{quoted}' can be read as {first} or as {second}", quoted=text.strip(), first=first, second=second
        )
    return found[0]


def in_kanji_style(text: str) -> bool:
    """Whether digits without a suit are bamboo in this text."""
    return bool(_KANJI_STYLE.search(text))


def _mpsz(text: str) -> tuple[Tile, ...]:
    try:
        return tuple([TILES[rank + suit] for ranks, suit in _SUITS_OF_MPSZ.findall(text) for rank in ranks])
    except KeyError as error:
        raise NotationError("no such tile: '{quoted}'", quoted=error.args[0]) from None


def _red_five(match: re.Match[str]) -> str:
    """A marked five as a red one, in as many characters."""
    parts = match.groupdict()
    red = _RED_FIVE[parts["five"]]
    return _READ + parts["suit"] + red if "before" in parts else red + parts["suit"] + _READ


def _readings(text: str, *, has_bamboo: bool) -> dict[int, list[tuple[Tile, ...]]]:
    """Every place of the text that can be reached, with the readings of the text before it."""
    readings: dict[int, list[tuple[Tile, ...]]] = {_end_of_gap(text, 0): [()]}
    for place in range(len(text)):
        for tiles, end in _groups(text, place, has_bamboo=has_bamboo) if place in readings else ():
            _add(readings.setdefault(_end_of_gap(text, end), []), [before + tiles for before in readings[place]])
    return readings


def _add(known: list[tuple[Tile, ...]], readings: list[tuple[Tile, ...]]) -> None:
    """Adds readings that are not known yet. Of their order only the last tile counts, which may be the winning tile.
    Two hands, each with two last tiles, are enough to know that there are several readings."""
    for reading in readings:
        is_known = any(reading[-1:] == other[-1:] and sorted(reading) == sorted(other) for other in known)
        if not is_known and len(known) < 4:
            known.append(reading)


def _groups(text: str, place: int, *, has_bamboo: bool) -> Iterator[tuple[tuple[Tile, ...], int]]:
    """Every group of tiles that the text can have at this place, and where it ends."""
    if match := _RUN.match(text, place):
        names = _names(match)
        if all(name in TILES for name in names):
            yield tuple([TILES[name] for name in names]), match.end()
    if (match := _MIXED.match(text, place)) and not (_RUN.fullmatch(match[0])):
        yield tuple([TILES[name] for name in _names_of(match["ranks"], match["suit"])]), match.end()
    if has_bamboo and (match := _BARE.match(text, place)):
        yield tuple([TILES[_RANK_OF[rank] + "s"] for rank in match[0] if rank != _READ]), match.end()
    if match := _HONOUR.match(text, place):
        yield (TILES[_HONOUR_OF[match[match.lastindex or 0]]],), match.end()
    if text[place] in _PICTURES:
        yield (TILES[_PICTURES[text[place]]],), place + 1


def _names(match: re.Match[str]) -> list[str]:
    """The names of the tiles of a run, such as ``8z`` too."""
    ranks = match["ranks"] or match["digits"] or match["kanji"] or match["circled"]
    suit = match["letter"] or match["suit"] or match["kanji_suit"] or ("m" if match["kanji"] else "p")
    return _names_of(ranks, suit)


def _names_of(ranks: str, suit: str) -> list[str]:
    return [_RANK_OF[rank] + _SUIT_OF[suit] for rank in ranks if rank != _READ]


def _error(text: str, plain: str, place: int) -> NotationError:
    """Why the text cannot be read further than to this place."""
    rest = text[place : place + 12]
    if re.match(r"r[mpszMPSZ]?[0-9一二三四五伍六七八九①-⑨東东南西北白發发発中]", plain[place:]):
        return NotationError("only a five can be red: '{quoted}'", quoted=rest)
    if match := _RUN.match(plain, place):
        sign = text[match.end("letter") - 1] if match["letter"] else text[match.end() - 1]
        if rank := next((name[0] for name in _names(match) if name not in TILES), ""):
            return NotationError("no such tile: '{quoted}'", quoted=sign + rank if match["letter"] else rank + sign)
        return NotationError("no such tile: '{quoted}'", quoted=text[:place].strip()[-1:] + text[place : match.end()])
    if match := _BARE.match(plain, place):
        return NotationError("'{quoted}' needs a suit: m, p, s or z", quoted=text[place : match.end()])
    return NotationError("cannot read '{quoted}' as tiles", quoted=rest)


def _end_of_gap(text: str, place: int) -> int:
    gap = _BETWEEN.match(text, place)
    return gap.end() if gap else place


def parse_tile(text: str, *, has_bamboo: bool = False) -> Tile:
    """The tile of a text. Raises `NotationError`, also for no tile or several."""
    tiles = parse_tiles(text, has_bamboo=has_bamboo)
    if len(tiles) != 1:
        raise NotationError("one tile is expected, not '{quoted}'", quoted=text[:20])
    return tiles[0]


def format_tiles(tiles: Iterable[Tile], *, ordered: bool = False) -> str:
    """The tiles in MPSZ: sorted as a player holds them, or in the given order."""
    names = [NAMES[tile] for tile in (tiles if ordered else sorted(tiles, key=sort_key))]
    return "".join("".join(name[0] for name in group) + suit for suit, group in groupby(names, lambda name: name[1]))


# -- melds ---------------------------------------------------------------------------------------------

_ADDRESS_MELD = re.compile(r"([a-z]+)([0-9mpsz]{1,8})(?:\.([123]))?(?:\.([0-9][mpsz]))?(?:\.a?([0-9][mpsz]))?")
_BRACKETS = re.compile(r"(\(.*\))|\[.*\]", re.DOTALL)
_MAJIANG_MELD = re.compile(r"([mpsz])([0-9]{1,4})(?:([-=+])([0-9]{0,2}))?")
_SOURCES = {"+": 1, "=": 2, "-": 3}


def parse_meld(text: str, *, has_bamboo: bool = False) -> Meld:
    """The meld of a text, in one of three notations. Raises `NotationError`.

    In brackets: ``(555z)`` and ``(345s)`` are called, ``[9999m]`` is a concealed kan. Majiang's: the suit comes first,
    and a sign stands behind the called tile: ``+`` from the right, ``=`` from across, ``-`` from the left; ``s444+4``
    is an added kan, ``m1111`` a concealed one (source: kobalab/majiang-core, lib/shoupai.js). An address's: see
    `format_meld`; its tiles may be no meld, as in some old links.
    """
    plain = text.translate(HALF_WIDTH)
    if match := _BRACKETS.fullmatch(plain):
        tiles = parse_tiles(text[1:-1], has_bamboo=has_bamboo, is_meld=True)
        return _legal(text, Meld(_called(tiles) if match[1] else MeldType.ANKAN, tiles))
    if match := _MAJIANG_MELD.fullmatch(plain):
        return _legal(text, _majiang_meld(*match.groups(default="")))
    match = _ADDRESS_MELD.fullmatch(plain)
    if not match or match[1] not in set(MeldType):
        raise _no_meld(text)
    called, added = (parse_tile(name) if name else None for name in match.group(4, 5))
    return Meld(MeldType(match[1]), parse_tiles(match[2]), called, int(match[3]) if match[3] else None, added)


def _called(tiles: tuple[Tile, ...]) -> MeldType:
    if len(tiles) == 4:
        return MeldType.DAIMINKAN
    return MeldType.PON if len({KIND[tile] for tile in tiles}) == 1 else MeldType.CHI


def _majiang_meld(suit: str, ranks: str, sign: str, after: str) -> Meld | None:
    """The meld of majiang's notation; None if the sign is in a place where it has no meaning."""
    tiles = parse_tiles(ranks + after + suit)
    if not sign:
        return Meld(MeldType.ANKAN, tiles)
    meld = Meld(_called(tiles), tiles, parse_tile(ranks[-1] + suit), _SOURCES[sign])
    if meld.type is MeldType.CHI:
        return meld if sign == "-" else None
    if meld.type is MeldType.DAIMINKAN and len(ranks) == 3:
        return meld._replace(type=MeldType.KAKAN, added=tiles[-1])
    return None if after else meld


def _legal(text: str, meld: Meld | None) -> Meld:
    if meld is None or not is_meld(meld.type, sorted(KIND[tile] for tile in meld.tiles)):
        raise _no_meld(text)
    return meld


def _no_meld(text: str) -> NotationError:
    return NotationError("cannot read '{quoted}' as a meld", quoted=text if len(text) <= 24 else text[:24] + "…")


def format_meld(meld: Meld) -> str:
    """A meld as an address has it: ``chi340m.3.0m`` (from, called), ``kakan0555s.1.5s.0s`` (added)."""
    parts = [
        meld.type.value + format_tiles(meld.tiles),
        str(meld.source) if meld.source else "",
        "" if meld.called is None else NAMES[meld.called],
        "" if meld.added is None else ("a" if meld.called is None else "") + NAMES[meld.added],
    ]
    return ".".join(filter(None, parts))
