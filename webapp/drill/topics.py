"""Topics: the single things that a question practises. Addresses and the learner's device store their names.

A topic is a line of fu, a yaku, a limit, or who pays. A line without fu is a topic too, because learners also have to
know that a sequence, a guest wind or a two-sided wait has none.
"""

from typing import NamedTuple

from webapp.scoring.awards import YAKU
from webapp.scoring.blocks import SEQUENCE
from webapp.scoring.fu import FuItem, FuReason
from webapp.scoring.points import Limit
from webapp.scoring.reading import CHIITOITSU
from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.score import Score, ScoredReading


class FuLine(NamedTuple):
    """A line of the fu that is asked for: the topic, what it is for (a type of block, ``wait``, ``win`` or
    ``chiitoitsu``), its fu, and the index of its block."""

    topic: str
    of: str
    fu: int
    block: int | None = None


#: The topics of fu. Those of triplets and kans say whether they are concealed, and whether of terminals or honours.
FU_TOPICS = (
    "sequence",
    *(
        f"{way}_{block}{edge}"
        for block in ("triplet", "kan")
        for way in ("open", "concealed")
        for edge in ("", "_yaochuu")
    ),
    *("pair_plain", "pair_dragon", "pair_round_wind", "pair_seat_wind", "pair_double_wind"),
    *("wait_ryanmen", "wait_shanpon", "wait_kanchan", "wait_penchan", "wait_tanki"),
    *("closed_ron", "open_ron", "open_pinfu", "tsumo_fu", "pinfu_tsumo", "chiitoitsu_fu", "rounding"),
)
LIMIT_TOPICS = tuple(f"limit_{limit}" for limit in Limit)
PAYING_TOPICS = ("dealer", "honba", "sticks", "pao")
DORA_TOPICS = ("dora", "ura_dora", "aka_dora")
WAIT_TOPICS = ("waits_one", "waits_two", "waits_many", "waits_flush")
#: The yaku of the usual rules. Others are asked for if the rules have them, but are not topics.
YAKU_TOPICS = tuple([key for key, yaku in YAKU.items() if yaku.allowed(TENHOU)])
TOPICS = frozenset((*FU_TOPICS, *LIMIT_TOPICS, *PAYING_TOPICS, *DORA_TOPICS, *WAIT_TOPICS, *YAKU_TOPICS))
#: With three players nobody calls chi, most characters are missing and nobody sits in the north.
_NOT_OF_THREE = frozenset(("open_pinfu", "sanshoku_doujun", "seat_wind_N"))
_NEEDS_NORTHS = frozenset(("round_wind_N", "kokushi", "kokushi_13", "shousuushii", "daisuushii"))


def is_asked(topic: str, rules: Rules) -> bool:
    """Whether a question by these rules can have a topic."""
    allowed = {
        "aka_dora": any(rules.red_fives),
        "ura_dora": rules.ura_dora,
        "pao": bool(rules.pao) and not rules.no_limit,
        "open_pinfu": rules.open_pinfu_30,
        "pinfu_tsumo": rules.pinfu_tsumo == "twenty_fu",
        "limit_counted_yakuman": rules.counted_yakuman != "sanbaiman",
    }
    return not (
        (topic in YAKU_TOPICS and not YAKU[topic].allowed(rules))
        or not allowed.get(topic, True)
        or (topic in FU_TOPICS and rules.fu_fixed)
        or (topic in LIMIT_TOPICS and rules.no_limit)
        or (topic in _NOT_OF_THREE and rules.players == 3)
        or (topic in _NEEDS_NORTHS and rules.has_norths_aside)
    )


def topic_of(item: FuItem) -> str:
    """The topic of a fu item. The topic of the base is the rounding."""
    if item.key in ("triplet", "kan"):
        return item.name + ("_yaochuu" if FuReason.YAOCHUU in item.reasons else "")
    if item.key in ("pair", "wait"):
        return f"{item.key}_{item.reasons[0]}"
    return {"tsumo": "tsumo_fu", "chiitoitsu": "chiitoitsu_fu", "base": "rounding"}.get(item.key, item.key)


def fu_lines(scored: ScoredReading) -> tuple[FuLine, ...]:
    """The lines of a hand's fu: each block, the wait and the way of winning, also those without fu. Seven pairs have
    one line, because they have 25 fu as a whole."""
    reading = scored.reading
    if reading.shape is CHIITOITSU:
        return (FuLine("chiitoitsu_fu", "chiitoitsu", scored.fu),)
    items = {(item.key, item.block): item for item in scored.fu_items}
    lines = []
    for index, block in enumerate(reading.blocks):
        item = items.get((block.type.value, index))
        nothing = "sequence" if block.type is SEQUENCE else "pair_plain"
        lines.append(FuLine(topic_of(item) if item else nothing, block.type, item.fu if item else 0, index))
    wait = items.get(("wait", reading.win_block))
    lines.append(FuLine(f"wait_{reading.wait}", "wait", wait.fu if wait else 0, reading.win_block))
    way = next((item for item in scored.fu_items if item.key in ("closed_ron", "tsumo", "open_pinfu")), None)
    nothing = "pinfu_tsumo" if reading.is_tsumo else "open_ron"
    return (*lines, FuLine(topic_of(way) if way else nothing, "win", way.fu if way else 0))


def sum_topic(scored: ScoredReading) -> str:
    """The topic of a wrong sum of fu: the rounding, empty if nothing is rounded; for 20 fu the way of winning, which
    has none."""
    if scored.fu == 20:
        return fu_lines(scored)[-1].topic
    return "rounding" if sum(item.fu for item in scored.fu_items) % 10 else ""


def fu_topics(scored: ScoredReading) -> list[str]:
    """The topics of its fu; empty for a yakuman."""
    return [line.topic for line in fu_lines(scored)] if scored.fu else []


def yaku_topics(scored: ScoredReading) -> list[str]:
    """The topics of its yaku."""
    return [award.key for award in scored.yaku]


def han_topics(scored: ScoredReading) -> list[str]:
    """The topics of its yaku and dora."""
    return yaku_topics(scored) + [bonus.key for bonus in scored.bonuses]


def paying_topics(score: Score) -> list[str]:
    """The topics of a question's points, apart from han and fu."""
    table, best = score.hand.table, score.best
    topics = {
        "dealer": score.hand.is_dealer,
        "honba": table.honba > 0,
        "sticks": table.sticks > 0,
        "pao": bool(score.liabilities),
    }
    limit = [f"limit_{best.limit}"] if best and best.limit else []
    return limit + [topic for topic, applies in topics.items() if applies]
