"""Yaku, and the decorators that turn a function of `yaku` or `local_yaku` into one.

One yaku is one function. Its name is the key. The decorator says what the yaku is worth. The first line of the
docstring is the rule that users read; the other lines are examples, which are run as tests. The body
returns the tiles that prove the yaku, as lowest kinds of blocks or as all kinds; an empty set means that the hand does
not have it.

A *circumstance* (riichi, the last tile …) is a yaku that does not depend on the tiles. It is checked once for each
situation.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from webapp.scoring.blocks import ALL_SUITS, HAS_EDGE, HAS_HONOURS, HAS_INNER, HONOUR_TRIPLETS, SETS, Traits
from webapp.scoring.reading import CHIITOITSU, KOKUSHI, STANDARD, Reading, Shape, Situation
from webapp.scoring.rules import Rules
from webapp.scoring.tiles import FIRST_WIND, TileSet

Proof = Callable[[Reading], TileSet]
Circumstance = Callable[[Situation], bool]
Allowed = Callable[[Rules], bool]

SETS_ONLY = frozenset({STANDARD})
PAIRS_TOO = frozenset({STANDARD, CHIITOITSU})
PAIRS_ONLY = frozenset({CHIITOITSU})
ORPHANS_ONLY = frozenset({KOKUSHI})
ANY_SHAPE = frozenset(Shape)


class Form(NamedTuple):
    """The facts that decide which yaku a reading can have at all: shape, traits, number of triplets and of twins."""

    shape: Shape
    traits: Traits
    triplets: int
    twins: int

    @property
    def suits(self) -> int:
        """The number of suits, without honours."""
        return (self.traits & ALL_SUITS).bit_count()

    def triplets_of(self, honours: TileSet) -> int:
        """The number of triplets of these honours."""
        return (self.traits >> HONOUR_TRIPLETS & honours >> FIRST_WIND).bit_count()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Yaku:
    """A yaku: its names, its worth and its proof.

    `closed` and `open` are its han (0: it does not count). `allowed` and `open_allowed` say under which rules it
    counts.

    The other fields save time: they say which readings cannot have the yaku, so that its proof is not run. `shapes` are
    the possible shapes. A standard hand needs at least this many `sequences`, `twins` and `triplets` (kans included; if
    `honours` are given, triplets of these). `has_honours`, `has_inner` and `has_edge` say whether the hand must have or
    must not have honours, blocks without a terminal or honour, and blocks with one (None: either). The proof still
    checks the whole rule; a test compares the two.
    """

    key: str
    ja: str
    en: str
    rule: str
    examples: tuple[str, ...]
    closed: int = 0
    open: int = 0
    is_yakuman: bool = False
    allowed: Allowed = lambda rules: True
    open_allowed: Allowed = lambda rules: True
    shapes: frozenset[Shape] = SETS_ONLY
    sequences: int = 0
    triplets: int = 0
    twins: int = 0
    honours: TileSet = 0
    has_honours: bool | None = None
    has_inner: bool | None = None
    has_edge: bool | None = None
    least_suits: int = 0
    most_suits: int = 3
    #: The limit that the hand is worth at least; the yaku has no han.
    limit: Literal["mangan", "baiman"] | None = None
    #: The keys of the yaku that do not count beside it.
    replaces: frozenset[str] = frozenset()
    proof: Proof | None = None
    circumstance: Circumstance | None = None
    #: The traits that matter, and those of them that a hand with this yaku must have.
    asked: Traits = field(init=False)
    traits: Traits = field(init=False)

    def __post_init__(self) -> None:
        """Turns the `has_…` fields into traits, and `honours` if all of them are needed."""
        has = {HAS_HONOURS: self.has_honours, HAS_INNER: self.has_inner, HAS_EDGE: self.has_edge}
        if self.honours and self.triplets == self.honours.bit_count():
            has[self.honours >> FIRST_WIND << HONOUR_TRIPLETS] = True
        object.__setattr__(self, "asked", sum([trait for trait, must in has.items() if must is not None]))
        object.__setattr__(self, "traits", sum([trait for trait, must in has.items() if must]))

    def han(self, rules: Rules, *, is_closed: bool) -> int:
        """Its han in a closed or an open hand; 0 if it does not count."""
        if is_closed:
            return self.closed
        return self.open if self.open_allowed(rules) else 0

    def counts(self, rules: Rules, *, is_closed: bool) -> bool:
        """Whether it can count in a closed or an open hand."""
        has_worth = self.is_yakuman or self.limit or self.han(rules, is_closed=is_closed) > 0
        return bool(has_worth) and self.allowed(rules)

    def multiple(self, rules: Rules) -> int:
        """How many times a yakuman counts: 1 or 2."""
        return 2 if self.key in rules.double_yakuman else 1

    def worth(self, rules: Rules, *, is_closed: bool) -> tuple[int, int]:
        """Its han in a closed or an open hand, and how many times it counts as a yakuman; one of them is 0."""
        return (0, self.multiple(rules)) if self.is_yakuman else (self.han(rules, is_closed=is_closed), 0)

    def has_room(self, shape: Shape, triplets: int, twins: int) -> bool:
        """Whether a reading of this shape, with this number of triplets and twins, can have it."""
        if shape is not STANDARD:
            return shape in self.shapes
        has_sets = self.triplets <= triplets <= SETS - self.sequences and self.twins <= twins
        return has_sets and shape in self.shapes

    def fits(self, form: Form) -> bool:
        """Whether a reading of this form can have it, provided that `has_room` allows it."""
        if form.traits & self.asked != self.traits:
            return False
        if self.honours and self.triplets > form.triplets_of(self.honours):
            return False
        return self.least_suits <= form.suits <= self.most_suits


#: Every yaku by its key, in the order of registration. Use `awards.YAKU`, where all are registered.
REGISTERED: dict[str, Yaku] = {}


def register(name: str, doc: str | None, ja: str, en: str, **worth: Any) -> None:
    """Adds a yaku under this name. The docstring holds its rule and examples; `worth` are fields of `Yaku`. The name is
    the key, unless `worth` has a key."""
    rule, _, examples = (doc or "").strip().partition("\n")
    lines = tuple(line.strip() for line in examples.splitlines() if line.strip())
    REGISTERED[name] = Yaku(**{"key": name, **worth}, ja=ja, en=en, rule=rule, examples=lines)


def yaku(ja: str, en: str, **worth: Any) -> Callable[[Proof], Proof]:
    """Registers a function of a reading as a yaku; `worth` are fields of `Yaku`."""

    def take_in(proof: Proof) -> Proof:
        register(proof.__name__, proof.__doc__, ja, en, proof=proof, **worth)
        return proof

    return take_in


def circumstance(ja: str, en: str, **worth: Any) -> Callable[[Circumstance], Circumstance]:
    """Registers a function of the situation as a yaku; `worth` are fields of `Yaku`."""

    def take_in(holds: Circumstance) -> Circumstance:
        register(holds.__name__, holds.__doc__, ja, en, circumstance=holds, shapes=ANY_SHAPE, **worth)
        return holds

    return take_in
