"""Who pays whom: the hand, honba and riichi sticks, each as a payment of its own."""

from typing import NamedTuple

from webapp.scoring.hand import WinningHand
from webapp.scoring.points import ron_points, tsumo_share

HONBA_PER_PAYER = 100
STICK = 1000
SEATS = 4


class Payment(NamedTuple):
    """Points from a seat (None: from the table) to a seat (0–3 for E S W N) and what they are for."""

    payer: int | None
    receiver: int
    points: int
    reason: str


def payments(hand: WinningHand, basic: int) -> tuple[Payment, ...]:
    """Every payment that a win of so many basic points brings.

    Honba: 100 from each payer by tsumo, by ron the discarder pays for all three. Sticks on the table go to the
    winner.
    """
    winner = hand.seat
    paid: list[Payment] = []
    if hand.is_tsumo:
        for seat in (seat for seat in range(SEATS) if seat != winner):
            paid.append(Payment(seat, winner, tsumo_share(basic, 0 in (seat, winner)), "tsumo"))
            paid.append(Payment(seat, winner, HONBA_PER_PAYER * hand.honba, "honba"))
    else:
        discarder = (winner + hand.discarder) % SEATS
        paid.append(Payment(discarder, winner, ron_points(basic, hand.is_dealer), "ron"))
        paid.append(Payment(discarder, winner, HONBA_PER_PAYER * (SEATS - 1) * hand.honba, "honba"))
    paid.append(Payment(None, winner, STICK * hand.sticks, "sticks"))
    return tuple([payment for payment in paid if payment.points])


def deltas(paid: tuple[Payment, ...]) -> tuple[int, ...]:
    """What each seat E S W N gains or loses; they add up to the sticks taken from the table."""
    change = [0] * SEATS
    for payer, receiver, points, _ in paid:
        if payer is not None:
            change[payer] -= points
        change[receiver] += points
    return tuple(change)
