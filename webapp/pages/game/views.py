"""The values that the pages of a game show: the table, the preview of an event, the course, the result."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from webapp.game import (
    Adjust,
    Amend,
    Chips,
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
    preview,
    ranking,
    ranks,
    result,
)
from webapp.game.events import End, Happening, Riichi, Withdraw
from webapp.game.log import Line, Moment
from webapp.game.refusals import refusals
from webapp.game.result import DECIMALS
from webapp.game.rules import GameRules
from webapp.scoring.problems import Code, Problem
from webapp.scoring.table import WIND_NAMES

CHART_WIDTH, CHART_HEIGHT = 320, 150


@dataclass(frozen=True)
class Place:
    """The place of a game: the wind of the round, the number of the hand in the round (from 1) and in the game (from
    0), honba, and sticks on the table."""

    wind: str
    hand: int
    number: int
    honba: int
    sticks: int


@dataclass(frozen=True)
class PlayerView:
    """A player at the table. `side` counts from the player who sits below: 0 below, then to the right, across, left.
    `rank` is None while all have the same points."""

    index: Player
    name: str
    seat: str
    side: int
    points: int
    rank: int | None
    is_dealer: bool
    is_riichi: bool
    may_riichi: bool
    #: The points ahead of the chosen player; None for that player, and if no player was chosen.
    difference: int | None


@dataclass(frozen=True)
class OutcomeRow:
    """A player in an outcome: what they gain or lose, and their points afterwards."""

    name: str
    seat: str
    delta: int
    points: int


@dataclass(frozen=True)
class EventSummary:
    """A finished hand in short: how it ended, the winners with their points, and the player who dealt in. `players` are
    those in tenpai, those with nagashi mangan, or the player of a chombo. `liable` pay for a yakuman they fed (pao).

    It can also be points (`how` is "adjust") or chips ("chips") by hand: `gains` is then what players gained or lost.
    """

    how: str
    place: Place
    winners: tuple[tuple[str, int], ...] = ()
    dealt_in: str | None = None
    players: tuple[str, ...] = ()
    has_check: bool = False
    liable: tuple[str, ...] = ()
    gains: tuple[tuple[str, int], ...] = ()
    note: str = ""


@dataclass(frozen=True)
class TableView:
    """The table. `last` is what happened last: a hand, or points or chips by hand."""

    place: Place
    players: tuple[PlayerView, ...]
    last: EventSummary | None
    #: The number of hands that are over.
    hands: int
    undoes: "Undoable | None"
    can_redo: bool
    may_stop: bool
    over: str | None


@dataclass(frozen=True)
class Undoable:
    """The event that undo removes: its kind, and the hand that it ended or the player whose stick it is."""

    kind: str
    place: Place | None = None
    name: str = ""


@dataclass(frozen=True)
class OutcomeView:
    """The preview of an event: every player and the place of the game after it, and the problems of the event."""

    rows: tuple[OutcomeRow, ...]
    after: Place
    over: str | None
    problems: tuple[Problem, ...]
    #: The later hands that an amendment changes, as they will be.
    later: tuple["Later", ...]
    #: The later hand that could not have happened after an amendment.
    prevented: EventSummary | None


@dataclass(frozen=True)
class Later:
    """A later hand that an amendment changes: its new summary, and the gain of each player before (`was`) and after."""

    summary: EventSummary
    was: tuple[int, ...]
    gains: tuple[int, ...]


@dataclass(frozen=True)
class CourseRow:
    """A row of the course: a hand, or points or chips by hand. Of each player it has the points gained in all
    (`deltas`), when the hand ended (`gains`) and by riichi sticks before (`sticks`), and the points afterwards. `seq`
    is the number of the event in the log."""

    seq: int
    summary: EventSummary
    deltas: tuple[int, ...]
    gains: tuple[int, ...]
    points: tuple[int, ...]
    sticks: tuple[int, ...]
    event: Happening


@dataclass(frozen=True)
class Chart:
    """The points of each player after each row of the course, as lines in a box of `CHART_WIDTH` × `CHART_HEIGHT`."""

    lines: tuple[str, ...]
    zero: float
    start: float
    #: Where each round begins, and its wind.
    rounds: tuple[tuple[float, str], ...]
    #: The most points, which are at the top.
    most: int


@dataclass(frozen=True)
class StandingView:
    """A player in the result; `uma`, `oka`, `extras` (chips, chombo …; none that are 0) and `total` in thousands.
    `is_rounded`: the total is worked out from rounded points."""

    rank: int
    player: Player
    name: str
    points: int
    is_rounded: bool
    uma: float
    oka: float
    extras: dict[str, float]
    total: float


def place_of(state: State) -> Place:
    """The place of a game in this state."""
    return place(state.number, state.rules.players, state.honba, state.sticks)


def place(number: int, players: int, honba: int, sticks: int) -> Place:
    """The place of the hand `number` of a game."""
    return Place(WIND_NAMES[number // players % players], number % players + 1, number, honba, sticks)


def table_of(game: Game, names: tuple[str, ...], below: Player = 0, chosen: Player | None = None) -> TableView:
    """The table as the player `below` sees it, with the difference of each player to the `chosen` player."""
    state = game.state
    return TableView(
        place=place_of(state),
        players=tuple(_players(state, names, below, chosen)),
        last=last_summary(game, names),
        hands=len(state.hands),
        undoes=undoable(game.line, game.past[-1], names) if game.can_undo else None,
        can_redo=game.can_redo,
        may_stop=state.may_stop,
        over=state.over,
    )


def last_summary(game: Game, names: tuple[str, ...]) -> EventSummary | None:
    """The last hand, or points or chips by hand; None if there is none yet."""
    return next(filter(None, (event_summary(moment, names) for moment in reversed(game.line))), None)


def undoable(line: Line, before: Line, names: tuple[str, ...]) -> Undoable:
    """The event by which `line` differs from the line `before`: an amendment of an earlier event, or a new event."""
    if not line or line[:-1] != before:
        return Undoable("amend")
    moment = line[-1]
    match moment.event:
        case Riichi(player):
            return Undoable("riichi", name=names[player])
        case Withdraw(player):
            return Undoable("withdraw", name=names[player])
        case Win() | Draw() | Chombo():
            return Undoable("hand", place=hand_summary(moment.state.hands[-1], moment.state, names).place)
        case Adjust() | Chips() | End():
            return Undoable(type(moment.event).__name__.lower())


def sides(below: Player, players: int) -> list[int]:
    """The side of each player on a phone: 0 is `below`, then to the right, across, left."""
    return [(player - below) % players for player in range(players)]


def _players(state: State, names: tuple[str, ...], below: Player, chosen: Player | None) -> Iterator[PlayerView]:
    has_ranks = len(set(state.points)) > 1
    all_ranks = ranks(state.points, state.rules)
    places = sides(below, len(names))
    distances: tuple[int | None, ...] = (None,) * len(names) if chosen is None else differences(state, chosen)
    for index, name in enumerate(names):
        yield PlayerView(
            index=index,
            name=name,
            seat=WIND_NAMES[state.seat(index)],
            side=places[index],
            points=state.points[index],
            rank=all_ranks[index] if has_ranks else None,
            is_dealer=state.seat(index) == 0,
            is_riichi=index in state.riichi,
            may_riichi=not refusals(state, Riichi(index)),
            difference=None if index == chosen else distances[index],
        )


def hand_summary(hand: Hand, state: State, names: tuple[str, ...]) -> EventSummary:
    """The summary of a finished hand."""
    at = place(hand.number, state.rules.players, hand.honba, hand.sticks)
    match hand.event:
        case Win(wins):
            dealt_in = wins[0].dealt_in
            winners = tuple((names[won.player], hand.gains[won.player]) for won in wins)
            payer = None if dealt_in is None else names[dealt_in]
            fed = dict.fromkeys(names[part.player] for won in wins for part in won.liable if part.player != dealt_in)
            how = "tsumo" if payer is None else "ron"
            return EventSummary(how, at, winners, payer, has_check=bool(hand.to_check), liable=tuple(fed))
        case Draw(kind, tenpai, nagashi):
            named = nagashi or tenpai
            how = "nagashi" if nagashi else kind
            return EventSummary(how, at, players=tuple(names[player] for player in sorted(named)))
        case Chombo(player):
            return EventSummary("chombo", at, players=(names[player],))


def event_summary(moment: Moment, names: tuple[str, ...]) -> EventSummary | None:
    """The summary of the hand that a moment ended, or of points or chips by hand; None for anything else."""
    at = place_of(moment.state)
    match moment.event:
        case Adjust(points, note):
            gains = tuple((name, gain) for name, gain in zip(names, points, strict=True) if gain)
            return EventSummary("adjust", at, gains=gains, note=note)
        case Chips(giver, taker, number):
            return EventSummary("chips", at, gains=((names[giver], -number), (names[taker], number)))
    return hand_summary(moment.hand, moment.state, names) if moment.hand else None


def outcome_of(game: Game, event: Event, names: tuple[str, ...]) -> OutcomeView:
    """The preview of an event. The seats are those of the hand that it ends or corrects."""
    look = preview(game, event)
    state = look.game.state
    before = game.before(event.seq if isinstance(event, Amend) else None)
    rows = tuple(
        OutcomeRow(name, WIND_NAMES[before.seat(player)], look.deltas[player], state.points[player])
        for player, name in enumerate(names)
    )
    later = tuple(_later(look, event, names))
    return OutcomeView(rows, place_of(state), state.over, look.problems, later, _prevented(game, look, names))


def _prevented(game: Game, look: Preview, names: tuple[str, ...]) -> EventSummary | None:
    """The hand with the event that could not have happened."""
    seq = next((dict(item.values)["seq"] for item in look.problems if item.code == Code.LATER_EVENT), None)
    following = game.line[next((n for n, moment in enumerate(game.line) if moment.seq == seq), len(game.line)) :]
    return next((summary for moment in following if (summary := event_summary(moment, names))), None)


def _later(look: Preview, event: Event, names: tuple[str, ...]) -> Iterator[Later]:
    if not isinstance(event, Amend):
        return
    for seq, before, after in look.changes:
        # The points after a hand also change with earlier hands. That alone does not change the hand.
        if seq > event.seq and before and after and replace(before, points=()) != replace(after, points=()):
            yield Later(hand_summary(after, look.game.state, names), before.gains, after.gains)


def course_of(game: Game, names: tuple[str, ...]) -> tuple[CourseRow, ...]:
    """A row for every hand and every entry of points or chips by hand, the newest first."""
    rows = (_course_row(moment, summary) for moment in game.line if (summary := event_summary(moment, names)))
    return tuple(reversed(list(rows)))


def _course_row(moment: Moment, summary: EventSummary) -> CourseRow:
    nothing = (0,) * moment.state.rules.players
    if hand := moment.hand:
        sticks = tuple(delta - gain for delta, gain in zip(hand.deltas, hand.gains, strict=True))
        return CourseRow(moment.seq, summary, hand.deltas, hand.gains, hand.points, sticks, moment.event)
    gains = moment.event.points if isinstance(moment.event, Adjust) else nothing
    # The sticks on the table belong to the hand that has not ended yet.
    return CourseRow(moment.seq, summary, gains, gains, moment.state.points_at_start, nothing, moment.event)


def course_chart(rules: GameRules, rows: Sequence[CourseRow]) -> Chart:
    """The points after each row of the course."""
    return chart_of(rules, [(row.summary.place.number, row.points) for row in reversed(rows)])


def chart_of(
    rules: GameRules, steps: Sequence[tuple[int, tuple[int, ...]]], first: tuple[int, ...] | None = None
) -> Chart:
    """The chart of the points after each step. A step is the number of its hand and the points of each player. `first`
    are the points before the first step, if they differ from those of the rules."""
    rows = [first or (rules.start_points,) * rules.players, *[points for _, points in steps]]
    low, high = min(0, *map(min, rows)), max(map(max, rows))
    step = CHART_WIDTH / max(len(rows) - 1, 1)

    def y(points: int) -> float:
        return round(CHART_HEIGHT - CHART_HEIGHT * (points - low) / max(high - low, 1), 1)

    lines = tuple(" ".join(f"{n * step:.1f},{y(has)}" for n, has in enumerate(one)) for one in zip(*rows, strict=True))
    winds = [number // rules.players for number, _ in steps]
    return Chart(lines, y(0), y(rules.start_points), tuple(_rounds(winds, step)), high)


def _rounds(winds: Sequence[int], step: float) -> Iterator[tuple[float, str]]:
    """The x at which each round begins, and the wind of the round."""
    before = None
    for n, wind in enumerate(winds):
        if wind != before:
            yield round(n * step, 1), WIND_NAMES[wind % len(WIND_NAMES)]
        before = wind


def standings_of(state: State, names: tuple[str, ...]) -> tuple[StandingView, ...]:
    """The ranking with uma and oka, the first one first."""
    return tuple(
        StandingView(
            one.rank,
            one.player,
            names[one.player],
            one.points,
            one.base != one.points - state.rules.return_points,
            float(one.uma) / 1000,
            float(one.oka) / 1000,
            {name: points / 1000 for name, points in one.extras.items() if points},
            one.total,
        )
        for one in result(state).standings
    )


@dataclass(frozen=True)
class EveningRow:
    """A player's totals of an evening in thousands, one for each game; None for a game that they did not play."""

    name: str
    totals: tuple[float | None, ...]

    @property
    def sum(self) -> float:
        """All games together."""
        return round(sum(filter(None, self.totals)), DECIMALS)


def evening_of(games: Sequence[tuple[tuple[str, ...], State]]) -> tuple[EveningRow, ...]:
    """The totals of each player in the finished games, with the highest sum first. Players are known by their names, so
    their seats may change."""
    ended = [(names, result(state)) for names, state in games if state.over]
    players = dict.fromkeys(name for names, _ in ended for name in names)
    rows = [EveningRow(name, tuple(_total_of(name, names, one) for names, one in ended)) for name in players]
    return tuple(sorted(rows, key=lambda row: -row.sum))


def _total_of(name: str, names: tuple[str, ...], ended: Result) -> float | None:
    """A player's total; None if they did not play. Players of the same name count as one."""
    totals = [total for other, total in zip(names, ended.totals, strict=True) if other == name]
    return round(sum(totals), DECIMALS) if totals else None


@dataclass(frozen=True)
class ListedGame:
    """A game in the list of those that a phone has opened: its link, the time of its last event, the players with their
    points, the highest first, its place, and whether it is over."""

    secret: str
    at: datetime
    players: tuple[tuple[str, int], ...]
    place: Place
    over: bool


def listed_game(secret: str, at: datetime, names: Sequence[str], state: State) -> ListedGame:
    """A game for the list."""
    points = result(state).points if state.over else state.points
    players = tuple((names[player], points[player]) for player in ranking(points))
    return ListedGame(secret, at, players, place_of(state), bool(state.over))
