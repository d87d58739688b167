"""The last event of a game, announced to everybody at its table."""

from collections.abc import Iterator
from typing import NamedTuple

from webapp.game.events import Amend, Chombo, Event, Redo, Riichi, Undo, Win, Withdraw, Won
from webapp.game.hand_values import called_points
from webapp.game.log import Game, Line
from webapp.game.state import State
from webapp.pages.game.event_summary import EventSummary, event_summary
from webapp.pages.game.points_choices import ANY_FU, LIMIT_HAN
from webapp.pages.game.table_view import Undoable, undoable
from webapp.scoring.hand import WinningHand
from webapp.scoring.points import YAKUMAN, Limit, hand_points, worth
from webapp.scoring.tiles import Tile, sort_key


class Winning(NamedTuple):
    """A winner: the points of the hand without honba and sticks, its limit, the name of the player who dealt in (None
    by tsumo), its tiles where they are known, what each payer pays by tsumo, the dealer last, and the names of the
    liable players (pao) other than the one who dealt in."""

    name: str
    points: int
    limit: str | None
    source: str | None
    tiles: tuple[Tile, ...]
    shares: tuple[int, ...]
    liable: tuple[str, ...]


class News(NamedTuple):
    """The last event of a game. `what` is its type. `summary` is the hand that it ended other than by a win, or the
    points or chips by hand. `undone` is the event that was undone or redone.

    For a correction, `corrected` is the hand before it and `summary` the hand after it.
    """

    number: int
    what: str
    corrected: EventSummary | None = None
    winnings: tuple[Winning, ...] = ()
    summary: EventSummary | None = None
    name: str | None = None
    undone: Undoable | None = None


def news_of(game: Game, event: Event, names: tuple[str, ...]) -> News:
    """The news of the event that was added last. `game` is the game after it."""
    what = type(event).__name__.lower()
    match event:
        case Amend():
            return _corrected(game, event, names)
        case Undo():
            return News(game.length, what, undone=undoable(game.undone, game.line, names))
        case Redo():
            return News(game.length, what, undone=undoable(game.line, game.former, names))
        case Win(wins):
            return News(game.length, what, winnings=tuple(_winnings(wins, game.state, names)))
        case Riichi(player) | Withdraw(player) | Chombo(player):
            return News(game.length, what, name=names[player])
    return News(game.length, what, summary=summary_at(game.line, game.length, names))


def _corrected(game: Game, event: Amend, names: tuple[str, ...]) -> News:
    """The news of a correction: the hand after and before it, both with what the players gained."""
    before = summary_at(game.former, event.seq, names) if game.can_undo else None
    what = type(event.event).__name__.lower()
    return News(game.length, what, before, summary=summary_at(game.line, event.seq, names))


def summary_at(line: Line, seq: int, names: tuple[str, ...]) -> EventSummary | None:
    """The summary of the event with this number; None if the line has no such event, or it has no summary."""
    return next((event_summary(moment, names) for moment in line if moment.seq == seq), None)


def _winnings(wins: tuple[Won, ...], state: State, names: tuple[str, ...]) -> Iterator[Winning]:
    for won in wins:
        basic, is_tsumo = won.basic or 0, won.dealt_in is None
        worth_as = (basic, not won.seat, is_tsumo, state.rules.scoring)
        yield Winning(
            name=names[won.player],
            points=hand_points(*worth_as),
            limit=_limit(basic, state),
            source=None if won.dealt_in is None else names[won.dealt_in],
            shares=called_points(*worth_as) if is_tsumo and not won.liable else (),
            tiles=_tiles(won),
            liable=tuple(dict.fromkeys(names[part.player] for part in won.liable if part.player != won.dealt_in)),
        )


def _limit(basic: int, state: State) -> str | None:
    if basic >= YAKUMAN:
        return str(Limit.YAKUMAN)
    limits = [worth(han, ANY_FU, state.rules.scoring) for han in LIMIT_HAN]
    return next((str(limit) for value, limit in limits if limit and value == basic), None)


def _tiles(won: Won) -> tuple[Tile, ...]:
    if not isinstance(won.entered, WinningHand):
        return ()
    hand = won.entered
    melds = (tile for meld in hand.melds for tile in meld.tiles)
    return (*sorted(hand.concealed, key=sort_key), *melds, hand.win)
