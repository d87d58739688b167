"""The answers that a question offers, and the mistakes that lead to each wrong one.

An answer is a text: ``other1300.dealer2600`` (who pays what), ``4.30`` or ``y1`` (han and fu, a yakuman),
``0.4.0.0.0.2.10.40`` (each line of the fu, then their rounded total), ``riichi.tanyao`` or ``none`` (yaku), ``2m5m``.
"""

from collections.abc import Iterator
from typing import NamedTuple

from webapp.drill.questions import Question
from webapp.drill.stream import Stream
from webapp.drill.topics import fu_lines, sum_topic, topic_of
from webapp.scoring.awards import YAKU
from webapp.scoring.fu import SEVEN_PAIRS
from webapp.scoring.near import near_misses
from webapp.scoring.payments import STICK, Winner, payments
from webapp.scoring.points import worth, yakuman_worth
from webapp.scoring.rules import Rules
from webapp.scoring.score import ScoredReading, winner
from webapp.scoring.tiles import NAMES

#: The role of each payer (discarder, liable, other, dealer, each) and the points that they pay.
Shares = tuple[tuple[str, int], ...]
_ROLES = ("discarder", "liable", "other", "dealer", "each")
#: The number of answers that are offered for points, and the least number for yaku.
POINTS_OFFERED, YAKU_OFFERED = 6, 8
NONE = "none"


class Miss(NamedTuple):
    """A mistake in an answer: its kind (`what`), the topic, the right number and the one given, and the index of the
    block."""

    what: str
    topic: str
    right: int = 0
    given: int = 0
    block: int | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether the answer may have left something out."""
        return self.what in ("fu_item", "yaku", "dora", "yakuman")


class Choice(NamedTuple):
    """An answer to tap: its text, what each payer pays, and the mistakes that lead to it."""

    text: str
    shares: Shares
    misses: tuple[Miss, ...] = ()


def shares_of(won: Winner, rules: Rules) -> Shares:
    """The points that each payer of a win pays, honba included. Payers with the same role and points are one share."""
    sums: dict[int, int] = {}
    for payment in payments(won._replace(sticks=0), rules):
        if payment.payer is not None:
            sums[payment.payer] = sums.get(payment.payer, 0) + payment.points
    liable = {part.seat for part in won.liable}
    shares = {(_role(seat, won, liable), points) for seat, points in sums.items()}
    return tuple(sorted(shares, key=lambda share: (_ROLES.index(share[0]), share[1])))


def _role(seat: int, won: Winner, liable: set[int]) -> str:
    if seat == won.discarder_seat:
        return "discarder"
    if seat in liable:
        return "liable"
    return "each" if won.is_dealer else "dealer" if seat == 0 else "other"


def text_of(shares: Shares) -> str:
    """Shares as the text of an answer."""
    return ".".join(f"{role}{points}" for role, points in shares)


# -- points ----------------------------------------------------------------------------------------


def right_shares(asked: Question) -> Shares:
    """The right answer: what each payer pays for the reading that counts, honba included."""
    best = asked.score.best
    assert best
    return shares_of(winner(asked.hand, best.basic, asked.score.liabilities), asked.hand.rules)


def wrong_points(asked: Question) -> dict[str, Choice]:
    """Every wrong answer that a single mistake leads to, by its text, with all such mistakes."""
    right = right_shares(asked)
    wrong: dict[str, Choice] = {}
    for shares, miss in _mistakes(asked):
        if shares != right:
            text = text_of(shares)
            known = wrong.get(text, Choice(text, shares))
            wrong[text] = known._replace(misses=(*known.misses, miss))
    return wrong


def offered_points(asked: Question) -> tuple[Choice, ...]:
    """The right answer and some wrong ones, sorted by points, lowest first."""
    right = right_shares(asked)
    stream = Stream(f"{asked.name} points")
    wrong = stream.shuffled(list(wrong_points(asked).values()))[: POINTS_OFFERED - 1]
    choices = [*wrong, Choice(text_of(right), right)]
    return tuple(sorted(choices, key=lambda choice: (sum(points for _, points in choice.shares), choice.text)))


def _mistakes(asked: Question) -> Iterator[tuple[Shares, Miss]]:
    """Every possible mistake, after the shares that it leads to."""
    best, hand, rules = asked.score.best, asked.hand, asked.hand.rules
    assert best
    won = winner(hand, best.basic, asked.score.liabilities)
    for basic, miss in (*_other_basics(best), *_other_limits(best)):
        yield shares_of(winner(hand, basic, ()), rules), miss
    other = 0 if won.seat else 1
    discarder = won.discarder_seat if won.discarder_seat != other else won.seat
    swapped = won._replace(seat=other, discarder_seat=None if won.discarder_seat is None else discarder, liable=())
    yield shares_of(swapped, rules), Miss("dealer" if hand.is_dealer else "no_dealer", "dealer")
    if won.liable:
        yield shares_of(won._replace(liable=()), rules), Miss("pao", "pao")
    if won.honba:
        yield shares_of(won._replace(honba=0), rules), Miss("honba", "honba", won.honba)
    if hand.table.sticks and won.discarder_seat is not None and not won.liable:
        ((role, points),) = shares_of(won, rules)
        sticks = hand.table.sticks
        yield ((role, points + STICK * sticks),), Miss("sticks", "sticks", sticks)


def _other_basics(best: ScoredReading) -> Iterator[tuple[int, Miss]]:
    rules = best.reading.rules
    if best.yakuman:
        for award in best.yaku:
            if best.yakuman > award.yakuman:
                yield yakuman_worth(best.yakuman - award.yakuman).basic, Miss("yakuman", award.key, award.yakuman)
            elif award.yakuman > 1:
                yield yakuman_worth(best.yakuman - 1).basic, Miss("yakuman", award.key, award.yakuman)
        return
    for fu, miss in other_fu(best):
        if fu != best.fu:
            yield worth(best.han, fu, rules).basic, miss
    for fu in (best.fu - 10, best.fu + 10):
        if fu >= 20 and best.fu != SEVEN_PAIRS:
            yield worth(best.han, fu, rules).basic, Miss("fu", sum_topic(best), best.fu, fu)
    for award in best.yaku:
        # Without its only yaku nobody could have won.
        if len(best.yaku) > 1:
            # Without pinfu, a tsumo has its 2 fu; a ron has 30 fu as before.
            fu = 30 if award.key == "pinfu" else best.fu
            yield worth(best.han - award.han, fu, rules).basic, Miss("yaku", award.key, award.han)
    for bonus in best.bonuses:
        for counted in reversed(range(bonus.han)):
            basic = worth(best.han - bonus.han + counted, best.fu, rules).basic
            yield basic, Miss("dora", bonus.key, bonus.han, counted)


def _other_limits(best: ScoredReading) -> Iterator[tuple[int, Miss]]:
    """The basic points for one han less and for one to three more, each with the mistake. For a yakuman, those for one
    yakuman more, for a sanbaiman and for a baiman."""
    rules, limit = best.reading.rules, f"limit_{best.limit}" if best.limit else "rounding"
    if best.yakuman:
        yield yakuman_worth(best.yakuman + 1).basic, Miss("yakuman_count", limit, best.yakuman, best.yakuman + 1)
        yield 6000, Miss("limit", limit)
        yield 4000, Miss("limit", limit)
        return
    for han in (best.han - 1, best.han + 1, best.han + 2, best.han + 3):
        if han > 0:
            yield worth(han, best.fu, rules).basic, Miss("han", limit, best.han, han)


def other_fu(best: ScoredReading) -> Iterator[tuple[int, Miss]]:
    """The rounded fu after each single mistake, and the mistake: an item but the base left out, a triplet or kan that
    counts half or twice as much, as if it were open or concealed, or the sum rounded down. For seven pairs, 30 fu
    instead of 25."""
    total, reading = sum(item.fu for item in best.fu_items), best.reading
    # An open ron without any fu counts 30.
    least = 30 if not (reading.is_closed or reading.is_tsumo) and reading.rules.open_pinfu_30 else 20
    for item in best.fu_items:
        if item.key == "chiitoitsu":
            yield 30, Miss("fu_item", "chiitoitsu_fu", item.fu, 30)
        elif item.key != "base":
            is_set = item.key in ("triplet", "kan")
            for given in (0, item.fu // 2, 2 * item.fu) if is_set else (0,):
                fu = -(-(total - item.fu + given) // 10) * 10
                fu = fu if item.key == "open_pinfu" else max(fu, least)
                yield fu, Miss("fu_item", topic_of(item), item.fu, given, item.block)
    if total % 10 and best.fu != SEVEN_PAIRS and total > least:
        yield total // 10 * 10, Miss("fu_item", "rounding", best.fu, total // 10 * 10)


# -- han and fu, fu, yaku, waits -------------------------------------------------------------------

#: The most han that have a key of their own; more han share it.
MOST_HAN = 13
_FU = (20, 25, *range(30, 120, 10))
#: The fu that a line can have, by what it is for.
LINE_FU = {
    "sequence": (0, 2, 4, 8, 16, 32),
    "triplet": (0, 2, 4, 8, 16, 32),
    "kan": (0, 2, 4, 8, 16, 32),
    "pair": (0, 2, 4),
    "wait": (0, 2),
    "win": (0, 2, 10),
}


def offered_fu(best: ScoredReading) -> tuple[int, ...]:
    """The totals of fu that are offered."""
    return (*_FU, *range(120, best.fu + 10, 10))


def right_han_fu(best: ScoredReading) -> str:
    """Han and fu, or how many times it is a yakuman, as the text of an answer."""
    return f"y{best.yakuman}" if best.yakuman else f"{min(best.han, MOST_HAN)}.{best.fu}"


def right_fu(best: ScoredReading) -> str:
    """The fu of each line and their rounded total, as the text of an answer; for seven pairs only the total."""
    lines = fu_lines(best)
    shown = lines if len(lines) > 1 else ()
    return ".".join([str(number) for number in (*(line.fu for line in shown), best.fu)])


def equal_readings(asked: Question) -> tuple[ScoredReading, ...]:
    """The readings with the same blocks, han and fu as the one that counts. It comes first; in the others the winning
    tile completes another block, which makes no difference after rounding."""
    best = asked.score.best
    assert best
    return tuple(
        [
            scored
            for scored in asked.score.readings
            if scored.reading.blocks == best.reading.blocks and (scored.han, scored.fu) == (best.han, best.fu)
        ]
    )


def right_yaku(asked: Question) -> str:
    """The yaku that count, as the text of an answer."""
    best = asked.score.best
    return ".".join(award.key for award in best.yaku) if best else NONE


def offered_yaku(asked: Question) -> tuple[str, ...]:
    """The yaku that count, those that nearly do, and usual ones; in the order of a score sheet."""
    best = asked.score.best
    right = [award.key for award in best.yaku] if best else []
    readings = [scored.reading for scored in asked.score.readings[:1]]
    near = [miss.yaku.key for miss in near_misses(readings) if miss.yaku.key not in right]
    usual = [key for key in _USUAL if key not in right and key not in near]
    stream = Stream(f"{asked.name} yaku")
    wrong = [*stream.shuffled(near)[:4], *stream.shuffled(usual)]
    keys = {*right, *wrong[: max(3, YAKU_OFFERED - len(right))]}
    return tuple([key for key in YAKU if key in keys])


_USUAL = (
    *("riichi", "tsumo", "pinfu", "tanyao", "iipeikou", "haku", "sanshoku_doujun", "ittsuu", "chanta", "chiitoitsu"),
    *("toitoi", "sanankou", "honitsu", "junchan"),
)


def right_waits(asked: Question) -> str:
    """The tiles that complete the hand, as the text of an answer."""
    return "".join([NAMES[kind] for kind in asked.waits])


def right_answer(asked: Question) -> str:
    """The text of the right answer."""
    best = asked.score.best
    if asked.kind == "waits":
        return right_waits(asked)
    if asked.kind == "yaku" or best is None:
        return right_yaku(asked)
    if asked.kind == "points":
        return text_of(right_shares(asked))
    return right_han_fu(best) if asked.kind == "han_fu" else right_fu(best)
