"""What the benchmarks ask: recorded hands where the folder with them is, else made ones; and random deals.

Nothing here asks our own engine anything, so that every hand is new to it when the clock starts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from mahjong.shanten import Shanten

from tests.scoring.hands import but, random_win
from tests.scoring.real_hands import is_there, real_hands
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.rules import COPIES, TENHOU, Rules
from webapp.scoring.tiles import FIVES, KIND, KINDS, RED_FIVES, Kind, Tile

#: How many hands are made where none are recorded.
MADE = 9_000
#: Tenhou's rules, as far as all programs know them: they leave out pao and the second winner of a discard.
RULES: Rules = replace(TENHOU, pao=frozenset(), multiple_ron=1)


def origin() -> str:
    """Where the hands come from."""
    return "recorded" if is_there() else "made"


def won_hands(seed: int, number: int = MADE) -> list[WinningHand]:
    """At most so many hands as they are won at a table, by tenhou's rules."""
    random = Random(seed)
    if not is_there():
        return [random_win(random, RULES).hand for _ in range(number)]
    cases = [case for file in ("real-tenhou", "real-majiang") for case in real_hands(file)]
    hands = [case.hand for case in cases if case.hand and case.rules.players == 4 and not case.problems]
    return [but(hand, nth_ron=1, rules=RULES) for hand in random.sample(hands, min(number, len(hands)))]


def tenpais(seed: int, number: int) -> list[WinningHand]:
    """At most so many different tenpais; each with one of the tiles it waits for, by ron, with or without riichi."""
    tenpai = {(tuple(sorted(hand.concealed)), hand.melds): hand for hand in won_hands(seed)}
    return [_without_circumstances(hand) for hand in list(tenpai.values())[:number]]


def _without_circumstances(hand: WinningHand) -> WinningHand:
    return but(hand, is_tsumo=False, flags=hand.flags & {Flag.RIICHI}, ura=(), honba=0, sticks=0)


def wall() -> list[Tile]:
    """All tiles, one five of each suit red."""
    red = dict(zip(FIVES, RED_FIVES, strict=True))
    return [red[kind] if copy == 0 and kind in red else kind for kind in KINDS for copy in range(COPIES)]


def deals(seed: int, tiles: int = 14) -> Iterator[tuple[Tile, ...]]:
    """Random deals of so many tiles, without end."""
    random, every = Random(seed), wall()
    while True:
        yield tuple(random.sample(every, tiles))


def dealt(seed: int, number: int) -> list[tuple[Tile, ...]]:
    """So many random hands of 14 tiles."""
    return [tiles for tiles, _ in zip(deals(seed), range(number), strict=False)]


def dealt_by_shanten(seed: int, number: int, steps: Sequence[int]) -> list[tuple[Tile, ...]]:
    """So many random hands of 14 tiles of each of these shanten, one of each in turn, and an indicator as the 15th."""
    found: dict[int, list[tuple[Tile, ...]]] = {shanten: [] for shanten in steps}
    for tiles in deals(seed, 15):
        hands = found.get(Shanten.calculate_shanten(counts_of(tiles[:14])), [])
        if len(hands) < number:
            hands.append(tiles)
        elif all(len(hands) == number for hands in found.values()):
            break
    return [tiles for together in zip(*found.values(), strict=True) for tiles in together]


def counts_of(tiles: Sequence[Tile]) -> list[int]:
    """How many there are of each kind, as `mahjong` takes them."""
    kinds = [KIND[tile] for tile in tiles]
    return [kinds.count(kind) for kind in KINDS]


def waits_of(hand: WinningHand) -> list[Kind]:
    """The kinds that complete the concealed tiles of a hand and are not all in it already, as `mahjong` finds them."""
    counts = counts_of(hand.concealed)
    held = counts_of([*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)])
    return [kind for kind in KINDS if held[kind] < COPIES and completes(counts, kind)]


def completes(counts: list[int], kind: Kind) -> bool:
    """Whether a kind completes concealed tiles, asked of `mahjong`."""
    if counts[kind] == COPIES:
        return False
    counts[kind] += 1
    shanten = Shanten.calculate_shanten(counts)
    counts[kind] -= 1
    return bool(shanten == Shanten.AGARI_STATE)
