"""The order of play of a hand whose log has only lists: what each player took, and what they discarded.

Whose turn it is follows from the calls. A player who discards a tile twice that somebody called once leaves open which
of the two was called; then one way is tried after the other, by a depth-first search.
"""

from collections.abc import Sequence
from typing import NamedTuple

from webapp.game.events import Player
from webapp.records.record import (
    MAX_EVENTS,
    Added,
    Called,
    Discarded,
    Drawn,
    LogError,
    Move,
    NorthAside,
    broken,
    too_many_events,
)
from webapp.scoring.blocks import MeldType
from webapp.scoring.problems import Code
from webapp.scoring.tiles import Tile

#: The most steps of the search in one log.
MAX_STEPS = 20_000
#: What stands among the discards for an open kan, after which the player draws again.
PASS = None

Take = Tile | Called
#: A discard: the tile (None: the one just drawn) and whether riichi is declared with it.
Cut = tuple[Tile | None, bool]
Give = Cut | Called | Added | NorthAside | None


class Steps:
    """How many steps of the search are left."""

    def __init__(self, most: int = MAX_STEPS) -> None:
        self._left = most

    def spend(self) -> None:
        """One step more. Raises `LogError` if there are too many."""
        self._left -= 1
        if self._left < 0:
            raise LogError(Code.TOO_LARGE, "The order of play cannot be worked out from this log.")


def in_order(
    takes: Sequence[Sequence[Take]], gives: Sequence[Sequence[Give]], dealer: Player, steps: Steps
) -> tuple[Move, ...]:
    """Every move of a hand; raises `LogError` if the lists do not fit together."""
    return _Search(takes, gives, dealer, steps).moves_in_order()


class _Way(NamedTuple):
    """Another way to go on: all that has been played by then, and who takes a tile."""

    taken: list[int]
    given: list[int]
    left: int
    player: Player
    last: Discarded
    moves: list[Move]


class _Search:
    """Plays the lists, and goes back to the last other way where they do not fit."""

    def __init__(
        self, takes: Sequence[Sequence[Take]], gives: Sequence[Sequence[Give]], dealer: Player, steps: Steps
    ) -> None:
        self.takes, self.gives, self.steps = takes, gives, steps
        self.players = len(takes)
        #: How much of each list is used, and how much of all is left.
        self.taken, self.given = [0] * self.players, [0] * self.players
        self.left = sum(map(len, takes)) + sum(map(len, gives))
        #: Who takes the next tile, and the discard that can be called.
        self.player: Player = dealer
        self.last: Discarded | None = None
        self.moves: list[Move] = []
        #: The players whose next tile is a called one.
        self.calls: dict[Player, Called] = {}
        self._look_for_calls()
        self.ways: list[_Way] = []
        self.tried: set[tuple[object, ...]] = set()

    def moves_in_order(self) -> tuple[Move, ...]:
        """Every move. Raises `LogError`."""
        while not self._plays_to_the_end():
            if not self.ways:
                raise broken("The draws and discards of this hand do not fit together.")
            self.taken, self.given, self.left, self.player, self.last, self.moves = self.ways.pop()
            self._look_for_calls()
        return tuple(self.moves)

    def _look_for_calls(self) -> None:
        self.calls = {}
        for player in range(self.players):
            self._look_for_call(player)

    def _look_for_call(self, player: Player) -> None:
        place = self.taken[player]
        take = self.takes[player][place] if place < len(self.takes[player]) else None
        if isinstance(take, Called):
            self.calls[player] = take

    def _plays_to_the_end(self) -> bool:
        """Plays turn by turn; False where the lists do not fit."""
        while self.left:
            self.steps.spend()
            if len(self.moves) >= MAX_EVENTS:
                raise too_many_events()
            if not self._plays_turn():
                return False
            if self.last:
                self._choose_next(self.last)
        return True

    def _plays_turn(self) -> bool:
        """A player takes a tile and gives one, or makes a kan; False if that cannot be."""
        player, place = self.player, self.taken[self.player]
        if place == len(self.takes[player]):
            return False
        take = self.takes[player][place]
        self.taken[player] += 1
        self.left -= 1
        self.calls.pop(player, None)
        self._look_for_call(player)
        if not isinstance(take, Called):
            self.moves.append(Drawn(player, take))
            return self._gives(player, take)
        if self.last is None or not self._fits(take, self.last):
            return False
        self.moves.append(take)
        if take.meld.type is MeldType.DAIMINKAN:
            self.last = None
            return self._passes(player)
        return self._gives(player, None)

    def _passes(self, player: Player) -> bool:
        """After an open kan the player draws again; most logs have a sign for it among the discards."""
        gives, place = self.gives[player], self.given[player]
        if place < len(gives) and gives[place] is PASS:
            self.given[player] += 1
            self.left -= 1
        return True

    def _gives(self, player: Player, drawn: Tile | None) -> bool:
        """A discard, or a kan or a north after which the player draws again; nothing where the hand ends."""
        gives, place = self.gives[player], self.given[player]
        self.last = None
        if place == len(gives):
            return not self.left
        give = gives[place]
        self.given[player] += 1
        self.left -= 1
        if give is PASS:
            return False
        if isinstance(give, Called | Added | NorthAside):
            self.moves.append(give)
            return True
        tile, is_riichi = give
        discarded = drawn if tile is None else tile
        if discarded is None:
            return False
        self.last = Discarded(player, discarded, tile is None, is_riichi)
        self.moves.append(self.last)
        return True

    def _choose_next(self, last: Discarded) -> None:
        """The next player, or one who calls: a pon before a chi. What else can be is kept as another way."""
        following = (last.player + 1) % self.players
        callers = self._callers(last) if self.calls else None
        if not callers:
            self.player = following
            return
        if following not in callers:
            callers.append(following)
        self.player = callers[0]
        for other in reversed(callers[1:]):
            state = (*self.taken, *self.given, other, last)
            if state not in self.tried:
                self.tried.add(state)
                self.ways.append(_Way(self.taken[:], self.given[:], self.left, other, last, self.moves[:]))

    def _callers(self, last: Discarded) -> list[Player]:
        """The players whose next recorded call fits this discard; pon and kan come before chi."""
        callers: list[Player] = []
        for player, call in self.calls.items():
            if self._fits(call, last):
                callers.insert(len(callers) if call.meld.type is MeldType.CHI else 0, player)
        return callers

    def _fits(self, call: Called, last: Discarded) -> bool:
        """Whether a call is one of the last discard."""
        source = (call.player + (call.meld.source or 0)) % self.players
        return call.player != last.player and source == last.player and call.meld.called == last.tile
