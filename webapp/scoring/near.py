"""Why a hand has no yaku: the yaku that it nearly has, each with the one thing that is missing.

The yaku are asked about readings that differ from the real one in one fact: closed, another wait, another situation,
one block less. What such a reading has is a near miss. No yaku is named here, so a new one needs no change.
"""

from collections.abc import Iterator
from typing import NamedTuple

from webapp.scoring.awards import awards
from webapp.scoring.blocks import RYANMEN, SEQUENCE, traits_of
from webapp.scoring.hand import Flag
from webapp.scoring.notation import format_tiles
from webapp.scoring.reading import STANDARD, Reading
from webapp.scoring.registry import Yaku
from webapp.scoring.tiles import HONOURS, NAMES, kinds_of


class NearMiss(NamedTuple):
    """A yaku and the one thing that is missing: a message with places for the values."""

    yaku: Yaku
    text: str
    values: dict[str, str]

    @property
    def message(self) -> str:
        """The message in English."""
        return self.text.format(**self.values)


class _Variation(NamedTuple):
    """A reading that differs in one fact, and a message that names the fact."""

    reading: Reading
    text: str
    values: dict[str, str]


def near_misses(readings: list[Reading]) -> tuple[NearMiss, ...]:
    """The yaku that a hand without yaku nearly has, each once, with the simplest reason."""
    found: dict[str, NearMiss] = {}
    for reading in readings:
        for variation in _variations(reading):
            for award in awards(variation.reading):
                if award.key not in found:
                    found[award.key] = NearMiss(award.yaku, variation.text, variation.values)
    return tuple(found.values())


def _variations(reading: Reading) -> Iterator[_Variation]:
    won = reading.situation
    if won.is_closed:
        riichi = won.but(flags=won.flags | {Flag.RIICHI})
        yield _Variation(reading.but(situation=riichi), "was not declared", {})
        if not won.is_tsumo:
            yield _Variation(reading.but(situation=won.but(is_tsumo=True)), "needs a tsumo", {})
    else:
        closed = reading.but(situation=won.but(is_closed=True), twins=_twins(reading))
        yield _Variation(closed, "needs a closed hand", {})
    if reading.shape is STANDARD:
        yield from _other_facts(reading)


def _twins(reading: Reading) -> int:
    """The number of pairs of identical sequences; called sequences count as well."""
    kinds = [block.kind for block in reading.blocks if block.type is SEQUENCE]
    return sum(kinds.count(kind) // 2 for kind in set(kinds))


def _other_facts(reading: Reading) -> Iterator[_Variation]:
    if reading.wait is not RYANMEN and reading.blocks[reading.win_block].type is SEQUENCE:
        yield _Variation(reading.but(wait=RYANMEN), "needs a two-sided wait", {})
    if reading.pair & reading.yakuhai:
        tile = NAMES[kinds_of(reading.pair)[0]]
        plain_pair = reading.but(pair=0)
        yield _Variation(plain_pair, "needs a pair without fu, not {tile}", {"tile": tile})
    for wind in kinds_of(reading.triplets & HONOURS & ~reading.yakuhai):
        elsewhere = reading.situation.but(seat_wind=1 << wind)
        yield _Variation(
            reading.but(situation=elsewhere), "{tile} is neither round wind nor seat wind", {"tile": NAMES[wind]}
        )
    for index, block in enumerate(reading.blocks):
        others = (*reading.blocks[:index], *reading.blocks[index + 1 :])
        kinds = 0
        for other in others:
            kinds |= other.tiles
        without = reading.but(kinds=kinds, traits=traits_of(others))
        yield _Variation(without, "without {tiles}", {"tiles": format_tiles(block.kinds)})
