"""The basic points and the chips of a win, by its tiles, han and fu, or points. They are worked out once, then kept in
the event.

If an earlier hand is amended, a win may count in another seat or round than the one it was entered for. Then it is
scored again if its tiles are known; otherwise its basic points stay, and it is marked to be checked.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from webapp.game.events import Entered, HanFu, LiablePlayer, Player, Points, Win, Won, Yakuman
from webapp.game.rules import GameRules
from webapp.game.state import State
from webapp.scoring.checks import problems
from webapp.scoring.dora import bonuses
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.points import hand_points, is_possible, worth, yakuman_worth
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import RULES_KEPT, Rules
from webapp.scoring.score import Score, score
from webapp.scoring.table import MOST_STICKS, Table
from webapp.scoring.tiles import Tile

MOST_HAN = 39
MOST_YAKUMAN = 6
MOST_BASIC = 10**15
#: Every number of fu that a hand can have; more than 110 need three kans.
FU = (20, 25, *range(30, 180, 10))


class Weighed(NamedTuple):
    """A win with its basic points, or what is wrong with it; the fields of the problems begin at the event."""

    event: Win
    problems: tuple[Problem, ...]


def weighed(event: Win, state: State) -> Weighed:
    """A win with the basic points that each winner's hand has in this state."""
    results = [_weigh(won, state) for won in event.wins]
    problems = [
        replace(item, field=f"wins.{i}.{item.field}") for i, result in enumerate(results) for item in result.problems
    ]
    return Weighed(Win(tuple(result.won for result in results)), (*problems, *_other_discards(event)))


def _other_discards(event: Win) -> Iterator[Problem]:
    """A problem for each ron on another tile than the first ron. Wins that are recorded already are not checked."""
    first: Tile | None = None
    for i, won in enumerate(event.wins):
        if won.dealt_in is None or not isinstance(won.entered, WinningHand):
            continue
        if first is None:
            first = won.entered.win
        if won.entered.win != first and won.basic is None:
            yield problem(
                f"wins.{i}.case.win",
                Code.CONFLICTING_EVENT,
                "All win on the same discard, but the winning tiles differ. A red five is not a plain five.",
            )


class _WeighedWinner(NamedTuple):
    """One winner with the basic points, or what is wrong; the fields of the problems begin at the winner."""

    won: Won
    problems: tuple[Problem, ...] = ()


def _weigh(won: Won, state: State) -> _WeighedWinner:
    if is_in_place(won, state):
        return _WeighedWinner(won)
    if isinstance(won.entered, WinningHand):
        return _by_tiles(won, won.entered, state)
    if won.basic is not None:
        return _WeighedWinner(won if won.seat is not None else _kept(won, won.basic, won.liable, state))
    basic = basic_of(won.entered, state, won.player, is_tsumo=won.dealt_in is None)
    if basic is None:
        return _WeighedWinner(won, (_no_such_worth(won.entered),))
    return _WeighedWinner(_kept(won, basic, won.liable, state))


def is_in_place(won: Won, state: State) -> bool:
    """Whether the basic points of a win hold for the seat and the round that its player has now."""
    if won.basic is None or won.seat != state.seat(won.player):
        return False
    # A game of three players that was kept before their fourth wind was North has East there.
    return won.round in (state.round, state.number // state.rules.players % state.rules.players)


def _kept(won: Won, basic: int, liable: tuple[LiablePlayer, ...], state: State) -> Won:
    parts = tuple(part if part.basic is not None else part._replace(basic=basic) for part in liable)
    kept = replace(won, basic=basic, liable=parts, round=state.round, seat=state.seat(won.player))
    return replace(kept, chips=chips_of(kept, state.rules)) if state.rules.has_chips_of_wins else kept


def chips_of(won: Won, rules: GameRules) -> int:
    """The chips that each payer of a win gives. Those of a hand whose tiles are not known are entered; if they are not,
    they are those of its yakuman."""
    of_yakuman = rules.chip_yakuman_tsumo if won.sole_payer is None else rules.chip_yakuman_ron
    match won.entered:
        case WinningHand():
            best = score(won.entered).best
            return _chips_of_tiles(won.entered, rules) + of_yakuman * (best.yakuman if best else 0)
        case Yakuman(times) if won.chips is None:
            return of_yakuman * times
    return won.chips or 0


def _chips_of_tiles(hand: WinningHand, rules: GameRules) -> int:
    """The chips for ippatsu, ura dora and red fives. They are for a yakuman too."""
    number = {bonus.key: bonus.han for bonus in bonuses(hand)}
    reds = number.get("aka_dora", 0) if hand.is_closed or rules.chip_red_open else 0
    ippatsu = Flag.IPPATSU in hand.flags and rules.scoring.ippatsu
    return rules.chip_ippatsu * ippatsu + rules.chip_ura * number.get("ura_dora", 0) + rules.chip_red * reds


# -- by han and fu, as a yakuman, by points --------------------------------------------------------


def basic_of(entered: Entered | None, state: State, player: Player, *, is_tsumo: bool) -> int | None:
    """The basic points of what was entered other than by tiles for this player; None if no hand is worth that."""
    rules = state.rules.scoring
    match entered:
        case HanFu(han, fu) if _is_hand(han, fu, is_tsumo, rules):
            return worth(han, fu, rules).basic
        case Yakuman(times) if 1 <= times <= MOST_YAKUMAN and not rules.no_limit:
            return yakuman_worth(times).basic
        case Points(points):
            return possible_points(state.seat(player) == 0, is_tsumo, rules).get(points)
    return None


def _is_hand(han: int, fu: int, is_tsumo: bool, rules: Rules) -> bool:
    return 1 <= han <= MOST_HAN and fu in FU and is_possible(han, fu, is_tsumo, rules)


def _no_such_worth(entered: Entered | None) -> Problem:
    match entered:
        case HanFu(han, fu):
            return problem("fu", Code.NO_SUCH_WORTH, "No hand has {han} han and {fu} fu here.", han=han, fu=fu)
        case Yakuman():
            return problem("yakuman", Code.NO_SUCH_WORTH, "By these rules no hand counts so many yakuman.")
        case Points(points):
            return problem("points", Code.NO_SUCH_WORTH, "No hand is worth {points} points here.", points=points)
    return problem("han", Code.NO_SUCH_WORTH, "A win needs han and fu, its yakuman, its points or its tiles.")


@lru_cache(RULES_KEPT)
def possible_hands(is_tsumo: bool, rules: Rules) -> dict[int, list[HanFu]]:
    """Basic points → the han and fu that are worth them, the fewest han first, for all hands without yakuman."""
    found: dict[int, list[HanFu]] = {}
    for han in range(1, MOST_HAN + 1):
        for fu in FU:
            if is_possible(han, fu, is_tsumo, rules):
                found.setdefault(worth(han, fu, rules).basic, []).append(HanFu(han, fu))
    return found


@lru_cache(RULES_KEPT)
def possible_points(is_dealer: bool, is_tsumo: bool, rules: Rules) -> dict[int, int]:
    """Points → the fewest basic points that bring them, for all points that a hand can have, lowest first. They are
    without honba and sticks; by tsumo they are all shares together."""
    values = set(possible_hands(is_tsumo, rules))
    if not rules.no_limit:
        values |= {yakuman_worth(times).basic for times in range(1, MOST_YAKUMAN + 1)}
    found: dict[int, int] = {}
    for basic in sorted(values):
        found.setdefault(hand_points(basic, is_dealer, is_tsumo, rules), basic)
    return found


# -- by its tiles ----------------------------------------------------------------------------------


def _by_tiles(won: Won, hand: WinningHand, state: State) -> _WeighedWinner:
    """The win scored by its tiles, in the seat and round where it counts now. If that is impossible, it keeps its old
    basic points; if it has none, the problems say why."""
    placed = _placed(won, hand, state)
    problems = tuple(_wrong_with(placed, won, state))
    if not problems:
        result = score(placed)
        if result.best:
            liable = won.liable or _liable(result, state)
            return _WeighedWinner(_kept(replace(won, entered=placed), result.best.basic, liable, state))
        problems = result.problems
    if won.basic is not None:
        return _WeighedWinner(won)
    return _WeighedWinner(won, tuple(replace(item, field=f"case.{item.field}") for item in problems))


def _placed(won: Won, hand: WinningHand, state: State) -> WinningHand:
    """The hand with the game's own table. `nth_ron` is always 1 here: payments decide who is second or third."""
    table = at_table(hand.table, state, won.player, won.dealt_in)
    return replace(hand, is_tsumo=won.dealt_in is None, table=table, nth_ron=1)


def at_table(table: Table, state: State, player: Player, dealt_in: Player | None) -> Table:
    """`table` with the round, seat, honba and sticks of the game, for a player who wins on the discard of `dealt_in`
    (None: tsumo)."""
    return replace(
        table,
        round=state.round,
        kyoku=state.place.hand,
        seat=state.seat(player),
        honba=min(state.honba, MOST_STICKS),
        sticks=min(state.sticks, MOST_STICKS),
        discarder=1 if dealt_in is None else (dealt_in - player) % state.rules.players or 1,
        rules=state.rules.scoring,
    )


def _wrong_with(hand: WinningHand, won: Won, state: State) -> Iterator[Problem]:
    yield from problems(hand)
    if hand.has_riichi != (won.player in state.riichi):
        yield problem(
            "flags",
            Code.RIICHI_DIFFERS,
            "Riichi and the sticks on the table do not agree: the hand has riichi if the player's stick lies there.",
        )


def _liable(result: Score, state: State) -> tuple[LiablePlayer, ...]:
    return tuple(LiablePlayer(state.player(part.seat), part.basic) for part in result.liabilities)
