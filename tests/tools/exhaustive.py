"""``python -m tests.tools.exhaustive``: every winning shape of fourteen concealed tiles, scored and held against laws.

The shapes are built up, not taken apart: in each suit all sets, and all sets with a pair, are laid together
(`contents`), then suits are combined until there are four sets and a pair. That the engine splits a hand in exactly
as many ways as it can be built is one of the laws. Seven pairs that are not built so, and thirteen orphans, follow.

Each shape is won on one of its tiles, in a situation that a hash of the tiles chooses; every `EVERY_TILE`-th shape on
each of its tiles. Every `COMPARED`-th is asked of the package `mahjong` too. The work is cut into units; what each
came to is a line of `STATE`, so that a run that was stopped goes on where it was.
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement, islice, product
from math import comb, prod
from pathlib import Path
from typing import Any, NamedTuple

from tests.scoring.hands import Win, but
from tests.scoring.peer import our_answer, peer_answer
from webapp.scoring.blocks import PAIR, SEQUENCE, SINGLE, TRIPLET
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.reading import CHIITOITSU, STANDARD
from webapp.scoring.rules import MAJIANG, TENHOU, RedFives
from webapp.scoring.score import Score, ScoredReading
from webapp.scoring.table import Table
from webapp.scoring.tiles import KINDS, YAOCHUU, Counts, Kind, count_of, kinds_of

STATE = Path(__file__).parents[2] / ".exhaustive.jsonl"
UNITS = 100
EVERY_TILE = 256
COMPARED = 16
#: How many shapes there are of four sets and a pair; that many other programs count, and so does `built_number`.
STANDARD_SHAPES = 11_498_658
SHOWN = 20

_PLAIN = replace(TENHOU, red_fives=RedFives(0, 0, 0), pao=frozenset(), multiple_ron=1)
#: Units take turns between these rules: single and double yakuman.
RULES = (replace(_PLAIN, double_yakuman=frozenset()), replace(_PLAIN, double_yakuman=MAJIANG.double_yakuman))


# -- building --------------------------------------------------------------------------------------


class Content(NamedTuple):
    """What one suit may hold: its counts, and in how many ways they are laid together."""

    counts: Counts
    ways: int


Size = tuple[int, int]
"""How many sets, how many pairs."""


@cache
def contents(kinds: int, *, has_sequences: bool) -> dict[Size, tuple[Content, ...]]:
    """Everything a suit of so many kinds may hold, up to four sets and a pair, four copies of a kind at most."""
    sets = [3 << 3 * kind for kind in range(kinds)]
    if has_sequences:
        sets += [0o111 << 3 * kind for kind in range(kinds - 2)]
    pairs = [2 << 3 * kind for kind in range(kinds)]
    found = {}
    for number, paired in product(range(5), range(2)):
        laid = combinations_with_replacement(sets, number)
        ways = Counter(
            sum(chosen) + pair for chosen in laid for pair in (pairs if paired else (0,)) if _fits((*chosen, pair))
        )
        found[number, paired] = tuple(Content(*item) for item in ways.items())
    return found


def _fits(laid: tuple[Counts, ...]) -> bool:
    """No more than four of a kind: nowhere the bit of four together with that of one or two."""
    total = 0
    for block in laid:
        total += block
        if total >> 2 & (total | total >> 1) & 0o111111111:
            return False
    return True


def suits() -> tuple[dict[Size, tuple[Content, ...]], ...]:
    """What characters, circles, bamboos and honours may hold."""
    number, honours = contents(9, has_sequences=True), contents(7, has_sequences=False)
    return number, number, number, honours


def built_number() -> int:
    """How many different shapes four sets and a pair can be laid together to."""
    total: Counter[Size] = Counter({(0, 0): 1})
    for suit in suits():
        grown: Counter[Size] = Counter()
        for ((sets, pairs), number), (more, paired) in product(total.items(), suit):
            grown[sets + more, pairs + paired] += number * len(suit[more, paired])
        total = grown
    return total[4, 1]


class Shape(NamedTuple):
    """Fourteen tiles, and how many readings' worth of blocks they have: splits, and seven pairs or thirteen orphans."""

    counts: Counts
    splits: int
    is_seven_pairs: bool = False


def shapes(unit: int) -> Iterator[Shape]:
    """The shapes of one unit; all units together have each shape once."""
    yield from _four_sets(unit)
    yield from _seven_pairs(unit)
    if not unit:
        orphans = sum(1 << 3 * kind for kind in kinds_of(YAOCHUU))
        yield from (Shape(orphans + (1 << 3 * twin), 0) for twin in kinds_of(YAOCHUU))


def _four_sets(unit: int) -> Iterator[Shape]:
    man, pin, sou, honours = suits()
    for size, others in product(man, pin):
        left = 4 - size[0] - others[0], 1 - size[1] - others[1]
        if min(left) < 0:
            continue
        rest = [
            Content(s.counts << 54 | z.counts << 81, s.ways * z.ways)
            for sets, pairs in product(range(left[0] + 1), range(left[1] + 1))
            for s, z in product(sou[sets, pairs], honours[left[0] - sets, left[1] - pairs])
        ]
        for number, first in enumerate(man[size]):
            for second in pin[others][(unit - number) % UNITS :: UNITS]:
                counts, ways = first.counts | second.counts << 27, first.ways * second.ways
                for last in rest:
                    whole = counts | last.counts
                    yield Shape(whole, ways * last.ways, _is_seven_pairs(whole))


_NOT_TWO: Counts = int("5" * 34, 8)


def _is_seven_pairs(counts: Counts) -> bool:
    return not counts & _NOT_TWO


def _seven_pairs(unit: int) -> Iterator[Shape]:
    """Those that are no four sets and a pair."""
    for kinds in islice(combinations(KINDS, 7), unit, None, UNITS):
        counts = sum([2 << 3 * kind for kind in kinds])
        if not _is_built(counts):
            yield Shape(counts, 0, is_seven_pairs=True)


@cache
def _known() -> tuple[dict[Counts, Size], ...]:
    return tuple({content.counts: size for size in suit for content in suit[size]} for suit in suits())


def _is_built(counts: Counts) -> bool:
    sizes = [known.get(counts >> 27 * suit & 0o777777777) for suit, known in enumerate(_known())]
    return None not in sizes and sum(size[1] for size in sizes if size) == 1


# -- scoring ---------------------------------------------------------------------------------------


def situated(shape: Shape, win: Kind, mix: int) -> WinningHand:
    """The shape won on one of its tiles; the bits of `mix` choose how and where."""
    counts = shape.counts - (1 << 3 * win)
    indicator = (mix >> 10) % 34
    return WinningHand(
        tuple([kind for kind in KINDS for _ in range(counts >> 3 * kind & 7)]),
        win,
        is_tsumo=bool(mix & 1),
        table=Table(
            round=mix >> 1 & 3,
            seat=mix >> 3 & 3,
            dora=() if shape.counts >> 3 * indicator & 4 else (indicator,),
            discarder=1 + (mix >> 6) % 3,
        ),
        flags=_RIICHI if mix >> 5 & 1 else _NO_FLAGS,
    )


_RIICHI, _NO_FLAGS = frozenset({Flag.RIICHI}), frozenset[Flag]()


def mixed(counts: Counts) -> int:
    """Twenty-four bits that look random and are the same for the same tiles."""
    return (counts * 0x9E3779B97F4A7C15F39CC0605CEDC835) >> 100 & 0xFFFFFF


_TAKES = {SEQUENCE: 0o111, TRIPLET: 3, PAIR: 2, SINGLE: 1}
_BASIC = {5: 2000, 6: 3000, 7: 3000, 8: 4000, 9: 4000, 10: 4000, 11: 6000, 12: 6000}


@cache
def table_points(han: int, fu: int, yakuman: int, is_dealer: bool, is_tsumo: bool) -> int:
    """The score table, written once more from the rules."""
    basic = 8000 * (yakuman or 1) if yakuman or han >= 13 else _BASIC.get(han) or min(fu * 2 ** (2 + han), 2000)
    times = ([2, 2, 2] if is_dealer else [2, 1, 1]) if is_tsumo else [6 if is_dealer else 4]
    return sum((basic * share + 99) // 100 * 100 for share in times)


def broken(shape: Shape, score: Score) -> str:
    """The first law that the score of a shape breaks; nothing if it keeps them all."""
    found = score.readings
    if not found:
        return "no reading"
    if any(sum([_TAKES[b.type] << 3 * b.kind for b in one.reading.blocks]) != shape.counts for one in found):
        return "a reading does not rebuild the hand"
    if any(not one.reading.blocks[one.reading.win_block].tiles >> score.hand.win & 1 for one in found):
        return "the winning tile is not in its block"
    standard = [one for one in found if one.reading.shape is STANDARD]
    if len({tuple(map(id, one.reading.blocks)) for one in standard}) != shape.splits:
        return "splits are missing or twice"
    if sum([one.reading.shape is CHIITOITSU for one in found]) != shape.is_seven_pairs:
        return "seven pairs are missing or too many"
    if any(one.points != _points(one, score) for one in found):
        return "the score table says otherwise"
    if found[0].points != max([one.points for one in found]):
        return "another reading has more points"
    if found[0].points and (sum(score.deltas) or score.deltas[score.hand.table.seat] != found[0].points):
        return "the payments are not the points"
    return ""


def _points(one: ScoredReading, score: Score) -> int:
    if not one.yaku:
        return 0
    return table_points(one.han, one.fu, one.yakuman, score.hand.table.seat == 0, score.hand.is_tsumo)


def checked(unit: int, step: int = 1) -> dict[str, Any]:
    """Scores a unit, or every `step`-th shape of it, and says what it came to."""
    rules = RULES[unit % 2]
    tally: Counter[str] = Counter()
    faults: list[str] = []
    for number, shape in enumerate(islice(shapes(unit), 0, None, step)):
        mix = mixed(shape.counts)
        kinds = [kind for kind in KINDS if count_of(shape.counts, kind)]
        chosen = kinds[mix % len(kinds)]
        for kind in kinds if number % EVERY_TILE == 0 else (chosen,):
            win = Win(but(situated(shape, kind, mix >> 4), rules=rules))
            score = win.score
            tally["hands"] += 1
            tally["readings"] += len(score.readings)
            tally["won"] += score.best is not None
            if law := broken(shape, score):
                faults.append(f"{law}: {win}")
        if number % COMPARED == 0:
            tally["compared"] += 1
            ours, theirs = our_answer(win), peer_answer(win)
            if ours != theirs:
                faults.append(f"{ours} here, {theirs} there: {win}")
        tally["standard"] += shape.splits > 0
        tally["seven_pairs"] += shape.is_seven_pairs and not shape.splits
        tally["shapes"] += 1
    return {"unit": unit, **tally, "faults": faults}


# -- the run ---------------------------------------------------------------------------------------


def main() -> int:
    """Checks what is not yet checked; the exit status is 1 if anything is wrong."""
    done = {line["unit"]: line for line in map(json.loads, STATE.read_text().splitlines())} if STATE.exists() else {}
    left = [unit for unit in range(UNITS) if unit not in done]
    with ProcessPoolExecutor(os.cpu_count()) as pool, STATE.open("a") as state:
        for future in as_completed([pool.submit(checked, unit) for unit in left]):
            line = future.result()
            done[line["unit"]] = line
            print(json.dumps(line, ensure_ascii=False), file=state, flush=True)
            print(f"\r[{'#' * (len(done) * 50 // UNITS):<50}] {len(done)}/{UNITS}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return report(list(done.values()))


def report(lines: list[dict[str, Any]]) -> int:
    """Prints what all units came to."""
    for name in ("shapes", "standard", "seven_pairs", "hands", "readings", "won", "compared"):
        print(f"{name:<12} {sum(line.get(name, 0) for line in lines):>12,}")
    faults = [fault for line in lines for fault in line["faults"]]
    print(f"{'faults':<12} {len(faults):>12,}", *faults[:SHOWN], sep="\n")
    is_complete = sum(line["standard"] for line in lines) == STANDARD_SHAPES == built_number()
    is_complete = is_complete and sum(line["shapes"] for line in lines) == every_shape()
    print("complete" if is_complete else "NOT COMPLETE")
    return 0 if is_complete and not faults else 1


def every_shape() -> int:
    """Four sets and a pair, seven of 34 pairs but those that are both, thirteen orphans."""
    return STANDARD_SHAPES + comb(34, 7) - twice_twins() + 13


def twice_twins() -> int:
    """How many shapes are seven pairs and four sets too: two pairs of twin sequences and a pair elsewhere."""
    return sum(
        prod(
            len([c for c in suit[size] if _is_seven_pairs(c.counts)]) for suit, size in zip(suits(), sizes, strict=True)
        )
        for sizes in product(*suits())
        if tuple(map(sum, zip(*sizes, strict=True))) == (4, 1)
    )


if __name__ == "__main__":
    sys.exit(main())
