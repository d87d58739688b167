"""Reads a win of a game that is entered by its tiles: the calculator's form with the step of the game, into an entry.

The game knows round, seats, honba, sticks, rules and who dealt in, so these fields of a form are ignored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from webapp.efficiency.holding import BY_RON, BY_TSUMO
from webapp.entry import Entry
from webapp.entry.entered import entry_of
from webapp.formats.address import SITUATION, query, read_entry
from webapp.formats.rules import RULE
from webapp.game.events import Chombo, Draw, Player, Win, Won
from webapp.game.state import State
from webapp.game.worth import at_table
from webapp.pages.calculator.buttons import is_pressed, pressed
from webapp.pages.game.entry_steps import DrawStep, WinStep, step_again
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.problems import Problem
from webapp.scoring.table import MOST_INDICATORS, Table
from webapp.scoring.tiles import Tile


class HandStep(NamedTuple):
    """The hand as far as it has been entered, and the problems of the form."""

    entry: Entry
    problems: tuple[Problem, ...]


def read_hand_step(form: Mapping[str, str], step: WinStep, state: State) -> HandStep:
    """The entry of a winner in this state, after the button that sent the form.

    A new hand starts with riichi if the player's stick lies on the table. It starts with the winning tile and the dora
    indicators of an earlier winner on the same discard, and with their ura indicators if both declared riichi.
    """
    assert step.player is not None
    form = {name: text for name, text in form.items() if name not in SITUATION and not name.startswith(RULE)}
    entry, unread = read_entry(form)
    entry = replace(entry, is_seat_guessed=False)
    if entry == Entry() and "mode" not in form:
        entry = _begun(entry, step, step.player in state.riichi)
    # Another discarder may have been chosen, or tsumo: flags of the other way of winning go.
    entry = replace(entry, flags=entry.flags - (BY_RON if step.source is None else BY_TSUMO))
    entry = seated(entry, state, step.player, step.source)
    if is_pressed(form):
        entry = seated(pressed(entry, form), state, step.player, step.source)
    # If other winners were entered before, only the hand's own points are shown: the winner nearest to the discarder
    # takes honba and sticks.
    alone = replace(entry.table, honba=0, sticks=0) if step.earlier else entry.table
    return HandStep(replace(entry, table=alone), unread)


def step_of_calculator(form: Mapping[str, str], state: State) -> WinStep:
    """The step of a hand that was entered in the calculator of this table, which keeps the tiles. The winner and the
    discarder are left open if the calculator does not know them, or if it has another hand than the one played now."""
    entry = read_entry(form).entry.with_only_discarder()
    table, players = entry.table, range(state.rules.players)
    step = WinStep(after=len(state.hands), how="tiles", tiles=own(entry))
    is_played = (table.round, table.kyoku, table.honba) == (state.round, state.place.hand, state.honba)
    seats = {table.seat, *(other.table.seat for other in entry.also)}
    if entry.is_seat_guessed or not is_played or not seats <= {*players}:
        return step
    step = step.changed(player=state.player(table.seat), is_tsumo=True if entry.by == "tsumo" else None)
    if entry.by != "ron" or table.discarder_seat not in players:
        return step
    source = state.player(table.discarder_seat)
    earlier = []
    for other in (entry.of_other_winner(other) for other in entry.also if other.is_full):
        player = state.player(other.table.seat)
        hand = with_laid_stick(other, player in state.riichi).hand(is_tsumo=False)
        earlier.append(Won(player, source, hand))
    return step.changed(is_tsumo=False, source=source, earlier=tuple(earlier))


def with_laid_stick(entry: Entry, has_stick: bool) -> Entry:
    """The entry, with riichi if the player's stick lies on the table and the hand can have it."""
    is_missing = has_stick and not (entry.has_riichi or entry.is_open)
    return replace(entry, flags=entry.flags | {Flag.RIICHI}) if is_missing else entry


def _begun(entry: Entry, step: WinStep, has_riichi: bool) -> Entry:
    entry = with_laid_stick(entry, has_riichi)
    hands = [won.entered for won in step.earlier if isinstance(won.entered, WinningHand)]
    tiles = (hands[0].win,) if hands else ()
    ura = _last([hand.ura for hand in hands]) if has_riichi else ()
    table = replace(entry.table, dora=_last([hand.table.dora for hand in hands]))
    return replace(entry, tiles=tiles, keeps_win=bool(tiles), ura=ura, table=table)


def _last(indicators: Sequence[tuple[Tile, ...]]) -> tuple[Tile, ...]:
    """The last indicators that are not empty."""
    return next(filter(None, reversed(indicators)), ())[:MOST_INDICATORS]


def with_indicators_of(hand: WinningHand, earlier: Sequence[Won]) -> tuple[Won, ...]:
    """The other winners on the same discard with the dora indicators of this hand, and with its ura indicators if both
    declared riichi. Those that are shown last hold."""
    return tuple(
        replace(won, entered=_with_indicators_of(hand, won.entered)) if isinstance(won.entered, WinningHand) else won
        for won in earlier
    )


def _with_indicators_of(hand: WinningHand, other: WinningHand) -> WinningHand:
    ura = hand.ura or other.ura if other.has_riichi else ()
    return replace(other, table=replace(other.table, dora=hand.table.dora), ura=ura)


def seated(entry: Entry, state: State, player: Player, source: Player | None) -> Entry:
    """The entry at the table of a state, seen by this player. `source` is the player who dealt in; None by tsumo."""
    table = at_table(entry.table, state, player, source)
    return replace(entry, table=table, by="tsumo" if source is None else "ron", also=())


def own(entry: Entry) -> Entry:
    """The entry without what the game knows."""
    return replace(entry, table=Table(dora=entry.table.dora), by=None, is_seat_guessed=False, also=())


def address_again(event: Win | Draw | Chombo, seq: int) -> str:
    """The address of the page that corrects a hand, relative to that of the game."""
    step = step_again(event, seq)
    return f"draw?{step.address}" if isinstance(step, DrawStep) else win_address(step)


def win_address(step: WinStep) -> str:
    """The address of the page that shows the worth of a win, relative to that of the game."""
    if isinstance(step.entered, WinningHand):
        return f"hand?{step.hand_address(query(own(entry_of(step.entered))))}"
    return f"win?{step.address}"
