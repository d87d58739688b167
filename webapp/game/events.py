"""The events of a game, as frozen values. The state of a game follows from its events alone.

Players are 0–3 (0–2) in turn order from the first dealer (起家), for the whole game. An event does not depend on the
state in which it happens, except for a win: when it is applied, it keeps its basic points and the round and seat for
which they hold, so that a later fix of the engine never changes a past game.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from webapp.game.rules import Abortive
from webapp.scoring.hand import WinningHand

Player: TypeAlias = int
DrawKind: TypeAlias = Literal["exhaustive"] | Abortive


class HanFu(NamedTuple):
    """A win entered by han and fu, dora included."""

    han: int
    fu: int


class Yakuman(NamedTuple):
    """A win entered as a yakuman, and how many times it counts."""

    times: int


class Points(NamedTuple):
    """A win entered by its points without honba and sticks; by tsumo all shares together."""

    points: int


Entered: TypeAlias = HanFu | Yakuman | Points | WinningHand


class LiablePlayer(NamedTuple):
    """A player who is liable (pao), and the basic points they bear; None: all of the hand."""

    player: Player
    basic: int | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """One winner: the player, the discarder (`dealt_in`; None: tsumo), and how the worth of the hand was entered.

    `basic` are the basic points that were worked out when the event was applied, in that `round` and `seat` (0–3 for
    E S W N); None before. If they are all that is known, `entered` is None.
    `chips` are those that each payer gives; None: none, or before they are worked out.
    """

    player: Player
    dealt_in: Player | None
    entered: Entered | None = None
    liable: tuple[LiablePlayer, ...] = ()
    basic: int | None = None
    round: int | None = None
    seat: int | None = None
    chips: int | None = None

    @property
    def sole_payer(self) -> Player | None:
        """The player who pays all of it: the discarder, or who is liable for a whole tsumo; None if there is none."""
        if self.dealt_in is not None or len(self.liable) != 1:
            return self.dealt_in
        (part,) = self.liable
        return part.player if part.basic in (None, self.basic) else None


@dataclass(frozen=True, slots=True)
class Riichi:
    """A player lays a riichi stick."""

    player: Player


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A riichi stick is taken back: a wrong tap, or the declaring tile was won on."""

    player: Player


@dataclass(frozen=True, slots=True)
class Win:
    """A hand is won: by tsumo by one player, by ron by one to three."""

    wins: tuple[Won, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A hand ends without a win. `tenpai` and `nagashi` count only for an exhaustive draw."""

    kind: DrawKind = "exhaustive"
    tenpai: frozenset[Player] = frozenset()
    nagashi: frozenset[Player] = frozenset()


@dataclass(frozen=True, slots=True)
class Chombo:
    """A player breaks the rules: the hand is dealt again."""

    player: Player


@dataclass(frozen=True, slots=True)
class Adjust:
    """A penalty or a correction by hand: the points that each player gains or loses. They need not add up to zero."""

    points: tuple[int, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chips:
    """A player gives chips (祝儀) to another one."""

    giver: Player
    taker: Player
    number: int


@dataclass(frozen=True, slots=True)
class End:
    """The game stops here: the last dealer says so, or the time is up. A hand in progress is not counted."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The last event that was not undone is taken back. `of` is the number of the event that is meant, if that is
    known: no other one is taken back."""

    of: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """What the last undo took back happens again."""


#: What happens at the table.
Happening: TypeAlias = Riichi | Withdraw | Win | Draw | Chombo | Adjust | Chips | End


@dataclass(frozen=True, slots=True)
class Amend:
    """Another event takes the place of the one with this number; the first event of a game has the number 1.

    `riichi` are the players with a riichi stick on the table when it happens; None leaves the sticks as they were.
    """

    seq: int
    event: Happening
    riichi: frozenset[Player] | None = None


Event: TypeAlias = Happening | Undo | Redo | Amend


def players_in(event: Happening) -> Iterator[tuple[str, Player]]:
    """Every player that an event names, each after the name of the field."""
    match event:
        case Riichi(player) | Withdraw(player) | Chombo(player):
            yield "player", player
        case Chips(giver, taker):
            yield from (("from", giver), ("to", taker))
        case Draw(_, tenpai, nagashi):
            yield from (("tenpai", player) for player in sorted(tenpai))
            yield from (("nagashi", player) for player in sorted(nagashi))
        case Win(wins):
            for i, won in enumerate(wins):
                yield f"wins.{i}.player", won.player
                if won.dealt_in is not None:
                    yield f"wins.{i}.from", won.dealt_in
                yield from ((f"wins.{i}.pao.{k}.player", part.player) for k, part in enumerate(won.liable))


def in_turn(wins: Iterable[Won], players: int) -> list[Won]:
    """Winners in turn order from the player who dealt in: the nearest is the first (上家取り)."""
    return sorted(wins, key=lambda won: 0 if won.dealt_in is None else (won.player - won.dealt_in) % players)
