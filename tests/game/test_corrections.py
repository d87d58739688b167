"""Corrections of an earlier event with the riichi of its hand: the game is the one in which they were right."""

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.examples import law
from tests.game.games import happenings, logs
from tests.game.test_laws import Log, without_marks
from webapp.game.events import Amend, Undo
from webapp.game.hands import sticks_for
from webapp.game.log import play, replay


@given(log=logs(least=10, most=25), data=st.data())
@settings(law(300), suppress_health_check=list(HealthCheck))
def test_to_correct_the_riichi_of_a_hand_is_to_have_laid_them(log: Log, data: st.DataObject) -> None:
    rules, events = log
    assume(events)
    place = data.draw(st.integers(0, len(events) - 1))
    before = replay(rules, events[:place]).game.state
    riichi = data.draw(st.frozensets(st.integers(0, rules.players - 1)))
    other = data.draw(happenings(before))
    right = replay(rules, [*events[:place], *sticks_for(before, riichi), other, *events[place + 1 :]])
    game = replay(rules, events).game
    corrected = play(game, Amend(place + 1, other, riichi))
    assert bool(corrected.problems) == bool(right.problems)
    if corrected.problems:
        assert corrected.game is game
    else:
        assert without_marks(corrected.game.state) == without_marks(right.game.state)
        assert play(corrected.game, Undo()).game.state == game.state
