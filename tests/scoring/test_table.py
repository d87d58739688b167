"""The situation of a hand, seen from its player and from others."""

from itertools import product

import pytest

from webapp.scoring.rules import PRESETS, TENHOU, Rules
from webapp.scoring.table import UNNAMED, WIND_NAMES, Table


def test_other_players_are_counted_from_the_player() -> None:
    table = Table(seat=2, discarder=3)
    assert [table.seat_of(other) for other in (1, 2, 3)] == [3, 0, 1]
    assert table.discarder_seat == 1


def test_a_discarder_whom_nobody_has_named_has_no_seat() -> None:
    assert Table(discarder=0).discarder_seat == UNNAMED == len(WIND_NAMES)


@pytest.mark.parametrize("rules", [TENHOU, PRESETS["tenhou_sanma"]], ids=lambda rules: rules.preset)
def test_seen_from_another_seat_the_discarder_stays_where_they_sit(rules: Rules) -> None:
    seats = range(rules.players)
    for seat, discarder, other in product(seats, seats[1:], seats):
        table = Table(seat=seat, discarder=discarder, rules=rules)
        seen = table.seen_from(other)
        assert seen.seat == other
        # Nobody deals in to themselves: then it is the next player.
        assert seen.discarder_seat == (seen.seat_of(1) if other == table.discarder_seat else table.discarder_seat)
        assert Table(seat=seat, discarder=0, rules=rules).seen_from(other).discarder == 0
