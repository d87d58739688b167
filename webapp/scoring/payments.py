"""Who pays whom: the hand, pao, honba and riichi sticks, each as a payment of its own."""

from collections.abc import Sequence
from typing import NamedTuple

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


class Winner(NamedTuple):
    """What payments ask of a win, however it was entered: by its tiles, by han and fu, or by points.

    `discarder_seat` is the seat 0–3 that dealt in, None by tsumo. `sticks` are the riichi sticks on the table, of which
    a second or third winner (`nth_ron`) gets at most their own. Liable players (pao) bear parts of `basic`, the one who
    fed last comes last.
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
        """The winner sits East."""
        return self.seat == 0

    @property
    def liable_for(self) -> int:
        """The basic points that liable players bear."""
        return sum([part.basic for part in self.liable])


def payments(winner: Winner, rules: Rules) -> tuple[Payment, ...]:
    """Every payment that a win brings.

    Honba: each payer their share by tsumo, the discarder all of it by ron. Pao: a liable player pays their part alone
    by tsumo, and the honba if nothing else is left; by ron they and the discarder share the part half and half. Sticks
    on the table go to the winner; the second and third winner on one discard get honba and sticks as the rules say.
    """
    is_first = winner.nth_ron == 1
    if winner.discarder_seat is None:
        paid = _tsumo(winner, rules)
    else:
        paid = _ron(winner, winner.discarder_seat, rules, winner.honba if is_first or rules.honba_to == "each" else 0)
    sticks = winner.sticks if is_first else own_stick(winner.has_riichi, winner.sticks, rules)
    if sticks:
        paid.append(Payment(None, winner.seat, STICK * sticks, "sticks"))
    return tuple(paid)


def own_stick(has_riichi: bool, sticks: int, rules: Rules) -> int:
    """The sticks, 0 or 1, that a second or third winner takes of those that are left on the table."""
    return int(rules.own_stick_returned and has_riichi and sticks > 0)


def shares_of_sticks(sticks: int, with_riichi: Sequence[bool], rules: Rules) -> tuple[int, ...]:
    """The sticks that each of several winners takes, the first in turn order first: `with_riichi` says of each whether
    they declared it. The later ones take their own; the first takes all that is left."""
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
    if winner.honba:
        paid.append(Payment(winner.liable[-1].seat, winner.seat, _whole_honba(winner.honba, rules), "honba"))
    return paid


def _tsumo_shares(winner: Winner, rules: Rules) -> list[Payment]:
    paid = []
    honba = rules.honba_per_payer * winner.honba
    from_dealer, from_other = tsumo_shares(winner.basic - winner.liable_for, winner.is_dealer, rules)
    for seat in range(rules.players):
        if seat != winner.seat:
            paid.append(Payment(seat, winner.seat, from_other if seat else from_dealer, "tsumo"))
            if honba:
                paid.append(Payment(seat, winner.seat, honba, "honba"))
    return paid


def _ron(winner: Winner, discarder: int, rules: Rules, honba: int) -> list[Payment]:
    liable = winner.liable
    halves = [Payment(part.seat, winner.seat, ron_points(part.basic // 2, winner.is_dealer), "pao") for part in liable]
    alone = ron_points(winner.basic - winner.liable_for, winner.is_dealer)
    from_discarder = alone + sum([half.points for half in halves])
    paid = [*halves, Payment(discarder, winner.seat, from_discarder, "ron")]
    if honba:
        payer = liable[-1].seat if liable and rules.pao_ron_honba == "liable" else discarder
        paid.append(Payment(payer, winner.seat, _whole_honba(honba, rules), "honba"))
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
