"""Holdings for the tests: spelled, and dealt at random in every shape, some draws away from complete."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.scoring.hands import but, meld, random_win
from webapp.efficiency.holding import Holding, holding_problems
from webapp.scoring.blocks import Meld
from webapp.scoring.hand import WinningHand
from webapp.scoring.notation import format_tiles, parse_tile, parse_tiles
from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.tiles import Tile


def _called(words: str) -> Meld:
    key, tiles = words.split()
    return meld(key, tiles)


def holding(concealed: str, *melds: str, rules: Rules = TENHOU, **facts: Any) -> Holding:
    """The holding that is spelled: ``holding("123m11z", "pon 555z", dora="9s", seen="2s2s")``; winds are E S W N."""
    made = tuple(_called(words) for words in melds)
    for name in {"dora", "ura", "seen"} & set(facts):
        facts[name] = parse_tiles(facts[name])
    for name in {"round", "seat"} & set(facts):
        facts[name] = "ESWN".index(facts[name])
    if "drawn" in facts:
        facts["drawn"] = parse_tile(facts["drawn"])
    return but(Holding(concealed=parse_tiles(concealed), melds=made), rules=rules, **facts)


def spelled(held: Holding) -> str:
    """A holding in one line, for people who read a failed test."""
    melds = " ".join(f"({each.type.value} {format_tiles(each.tiles)})" for each in held.melds)
    laid = {"dora": held.table.dora, "ura": held.ura, "seen": held.seen}
    lists = " ".join(f"{name}={format_tiles(tiles)}" for name, tiles in laid.items())
    return f"{format_tiles(held.concealed)} {melds} {lists} nuki={held.nuki} seat={held.table.seat} {held.rules.preset}"


def random_holding(
    random: Random, draws: int, rules: Rules = TENHOU, *, is_full: bool = True, seen: int = 0
) -> Holding:
    """A complete hand of any shape, of which so many tiles were exchanged for others at random.

    So it is at most so many draws from complete, and often fewer. Further tiles are seen; all is legal.
    """
    while True:
        hand = random_win(random, rules).hand
        tiles = [*hand.concealed, hand.win]
        random.shuffle(tiles)
        exchanged = min(max(draws, 0 if is_full else 1), len(tiles))
        held = _held(hand, tuple(tiles[exchanged:]))
        held = held.after((), _drawn(random, held, exchanged if is_full else exchanged - 1))
        found = _with_seen(random, held, random.randint(0, seen))
        if not holding_problems(found):
            return found


def _held(hand: WinningHand, concealed: tuple[Tile, ...]) -> Holding:
    return Holding(concealed, hand.melds, hand.table, nuki=hand.nuki)


def _drawn(random: Random, held: Holding, number: int) -> list[Tile]:
    wall = [tile for tile, left in enumerate(held.left) for _ in range(left)]
    return random.sample(wall, min(number, len(wall)))


def _with_seen(random: Random, held: Holding, number: int) -> Holding:
    tiles = _drawn(random, held, number)
    return held.after(tiles, tiles)


def holdings(draws: int, **facts: Any) -> st.SearchStrategy[Holding]:
    """Holdings up to so many draws from complete, that shrink."""
    return st.randoms(use_true_random=False).map(lambda random: random_holding(random, draws, **facts))
