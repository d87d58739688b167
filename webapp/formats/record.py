"""A log that was read, as JSON, and each of its hands as a text that fits into an address: written, and read back.

The text of a hand has parts with ``_`` between them::

    4.1.0                       the number of the hand, honba, sticks
    25000.24000.26000.25000     the points before the deal; empty if they are not known
    1z.123m406p….….x           the first indicator, and the dealt tiles of each player (x: hidden)
    0d5m~0o1z~1s~2cpon555z.1.5z the moves: a player, a letter of `_LETTERS` and a tile or meld; ``i5z`` is an indicator
    24000~25000….               the points that the log states within the hand

If the hand has an end, these follow::

    0t~8000~8000~-4000….        each win: the winner, the discarder (t: tsumo), points, changes of points
    exhaustive.                 the kind of a draw, and n after the dot for nagashi mangan
    03                          the players who showed tenpai; x if that is not known
    8000.-4000.-2000.-2000      the changes of points
    5z                          ura dora indicators
    name                        the name of a draw whose kind is not known
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Literal
from urllib.parse import quote, unquote

from webapp.formats.fields import Json
from webapp.formats.rules import game_rules_json, read_stored_game_rules
from webapp.game.events import DrawKind
from webapp.game.rules import ABORTIVE, GameRules
from webapp.records.check import Review
from webapp.records.record import (
    DEALT,
    MAX_HAND_EVENTS,
    MAX_HANDS,
    MAX_NAME,
    Added,
    Called,
    Discarded,
    Drawn,
    Ending,
    Indicator,
    LogError,
    LogRules,
    Move,
    NorthAside,
    Reading,
    Record,
    RecordedHand,
    RecordedWin,
    StatedPoints,
    StickPaid,
    broken,
    list_of,
    names_of,
    number,
    points_of,
    ranks_of,
    reading_of,
    tile_of,
    too_many_events,
    too_many_hands,
    totals_of,
    unread_hand,
)
from webapp.scoring.blocks import Meld, MeldType, is_meld
from webapp.scoring.notation import NotationError, format_meld, format_tiles, parse_meld, parse_tiles
from webapp.scoring.problems import Problem
from webapp.scoring.tiles import KIND, NAMES, TILES, Tile, sort_key

#: The field that marks the JSON of a log, and its version.
MARK, VERSION = "agari", 1
#: What stands between the parts of a hand, the items of a part, and the pieces of an item.
_PART, _ITEM, _PIECE = "_", ".", "~"
_HIDDEN = "x"
#: The letter of each discard: whether it is the tile just drawn, and whether riichi is declared.
_DISCARDS = {(False, False): "o", (True, False): "t", (False, True): "r", (True, True): "q"}
_BY_LETTER = {letter: flags for flags, letter in _DISCARDS.items()}
#: The kinds of draws by their text, in which ``_`` is no part.
_DRAWS: dict[str, DrawKind] = {"exhaustive": "exhaustive", **{kind.replace(_PART, "-"): kind for kind in ABORTIVE}}
_MOST_HONBA = 999


# -- a hand ----------------------------------------------------------------------------------------


def hand_text(hand: RecordedHand) -> str:
    """The text of a hand, without its problem if it could not be read."""
    stated = [
        _PIECE.join((*map(str, points), "".join(map(str, sorted(sticks))) + ":", *map(str, won or ())))
        for points, sticks, won in hand.stated
    ]
    parts = [
        _listed((hand.number, hand.honba, hand.sticks)),
        _listed(hand.points),
        _ITEM.join(
            [NAMES[hand.indicator], *(_HIDDEN if dealt is None else format_tiles(dealt) for dealt in hand.tiles)]
        ),
        _PIECE.join(map(_move_text, hand.moves)),
        _ITEM.join(stated),
    ]
    return _PART.join(parts + _ending_parts(hand.ending))


def _listed(numbers: tuple[int, ...]) -> str:
    return _ITEM.join(map(str, numbers))


def _move_text(move: Move) -> str:
    match move:
        case Drawn(player, tile):
            return f"{player}d{_HIDDEN if tile is None else NAMES[tile]}"
        case Discarded(player, tile, is_drawn, is_riichi):
            return f"{player}{_DISCARDS[is_drawn, is_riichi]}{NAMES[tile]}"
        case StickPaid(player):
            return f"{player}s"
        case Called(player, meld):
            return f"{player}c{format_meld(meld)}"
        case Added(player, tile):
            return f"{player}a{NAMES[tile]}"
        case NorthAside(player):
            return f"{player}n"
        case Indicator(tile):
            return f"i{NAMES[tile]}"


def _ending_parts(ending: Ending | None) -> list[str]:
    if ending is None:
        return []
    wins = [
        _PIECE.join([f"{won.player}{_letter(won)}", _text(won.points), *map(str, won.deltas or ())])
        for won in ending.wins
    ]
    return [
        _ITEM.join(wins),
        f"{(ending.draw or '').replace(_PART, '-')}{_ITEM}{'n' * ending.is_nagashi}",
        _HIDDEN if ending.tenpai is None else "".join(map(str, sorted(ending.tenpai))),
        _listed(ending.deltas or ()),
        format_tiles(ending.ura, ordered=True),
        quote(ending.unknown, safe="").replace(_PART, "%5F"),
    ]


def _letter(won: RecordedWin) -> str:
    return "t" if won.dealt_in is None else str(won.dealt_in)


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


def read_hand(text: str) -> RecordedHand:
    """The hand of a text. Raises `LogError`."""
    parts = text.split(_PART)
    if len(parts) not in (5, 11):
        raise broken("The text of this hand is cut off or damaged. Copy all of it again.")
    try:
        return _hand(parts)
    except NotationError as error:
        raise broken(error.text, **error.values) from error


def _hand(parts: list[str]) -> RecordedHand:
    place, points, dealt, moves, stated, *ending = parts
    indicator, *tiles = dealt.split(_ITEM)
    players = len(tiles)
    if players not in (3, 4):
        raise broken("A hand has the tiles of {n} players, not {got}.", n="3–4", got=players)
    hand, honba, sticks = [number(one, 0, _MOST_HONBA) for one in (*place.split(_ITEM), "", "", "")[:3]]
    played = moves.split(_PIECE) if moves else []
    if len(played) > MAX_HAND_EVENTS:
        raise too_many_events()
    return RecordedHand(
        hand,
        honba,
        sticks,
        _numbers(points, players) or (),
        _tile(indicator),
        tuple([_dealt(one) for one in tiles]),
        tuple([_read_move(one, players) for one in played]),
        _ending(ending, players) if ending else None,
        tuple([_stated(one, players) for one in stated.split(_ITEM) if one]),
    )


def _numbers(text: str, players: int, mark: str = _ITEM) -> tuple[int, ...] | None:
    """The number of each player; None for an empty text."""
    return points_of(text.split(mark), players) if text else None


def _tile(name: str) -> Tile:
    return tile_of(TILES, name)


def _player(text: str, players: int) -> int:
    return number(text, 0, players - 1)


def _players(text: str, players: int) -> frozenset[int]:
    return frozenset([_player(one, players) for one in text])


def _dealt(text: str) -> tuple[Tile, ...] | None:
    if text == _HIDDEN:
        return None
    tiles = parse_tiles(text)
    if len(tiles) != DEALT:
        raise broken("A player is dealt {most} tiles, not {got}.", most=DEALT, got=len(tiles))
    return tuple(sorted(tiles, key=sort_key))  # whatever order a damaged text has


def _read_move(text: str, players: int) -> Move:
    if text.startswith("i"):
        return Indicator(_tile(text[1:]))
    player, letter, what = _player(text[:1], players), text[1:2], text[2:]
    if letter == "d":
        return Drawn(player, None if what == _HIDDEN else _tile(what))
    if letter in _BY_LETTER:
        return Discarded(player, _tile(what), *_BY_LETTER[letter])
    if letter == "s" and not what:
        return StickPaid(player)
    if letter == "c":
        return Called(player, _meld(what))
    if letter == "a":
        return Added(player, _tile(what))
    if letter == "n" and not what:
        return NorthAside(player)
    raise broken("There is no such move: {got}", got=text[:20])


def _meld(text: str) -> Meld:
    meld = parse_meld(text)
    is_called = meld.called in meld.tiles and meld.source is not None
    is_right = meld.type is not MeldType.KAKAN and is_called == meld.type.is_open
    if not (is_right and is_meld(meld.type, sorted(KIND[tile] for tile in meld.tiles))):
        raise broken("There is no such move: {got}", got=text[:20])
    return meld


def _stated(text: str, players: int) -> StatedPoints:
    points, _, won = text.partition(":")
    *before, sticks = points.split(_PIECE)
    return StatedPoints(
        points_of(before, players), _players(sticks, players), _numbers(won.removeprefix(_PIECE), players, _PIECE)
    )


def _ending(parts: list[str], players: int) -> Ending:
    wins, draw, tenpai, deltas, ura, unknown = parts
    kind, _, nagashi = draw.partition(_ITEM)
    if kind and kind not in _DRAWS:
        raise broken("There is no such draw: {got}", got=kind[:20])
    won = [_win(one, players) for one in wins.split(_ITEM) if one]
    if len(won) >= players:
        raise broken("The hand has ended already.")
    return Ending(
        tuple(won),
        _DRAWS.get(kind),
        unquote(unknown)[:MAX_NAME],
        nagashi == "n",
        _numbers(deltas, players),
        parse_tiles(ura) if ura else (),
        None if tenpai == _HIDDEN else _players(tenpai, players),
    )


def _win(text: str, players: int) -> RecordedWin:
    who, points, *deltas = (*text.split(_PIECE), "")[: 2 + players]
    dealt_in = None if who[1:] == "t" else _player(who[1:], players)
    worth = points_of([points], 1)[0] if points else None
    return RecordedWin(_player(who[:1], players), dealt_in, worth, points_of(deltas, players) if any(deltas) else None)


# -- a log -----------------------------------------------------------------------------------------


def record_json(review: Review, names: tuple[str, ...], day: date | None = None) -> Json:
    """A log as it was read, with its day, these names of the players and the rules by which it was checked."""
    record = review.record
    at_end = {"final": record.final, "chips": record.chips, "ranks": record.ranks}
    totals = [total / 1000 for total in record.totals] if record.totals else None
    return {
        MARK: VERSION,
        # At the beginning, where the day of a log is looked for.
        **({"day": day.isoformat()} if day else {}),
        "names": names,
        "rules": game_rules_json(review.rules),
        "sure": review.is_chosen or record.rules.are_sure,
        "other": "" if review.is_chosen else record.rules.other,
        **{name: value for name, value in {**at_end, "totals": totals}.items() if value is not None},
        "hands": ["" if hand.problem else hand_text(hand) for hand in record.hands],
    }


def is_record(value: object) -> bool:
    """Whether a JSON value is a log of this format."""
    return isinstance(value, Mapping) and MARK in value and isinstance(value.get("hands"), list)


def read_record(logs: Sequence[object]) -> Reading:
    """The record of the first of some JSON values. A hand that cannot be read has a problem."""
    values = next(log for log in logs if isinstance(log, Mapping))
    wrong: list[Problem] = []
    rules = read_stored_game_rules("log", values.get("rules"), wrong)
    if wrong:
        return Reading(None, (wrong[0],))
    unread = []
    hands: list[RecordedHand] = []
    for text in list_of(values["hands"]):
        if len(hands) >= MAX_HANDS:
            unread.append(too_many_hands().problem())
            break
        try:
            hands.append(_hand_of(text, rules.players))
        except LogError as error:
            hands.append(unread_hand(hands, rules.players, error.problem(len(hands))))
    given = values.get("names")
    names = names_of(given if isinstance(given, list) else (), rules.players)
    other = values.get("other")
    stated = stated_rules(rules, is_sure=values.get("sure") is True, other=other if isinstance(other, str) else "")
    readers = {"final": points_of, "totals": totals_of, "chips": points_of, "ranks": ranks_of}
    try:
        at_end = {name: read(list_of(values[name]), rules.players) for name, read in readers.items() if name in values}
    except LogError as error:
        return Reading(None, (error.problem(),))
    return reading_of(Record("agari", names, stated, tuple(hands), **at_end), unread)


def stated_rules(rules: GameRules, *, is_sure: bool = True, other: str = "") -> LogRules:
    """Rules as a log states them that names every switch."""
    game = {field.name: getattr(rules, field.name) for field in fields(rules) if field.init}
    rounds: Literal[1, 2] = 1 if rules.rounds == 1 else 2
    return LogRules(rounds=rounds if is_sure or other else None, other=other[:MAX_NAME], game=game)


def _hand_of(text: object, players: int) -> RecordedHand:
    if not isinstance(text, str):
        raise broken("The text of this hand is cut off or damaged. Copy all of it again.")
    if not text:
        raise broken("This hand could not be read in the log.")
    hand = read_hand(text)
    if len(hand.tiles) != players:
        raise broken("A hand has the tiles of {n} players, not {got}.", n=players, got=len(hand.tiles))
    return hand
