"""A few games on the production server for a moment: every event reaches every phone, also where few may wait."""

import pytest

from tests import live

#: Bytes. Threads that wait hold some 100 KiB each.
MOST_MEMORY = 300 << 20


@pytest.mark.slow
@pytest.mark.parametrize("slots", [None, 6], ids=["", "slots exhausted"])
def test_every_event_reaches_every_phone_of_its_game(slots: int | None) -> None:
    outcome = live.run(5, seconds=60, every=0.5, events=3, slots=slots, tappers=1)
    assert outcome.errors == []
    assert (outcome.events, outcome.missing) == (15, 0)
    assert len(outcome.each) == 60
    assert bool(outcome.refused) or slots is None
    assert outcome.taps
    assert outcome.after < MOST_MEMORY
