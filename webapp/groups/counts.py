"""Counts a finished game for each player. Every statistic is a sum over these counts.

The terms are those of ja.wikipedia, 麻雀の成績集計. Programs differ in these points; here they are counted like this:

* A hand counts if it was settled: by a win or by any draw, abortive ones included. A chombo does not count.
* The points of a win are those of the hand, without honba and riichi sticks. Nagashi mangan is not a win.
* Dealing in (放銃) counts once a hand; the points of a double or triple ron add up. A payment by the liable player
  (pao) is not dealing in.
* A riichi counts if its stick lay on the table when the hand ended. If the declaring tile was won on, it does not.
* Tenpai at a draw counts at exhaustive draws without nagashi mangan, since there nobody says who is tenpai.
* A dealer repeats if the deal stays with them after a settled hand, also if somebody ends the game then. A hand that
  ends the game leaves no deal to keep.
* Ranks follow the game's rule for ties: one each, or shared. A shared rank counts as the better one; in the mean rank
  it counts as the mean of the places that it covers.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from webapp.game.events import Draw, Player, Win, Won
from webapp.game.log import Game
from webapp.game.result import result
from webapp.game.state import Hand, State
from webapp.scoring.hand import WinningHand
from webapp.scoring.points import hand_points
from webapp.scoring.score import score

#: The parts of a rank: with these, the mean of two, three or four shared places is a whole number.
TWELFTHS = 12
#: The parts of a thousand points: a total in thousands has four decimals.
TENTHS = 10_000


class Count(NamedTuple):
    """A finished game for one player: the mean of the places that their rank covers in twelfths, the total with uma and
    oka in ten-thousandths of a thousand points, the points, and the counters that are not zero.

    `hands` are the wins entered by tiles: the number of the event in the log, and the points. `yaku` counts the yaku of
    these wins, and their dora under "dora".
    """

    rank: int
    total: int
    points: int
    counters: Mapping[str, int]
    yaku: Mapping[str, int] = {}
    hands: tuple[tuple[int, int], ...] = ()

    @property
    def place(self) -> int:
        """The rank from 1 on. A shared rank is the better one."""
        return next(int(name.removeprefix("rank_")) for name in self.counters if name.startswith("rank_"))


def counts_of(game: Game) -> tuple[Count, ...] | None:
    """The counts of a game for the players in turn order; None if the game is not over."""
    state = game.state
    if not state.over:
        return None
    standings = sorted(result(state).standings)
    ranks = [standing.rank for standing in standings]
    wins = [(moment.seq, *won) for moment in game.line if moment.hand for won in _worths(state, moment.hand)]
    return tuple(
        Count(
            rank=TWELFTHS * own.rank + TWELFTHS * (ranks.count(own.rank) - 1) // 2,
            total=round(own.total * TENTHS),
            points=own.points,
            counters=_counters(game, own.player, own.rank),
            yaku=dict(sorted(_yaku(won for _, won, _ in wins if won.player == own.player).items())),
            hands=tuple((seq, worth) for seq, won, worth in wins if won.player == own.player and _tiles(won)),
        )
        for own in standings
    )


def _counters(game: Game, player: Player, rank: int) -> dict[str, int]:
    state = game.state
    counters = Counter({"games": 1, f"rank_{rank}": 1, "top_two": rank <= 2, "not_last": rank < state.rules.players})
    counters["knows_tobi"] = state.rules.tobi != "off"
    counters["busted"] = counters["knows_tobi"] and state.points[player] < 0
    counters["chombo"] = state.chombos[player]
    settled = [(moment.hand, moment.state) for moment in game.line if isinstance(moment.event, Win | Draw)]
    hands = [(hand, after) for hand, after in settled if hand]
    for hand, after in hands:
        counters.update(_of_hand(state, hand, player))
        counters.update(_of_dealer(hand, after, player))
    best = max((worth for hand, _ in hands for won, worth in _worths(state, hand) if won.player == player), default=0)
    return {name: int(number) for name, number in sorted({**counters, "best": best}.items()) if number}


def _of_hand(state: State, hand: Hand, player: Player) -> dict[str, int]:
    """The counters that a hand adds to those of a player."""
    counters = {"hands": 1, **_of_riichi(hand, player)}
    if isinstance(hand.event, Draw):
        if hand.event.kind == "exhaustive" and not hand.event.nagashi:
            counters |= {"draws": 1, "tenpai": player in hand.event.tenpai}
        return counters
    for won, worth in _worths(state, hand):
        if won.player == player:
            counters |= {"wins": 1, "won_points": worth, "tsumo": won.dealt_in is None}
        if won.dealt_in == player:
            counters |= {"dealt_in": 1, "lost_points": counters.get("lost_points", 0) + worth}
    return counters


def _of_riichi(hand: Hand, player: Player) -> dict[str, int]:
    """The counters of a player's riichi and of how it ended; empty without riichi."""
    if player not in hand.riichi:
        return {}
    return {"riichi": 1, f"riichi_{_end_of_riichi(hand, player)}": 1}


def _end_of_riichi(hand: Hand, player: Player) -> str:
    if not isinstance(hand.event, Win):
        return "drawn"
    if player in {won.player for won in hand.event.wins}:
        return "won"
    return "dealt_in" if player in {won.dealt_in for won in hand.event.wins} else "lost"


def _of_dealer(hand: Hand, after: State, player: Player) -> dict[str, int]:
    """The counters of a hand as dealer, and of a deal that stayed; empty for another player. `after` is the state after
    the hand."""
    if hand.place.dealer != player:
        return {}
    return {"dealer": 1, "repeats": after.over is None and after.number == hand.place.number}


def _worths(state: State, hand: Hand) -> Iterator[tuple[Won, int]]:
    """The wins of a hand with their points, without honba and sticks."""
    if isinstance(hand.event, Win):
        dealer = hand.place.dealer
        for won in hand.event.wins:
            worth = hand_points(won.basic or 0, won.player == dealer, won.dealt_in is None, state.rules.scoring)
            yield won, worth


# -- wins that were entered by their tiles ---------------------------------------------------------


def _tiles(won: Won) -> WinningHand | None:
    return won.entered if isinstance(won.entered, WinningHand) else None


def _yaku(wins: Iterable[Won]) -> Counter[str]:
    """The number of times that each yaku occurs in these wins, and the number of their dora."""
    counters: Counter[str] = Counter()
    for hand in filter(None, map(_tiles, wins)):
        if best := score(hand).best:
            counters.update(award.key for award in best.yaku)
            counters["dora"] += sum(bonus.han for bonus in best.bonuses)
    return +counters
