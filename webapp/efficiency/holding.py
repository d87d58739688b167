"""A hand before it is won, and every tile that the player can see.

This module counts the copies of each tile that can still be drawn and finds what is wrong with a holding. It does not
know what the tiles are good for.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

from webapp.scoring.blocks import SETS, Meld
from webapp.scoring.checks import problems
from webapp.scoring.decompose import meld_part
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import RULES_KEPT, Rules, copies_of, copies_of_kind
from webapp.scoring.table import PLAIN_TABLE, Table
from webapp.scoring.tiles import ALL_KINDS, KINDS, NAMES, NORTH_KIND, RED_OF, Counts, Kind, Tile, count

_ALL_TILES = range(37)


@dataclass(frozen=True)
class Holding:
    """A hand on its way: 3n + 1 concealed tiles, or 3n + 2 of which one is to be discarded.

    `concealed` is without melds; `drawn` is the concealed tile just drawn, if it is known. `ura` are indicators, `seen`
    all other tiles that lie open (discards, others' melds), `nuki` the norths set aside. `flags` are the
    circumstances of a win; they count for `waits`, never for a value.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    table: Table = PLAIN_TABLE
    ura: tuple[Tile, ...] = ()
    seen: tuple[Tile, ...] = ()
    drawn: Tile | None = None
    flags: frozenset[Flag] = frozenset()
    nuki: int = 0

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def is_full(self) -> bool:
        """Whether it has 3n + 2 tiles: it is complete, or has to discard one."""
        return len(self.concealed) % 3 == 2

    @property
    def sets(self) -> int:
        """The number of sets that the concealed tiles have to make."""
        return SETS - len(self.melds)

    @cached_property
    def is_closed(self) -> bool:
        """Menzen: no meld but concealed kans."""
        return not any(meld.type.is_open for meld in self.melds)

    @property
    def counts(self) -> Counts:
        """The number of concealed tiles of each kind; red fives are fives."""
        return count(self.concealed) & ALL_KINDS

    @cached_property
    def held(self) -> tuple[int, ...]:
        """The number of concealed copies of each tile."""
        copies = Counter(self.concealed)
        return tuple([copies[tile] for tile in _ALL_TILES])

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The number of copies of each tile that can still be drawn: those that the player does not see."""
        left = list(_copies(self.rules))
        for tile in _visible(self):
            if left[tile]:
                left[tile] -= 1
        return tuple(left)

    def left_of(self, kind: Kind) -> int:
        """The number of tiles of this kind that can still be drawn, red fives included."""
        return self.left[kind] + (self.left[RED_OF[kind]] if kind in RED_OF else 0)

    @property
    def all_copies(self) -> Counts:
        """The number of tiles of each kind in play."""
        return _all_copies(self.table.rules.players)

    @property
    def room(self) -> Counts:
        """The most tiles of each kind that can be concealed: every copy except those in the player's own melds and the
        norths set aside.

        This makes the shanten exact: a hand never waits for a fifth copy. Tiles that others show do not count here: a
        wait whose tiles all lie open is still a wait, with 0 tiles left.
        """
        most = self.all_copies
        if not self.melds and not self.nuki:
            return most
        return most - (meld_part(self.melds).counts & ALL_KINDS) - (self.nuki << 3 * NORTH_KIND)

    def after(self, discarded: Iterable[Tile], drawn: Iterable[Tile]) -> "Holding":
        """The holding after these discards and draws. The discarded tiles count as seen."""
        gone = tuple(discarded)
        tiles = [*self.concealed, *drawn]
        for tile in gone:
            tiles.remove(tile)
        return replace(self, concealed=tuple(tiles), seen=self.seen + gone, drawn=None)

    def won_with(self, tile: Tile, is_tsumo: bool = True) -> WinningHand:
        """The hand won with this tile, by tsumo or ron, with the `flags` that fit that way."""
        flags = self.flags - (BY_RON if is_tsumo else BY_TSUMO) if self.flags else self.flags
        # Without names the call takes 0.8 of the time.
        return WinningHand(self.concealed, tile, is_tsumo, self.melds, self.table, flags, self.ura, self.nuki)


#: The flags that only a tsumo can have, and those that only a ron can have.
BY_TSUMO = frozenset({Flag.RINSHAN, Flag.HAITEI, Flag.TENHOU, Flag.CHIIHOU})
BY_RON = frozenset({Flag.CHANKAN, Flag.HOUTEI, Flag.RENHOU, Flag.TSUBAME_GAESHI, Flag.KANFURI})


def _visible(holding: Holding) -> tuple[Tile, ...]:
    melded = [tile for meld in holding.melds for tile in meld.tiles]
    norths = (NORTH_KIND,) * holding.nuki
    return (*holding.concealed, *melded, *norths, *holding.table.dora, *holding.ura, *holding.seen)


@lru_cache(RULES_KEPT)
def _copies(rules: Rules) -> tuple[int, ...]:
    return tuple([copies_of(tile, rules) for tile in _ALL_TILES])


@cache
def _all_copies(players: int) -> Counts:
    return sum(copies_of_kind(kind, players) << 3 * kind for kind in KINDS)


def holding_problems(holding: Holding) -> tuple[Problem, ...]:
    """Every reason why a holding is illegal, with the messages that `webapp.scoring.checks` has for won hands."""
    reported = [*_tile_number(holding), *_as_won(holding)]
    if not any(item.code in TOO_MANY for item in reported):
        reported += _seen_too_often(holding)
    return tuple(reported)


#: The problems that no further tile can mend: there are too many of one already.
TOO_MANY = {Code.FIFTH_TILE, Code.TOO_MANY_REDS}


def _tile_number(holding: Holding) -> Iterator[Problem]:
    fewest = 3 * holding.sets + 1
    if len(holding.concealed) not in (fewest, fewest + 1):
        yield problem(
            "concealed",
            Code.WRONG_COUNT,
            "A hand has {fewest} or {most} concealed tiles, not {got} (three fewer for each meld).",
            fewest=fewest,
            most=fewest + 1,
            got=len(holding.concealed),
        )


def _as_won(holding: Holding) -> Iterator[Problem]:
    """The problems of tiles, melds, winds and flags. The number of tiles is not checked here, because it differs from
    that of a won hand."""
    if not holding.concealed:
        return
    *others, last = holding.concealed
    hand = replace(holding, concealed=tuple(others)).won_with(last)
    reported: list[Problem] = []
    for item in problems(hand):
        here = replace(item, field="concealed") if item.field == "win" else item
        if here.code != Code.WRONG_COUNT and here not in reported:
            reported.append(here)
    yield from reported


def _seen_too_often(holding: Holding) -> Iterator[Problem]:
    """A problem for each tile of which the player sees more copies than exist."""
    visible = Counter(_visible(holding))
    for tile, copies in enumerate(_copies(holding.rules)):
        if visible[tile] > copies:
            yield problem(
                "seen",
                Code.FIFTH_TILE,
                "{tile} appears {got} times, with melds, indicators and seen tiles; there are only {copies}.",
                tile=NAMES[tile],
                got=visible[tile],
                copies=copies,
            )
