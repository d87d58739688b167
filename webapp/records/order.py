"""The order of play of a hand whose log has only lists: what each player took, and what they discarded.

Whose turn it is follows from the calls. If a player discards a tile twice and it was called once, either discard may be
the one called. Then a depth-first search tries one way after the other.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from webapp.game.events import Player
from webapp.records.record import (
    MAX_HAND_EVENTS,
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

#: The most turns that the search may try in one log.
MAX_STEPS = 20_000
#: The sign among the discards for an open kan, after which the player draws again.
PASS = None

Take = Drawn | Called


class Again(NamedTuple):
    """A discard of the tile just drawn; `is_riichi`: riichi is declared with it."""

    is_riichi: bool


Give = Discarded | Again | Called | Added | NorthAside | None
#: For every draw, the discard of the tile drawn.
_AGAIN = {Drawn(player, tile): Discarded(player, tile, True, False) for player in range(4) for tile in range(37)}


def in_order(
    takes: Sequence[Sequence[Take]], gives: Sequence[Sequence[Give]], dealer: Player, steps: Iterator[int]
) -> tuple[Move, ...]:
    """Every move of a hand; raises `LogError` if the lists do not fit together. Every turn that is tried uses up one of
    the `steps`, which all hands of a log share."""
    return _Search(takes, gives, dealer, steps).moves_in_order()


class _Way(NamedTuple):
    """Another way to go on: everything played up to that point, and the player who takes a tile next."""

    taken: list[int]
    given: list[int]
    left: int
    player: Player
    last: Discarded
    moves: list[Move]


class _Search:
    """Plays the lists turn by turn. If they do not fit, it goes back to the last other way."""

    def __init__(
        self, takes: Sequence[Sequence[Take]], gives: Sequence[Sequence[Give]], dealer: Player, steps: Iterator[int]
    ) -> None:
        self.takes, self.gives, self.steps = takes, gives, steps
        self.players = len(takes)
        #: The number of entries used of each list, and the number left in all of them.
        self.taken, self.given = [0] * self.players, [0] * self.players
        self.left = sum(map(len, takes)) + sum(map(len, gives))
        #: The player who takes the next tile, and the discard that can be called.
        self.player: Player = dealer
        self.last: Discarded | None = None
        self.moves: list[Move] = []
        #: The discards (player and tile) that somebody calls at some time.
        self.called = {(self._source(take), take.meld.called) for row in takes for take in row if type(take) is Called}
        self.ways: list[_Way] = []
        self.tried: set[tuple[object, ...]] = set()

    def moves_in_order(self) -> tuple[Move, ...]:
        """Every move. Raises `LogError`."""
        while not self._plays_to_the_end():
            if not self.ways:
                raise broken("The draws and discards of this hand do not fit together.")
            self.taken, self.given, self.left, self.player, self.last, self.moves = self.ways.pop()
        return tuple(self.moves)

    def _plays_to_the_end(self) -> bool:
        """Plays turn by turn; False if the lists do not fit."""
        while self.left:
            if next(self.steps, None) is None:
                raise LogError(Code.TOO_LARGE, "The order of play cannot be worked out from this log.")
            if len(self.moves) >= MAX_HAND_EVENTS:
                raise too_many_events()
            if not self._plays_turn(self.player):
                return False
        return True

    def _plays_turn(self, player: Player) -> bool:
        """Plays a turn: the player takes a tile and gives one, or makes a kan. False if the lists do not fit."""
        takes, place = self.takes[player], self.taken[player]
        if place == len(takes):
            return False
        take = takes[place]
        self.taken[player] += 1
        self.left -= 1
        if type(take) is Called and (self.last is None or not self._fits(take, self.last)):
            return False
        self.moves.append(take)
        self.last = None
        if type(take) is Called and take.meld.type is MeldType.DAIMINKAN:
            return self._passes(player)
        return self._gives(player, take)

    def _passes(self, player: Player) -> bool:
        """Skips the sign among the discards for an open kan, if the log has it: the player draws again."""
        gives, place = self.gives[player], self.given[player]
        if place < len(gives) and gives[place] is PASS:
            self.given[player] += 1
            self.left -= 1
        return True

    def _gives(self, player: Player, take: Take) -> bool:
        """Plays a discard, or a kan or north after which the player draws again; nothing if the hand ends. False if the
        lists do not fit."""
        gives, place = self.gives[player], self.given[player]
        if place == len(gives):
            return not self.left
        give = gives[place]
        self.given[player] += 1
        self.left -= 1
        if isinstance(give, Again):
            if type(take) is not Drawn:
                return False
            give = _AGAIN[take]._replace(is_riichi=True) if give.is_riichi else _AGAIN[take]
        if give is PASS:
            return False
        self.moves.append(give)
        if type(give) is Discarded:
            self.last, self.player = give, (player + 1) % self.players
            if give[:2] in self.called:
                self._choose_next(give)
        return True

    def _choose_next(self, last: Discarded) -> None:
        """Chooses who takes the next tile: a player who calls, pon before chi, else the next player. Every other choice
        is kept as another way."""
        callers = self._callers(last)
        if self.player not in callers:
            callers.append(self.player)
        self.player = callers[0]
        for other in reversed(callers[1:]):
            state = (*self.taken, *self.given, other, last)
            if state not in self.tried:
                self.tried.add(state)
                self.ways.append(_Way(self.taken[:], self.given[:], self.left, other, last, self.moves[:]))

    def _callers(self, last: Discarded) -> list[Player]:
        """The players whose next recorded call fits this discard; pon and kan come before chi."""
        callers: list[Player] = []
        for player, (takes, place) in enumerate(zip(self.takes, self.taken, strict=True)):
            call = takes[place] if place < len(takes) else None
            if type(call) is Called and self._fits(call, last):
                callers.insert(len(callers) if call.meld.type is MeldType.CHI else 0, player)
        return callers

    def _fits(self, call: Called, last: Discarded) -> bool:
        """Whether a call is a call of the last discard."""
        return call.player != last.player and (self._source(call), call.meld.called) == last[:2]

    def _source(self, call: Called) -> Player:
        return (call.player + (call.meld.source or 0)) % self.players
