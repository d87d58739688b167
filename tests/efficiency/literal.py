"""The definitions of webapp/efficiency/DISCARDS.md, word for word and slow: what the package is held against.

Nothing is shared with it but `Holding` and, for points, `webapp.scoring.score`. The shanten is the least number of
tiles missing over *all* complete hands that there are, one after the other.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from tests.scoring.hands import but
from webapp.efficiency.holding import Holding
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.score import score
from webapp.scoring.tiles import KIND, KINDS, YAOCHUU, Tile, kinds_of

NEVER = 99
Copies = tuple[int, ...]
#: Copies as a set of tiles, four bits a kind: 3 copies are 0b0111. What one lacks of the other is `one & ~other`.
Tally = int


def tally(copies: Copies) -> Tally:
    return sum((1 << number) - 1 << 4 * rank for rank, number in enumerate(copies))


def sets_of(ranks: int) -> list[tuple[int, ...]]:
    triplets: list[tuple[int, ...]] = [(rank,) * 3 for rank in range(ranks)]
    return triplets + ([(rank, rank + 1, rank + 2) for rank in range(7)] if ranks == 9 else [])


def copies_of(tiles: Iterable[int], ranks: int) -> Copies:
    tiles = list(tiles)
    return tuple(tiles.count(rank) for rank in range(ranks))


@cache
def complete_suits(sets: int, pairs: int, ranks: int) -> frozenset[Copies]:
    """Every suit of so many sets and pairs (0 or 1)."""
    found = set()
    for chosen in combinations_with_replacement(sets_of(ranks), sets):
        for pair in range(ranks) if pairs else [None]:
            tiles = [rank for each in chosen for rank in each] + ([] if pair is None else [pair, pair])
            found.add(copies_of(tiles, ranks))
    return frozenset(copies for copies in found if max(copies) <= 4)


@cache
def tallies(sets: int, pairs: int, ranks: int) -> tuple[Tally, ...]:
    return tuple(map(tally, complete_suits(sets, pairs, ranks)))


@lru_cache(1 << 16)
def missing(held: Copies, room: Copies, sets: int, pairs: int) -> int:
    """How many tiles a suit lacks of the nearest one of so many sets and pairs for which there is room."""
    have, no_room = tally(held), ~tally(room)
    fitting = (suit for suit in tallies(sets, pairs, len(held)) if not suit & no_room)
    return min(((suit & ~have).bit_count() for suit in fitting), default=NEVER)


@lru_cache(1 << 18)
def fewest_draws(held: Copies, room: Copies, melds: int) -> int:
    """How many tiles a hand lacks of the nearest complete one."""
    by_sets = _by_sets(held, room, 4 - melds)
    return by_sets if melds else min(by_sets, _by_pairs(held, room), _by_orphans(held, room))


def _by_sets(held: Copies, room: Copies, sets: int) -> int:
    suits = [slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34)]
    best = {(0, 0): 0}
    for suit in suits:
        joined: dict[tuple[int, int], int] = {}
        for (made, pairs), lacking in best.items():
            for more in range(sets - made + 1):
                for pair in range(2 - pairs):
                    key = made + more, pairs + pair
                    needed = lacking + missing(held[suit], room[suit], more, pair)
                    joined[key] = min(needed, joined.get(key, NEVER))
        best = joined
    return best[sets, 1]


def _by_pairs(held: Copies, room: Copies) -> int:
    lacking = sorted(max(0, 2 - held[kind]) for kind in KINDS if room[kind] >= 2)
    return sum(lacking[:7]) if len(lacking) >= 7 else NEVER


def _by_orphans(held: Copies, room: Copies) -> int:
    orphans = kinds_of(YAOCHUU)
    if any(room[kind] == 0 for kind in orphans):
        return NEVER
    single = sum(held[kind] == 0 for kind in orphans)
    return min(
        (single + max(0, 2 - held[twin]) - (held[twin] == 0) for twin in orphans if room[twin] >= 2), default=NEVER
    )


def copies(tiles: Iterable[Tile]) -> Copies:
    found = [0] * 34
    for tile in tiles:
        found[KIND[tile]] += 1
    return tuple(found)


def own_room(held: Holding) -> Copies:
    """How many of each kind may be concealed: those that there are, less one's own melds and norths set aside."""
    melded = [tile for meld in held.melds for tile in meld.tiles] + [30] * held.nuki
    gone = copies(melded)
    players = held.rules.players
    return tuple((0 if players == 3 and kind in range(1, 8) else 4) - gone[kind] for kind in KINDS)


def shanten(held: Holding) -> int:
    return fewest_draws(copies(held.concealed), own_room(held), len(held.melds)) - 1


def draws(held: Holding) -> Iterator[tuple[Tile, int, Holding]]:
    """Every tile that lowers the shanten: how many are left, and the hand with it."""
    before, own, room = shanten(held), copies(held.concealed), own_room(held)
    for tile in range(37):
        more = copies_with(own, tile, 1)
        if own[KIND[tile]] < room[KIND[tile]] and fewest_draws(more, room, len(held.melds)) <= before:
            yield tile, held.left[tile], held.after((), (tile,))


def discards(held: Holding) -> Iterator[tuple[Tile, Holding]]:
    """Every discard that keeps the shanten, and the hand after it."""
    before, own, room = shanten(held), copies(held.concealed), own_room(held)
    for tile in sorted(set(held.concealed)):
        if fewest_draws(copies_with(own, tile, -1), room, len(held.melds)) == before + 1:
            yield tile, held.after((tile,), ())


def copies_with(own: Copies, tile: Tile, more: int) -> Copies:
    kind = KIND[tile]
    return (*own[:kind], own[kind] + more, *own[kind + 1 :])


def points(held: Holding, last: Tile) -> int:
    """The points of the tsumo of this tile, with riichi if the hand is closed; 0 without yaku."""
    is_closed = all(meld.type == "ankan" for meld in held.melds)
    tiles = list(held.concealed)
    tiles.remove(last)
    hand = WinningHand(
        concealed=tuple(tiles),
        win=last,
        melds=held.melds,
        table=held.table,
        flags=frozenset({Flag.RIICHI} if is_closed else ()),
        nuki=held.nuki,
    )
    return score(but(hand, rules=held.rules)).points


class Values:
    """The recursion of the definition, with every hand worked out once."""

    def __init__(self) -> None:
        self._known: dict[object, int] = {}

    def of(self, held: Holding) -> int:
        """The value before a draw."""
        key = _key(held)
        if key not in self._known:
            self._known[key] = sum(left * self._drawn(after, tile) for tile, left, after in draws(held) if left)
        return self._known[key]

    def _drawn(self, held: Holding, last: Tile) -> int:
        if shanten(held) < 0:
            return points(held, last)
        return max(self.of(after) for _, after in discards(held))


Figures = tuple[float, float, float]


class Chances:
    """The chance of tenpai, the chance to win and the points to expect, draw by draw."""

    def __init__(self, held: Holding, last_turn: int) -> None:
        self._unseen = sum(held.left)
        self._last_turn = last_turn
        self._known: dict[object, Figures] = {}
        self._ways: dict[object, list[tuple[int, list[Holding], int]]] = {}

    def of(self, held: Holding, turn: int) -> Figures:
        """What is to be had from the draw of this turn on."""
        is_tenpai = shanten(held) == 0
        if turn > self._last_turn:
            return float(is_tenpai), 0.0, 0.0
        key = _key(held), turn
        if key not in self._known:
            tenpai, win, gain = self._drawing(held, turn)
            self._known[key] = (1.0 if is_tenpai else tenpai), win, gain
        return self._known[key]

    def _drawing(self, held: Holding, turn: int) -> Figures:
        figures = [0.0, 0.0, 0.0]
        stays = 1.0
        for left, following, won in self.leads_on(held):
            chance = left / (self._unseen + 1 - turn)
            if following:
                best = [max(figure) for figure in zip(*(self.of(each, turn + 1) for each in following), strict=True)]
            elif not won:
                continue  # the shape is complete, but there is no yaku: the tile is thrown away again
            else:
                best = [1.0, 1.0, float(won)]
            stays -= chance
            figures = [figure + chance * then for figure, then in zip(figures, best, strict=True)]
        if stays > 0:
            unchanged = self.of(held, turn + 1)
            figures = [figure + stays * then for figure, then in zip(figures, unchanged, strict=True)]
        return figures[0], figures[1], figures[2]

    def leads_on(self, held: Holding) -> list[tuple[int, list[Holding], int]]:
        """Every draw that leads closer to a win for which there are tiles: how many, what can follow, its points."""
        if _key(held) not in self._ways:
            ways: list[tuple[int, list[Holding], int]] = []
            for tile, left, after in draws(held):
                if left and shanten(after) < 0:
                    ways.append((left, [], points(after, tile)))
                elif left:
                    following = [hand for _, hand in discards(after) if self.leads_on(hand)]
                    if following:
                        ways.append((left, following, 0))
            self._ways[_key(held)] = ways
        return self._ways[_key(held)]


def _key(held: Holding) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    return tuple(sorted(held.concealed)), tuple(sorted(held.seen))
