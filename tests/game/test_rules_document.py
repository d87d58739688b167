"""The tables of webapp/game/RULES.md say what the code does, and each of its decisions is what a game does."""

import re
from collections.abc import Callable
from itertools import takewhile
from typing import Any

import pytest

from tests.game.games import codes, draw, game, ron, rons, rules, state, tsumo
from tests.scoring.hands import win
from tests.tools import tables
from tests.tools.tables import DOCUMENTS, GAME
from webapp.game.events import Adjust, Amend, Chombo, Draw, End, Event, Riichi, Win, Withdraw, Won, Yakuman
from webapp.game.log import play
from webapp.game.outlook import to_check
from webapp.game.result import result
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES

DOCUMENT = GAME.read_text(encoding="utf-8")
FOUR_PLAYERS = [name for name, found in GAME_PRESETS.items() if found.players == 4]
SANMA = [name for name in GAME_PRESETS if name not in FOUR_PLAYERS]


def cells(line: str) -> list[str]:
    return [cell.strip("`") for cell in tables.cells(line)]


def table(*header: str) -> list[list[str]]:
    """The rows of the table whose header begins with these cells."""
    lines = DOCUMENT.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("|") and cells(line)[: len(header)] == [*header])
    return [cells(row) for row in takewhile(lambda line: line.startswith("|"), lines[first + 2 :])]


# -- the tables ------------------------------------------------------------------------------------


def test_the_tables_are_those_that_the_command_writes() -> None:
    assert DOCUMENTS[GAME](DOCUMENT) == DOCUMENT, "run `python -m tests.tools.tables`"


def test_three_players_play_as_the_document_says() -> None:
    for preset in SANMA:
        sanma, sister = GAME_PRESETS[preset], GAME_PRESETS[preset.removesuffix("_sanma")]
        assert (sanma.start_points, sanma.goal_points, sanma.tenpai_payment) == (35000, 40000, 2000)
        different = {name for name in GAME_SWITCHES if getattr(sanma, name) != getattr(sister, name)}
        assert different <= {"start_points", "goal_points", "tenpai_payment", "return_points", "uma"}


def test_every_preset_has_a_source() -> None:
    assert [row[0] for row in table("preset", "source")] == FOUR_PLAYERS


@pytest.mark.parametrize("preset", GAME_PRESETS)
def test_the_hands_are_scored_by_the_preset_of_the_same_name(preset: str) -> None:
    scoring = GAME_PRESETS[preset].scoring
    if preset == "house":
        assert scoring.changed == {"multiple_ron": 3, "pao_ron_honba": "discarder"}
    else:
        assert (scoring.preset, scoring.changed) == (preset, {})


def test_the_events_of_the_document_are_those_that_there_are() -> None:
    listed = [name for row in table("event", "what it does") for name in row[0].split(", ")]
    happening = ["riichi", "withdraw", "win", "draw", "chombo", "adjust", "chips", "end"]
    assert listed == [*happening, "undo", "redo", "amend"]


def ends(event: Event, before: list[Event]) -> list[str]:
    """What a hand that ends so does to honba, dealer and sticks, one honba and one stick being there."""
    then, now = state(*before), state(*before, event)
    honba = {0: "none", 1: "as before", 2: "one more"}[now.honba]
    return [honba, "stays" if now.number == then.number else "moves on", "stay" if now.sticks else "go"]


def test_a_hand_ends_as_the_table_says() -> None:
    before: list[Event] = [Riichi(2), Draw("four_kans")]
    assert ends(tsumo(0), before) == ends(rons(3, 0, 1), before) == ["one more", "stays", "go"]
    assert ends(tsumo(1), before) == ["none", "moves on", "go"]
    assert ends(draw(0), before) == ["one more", "stays", "stay"]
    assert ends(draw(1), before) == ["one more", "moves on", "stay"]
    assert ends(Draw("four_kans"), before) == ["one more", "stays", "stay"]
    assert ends(Chombo(1), before) == ["as before", "stays", "stay"]
    assert len(table("the hand ends by", "honba")) == 5


# -- the decisions ---------------------------------------------------------------------------------

Decision = Callable[[], bool]

POOR = rules(start_points=1000, tobi="at_zero")
LAST = rules(rounds=0)
WEST = rules(rounds=0, extension="sudden_death", tobi="off")
MANGAN = {"han": 5, "fu": 30}


def _moved(event: Event) -> Any:
    """A game whose second win is in another seat after the first one is amended."""
    return play(game([ron(1, 2), event]), Amend(1, ron(0, 2))).game


def _by_tiles(line: str) -> Win:
    return Win((Won(1, None, win(line).hand),))


def _chips(event: Win) -> tuple[int, ...]:
    """The chips of the players after a win, where a yakuman has ten by ron and five by tsumo."""
    return state(event, played_by=rules(chip_points=2000, chip_yakuman_ron=10, chip_yakuman_tsumo=5)).chips


def _yakitori() -> list[int]:
    found = result(state(ron(1, 2), ron(2, 3), ron(3, 0), played_by=rules(yakitori_points=5000)))
    return [standing.extras["yakitori"] for standing in found.standings]


def _prizes(event: Event) -> list[int]:
    found = result(state(event, played_by=rules(start_points=3900, tobi_prize=10000)))
    return [standing.extras["tobi_prize"] for standing in sorted(found.standings)]


DECISIONS: dict[str, list[Decision]] = {
    "Stick from the last thousand": [
        lambda: state(Riichi(1), played_by=POOR).over is None,
        lambda: state(Riichi(1), draw(0, 1, 2, 3), played_by=POOR).over == "tobi",
    ],
    "Sticks on the table": [
        lambda: state(Riichi(0), draw(0, 1, 2, 3), played_by=POOR).points[0] == 0,
        lambda: not state(Adjust((5500, 0, 0, 0)), Riichi(0), draw(0, 1, 2, 3), played_by=LAST).may_stop,
    ],
    "Riichi below zero": [
        lambda: codes([Adjust((-26000, 0, 0, 0))], Riichi(0), rules("m_league")) == [],
        lambda: codes([Adjust((-26000, 0, 0, 0))], Riichi(0)) == [("player", "too_few_points")],
    ],
    "Declared on a winning tile": [lambda: state(Riichi(1), Withdraw(1)) == state()],
    "Noten dealer": [lambda: (state(draw(1)).number, state(draw(1)).honba) == (1, 1)],
    "Dealer among several winners": [lambda: (state(rons(3, 1, 0)).number, state(rons(3, 1, 0)).honba) == (0, 1)],
    "Nearest winner": [
        lambda: state(Riichi(3), rons(3, 2, 1)).points == state(Riichi(3), rons(3, 1, 2)).points,
        lambda: state(Riichi(3), rons(3, 2, 1)).points[1:3] == (27000, 26000),
    ],
    "Tobi in a double ron": [
        lambda: state(rons(3, 1, 2, **MANGAN), played_by=rules(start_points=8000)).over == "tobi",
        lambda: state(rons(3, 1, 2, **MANGAN), played_by=rules(start_points=8000)).points[3] == -8000,
    ],
    "Nagashi mangan": [
        lambda: state(Riichi(0), draw(0, 1, nagashi=[2, 3])).points == (24000 - 8000, 21000, 31000, 31000),
        lambda: [state(Riichi(0), draw(0, 1, nagashi=[2])).sticks, state(draw(0, nagashi=[2])).honba] == [1, 1],
        lambda: [state(draw(0, nagashi=[2])).number, state(draw(nagashi=[2])).number] == [0, 1],
    ],
    "Nagashi as a win": [
        lambda: (
            state(Riichi(3), draw(3, nagashi=[2, 1]), played_by=rules(nagashi="win")).points[1]
            == 25000 + 8000 - 2000 + 1000
        ),
        lambda: state(draw(0, nagashi=[1]), played_by=rules(nagashi="win")).number == 1,
        lambda: state(draw(nagashi=[0]), played_by=rules(nagashi="win")).number == 0,
    ],
    "Chombo": [
        lambda: state(Riichi(1), draw(1), Riichi(2), Chombo(0)).sticks == 1,
        lambda: state(draw(1), Chombo(0)).honba == 1,
        lambda: state(Chombo(0), played_by=rules(start_points=5000)).over is None,
        lambda: state(Chombo(0), draw(1), played_by=rules(start_points=5000)).over == "tobi",
    ],
    "Abortive draw": [
        lambda: state(Draw("four_kans"), played_by=LAST).over is None,
        lambda: state(Adjust((-30000, 0, 0, 0)), Draw("four_kans"), played_by=LAST).over is None,
    ],
    "Leader by rank": [
        lambda: state(Adjust((5000, 5000, 0, 0)), draw(0, 1, 2, 3), played_by=LAST).may_stop,
        lambda: not state(*[draw()] * 7, draw(3, 0, 1, 2), played_by=rules(goal_points=0)).may_stop,
        lambda: state(*[draw()] * 7, Adjust((0, 0, 0, 100)), draw(3, 0, 1, 2), played_by=rules(goal_points=0)).may_stop,
    ],
    "Dealer in the extension": [
        lambda: state(draw(), Adjust((0, 0, 6000, 0)), draw(1, 2), played_by=WEST).over is None,
        lambda: state(draw(), Adjust((0, 6000, 0, 0)), draw(1), played_by=WEST).may_stop,
    ],
    "Fourth wind of three players": [
        lambda: state(*[draw()] * 9, played_by=rules("tenhou_sanma", rounds=4)).round == 3,
    ],
    "End of the extension": [
        lambda: state(*[draw()] * 4, played_by=WEST).over is None,
        lambda: state(*[draw()] * 5, played_by=WEST).over == "last_hand",
    ],
    "Choice to stop": [
        lambda: state(tsumo(0, **MANGAN), played_by=LAST).may_stop,
        lambda: not state(tsumo(0, **MANGAN), Riichi(1), played_by=LAST).may_stop,
    ],
    "Hand in progress": [
        lambda: state(Riichi(1), End()).points == (25000,) * 4,
        lambda: state(Riichi(1), draw(1), Riichi(2), End()).sticks == 1,
    ],
    "Unequal shares": [
        lambda: _yakitori() == [1800, 1600, 1600, -5000],
        lambda: (
            result(state(Riichi(3), draw(0, 1, 2, 3), played_by=rules(leftover_sticks="share"))).points
            == (25400, 25300, 25300, 24000)
        ),
    ],
    "Rounding below zero": [
        lambda: (
            result(state(Adjust((30500, 0, 0, -30500)), played_by=rules(rounding="half_up"))).totals
            == (66, 25 - 30 + 10, 25 - 30 - 10, -6 - 30 - 20)
        ),
    ],
    "Frozen worth": [
        lambda: state(Win((Won(1, 2, ron(1, 2).wins[0].entered, (), 2000, 0, 1),))).points[1] == 33000,
    ],
    "Moved win": [
        lambda: to_check(_moved(ron(1, 3))) == ((2, 1),),
        lambda: to_check(_moved(_by_tiles("234m 567m 345p 67s 22s +8s"))) == (),
        lambda: to_check(_moved(_by_tiles("234m 567m 345p 67s 22s +8s tenhou"))) == ((2, 1),),
        lambda: _moved(ron(1, 3)).state.points[1] == 25000 + 1000 + 300,
    ],
    "Chips of a win": [
        lambda: _chips(Win((Won(1, 3, Yakuman(2)), Won(0, 3, Yakuman(1))))) == (10, 20, 0, -30),
        lambda: _chips(Win((Won(1, None, Yakuman(1)),))) == (-5, 15, -5, -5),
        lambda: _chips(ron(1, 2, han=13)) == (0, 0, 0, 0),
    ],
    "Impossible amendment": [
        lambda: codes([ron(1, 2), ron(2, 3)], Amend(1, ron(1, 2, han=13)))[0] == ("seq", "later_event"),
    ],
    "Tobi bonus": [
        lambda: _prizes(rons(0, 3, 2, **MANGAN)) == [-10000, 0, 10000, 0],
        lambda: _prizes(draw(1, nagashi=[0])) == [0, 0, 0, 0],
    ],
}


def test_every_decision_of_the_document_is_proved() -> None:
    chapter = DOCUMENT.split("## Decisions")[1].split("\n## ")[0]
    assert re.findall(r"^\* \*\*(.+?)\*\*:", chapter, re.MULTILINE) == list(DECISIONS)


@pytest.mark.parametrize("decision", DECISIONS)
def test_a_game_does_what_a_decision_says(decision: str) -> None:
    assert [holds() for holds in DECISIONS[decision]] == [True] * len(DECISIONS[decision])
