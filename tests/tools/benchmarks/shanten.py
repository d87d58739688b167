"""How long the shanten of a hand takes us and others, what 13 tiles wait for, and what 14 can give up.

Each is given the hands in its own form, made before: those of `mahjong` are the number of tiles of each kind, ours are
tiles, or for the shanten alone packed counts. Waits are scored by ron and by tsumo; majiang-core in a second row by ron
alone, as its own program does it. `mahjong` is asked for each kind whether it completes the hand. For each discard that
is no step back we name the kinds that take the hand closer then; `mahjong` and `riichienv` know the shanten alone, so
they are asked for it kind by kind, and majiang-core's `tingpai` does the same inside.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec

from mahjong.shanten import Shanten

from tests.scoring.peer import Question, question
from tests.tools.benchmarks import majiang
from tests.tools.benchmarks.questions import completes, counts_of, dealt, dealt_by_shanten, tenpais, waits_of
from tests.tools.benchmarks.sides import Side, Sides, Tasks
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest, shanten_of
from webapp.efficiency.waits import Waits, waits
from webapp.scoring.hand import WinningHand
from webapp.scoring.tiles import KINDS, Kind, Tile, kinds_of

SHANTEN, TENPAIS, DISCARDS = 8000, 3000, 100
#: Of which shanten the hands are whose discards are asked for.
STEPS = (1, 2, 3, 4)
#: For each kind to discard the kinds that take the hand closer then.
Closer = dict[Kind, list[Kind]]


@contextmanager
def shanten_sides(seed: int, number: int = SHANTEN) -> Iterator[Sides]:
    """We and the others, asked how far the same hands are from tenpai."""
    tiles = dealt(seed, number)
    counts = [counts_of(each) for each in tiles]
    found: list[Side] = [
        Tasks("agari", [partial(shanten_of, each.counts, each.room, each.sets) for each in map(Holding, tiles)]),
        Tasks("mahjong 2.1", [partial(Shanten.calculate_shanten, each) for each in counts]),
    ]
    if find_spec("riichienv"):
        from tests.tools.benchmarks.riichienv import shanten_tasks

        found.append(Tasks("riichienv 0.4 (Rust)", shanten_tasks(counts)))
    with ExitStack() as stack:
        if majiang.is_there():
            found.append(stack.enter_context(majiang.Majiang("xiangting", _drawn(tiles))))
        yield Sides(found, number)


def _drawn(dealt: Sequence[tuple[Tile, ...]]) -> list[WinningHand]:
    """The hands of 14 tiles as majiang-core is told them, the last tile drawn."""
    return [WinningHand(tiles[:13], tiles[13], True) for tiles in dealt]


@contextmanager
def waits_sides(seed: int, number: int = TENPAIS) -> Iterator[Sides]:
    """We and the others, asked what the same tenpais wait for and what each wait brings."""
    hands = tenpais(seed, number)
    found: list[Side] = [
        Tasks("agari", [partial(_waits, hand) for hand in hands]),
        Tasks("mahjong 2.1", [partial(_waits_of_mahjong, *_asked(hand)) for hand in hands]),
    ]
    if find_spec("riichienv"):
        from tests.tools.benchmarks.riichienv import waits_tasks

        found.append(Tasks("riichienv 0.4 (Rust)", waits_tasks(hands)))
    with ExitStack() as stack:
        if majiang.is_there():
            found.append(stack.enter_context(majiang.Majiang("both", hands)))
            found.append(stack.enter_context(majiang.Majiang("tingpai", hands, f"{majiang.NAME}, ron alone")))
        yield Sides(found, len(hands))


def _waits(hand: WinningHand) -> Waits:
    return waits(Holding(hand.concealed, hand.melds, hand.table, flags=hand.flags))


def _asked(hand: WinningHand) -> tuple[list[int], dict[Kind, tuple[Question, ...]]]:
    """Concealed tiles as `mahjong` takes them, and for each wait the question by ron and by tsumo."""
    return counts_of(hand.concealed), {
        kind: tuple([question(replace(hand, win=kind, is_tsumo=is_tsumo)) for is_tsumo in (False, True)])
        for kind in waits_of(hand)
    }


def _waits_of_mahjong(counts: list[int], questions: dict[Kind, tuple[Question, ...]]) -> object:
    return {
        kind: [each.ask() for each in questions[kind]]
        for kind in KINDS
        if completes(counts, kind) and kind in questions
    }


@contextmanager
def discards_sides(seed: int, number: int = DISCARDS) -> Iterator[Sides]:
    """We and the others, asked about all discards of so many hands of each shanten."""
    tiles = [each[:14] for each in dealt_by_shanten(seed, number, STEPS)]
    counts = [counts_of(each) for each in tiles]
    found: list[Side] = [
        Tasks("agari", [partial(discarding, each) for each in tiles]),
        Tasks("mahjong 2.1", [partial(by_shanten, Shanten.calculate_shanten, each) for each in counts]),
    ]
    if find_spec("riichienv"):
        from tests.tools.benchmarks.riichienv import shanten_of

        found.append(Tasks("riichienv 0.4 (Rust)", [partial(by_shanten, shanten_of, each) for each in counts]))
    with ExitStack() as stack:
        if majiang.is_there():
            found.append(stack.enter_context(majiang.Majiang("dapai", _drawn(tiles))))
        yield Sides(found, len(tiles))


def discarding(tiles: tuple[Tile, ...]) -> Closer:
    """What 14 tiles can give up, by us."""
    return {gone: kinds_of(come) for gone, come in Nearest(Holding(tiles)).advancing_after.items()}


def by_shanten(shanten_of: Callable[[list[int]], int], counts: list[int]) -> Closer:
    """The same by a program that knows the shanten of counts."""
    now, found = shanten_of(counts), {}
    for gone in KINDS:
        if counts[gone]:
            counts[gone] -= 1
            if shanten_of(counts) == now:
                found[gone] = [come for come in KINDS if counts[come] < 4 and _with(shanten_of, counts, come) < now]
            counts[gone] += 1
    return found


def _with(shanten_of: Callable[[list[int]], int], counts: list[int], come: Kind) -> int:
    counts[come] += 1
    found = shanten_of(counts)
    counts[come] -= 1
    return found
