"""A few games on the production server for a moment: every event reaches every phone, also where few may wait."""

import pytest

from tests import live


@pytest.mark.slow
@pytest.mark.parametrize("slots", [None, 2], ids=["", "slots exhausted"])
def test_every_event_reaches_every_phone_of_its_game(slots: int | None) -> None:
    outcome = live.run(3, seconds=60, every=0.5, events=4, slots=slots, tappers=1)
    assert outcome.errors == []
    assert (outcome.events, outcome.missing) == (12, 0)
    assert len(outcome.each) == 48
    assert bool(outcome.refused) or slots is None
