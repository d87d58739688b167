"""Applies an event to a state: sticks, wins, draws, chombo, and corrections by hand.

Scoring says who pays whom. This module turns seats into players, and updates honba, sticks and the dealer. `refusals`
has checked every event before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce

from webapp.game.ending import DealerDid, dealt_again, is_last_hand, next_hand
from webapp.game.events import Adjust, Chips, Chombo, Draw, End, Happening, Player, Riichi, Win, Withdraw, Won, in_turn
from webapp.game.state import Hand, State, Transfer, plus
from webapp.game.worth import is_in_place
from webapp.scoring.pao import Liability
from webapp.scoring.payments import (
    STICK,
    Payment,
    Winner,
    chombo_payments,
    chombo_to_each,
    nagashi_mangan,
    nagashi_wins,
    payments,
    shares_of_sticks,
    tenpai_payments,
)
from webapp.scoring.points import HANEMAN, MANGAN


def applied(state: State, event: Happening) -> State:
    """The state after an event."""
    match event:
        case Riichi(player):
            return _sticks(state, player, 1, state.riichi | {player})
        case Withdraw(player):
            return _sticks(state, player, -1, state.riichi - {player})
        case Win():
            return _win(state, event)
        case Draw("exhaustive"):
            return _exhaustive(state, event)
        case Draw():
            return _abortive(state, event)
        case Chombo():
            return _chombo(state, event)
        case Adjust(points):
            return replace(state, points=plus(state.points, dict(enumerate(points))))
        case Chips(giver, taker, number):
            return replace(state, chips=plus(state.chips, {giver: -number, taker: number}))
        case End():
            return _end(state)


def sticks_for(state: State, riichi: frozenset[Player] | None) -> list[Riichi | Withdraw]:
    """The events after which exactly these players have riichi; none if `riichi` is None."""
    if riichi is None:
        return []
    taken, laid = sorted(state.riichi - riichi), sorted(riichi - state.riichi)
    return [*map(Withdraw, taken), *map(Riichi, laid)]


def with_riichi(state: State, riichi: frozenset[Player] | None) -> State:
    """The state in which these players have riichi; the same one if `riichi` is None."""
    return reduce(applied, sticks_for(state, riichi), state)


def _sticks(state: State, player: Player, laid: int, riichi: frozenset[Player]) -> State:
    points = plus(state.points, {player: -STICK * laid})
    return replace(state, points=points, sticks=state.sticks + laid, riichi=riichi, may_stop=False)


def _without_riichi(state: State) -> State:
    """The state with the riichi sticks of this hand given back."""
    sticks = state.sticks - len(state.riichi)
    return replace(state, points=state.points_at_start, sticks=sticks, riichi=frozenset(), may_stop=False)


def _end(state: State) -> State:
    return replace(_without_riichi(state), over="dealer_stopped" if state.may_stop else "ended")


def _chombo(state: State, event: Chombo) -> State:
    """The state after a chombo: its sticks go back and the honba stay. The hand is dealt again; by some rules the deal
    passes if it was the dealer's, but not in the last hand."""
    after = replace(
        _paid(_without_riichi(state), event, _chombo_payments(state, event)),
        chombos=plus(state.chombos, {event.player: 1}),
    )
    passes = state.rules.chombo_dealer == "passes" and event.player == state.dealer and not is_last_hand(state)
    return replace(after, number=state.number + passes)


def _chombo_payments(state: State, event: Chombo) -> Sequence[Payment]:
    rules, seat = state.rules, state.seat(event.player)
    match rules.chombo:
        case "each":
            return chombo_to_each(seat, rules.chombo_each, rules.scoring)
        case "after_game":
            return ()
        case "mangan":
            return chombo_payments(seat, rules.scoring, MANGAN)
        case "haneman":
            return chombo_payments(seat, rules.scoring, HANEMAN)


# -- wins ------------------------------------------------------------------------------------------


def _win(state: State, event: Win) -> State:
    """The state after a win. A dealer among the winners repeats, unless the rules have no repeats; by some only as
    the nearest to the discarder."""
    winners = [won.player for won in in_turn(event.wins, state.rules.players)]
    may_repeat = winners[:1] if state.rules.double_ron_dealer == "first" else winners
    repeats = state.rules.dealer_repeats != "never" and state.dealer in may_repeat
    after = _paid(state, event, _payments(state, event))
    if any(won.chips for won in event.wins):
        after = replace(after, chips=_chips(state, event))
    dealer: DealerDid = "win" if repeats else "neither"
    return next_hand(after, dealer, repeats=repeats, honba=state.honba + 1 if repeats else 0)


def _chips(state: State, event: Win) -> tuple[int, ...]:
    """The chips of all players after a win. Who pays all of it gives the winner's chips alone, else each other player
    does."""
    change = [*state.chips]
    for won in event.wins:
        payers = set(range(state.rules.players)) - {won.player} if won.sole_payer is None else {won.sole_payer}
        for payer in payers:
            change[payer] -= won.chips or 0
            change[won.player] += won.chips or 0
    return tuple(change)


def _payments(state: State, event: Win) -> list[Payment]:
    wins = in_turn(event.wins, state.rules.players)
    rules = state.rules.scoring
    shares = shares_of_sticks(state.sticks, [won.player in state.riichi for won in wins], rules)
    winners = [_winner(state, won, share, nth) for nth, (won, share) in enumerate(zip(wins, shares, strict=True), 1)]
    return [payment for winner in winners for payment in payments(winner, rules)]


def _winner(state: State, won: Won, sticks: int, nth: int) -> Winner:
    assert won.basic is not None
    return Winner(
        seat=state.seat(won.player),
        discarder_seat=None if won.dealt_in is None else state.seat(won.dealt_in),
        basic=won.basic,
        honba=state.honba,
        sticks=sticks,
        has_riichi=won.player in state.riichi,
        nth_ron=nth,
        liable=tuple(Liability(state.seat(part.player), (), part.basic or won.basic) for part in won.liable),
    )


# -- draws -----------------------------------------------------------------------------------------


def _exhaustive(state: State, event: Draw) -> State:
    """The state after an exhaustive draw. Nagashi mangan replaces the payments for tenpai. The honba grows, and the
    rules say whether the dealer repeats."""
    if event.nagashi and state.rules.nagashi == "win":
        return _nagashi_win(state, event)
    after = _paid(state, event, _nagashi(state, event) if event.nagashi else _tenpai(state, event))
    is_tenpai = state.dealer in event.tenpai
    is_first_wind = state.number < state.rules.players
    repeats = {
        "never": False,
        "win": False,
        "tenpai": is_tenpai,
        "south_always": is_tenpai or not is_first_wind,
        "always": True,
    }[state.rules.dealer_repeats]
    return next_hand(after, "tenpai" if is_tenpai else "neither", repeats=repeats, honba=state.honba + 1)


def _abortive(state: State, event: Draw) -> State:
    """The state after an abortive draw: the hand is dealt again, or by some rules the deal passes and the game may end,
    as after a draw of a dealer without tenpai."""
    after, honba = _paid(state, event, ()), state.honba + 1
    if event.kind in state.rules.abortive_passes:
        return next_hand(after, "neither", repeats=False, honba=honba, has_ceiling=False)
    return dealt_again(after, honba)


def _tenpai(state: State, event: Draw) -> Sequence[Payment]:
    return tenpai_payments(_seats(state, event.tenpai), state.rules.tenpai_payment, state.rules.scoring)


def _nagashi(state: State, event: Draw) -> list[Payment]:
    return [payment for seat in _seats(state, event.nagashi) for payment in nagashi_mangan(seat, state.rules.scoring)]


def _nagashi_win(state: State, event: Draw) -> State:
    """The state after nagashi mangan as a win: honba and sticks are taken, and only a dealer who has it repeats."""
    paid = nagashi_wins(_seats(state, event.nagashi), state.honba, state.sticks, state.rules.scoring)
    repeats = state.rules.dealer_repeats != "never" and state.dealer in event.nagashi
    honba = state.honba + 1 if repeats else 0
    return next_hand(_paid(state, event, paid), "win" if repeats else "neither", repeats=repeats, honba=honba)


def _seats(state: State, players: Iterable[Player]) -> list[int]:
    return sorted(state.seat(player) for player in players)


# -- the record of a hand --------------------------------------------------------------------------


def _paid(state: State, event: Win | Draw | Chombo, paid: Sequence[Payment]) -> State:
    """The state after payments between seats, with the record of the hand. Payments from the table are riichi
    sticks."""
    transfers = tuple(_transfer(state, payment) for payment in paid)
    points = _moved(state.points, transfers)
    record = Hand(
        place=state.place,
        riichi=state.riichi,
        event=event,
        transfers=transfers,
        deltas=tuple(after - before for after, before in zip(points, state.points_at_start, strict=True)),
        points=points,
        to_check=_to_check(state, event),
    )
    taken = sum(moved.points for moved in transfers if moved.payer is None) // STICK
    return replace(state, points=points, sticks=state.sticks - taken, hands=(*state.hands, record))


def _transfer(state: State, payment: Payment) -> Transfer:
    payer = None if payment.payer is None else state.player(payment.payer)
    return Transfer(payer, state.player(payment.receiver), payment.points, payment.reason)


def _moved(points: tuple[int, ...], transfers: Sequence[Transfer]) -> tuple[int, ...]:
    after = list(points)
    for payer, receiver, moved, _ in transfers:
        after[receiver] += moved
        if payer is not None:
            after[payer] -= moved
    return tuple(after)


def _to_check(state: State, event: Win | Draw | Chombo) -> frozenset[Player]:
    if not isinstance(event, Win):
        return frozenset()
    return frozenset(won.player for won in event.wins if not is_in_place(won, state))
