"""The rank that a player aims for, and the wins to name for it."""

from typing import Any

import pytest

from tests.game.games import last_hand, rules
from webapp.game.aims import Aim, aim
from webapp.game.needs import NeededWin, needs
from webapp.game.state import State

M_LEAGUE = last_hand(255, 219, 222, 294, played_by=rules("m_league"), honba=1, sticks=1)
HOUSE = last_hand(312, 184, 369, 135)


def aim_of(state: State, player: int) -> Aim:
    return aim(state, needs(state)[player])


def called(win: NeededWin | None) -> Any:
    """A win as it is called out: any, the name of a limit, or points; with a mark if the rank is shared."""
    if win is None:
        return None
    points = "any" if win.is_any else str(win.value.limit or "/".join(map(str, win.value.called)))
    return f"{points} tie" if win.is_tied else points


def line(state: State, player: int) -> tuple[Any, ...]:
    """The rank, what is needed by tsumo, by ron and off one player, what becomes of the game."""
    found = aim_of(state, player)
    off = found.off and (found.off[0], called(found.off[1]))
    return found.rank, called(found.tsumo), called(found.ron), off, found.then


@pytest.mark.parametrize(
    ("state", "player", "expected"),
    [
        (M_LEAGUE, 0, (1, "500/1000", "2600 tie", (3, "1300"), "over")),
        (M_LEAGUE, 1, (1, "1300/2600", "6400", (3, "3200"), "over")),
        (M_LEAGUE, 2, (1, "1000/2000", "6400", (3, "3200"), "over")),
        (M_LEAGUE, 3, (1, "any", "any", None, "goes_on")),
        (HOUSE, 0, (1, "1300/2600", "6400", (2, "3200"), "over")),
        (HOUSE, 1, (2, "haneman", "baiman", (0, "7700"), "over")),
        (HOUSE, 2, (1, "any", "any", None, "over")),
        (HOUSE, 3, (3, "1300", "5800", (1, "2900"), "goes_on")),
    ],
)
def test_the_line_at_a_seat_names_the_rank_and_the_least_wins(state: State, player: int, expected: Any) -> None:
    assert line(state, player) == expected
