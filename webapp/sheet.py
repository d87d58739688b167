"""All that a template may see: frozen values, worked out from an entry.

Knows the engine and the entry; no request, no form field, no HTML. Words stay keys here: templates choose them.
"""

from collections import Counter
from dataclasses import dataclass, replace

from webapp.entry import INDICATOR_MODES, MELD_MODES, TILE_MODES, By, Entry, meld_of, set_of
from webapp.fields import WINDS
from webapp.scoring.hand import Flag, Problem, WinningHand, problems
from webapp.scoring.near import NearMiss
from webapp.scoring.notation import format_tiles
from webapp.scoring.reading import Reading
from webapp.scoring.rules import copies_of
from webapp.scoring.score import Score, ScoredReading, score
from webapp.scoring.tiles import KIND, NAMES, RED_FIVES, Tile, sort_key


@dataclass(frozen=True)
class HandTile:
    """A tile of the hand as it is held."""

    name: str
    is_winning: bool


@dataclass(frozen=True)
class MeldView:
    """A meld behind the hand."""

    key: str
    tiles: tuple[str, ...]
    is_concealed: bool


@dataclass(frozen=True)
class HandView:
    """The hand: sorted, the winning tile last, melds behind; how many tiles still fit."""

    tiles: tuple[HandTile, ...]
    melds: tuple[MeldView, ...]
    room: int


@dataclass(frozen=True)
class Key:
    """A key of the palette: how many copies there are by the rules, what it enters in each mode, whether it can now."""

    tile: str
    copies: int
    enters: dict[str, str]
    is_disabled: bool


@dataclass(frozen=True)
class FlagView:
    """A switch for a circumstance; `problem` says why it cannot be turned on."""

    flag: str
    is_on: bool
    problem: Problem | None


@dataclass(frozen=True)
class SeatDelta:
    """What a seat gains or loses."""

    seat: str
    points: int
    is_winner: bool
    is_dealer: bool


@dataclass(frozen=True)
class BlockView:
    """A block of a reading with the tiles it is made of, its fu, and whether the winning tile completed it."""

    type: str
    tiles: tuple[str, ...]
    winning_tile: int | None
    is_open: bool
    is_meld: bool
    fu: int


@dataclass(frozen=True)
class YakuLine:
    """A yaku or a sort of dora on the score sheet."""

    key: str
    ja: str
    en: str
    rule: str
    han: int
    yakuman: int


@dataclass(frozen=True)
class FuLine:
    """A line of the fu, with the tiles it is for."""

    key: str
    fu: int
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class ReadingView:
    """One reading: its blocks, wait, yaku, fu and points."""

    shape: str
    blocks: tuple[BlockView, ...]
    wait: str
    yaku: tuple[YakuLine, ...]
    fu_lines: tuple[FuLine, ...]
    fu_sum: int
    fu: int
    han: int
    yakuman: int
    limit: str | None
    basic: int
    points: int
    is_best: bool


@dataclass(frozen=True)
class Win:
    """The answer for one way of winning."""

    by: By
    seat: str
    is_dealer: bool
    points: int
    received: int
    best: ReadingView
    readings: tuple[ReadingView, ...]
    deltas: tuple[SeatDelta, ...]


@dataclass(frozen=True)
class Result:
    """What the page answers: wins (the main one first), or how many tiles are missing, or what is wrong."""

    missing: int = 0
    wins: tuple[Win, ...] = ()
    problems: tuple[Problem, ...] = ()
    near: tuple[NearMiss, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """The whole page."""

    entry: Entry
    hand: HandView
    keys: tuple[tuple[Key, ...], ...]
    flags: tuple[FlagView, ...]
    result: Result
    #: Who can have discarded: 1–3 seen from the winner, and the wind of that seat.
    others: tuple[tuple[int, str], ...]


def sheet_of(entry: Entry, unread: tuple[Problem, ...] = ()) -> Sheet:
    """The page for an entry; `unread` is what could not be read of it."""
    return Sheet(
        entry=entry,
        hand=_hand(entry),
        keys=_keys(entry),
        flags=tuple(_flag(entry, flag) for flag in Flag),
        result=_result(entry, unread),
        others=tuple((source, WINDS[(entry.seat + source) % 4]) for source in (1, 2, 3)),
    )


# -- what is entered ---------------------------------------------------------------------------------------------------


def _hand(entry: Entry) -> HandView:
    last = len(entry.shown_tiles) - 1
    tiles = tuple(HandTile(NAMES[tile], entry.is_full and i == last) for i, tile in enumerate(entry.shown_tiles))
    melds = tuple(
        MeldView(meld.type.value, tuple(NAMES[tile] for tile in meld.tiles), not meld.type.is_open)
        for meld in entry.melds
    )
    return HandView(tiles, melds, max(entry.room, 0))


_KEY_ROWS = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m",
    "1p 2p 3p 4p 5p 6p 7p 8p 9p",
    "1s 2s 3s 4s 5s 6s 7s 8s 9s",
    "1z 2z 3z 4z 5z 6z 7z",
    "0m 0p 0s",
)


def _keys(entry: Entry) -> tuple[tuple[Key, ...], ...]:
    entered = Counter(entry.all_tiles)
    return tuple(tuple(_key(entry, NAMES.index(name), entered) for name in row.split()) for row in _KEY_ROWS)


def _key(entry: Entry, tile: Tile, entered: Counter[Tile]) -> Key:
    sets = {mode: format_tiles(set_of(mode, tile, entry.rules)) for mode in TILE_MODES}
    melds = {mode.value: meld_of(mode, tile, entry.rules) for mode in MELD_MODES}
    called = {mode: format_tiles(meld.tiles) if meld else "" for mode, meld in melds.items()}
    copies = copies_of(tile, entry.rules)
    is_disabled = entered[tile] >= copies or (entry.is_full and entry.mode not in INDICATOR_MODES)
    return Key(NAMES[tile], copies, sets | called, is_disabled)


def _flag(entry: Entry, flag: Flag) -> FlagView:
    """A flag is blocked if turning it on brings a problem that turning it off does not have."""
    if flag in entry.flags:
        return FlagView(flag.value, True, None)
    base = entry if entry.tiles else replace(entry, tiles=(0,))
    ways = [entry.by == "tsumo"] if entry.by else [True, False]
    found = [_new_problem(base, flag, is_tsumo=is_tsumo) for is_tsumo in ways]
    return FlagView(flag.value, False, found[0] if all(found) else None)


def _new_problem(entry: Entry, flag: Flag, *, is_tsumo: bool) -> Problem | None:
    hand = entry.hand(is_tsumo=is_tsumo)
    before = set(_flag_messages(hand, entry))
    after = _flag_messages(replace(hand, flags=hand.flags | {flag}), entry)
    return next((problem for message, problem in after.items() if message not in before), None)


def _flag_messages(hand: WinningHand, entry: Entry) -> dict[str, Problem]:
    return {found.text: found for found in problems(hand, entry.rules) if found.field == "flags"}


# -- the answer --------------------------------------------------------------------------------------------------------


def _result(entry: Entry, unread: tuple[Problem, ...]) -> Result:
    if not entry.is_full:
        return Result(missing=entry.room, problems=unread)
    ways: list[By] = [entry.by] if entry.by else ["tsumo", "ron"]
    hands = {by: entry.hand(is_tsumo=by == "tsumo") for by in ways}
    wrong = {by: problems(hand, entry.rules) for by, hand in hands.items()}
    possible = [by for by in ways if not wrong[by]]
    if not possible:
        return Result(problems=unread + wrong[ways[0]])
    scores = {by: score(hands[by], entry.rules) for by in possible}
    wins = tuple(_win(by, scores[by]) for by in possible if scores[by].best)
    if wins:
        return Result(wins=wins, problems=unread)
    first = scores[possible[0]]
    return Result(problems=unread + first.problems, near=first.near_misses)


def _win(by: By, score: Score) -> Win:
    hand = score.hand
    views = tuple(_reading(scored, hand, is_best=i == 0) for i, scored in enumerate(score.readings))
    deltas = tuple(
        SeatDelta(WINDS[seat], points, seat == hand.seat, seat == 0) for seat, points in enumerate(score.deltas)
    )
    seat = WINDS[hand.seat]
    return Win(by, seat, hand.is_dealer, score.points, score.deltas[hand.seat], views[0], views, deltas)


def _reading(scored: ScoredReading, hand: WinningHand, *, is_best: bool) -> ReadingView:
    reading = scored.reading
    yaku = [
        YakuLine(award.key, award.yaku.ja, award.yaku.en, award.yaku.rule, award.han, award.yakuman)
        for award in scored.yaku
    ]
    dora = [YakuLine(bonus.key, bonus.ja, bonus.en, bonus.rule, bonus.han, 0) for bonus in scored.bonuses]
    blocks = _blocks(scored, hand)
    fu_lines = tuple(
        FuLine(item.key, item.fu, () if item.block is None else blocks[item.block].tiles) for item in scored.fu_items
    )
    return ReadingView(
        shape=reading.shape,
        blocks=blocks,
        wait=reading.wait,
        yaku=(*yaku, *dora),
        fu_lines=fu_lines,
        fu_sum=sum(item.fu for item in scored.fu_items),
        fu=scored.fu,
        han=scored.han,
        yakuman=scored.yakuman,
        limit=scored.limit,
        basic=scored.basic,
        points=scored.points,
        is_best=is_best,
    )


def _blocks(scored: ScoredReading, hand: WinningHand) -> tuple[BlockView, ...]:
    reading = scored.reading
    fu = Counter({item.block: item.fu for item in scored.fu_items if item.key in ("triplet", "kan", "pair")})
    return tuple(
        BlockView(
            type=block.type,
            tiles=tuple(NAMES[tile] for tile in tiles),
            winning_tile=tiles.index(hand.win) if index == reading.win_block else None,
            is_open=block.is_open,
            is_meld=block.is_meld,
            fu=fu[index],
        )
        for index, (block, tiles) in enumerate(zip(reading.blocks, laid_out(reading, hand), strict=True))
    )


def laid_out(reading: Reading, hand: WinningHand) -> list[tuple[Tile, ...]]:
    """The very tiles of each block, red fives among them; the winning tile in the block that it completed."""
    left = Counter(hand.concealed)
    blocks: list[tuple[Tile, ...]] = []
    melds = iter(hand.melds)
    for index, block in enumerate(reading.blocks):
        if block.is_meld:
            blocks.append(tuple(sorted(next(melds).tiles, key=sort_key)))
            continue
        kinds = list(block.kinds)
        tiles = []
        if index == reading.win_block:
            kinds.remove(KIND[hand.win])
            tiles.append(hand.win)
        for kind in kinds:
            tile = next(tile for tile in (*RED_FIVES, kind) if KIND[tile] == kind and left[tile])
            left[tile] -= 1
            tiles.append(tile)
        blocks.append(tuple(sorted(tiles, key=sort_key)))
    return blocks
