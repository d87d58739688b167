"""Questions: a set is identified by its version, kind, level and source, and always gives the same questions."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from webapp.drill.dealing import Wish, deal
from webapp.drill.levels import LEVELS, takes, wish_for
from webapp.drill.stream import Stream
from webapp.drill.topics import fu_topics, han_topics, paying_topics, yaku_topics
from webapp.efficiency.holding import Holding
from webapp.efficiency.waits import completing
from webapp.scoring.checks import problems
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.score import Score, ScoredReading, score
from webapp.scoring.tiles import KIND, Kind, kinds_of

#: The version of this package, a part of every address. A change of the questions of any set needs a new version.
VERSION = 1
MOST_QUESTIONS = 50
#: The number of questions in the day's set.
QUESTIONS = 10
#: The number of questions that are cached.
_KEPT = 1 << 10
#: The most hands that are dealt for a topic, then for the level. Nearly always one of the first few is suitable.
_FOR_TOPIC, _FOR_LEVEL = 60, 400


class Sort(StrEnum):
    """The kinds of questions, as addresses call them."""

    POINTS = "points"
    HAN_FU = "han_fu"
    FU = "fu"
    YAKU = "yaku"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class DrillSet:
    """A set of questions. `source` is a day (``2026-11-22``) or the text of a seed; `topics` are those to be asked, in
    turn. `only` are the indexes of the questions that are asked again; empty for all."""

    kind: Sort
    level: int
    source: str
    rules: Rules = TENHOU
    number: int = QUESTIONS
    topics: tuple[str, ...] = ()
    version: int = VERSION
    only: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question: the hand that it shows, its score, its topics. A question about waits hides the winning tile.

    `name` is the text that seeds everything random about it.
    """

    kind: Sort
    name: str
    hand: WinningHand
    score: Score
    topics: tuple[str, ...]

    @property
    def holding(self) -> Holding:
        """The hand without its winning tile."""
        hand = self.hand
        return Holding(hand.concealed, hand.melds, hand.table, hand.ura, flags=hand.flags, nuki=hand.nuki)

    @property
    def waits(self) -> list[Kind]:
        """The kinds that complete the hand without its winning tile."""
        return kinds_of(completing(self.holding))


def questions(asked: DrillSet) -> list[Question]:
    """All questions of a set."""
    return [question(asked, index) for index in range(asked.number)]


def question(asked: DrillSet, index: int) -> Question:
    """The question of this number, from 0. No earlier one of the set shows the same tiles."""
    return _question(replace(asked, number=MOST_QUESTIONS, only=()), asked.only[index] if asked.only else index)


@lru_cache(_KEPT)
def _question(asked: DrillSet, index: int) -> Question:
    earlier = {_tiles(_question(asked, before).hand) for before in range(index)}
    topic = asked.topics[index % len(asked.topics)] if asked.topics else ""
    stream = Stream(f"agari drill {asked.version} {asked.kind} {asked.level} {asked.source} {index} {topic}")
    wants_none = asked.kind is Sort.YAKU and not topic and stream.chance(8)
    last: Question | None = None
    for attempt in range(_FOR_TOPIC + _FOR_LEVEL):
        aim = topic if attempt < _FOR_TOPIC else ""
        made = _made(stream, asked, aim, wants_none)
        if made and _tiles(made.hand) not in earlier:
            if not aim or aim in made.topics:
                return made
            last = last or made
    if last is None:
        raise LookupError(f"no hand can be dealt for {asked}")
    return last


def _tiles(hand: WinningHand) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(map(KIND.__getitem__, hand.tiles))), (KIND[hand.win],)


def _made(stream: Stream, asked: DrillSet, topic: str, wants_none: bool) -> Question | None:
    """A question made from this stream; None if its hand is not suitable."""
    wish = wish_for(topic, asked.level) if topic else stream.weighted(LEVELS[asked.level].wishes)
    if asked.kind is Sort.WAITS:
        return _of_waits(stream, asked, wish if topic else _wish_of_waits(stream, asked.level, wish), bool(topic))
    if wants_none:
        wish = replace(wish, pattern="plain", is_closed=asked.level == 1 or stream.chance(30), has_riichi=False)
    hand = deal(stream, asked.rules, wish)
    if hand is None or problems(hand):
        return None
    scored = score(hand)
    if wants_none:
        return Question(asked.kind, stream.text, hand, scored, ()) if scored.readings and not scored.best else None
    best = scored.best
    if best is None or (asked.kind is Sort.FU and not best.fu) or not (topic or takes(asked.level, scored, best)):
        return None
    topics = _topics(asked.kind, scored, best)
    return Question(asked.kind, stream.text, hand, scored, tuple(dict.fromkeys(topics)))


def _topics(kind: Sort, scored: Score, best: ScoredReading) -> list[str]:
    if kind is Sort.YAKU:
        return yaku_topics(best)
    if kind is Sort.FU:
        return [*fu_topics(best), "rounding"]
    limit = [f"limit_{best.limit}"] if best.limit else []
    return fu_topics(best) + han_topics(best) + (paying_topics(scored) if kind is Sort.POINTS else limit)


#: The fewest and the most kinds that a hand of a level waits for.
_WAITED = {1: (1, 2), 2: (1, 3), 3: (2, 13), 4: (3, 13)}


def _wish_of_waits(stream: Stream, level: int, wish: Wish) -> Wish:
    """The wish for a question about waits. The third level has some hands of one suit, the fourth many: these have the
    most waits."""
    share = {3: 40, 4: 85}.get(level, 0)
    return replace(wish, pattern="chinitsu", is_closed=stream.chance(80)) if stream.chance(share) else wish


def _of_waits(stream: Stream, asked: DrillSet, wish: Wish, has_topic: bool) -> Question | None:
    hand = deal(stream, asked.rules, wish)
    if hand is None or problems(hand):
        return None
    flags = hand.flags & {Flag.RIICHI, Flag.DOUBLE_RIICHI}
    hand = replace(hand, flags=flags, table=replace(hand.table, honba=0, sticks=int(bool(flags))))
    scored = score(hand)
    made = Question(asked.kind, stream.text, hand, scored, ())
    number = len(made.waits)
    fewest, most = (1, 13) if has_topic else _WAITED[asked.level]
    if not scored.readings or not fewest <= number <= most:
        return None
    is_flush = len({KIND[tile] // 9 for tile in hand.tiles}) == 1 and number > 1
    topic = "waits_flush" if is_flush else ("waits_one", "waits_two", "waits_many")[min(number, 3) - 1]
    return replace(made, topics=(topic,))
