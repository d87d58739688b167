"""The payments of a win or a draw: one for each share of the hand, of honba and of pao, and for the riichi sticks."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from webapp.scoring.pao import Liability
from webapp.scoring.points import MANGAN, TABLE_SIZE, hand_points, ron_points, ron_times, shares
from webapp.scoring.rules import Rules
from webapp.scoring.table import UNNAMED

STICK = 1000


class Payment(NamedTuple):
    """Points that one seat pays to another, and what for. Seats are 0–3 for E S W N. `payer` is None for the table,
    `UNNAMED` for an unknown discarder.

    The points are `unit` × `times`, rounded up to hundreds. `unit` is the basic points, or the points of one honba or
    one stick. Both are 0 if a payment is a sum of several (pao), `times` alone if it is a part of a ron's points.
    `north` is the payer's half of North's payment: it is added, and the sum is rounded up (see `points.shares`).
    """

    payer: int | None
    receiver: int
    points: int
    reason: str
    unit: int = 0
    times: float = 0
    north: int = 0


class Declaration(NamedTuple):
    """The points as the winner calls them out, without and with honba: one number for a ron, or for a tsumo that all
    pay alike (`is_all`); else what each non-dealer and what the dealer pays."""

    is_all: bool
    plain: tuple[int, ...]
    with_honba: tuple[int, ...]


class Winner(NamedTuple):
    """A win as the payments need it, whether it was entered by its tiles, by han and fu, or by points.

    `discarder_seat` is the seat 0–3 that dealt in, or `UNNAMED`; None by tsumo. `sticks` are the riichi sticks on the
    table; a second or third winner (`nth_ron`) gets at most their own. `liable` players (pao) pay parts of `basic`.
    """

    seat: int
    discarder_seat: int | None
    basic: int
    honba: int = 0
    sticks: int = 0
    has_riichi: bool = False
    nth_ron: int = 1
    liable: tuple[Liability, ...] = ()

    @property
    def is_dealer(self) -> bool:
        """Whether the winner sits East."""
        return self.seat == 0

    @property
    def liable_for(self) -> int:
        """The basic points that liable players pay."""
        return sum([part.basic for part in self.liable])


@lru_cache(TABLE_SIZE)
def payments(winner: Winner, rules: Rules) -> tuple[Payment, ...]:
    """Every payment of a win.

    Honba: by tsumo each payer pays their share, by ron the discarder pays all. Pao by tsumo: a liable player pays the
    whole of their part, and the honba too if nothing else is left to pay. Pao by ron: the liable player and the
    discarder pay half of that part each. The sticks go to the winner; for the second and third winner on one discard
    the rules decide about honba and sticks.
    """
    is_first = winner.nth_ron == 1
    if winner.discarder_seat is None:
        paid = _tsumo(winner, rules)
    else:
        paid = _ron(winner, winner.discarder_seat, rules, has_honba=is_first or rules.honba_to == "each")
    sticks = winner.sticks if is_first else own_stick(winner.has_riichi, winner.sticks, rules)
    if sticks:
        paid.append(Payment(None, winner.seat, STICK * sticks, "sticks", STICK, sticks))
    return tuple(paid)


def _honba_of_tsumo(rules: Rules) -> int:
    """The points of one honba by tsumo, from all payers together."""
    return rules.honba_tsumo * (rules.players - 1)


def own_stick(has_riichi: bool, sticks: int, rules: Rules) -> int:
    """The number of sticks, 0 or 1, that a second or third winner takes back."""
    return int(rules.own_stick_returned and has_riichi and sticks > 0)


def shares_of_sticks(sticks: int, with_riichi: Sequence[bool], rules: Rules) -> tuple[int, ...]:
    """The sticks that each of several winners takes, in turn order. `with_riichi` says who declared riichi. Later
    winners take their own stick if the rules say so; the first winner takes the rest."""
    later = []
    for has_riichi in with_riichi[1:]:
        later.append(own_stick(has_riichi, sticks, rules))
        sticks -= later[-1]
    return (sticks, *later)


def _tsumo(winner: Winner, rules: Rules) -> list[Payment]:
    paid = []
    for part in winner.liable:
        points = hand_points(part.basic, winner.is_dealer, True, rules)
        paid.append(Payment(part.seat, winner.seat, points, "pao"))
    if winner.basic > winner.liable_for:
        return paid + _tsumo_shares(winner, rules)
    return paid + _honba(winner.liable[-1].seat, winner.seat, _honba_of_tsumo(rules), winner.honba)


def _tsumo_shares(winner: Winner, rules: Rules) -> list[Payment]:
    paid: list[Payment] = []
    for share in _shares(winner.seat, winner.basic - winner.liable_for, "tsumo", rules):
        paid.append(share)
        paid += _honba(share.payer, winner.seat, rules.honba_tsumo, winner.honba)
    return paid


def _shares(winner: int, basic: int, reason: str, rules: Rules) -> list[Payment]:
    """The payments of the other players to a seat that wins these basic points by tsumo."""
    of_payer = shares(basic, winner == 0, rules)
    return [
        Payment(seat, winner, share.points, reason, basic, share.times, share.north)
        for seat in range(rules.players)
        if seat != winner
        for share in [of_payer[seat > 0]]
    ]


def _ron(winner: Winner, discarder: int, rules: Rules, *, has_honba: bool) -> list[Payment]:
    basic, is_dealer, liable = winner.basic, winner.is_dealer, winner.liable
    if liable:
        paid = [_half(part, winner) for part in liable]
        from_discarder = ron_points(basic - winner.liable_for, is_dealer) + sum([half.points for half in paid])
        paid.append(Payment(discarder, winner.seat, from_discarder, "ron"))
    else:
        paid = [Payment(discarder, winner.seat, ron_points(basic, is_dealer), "ron", basic, ron_times(is_dealer))]
    if has_honba:
        payer = liable[-1].seat if liable and rules.pao_ron_honba == "liable" else discarder
        paid += _honba(payer, winner.seat, rules.honba_ron, winner.honba)
    return paid


def _half(part: Liability, winner: Winner) -> Payment:
    """The half that a liable player pays by ron."""
    basic, is_dealer = part.basic // 2, winner.is_dealer
    return Payment(part.seat, winner.seat, ron_points(basic, is_dealer), "pao", basic, ron_times(is_dealer))


def _honba(payer: int | None, winner: int, each: int, honba: int) -> list[Payment]:
    """The payment of these points for each honba; none if there is nothing to pay."""
    return [Payment(payer, winner, each * honba, "honba", each, honba)] if each and honba else []


def nagashi_mangan(seat: int, rules: Rules) -> tuple[Payment, ...]:
    """The payments for nagashi mangan: those of a mangan tsumo of this seat. Honba and sticks stay on the table."""
    return tuple(_shares(seat, MANGAN, "nagashi_mangan", rules))


def nagashi_wins(seats: Collection[int], honba: int, sticks: int, rules: Rules) -> tuple[Payment, ...]:
    """The payments if nagashi mangan counts as a win: the seat nearest to the dealer takes honba and sticks."""
    first = min(seats)
    paid = [payment for seat in sorted(seats) for payment in nagashi_mangan(seat, rules)]
    for seat in range(rules.players):
        if seat != first:
            paid += _honba(seat, first, rules.honba_tsumo, honba)
    if sticks:
        paid.append(Payment(None, first, STICK * sticks, "sticks", STICK, sticks))
    return tuple(paid)


def chombo_payments(seat: int, rules: Rules, basic: int = MANGAN) -> tuple[Payment, ...]:
    """The payments for a chombo: this seat pays each player what they would pay for its tsumo of these basic points."""
    shares = _shares(seat, basic, "chombo", rules)
    return tuple(share._replace(payer=seat, receiver=other) for share in shares if (other := share.payer) is not None)


def chombo_to_each(seat: int, points: int, rules: Rules) -> tuple[Payment, ...]:
    """The payments for a chombo that costs these points to each player."""
    others = [other for other in range(rules.players) if points and other != seat]
    return tuple(Payment(seat, other, points, "chombo", points, 1) for other in others)


def tenpai_payments(tenpai: Collection[int], total: int, rules: Rules) -> tuple[Payment, ...]:
    """The payments at a draw: the seats without tenpai pay `total` together, and those in tenpai share it. Empty if all
    seats or none are in tenpai, or if nothing is paid."""
    noten = [seat for seat in range(rules.players) if seat not in tenpai]
    if not (noten and tenpai and total):
        return ()
    share = total // (len(noten) * len(tenpai))
    return tuple(Payment(payer, seat, share, "tenpai", share, 1) for payer in noten for seat in sorted(tenpai))


def declaration(paid: Sequence[Payment]) -> Declaration | None:
    """The points to call out for a win; None if a liable player pays a part, because nobody would pay these points."""
    if any(payment.reason == "pao" for payment in paid):
        return None
    honba = {payment.payer: payment.points for payment in paid if payment.reason == "honba"}
    shares = [payment for payment in paid if payment.reason in ("ron", "tsumo")]
    shares.sort(key=lambda share: share.payer == 0)
    called = dict.fromkeys((share.points, share.points + honba.get(share.payer, 0)) for share in shares)
    plain, with_honba = zip(*called, strict=True)
    return Declaration(len(called) == 1 and shares[0].reason == "tsumo", plain, with_honba)


def deltas(paid: Sequence[Payment], rules: Rules) -> tuple[int, ...]:
    """The points that each seat E S W (N) gains or loses. They add up to the sticks from the table plus what an unnamed
    discarder owes."""
    change = [0] * rules.players
    for payment in paid:
        if payment.payer is not None and payment.payer != UNNAMED:
            change[payment.payer] -= payment.points
        change[payment.receiver] += payment.points
    return tuple(change)
