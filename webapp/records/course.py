"""A hand whose log has its events in the order of play: its moves, and how it ends.

The formats differ in where they say that a riichi stick is paid and that an indicator is turned up. Here every hand has
both in the same places, so that the same game becomes the same record.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from webapp.game.events import DrawKind, Player
from webapp.records.record import (
    MAX_HAND_EVENTS,
    MAX_HANDS,
    Called,
    Discarded,
    Drawn,
    Ending,
    Indicator,
    LogError,
    Move,
    RecordedHand,
    RecordedWin,
    StatedPoints,
    StickPaid,
    broken,
    second_game,
    too_many_events,
    too_many_hands,
    unread_hand,
)
from webapp.scoring.blocks import MeldType
from webapp.scoring.payments import STICK
from webapp.scoring.problems import Problem
from webapp.scoring.tiles import Tile

Deltas = tuple[int, ...]


class Course:
    """A hand while its events are read; `begun` is the hand at its beginning."""

    def __init__(self, begun: "partial[RecordedHand]") -> None:
        self.begun = begun
        self.points: Deltas = begun.keywords["points"]
        self.moves: list[Move] = []
        self.ending: Ending | None = None
        self.stated: list[StatedPoints] = []
        #: The players whose riichi stick is paid.
        self.sticks: frozenset[Player] = frozenset()
        #: The player who declared riichi with the last discard; the stick is paid unless somebody wins on it.
        self.declared: Player | None = None
        #: Indicators that are turned up with the next discard or kan.
        self.turned: list[Indicator] = []
        #: Whether something has to come before the next move, or no move may follow.
        self.is_waiting = False

    def add(self, move: Move) -> None:
        """Adds a move of a player. Every event comes here, so what is rare is elsewhere."""
        if self.is_waiting:
            self._catch_up(move)
        self.moves.append(move)
        if type(move) is Discarded:
            if self.turned:
                self._show_turned()
            if move.is_riichi:
                self.declared = move.player
                self.is_waiting = True

    def _catch_up(self, move: Move) -> None:
        """Adds what has to come before a move."""
        self.pay()
        if self.ending:
            raise broken("The hand has ended already.")
        if type(move) not in (Drawn, Discarded):
            self._show_turned()
        self.is_waiting = bool(self.turned)

    def pay(self) -> None:
        """The player who declared riichi pays the stick, if that has not happened yet."""
        if self.declared is not None:
            self.moves.append(StickPaid(self.declared))
            self.sticks |= {self.declared}
            self.declared = None

    def turn_up(self, tile: Tile) -> None:
        """Adds an indicator: that of a concealed kan before the draw that follows, that of another kan with the discard
        after it."""
        if not self.moves or type(self.moves[-1]) is not Drawn:
            self.moves.append(Indicator(tile))
            return
        kan = self.moves[-2] if len(self.moves) > 1 else None
        if type(kan) is Called and kan.meld.type is MeldType.ANKAN:
            self.moves.insert(-1, Indicator(tile))
        else:
            self.turned.append(Indicator(tile))
            self.is_waiting = True

    def _show_turned(self) -> None:
        self.moves += self.turned
        self.turned = []

    def state(self, points: Deltas) -> None:
        """Adds the points of all players that the log states at this moment."""
        self.stated.append(StatedPoints(points, self.sticks, self.ending.deltas if self.ending else None))

    def now(self) -> list[int]:
        """The points of all players at this moment."""
        won = (self.ending and self.ending.deltas) or (0,) * len(self.points)
        before = enumerate(zip(self.points, won, strict=True))
        return [points + more - STICK * (player in self.sticks) for player, (points, more) in before]

    def win(self, won: RecordedWin, ura: Sequence[Tile] = ()) -> None:
        """Ends the hand by a win; each of several winners has an event of their own."""
        if won.dealt_in is None:
            self.pay()
        self._show_turned()
        before = self.ending
        if before and not before.wins:
            raise broken("The hand has ended already.")
        deltas = won.deltas
        if before and deltas is not None and before.deltas is not None:
            deltas = tuple([old + new for old, new in zip(before.deltas, deltas, strict=True)])
        wins = (*before.wins, won) if before else (won,)
        if len(wins) >= len(self.begun.keywords["tiles"]):
            raise broken("The hand has ended already.")
        longest = max(tuple(ura), before.ura if before else (), key=len)
        self.ending = Ending(wins=wins, deltas=deltas, ura=longest)
        self.is_waiting = True

    def bring(self, deltas: Deltas) -> None:
        """What all wins of the hand bring each player together."""
        assert self.ending
        self.ending = replace(self.ending, deltas=deltas)

    def draw(
        self, named: tuple[DrawKind | None, str, bool], deltas: Deltas | None, tenpai: frozenset[Player] | None = None
    ) -> None:
        """Ends the hand by a draw, whose name is `named` as by `draw_of`."""
        kind, unknown, is_nagashi = named
        if self.ending:
            raise broken("The hand has ended already.")
        if not is_ron(Ending(draw=kind), len(self.sticks) + (self.declared is not None)):
            self.pay()
        self._show_turned()
        self.ending = Ending(draw=kind, unknown=unknown, is_nagashi=is_nagashi, deltas=deltas, tenpai=tenpai)
        self.is_waiting = True

    def hand(self) -> RecordedHand:
        """The hand, as far as the log has it. Raises `LogError`."""
        if len(self.moves) > MAX_HAND_EVENTS:
            raise too_many_events()
        return self.begun(moves=tuple(self.moves), ending=self.ending, stated=tuple(self.stated))


def is_ron(ending: Ending, riichi: int) -> bool:
    """Whether a hand that ends with the discard of a riichi ends by ron. A draw of unknown kind does, unless it is the
    fourth riichi: nothing else ends a hand there that often."""
    return bool(ending.wins) or ending.draw == "triple_ron" or (ending.draw is None and riichi < 4)


def read_hands(
    parts: Iterable[Sequence[object] | Problem],
    players: int,
    begin: Callable[[object], Course],
    play: Callable[[Course, Sequence[object]], None],
) -> tuple[list[RecordedHand], list[Problem]]:
    """The hands of a log, each from its events, and the problems of what is left out. `begin` reads the first event of
    a hand, `play` the others. A hand that cannot be read has a problem, and so has one whose lines are a problem."""
    hands: list[RecordedHand] = []
    for part in parts:
        if len(hands) >= MAX_HANDS:
            return hands, [too_many_hands().problem()]
        if isinstance(part, Problem):
            hands.append(unread_hand(hands, players, part))
            continue
        course = None
        try:
            course = begin(part[0])
            hand = course.begun()
            if hands and hand.number == hand.honba == 0:
                return hands, [second_game().problem()]
            play(course, part[1:])
            hands.append(course.hand())
        except LogError as error:
            why = error.problem(len(hands), len(course.moves) if course else None)
            hands.append(course.begun(problem=why) if course else unread_hand(hands, players, why))
    return hands, []
