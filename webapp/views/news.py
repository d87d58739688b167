"""What just happened in a game, as everybody at its table is told."""

from collections.abc import Iterator
from dataclasses import dataclass

from webapp.game import Amend, Chombo, Event, Game, Riichi, State, Win, Withdraw, Won
from webapp.scoring.hand import WinningHand
from webapp.scoring.points import Limit, hand_points, worth
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import NAMES
from webapp.views.game import LIMIT_HAN, Told, told

YAKUMAN = 8000


@dataclass(frozen=True)
class Winning:
    """A winner: the points of the hand without honba and sticks, its limit, its tiles where they are known, and the
    seat of the player who dealt in, None by tsumo."""

    seat: str
    name: str
    points: int
    limit: str | None
    source: str | None
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class News:
    """The last event of a game. `what` is its type; `told` the hand that it ended otherwise than by a win."""

    number: int
    what: str
    is_correction: bool = False
    winnings: tuple[Winning, ...] = ()
    told: Told | None = None
    seat: str | None = None
    name: str | None = None


def news_of(game: Game, event: Event, names: tuple[str, ...]) -> News:
    """The event that was added last, seen in the game after it."""
    is_correction = isinstance(event, Amend)
    happening = event.event if isinstance(event, Amend) else event
    what = type(happening).__name__.lower()
    match happening:
        case Win(wins):
            return News(game.length, what, is_correction, tuple(_winnings(wins, game.state, names)))
        case Riichi(player) | Withdraw(player) | Chombo(player):
            return News(game.length, what, is_correction, seat=_seat(game.state, player), name=names[player])
    seq = event.seq if isinstance(event, Amend) else game.length
    hand = next((moment.hand for moment in game.line if moment.seq == seq), None)
    return News(game.length, what, is_correction, told=told(hand, game.state, names) if hand else None)


def _winnings(wins: tuple[Won, ...], state: State, names: tuple[str, ...]) -> Iterator[Winning]:
    for won in wins:
        seat, basic = won.seat or 0, won.basic or 0
        source = None if won.dealt_in is None else (seat + won.dealt_in - won.player) % state.rules.players
        yield Winning(
            seat=WIND_NAMES[seat],
            name=names[won.player],
            points=hand_points(basic, seat == 0, won.dealt_in is None, state.rules.scoring),
            limit=_limit(basic, state),
            source=None if source is None else WIND_NAMES[source],
            tiles=_tiles(won),
        )


def _limit(basic: int, state: State) -> str | None:
    if basic >= YAKUMAN:
        return str(Limit.YAKUMAN)
    limits = [worth(han, 30, state.rules.scoring) for han in LIMIT_HAN]
    return next((str(limit) for value, limit in limits if limit and value == basic), None)


def _tiles(won: Won) -> tuple[str, ...]:
    if not isinstance(won.entered, WinningHand):
        return ()
    hand = won.entered
    melds = (tile for meld in hand.melds for tile in meld.tiles)
    return tuple(NAMES[tile] for tile in (*sorted(hand.concealed), *melds, hand.win))


def _seat(state: State, player: int) -> str:
    return WIND_NAMES[state.seat(player)]
