"""Reads the form for a game that was played without this program: the points of each player at the end, and the riichi
sticks that were left. Such a game is one correction of points and its end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from webapp.formats.fields import read_number
from webapp.game.events import Adjust, End, Event
from webapp.game.result import leftover
from webapp.game.rules import GameRules
from webapp.game.state import start
from webapp.language.words import N_
from webapp.scoring.payments import STICK
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.switches import whole_number

MOST_LEFT = 99
_TOO_FEW = N_(
    "Points and sticks add up to {got} and must add up to {right}: {differs} are missing."
    " Correct the points or the number of sticks that were left."
)
_TOO_MANY = N_(
    "Points and sticks add up to {got} and must add up to {right}: {differs} are too many."
    " Correct the points or the number of sticks that were left."
)


def read_final_points(
    form: Mapping[str, str], names: Sequence[str], rules: GameRules, problems: list[Problem]
) -> tuple[Event, ...]:
    """The events of a game from the fields `p0`, `p1` … and `sticks`. The players get the sticks that are left as the
    rules say. Points and sticks must add up to what the players began with."""
    typed = [whole_number(form.get(f"p{player}", "").replace(",", "")) for player, _ in enumerate(names)]
    for player, (name, number) in enumerate(zip(names, typed, strict=True)):
        if number is None or number % 100:
            problems.append(
                problem(f"p{player}", Code.BAD_NUMBER, "{name}: points are a number like 32400.", name=name)
            )
    sticks = read_number("sticks", form.get("sticks") or "0", 0, 0, MOST_LEFT, problems)
    if sticks and rules.leftover_sticks == "back":
        problems.append(
            problem(
                "sticks",
                Code.BAD_VALUE,
                "By these rules the sticks that are left go back: add 1,000 for each to the points of who laid it.",
            )
        )
    if problems:
        return ()
    state = start(rules)
    points = tuple(typed_points or 0 for typed_points in typed)
    right, got = sum(state.points), sum(points) + STICK * sticks
    if got != right:
        text = _TOO_FEW if got < right else _TOO_MANY
        values = {"got": f"{got:,}", "right": f"{right:,}", "differs": f"{abs(right - got):,}"}
        problems.append(problem("points", Code.BAD_NUMBER, text, **values))
        return ()
    gains = leftover(replace(state, points=points, sticks=sticks))
    changes = (
        has + gains.get(player, 0) - before
        for player, (has, before) in enumerate(zip(points, state.points, strict=True))
    )
    return Adjust(tuple(changes)), End()
