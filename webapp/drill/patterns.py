"""Patterns: the kinds of hands that are made, with their weights. Most are named after the yaku that they lead to.

The weights follow about 9,750 recorded wins (by their yaku, the number of triplets, and so on); `tests/drill` compares
the hands that are made with these. Patterns of weight 0 are made only when asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass

from webapp.drill.stream import Stream
from webapp.scoring.blocks import SEQUENCE, TRIPLET, BlockType
from webapp.scoring.tiles import DRAGONS, GREENS, HONOURS, MAN, PIN, SOU, TERMINALS, WINDS, YAOCHUU, Kind, TileSet
from webapp.scoring.tiles import kinds_of as kinds_in

#: A set to be made: its type and its lowest kind.
Plan = tuple[BlockType, Kind]
ALL: TileSet = MAN | PIN | SOU | HONOURS
SIMPLES = ALL & ~YAOCHUU
SUITS = (MAN, PIN, SOU)
#: The weights of 0, 1, 2 … triplets in a hand.
Triplets = tuple[int, ...]


def _none(stream: Stream, yakuhai: TileSet) -> list[Plan]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pattern:
    """The weights of a pattern, and its demands on the sets of a hand.

    `closed` and `open`: the number of hands that follow it, of 10,000 closed and of 10,000 open ones.
    `sets`: draws the sets that the pattern needs.
    `pool`: draws the kinds from which the other sets are made; `triplets` and `open_triplets` are the weights of 0, 1,
    2 … triplets among them.
    `pair`: the kinds of which the pair is made; 0 means those of the pool.
    `honours`: the weight of a triplet of an honour; one of simples has the weight 3.
    `outside`: whether each set has a terminal or an honour.
    `whole`: draws a hand without sets: thirteen kinds and the winning one.
    """

    closed: int = 0
    open: int = 0
    sets: Callable[[Stream, TileSet], list[Plan]] = _none
    pool: Callable[[Stream], TileSet] = lambda stream: ALL
    triplets: Triplets = (60, 32, 8)
    open_triplets: Triplets = (35, 42, 19, 4)
    pair: TileSet = 0
    honours: int = 1
    outside: bool = False
    whole: Callable[[Stream], tuple[list[Kind], Kind]] | None = None


def _yakuhai(stream: Stream, yakuhai: TileSet) -> list[Plan]:
    return [(TRIPLET, stream.choice(kinds_in(yakuhai)))]


def _twins(stream: Stream, yakuhai: TileSet) -> list[Plan]:
    return [_sequence(stream)] * 2


def _two_twins(stream: Stream, yakuhai: TileSet) -> list[Plan]:
    return [_sequence(stream)] * 2 + [_sequence(stream)] * 2


def _sequence(stream: Stream) -> Plan:
    return SEQUENCE, 9 * stream.below(3) + stream.below(7)


def _in_all_suits(block: BlockType, ranks: int) -> Callable[[Stream, TileSet], list[Plan]]:
    def draw(stream: Stream, yakuhai: TileSet) -> list[Plan]:
        rank = stream.below(ranks)
        return [(block, 9 * suit + rank) for suit in range(3)]

    return draw


def _straight(stream: Stream, yakuhai: TileSet) -> list[Plan]:
    suit = stream.below(3)
    return [(SEQUENCE, 9 * suit + rank) for rank in (0, 3, 6)]


def _some_of(tiles: TileSet, number: int) -> Callable[[Stream, TileSet], list[Plan]]:
    def draw(stream: Stream, yakuhai: TileSet) -> list[Plan]:
        return [(TRIPLET, kind) for kind in stream.shuffled(kinds_in(tiles))[:number]]

    return draw


def _suit(stream: Stream) -> TileSet:
    return stream.choice(SUITS)


def _suit_with_honours(stream: Stream) -> TileSet:
    return stream.choice(SUITS) | HONOURS


def _seven_pairs(stream: Stream) -> tuple[list[Kind], Kind]:
    numbers, honours = kinds_in(ALL & ~HONOURS), kinds_in(HONOURS)
    kinds: list[Kind] = []
    while len(kinds) < 7:
        kind = stream.choice(honours) if stream.chance(18) else stream.choice(numbers)
        if kind not in kinds:
            kinds.append(kind)
    return sorted(kinds[1:] * 2 + kinds[:1]), kinds[0]


def _thirteen_orphans(stream: Stream) -> tuple[list[Kind], Kind]:
    kinds = kinds_in(YAOCHUU)
    win = stream.choice(kinds)
    others = [kind for kind in kinds if kind != win]
    return sorted([*others, stream.choice(others)]), win


def _thirteen_sided(stream: Stream) -> tuple[list[Kind], Kind]:
    return kinds_in(YAOCHUU), stream.choice(kinds_in(YAOCHUU))


_GATES = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)


def _nine_gates(stream: Stream) -> tuple[list[Kind], Kind]:
    first, more, win = 9 * stream.below(3), stream.below(9), stream.choice(_GATES)
    ranks = sorted([*_GATES, more])
    ranks.remove(win)
    return [first + rank for rank in ranks], first + win


def _true_nine_gates(stream: Stream) -> tuple[list[Kind], Kind]:
    first = 9 * stream.below(3)
    return [first + rank for rank in _GATES], first + stream.below(9)


_FOUR: Triplets = (0, 0, 0, 0, 1)

PATTERNS: dict[str, Pattern] = {
    "plain": Pattern(closed=6700, open=60, honours=2),
    "tanyao": Pattern(closed=680, open=2700, pool=lambda stream: SIMPLES, open_triplets=(30, 42, 22, 6)),
    "yakuhai": Pattern(closed=690, open=5210, sets=_yakuhai, triplets=(0, 65, 30, 5), open_triplets=(0, 50, 39, 11)),
    "iipeikou": Pattern(closed=680, sets=_twins, triplets=(85, 15)),
    "chiitoitsu": Pattern(closed=520, whole=_seven_pairs),
    "sanshoku_doujun": Pattern(closed=340, open=310, sets=_in_all_suits(SEQUENCE, 7), open_triplets=(70, 30)),
    "ittsuu": Pattern(closed=150, open=110, sets=_straight, open_triplets=(70, 30)),
    "honitsu": Pattern(
        closed=80, open=700, pool=_suit_with_honours, honours=9, triplets=(20, 40, 40), open_triplets=(2, 25, 47, 22, 4)
    ),
    "chinitsu": Pattern(closed=20, open=90, pool=_suit, triplets=(50, 40, 10), open_triplets=(20, 40, 30, 10)),
    "sanankou": Pattern(closed=50, triplets=(0, 0, 0, 1)),
    "toitoi": Pattern(closed=20, open=320, triplets=_FOUR, open_triplets=_FOUR),
    "chanta": Pattern(
        closed=20, open=140, outside=True, pool=lambda stream: ALL, triplets=(20, 60, 20), open_triplets=(10, 50, 40)
    ),
    "junchan": Pattern(
        closed=20, open=50, outside=True, pool=lambda stream: ALL & ~HONOURS, pair=TERMINALS, triplets=(60, 40)
    ),
    "ryanpeikou": Pattern(closed=10, sets=_two_twins, triplets=(1,)),
    "shousangen": Pattern(
        open=8, sets=_some_of(DRAGONS, 2), pair=DRAGONS, triplets=(0, 0, 70, 30), open_triplets=(0, 0, 70, 30)
    ),
    "sanshoku_doukou": Pattern(
        open=5, sets=_in_all_suits(TRIPLET, 9), triplets=(0, 0, 0, 1), open_triplets=(0, 0, 0, 1)
    ),
    "honroutou": Pattern(open=5, pool=lambda stream: YAOCHUU, triplets=_FOUR, open_triplets=_FOUR),
    "pinfu": Pattern(triplets=(1,), pair=SIMPLES),
    "triplets": Pattern(triplets=(0, 10, 60, 30), open_triplets=(0, 10, 60, 30), honours=5),
    "kans": Pattern(triplets=(0, 0, 0, 70, 30), open_triplets=(0, 0, 0, 70, 30)),
    "kokushi": Pattern(whole=_thirteen_orphans),
    "kokushi_13": Pattern(whole=_thirteen_sided),
    "suuankou": Pattern(triplets=_FOUR),
    "daisangen": Pattern(sets=_some_of(DRAGONS, 3), triplets=(0, 0, 0, 80, 20), open_triplets=(0, 0, 0, 80, 20)),
    "shousuushii": Pattern(
        sets=_some_of(WINDS, 3), pair=WINDS, triplets=(0, 0, 0, 70, 30), open_triplets=(0, 0, 0, 70, 30)
    ),
    "daisuushii": Pattern(sets=_some_of(WINDS, 4), triplets=_FOUR, open_triplets=_FOUR),
    "tsuuiisou": Pattern(pool=lambda stream: HONOURS, triplets=_FOUR, open_triplets=_FOUR),
    "ryuuiisou": Pattern(pool=lambda stream: GREENS, triplets=(0, 40, 60), open_triplets=(0, 30, 50, 20)),
    "chinroutou": Pattern(pool=lambda stream: TERMINALS, triplets=_FOUR, open_triplets=_FOUR),
    "chuuren": Pattern(whole=_nine_gates),
    "chuuren_9": Pattern(whole=_true_nine_gates),
}
