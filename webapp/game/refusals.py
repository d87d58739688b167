"""Checks whether an event can happen in a state. Every reason against it is a problem with a code.

The field of a problem begins at the event: `player`, `wins.1.from`. A win is checked twice: before and after `worth`
has worked out its basic points.
"""

from collections.abc import Iterator

from webapp.game.events import (
    Adjust,
    Chips,
    Chombo,
    Draw,
    End,
    Happening,
    Player,
    Riichi,
    Win,
    Withdraw,
    Won,
    players_in,
)
from webapp.game.state import State
from webapp.game.worth import MOST_BASIC
from webapp.scoring.problems import Code, Problem, problem

MOST_CHIPS = 99
#: More than the chips that each payer can give by any rules.
MOST_WON_CHIPS = 9_999
MOST_ADJUSTED = 1_000_000
MOST_NOTE = 200


def refusals(state: State, event: Happening) -> tuple[Problem, ...]:
    """Every reason why this event cannot happen now; empty if it can."""
    return tuple(_strangers(state, event)) or (*_over(state, event), *_wrong_with(state, event))


def _strangers(state: State, event: Happening) -> Iterator[Problem]:
    most = state.rules.players - 1
    for field, got in players_in(event):
        if not 0 <= got <= most:
            yield problem(
                field, Code.BAD_PLAYER, "A player is a number from 0 to {most}, not {got}.", most=most, got=got
            )


def _over(state: State, event: Happening) -> Iterator[Problem]:
    if state.over and not isinstance(event, Adjust | Chips):
        yield problem("type", Code.GAME_IS_OVER, "The game is over.")


def _wrong_with(state: State, event: Happening) -> Iterator[Problem]:
    match event:
        case Riichi(player):
            return _riichi(state, player)
        case Withdraw(player):
            return _withdraw(state, player)
        case Win(wins):
            return _win(state, wins)
        case Draw():
            return _draw(state, event)
        case Adjust():
            return _adjust(state, event)
        case Chips():
            return _chips(state, event)
        case Chombo() | End():
            return iter(())


def _riichi(state: State, player: Player) -> Iterator[Problem]:
    needs, has = state.rules.riichi_needs, state.points[player]
    if player in state.riichi:
        yield problem("player", Code.ALREADY_RIICHI, "The player has declared riichi already.")
    elif needs and has < needs:
        yield problem("player", Code.TOO_FEW_POINTS, "Riichi needs {needs} points, not {has}.", needs=needs, has=has)


def _withdraw(state: State, player: Player) -> Iterator[Problem]:
    if player not in state.riichi:
        yield problem("player", Code.NO_RIICHI, "The player has not declared riichi.")


# -- a win -----------------------------------------------------------------------------------------


def _win(state: State, wins: tuple[Won, ...]) -> Iterator[Problem]:
    yield from _winners(state, wins)
    for i, won in enumerate(wins):
        if won.dealt_in == won.player:
            yield problem(
                f"wins.{i}.from", Code.BAD_PLAYER, "Nobody wins on their own discard; by tsumo this is empty."
            )
        yield from _basic(f"wins.{i}", won)
        if won.chips and not state.rules.chip_points:
            yield problem(f"wins.{i}.chips", Code.UNKNOWN_RULE, "Chips are not in the rules in force.")


def _winners(state: State, wins: tuple[Won, ...]) -> Iterator[Problem]:
    most = state.rules.scoring.multiple_ron if wins and wins[0].dealt_in is not None else 1
    if not 1 <= len(wins) <= most:
        yield problem("wins", Code.BAD_NUMBER, "From 1 to {most} hands can win, not {got}.", most=most, got=len(wins))
    if len({won.player for won in wins}) < len(wins):
        yield problem("wins", Code.BAD_PLAYER, "Each winner wins once.")
    if len({won.dealt_in for won in wins}) > 1:
        yield problem("wins", Code.CONFLICTING_EVENT, "All win on the discard of the same player.")


def _basic(field: str, won: Won) -> Iterator[Problem]:
    if won.basic is None:
        return
    if not 1 <= won.basic <= MOST_BASIC:
        yield problem(f"{field}.basic", Code.BAD_NUMBER, "These basic points are out of bounds.")
    parts = [won.basic if part.basic is None else part.basic for part in won.liable]
    if sum(parts) > won.basic or any(part < 1 for part in parts):
        yield problem(f"{field}.pao", Code.BAD_NUMBER, "Liable players bear more basic points than the hand has.")
    if any(part.player == won.player for part in won.liable):
        yield problem(f"{field}.pao", Code.BAD_PLAYER, "Nobody is liable for their own hand.")


# -- a draw ----------------------------------------------------------------------------------------


def _draw(state: State, draw: Draw) -> Iterator[Problem]:
    if draw.kind != "exhaustive":
        yield from _abortive(state, draw)
        return
    if not state.riichi <= draw.tenpai:
        yield problem("tenpai", Code.RIICHI_IS_TENPAI, "A player with riichi is tenpai; without tenpai it is a chombo.")
    if draw.nagashi and state.rules.nagashi == "off":
        yield problem("nagashi", Code.UNKNOWN_RULE, "Nagashi mangan is not in the rules in force.")


def _abortive(state: State, draw: Draw) -> Iterator[Problem]:
    if draw.kind not in state.rules.abortive_draws:
        yield problem("kind", Code.UNKNOWN_RULE, "This draw is not in the rules in force.")
    elif draw.kind == "four_riichi" and len(state.riichi) < state.rules.players:
        yield problem("kind", Code.NO_RIICHI, "The hand ends when all four have declared riichi.")
    if draw.tenpai or draw.nagashi:
        yield problem("tenpai", Code.CONFLICTING_EVENT, "Only an exhaustive draw has tenpai players or nagashi mangan.")


# -- points and chips ------------------------------------------------------------------------------


def _adjust(state: State, event: Adjust) -> Iterator[Problem]:
    players = state.rules.players
    if len(event.points) != players:
        yield problem("points", Code.BAD_NUMBER, "There is a number for each of {players} players.", players=players)
    if any(abs(points) > MOST_ADJUSTED or points % 100 for points in event.points):
        yield problem(
            "points", Code.BAD_NUMBER, "Points are corrected by whole hundreds, at most {most}.", most=MOST_ADJUSTED
        )
    if len(event.note) > MOST_NOTE:
        yield problem("note", Code.BAD_VALUE, "A note has at most {most} characters.", most=MOST_NOTE)


def _chips(state: State, event: Chips) -> Iterator[Problem]:
    if not state.rules.chip_points:
        yield problem("type", Code.UNKNOWN_RULE, "Chips are not in the rules in force.")
    if event.giver == event.taker:
        yield problem("to", Code.BAD_PLAYER, "Chips go from one player to another.")
    if not 1 <= event.number <= MOST_CHIPS:
        yield problem(
            "n", Code.BAD_NUMBER, "From 1 to {most} chips are given, not {got}.", most=MOST_CHIPS, got=event.number
        )
