"""A few phones at the production server for a moment, a slow client beside them, and a restart among their taps."""

import pytest

from tests import load

PHONES = 6
SECONDS = 4


@pytest.mark.parametrize("restarts", [False, True], ids=["", "restart"])
def test_every_tap_is_answered(restarts: bool) -> None:
    outcome = load.run(PHONES, SECONDS, pause=0.05, slow=2, restarts=restarts)
    assert outcome.errors == []
    assert len(outcome.taken) > 2 * PHONES
    assert bool(outcome.repeated) == restarts


def test_more_slow_clients_than_waitress_would_take_do_not_lock_the_others_out() -> None:
    outcome = load.run(PHONES, SECONDS, pause=0.05, slow=120)
    assert outcome.errors == []
    assert outcome.repeated == 0
    assert len(outcome.taken) > 2 * PHONES
