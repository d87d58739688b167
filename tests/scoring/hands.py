"""Hands for the tests: spelled on one line, and dealt at random in every shape.

The random ones are legal: four copies of each tile, red fives as the rules have them, flags that go together, three
players without the tiles that they do not have. One dealer serves both kinds of tests: with a seeded `random.Random`
it deals thousands in no time, with Hypothesis' own `Random` it deals hands that shrink.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any, NamedTuple, TypeVar

from hypothesis import strategies as st

from webapp.efficiency.holding import Holding
from webapp.entry import Entry
from webapp.formats.line import read_line
from webapp.scoring.blocks import SEQUENCE, TRIPLET, BlockType, Meld, MeldType, kinds_of_block
from webapp.scoring.hand import Flag, WinningHand, flags_of
from webapp.scoring.notation import format_tiles, parse_tile, parse_tiles
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, RedFives, Rules
from webapp.scoring.score import Score, ScoredReading, score
from webapp.scoring.switches import BySuit, ChosenSet, Switch
from webapp.scoring.table import Table
from webapp.scoring.tiles import (
    DRAGONS,
    FIVES,
    GREENS,
    HONOURS,
    KIND,
    KINDS,
    MAN,
    NAMES,
    NORTH_KIND,
    PIN,
    RED_FIVES,
    SOU,
    TERMINALS,
    WINDS,
    YAOCHUU,
    Kind,
    Tile,
    TileSet,
    dora_of,
    kinds_of,
    tile_set,
)

COPIES = 4
SEATS = "ESWN"


def is_complete(message: str) -> bool:
    """Whether a message is a whole sentence, every place in it filled with something."""
    return message.endswith(".") and not set("{}") & set(message) and "None" not in message


class Win(NamedTuple):
    """A won hand; its score."""

    hand: WinningHand

    @property
    def rules(self) -> Rules:
        return self.hand.rules

    @property
    def score(self) -> Score:
        return score(self.hand)

    def __repr__(self) -> str:
        return f"{spelled(self.hand)} by {self.rules.preset} {self.rules.changed or ''}"


#: What holds a table.
Situated = TypeVar("Situated", WinningHand, Entry, Holding)
_TABLE = {field.name for field in fields(Table)}


def but(thing: Situated, **facts: Any) -> Situated:
    """The same with some facts changed, those of its table among them."""
    of_table = {name: facts.pop(name) for name in _TABLE & facts.keys()}
    return replace(thing, table=replace(thing.table, **of_table), **facts)


def all_by(rules: Rules, hands: Iterable[WinningHand]) -> list[WinningHand]:
    """The same hands by other rules."""
    return [but(hand, rules=rules) for hand in hands]


def fact(thing: WinningHand | Entry | Holding, name: str) -> object:
    """A field by its name, or a field of the table."""
    return getattr(thing.table if name in _TABLE else thing, name)


def hand_of(line: str) -> WinningHand:
    """The hand that a line spells, legal or not."""
    case = read_line(line)
    assert case.hand is not None, [problem.message for problem in case.problems]
    return case.hand


def win(line: str, **facts: Any) -> Win:
    """The hand that a line spells; `facts` are further fields of it or of its table."""
    return Win(but(hand_of(line), **facts))


def best(line: str, rules: Rules | None = None, **facts: Any) -> ScoredReading:
    """The reading that counts of the hand that a line spells."""
    hand = win(line, **facts).hand
    found = score(but(hand, rules=rules or hand.rules)).best
    assert found is not None, f"no win: {line}"
    return found


def keys(scored: ScoredReading) -> set[str]:
    """The yaku of a reading, by their keys, dora aside."""
    return {award.key for award in scored.yaku}


def meld(kind: str, tiles: str, source: int | None = None, called: str = "", added: str = "") -> Meld:
    """A meld by its type and tiles: ``meld("pon", "055m", 2, called="5m")``."""
    called_tile = parse_tile(called) if called else None
    return Meld(MeldType(kind), parse_tiles(tiles), called_tile, source, parse_tile(added) if added else None)


def spelled(hand: WinningHand) -> str:
    """A hand in one line, for people who read a failed test."""
    melds = [f"({meld.type.value} {format_tiles(meld.tiles)} from {meld.source})" for meld in hand.melds]
    words = [format_tiles(hand.concealed), *melds, f"+{NAMES[hand.win]}"]
    words.append("tsumo" if hand.is_tsumo else f"ron from {hand.table.discarder}")
    words += [f"round={SEATS[hand.table.round]}", f"seat={SEATS[hand.table.seat]}", *sorted(hand.flags)]
    words += [f"dora={format_tiles(hand.table.dora, ordered=True)}", f"ura={format_tiles(hand.ura, ordered=True)}"]
    words += [f"{name}={fact(hand, name)}" for name in ("honba", "sticks", "nuki", "nth_ron", "liable")]
    return " ".join(words)


# -- the wall and what is taken from it ------------------------------------------------------------

Plan = tuple[BlockType, Kind]


class _Wall:
    """How many copies of each kind are left."""

    def __init__(self, rules: Rules) -> None:
        self.players = rules.players
        self.has_nuki = rules.has_norths_aside
        self.left = [COPIES if rules.players == 4 or kind not in range(1, 8) else 0 for kind in KINDS]

    def has(self, kinds: Iterable[Kind]) -> bool:
        wanted = list(kinds)
        return all(self.left[kind] >= wanted.count(kind) for kind in set(wanted))

    def pairs(self, kinds: Iterable[Kind]) -> list[Kind]:
        return [kind for kind in kinds if self.left[kind] >= 2]

    def take(self, kinds: Iterable[Kind]) -> list[Kind]:
        taken = list(kinds)
        for kind in taken:
            self.left[kind] -= 1
        return taken

    def can_be_melded(self, plan: Plan) -> bool:
        """Three players call no chi, and no north where it is set aside."""
        return self.players == 4 or not (plan[0] is SEQUENCE or (self.has_nuki and plan[1] == NORTH_KIND))


def _plans(pool: TileSet) -> list[Plan]:
    """Every sequence and triplet of a pool of kinds."""
    starts = [kind for kind in KINDS if kind < 27 and kind % 9 < 7 and not 0b111 << kind & ~pool]
    return [*((SEQUENCE, kind) for kind in starts), *((TRIPLET, kind) for kind in kinds_of(pool))]


_SIMPLES = (MAN | PIN | SOU) & ~TERMINALS
_EDGES = tile_set("123789m123789p123789s")
_EVERYTHING = MAN | PIN | SOU | HONOURS
_POOLS = [
    *[_EVERYTHING] * 4,
    *[MAN | PIN | SOU] * 3,
    _SIMPLES,
    _EDGES | HONOURS,
    _EDGES,
    YAOCHUU,
    TERMINALS,
    HONOURS,
    GREENS,
    DRAGONS | tile_set("234p"),
    WINDS | tile_set("567s"),
    WINDS | tile_set("5p"),
    *(suit | honours for suit in (MAN, PIN, SOU) for honours in (0, HONOURS)),
    *(tile_set(f"{ranks}m{ranks}p{ranks}s") for ranks in ("123", "345", "567", "789")),
]
_PLANS = {pool: _plans(pool) for pool in _POOLS}


def _is_kin(plan: Plan, other: Plan) -> bool:
    """Whether two blocks may make a yaku together: the same numbers, or the next ones of a straight."""
    return plan[0] is other[0] and (plan[1] % 9 - other[1] % 9) % 3 == 0


def _choose_set(random: Random, wall: _Wall, pool: TileSet, wish: BlockType | None, last: Plan | None) -> Plan:
    fitting = [plan for plan in _PLANS[pool] if wall.has(kinds_of_block(*plan))]
    wished = [plan for plan in fitting if wish in (None, plan[0])]
    kin = [plan for plan in wished if last and _is_kin(plan, last)]
    options = kin if kin and random.randrange(3) else wished or fitting
    return random.choice(options or [plan for plan in _PLANS[_EVERYTHING] if wall.has(kinds_of_block(*plan))])


#: One hand as it is dealt: concealed tiles with the winning one, and melds by their kinds.
_Dealt = tuple[list[Tile], list[tuple[MeldType, list[Tile]]]]
_KANS = (MeldType.ANKAN, MeldType.DAIMINKAN, MeldType.KAKAN)


def _four_sets(random: Random, wall: _Wall) -> _Dealt:
    pool = random.choice(_POOLS)
    wish = random.choice((None, None, SEQUENCE, TRIPLET))
    meld_number = random.choice((0, 0, 0, 0, 1, 2, 3, 4))
    has_kans = bool(random.randrange(2))
    concealed: list[Tile] = []
    melds: list[tuple[MeldType, list[Tile]]] = []
    last: Plan | None = None
    for number in range(4):
        last = _choose_set(random, wall, pool, wish, last)
        tiles = wall.take(kinds_of_block(*last))
        if number < 4 - meld_number or not wall.can_be_melded(last):
            concealed += tiles
        elif last[0] is SEQUENCE:
            melds.append((MeldType.CHI, tiles))
        elif has_kans and wall.has(tiles[:1]):
            melds.append((random.choice(_KANS), tiles + wall.take(tiles[:1])))
        else:
            melds.append((MeldType.PON, tiles))
    pair = random.choice(wall.pairs(kinds_of(pool)) or wall.pairs(KINDS))
    return concealed + wall.take([pair] * 2), melds


def _seven_pairs(random: Random, wall: _Wall) -> _Dealt:
    pools = [pairs for pool in _POOLS if len(pairs := wall.pairs(kinds_of(pool))) >= 7]
    kinds = random.sample(random.choice(pools), 7)
    return wall.take([kind for kind in kinds for _ in range(2)]), []


def _thirteen_orphans(random: Random, wall: _Wall) -> _Dealt:
    orphans = kinds_of(YAOCHUU)
    return wall.take([*orphans, random.choice(orphans)]), []


def _nine_gates(random: Random, wall: _Wall) -> _Dealt:
    first = random.choice([first for first in (0, 9, 18) if wall.left[first + 1]])
    gates = [first, first, *range(first, first + 9), first + 8, first + 8]
    return wall.take([*gates, first + random.randrange(9)]), []


_SHAPES = (*[_four_sets] * 22, *[_seven_pairs] * 3, _thirteen_orphans, _nine_gates)


# -- what lies around it ---------------------------------------------------------------------------


def _indicators(random: Random, wall: _Wall, number: int, kinds: list[Kind]) -> list[Tile]:
    """Indicators from what is left; every other one points to the hand, if it can."""
    found: list[Tile] = []
    for _ in range(number):
        left = [kind for kind in KINDS if wall.left[kind]]
        pointing = [kind for kind in left if dora_of(kind) in kinds]
        found += wall.take([random.choice(pointing if pointing and random.randrange(2) else left)])
    return found


def _redden(random: Random, places: list[list[Tile]], red_fives: RedFives) -> None:
    """Makes so many fives red that neither red nor plain ones are too many."""
    for red, five, most in zip(RED_FIVES, FIVES, red_fives, strict=True):
        fives = [(tiles, index) for tiles in places for index, tile in enumerate(tiles) if tile == five]
        least = max(0, len(fives) - (COPIES - most))
        for tiles, index in random.sample(fives, random.randint(least, min(most, len(fives)))):
            tiles[index] = red


def _meld(random: Random, kind: MeldType, tiles: list[Tile], players: int) -> Meld:
    if kind is MeldType.ANKAN:
        return Meld(kind, tuple(tiles))
    source = 3 if kind is MeldType.CHI else random.randint(1, players - 1)
    added = tiles[3] if kind is MeldType.KAKAN else None
    return Meld(kind, tuple(tiles), random.choice(tiles[:3]), source, added)


_RIICHI = [[Flag.RIICHI], [Flag.DOUBLE_RIICHI], [Flag.OPEN_RIICHI], [Flag.DOUBLE_RIICHI, Flag.OPEN_RIICHI]]


def _riichi(random: Random, rules: Rules) -> list[Flag]:
    known = set(flags_of(rules))
    riichi = random.choice([[], *(flags for flags in _RIICHI if known.issuperset(flags))])
    return [*riichi, Flag.IPPATSU] if riichi and random.randrange(2) else riichi


def _last_moment(hand: WinningHand, seen: list[Kind]) -> Iterator[Flag]:
    """The circumstances of the winning tile that this hand may have."""
    if hand.is_tsumo:
        yield Flag.HAITEI
        if any(meld.type in _KANS for meld in hand.melds) and Flag.IPPATSU not in hand.flags:
            yield Flag.RINSHAN
    else:
        yield from (Flag.HOUTEI, Flag.TSUBAME_GAESHI)
        if Flag.IPPATSU not in hand.flags:
            yield Flag.KANFURI
        if seen.count(KIND[hand.win]) == 1:
            yield Flag.CHANKAN  # the other three lie in the pon it was added to
    if hand.is_dealer:
        yield Flag.PAARENCHAN
    if Flag.DOUBLE_RIICHI in hand.flags:
        yield Flag.ISHI_NO_UE_NIMO_SANNEN
    if not hand.melds and not hand.nuki and not hand.has_riichi:
        if hand.is_tsumo:
            yield Flag.TENHOU if hand.is_dealer else Flag.CHIIHOU
        elif not hand.is_dealer:
            yield Flag.RENHOU


def random_win(random: Random, rules: Rules = TENHOU) -> Win:
    """Deals a winning hand of any shape, legal by the rules; it may have no yaku."""
    wall = _Wall(rules)
    concealed, melds = random.choice(_SHAPES)(random, wall)
    nuki = random.randint(0, wall.left[NORTH_KIND]) if wall.has_nuki else 0
    norths = wall.take([NORTH_KIND] * nuki)
    kinds = concealed + norths + [tile for _, tiles in melds for tile in tiles]
    is_closed = all(meld is MeldType.ANKAN for meld, _ in melds)
    flags = _riichi(random, rules) if is_closed else []
    dora = _indicators(random, wall, random.choice((0, 1, 1, 2, 5)), kinds)
    ura = _indicators(random, wall, random.randrange(len(dora) + 1), kinds) if flags else []
    seen = [*kinds, *dora, *ura]
    _redden(random, [concealed, *(tiles for _, tiles in melds), dora, ura], rules.red_fives)
    random.shuffle(concealed)
    is_tsumo = bool(random.randrange(2))
    hand = WinningHand(
        concealed=tuple(concealed[1:]),
        win=concealed[0],
        is_tsumo=is_tsumo,
        table=Table(
            discarder=random.randint(1, rules.players - 1),
            round=random.randrange(rules.players),
            seat=random.randrange(rules.players),
            dora=tuple(dora),
            honba=random.choice((0, 0, 1, 2, 15)),
            sticks=random.choice((0, 0, 1, 2, 15)),
            rules=rules,
        ),
        melds=tuple(_meld(random, meld, tiles, rules.players) for meld, tiles in melds),
        flags=frozenset(flags),
        ura=tuple(ura),
        nuki=nuki,
        nth_ron=1 if is_tsumo else random.choice((1, 1, *range(1, min(rules.multiple_ron, rules.players - 1) + 1))),
    )
    known = flags_of(rules)
    moment = random.choice([None, None, *(flag for flag in _last_moment(hand, seen) if flag in known)])
    return Win(replace(hand, flags=hand.flags | {moment}) if moment else hand)


#: Texts of values that are no single choice: of a set, by suit, a number, by rank.
_TEXTS = ("none", "012", "431", "0", "100", "100 -100")


def values_of(switch: Switch) -> list[Any]:
    """Each choice of a switch as a value; of a set also none and all of them, of numbers some."""
    choices = list(map(str, switch.choices))
    values = [switch.from_text(text) for text in (*choices, ".".join(choices), *_TEXTS)]
    return [value for value in dict.fromkeys(values) if value is not None]


_REDS = (RedFives(1, 1, 1), RedFives(0, 0, 0), RedFives(1, 2, 1), RedFives(0, 3, 4))


def random_rules(random: Random) -> Rules:
    """Some preset with any of its switches changed."""
    changed: dict[str, Any] = {}
    for switch in SWITCHES.values():
        if random.randrange(4):
            continue
        if isinstance(switch, ChosenSet):
            chosen = random.sample(switch.choices, random.randint(0, len(switch.choices)))
            changed[switch.name] = frozenset(chosen)
        else:
            changed[switch.name] = random.choice(_REDS if isinstance(switch, BySuit) else values_of(switch))
    return replace(random.choice(list(PRESETS.values())), **changed)


def wins(**switches: Any) -> st.SearchStrategy[Win]:
    """Won hands by any rules, that shrink; `switches` are held fixed."""

    def deal(random: Random) -> Win:
        return random_win(random, replace(random_rules(random), **switches))

    return st.randoms(use_true_random=False).map(deal)


def dealt(number: int, seed: int) -> Iterator[Win]:
    """So many random hands by any rules, the same ones each time."""
    random = Random(seed)
    for _ in range(number):
        yield random_win(random, random_rules(random))
