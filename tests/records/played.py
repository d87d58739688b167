"""Games that a simple player plays against itself, as records: every kind of call, riichi, wins and draws.

The player keeps the shanten, declares riichi when it can, and calls at random. What a hand brings is taken from
`checked`; what is tested with these games is reading and replaying.
"""

from dataclasses import replace
from functools import cache
from random import Random

from webapp.efficiency.discards import discards
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import shanten
from webapp.game.events import Happening, Win
from webapp.game.result import result
from webapp.game.rules import GAME_PRESETS
from webapp.game.state import State, start
from webapp.records.check import CheckedHand, checked
from webapp.records.record import (
    Added,
    Called,
    Discarded,
    Drawn,
    Ending,
    Indicator,
    LogRules,
    Move,
    NorthAside,
    Record,
    RecordedHand,
    RecordedWin,
    StickPaid,
)
from webapp.records.replay import WALL
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.rules import copies_of
from webapp.scoring.score import score
from webapp.scoring.table import Table
from webapp.scoring.tiles import KIND, NORTH_KIND, Tile, sort_key

NAMES = ("Aoi", "Béla", "陳", "Dana")


@cache
def played_game(seed: int, players: int = 4) -> Record:
    """A game from its first hand to its end."""
    rules = replace(GAME_PRESETS["tenhou" if players == 4 else "tenhou_sanma"], rounds=1)
    state, random = start(rules), Random(seed)
    hands: tuple[RecordedHand, ...] = ()
    record = Record("mjlog", NAMES[:players], LogRules(rounds=1), ())
    while not state.over:
        hand = _Table(random, state).hand()
        review = checked(replace(record, hands=(*hands, hand)))
        settled = review.hands[-1].settled
        assert settled, review.problems
        # A log has what a hand brings without the sticks laid in it.
        deltas = tuple(change + 1000 * (n in settled.riichi) for n, change in enumerate(settled.deltas))
        assert hand.ending
        ending = replace(hand.ending, deltas=deltas, wins=_with_points(settled.event, review.hands[-1]))
        hands = (*hands, replace(hand, ending=ending))
        state = review.state
    return replace(record, hands=hands)


def ended(game: Record, *, is_rounded: bool = False) -> Record:
    """The game with the points and totals at its end, as a log has them."""
    review = checked(game)
    rules = replace(review.rules, rounding="half_up" if is_rounded else "exact")
    end = result(replace(review.state, rules=rules))
    return replace(game, final=end.points, totals=tuple(round(1000 * total) for total in end.totals))


def _with_points(event: Happening, hand: CheckedHand) -> tuple[RecordedWin, ...]:
    """The wins of a hand with the points of each, without honba and sticks."""
    wins = event.wins if isinstance(event, Win) else ()
    return tuple(
        RecordedWin(won.player, won.dealt_in, score(scored).points)
        for won, scored in zip(wins, hand.winning_hands, strict=True)
    )


class _Table:
    """One hand."""

    def __init__(self, random: Random, state: State) -> None:
        self.random, self.state, self.players = random, state, state.rules.players
        rules = state.rules.scoring
        wall = [tile for tile in range(37) for _ in range(copies_of(tile, rules))]
        random.shuffle(wall)
        self.indicators, self.wall = wall[:5], wall[5:]
        self.held = [sorted(self._take(13), key=sort_key) for _ in range(self.players)]
        self.melds: list[list[Meld]] = [[] for _ in range(self.players)]
        self.riichi: set[int] = set()
        self.norths = [0] * self.players
        self.moves: list[Move] = []
        self.draws, self.kans, self.owed = 0, 0, 0
        self.ending: Ending | None = None
        self.dealt = tuple(map(tuple, self.held))

    def _take(self, number: int) -> list[Tile]:
        return [self.wall.pop() for _ in range(number)]

    def hand(self) -> RecordedHand:
        """The hand from the deal to its end."""
        self._play()
        return RecordedHand(
            self.state.number,
            self.state.honba,
            self.state.sticks,
            self.state.points,
            self.indicators[0],
            self.dealt,
            tuple(self.moves),
            self.ending,
        )

    def _play(self) -> None:
        player, draws = self.state.dealer, True
        while self.ending is None:
            if draws and not self._draw(player):
                return
            tile = self._discard(player)
            if tile is None:
                return
            player, draws = self._answer(player, tile)

    def _holding(self, player: int, tiles: list[Tile]) -> Holding:
        seat = (player - self.state.dealer) % self.players
        table = Table(seat=seat, rules=self.state.rules.scoring)
        return Holding(tuple(tiles), tuple(self.melds[player]), table, nuki=self.norths[player])

    def _draw(self, player: int) -> bool:
        """Draws, with kans and norths as long as there are any; False where the hand ends."""
        while True:
            if self.draws == WALL[self.players]:
                self.ending = Ending(draw="exhaustive")
                return False
            self.draws += 1
            tile = self.wall.pop()
            self.held[player].append(tile)
            self.moves.append(Drawn(player, tile))
            if self._wins(player, tile, None):
                return False
            if self.draws == WALL[self.players] or player in self.riichi or not self._replaces(player):
                return True

    def _wins(self, player: int, tile: Tile, source: int | None) -> bool:
        tiles = self.held[player] if source is None else [*self.held[player], tile]
        holding = self._holding(player, tiles)
        if shanten(holding) >= 0 or (player not in self.riichi and not self._has_yaku(holding, tile, source)):
            return False
        ura = tuple(self.wall[: self.kans + 1]) if player in self.riichi else ()
        self.ending = Ending(wins=(RecordedWin(player, source),), ura=ura)
        return True

    def _has_yaku(self, holding: Holding, tile: Tile, source: int | None) -> bool:
        concealed = list(holding.concealed)
        concealed.remove(tile)
        won = replace(holding, concealed=tuple(concealed)).won_with(tile, is_tsumo=source is None)
        placed = replace(won.table, round=self.state.round)
        return score(replace(won, table=placed)).best is not None

    def _replaces(self, player: int) -> bool:
        """Makes a kan or sets a north aside, if that can be."""
        held = self.held[player]
        if self.players == 3 and NORTH_KIND in held and self.random.random() < 0.8:
            held.remove(NORTH_KIND)
            self.norths[player] += 1
            self.moves.append(NorthAside(player))
            return True
        if self.kans == 4:
            return False
        for meld in self.melds[player]:
            for tile in held:
                if meld.type is MeldType.PON and KIND[tile] == KIND[meld.tiles[0]]:
                    return self._add(player, meld, tile)
        four = next((tile for tile in held if sum(KIND[other] == KIND[tile] for other in held) == 4), None)
        return four is not None and self._concealed_kan(player, KIND[four])

    def _add(self, player: int, pon: Meld, tile: Tile) -> bool:
        self.held[player].remove(tile)
        place = self.melds[player].index(pon)
        self.melds[player][place] = Meld(MeldType.KAKAN, (*pon.tiles, tile), pon.called, pon.source, tile)
        self.moves.append(Added(player, tile))
        self._turn_up(self.owed)
        self.owed, self.kans = 1, self.kans + 1
        return True

    def _concealed_kan(self, player: int, kind: int) -> bool:
        tiles = tuple(sorted([tile for tile in self.held[player] if KIND[tile] == kind], key=sort_key))
        for tile in tiles:
            self.held[player].remove(tile)
        self.melds[player].append(Meld(MeldType.ANKAN, tiles))
        self.moves.append(Called(player, self.melds[player][-1]))
        self._turn_up(self.owed + 1)
        self.owed, self.kans = 0, self.kans + 1
        return True

    def _turn_up(self, number: int) -> None:
        shown = sum(type(move) is Indicator for move in self.moves)
        self.moves += [Indicator(tile) for tile in self.indicators[1 + shown : 1 + shown + number]]

    def _discard(self, player: int) -> Tile | None:
        """Discards a tile; None where somebody wins on it."""
        held, last = self.held[player], self.moves[-1]
        drawn = last.tile if type(last) is Drawn else None
        tile = drawn if player in self.riichi and drawn is not None else self._chosen(player)
        declares = self._declares(player, tile)
        is_drawn = tile == drawn and (held.count(tile) == 1 or player in self.riichi or self.random.random() < 0.5)
        held.remove(tile)
        self.moves.append(Discarded(player, tile, is_drawn, declares))
        self._turn_up(self.owed)
        self.owed = 0
        others = [(player + step) % self.players for step in range(1, self.players)]
        if any(self._wins(other, tile, player) for other in others):
            return None
        if declares:
            self.moves.append(StickPaid(player))
            self.riichi.add(player)
        return tile

    def _chosen(self, player: int) -> Tile:
        kept = discards(self._holding(player, self.held[player]), 0).discards
        if not kept or self.random.random() < 0.05:
            return self.random.choice(self.held[player])
        return min(kept, key=lambda one: (-one.ukeire.count, sort_key(one.tile))).tile

    def _declares(self, player: int, tile: Tile) -> bool:
        rest = list(self.held[player])
        rest.remove(tile)
        is_closed = not any(meld.type.is_open for meld in self.melds[player])
        points = self.state.points[player]
        may = is_closed and player not in self.riichi and points >= 1000 and self.draws <= WALL[self.players] - 4
        return may and shanten(self._holding(player, rest)) == 0

    def _answer(self, player: int, tile: Tile) -> tuple[int, bool]:
        """Who goes on, and whether they draw: the next player, or one who calls."""
        for step in range(1, self.players):
            other = (player + step) % self.players
            if other not in self.riichi and self.draws < WALL[self.players] and self.random.random() < 0.4:
                meld = self._call(other, tile, self.players - step, can_chi=step == 1 and self.players == 4)
                if meld:
                    for used in _rest_of(meld, tile):
                        self.held[other].remove(used)
                    self.melds[other].append(meld)
                    self.moves.append(Called(other, meld))
                    return other, meld.type is MeldType.DAIMINKAN
        return (player + 1) % self.players, True

    def _call(self, player: int, tile: Tile, source: int, *, can_chi: bool) -> Meld | None:
        same = [other for other in self.held[player] if KIND[other] == KIND[tile]]
        if len(same) == 3 and self.kans < 4:
            self.kans, self.owed = self.kans + 1, self.owed + 1
            return Meld(MeldType.DAIMINKAN, _sorted(tile, *same), tile, source)
        if len(same) >= 2:
            return Meld(MeldType.PON, _sorted(tile, *same[:2]), tile, source)
        if not can_chi or KIND[tile] >= 27:
            return None
        for low in (KIND[tile] - 2, KIND[tile] - 1, KIND[tile]):
            others = [kind for kind in range(low, low + 3) if kind != KIND[tile]]
            if low < 0 or low // 9 != (low + 2) // 9:
                continue
            used = [next((held for held in self.held[player] if KIND[held] == kind), None) for kind in others]
            if None not in used:
                return Meld(MeldType.CHI, _sorted(tile, *[held for held in used if held is not None]), tile, source)
        return None


def _sorted(*tiles: Tile) -> tuple[Tile, ...]:
    return tuple(sorted(tiles, key=sort_key))


def _rest_of(meld: Meld, called: Tile) -> list[Tile]:
    rest = list(meld.tiles)
    rest.remove(called)
    return rest
