"""Plays a recorded hand move by move: the tiles of each player, the choices for each discard, and the end of the hand.

The tiles are tracked, so a move that they do not allow is noticed. `scoring` and `efficiency` say what a win is worth
and who is tenpai; the log is not believed.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.efficiency.waits import is_tenpai
from webapp.game.events import Draw, DrawKind, Happening, Player, Points, Riichi, Win, Won
from webapp.game.rules import GameRules
from webapp.game.state import Place
from webapp.records.record import (
    Added,
    Called,
    Discarded,
    Drawn,
    Ending,
    Indicator,
    LogError,
    Move,
    NorthAside,
    RecordedHand,
    RecordedWin,
    StickPaid,
    broken,
)
from webapp.records.seats import LastTile, Seat, barred_by, has_nagashi
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.problems import Problem
from webapp.scoring.rules import copies_of
from webapp.scoring.table import MOST_INDICATORS, Table
from webapp.scoring.tiles import KIND, NAMES, NORTH_KIND, WINDS, Tile, TileSet

#: The number of draws in a hand, those after kans and norths included, by the number of players: the tiles of the wall
#: without the dead wall.
WALL = {4: 70, 3: 55}
#: A hand with a tile to discard.
_FULL = 14
_CALLS = (MeldType.CHI, MeldType.PON, MeldType.DAIMINKAN)


class Decision(NamedTuple):
    """A discard, and the tiles that the player chose it from.

    `turn` counts the player's own discards from 1; `draws` are their own draws left if nobody calls. `barred` are the
    kinds that kuikae forbids after a call. `against` are the opponents with riichi, `open_melds` is the most open melds
    of an opponent; `is_safe`: the tile was in the river of everybody with riichi, or was passed since.
    """

    player: Player
    turn: int
    event: int
    draws: int
    holding: Holding
    tile: Tile
    is_forced: bool
    barred: TileSet
    against: frozenset[Player]
    open_melds: int
    is_safe: bool


class Played(NamedTuple):
    """A hand that was played: riichi sticks and the end as events of a game, and the decisions that were asked for.

    `is_known` is False where the tiles of a winner or of a player at a draw are hidden, so that the log was believed.
    """

    events: tuple[Happening, ...]
    decisions: tuple[Decision, ...]
    is_known: bool


def played(hand: RecordedHand, rules: GameRules, judged: Player | None = None) -> Played:
    """Plays a hand; lists the decisions of the `judged` player, if one is given. Raises `HandError`."""
    table = _HandTable(hand, rules, judged)
    event = 0
    try:
        table.deal()
        for event, move in enumerate(hand.moves):
            table.play(move, event)
        end = table.end(hand.ending) if hand.ending else None
    except LogError as error:
        raise HandError(error, event) from error
    events = [Riichi(move.player) for move in hand.moves if type(move) is StickPaid]
    return Played((*events, *([end] if end else [])), tuple(table.decisions), table.is_known)


class HandError(ValueError):
    """A hand that cannot be played: the reason, and the number of the event."""

    def __init__(self, error: LogError, event: int) -> None:
        super().__init__(str(error))
        self._error, self._event = error, event

    def problem(self, hand: int) -> Problem:
        """The problem with its place."""
        return self._error.problem(hand, self._event)


class _HandTable:
    """The table during one hand."""

    def __init__(self, hand: RecordedHand, rules: GameRules, judged: Player | None) -> None:
        self.hand, self.rules, self.judged = hand, rules, judged
        self.players = rules.players
        self.place = Place(hand.number, rules.players, hand.honba, hand.sticks)
        self.dealer = self.place.dealer
        self.seats = [Seat(None if tiles is None else list(tiles)) for tiles in hand.tiles]
        self.indicators = [hand.indicator]
        self.decisions: list[Decision] = []
        self.sticks = hand.sticks
        self.draws = 0
        self.is_called = False
        #: A kan or north was made: ippatsu ends with the next draw, unless the tile is won on.
        self.breaks_ippatsu = False
        self.last: LastTile | None = None
        #: The seat that draws a replacement tile next.
        self.replacing: Seat | None = None
        self.is_known = True
        self.copies = Counter({tile: copies_of(tile, rules.scoring) for tile in range(len(NAMES))})

    def deal(self) -> None:
        """Shows the tiles that are known before the first move. Raises `LogError`."""
        self._show(self.hand.indicator)
        for tiles in self.hand.tiles:
            for tile in tiles or ():
                self._show(tile)

    def play(self, move: Move, event: int) -> None:
        """Plays one move. Raises `LogError`."""
        match move:
            case Drawn(player, tile):
                self._draw(self.seats[player], tile)
            case Discarded(player):
                self._discard(self.seats[player], move, event)
            case StickPaid(player):
                self._lay_stick(self.seats[player])
            case Called(player, meld):
                self._call(player, self.seats[player], meld)
            case Added(player, tile):
                self._add(player, self.seats[player], tile)
            case NorthAside(player):
                self._set_aside(player, self.seats[player])
            case Indicator(tile):
                self._show(tile)
                self.indicators.append(tile)
                if len(self.indicators) > MOST_INDICATORS:
                    raise broken("There are more than {most} dora indicators.", most=MOST_INDICATORS)

    def _show(self, tile: Tile) -> None:
        """Counts a tile that comes into the game. Raises `LogError` if there are more copies than in the wall."""
        self.copies[tile] -= 1
        if self.copies[tile] < 0:
            raise broken(
                "There are more than {copies} of {tile}.", copies=copies_of(tile, self.rules.scoring), tile=NAMES[tile]
            )

    def _take(self, player: Player, tile: Tile) -> None:
        """Removes a tile from a player's hand. Raises `LogError` if it is not there."""
        tiles = self.seats[player].tiles
        if tiles is None:
            return
        if tile not in tiles:
            raise broken("Player {n} uses {tile} and has none.", n=player + 1, tile=NAMES[tile])
        tiles.remove(tile)

    # -- moves

    def _draw(self, seat: Seat, tile: Tile | None) -> None:
        self.draws += 1
        if self.draws > WALL[self.players]:
            raise broken("The wall has no more than {most} tiles to draw.", most=WALL[self.players])
        if self.breaks_ippatsu:
            self._end_ippatsu()
        seat.is_rinshan = self.replacing is seat
        self.last = self.replacing = None
        if tile is not None:
            self._show(tile)
            if seat.tiles is not None:
                seat.tiles.append(tile)
        seat.drawn, seat.has_drawn = tile, True

    def _discard(self, seat: Seat, move: Discarded, event: int) -> None:
        player, tile = move.player, move.tile
        self._check_number(player, seat)
        if player == self.judged and seat.tiles is not None:
            self.decisions.append(self._decision(seat, move, event))
        self._take(player, tile)
        if move.is_riichi:
            self._declare(player, seat)
        seat.river.append(tile)
        seat.is_ippatsu = seat.is_rinshan = seat.has_drawn = False
        seat.drawn, seat.barred = None, 0
        kind = 1 << KIND[tile]
        seat.safe |= kind
        for other in self.seats:
            if other.is_declared:
                other.safe |= kind
        self.last = LastTile(player, tile, Discarded)

    def _check_number(self, player: Player, seat: Seat) -> None:
        if seat.tiles is not None and len(seat.tiles) + 3 * len(seat.melds) != _FULL:
            raise broken(
                "Player {n} discards from {got} tiles, not from {most}.",
                n=player + 1,
                got=len(seat.tiles) + 3 * len(seat.melds),
                most=_FULL,
            )

    def _declare(self, player: Player, seat: Seat) -> None:
        if any(meld.type.is_open for meld in seat.melds) or seat.is_declared:
            raise broken("Player {n} cannot declare riichi.", n=player + 1)
        seat.is_declared = True
        seat.riichi = Flag.RIICHI if self.is_called or seat.river else Flag.DOUBLE_RIICHI

    def _lay_stick(self, seat: Seat) -> None:
        if not seat.is_declared:
            raise broken("A riichi stick is laid without riichi.")
        self.sticks += 1
        seat.is_ippatsu = True

    def _call(self, player: Player, seat: Seat, meld: Meld) -> None:
        if meld.type not in _CALLS:
            self._concealed_kan(player, seat, meld)
            return
        last = self.last
        if last is None or last.move is not Discarded or last.tile != meld.called:
            raise broken("Player {n} calls a tile that nobody discarded.", n=player + 1)
        if last.player == player or (player + (meld.source or 0)) % self.players != last.player:
            raise broken("Player {n} calls a tile that nobody discarded.", n=player + 1)
        rest = list(meld.tiles)
        rest.remove(last.tile)
        for tile in rest:
            self._use(player, seat, tile)
        self.seats[last.player].called |= 1 << len(self.seats[last.player].river) - 1
        seat.melds.append(meld)
        seat.drawn, seat.has_drawn, seat.barred = None, False, barred_by(meld)
        self._end_ippatsu()
        self.last = None
        if meld.type is MeldType.DAIMINKAN:
            self.replacing = seat

    def _concealed_kan(self, player: Player, seat: Seat, meld: Meld) -> None:
        self._check_drawn(player, seat)
        for tile in meld.tiles:
            self._use(player, seat, tile)
        seat.melds.append(meld)
        self._replaced(player, meld.tiles[0], Called)

    def _add(self, player: Player, seat: Seat, tile: Tile) -> None:
        self._check_drawn(player, seat)
        kind = KIND[tile]
        place = next(
            (i for i, meld in enumerate(seat.melds) if meld.type is MeldType.PON and KIND[meld.tiles[0]] == kind), None
        )
        if place is None:
            raise broken("Player {n} adds a tile to a pon that is not there.", n=player + 1)
        self._use(player, seat, tile)
        pon = seat.melds[place]
        seat.melds[place] = Meld(MeldType.KAKAN, (*pon.tiles, tile), pon.called, pon.source, tile)
        self._replaced(player, tile, Added)

    def _set_aside(self, player: Player, seat: Seat) -> None:
        if self.players != 3:
            raise broken("Only with three players a north is set aside.")
        self._check_drawn(player, seat)
        self._use(player, seat, NORTH_KIND)
        seat.nuki += 1
        self._replaced(player, NORTH_KIND, NorthAside)

    def _check_drawn(self, player: Player, seat: Seat) -> None:
        if not seat.has_drawn:
            raise broken("Player {n} makes a kan out of turn.", n=player + 1)

    def _use(self, player: Player, seat: Seat, tile: Tile) -> None:
        """Takes a tile of a hand that is laid open. In a hidden hand it comes into the game only now."""
        if seat.tiles is None:
            self._show(tile)
        self._take(player, tile)

    def _replaced(self, player: Player, tile: Tile, move: type) -> None:
        """Notes a tile that can be won on until the player draws its replacement."""
        self.last = LastTile(player, tile, move)
        self.breaks_ippatsu = True
        self.replacing = seat = self.seats[player]
        seat.drawn, seat.has_drawn = None, False

    def _end_ippatsu(self) -> None:
        self.breaks_ippatsu, self.is_called = False, True
        for seat in self.seats:
            seat.is_ippatsu = False

    # -- what a discard is chosen from

    def _table(self, player: Player, dealt_in: Player | None = None) -> Table:
        return Table(
            round=self.place.round,
            seat=(player - self.dealer) % self.players,
            honba=self.hand.honba,
            sticks=self.sticks,
            dora=tuple(self.indicators),
            discarder=1 if dealt_in is None else (dealt_in - player) % self.players,
            rules=self.rules.scoring,
            kyoku=self.place.hand,
        )

    def _holding(self, player: Player) -> Holding:
        seat = self.seats[player]
        assert seat.tiles is not None
        return Holding(
            concealed=tuple(seat.tiles),
            melds=tuple(seat.melds),
            table=self._table(player),
            seen=tuple(self._seen_by(player)),
            drawn=seat.drawn,
            nuki=seat.nuki,
        )

    def _seen_by(self, player: Player) -> Iterator[Tile]:
        """The tiles that lie open: all discards that were not called, and the melds and norths of the others."""
        for other, seat in enumerate(self.seats):
            yield from (tile for place, tile in enumerate(seat.river) if not seat.called >> place & 1)
            if other != player:
                yield from (tile for meld in seat.melds for tile in meld.tiles)
                yield from (NORTH_KIND,) * seat.nuki

    def _decision(self, seat: Seat, move: Discarded, event: int) -> Decision:
        player = move.player
        others = [(index, other) for index, other in enumerate(self.seats) if index != player]
        against = frozenset(index for index, other in others if other.is_declared)
        kind = 1 << KIND[move.tile]
        return Decision(
            player=player,
            turn=len(seat.river) + 1,
            event=event,
            draws=(WALL[self.players] - self.draws) // self.players,
            holding=self._holding(player),
            tile=move.tile,
            is_forced=seat.is_declared,
            barred=seat.barred,
            against=against,
            open_melds=max(sum(meld.type.is_open for meld in other.melds) for _, other in others),
            is_safe=bool(against) and all(self.seats[index].safe & kind for index in against),
        )

    # -- how the hand ends

    def end(self, ending: Ending) -> Win | Draw:
        """The event that ends the hand. Raises `LogError`."""
        if ending.wins:
            return Win(tuple([self._won(won, ending) for won in ending.wins]))
        kind = ending.draw or self._kind_of_draw()
        if kind != "exhaustive":
            return Draw(kind)
        if not self._is_wall_empty:
            raise broken("The hand ends in a draw before the wall is empty.")
        tenpai = frozenset(player for player in range(self.players) if self._is_tenpai(player, ending))
        nagashi = frozenset(player for player, seat in enumerate(self.seats) if has_nagashi(seat))
        most = max(ending.deltas or (0,))
        is_nagashi = ending.is_nagashi or (ending.draw is None and most > self.rules.tenpai_payment)
        return Draw("exhaustive", tenpai, nagashi if is_nagashi else frozenset())

    def _kind_of_draw(self) -> DrawKind:
        """The kind of a draw whose name is unknown: the only one that the table allows, else a triple ron."""
        melds = [meld for seat in self.seats for meld in seat.melds]
        if self._is_wall_empty:
            return "exhaustive"
        if all(seat.is_declared for seat in self.seats):
            return "four_riichi"
        if sum(len(meld.tiles) == 4 for meld in melds) == 4:
            return "four_kans"
        if any(seat.has_drawn and not seat.river for seat in self.seats):
            return "nine_terminals"
        discards = [tile for seat in self.seats for tile in seat.river]
        is_one_wind = len(discards) == 4 and len(set(discards)) == 1 and 1 << KIND[discards[0]] & WINDS
        return "four_winds" if is_one_wind and not melds else "triple_ron"

    @property
    def _is_wall_empty(self) -> bool:
        """Whether the last tile of the wall was discarded."""
        return self.draws == WALL[self.players] and self.last is not None and self.last.move is Discarded

    def _is_tenpai(self, player: Player, ending: Ending) -> bool:
        seat = self.seats[player]
        if seat.tiles is None:
            self.is_known = False
            return player in (ending.tenpai or ())
        # Without riichi a player may say noten (ノーテン宣言).
        is_shown = ending.tenpai is None or player in ending.tenpai
        return seat.is_declared or (is_shown and is_tenpai(self._holding(player)))

    def _won(self, won: RecordedWin, ending: Ending) -> Won:
        seat = self.seats[won.player]
        if seat.tiles is None:
            self.is_known = False
            return Won(won.player, won.dealt_in, None if won.points is None else Points(won.points))
        win = self._winning_tile(won, seat)
        concealed = list(seat.tiles)
        if won.dealt_in is None:
            concealed.remove(win)
        flags = self._flags(won, seat)
        hand = WinningHand(
            concealed=tuple(concealed),
            win=win,
            is_tsumo=won.dealt_in is None,
            melds=tuple(seat.melds),
            table=self._table(won.player, won.dealt_in),
            flags=flags,
            ura=ending.ura if seat.riichi else (),
            nuki=seat.nuki,
        )
        return Won(won.player, won.dealt_in, hand)

    def _winning_tile(self, won: RecordedWin, seat: Seat) -> Tile:
        if won.dealt_in is None:
            if seat.drawn is None:
                raise broken("Player {n} wins by tsumo without a draw.", n=won.player + 1)
            return seat.drawn
        if self.last is None or self.last.player != won.dealt_in:
            raise broken("Player {n} wins on a tile that nobody discarded.", n=won.player + 1)
        return self.last.tile

    def _flags(self, won: RecordedWin, seat: Seat) -> frozenset[Flag]:
        by_way = self._tsumo_flags(won, seat) if won.dealt_in is None else self._ron_flags()
        return frozenset([*self._riichi_flags(seat), *by_way])

    def _riichi_flags(self, seat: Seat) -> Iterator[Flag]:
        if seat.riichi:
            yield seat.riichi
            if seat.is_ippatsu:
                yield Flag.IPPATSU

    def _ron_flags(self) -> Iterator[Flag]:
        assert self.last
        if self.last.move is not Discarded:
            if self.last.move is not NorthAside:
                yield Flag.CHANKAN
        elif self.draws == WALL[self.players]:
            yield Flag.HOUTEI

    def _tsumo_flags(self, won: RecordedWin, seat: Seat) -> Iterator[Flag]:
        if seat.is_rinshan:
            yield Flag.RINSHAN
        elif self.draws == WALL[self.players]:
            yield Flag.HAITEI
        if not seat.river and not self.is_called:
            yield Flag.TENHOU if won.player == self.dealer else Flag.CHIIHOU
