"""A few phones at the production server for a moment, a slow client beside them, and a restart among their taps."""

import pytest

from tests import load, mixture

PHONES, TAPS = 6, 120
PATIENCE = 120  # seconds: a run ends when the taps are answered, sooner by far
#: How many times as long the tap in the middle may take beside attackers. The slowest of so few taps says more of the
#: other work on the machine, which runs other tests meanwhile; `python -m tests.mixture` asks for that.
SHORT_BOUND = 15


@pytest.mark.slow
@pytest.mark.parametrize("restarts", [False, True], ids=["", "restart"])
def test_every_tap_is_answered(restarts: bool) -> None:
    outcome = load.run(PHONES, pause=0.05, seconds=PATIENCE, taps=TAPS, slow=2, restarts=restarts)
    assert outcome.errors == []
    assert len(outcome.taken) >= TAPS
    assert bool(outcome.repeated) == restarts


@pytest.mark.slow
def test_more_slow_clients_than_waitress_would_take_do_not_lock_the_others_out() -> None:
    outcome = load.run(PHONES, pause=0.05, seconds=PATIENCE, taps=TAPS, slow=120)
    assert outcome.errors == []
    assert outcome.repeated == 0
    assert len(outcome.taken) >= TAPS


@pytest.mark.slow
def test_attackers_of_every_kind_slow_nobody_s_taps_much() -> None:
    """Once, or else in two runs more, where other work on the machine got in between."""

    def ratio() -> float:
        return mixture.run(mixture.ROOT, list(mixture.KINDS), 24).usual

    assert ratio() <= SHORT_BOUND or max(ratio(), ratio()) <= SHORT_BOUND
