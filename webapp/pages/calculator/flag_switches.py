"""The switches for the circumstances of a win (riichi, the last tile …), and why one of them is greyed."""

from dataclasses import replace
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

from webapp.entry import EMPTY_TABLE, Entry
from webapp.scoring.checks import flag_problems, robbed_problem
from webapp.scoring.hand import IN_PLACE_OF, RIICHI_FLAGS, Flag, WinningHand, flags_of
from webapp.scoring.problems import Problem

#: The circumstances that are always on the screen.
UNFOLDED = frozenset({Flag.RIICHI, Flag.IPPATSU})


class FlagSwitch(NamedTuple):
    """A switch for a circumstance. `replaces` are the flags that it turns off, `problem` is the reason why it cannot be
    turned on. Rare ones are folded away."""

    flag: str
    is_on: bool
    is_folded: bool
    is_riichi: bool
    replaces: tuple[str, ...]
    problem: Problem | None


def flag_switches(entry: Entry) -> tuple[FlagSwitch, ...]:
    """The switches for the circumstances that the rules have."""
    table = replace(EMPTY_TABLE, seat=entry.table.seat, rules=entry.rules)
    bare = Entry(tiles=(0,), melds=entry.melds, by=entry.by, flags=entry.flags, nuki=entry.nuki, table=table)
    robbed = robbed_problem(entry.hand(is_tsumo=False)) if entry.is_full else None
    return tuple([_robbed(switch, robbed) for switch in _switches(bare)]) if robbed else _switches(bare)


def _robbed(switch: FlagSwitch, robbed: Problem) -> FlagSwitch:
    """A switch where no kan can have been robbed."""
    is_free = switch.flag == Flag.CHANKAN and not switch.is_on and not switch.problem
    return switch._replace(problem=robbed) if is_free else switch


@lru_cache(1 << 10)
def _switches(entry: Entry) -> tuple[FlagSwitch, ...]:
    """The switches of an entry that has only what decides them: most taps change nothing of it."""
    ways = [entry.by == "tsumo"] if entry.by else [True, False]
    hands = [entry.hand(is_tsumo=is_tsumo) for is_tsumo in ways]
    known = [{item.text for item in flag_problems(hand)} for hand in hands]
    return tuple(_switch(flag, hands, known) for flag in flags_of(entry.rules))


def _switch(flag: Flag, hands: list[WinningHand], known: list[set[str]]) -> FlagSwitch:
    """The switch for a flag, which cannot be turned on if that brings a new problem by every way of winning."""
    is_on = flag in hands[0].flags
    problems = [] if is_on else list(map(_new_problem, hands, repeat(flag), known))
    problem = problems[0] if problems and all(problems) else None
    replaces = tuple(sorted(other.value for other in IN_PLACE_OF.get(flag, ())))
    return FlagSwitch(flag.value, is_on, flag not in UNFOLDED, flag in RIICHI_FLAGS, replaces, problem)


def _new_problem(hand: WinningHand, flag: Flag, known: set[str]) -> Problem | None:
    others = hand.flags - IN_PLACE_OF.get(flag, frozenset())
    after = flag_problems(replace(hand, flags=others | {flag}))
    return next((item for item in after if item.text not in known), None)
