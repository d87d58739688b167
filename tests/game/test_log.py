"""Undo, redo and amend; the log as a whole; what an event would do before it is applied."""

from typing import Any

import pytest

from tests.game.games import codes, draw, game, ron, rules, state, tsumo
from webapp.game.events import Adjust, Amend, Draw, End, Event, Redo, Riichi, Undo, Win
from webapp.game.late import twin
from webapp.game.log import MOST_REPLAYED, Game, play, replay
from webapp.game.outlook import changes, differences, preview
from webapp.limits import MAX_EVENTS

ONE = ron(1, 2)
TWO = ron(2, 3, han=2)


# -- undo and redo ---------------------------------------------------------------------------------


def test_undo_goes_back_and_redo_forth() -> None:
    assert state(ONE, TWO, Undo()) == state(ONE)
    assert state(ONE, TWO, Undo(), Undo()) == state()
    assert state(ONE, TWO, Undo(), Undo(), Redo(), Redo()) == state(ONE, TWO)


def test_what_was_undone_is_gone_once_something_else_happens() -> None:
    assert codes([ONE, Undo(), TWO], Redo()) == [("type", "nothing_to_redo")]
    assert state(ONE, Undo(), TWO) == state(TWO)


@pytest.mark.parametrize(
    ("before", "event", "code"),
    [
        ([], Undo(), "nothing_to_undo"),
        ([ONE, Undo()], Undo(), "nothing_to_undo"),
        ([ONE], Redo(), "nothing_to_redo"),
        ([ONE, Undo(), Redo()], Redo(), "nothing_to_redo"),
    ],
)
def test_there_may_be_nothing_to_undo_or_redo(before: list[Event], event: Event, code: str) -> None:
    assert codes(before, event) == [("type", code)]


def test_the_length_of_a_log_counts_every_event() -> None:
    events: list[Event] = [ONE, TWO, Undo(), Redo(), Undo(), Amend(1, TWO), Undo()]
    assert [game(events[:n]).length for n in range(8)] == list(range(8))


def test_only_amendments_make_events_happen_again() -> None:
    assert game([ONE, TWO, Undo(), Redo()]).replayed == 0
    whole: list[Event] = [ONE, TWO, ron(3, 1), Amend(2, TWO)]
    assert game(whole).replayed == 1
    assert game([*whole, Amend(1, ONE), draw(), Undo()]).replayed == 3


def test_a_game_knows_what_can_be_undone() -> None:
    assert (game([]).can_undo, game([]).can_redo) == (False, False)
    assert (game([ONE, TWO, Undo()]).can_undo, game([ONE, TWO, Undo()]).can_redo) == (True, True)


def test_the_end_of_a_game_can_be_undone() -> None:
    assert state(ONE, End(), Undo(), TWO) == state(ONE, TWO)


# -- amend -----------------------------------------------------------------------------------------


def test_an_amended_hand_moves_what_follows() -> None:
    """The first hand was the dealer's: the second one is played in East 1 with a honba."""
    after = state(ron(1, 2), ron(3, 2), Amend(1, ron(0, 2)))
    assert after.points == (26500, 25000, 22200, 26300)
    assert (after.number, after.honba) == (1, 0)


def test_an_amendment_is_undone_as_everything_else() -> None:
    events: list[Event] = [ONE, TWO, Amend(1, ron(1, 3, han=4))]
    assert state(*events, Undo()) == state(ONE, TWO)
    assert state(*events, Undo(), Redo()) == state(*events)
    assert state(*events, Undo(), Undo()) == state(ONE)


def test_an_event_is_amended_again_by_its_own_number() -> None:
    assert state(ONE, TWO, Amend(1, ron(1, 3)), Amend(1, ONE)) == state(ONE, TWO)


def with_riichi(seq: int, event: Win | Draw, *riichi: int) -> Amend:
    return Amend(seq, event, frozenset(riichi))


def test_a_forgotten_riichi_is_laid_in_an_earlier_hand() -> None:
    whole: list[Event] = [Riichi(3), ONE, TWO]
    assert state(*whole, with_riichi(2, ONE, 0, 3)) == state(Riichi(3), Riichi(0), ONE, TWO)
    assert state(*whole, with_riichi(2, ONE, 0)) == state(Riichi(0), ONE, TWO)
    assert state(*whole, with_riichi(2, ONE)) == state(ONE, TWO)
    assert state(*whole, Amend(2, ONE)) == state(*whole)
    assert state(*whole, with_riichi(2, ONE, 0), Undo()) == state(*whole)


def test_the_riichi_of_a_hand_are_corrected_more_than_once() -> None:
    whole: list[Event] = [ONE, draw(2), with_riichi(2, draw(2, 0), 0)]
    assert state(*whole) == state(ONE, Riichi(0), draw(2, 0))
    assert state(*whole, with_riichi(2, draw(2), 2)) == state(ONE, Riichi(2), draw(2))


def test_a_riichi_that_cannot_have_been_declared_is_refused() -> None:
    assert codes([ONE], with_riichi(1, ONE, 7)) == [("riichi", "bad_player")]
    poor = rules(start_points=900)
    found = play(game([draw()], poor), with_riichi(1, draw(2), 2)).problems
    assert [(problem.field, problem.code) for problem in found] == [("riichi", "too_few_points")]
    assert codes([ONE, draw()], with_riichi(2, draw(), 2)) == [("event.tenpai", "riichi_is_tenpai")]


def test_a_correction_of_riichi_is_one_step_for_undo_and_no_riichi_of_this_hand() -> None:
    before = game([ONE])
    after = play(before, with_riichi(1, ONE, 0)).game
    assert after.length == 2
    assert twin(before, play(before, Riichi(0)).game, [after], Riichi(0)) is None
    assert after.state.riichi == frozenset()


def test_numbers_of_events_count_all_that_was_entered() -> None:
    whole = game([ONE, Undo(), TWO, Amend(3, ONE)])
    assert [moment.seq for moment in whole.line] == [3]
    assert whole.state == state(ONE)
    assert whole.length == 4


@pytest.mark.parametrize("seq", [0, 2, 3, -1, 99])
def test_only_an_event_that_counts_is_amended(seq: int) -> None:
    assert codes([ONE, TWO, Undo()], Amend(seq, TWO)) == [("seq", "no_such_event")]


def test_an_amendment_that_cannot_be_says_why() -> None:
    assert codes([ONE, TWO], Amend(1, Riichi(7))) == [("event.player", "bad_player")]


def test_an_amendment_after_which_a_later_event_could_not_have_happened_changes_nothing() -> None:
    poor = rules(start_points=2000, tobi="off")
    whole = game([ONE, Riichi(2), draw(2)], poor)
    found = play(whole, Amend(1, ron(1, 2, han=2)))
    assert [(problem.field, problem.code) for problem in found.problems] == [
        ("seq", "later_event"),
        ("seq", "too_few_points"),
    ]
    assert found.problems[0].message == "After this change event 2 could not have happened."
    assert found.game is whole


def test_events_after_the_end_of_an_amended_game_stand_in_its_way() -> None:
    found = play(game([ONE, TWO]), Amend(1, ron(1, 2, han=13)))
    assert [problem.code for problem in found.problems] == ["later_event", "game_is_over"]


# -- the log as a whole ----------------------------------------------------------------------------


def test_a_replay_stops_at_the_first_event_that_is_refused() -> None:
    found = replay(rules(), [ONE, Riichi(2), Riichi(2), TWO])
    assert len(found.states) == len(found.kept) == 2
    assert [(problem.field, problem.code) for problem in found.problems] == [("events.2.player", "already_riichi")]


def test_what_is_kept_of_an_amendment_has_its_basic_points() -> None:
    kept = replay(rules(), [ONE, Amend(1, TWO)]).kept[-1]
    assert isinstance(kept, Amend)
    assert isinstance(kept.event, Win)
    assert kept.event.wins[0].basic == 480


def test_a_log_has_an_end() -> None:
    full = Game(rules(), length=MAX_EVENTS)
    assert [problem.code for problem in play(full, ONE).problems] == ["too_many_events"]
    assert [problem.code for problem in play(full, Undo()).problems] == ["too_many_events"]


def test_a_game_is_amended_only_so_often() -> None:
    """Each amendment plays all that follows once more: the work of a log is bounded."""
    short = game([Riichi(0), Riichi(1), Riichi(2), Riichi(3)])
    worn = Game(short.rules, short.length, short.line, short.past, replayed=MOST_REPLAYED - 2)
    assert [problem.code for problem in play(worn, Amend(1, Riichi(0))).problems] == ["too_many_events"]
    once = play(worn, Amend(2, Riichi(1)))
    assert once.problems == ()
    assert once.game.replayed == MOST_REPLAYED


# -- before it is applied --------------------------------------------------------------------------


def test_distances_to_a_player() -> None:
    assert differences(state(ONE), 1) == (-1000, 0, -2000, -1000)


def test_a_preview_says_what_an_event_would_do() -> None:
    whole = game([Riichi(1)])
    look = preview(whole, tsumo(1, han=2))
    assert look.problems == ()
    assert look.deltas == (-1000, 3000, -500, -500)
    assert [transfer[:3] for transfer in look.transfers] == [(0, 1, 1000), (2, 1, 500), (3, 1, 500), (None, 1, 1000)]
    assert look.game.state == state(Riichi(1), tsumo(1, han=2))
    assert [(change.seq, change.before, change.after) for change in look.changes] == [
        (2, None, look.game.state.hands[0])
    ]
    assert whole.state == state(Riichi(1))


def test_a_preview_of_what_is_refused_changes_nothing() -> None:
    look = preview(game([ONE]), Draw("triple_ron"))
    assert [problem.code for problem in look.problems] == ["unknown_rule"]
    assert (look.deltas, look.transfers, look.changes) == ((0, 0, 0, 0), (), ())


def test_a_preview_of_an_amendment_names_every_hand_that_changes() -> None:
    whole = game([ron(1, 2), ron(3, 2), ron(0, 1)])
    look = preview(whole, Amend(1, ron(0, 2)))
    assert [change.seq for change in look.changes] == [1, 2, 3]
    second = look.changes[1]
    assert second.before is not None
    assert second.after is not None
    assert (second.before.deltas, second.after.deltas) == ((0, 0, -1000, 1000), (0, 0, -1300, 1300))
    assert (second.before.place.number, second.after.place.number) == (1, 0)
    assert look.deltas == tuple(new - old for old, new in zip(whole.state.points, look.game.state.points, strict=True))


def test_a_preview_of_undo_names_the_hand_that_is_taken_back() -> None:
    look = preview(game([ONE, TWO]), Undo())
    (change,) = look.changes
    assert (change.seq, change.after) == (2, None)
    assert look.transfers == ()


@pytest.mark.parametrize("event", [Riichi(1), Adjust((0, 0, 0, -100))])
def test_what_is_no_hand_changes_no_hand(event: Any) -> None:
    look = preview(game([ONE]), event)
    assert (look.transfers, look.changes) == ((), ())
    assert any(look.deltas)


def test_two_games_are_compared_by_their_hands() -> None:
    assert changes(game([ONE]), game([ONE])) == ()
