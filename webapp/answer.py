"""The answer as a template sees it: who wins what, every reading, why the best one counts, what would change it.

Frozen values, worked out from an entry by the engine. No request, no form field, no HTML; words stay keys.
"""

from collections import Counter
from dataclasses import dataclass

from webapp.advice import Advice, advice_of
from webapp.entry import By, Entry
from webapp.fields import WINDS
from webapp.scoring.awards import Award
from webapp.scoring.hand import Problem, WinningHand, problems
from webapp.scoring.near import NearMiss
from webapp.scoring.points import hand_points, ron_points, tsumo_shares, worth
from webapp.scoring.reading import Reading
from webapp.scoring.score import Score, ScoredReading, score
from webapp.scoring.settlement import settle, settlement_problems
from webapp.scoring.tiles import KIND, NAMES, RED_FIVES, Tile, sort_key


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
    """A yaku or a sort of dora on the score sheet; `blocks` are those that prove it, where these are not all."""

    key: str
    ja: str
    en: str
    rule: str
    han: int
    yakuman: int
    blocks: tuple[tuple[str, ...], ...] = ()


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
class Declaration:
    """The points as they are called out: one number by ron or from all alike, else others and dealer; and with
    honba."""

    is_all: bool
    plain: tuple[int, ...]
    with_honba: tuple[int, ...]


@dataclass(frozen=True)
class Why:
    """Why the best reading beats another: what the other one is worth, and the yaku that it lacks."""

    points: int
    other_points: int
    lost: tuple[YakuLine, ...]
    fu: int
    other_fu: int


@dataclass(frozen=True)
class WhatIf:
    """What the hand would be worth with one more han, or two."""

    more_han: int
    points: int
    limit: str | None


@dataclass(frozen=True)
class LiableView:
    """Who is liable, for which yakuman."""

    seat: str
    yakuman: tuple[YakuLine, ...]


@dataclass(frozen=True)
class Win:
    """The answer for one way of winning."""

    by: By
    seat: str
    is_dealer: bool
    points: int
    declaration: Declaration
    best: ReadingView
    readings: tuple[ReadingView, ...]
    why: Why | None
    what_if: tuple[WhatIf, ...]
    liable: tuple[LiableView, ...]
    deltas: tuple[SeatDelta, ...]


@dataclass(frozen=True)
class SettlementView:
    """Several winners on one discard: each with his points, what everybody gains or loses, who is left out."""

    outcome: str
    winners: tuple[Win, ...]
    bumped: tuple[Win, ...]
    deltas: tuple[SeatDelta, ...]


@dataclass(frozen=True)
class Result:
    """What the page answers: wins (the main one first), or how many tiles are missing, or what is wrong."""

    wins: tuple[Win, ...] = ()
    settlement: SettlementView | None = None
    #: The same hand won the other way, where one way was chosen.
    otherwise: Win | None = None
    problems: tuple[Problem, ...] = ()
    missing: int = 0
    near: tuple[NearMiss, ...] = ()
    advice: Advice | None = None


def result_of(entry: Entry, unread: tuple[Problem, ...]) -> Result:
    """The answer for an entry; `unread` is what could not be read of it."""
    if not entry.is_full:
        return _of_unfinished(entry, unread)
    ways: list[By] = [entry.by] if entry.by else ["tsumo", "ron"]
    hands = {by: entry.hand(is_tsumo=by == "tsumo") for by in ways}
    wrong = {by: problems(hand, entry.rules) for by, hand in hands.items()}
    possible = [by for by in ways if not wrong[by]]
    if not possible:
        return Result(problems=unread + wrong[ways[0]])
    scores = {by: score(hands[by], entry.rules) for by in possible}
    wins = tuple(_win(by, scores[by]) for by in possible if scores[by].best)
    if wins:
        settlement, wrong_together = _settlement(entry, hands.get("ron"))
        return Result(wins, settlement, _otherwise(entry), unread + wrong_together)
    first = scores[possible[0]]
    advice = None if first.readings else advice_of(entry)[0]
    return Result(problems=unread + first.problems, near=first.near_misses, advice=advice)


def _of_unfinished(entry: Entry, unread: tuple[Problem, ...]) -> Result:
    """How many tiles are missing; if it is one, what the hand waits for."""
    if entry.room > 1:
        return Result(missing=entry.room, problems=unread)
    advice, wrong = advice_of(entry)
    return Result(missing=1, problems=unread + wrong, advice=advice)


def _otherwise(entry: Entry) -> Win | None:
    """What the hand would be won the other way, if one way was chosen."""
    if entry.by is None:
        return None
    by: By = "ron" if entry.by == "tsumo" else "tsumo"
    hand = entry.hand(is_tsumo=by == "tsumo")
    if problems(hand, entry.rules):
        return None
    other = score(hand, entry.rules)
    return _win(by, other) if other.best else None


def _settlement(entry: Entry, hand: WinningHand | None) -> tuple[SettlementView | None, tuple[Problem, ...]]:
    """The settlement with the other winners of the entry, or what is wrong with them."""
    others = [entry.of_other_winner(other) for other in entry.also]
    if not others or hand is None:
        return None, ()
    hands = [hand, *(other.hand(is_tsumo=False) for other in others if other.is_full)]
    wrong = [found for other in hands[1:] for found in problems(other, entry.rules)]
    wrong += settlement_problems(hands, entry.rules)
    wrong = wrong or [found for other in hands[1:] for found in score(other, entry.rules).problems]
    if wrong or len(hands) == 1:
        return None, tuple(wrong)
    outcome, wins, bumped, _, change = settle(hands, entry.rules)
    winners = tuple(_win("ron", won) for won in wins)
    seats = {won.hand.seat for won in wins}
    return SettlementView(outcome, winners, tuple(_win("ron", won) for won in bumped), _deltas(change, seats)), ()


def _deltas(change: tuple[int, ...], winners: set[int]) -> tuple[SeatDelta, ...]:
    return tuple(SeatDelta(WINDS[seat], points, seat in winners, seat == 0) for seat, points in enumerate(change))


def _win(by: By, score: Score) -> Win:
    hand = score.hand
    views = tuple(_reading(scored, hand, is_best=i == 0) for i, scored in enumerate(score.readings))
    liable = tuple(
        LiableView(WINDS[part.seat], tuple(line for line in views[0].yaku if line.key in part.yakuman))
        for part in score.liabilities
    )
    return Win(
        by=by,
        seat=WINDS[hand.seat],
        is_dealer=hand.is_dealer,
        points=score.points,
        declaration=_declaration(score),
        best=views[0],
        readings=views,
        why=_why(views),
        what_if=_what_if(score),
        liable=liable,
        deltas=_deltas(score.deltas, {hand.seat}),
    )


def _declaration(score: Score) -> Declaration:
    hand, rules, basic = score.hand, score.rules, score.readings[0].basic
    honba = rules.honba_per_payer * hand.honba
    if not hand.is_tsumo:
        points = ron_points(basic, hand.is_dealer)
        return Declaration(False, (points,), (points + honba * (rules.players - 1),))
    from_dealer, from_other = tsumo_shares(basic, hand.is_dealer, rules)
    shares = (from_other,) if hand.is_dealer else (from_other, from_dealer)
    return Declaration(hand.is_dealer, shares, tuple(share + honba for share in shares))


def _why(views: tuple[ReadingView, ...]) -> Why | None:
    """The best reading against the next one that differs from it in points, han or fu."""
    best = views[0]
    for other in views[1:]:
        if (other.points, other.han, other.fu) != (best.points, best.han, best.fu):
            lost = tuple(line for line in best.yaku if line.key not in {known.key for known in other.yaku})
            return Why(best.points, other.points, lost, best.fu, other.fu)
    return None


def _what_if(score: Score) -> tuple[WhatIf, ...]:
    """One han more, and two; a yakuman has none."""
    best, hand, rules = score.readings[0], score.hand, score.rules
    if best.yakuman:
        return ()
    found = []
    for more in (1, 2):
        basic, limit = worth(best.han + more, best.fu, rules)
        found.append(WhatIf(more, hand_points(basic, hand.is_dealer, hand.is_tsumo, rules), limit))
    return tuple(found)


def _reading(scored: ScoredReading, hand: WinningHand, *, is_best: bool) -> ReadingView:
    reading = scored.reading
    blocks = _blocks(scored, hand)
    yaku = [_yaku_line(award, reading, blocks) for award in scored.yaku]
    dora = [YakuLine(bonus.key, bonus.ja, bonus.en, bonus.rule, bonus.han, 0) for bonus in scored.bonuses]
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


def _yaku_line(award: Award, reading: Reading, blocks: tuple[BlockView, ...]) -> YakuLine:
    proving = tuple(
        view.tiles for block, view in zip(reading.blocks, blocks, strict=True) if award.tiles >> block.kind & 1
    )
    shown = proving if len(proving) < len(blocks) else ()
    yaku = award.yaku
    return YakuLine(award.key, yaku.ja, yaku.en, yaku.rule, award.han, award.yakuman, shown)


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
