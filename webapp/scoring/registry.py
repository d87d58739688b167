"""What a yaku is, and how the functions of `yaku` and `local_yaku` become one.

One yaku is one function. Its name is the key, the decorator says what it is worth, the docstring's first line is the
rule as the user is told it, the body says the same in sets and returns the tiles that prove it (none: it does not
hold): lowest kinds of blocks, or all kinds. The example lines are tests (`examples` explains them).

A *circumstance* (riichi, the last tile …) is a yaku of the situation, whatever the tiles are, and is asked once a
hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

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
    """What decides which yaku a reading can have at all: its shape, its traits, how many triplets and twins."""

    shape: Shape
    traits: Traits
    triplets: int
    twins: int

    @property
    def suits(self) -> int:
        """How many suits there are, honours aside."""
        return (self.traits & ALL_SUITS).bit_count()

    def triplets_of(self, honours: TileSet) -> int:
        """How many triplets there are of these honours."""
        return (self.traits >> HONOUR_TRIPLETS & honours >> FIRST_WIND).bit_count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Yaku:
    """A yaku: its names, its worth and its proof.

    Han closed and open (0: not when open), or a yakuman. `allowed` and `open_allowed` say by which rules it counts,
    `when` in which situation. It is asked only of the `shapes` it fits, of four sets with at least so many
    `sequences`, `twins` and `triplets` (kans too; of these `honours`, where any are named), with blocks `outside` or
    inside only, with honours or without (`has_honours`), in at least or at most so many suits. These only save asking
    in vain: the proof holds the whole rule, and a test proves them true.
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
    when: Circumstance = lambda won: True
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
    #: At least a mangan, without han of its own.
    is_mangan: bool = False
    #: The keys of the yaku that it takes the place of.
    replaces: frozenset[str] = frozenset()
    proof: Proof | None = None
    circumstance: Circumstance | None = None

    def han(self, rules: Rules, *, is_closed: bool) -> int:
        """Its han by these rules in a closed or an open hand; 0 if it does not count there."""
        if is_closed:
            return self.closed
        return self.open if self.open_allowed(rules) else 0

    def counts(self, won: Situation) -> bool:
        """Whether it can count in this situation."""
        has_worth = self.is_yakuman or self.is_mangan or self.han(won.rules, is_closed=won.is_closed) > 0
        return has_worth and self.allowed(won.rules) and self.when(won)

    def multiple(self, rules: Rules) -> int:
        """How many times a yakuman counts by these rules."""
        return 2 if self.key in rules.double_yakuman else 1

    def worth(self, won: Situation) -> tuple[int, int]:
        """Its han in this situation, or (0 han) how many times it counts as a yakuman."""
        return (0, self.multiple(won.rules)) if self.is_yakuman else (self.han(won.rules, is_closed=won.is_closed), 0)

    def fits(self, form: Form) -> bool:
        """Whether a reading of this form can have it."""
        bits = ((self.has_honours, HAS_HONOURS), (self.has_inner, HAS_INNER), (self.has_edge, HAS_EDGE))
        if (
            form.shape not in self.shapes
            or not self.least_suits <= form.suits <= self.most_suits
            or any(has is not None and has != bool(form.traits & bit) for has, bit in bits)
        ):
            return False
        if form.shape is not STANDARD:
            return True
        triplets = form.triplets_of(self.honours) if self.honours else form.triplets
        return self.triplets <= triplets and form.triplets + self.sequences <= SETS and self.twins <= form.twins


#: Every yaku by its key, in the order of registration. `awards` gives it out when all are there.
REGISTERED: dict[str, Yaku] = {}


def register(name: str, doc: str | None, ja: str, en: str, **worth: Any) -> None:
    """Takes in a yaku under this name; its rule and examples are the docstring's, `worth` are further fields of
    `Yaku`. Its key is the name unless a key is among them."""
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
