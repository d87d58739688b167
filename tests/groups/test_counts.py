"""What is counted of a game equals a second, literal count from its events, on recorded games and on random ones."""

from collections import Counter, defaultdict

from hypothesis import given, settings

from tests.game.games import draw, game, logs, ron, rons, rules, tsumo
from tests.game.recorded import events_of, games
from webapp.formats.game import read_game
from webapp.game.events import Chombo, Draw, End, Happening, Riichi, Win, Withdraw
from webapp.game.log import Game, play, replay
from webapp.game.result import result
from webapp.game.rules import GameRules
from webapp.groups import TWELFTHS, counts_of


def literal(played: Game) -> dict[int, Counter[str]]:
    """The counters of each player, by walking through the log as somebody with pencil and paper would."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    riichi: set[int] = set()
    state = played.state
    everybody = range(state.rules.players)
    settled = [hand for hand in state.hands if not isinstance(hand.event, Chombo)]
    for moment in played.line:
        event = moment.event
        if isinstance(event, Riichi):
            riichi.add(event.player)
        if isinstance(event, Withdraw):
            riichi.discard(event.player)
        if isinstance(event, Chombo):
            found[event.player]["chombo"] += 1
            riichi.clear()
        if not isinstance(event, Win | Draw):
            continue
        for player in everybody:
            found[player]["hands"] += 1
        for player in riichi:
            found[player]["riichi"] += 1
        if isinstance(event, Win):
            winners = {won.player for won in event.wins}
            for won in event.wins:
                found[won.player]["wins"] += 1
                found[won.player]["tsumo"] += won.dealt_in is None
            for discarder in {won.dealt_in for won in event.wins} - {None}:
                assert discarder is not None
                found[discarder]["dealt_in"] += 1
            for player in riichi:
                how = "won" if player in winners else "dealt_in" if player == event.wins[0].dealt_in else "lost"
                found[player][f"riichi_{how}"] += 1
        else:
            for player in riichi:
                found[player]["riichi_drawn"] += 1
            if event.kind == "exhaustive" and not event.nagashi:
                for player in everybody:
                    found[player]["draws"] += 1
                for player in event.tenpai:
                    found[player]["tenpai"] += 1
        riichi.clear()
    is_ended = any(isinstance(moment.event, End) for moment in played.line)
    for number, hand in enumerate(settled):
        dealer = hand.place.number % state.rules.players
        found[dealer]["dealer"] += 1
        # Where the next hand stands: that was played, or that would have been if nobody had ended the game.
        following = [other.place.number for other in settled[number + 1 : number + 2]] or [state.number] * is_ended
        found[dealer]["repeats"] += hand.place.number in following
        # What was paid for the hand itself; of a liable player's payment it cannot be told from honba.
        for won in hand.event.wins if isinstance(hand.event, Win) else ():
            paid = sum(
                moved.points
                for moved in hand.transfers
                if moved.receiver == won.player and moved.reason in ("ron", "tsumo")
            )
            found[won.player]["won_points"] += paid
            if won.dealt_in is not None:
                found[won.dealt_in]["lost_points"] += paid
            found[won.player]["best"] = max(found[won.player]["best"], paid)
    ended = result(state)
    for player, rank in enumerate(ended.ranks):
        found[player][f"rank_{rank}"] += 1
        found[player]["games"] += 1
        found[player]["top_two"] += rank in (1, 2)
        found[player]["not_last"] += rank != state.rules.players
        found[player]["knows_tobi"] += state.rules.tobi != "off"
        found[player]["busted"] += state.points[player] < 0 and state.rules.tobi != "off"
    return {player: +found[player] for player in everybody}


def has_liable(played: Game) -> bool:
    return any(won.liable for hand in played.state.hands if isinstance(hand.event, Win) for won in hand.event.wins)


def expect_the_literal_count(played: Game) -> None:
    counts = counts_of(played)
    assert counts is not None
    points = ("won_points", "lost_points", "best") if has_liable(played) else ()
    for player, expected in literal(played).items():
        for name in points:
            expected.pop(name, None)
        assert {k: v for k, v in counts[player].counters.items() if k not in points} == dict(expected)
    ended = result(played.state)
    assert [count.points for count in counts] == list(ended.points)
    assert [count.total / 10_000 for count in counts] == list(ended.totals)
    assert sum(count.rank for count in counts) == TWELFTHS * sum(range(1, played.rules.players + 1))


def test_recorded_games_are_counted_as_by_hand() -> None:
    for recorded in games():
        case = read_game({"rules": recorded["rules"], "events": events_of(recorded)})
        expect_the_literal_count(replay(case.rules, case.events).game)


@given(logs())
@settings(deadline=None)
def test_random_games_are_counted_as_by_hand(log: tuple[GameRules, list[Happening]]) -> None:
    game_rules, events = log
    played = replay(game_rules, events).game
    if not played.state.over:
        played = play(played, End()).game
    expect_the_literal_count(played)


def test_a_game_that_is_not_over_is_not_counted() -> None:
    assert counts_of(game([tsumo(0)])) is None


def test_a_double_ron_is_dealt_into_once_and_its_points_add_up() -> None:
    counts = counts_of(game([rons(0, 1, 2), End()]))
    assert counts
    assert counts[0].counters["dealt_in"] == 1
    assert counts[0].counters["lost_points"] == 2000


def test_a_shared_rank_is_the_mean_of_the_places_that_it_covers() -> None:
    counts = counts_of(game([ron(0, 3), End()], rules("wrc")))
    assert counts
    assert [count.rank / TWELFTHS for count in counts] == [1, 2.5, 2.5, 4]
    assert [count.counters.get("rank_2", 0) for count in counts] == [0, 1, 1, 0]
    assert "knows_tobi" not in counts[0].counters


def test_a_deal_that_is_kept_counts_also_if_the_game_is_ended_then() -> None:
    counts = counts_of(game([tsumo(0), tsumo(0), End()]))
    assert counts
    assert (counts[0].counters["dealer"], counts[0].counters["repeats"]) == (2, 2)
    counts = counts_of(game([tsumo(0), ron(1, 2), End()]))
    assert counts
    assert (counts[0].counters["dealer"], counts[0].counters["repeats"]) == (2, 1)


def test_a_hand_that_ends_the_game_keeps_no_deal() -> None:
    counts = counts_of(game([tsumo(0, 13), tsumo(0, 13)]))
    assert counts
    assert (counts[0].counters["dealer"], counts[0].counters["repeats"]) == (2, 1)


def test_nagashi_is_no_win_and_tenpai_is_not_asked_then() -> None:
    counts = counts_of(game([draw(nagashi=(1,)), End()]))
    assert counts
    assert "wins" not in counts[1].counters
    assert "draws" not in counts[1].counters
    assert counts[1].counters["hands"] == 1
