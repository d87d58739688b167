"""The rules of a game: one frozen `GameRules`, which contains the `Rules` of its hands, and the presets, as data.

Every switch is declared as those of scoring are, so that the same panel shows them. Recorded games store the names.
`UNSURE` lists what a preset takes from a single source, or from none. Sources: RULES.md in this folder.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, get_args

from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import PRESETS, TENHOU, Rules, preset_of
from webapp.scoring.switches import switch, switches_of
from webapp.scoring.table import WIND_NAMES

Abortive = Literal["nine_terminals", "four_winds", "four_kans", "four_riichi", "triple_ron"]
Stop = Literal["win", "tenpai"]

ABORTIVE: frozenset[Abortive] = frozenset(get_args(Abortive))
#: The abortive draws that need four players.
NEEDS_FOUR: frozenset[Abortive] = frozenset({"four_winds", "four_riichi", "triple_ron"})
BOTH_STOPS: frozenset[Stop] = frozenset(get_args(Stop))
MAX_POINTS = 1_000_000
_POINTS = range(0, MAX_POINTS + 1, 100)
_CHIPS = range(100)
_SIGNED = range(-MAX_POINTS, MAX_POINTS + 1, 100)
#: The hands of `house`: three may win on a discard, since that is no draw there; the discarder pays the honba of a ron
#: that a liable player shares.
_HOUSE_HANDS = replace(TENHOU, multiple_ron=3, pao_ron_honba="discarder")


@dataclass(frozen=True)
class GameRules:
    """Every switch for how a game begins, goes on and ends; the defaults are those of `house`.

    Points are whole hundreds. `uma` has a number for each rank, the first rank first.
    """

    preset: str = "house"
    scoring: Rules = _HOUSE_HANDS
    rounds: Literal[0, 1, 2, 4] = switch(2, "course", "How many winds are played, or one hand, with its repeats.")
    start_points: int = switch(25_000, "course", "The points each player begins with.", _POINTS)
    dealer_repeats: Literal["never", "win", "tenpai", "south_always", "always"] = switch(
        "tenpai",
        "course",
        "When the dealer stays: after a win, also when tenpai at a draw, or after every draw, maybe only from the"
        " second wind on.",
    )
    double_ron_dealer: Literal["stays", "first"] = switch(
        "stays",
        "course",
        "When a dealer who wins with others stays: always, or only as the nearest to the discarder.",
    )
    tenpai_payment: int = switch(3_000, "course", "What the players without tenpai pay together at a draw.", _POINTS)
    nagashi: Literal["off", "draw", "win"] = switch(
        "draw", "course", "Nagashi mangan: off, a draw with its own payments, or a win that takes honba and sticks."
    )
    abortive: frozenset[Abortive] = switch(
        ABORTIVE - {"triple_ron"}, "course", "Which events end a hand at once; a honba is added."
    )
    abortive_passes: frozenset[Abortive] = switch(
        frozenset(), "course", "After which of these draws the deal passes; after others the dealer stays."
    )
    riichi_needs: int = switch(
        1_000, "course", "The points that a player needs to declare riichi; 0: any player may.", _POINTS
    )
    tobi: Literal["below_zero", "at_zero", "off"] = switch(
        "below_zero", "ending", "The game ends when a player has less than 0 points, 0 points or less, or never."
    )
    ceiling_points: int = switch(
        0,
        "ending",
        "The game ends when a player has this many points after a win or an exhaustive draw, whoever stays; 0: never.",
        _POINTS,
    )
    goal_points: int = switch(
        30_000, "ending", "The points that the leader needs for the game to end where rules ask for them.", _POINTS
    )
    last_dealer_stops: frozenset[Stop] = switch(
        BOTH_STOPS, "ending", "What ends the game when the last dealer leads with the goal: a win, tenpai at a draw."
    )
    stop_is: Literal["automatic", "chosen"] = switch(
        "chosen", "ending", "Whether the last dealer's lead ends the game by itself or when the dealer says so."
    )
    stop_rank: Literal["leader", "any"] = switch(
        "leader",
        "ending",
        "Who may stop as the last dealer: the leader with the goal; or any, by choice, if there is no extension or"
        " somebody has the goal.",
    )
    extension: Literal["off", "sudden_death", "first_to_goal", "full_wind"] = switch(
        "off",
        "ending",
        "One more wind is played if nobody has the goal: until a hand without a repeat leaves somebody with it, until"
        " any hand does, or in full.",
    )
    extension_wind: Literal["next", "east"] = switch(
        "next", "ending", "The wind of the extension: the next one, or East again."
    )
    leftover_sticks: Literal["first", "share", "back", "nobody"] = switch(
        "first",
        "ending",
        "Who takes the riichi sticks that are left: the first, all who share the first rank, those who laid them, or"
        " nobody.",
    )
    return_points: int = switch(
        30_000, "result", "The points that count as zero in the result; more than the start makes the oka.", _POINTS
    )
    oka_to: Literal["first", "nobody"] = switch("first", "result", "Who is given the oka.")
    uma: tuple[int, ...] = switch((20_000, 10_000, -10_000, -20_000), "result", "The bonus of each rank.", _SIGNED)
    uma_one_above: tuple[int, ...] = switch(
        (), "result", "The uma if one player has the return points or more; empty: as always.", _SIGNED
    )
    uma_three_above: tuple[int, ...] = switch(
        (), "result", "The uma if three of four players have the return points or more; empty: as always.", _SIGNED
    )
    ties: Literal["seat", "share"] = switch(
        "seat", "result", "Equal points: the player nearer to the first dealer is ahead, or the rank is shared."
    )
    rounding: Literal["exact", "half_up", "half_down", "down", "up"] = switch(
        "exact",
        "result",
        "Points as they are, or rounded to thousands: 500 up, 500 down, all down or all up; the first takes the rest.",
    )
    chombo: Literal["mangan", "haneman", "each", "after_game"] = switch(
        "mangan",
        "extras",
        "A chombo pays a mangan or a haneman at the table, or points to each player; or points are taken from the"
        " result.",
    )
    chombo_each: int = switch(3_000, "extras", "What a chombo pays to each player, where it pays to each.", _POINTS)
    chombo_points: int = switch(20_000, "extras", "The points that a chombo takes from the result.", _POINTS)
    chombo_dealer: Literal["stays", "passes"] = switch(
        "stays",
        "extras",
        "After a chombo of the dealer the same hand is dealt again, or the deal passes except in the last hand.",
    )
    chip_points: int = switch(0, "extras", "The points of a chip; 0: no chips.", _POINTS)
    chip_ippatsu: int = switch(0, "extras", "The chips of ippatsu: each payer gives so many to the winner.", _CHIPS)
    chip_ura: int = switch(0, "extras", "The chips of each ura dora.", _CHIPS)
    chip_red: int = switch(0, "extras", "The chips of each red five.", _CHIPS)
    chip_red_open: bool = switch(True, "extras", "Red fives have chips in an open hand too.")
    chip_yakuman_ron: int = switch(0, "extras", "The chips of a yakuman by ron, besides the others.", _CHIPS)
    chip_yakuman_tsumo: int = switch(0, "extras", "The chips of a yakuman by tsumo, from each payer.", _CHIPS)
    yakitori_points: int = switch(
        0, "extras", "What a player without a win pays to those who have one; 0: nothing.", _POINTS
    )
    tobi_prize: int = switch(
        0, "extras", "What a player below the limit of tobi pays to the winner who ended the game.", _POINTS
    )

    @cached_property
    def players(self) -> int:
        """The number of players, 3 or 4."""
        return self.scoring.players

    @cached_property
    def hands(self) -> int:
        """The number of hands in a game without repeats and extension."""
        return self.rounds * self.players or 1

    @property
    def winds(self) -> int:
        """The number of winds after which East comes again."""
        return max(self.rounds, 1) if self.extension_wind == "east" else len(WIND_NAMES)

    @cached_property
    def abortive_draws(self) -> tuple[Abortive, ...]:
        """The abortive draws that these rules have with this number of players, in a fixed order."""
        possible = self.abortive if self.players == 4 else self.abortive - NEEDS_FOUR
        return tuple(kind for kind in get_args(Abortive) if kind in possible)

    @property
    def tobi_limit(self) -> int | None:
        """The game ends if a player has fewer points than this; None: it never ends so."""
        return {"below_zero": 0, "at_zero": 1, "off": None}[self.tobi]

    @property
    def has_chips_of_wins(self) -> bool:
        """Whether a win can bring chips."""
        worth = self.chip_ippatsu, self.chip_ura, self.chip_red, self.chip_yakuman_ron, self.chip_yakuman_tsumo
        return self.chip_points > 0 and any(worth)

    @property
    def changed(self) -> dict[str, object]:
        """The switches that differ from the preset, with their values; those of scoring apart. The length is none of
        them: a new game is asked for it apart from its rules."""
        preset, names = GAME_PRESETS[self.preset], [name for name in GAME_SWITCHES if name != "rounds"]
        return {name: getattr(self, name) for name in names if getattr(self, name) != getattr(preset, name)}

    @property
    def for_new_game(self) -> "GameRules":
        """These rules for a new game: with today's payments, even if an earlier version stored the rules."""
        if self.scoring.sanma_tsumo != "rounded_once":
            return self
        return replace(self, scoring=replace(self.scoring, sanma_tsumo="half"))


#: Every switch by its name, in the order of `GameRules`.
GAME_SWITCHES = switches_of(GameRules)


def rules_problems(rules: GameRules) -> Iterator[Problem]:
    """Every reason why a game cannot be played by these rules."""
    floating = ["uma_one_above", "uma_three_above"][: rules.players - 2]
    for name in ["uma", *(name for name in floating if getattr(rules, name))]:
        if len(getattr(rules, name)) != rules.players:
            yield problem(
                name, Code.BAD_NUMBER, "The uma has a number for each of {players} ranks.", players=rules.players
            )
    if missing := rules.abortive_passes - rules.abortive:
        yield problem(
            "abortive_passes",
            Code.UNKNOWN_RULE,
            "The deal passes only after abortive draws that the rules have; these are missing there: {names}.",
            names=", ".join(sorted(missing)),
        )
    if 0 < rules.ceiling_points <= rules.start_points:
        yield problem(
            "ceiling_points",
            Code.BAD_NUMBER,
            "The points that end the game are more than the {start} at the start, or 0: none end it.",
            start=rules.start_points,
        )
    yield from tenpai_problems(rules.tenpai_payment, rules.players)


def tenpai_problems(payment: int, players: int) -> Iterator[Problem]:
    """The problem of a payment at a draw that some number of players cannot share in whole hundreds."""
    step = 600 if players == 4 else 200
    if payment % step:
        yield problem(
            "tenpai_payment",
            Code.BAD_NUMBER,
            "The payment at a draw is shared: a multiple of {step}, not {got}.",
            step=step,
            got=payment,
        )


_HOUSE = GameRules()
_TENHOU = GameRules(
    preset="tenhou",
    scoring=TENHOU,
    abortive=ABORTIVE,
    stop_is="automatic",
    extension="sudden_death",
)
_MAHJONG_SOUL = replace(
    _TENHOU,
    preset="mahjong_soul",
    scoring=PRESETS["mahjong_soul"],
    abortive=ABORTIVE - {"triple_ron"},
    return_points=25_000,
    oka_to="nobody",
    uma=(15_000, 5_000, -5_000, -15_000),
)
_M_LEAGUE = GameRules(
    preset="m_league",
    scoring=PRESETS["m_league"],
    abortive=frozenset(),
    nagashi="off",
    riichi_needs=0,
    tobi="off",
    last_dealer_stops=frozenset(),
    leftover_sticks="share",
    uma=(30_000, 10_000, -10_000, -30_000),
    ties="share",
    chombo="after_game",
)
_WRC = replace(
    _M_LEAGUE,
    preset="wrc",
    scoring=PRESETS["wrc"],
    start_points=30_000,
    leftover_sticks="nobody",
    oka_to="nobody",
    uma=(15_000, 5_000, -5_000, -15_000),
)
_TOKUTEN = GameRules(
    preset="tokuten",
    scoring=PRESETS["tokuten"],
    abortive=frozenset(),
    nagashi="off",
    last_dealer_stops=frozenset(),
)
#: What most of the rule pages of parlours share: their chains differ in what `UNSURE` has.
_PARLOUR = GameRules(
    preset="parlour",
    scoring=PRESETS["parlour"],
    double_ron_dealer="first",
    abortive_passes=ABORTIVE - {"triple_ron"},
    ceiling_points=55_000,
    stop_rank="any",
    chombo="each",
    chip_ippatsu=1,
    chip_ura=1,
    chip_red=1,
    chip_yakuman_ron=10,
    chip_yakuman_tsumo=5,
)


def _sanma(rules: GameRules, uma: tuple[int, int, int], return_points: int) -> GameRules:
    """The version of a preset for three players."""
    preset = preset_of(rules.preset, 3)
    return replace(
        rules,
        preset=preset,
        scoring=PRESETS[preset],
        start_points=35_000,
        return_points=return_points,
        goal_points=40_000,
        tenpai_payment=2_000,
        uma=uma,
    )


GAME_PRESETS: dict[str, GameRules] = {
    rules.preset: rules
    for rules in (
        _HOUSE,
        _TENHOU,
        _MAHJONG_SOUL,
        _M_LEAGUE,
        _WRC,
        replace(_WRC, preset="ema", scoring=PRESETS["ema"], leftover_sticks="share"),
        _TOKUTEN,
        _PARLOUR,
        _sanma(_TENHOU, (20_000, 0, -20_000), 40_000),
        _sanma(_MAHJONG_SOUL, (15_000, 0, -15_000), 35_000),
    )
}

#: The switches for which a preset has a single source, or none.
UNSURE: dict[str, frozenset[str]] = {
    "mahjong_soul": frozenset(
        {"return_points", "goal_points", "uma", "oka_to", "rounding", "ties", "tobi", "last_dealer_stops"}
        | {"riichi_needs", "leftover_sticks"}
    ),
    "m_league": frozenset(
        {"rounding", "dealer_repeats", "extension", "nagashi", "riichi_needs", "chombo", "chombo_points"}
    ),
    "wrc": frozenset({"nagashi", "extension", "riichi_needs", "chombo", "chombo_points"}),
    "ema": frozenset(
        {"start_points", "return_points", "ties", "tobi", "dealer_repeats", "last_dealer_stops", "extension"}
        | {"riichi_needs"}
    ),
    "tokuten": frozenset(
        {"start_points", "return_points", "uma", "oka_to", "dealer_repeats", "last_dealer_stops", "extension"}
        | {"abortive", "tenpai_payment", "riichi_needs"}
    ),
    "parlour": frozenset(
        {"abortive", "abortive_passes", "riichi_needs", "nagashi", "ceiling_points", "stop_is", "stop_rank"}
        | {"extension", "leftover_sticks", "uma", "rounding", "chombo", "chombo_dealer", "chip_points", "chip_red_open"}
        | {"chip_yakuman_ron", "chip_yakuman_tsumo"}
    ),
}
UNSURE["mahjong_soul_sanma"] = UNSURE["mahjong_soul"]
