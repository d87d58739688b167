"""Who pays whom: the hand, pao, honba and riichi sticks, each as a payment of its own."""

from collections.abc import Sequence
from typing import NamedTuple

from webapp.scoring.hand import WinningHand
from webapp.scoring.pao import Liability
from webapp.scoring.points import MANGAN, hand_points, ron_points, tsumo_shares
from webapp.scoring.rules import Rules

STICK = 1000


class Payment(NamedTuple):
    """Points from a seat (None: from the table) to a seat (0–3 for E S W N) and what they are for."""

    payer: int | None
    receiver: int
    points: int
    reason: str


def payments(hand: WinningHand, rules: Rules, basic: int, liable: tuple[Liability, ...] = ()) -> tuple[Payment, ...]:
    """Every payment that a win of so many basic points brings.

    Honba: each payer his share by tsumo, the discarder all of it by ron. Pao: a liable player pays his part alone by
    tsumo, and the honba if nothing else is left; by ron he and the discarder share his part half and half. Sticks on
    the table go to the winner; the second and third winner on one discard get honba and sticks as the rules say.
    """
    if hand.is_tsumo:
        paid, sticks = _tsumo(hand, rules, basic, liable), hand.sticks
    elif hand.nth_ron == 1:
        paid, sticks = _ron(hand, rules, basic, liable, hand.honba), hand.sticks
    else:
        honba = hand.honba if rules.honba_to == "each" else 0
        paid, sticks = _ron(hand, rules, basic, liable, honba), _own_stick(hand, rules)
    if sticks:
        paid.append(Payment(None, hand.seat, STICK * sticks, "sticks"))
    return tuple(paid)


def _own_stick(hand: WinningHand, rules: Rules) -> int:
    return int(rules.own_stick_returned and hand.has_riichi and hand.sticks > 0)


def _tsumo(hand: WinningHand, rules: Rules, basic: int, liable: tuple[Liability, ...]) -> list[Payment]:
    winner, paid = hand.seat, []
    for part in liable:
        points = hand_points(part.basic, hand.is_dealer, True, rules)
        paid.append(Payment(part.seat, winner, points, "pao"))
        basic -= part.basic
    if basic > 0:
        return paid + _tsumo_shares(hand, rules, basic)
    if hand.honba:
        paid.append(Payment(liable[-1].seat, winner, _whole_honba(hand.honba, rules), "honba"))
    return paid


def _tsumo_shares(hand: WinningHand, rules: Rules, basic: int) -> list[Payment]:
    winner, paid = hand.seat, []
    honba = rules.honba_per_payer * hand.honba
    from_dealer, from_other = tsumo_shares(basic, winner == 0, rules)
    for seat in range(rules.players):
        if seat != winner:
            paid.append(Payment(seat, winner, from_other if seat else from_dealer, "tsumo"))
            if honba:
                paid.append(Payment(seat, winner, honba, "honba"))
    return paid


def _ron(hand: WinningHand, rules: Rules, basic: int, liable: tuple[Liability, ...], honba: int) -> list[Payment]:
    winner, paid = hand.seat, []
    discarder = (winner + hand.discarder) % rules.players
    from_discarder = 0
    for part in liable:
        half = ron_points(part.basic // 2, hand.is_dealer)
        paid.append(Payment(part.seat, winner, half, "pao"))
        from_discarder += half
        basic -= part.basic
    from_discarder += ron_points(basic, winner == 0)
    paid.append(Payment(discarder, winner, from_discarder, "ron"))
    if honba:
        payer = liable[-1].seat if liable and rules.pao_ron_honba == "liable" else discarder
        paid.append(Payment(payer, winner, _whole_honba(honba, rules), "honba"))
    return paid


def _whole_honba(honba: int, rules: Rules) -> int:
    return rules.honba_per_payer * (rules.players - 1) * honba


def nagashi_mangan(seat: int, rules: Rules) -> tuple[Payment, ...]:
    """A draw settled as a mangan tsumo of this seat; honba and sticks stay on the table."""
    shares = tsumo_shares(MANGAN, seat == 0, rules)
    others = [payer for payer in range(rules.players) if payer != seat]
    return tuple(Payment(payer, seat, shares[0] if payer == 0 else shares[1], "nagashi_mangan") for payer in others)


def deltas(paid: Sequence[Payment], rules: Rules) -> tuple[int, ...]:
    """What each seat E S W (N) gains or loses; they add up to the sticks taken from the table."""
    change = [0] * rules.players
    for payer, receiver, points, _ in paid:
        if payer is not None:
            change[payer] -= points
        change[receiver] += points
    return tuple(change)
