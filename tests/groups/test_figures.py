"""Rates with their intervals, sums, standings, names and seats."""

import pytest

from tests.game.games import game, ron, tsumo
from webapp.game.events import End
from webapp.groups import Rate, Sums, counts_of, figures_of, matched, read_names, seats_problems, standings
from webapp.scoring.problems import Problem


@pytest.mark.parametrize(
    ("number", "of", "low", "high"),
    [(0, 5, 0.0, 0.4345), (5, 5, 0.5655, 1.0), (12, 58, 0.1225, 0.3277), (1, 1, 0.2065, 1.0)],
)
def test_the_interval_is_wilson_s(number: int, of: int, low: float, high: float) -> None:
    """The figures are those of R's `prop.test(x, n, correct = FALSE)`."""
    assert Rate(number, of).interval == pytest.approx((low, high), abs=0.0002)


def test_figures_of_no_game_are_none() -> None:
    assert figures_of([], 4) is None


def test_figures_add_up_games_and_leave_out_what_cannot_be_known() -> None:
    games = [game([ron(0, 1, 3), End()]), game([tsumo(0, 2), ron(1, 0), End()])]
    first = [counts[0] for counts in map(counts_of, games) if counts]
    figures = figures_of(first, 4)
    assert figures
    assert (figures.games, figures.hands) == (2, 3)
    assert figures.rates["won"] == (2, 3)
    assert figures.rates["tsumo"] == (1, 2)
    assert figures.rates["dealt_in"] == (1, 3)
    assert figures.means == {"won": (5800 + 3000) // 2, "dealt_in": 1000}
    assert "riichi_won" not in figures.rates
    assert "tenpai" not in figures.rates
    assert figures.best == 5800
    assert "fourth" not in (figures_of(first, 3) or figures).rates


SUMS = [Sums(1, 3, 300_000, 60), Sums(2, 1, 250_000, 12), Sums(3, 2, 250_000, 36), Sums(4, 9, -800_000, 324)]


@pytest.mark.parametrize(
    ("order", "least", "expected"),
    [
        ("sum", 1, [(1, 1), (2, 2), (2, 3), (4, 4)]),
        ("mean", 1, [(1, 2), (2, 3), (3, 1), (4, 4)]),
        ("rank", 1, [(1, 2), (2, 3), (3, 1), (4, 4)]),
        ("sum", 2, [(1, 1), (2, 3), (3, 4), (None, 2)]),
    ],
)
def test_standings_are_ordered_as_the_group_wants(order: str, least: int, expected: list[tuple[int, int]]) -> None:
    assert [(row.place, row.member) for row in standings(SUMS, order, least)] == expected


def test_a_name_means_the_one_member_who_is_called_so() -> None:
    members = {1: "Aoi", 2: "Yui", 3: "yui", 4: "Van  Damme"}
    assert [matched(name, members) for name in ("aoi ", "Yui", "van damme", "Ken")] == [1, None, 4, None]


def test_names_are_given_once() -> None:
    found: list[Problem] = []
    read_names(["Ken", "", "aoi", "Ken"], ["Aoi"], found)
    assert [one.message for one in found] == [
        "The name Ken is used twice.",
        "A member has a name.",
        "The name aoi is used twice.",
    ]


@pytest.mark.parametrize(
    ("seats", "problems"), [([1, 2, 3, 4], 0), ([1, 2, 3, 3], 1), ([1, 2, 3, 4, 5], 1), ([1, 2, 3, 9], 1), ([], 1)]
)
def test_who_cannot_sit_down_is_told_why(seats: list[int], problems: int) -> None:
    members = dict(enumerate("ABCDE", 1))
    assert len([*seats_problems(seats, members, 4)]) == problems
