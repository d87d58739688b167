"""The values that the pages of a group show: running tables, standings, games, a member's figures and charts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from webapp.game import Game, State, ranking
from webapp.groups import Figures
from webapp.pages.game.views import CHART_HEIGHT, CHART_WIDTH, EventSummary, Place, last_summary, place_of
from webapp.scoring.table import WIND_NAMES

#: For tables on a large screen: the most columns, and the weight of the width against the height (`board_columns`).
MOST_COLUMNS, LINE = 4, 1.65


@dataclass(frozen=True)
class RunningPlayer:
    """A player in a running game. Nobody `leads` while all have the same points."""

    name: str
    points: int
    seat: str
    is_dealer: bool
    is_riichi: bool
    leads: bool


@dataclass(frozen=True)
class RunningTable:
    """A running game: its round, its players in turn order, and its last hand."""

    id: str
    place: Place
    members: tuple[int, ...]
    players: tuple[RunningPlayer, ...]
    last: EventSummary | None


@dataclass(frozen=True)
class PlayedGame:
    """A game in a list: its players with their points, the first one first. The points of a running game are 0."""

    id: str
    at: datetime
    players: tuple[tuple[str, int], ...]
    is_over: bool = True


def running_table(game_id: str, members: tuple[int, ...], names: tuple[str, ...], game: Game) -> RunningTable:
    """The view of a running game."""
    place, players = place_of(game.state), tuple(_running_players(game.state, names))
    return RunningTable(game_id, place, members, players, last_summary(game, names))


def _running_players(state: State, names: Sequence[str]) -> Iterator[RunningPlayer]:
    first = ranking(state.points)[0] if len({*state.points}) > 1 else None
    for player, name in enumerate(names):
        points, seat = state.points[player], state.seat(player)
        yield RunningPlayer(name, points, WIND_NAMES[seat], seat == 0, player in state.riichi, player == first)


def board_columns(tables: int) -> int:
    """The number of columns in which a large screen shows this many tables in the largest letters.

    More columns leave a line less width; more rows leave it less height. `LINE` is how much sooner the width is too
    small.
    """
    return min(range(1, MOST_COLUMNS + 1), key=lambda columns: max(LINE * columns, ceil(tables / columns)))


def played_game(
    game_id: str, at: datetime, names: Sequence[str], points: Sequence[int], *, is_over: bool
) -> PlayedGame:
    """A game for a list. `points` are not read if the game is running."""
    paired = sorted(zip(names, points, strict=False), key=lambda pair: -pair[1]) if is_over else [(n, 0) for n in names]
    return PlayedGame(game_id, at, tuple(paired), is_over)


@dataclass(frozen=True)
class MemberGame:
    """A finished game of a member: its id, when it was made, the member's place and points, and the total with uma and
    oka in thousands of points."""

    game: str
    at: datetime
    place: int
    points: int
    total: float


@dataclass(frozen=True)
class KeptHand:
    """A win that was entered by its tiles: its game and when that was made, the number of its event, its points."""

    game: str
    at: datetime
    seq: int
    points: int


@dataclass(frozen=True)
class Bar:
    """A bar of a chart: its name, its number, and its parts. Each part has a name, a number, and the x where it begins
    and ends, in a box of `CHART_WIDTH`."""

    name: str
    number: int
    parts: tuple[tuple[str, int, float, float], ...]


def riichi_bars(figures: Figures) -> tuple[Bar, ...]:
    """Two bars in the same scale: riichi by how they ended, and wins with and without riichi."""
    number = {name: rate.number for name, rate in figures.rates.items()}
    with_riichi, wins = number.get("riichi_won", 0), number.get("won", 0)
    ends = [(name, number.get(name, 0)) for name in ("riichi_won", "riichi_dealt_in", "riichi_lost", "riichi_drawn")]
    scale = CHART_WIDTH / max(number.get("riichi", 0), wins, 1)
    bars = [("riichi", ends), ("won", [("with_riichi", with_riichi), ("without_riichi", wins - with_riichi)])]
    return tuple(Bar(name, sum(n for _, n in parts), tuple(_parts(parts, scale))) for name, parts in bars)


def _parts(parts: Sequence[tuple[str, int]], scale: float) -> Iterator[tuple[str, int, float, float]]:
    at = 0.0
    for name, number in parts:
        end = at + scale * number
        yield name, number, round(at, 1), round(end, 1)
        at = end


@dataclass(frozen=True)
class Course:
    """The sum of the totals after each game, as a line in a box of `CHART_WIDTH` × `CHART_HEIGHT`; the y of zero; the
    lowest and the highest sum."""

    line: str
    zero: float
    low: float
    high: float


def course_of(totals: Sequence[float]) -> Course:
    """The course of a season for one member: the sum after each game, in thousands."""
    sums = [0.0]
    for total in totals:
        sums.append(sums[-1] + total)
    low, high = min(sums), max(sums)
    step, span = CHART_WIDTH / max(len(sums) - 1, 1), (high - low) or 1

    def y(value: float) -> float:
        return round(CHART_HEIGHT - CHART_HEIGHT * (value - low) / span, 1)

    line = " ".join(f"{n * step:.1f},{y(value)}" for n, value in enumerate(sums))
    return Course(line, y(0), round(low, 1), round(high, 1))
