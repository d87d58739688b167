"""Explains why a hand has no yaku: the yaku that it nearly has, each with the one thing that is missing, and why it
lacks the most common yaku.

A near miss is a yaku of a reading that differs from the real one in one fact: it is closed, or has another wait,
another situation or one block less. This module names no yaku, so a new one needs no change here. `common` says why a
hand lacks a common yaku that is no near miss.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from webapp.scoring.awards import awards
from webapp.scoring.blocks import RYANMEN, SEQUENCE, traits_of
from webapp.scoring.common import COMMON
from webapp.scoring.hand import Flag
from webapp.scoring.notation import format_tiles
from webapp.scoring.reading import STANDARD, Reading
from webapp.scoring.registry import Yaku
from webapp.scoring.tiles import HONOURS, Kind, kinds_of


class NearMiss(NamedTuple):
    """A yaku and the one thing that is missing: a message, with a place for `tiles` if there are any."""

    yaku: Yaku
    text: str
    tiles: tuple[Kind, ...]

    @property
    def message(self) -> str:
        """The message in English."""
        return self.text.format(tiles=format_tiles(self.tiles))


class Reason(NamedTuple):
    """Why a hand lacks some yaku: their English names, and a message like that of a near miss."""

    names: tuple[str, ...]
    text: str
    tiles: tuple[Kind, ...]

    @property
    def message(self) -> str:
        """The message in English."""
        return self.text.format(tiles=format_tiles(self.tiles))


class _Variation(NamedTuple):
    """A reading that differs in one fact, and a message that names the fact."""

    reading: Reading
    text: str
    tiles: tuple[Kind, ...] = ()


def near_misses(readings: Sequence[Reading]) -> tuple[NearMiss, ...]:
    """The yaku that a hand without yaku nearly has, each once, with the simplest reason."""
    misses: dict[str, NearMiss] = {}
    for reading in readings:
        for variation in _variations(reading):
            for award in awards(variation.reading):
                if award.key not in misses:
                    misses[award.key] = NearMiss(award.yaku, variation.text, variation.tiles)
    return tuple(misses.values())


def reasons(readings: Sequence[Reading]) -> tuple[Reason, ...]:
    """Why a hand without yaku lacks the common ones, then the reasons of its other near misses. Yaku with the same
    reason are grouped.

    Empty if the tiles are not a winning hand.
    """
    near = near_misses(readings)
    names_by_reason: dict[tuple[str, tuple[Kind, ...]], list[str]] = {}
    for en, text, tiles in (*_why_not_common(readings[:1], near), *_of_the_others(near)):
        names_by_reason.setdefault((text, tiles), []).append(en)
    return tuple(Reason(tuple(names), text, tiles) for (text, tiles), names in names_by_reason.items())


def _why_not_common(
    readings: Sequence[Reading], near: Sequence[NearMiss]
) -> Iterator[tuple[str, str, tuple[Kind, ...]]]:
    """The name, message and tiles for each common yaku: those of its near miss, or why the reading lacks it."""
    for reading in readings:
        for common in COMMON:
            missed = [miss for miss in near if miss.yaku.key in common.keys]
            if missed:
                yield common.en, missed[0].text, missed[0].tiles
            else:
                text, tiles = common.lack(reading)
                yield common.en, text, tuple(kinds_of(tiles))


def _of_the_others(near: Sequence[NearMiss]) -> Iterator[tuple[str, str, tuple[Kind, ...]]]:
    keys = {key for common in COMMON for key in common.keys}
    for miss in near:
        if miss.yaku.key not in keys:
            yield miss.yaku.en, miss.text, miss.tiles


def _variations(reading: Reading) -> Iterator[_Variation]:
    won = reading.situation
    if won.is_closed:
        riichi = won.but(flags=won.flags | {Flag.RIICHI})
        yield _Variation(reading.but(situation=riichi), "was not declared")
        if not won.is_tsumo:
            yield _Variation(reading.but(situation=won.but(is_tsumo=True)), "needs a tsumo")
    else:
        closed = reading.but(situation=won.but(is_closed=True), twins=_twins(reading))
        yield _Variation(closed, "needs a closed hand")
    if reading.shape is STANDARD:
        yield from _other_facts(reading)


def _twins(reading: Reading) -> int:
    """The number of pairs of identical sequences; called sequences count as well."""
    kinds = [block.kind for block in reading.blocks if block.type is SEQUENCE]
    return sum(kinds.count(kind) // 2 for kind in set(kinds))


def _other_facts(reading: Reading) -> Iterator[_Variation]:
    if reading.wait is not RYANMEN and reading.blocks[reading.win_block].type is SEQUENCE:
        yield _Variation(reading.but(wait=RYANMEN), "needs a two-sided wait")
    if reading.pair & reading.yakuhai:
        plain_pair = reading.but(pair=0)
        yield _Variation(plain_pair, "needs a pair without fu, not {tiles}", tuple(kinds_of(reading.pair)))
    for wind in kinds_of(reading.triplets & HONOURS & ~reading.yakuhai):
        elsewhere = reading.situation.but(seat_wind=1 << wind)
        yield _Variation(reading.but(situation=elsewhere), "{tiles} is neither round wind nor seat wind", (wind,))
    for index, block in enumerate(reading.blocks):
        others = (*reading.blocks[:index], *reading.blocks[index + 1 :])
        kinds = 0
        for other in others:
            kinds |= other.tiles
        without = reading.but(kinds=kinds, traits=traits_of(others))
        yield _Variation(without, "without {tiles}", tuple(block.kinds))
