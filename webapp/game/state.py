"""The state of a game between two events: everything that a table shows, worked out from the events alone."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from webapp.game.events import Chombo, Draw, Player, Win
from webapp.game.rules import GameRules
from webapp.scoring.payments import STICK
from webapp.scoring.table import WIND_NAMES

Over = Literal["tobi", "ceiling", "goal", "last_hand", "dealer_stopped", "ended"]


class Place(NamedTuple):
    """The place of a hand in a game: its number in the game (from 0), honba, and sticks on the table.

    A round has a hand for each player: hand 4 of four players, or hand 3 of three, is 南1局. After North comes East
    again, by some rules earlier (`winds`).
    """

    number: int
    players: int
    honba: int
    sticks: int
    winds: int = len(WIND_NAMES)

    def is_same_hand(self, other: "Place") -> bool:
        """Whether the number of the hand and the honba are the same."""
        return (self.number, self.honba) == (other.number, other.honba)

    @property
    def round(self) -> int:
        """The wind of the round, 0–3 for E S W N."""
        return self.number // self.players % self.winds

    @property
    def hand(self) -> int:
        """The number of the hand in its round, from 1."""
        return self.dealer + 1

    @property
    def dealer(self) -> Player:
        """The player who sits East."""
        return self.number % self.players


class Transfer(NamedTuple):
    """Points from a player (None: from the table) to a player, and the reason, as in the payments of scoring."""

    payer: Player | None
    receiver: Player
    points: int
    reason: str


@dataclass(frozen=True)
class Hand:
    """A hand that was played: its place in the game, how it ended, and what it brought.

    The sticks of its `place` lay on the table when it ended, those of this hand's `riichi` included. `deltas` are the
    points that each player gained or lost in all, their own riichi stick included; `points` are those that they had
    afterwards. The win of a player in `to_check` was entered for another seat or round than it counts in now.
    """

    place: Place
    riichi: frozenset[Player]
    event: Win | Draw | Chombo
    transfers: tuple[Transfer, ...]
    deltas: tuple[int, ...]
    points: tuple[int, ...]
    to_check: frozenset[Player] = frozenset()

    @property
    def gains(self) -> tuple[int, ...]:
        """The points that each player gained or lost when the hand ended. The sticks laid in it were paid before."""
        return plus(self.deltas, dict.fromkeys(self.riichi, STICK))


@dataclass(frozen=True)
class State:
    """Everything that a table shows.

    `number` is that of the hand (`Place`). When the game is `over`, `number` and `honba` are those of its last hand.
    `may_stop` says that the last dealer may end the game before the next hand begins.
    """

    rules: GameRules
    points: tuple[int, ...]
    chips: tuple[int, ...]
    chombos: tuple[int, ...]
    number: int = 0
    honba: int = 0
    sticks: int = 0
    riichi: frozenset[Player] = frozenset()
    hands: tuple[Hand, ...] = ()
    may_stop: bool = False
    over: Over | None = None

    @cached_property
    def place(self) -> Place:
        """The place of the hand in the game."""
        return Place(self.number, self.rules.players, self.honba, self.sticks, self.rules.winds)

    @cached_property
    def dealer(self) -> Player:
        """The player who sits East."""
        return self.place.dealer

    @property
    def round(self) -> int:
        """The wind of the round, 0–3 for E S W N."""
        return self.place.round

    def seat(self, player: Player) -> int:
        """The seat of a player now, 0–3 for E S W N."""
        return (player - self.dealer) % self.rules.players

    def player(self, seat: int) -> Player:
        """The player on a seat now."""
        return (seat + self.dealer) % self.rules.players

    @cached_property
    def points_at_start(self) -> tuple[int, ...]:
        """The points of each player at the start of this hand, before any riichi stick was paid."""
        return plus(self.points, dict.fromkeys(self.riichi, STICK))


def start(rules: GameRules) -> State:
    """The state before the first deal."""
    nothing = (0,) * rules.players
    return State(rules, (rules.start_points,) * rules.players, nothing, nothing)


def plus(values: tuple[int, ...], change: dict[Player, int]) -> tuple[int, ...]:
    """The values of all players with some of them changed."""
    return tuple([value + change.get(player, 0) for player, value in enumerate(values)])
