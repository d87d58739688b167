"""What the pages of a game see: the table, what an event would do, the course, the result. Worked out from a game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.game import (
    Amend,
    Chombo,
    Draw,
    Event,
    Game,
    Hand,
    Player,
    Preview,
    Result,
    State,
    Win,
    differences,
    possible_points,
    preview,
    ranking,
    result,
)
from webapp.game.events import Riichi, Withdraw
from webapp.game.refusals import refusals
from webapp.game.result import DECIMALS
from webapp.scoring.points import Limit, is_possible, tsumo_shares, worth
from webapp.scoring.problems import Problem
from webapp.scoring.rules import Rules
from webapp.scoring.table import WIND_NAMES

CHART_WIDTH, CHART_HEIGHT = 320, 150
GRID_HAN, GRID_FU = (1, 2, 3, 4), (20, 25, 30, 40, 50, 60, 70)
LIMIT_HAN = (5, 6, 8, 11, 13)


@dataclass(frozen=True)
class Place:
    """Where a game stands: the wind of the round, which hand of it (from 1), honba, and sticks on the table."""

    wind: str
    hand: int
    number: int
    honba: int
    sticks: int


@dataclass(frozen=True)
class PlayerView:
    """A player at the table. `side` counts from the one who sits below: 0 below, then to the right, across, left."""

    index: Player
    name: str
    seat: str
    side: int
    points: int
    rank: int
    is_dealer: bool
    is_riichi: bool
    may_riichi: bool
    #: How far ahead of the chosen player; None where no player was chosen.
    difference: int | None


@dataclass(frozen=True)
class OutcomeRow:
    """A player in an outcome: what they gain or lose, and their points afterwards."""

    name: str
    seat: str
    delta: int
    points: int


@dataclass(frozen=True)
class Told:
    """A hand in a few words: how it ended, the winners with their points, who dealt in. `players` are those in tenpai,
    those with nagashi mangan, or the one of a chombo."""

    how: str
    place: Place
    winners: tuple[tuple[str, int], ...] = ()
    dealt_in: str | None = None
    players: tuple[str, ...] = ()
    has_check: bool = False


@dataclass(frozen=True)
class TableView:
    """The table."""

    place: Place
    players: tuple[PlayerView, ...]
    last: Told | None
    #: How many hands are over.
    hands: int
    undoes: "Undoable | None"
    can_redo: bool
    may_stop: bool
    over: str | None


@dataclass(frozen=True)
class Undoable:
    """What undo takes back: the kind of event, and the hand that it ended or the player whose stick it is."""

    kind: str
    place: Place | None = None
    name: str = ""


@dataclass(frozen=True)
class OutcomeView:
    """What an event would do, before it is applied: every player, and where the game stands then; or what is wrong."""

    rows: tuple[OutcomeRow, ...]
    after: Place
    over: str | None
    problems: tuple[Problem, ...]
    #: The later hands that an amendment changes, as they will be.
    later: tuple["Later", ...]


@dataclass(frozen=True)
class Later:
    """A later hand that an amendment changes: as it will be, and what each player gained before and gains then."""

    told: Told
    was: tuple[int, ...]
    deltas: tuple[int, ...]


@dataclass(frozen=True)
class PointsCell:
    """A choice of points: the number, the limit that it is, and by tsumo what each payer pays, the dealer last."""

    points: int
    limit: str | None
    shares: tuple[int, ...] = ()


@dataclass(frozen=True)
class CourseRow:
    """A hand in the course: its number in the log, in words, what each player gained and had then, and
    how it ended."""

    seq: int
    told: Told
    deltas: tuple[int, ...]
    points: tuple[int, ...]
    event: Win | Draw | Chombo


@dataclass(frozen=True)
class Chart:
    """The points of each player after each hand, as lines in a box of `CHART_WIDTH` × `CHART_HEIGHT`."""

    lines: tuple[str, ...]
    zero: float
    start: float
    #: Where each round begins, and its wind.
    rounds: tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class StandingView:
    """A player in the result; `total` in thousands."""

    rank: int
    player: Player
    name: str
    points: int
    uma: float
    oka: float
    total: float


def place_of(state: State) -> Place:
    """Where a game stands."""
    return Place(
        WIND_NAMES[state.round], state.number % state.rules.players + 1, state.number, state.honba, state.sticks
    )


def table_of(game: Game, names: tuple[str, ...], below: Player = 0, chosen: Player | None = None) -> TableView:
    """The table, seen by the player who sits `below`; with each one's distance to the `chosen` player."""
    state = game.state
    return TableView(
        place=place_of(state),
        players=tuple(_players(state, names, below, chosen)),
        last=told(state.hands[-1], state, names) if state.hands else None,
        hands=len(state.hands),
        undoes=_undoable(game, names) if game.can_undo else None,
        can_redo=game.can_redo,
        may_stop=state.may_stop,
        over=state.over,
    )


def _undoable(game: Game, names: tuple[str, ...]) -> Undoable:
    """What the last step was: another event in the place of an earlier one, or one more."""
    if not game.line or game.line[:-1] != game.past[-1]:
        return Undoable("amend")
    moment = game.line[-1]
    match moment.event:
        case Riichi(player):
            return Undoable("riichi", name=names[player])
        case Withdraw(player):
            return Undoable("withdraw", name=names[player])
        case Win() | Draw() | Chombo():
            return Undoable("hand", place=told(moment.state.hands[-1], moment.state, names).place)
    return Undoable("other")


def sides(below: Player, players: int) -> list[int]:
    """Where each player sits on a phone: 0 is `below`, then to the right, across, left."""
    return [(player - below) % players for player in range(players)]


def _players(state: State, names: tuple[str, ...], below: Player, chosen: Player | None) -> Iterator[PlayerView]:
    ranks = {player: rank for rank, player in enumerate(ranking(state.points), 1)}
    places = sides(below, len(names))
    distances: tuple[int | None, ...] = (None,) * len(names) if chosen is None else differences(state, chosen)
    for index, name in enumerate(names):
        yield PlayerView(
            index=index,
            name=name,
            seat=WIND_NAMES[state.seat(index)],
            side=places[index],
            points=state.points[index],
            rank=ranks[index],
            is_dealer=state.seat(index) == 0,
            is_riichi=index in state.riichi,
            may_riichi=not refusals(state, Riichi(index)),
            difference=None if index == chosen else distances[index],
        )


def told(hand: Hand, state: State, names: tuple[str, ...]) -> Told:
    """A hand that was played, in a few words."""
    players = state.rules.players
    wind = WIND_NAMES[hand.number // players % players]
    place = Place(wind, hand.number % players + 1, hand.number, hand.honba, hand.sticks)
    match hand.event:
        case Win(wins):
            dealt_in = wins[0].dealt_in
            winners = tuple((names[won.player], hand.deltas[won.player]) for won in wins)
            payer = None if dealt_in is None else names[dealt_in]
            return Told("tsumo" if payer is None else "ron", place, winners, payer, has_check=bool(hand.to_check))
        case Draw(kind, tenpai, nagashi):
            named = nagashi or tenpai
            how = "nagashi" if nagashi else kind
            return Told(how, place, players=tuple(names[player] for player in sorted(named)))
        case Chombo(player):
            return Told("chombo", place, players=(names[player],))


def outcome_of(game: Game, event: Event, names: tuple[str, ...]) -> OutcomeView:
    """What an event would do."""
    look = preview(game, event)
    state = look.game.state
    rows = tuple(
        OutcomeRow(name, WIND_NAMES[game.state.seat(player)], look.deltas[player], state.points[player])
        for player, name in enumerate(names)
    )
    return OutcomeView(rows, place_of(state), state.over, look.problems, tuple(_later(look, event, names)))


def _later(look: Preview, event: Event, names: tuple[str, ...]) -> Iterator[Later]:
    if not isinstance(event, Amend):
        return
    for seq, before, after in look.changes:
        # What the players had before a hand is nothing that happened in it.
        if seq > event.seq and before and after and replace(before, points=()) != replace(after, points=()):
            yield Later(told(after, look.game.state, names), before.deltas, after.deltas)


def figures_of(state: State, player: Player, *, is_tsumo: bool) -> tuple[PointsCell, ...]:
    """The points that a hand of this player can have, without honba and sticks, up to a yakuman."""
    rules = state.rules.scoring
    limits = {basic: limit for limit, basic in _basics(state).items()}
    found = possible_points(state.seat(player) == 0, is_tsumo, rules)
    most = max(_basics(state).values())
    is_dealer = state.seat(player) == 0
    return tuple(
        PointsCell(points, limits.get(basic), _shares(basic, is_dealer, rules) if is_tsumo else ())
        for points, basic in found.items()
        if basic <= 2 * most
    )


def _shares(basic: int, is_dealer: bool, rules: Rules) -> tuple[int, ...]:
    from_dealer, from_other = tsumo_shares(basic, is_dealer, rules)
    return (from_other,) if is_dealer else (from_other, from_dealer)


def _basics(state: State) -> Mapping[str, int]:
    """The basic points of each limit."""
    rules = state.rules.scoring
    found = {str(limit): basic for han in LIMIT_HAN for basic, limit in [worth(han, 30, rules)] if limit}
    return found | {str(Limit.YAKUMAN): 8000}


def han_fu_of(state: State, *, is_tsumo: bool) -> dict[int, tuple[int, ...]]:
    """The fu that a hand of so many han can have; none from five han on, where they do not matter."""
    rules = state.rules.scoring
    below = {han: tuple(fu for fu in GRID_FU if is_possible(han, fu, is_tsumo, rules)) for han in GRID_HAN}
    return below | dict.fromkeys(LIMIT_HAN, ())


def limits_of(state: State) -> dict[int, str]:
    """The limit that a hand of so many han is, from five han on; empty where the rules have none."""
    return {han: str(worth(han, 30, state.rules.scoring).limit or "") for han in LIMIT_HAN}


def course_of(game: Game, names: tuple[str, ...]) -> tuple[CourseRow, ...]:
    """Every hand, the newest first."""
    rows = [
        CourseRow(
            moment.seq, told(moment.hand, game.state, names), moment.hand.deltas, moment.hand.points, moment.hand.event
        )
        for moment in game.line
        if moment.hand
    ]
    return tuple(reversed(rows))


def chart_of(state: State) -> Chart:
    """The points after each hand."""
    rows = [(state.rules.start_points,) * state.rules.players, *[hand.points for hand in state.hands]]
    low, high = min(0, *map(min, rows)), max(map(max, rows))
    step = CHART_WIDTH / max(len(rows) - 1, 1)

    def y(points: int) -> float:
        return round(CHART_HEIGHT - CHART_HEIGHT * (points - low) / max(high - low, 1), 1)

    lines = tuple(" ".join(f"{n * step:.1f},{y(has)}" for n, has in enumerate(one)) for one in zip(*rows, strict=True))
    return Chart(lines, y(0), y(state.rules.start_points), tuple(_rounds(state, step)))


def _rounds(state: State, step: float) -> Iterator[tuple[float, str]]:
    """Where the line of each round's first hand begins."""
    before = None
    for n, hand in enumerate(state.hands):
        wind = hand.number // state.rules.players
        if wind != before:
            yield round(n * step, 1), WIND_NAMES[wind % len(WIND_NAMES)]
        before = wind


def standings_of(state: State, names: tuple[str, ...]) -> tuple[StandingView, ...]:
    """The ranking with uma and oka, the first one first."""
    return tuple(
        StandingView(
            one.rank, one.player, names[one.player], one.points, float(one.uma) / 1000, float(one.oka) / 1000, one.total
        )
        for one in result(state).standings
    )


@dataclass(frozen=True)
class EveningRow:
    """A player's totals of an evening, game by game, and together; in thousands."""

    name: str
    totals: tuple[float, ...]

    @property
    def sum(self) -> float:
        """All games together."""
        return round(sum(self.totals), DECIMALS)


def evening_of(games: Sequence[tuple[tuple[str, ...], State]]) -> tuple[EveningRow, ...]:
    """The finished games of the same players, whatever their seats; the player with the highest sum first."""
    ended = [(names, result(state)) for names, state in games if state.over]
    players = dict.fromkeys(name for names, _ in ended for name in names)
    rows = [EveningRow(name, tuple(_total_of(name, names, one) for names, one in ended)) for name in players]
    return tuple(sorted(rows, key=lambda row: -row.sum))


def _total_of(name: str, names: tuple[str, ...], ended: Result) -> float:
    """A player's total; 0 if they did not play. Players of the same name count as one."""
    return round(sum(total for other, total in zip(names, ended.totals, strict=True) if other == name), DECIMALS)
