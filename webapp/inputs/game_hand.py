"""A win of a game that is entered by its tiles: the calculator's form with the step of the game → its entry.

The game knows round, seats, honba, sticks, rules and who dealt in; whatever a form says of these does not count.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from webapp.entry import Entry
from webapp.game import Player, State
from webapp.game.worth import at_table
from webapp.inputs.fields import read_tiles
from webapp.inputs.forms import RULE, SITUATION, is_pressed, pressed, read_entry
from webapp.inputs.game_steps import WinStep
from webapp.scoring.hand import Flag
from webapp.scoring.problems import Problem
from webapp.scoring.table import MOST_INDICATORS, Table
from webapp.scoring.tiles import Tile


class HandStep(NamedTuple):
    """The hand as far as it was entered, and what could not be read of it."""

    entry: Entry
    problems: tuple[Problem, ...]


def read_hand_step(form: Mapping[str, str], step: WinStep, state: State) -> HandStep:
    """The entry of a winner in this state, after the button that sent the form.

    A hand that was not begun has riichi if the player's stick lies on the table, and the winning tile and the
    indicators of an earlier winner on the same discard, ura too if both declared riichi.
    """
    assert step.player is not None
    form = {name: text for name, text in form.items() if name not in SITUATION and not name.startswith(RULE)}
    entry, unread = read_entry(form)
    entry = replace(entry, is_seat_guessed=False)
    if entry == Entry() and "mode" not in form:
        entry = _begun(entry, step, step.player in state.riichi)
    entry = seated(entry, state, step.player, step.source)
    if is_pressed(form):
        entry = seated(pressed(entry, form), state, step.player, step.source)
    # If other winners were entered before, only the hand's own points are shown: the winner nearest to the discarder
    # takes honba and sticks.
    alone = replace(entry.table, honba=0, sticks=0) if step.earlier else entry.table
    return HandStep(replace(entry, table=alone), unread)


def _begun(entry: Entry, step: WinStep, has_riichi: bool) -> Entry:
    flags = entry.flags | {Flag.RIICHI} if has_riichi else entry.flags
    ura = _indicators(step, "ura") if has_riichi else ()
    tiles = _win(step)
    table = replace(entry.table, dora=_indicators(step, "dora"))
    return replace(entry, tiles=tiles, keeps_win=bool(tiles), flags=flags, ura=ura, table=table)


def _cases(step: WinStep) -> list[dict[str, Any]]:
    """The hands of the earlier winners that were entered by their tiles."""
    return [won["case"] for won in step.earlier if isinstance(won.get("case"), dict)]


def _win(step: WinStep) -> tuple[Tile, ...]:
    """The tile on which an earlier winner has won; none where no tiles are known."""
    tiles = [case["win"] for case in _cases(step) if isinstance(case.get("win"), str)]
    return read_tiles("win", tiles[0][:2], [])[:1] if tiles else ()


def _indicators(step: WinStep, name: str) -> tuple[Tile, ...]:
    """The indicators of the last earlier winner who has any of these."""
    listed = [case[name] for case in _cases(step) if isinstance(case.get(name), list) and case[name]]
    return read_tiles(name, "".join(map(str, listed[-1][:MOST_INDICATORS])), []) if listed else ()


def seated(entry: Entry, state: State, player: Player, source: Player | None) -> Entry:
    """The entry where the player sits in this state; `source` dealt in, None: tsumo."""
    table = at_table(entry.table, state, player, source)
    return replace(entry, table=table, by="tsumo" if source is None else "ron", also=())


def own(entry: Entry) -> Entry:
    """The entry without what the game knows."""
    return replace(entry, table=Table(dora=entry.table.dora), by=None, also=())
