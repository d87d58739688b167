"""Deals a won hand that could have been played: sets by a pattern, melds, the winning tile, flags, indicators.

The hand keeps to the wall (four of each tile, red fives as the rules have them). It may be without yaku: this module
does not check that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from webapp.drill.patterns import ALL, PATTERNS, Pattern, Plan, Triplets
from webapp.drill.stream import Stream
from webapp.scoring.blocks import (
    KAN,
    PAIR,
    SEQUENCE,
    SETS,
    TRIPLET,
    BlockType,
    Meld,
    MeldType,
    Wait,
    block_of,
    kinds_of_block,
    wait_of,
)
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.rules import RULES_KEPT, Rules, copies_of
from webapp.scoring.table import MOST_INDICATORS, Table
from webapp.scoring.tiles import (
    DRAGONS,
    FIRST_WIND,
    HONOURS,
    KIND,
    KINDS,
    NORTH_KIND,
    RED_OF,
    TERMINALS,
    WIND_SETS,
    YAOCHUU,
    Kind,
    Tile,
    TileSet,
    kinds_of,
    sort_key,
)


@dataclass(frozen=True, slots=True)
class Wish:
    """The properties that a hand should have; None: any. `kans` is the least number of kans, `melds` the number of
    called sets; `pair` and `triplet` are the kinds from which the pair and one triplet are chosen.

    Without `has_reds` a hand has a red five only if it holds all four fives. Without `has_sticks` there is no honba,
    and no stick but the player's own.
    """

    pattern: str | None = None
    is_closed: bool | None = None
    is_tsumo: bool | None = None
    is_dealer: bool | None = None
    has_riichi: bool | None = None
    wait: Wait | None = None
    kans: int = 0
    melds: int = 0
    flags: frozenset[Flag] = field(default_factory=frozenset)
    round: int | None = None
    pair: TileSet = 0
    triplet: TileSet = 0
    double_wind: bool = False
    has_reds: bool = True
    has_sticks: bool = True


@lru_cache(RULES_KEPT)
def _copies(rules: Rules) -> tuple[int, ...]:
    return tuple([copies_of(tile, rules) for tile in range(len(KIND))])


class _Wall:
    """The tiles that are left."""

    def __init__(self, rules: Rules) -> None:
        self.left = list(_copies(rules))
        self.kinds = sum([1 << kind for kind in kinds_of(ALL) if self.copies(kind)])
        if rules.has_norths_aside:
            self.kinds &= ~(1 << NORTH_KIND)

    def copies(self, kind: Kind) -> int:
        """The number of tiles of a kind that are left, red fives included."""
        return self.left[kind] + (self.left[RED_OF[kind]] if kind in RED_OF else 0)

    def takes(self, kinds: Sequence[Kind]) -> bool:
        """Whether tiles of all these kinds can be taken."""
        return all(self.kinds >> kind & 1 and self.copies(kind) >= kinds.count(kind) for kind in kinds)

    def take(self, stream: Stream, kinds: Sequence[Kind], reds: int) -> list[Tile]:
        """Takes a tile of each kind. A five is red in `reds` of a hundred cases, and if only red ones are left."""
        taken: list[Tile] = []
        for kind in kinds:
            red = RED_OF.get(kind)
            is_red = red is not None and self.left[red] > 0 and (not self.left[kind] or stream.chance(reds))
            taken.append(red if is_red and red is not None else kind)
            self.left[taken[-1]] -= 1
        return taken


#: The percentage of red ones among the fives that could be red. It is high because winners keep red fives.
_REDS = 46
#: The weight of each wait, for each tile that completes a block with it.
_WAITS = {Wait.RYANMEN: 10, Wait.KANCHAN: 5, Wait.PENCHAN: 4, Wait.TANKI: 5, Wait.SHANPON: 18}
#: The number of sets that an open hand called, with its weight.
_CALLS = [(1, 51), (2, 39), (3, 10)]
_KANS = 4  # of 100 triplets
_HONBA = [(0, 63), (1, 23), (2, 9), (3, 3), (4, 1), (5, 1)]
_STICKS = [(0, 80), (1, 17), (2, 3)]
#: How a closed hand was won (by tsumo, with riichi), with its weight.
_CLOSED_WAYS = [((False, True), 40), ((True, True), 35), ((False, False), 17), ((True, False), 8)]


def deal(stream: Stream, rules: Rules, wish: Wish) -> WinningHand | None:
    """A won hand; None if its sets need more than four of a tile, or the wish cannot be met with these sets."""
    wall = _Wall(rules)
    seat = _seat(stream, rules, wish)
    round_wind = seat if wish.double_wind else int(not stream.chance(54)) if wish.round is None else wish.round
    yakuhai = DRAGONS | WIND_SETS[round_wind] | WIND_SETS[seat]
    name, is_closed = _pattern(stream, wish)
    pattern = PATTERNS[name]
    if pattern.whole:
        laid = _of_whole(stream, pattern, wall, wish)
    else:
        laid = _of_sets(stream, pattern, wall, wish, is_closed, yakuhai, rules)
    if laid is None:
        return None
    concealed, win, melds = laid
    is_tsumo, flags = _way(stream, wish, is_closed, melds)
    if Flag.CHANKAN in flags and not _is_robbed(wall, [KIND[tile] for tile in (*concealed, win)], KIND[win]):
        return None
    own_kans = sum([meld.type.block is KAN for meld in melds])
    number = min(1 + own_kans + stream.chance(5), MOST_INDICATORS)
    dora = _indicators(stream, wall, number)
    has_riichi = Flag.RIICHI in flags or Flag.DOUBLE_RIICHI in flags
    honba = stream.weighted(_HONBA) if wish.has_sticks else 0
    sticks = int(has_riichi) + (stream.weighted(_STICKS) if wish.has_sticks else 0)
    discarder = 1 + stream.below(rules.players - 1)
    return WinningHand(
        concealed=tuple(concealed),
        win=win,
        is_tsumo=is_tsumo,
        melds=tuple(melds),
        table=Table(round_wind, seat, honba, sticks, dora, discarder, rules),
        flags=flags,
        ura=_indicators(stream, wall, number) if has_riichi else (),
    )


def _seat(stream: Stream, rules: Rules, wish: Wish) -> int:
    if wish.double_wind:
        return 0 if wish.is_dealer or (wish.is_dealer is None and stream.chance(50)) else 1
    is_dealer = stream.chance(28) if wish.is_dealer is None else wish.is_dealer
    return 0 if is_dealer else 1 + stream.below(rules.players - 1)


def _pattern(stream: Stream, wish: Wish) -> tuple[str, bool]:
    """The pattern's name, and whether the hand is closed."""
    is_closed = stream.chance(53) if wish.is_closed is None else wish.is_closed
    if wish.pattern:
        pattern = PATTERNS[wish.pattern]
        return wish.pattern, True if pattern.whole else is_closed
    weights = [(name, pattern.closed if is_closed else pattern.open) for name, pattern in PATTERNS.items()]
    return stream.weighted(weights), is_closed


_Laid = tuple[list[Tile], Tile, list[Meld]]


def _of_whole(stream: Stream, pattern: Pattern, wall: _Wall, wish: Wish) -> _Laid | None:
    """A hand without sets; None if the wall lacks its tiles."""
    assert pattern.whole
    kinds, win = pattern.whole(stream)
    if not wall.takes([*kinds, win]):
        return None
    reds = _REDS if wish.has_reds else 0
    (taken,) = wall.take(stream, [win], reds)
    return sorted(wall.take(stream, kinds, reds), key=sort_key), taken, []


def _of_sets(
    stream: Stream, pattern: Pattern, wall: _Wall, wish: Wish, is_closed: bool, yakuhai: TileSet, rules: Rules
) -> _Laid | None:
    """A hand of four sets and a pair; None if the wall lacks its tiles or it cannot meet the wish."""
    plans = _plans(stream, pattern, wall, wish, is_closed, yakuhai)
    if plans is None:
        return None
    sets, pair = plans
    kinds = [kind for plan in sets for kind in kinds_of_block(*plan)] + [pair] * 2
    if not wall.takes(kinds):
        return None
    called = [] if is_closed else _called(stream, sets, wish, yakuhai)
    chosen = _win(
        stream, [*(plan for i, plan in enumerate(sets) if i not in called and plan[0] is not KAN), (PAIR, pair)], wish
    )
    if chosen is None:
        return None
    reds = _REDS if wish.has_reds else 0
    (win,) = wall.take(stream, [chosen[1]], reds)
    melds = [
        _meld(stream, plan, wall.take(stream, kinds_of_block(*plan), reds), i in called, rules)
        for i, plan in enumerate(sets)
        if i in called or plan[0] is KAN
    ]
    rest = [
        kind for i, plan in enumerate(sets) if i not in called and plan[0] is not KAN for kind in kinds_of_block(*plan)
    ]
    rest += [pair] * 2
    rest.remove(chosen[1])
    if any(meld.type is MeldType.CHI for meld in melds) and rules.players == 3:
        return None
    return sorted(wall.take(stream, rest, reds), key=sort_key), win, melds


def _plans(
    stream: Stream, pattern: Pattern, wall: _Wall, wish: Wish, is_closed: bool, yakuhai: TileSet
) -> tuple[list[Plan], Kind] | None:
    """Four sets and the kind of the pair; None if there are not enough tiles for one of them."""
    pool = pattern.pool(stream) & wall.kinds
    sets = pattern.sets(stream, yakuhai)
    if wish.triplet:
        sets = [*sets, (TRIPLET, stream.choice(kinds_of(wish.triplet)))][-SETS:]
    weights: Triplets = pattern.triplets if is_closed else pattern.open_triplets
    triplets = stream.weighted(list(enumerate(weights)))
    triplets = max(triplets, wish.kans, wish.melds if wish.kans else 0) - sum([block is TRIPLET for block, _ in sets])
    left = [wall.copies(kind) if wall.kinds >> kind & 1 else 0 for kind in KINDS]
    for plan in sets:
        _subtract(left, plan)
    while len(sets) < SETS:
        block = TRIPLET if triplets > 0 else SEQUENCE
        triplets -= 1
        kind = _set_kind(stream, block, pool, left, pattern, sets)
        if kind is None:
            return None
        sets.append((block, kind))
        _subtract(left, sets[-1])
    in_pair = wish.pair or pattern.pair or pool
    pairs = [
        (kind, 1 + pattern.honours if tiles & HONOURS else 3)
        for kind, tiles in _OTHERS
        if tiles & in_pair and left[kind] >= 2 and not (pattern.outside and not tiles & YAOCHUU)
    ]
    if not pairs or min(left) < 0:
        return None
    pair = stream.weighted(pairs)
    left[pair] -= 2
    return _with_kans(stream, stream.shuffled(sets), left, wish), pair


def _subtract(left: list[int], plan: Plan) -> None:
    for kind in kinds_of_block(*plan):
        left[kind] -= 1


_RUNS = [(kind, block_of(SEQUENCE, kind).tiles) for kind in range(FIRST_WIND) if kind % 9 < 7]
_OTHERS = [(kind, 1 << kind) for kind in KINDS]


def _set_kind(
    stream: Stream, block: BlockType, pool: TileSet, left: list[int], pattern: Pattern, sets: list[Plan]
) -> Kind | None:
    """The lowest kind of one more set; None if there is none. The same sequence twice is rare unless asked for."""
    kinds = []
    is_run = block is SEQUENCE
    for kind, tiles in _RUNS if is_run else _OTHERS:
        if tiles & ~pool or (pattern.outside and not tiles & YAOCHUU):
            continue
        if is_run and left[kind] and left[kind + 1] and left[kind + 2]:
            kinds.append((kind, 1 if (SEQUENCE, kind) in sets else 12))
        elif not is_run and left[kind] > 2:
            kinds.append((kind, pattern.honours if tiles & HONOURS else 3 if not tiles & TERMINALS else 2))
    return stream.weighted(kinds) if kinds else None


def _with_kans(stream: Stream, sets: list[Plan], left: list[int], wish: Wish) -> list[Plan]:
    """The sets, with some of the triplets made into kans."""
    kans = wish.kans
    grown: list[Plan] = []
    for block, kind in sets:
        if block is TRIPLET and left[kind] >= 1 and (kans > 0 or stream.chance(_KANS)):
            kans -= 1
            block = KAN
        grown.append((block, kind))
    return grown


def _called(stream: Stream, sets: list[Plan], wish: Wish, yakuhai: TileSet) -> set[int]:
    """The indexes of the sets that are called. Triplets are called more often than sequences, yakuhai most often."""
    number = wish.melds or stream.weighted(_CALLS)
    called: set[int] = set()
    while len(called) < number:
        weights = [
            (i, 1 if block is SEQUENCE else 4 if 1 << kind & yakuhai else 2)
            for i, (block, kind) in enumerate(sets)
            if i not in called
        ]
        called.add(stream.weighted(weights))
    return called


def _win(stream: Stream, blocks: list[Plan], wish: Wish) -> tuple[Plan, Kind] | None:
    """The concealed block that the winning tile completed, and the kind of that tile; None if no block has the wait of
    the wish."""
    ways = []
    for block, lowest in blocks:
        for kind in sorted(set(kinds_of_block(block, lowest))):
            wait = wait_of(block_of(block, lowest), kind)
            if wish.wait in (None, wait):
                ways.append((((block, lowest), kind), _WAITS[wait]))
    return stream.weighted(ways) if ways else None


def _meld(stream: Stream, plan: Plan, tiles: list[Tile], is_called: bool, rules: Rules) -> Meld:
    block, _ = plan
    if not is_called:
        return Meld(MeldType.ANKAN, tuple(tiles))
    called = stream.choice(tiles)
    source = 1 + stream.below(rules.players - 1)
    if block is SEQUENCE:
        return Meld(MeldType.CHI, tuple(tiles), called, 3)
    if block is TRIPLET:
        return Meld(MeldType.PON, tuple(tiles), called, source)
    if stream.chance(25):
        return Meld(MeldType.DAIMINKAN, tuple(tiles), called, source)
    others = list(tiles)
    others.remove(called)
    return Meld(MeldType.KAKAN, tuple(tiles), called, source, stream.choice(others))


def _way(stream: Stream, wish: Wish, is_closed: bool, melds: list[Meld]) -> tuple[bool, frozenset[Flag]]:
    """Whether the hand is won by tsumo, and its flags."""
    closed_ways = [
        (way, weight)
        for way, weight in _CLOSED_WAYS
        if wish.is_tsumo in (None, way[0]) and wish.has_riichi in (None, way[1])
    ]
    is_tsumo, has_riichi = stream.weighted(closed_ways) if is_closed else (stream.chance(33), False)
    if wish.is_tsumo is not None:
        is_tsumo = wish.is_tsumo
    if wish.flags:
        return is_tsumo, wish.flags
    flags = set()
    if has_riichi:
        flags.add(Flag.DOUBLE_RIICHI if stream.chance(5, 1000) else Flag.RIICHI)
    has_kan = any(meld.type.block is KAN for meld in melds)
    if is_tsumo and has_kan and stream.chance(10):
        flags.add(Flag.RINSHAN)
    elif has_riichi and stream.chance(19):
        flags.add(Flag.IPPATSU)
    elif stream.chance(7, 1000):
        flags.add(Flag.HAITEI if is_tsumo else Flag.HOUTEI)
    elif not is_tsumo and stream.chance(5, 10_000):
        flags.add(Flag.CHANKAN)
    return is_tsumo, frozenset(flags)


def _is_robbed(wall: _Wall, held: Sequence[Kind], win: Kind) -> bool:
    """Takes from the wall the pon to which the winning tile was added; False if there cannot have been one."""
    if held.count(win) > 1 or wall.copies(win) < 3:
        return False
    for tile in (win, RED_OF.get(win)):
        if tile is not None:
            wall.left[tile] = 0
    return True


def _indicators(stream: Stream, wall: _Wall, number: int) -> tuple[Tile, ...]:
    """Indicators from the tiles that are left."""
    shown: list[Tile] = []
    for _ in range(number):
        tile = stream.weighted([(tile, left) for tile, left in enumerate(wall.left) if left])
        wall.left[tile] -= 1
        shown.append(tile)
    return tuple(shown)
