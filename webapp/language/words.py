"""The words for the engine's keys, in English; the catalogues translate them.

Templates look a word up here by its key and never know what it means.
"""


def N_(message: str) -> str:  # noqa: N802 - gettext's name for a message that is translated later
    """Marks a message for the catalogues."""
    return message


SEATS = {"E": N_("East"), "S": N_("South"), "W": N_("West"), "N": N_("North")}
WINDS = {"E": N_("E"), "S": N_("S"), "W": N_("W"), "N": N_("N")}
#: A hand of a game by the wind of its round.
HANDS = {"E": N_("East {n}"), "S": N_("South {n}"), "W": N_("West {n}"), "N": N_("North {n}")}
LENGTHS = {0: N_("One hand"), 1: N_("East only"), 2: N_("East and south"), 4: N_("All four winds")}
#: How a hand of a game ends.
ENDINGS = {
    "exhaustive": N_("Exhaustive draw"),
    "nine_terminals": N_("Nine terminals and honours"),
    "four_winds": N_("Four winds"),
    "four_kans": N_("Four kans, a draw"),
    "four_riichi": N_("Four riichi"),
    "triple_ron": N_("Triple ron"),
    "nagashi": N_("Nagashi mangan"),
    "chombo": N_("Chombo"),
}
#: What everybody at the table is told of an event that ends no hand.
NEWS = {
    "riichi": N_("Riichi"),
    "withdraw": N_("Riichi taken back"),
    "chombo": N_("Chombo"),
    "adjust": N_("Points by hand"),
    "chips": N_("Chips"),
    "end": N_("The game has ended"),
    "undo": N_("Undone"),
    "redo": N_("Redone"),
}
#: What mends a hand whose riichi is not that of the table.
STICKS = {"riichi": N_("Lay the stick"), "withdraw": N_("Take back the stick")}
SUITS = (N_("Characters"), N_("Circles"), N_("Bamboos"))
#: Why a game is over.
OVER = {
    "tobi": N_("somebody is below zero"),
    "goal": N_("the goal is reached"),
    "last_hand": N_("the last hand was played"),
    "dealer_stopped": N_("the last dealer leads and stops"),
    "ended": N_("it was ended"),
}
SIDES = {"right": N_("right"), "across": N_("across"), "left": N_("left")}
WAYS = {"ron": N_("Ron"), "tsumo": N_("Tsumo")}
LIMITS = {
    "mangan": N_("Mangan"),
    "haneman": N_("Haneman"),
    "baiman": N_("Baiman"),
    "sanbaiman": N_("Sanbaiman"),
    "counted_yakuman": N_("Counted yakuman"),
    "yakuman": N_("Yakuman"),
}
WAITS = {
    "ryanmen": N_("two-sided wait"),
    "kanchan": N_("closed wait"),
    "penchan": N_("edge wait"),
    "shanpon": N_("wait on two pairs"),
    "tanki": N_("pair wait"),
    "thirteen": N_("13-sided wait"),
}
BLOCKS = {
    "sequence": N_("sequence"),
    "triplet": N_("triplet"),
    "kan": N_("kan"),
    "pair": N_("pair"),
    "single": N_("single"),
}
FU = {
    "base": N_("Base"),
    "closed_ron": N_("Closed ron"),
    "chiitoitsu": N_("Seven pairs"),
    "open_triplet": N_("Open triplet"),
    "concealed_triplet": N_("Concealed triplet"),
    "open_kan": N_("Open kan"),
    "concealed_kan": N_("Concealed kan"),
    "pair": N_("Head pair"),
    "wait": N_("Wait"),
    "tsumo": N_("Tsumo"),
    "open_pinfu": N_("Open hand without fu"),
}
#: Each line of the fu explained.
FU_RULES = {
    "base": N_("Every hand but seven pairs begins with 20 fu."),
    "closed_ron": N_("A closed hand that wins by ron gets 10 fu."),
    "chiitoitsu": N_("Seven pairs always have 25 fu; nothing is rounded up."),
    "open_triplet": N_("2 fu, or 4 of terminals or honours. A triplet completed by ron counts as open."),
    "concealed_triplet": N_("4 fu, or 8 of terminals or honours: twice an open one."),
    "open_kan": N_("8 fu, or 16 of terminals or honours: four times an open triplet."),
    "concealed_kan": N_("16 fu, or 32 of terminals or honours: four times a concealed triplet."),
    "pair": N_("A pair of dragons, of the round wind or of the own wind has 2 fu; a double wind 2 or 4, by the rules."),
    "wait": N_("A wait on the middle, on an edge or on the pair has 2 fu: one sort of tile completes the hand."),
    "tsumo": N_("A win by the player's own draw gets 2 fu."),
    "open_pinfu": N_("An open hand without any other fu is raised to 30."),
}
#: Why a line of the fu counts.
REASONS = WAITS | {
    "yaochuu": N_("terminal or honour"),
    "chuuchan": N_("simples"),
    "by_ron": N_("completed by ron"),
    "dragon": N_("dragon"),
    "round_wind": N_("round wind"),
    "seat_wind": N_("seat wind"),
    "double_wind": N_("round and seat wind"),
}
#: Who pays a share of the points.
PAYERS = {
    "discarder": N_("from the discarder"),
    "each": N_("from each player"),
    "other": N_("from each other player"),
    "dealer": N_("from the dealer"),
}
MODES = {
    "tile": N_("Tile"),
    "pair": N_("Pair"),
    "triplet": N_("Triplet"),
    "sequence": N_("Run"),
    "chi": N_("Chi"),
    "pon": N_("Pon"),
    "daiminkan": N_("Open kan"),
    "kakan": N_("Added kan"),
    "ankan": N_("Closed kan"),
    "dora": N_("Dora indicator"),
    "ura": N_("Ura indicator"),
    "nuki": N_("North aside"),
    "seen": N_("Seen"),
}
#: What the keys of a mode enter, said when it is chosen.
HINTS = {
    "pair": N_("Pair: a key enters two of its tile."),
    "triplet": N_("Triplet: a key enters three of its tile."),
    "sequence": N_("Run: tap its lowest tile."),
    "chi": N_("Chi, a run called from the left: tap its lowest tile."),
    "pon": N_("Pon, a called triplet: tap its tile."),
    "daiminkan": N_("Open kan, four with a called tile: tap the tile."),
    "kakan": N_("Added kan, a pon with its fourth tile: tap the tile."),
    "ankan": N_("Closed kan, four of one's own: tap the tile."),
    "dora": N_("Tap the indicator, the tile that lies face up on the wall."),
    "ura": N_("Tap the indicator below the dora indicator."),
    "seen": N_("Tap the tiles that lie face up elsewhere."),
}
#: Why a key can enter nothing.
OBSTACLES = {
    "absent": N_("These rules do not use this tile."),
    "shape": N_("In this mode this key enters nothing."),
    "room": N_("There is no room for it in the hand."),
    "most": N_("There are at most five indicators."),
    "copies": N_("Too few copies are left."),
}
FLAGS = {
    "riichi": N_("Riichi"),
    "double_riichi": N_("Double riichi"),
    "ippatsu": N_("Ippatsu"),
    "rinshan": N_("After a kan"),
    "chankan": N_("Robbing a kan"),
    "haitei": N_("Last tile"),
    "houtei": N_("Last discard"),
    "tenhou": N_("Heaven"),
    "chiihou": N_("Earth"),
    "renhou": N_("Blessing of man"),
    "open_riichi": N_("Open riichi"),
    "tsubame_gaeshi": N_("Swallow's return"),
    "kanfuri": N_("Discard after a kan"),
    "paarenchan": N_("Eight wins in a row"),
    "ishi_no_ue_nimo_sannen": N_("Three years on a stone"),
}
PRESETS = {
    "tenhou": N_("Tenhou"),
    "mahjong_soul": N_("Mahjong Soul"),
    "m_league": N_("M-League"),
    "wrc": N_("WRC (world championship)"),
    "ema": N_("EMA (Europe)"),
    "majiang": N_("Majiang (web game)"),
    "tokuten": N_("Tokuten (specification)"),
    "kimagure": N_("Kimagure (article)"),
    "tenhou_sanma": N_("Tenhou, three players"),
    "mahjong_soul_sanma": N_("Mahjong Soul, three players"),
}
GROUPS = {
    "tiles": N_("Tiles and dora"),
    "yaku": N_("Yaku"),
    "fu": N_("Fu"),
    "limits": N_("Limits"),
    "yakuman": N_("Yakuman"),
    "payments": N_("Payments"),
    "sanma": N_("Three players"),
}
SWITCHES = {
    "red_fives": N_("Red fives"),
    "ura_dora": N_("Ura dora"),
    "kan_dora": N_("Kan dora"),
    "open_tanyao": N_("Open all simples"),
    "ippatsu": N_("Ippatsu"),
    "renhou": N_("Blessing of man"),
    "local_yaku": N_("Local yaku"),
    "daisharin_other_suits": N_("Big wheels in other suits"),
    "ryuuiisou_needs_hatsu": N_("All green needs green dragons"),
    "nagashi_mangan": N_("Nagashi mangan"),
    "double_wind_pair_fu": N_("Double wind pair"),
    "open_pinfu_30": N_("Open hand without fu: 30"),
    "pinfu_tsumo": N_("Pinfu by tsumo"),
    "rinshan_tsumo_fu": N_("Tsumo fu after a kan"),
    "kiriage_mangan": N_("Rounded-up mangan"),
    "counted_yakuman": N_("Counted yakuman"),
    "no_limit": N_("No limit"),
    "yakuman_stack": N_("Yakuman add up"),
    "double_yakuman": N_("Double yakuman"),
    "pao": N_("Liability (pao)"),
    "pao_scope": N_("Scope of liability"),
    "pao_ron_honba": N_("Honba of a shared ron"),
    "multiple_ron": N_("Several ron"),
    "honba_to": N_("Honba to"),
    "own_stick_returned": N_("Own riichi stick returned"),
    "honba_per_payer": N_("Honba per payer"),
    "players": N_("Players"),
    "tsumo_loss": N_("Tsumo loss"),
    "nuki_dora": N_("North as dora"),
}
CHOICES = {
    "off": N_("off"),
    "two_han": N_("2 han"),
    "five_han": N_("5 han"),
    "mangan": N_("Mangan"),
    "yakuman": N_("Yakuman"),
    "twenty_fu": N_("20 fu"),
    "thirty_fu": N_("30 fu"),
    "no_pinfu": N_("no pinfu"),
    "sanbaiman": N_("Sanbaiman"),
    "unlimited": N_("one for each 13 han"),
    "per_yakuman": N_("that yakuman alone"),
    "whole_hand": N_("the whole hand"),
    "discarder": N_("the discarder"),
    "liable": N_("the liable player"),
    "first": N_("the first winner"),
    "each": N_("each winner"),
    "kokushi_13": N_("Thirteen orphans, 13-sided wait"),
    "suuankou_tanki": N_("Four concealed triplets, pair wait"),
    "chuuren_9": N_("True nine gates"),
    "daisuushii": N_("Big four winds"),
    "daisangen": N_("Big three dragons"),
    "suukantsu": N_("Four kans"),
    "daisharin": N_("Big wheels"),
    "open_riichi": N_("Open riichi"),
    "sanrenkou": N_("Three consecutive triplets"),
    "isshoku_sanjun": N_("Pure triple sequence"),
    "uumensai": N_("All five sorts"),
    "suurenkou": N_("Four consecutive triplets"),
    "daichisei": N_("Seven stars"),
    "iipin_mooyue": N_("Moon from the bottom of the sea"),
    "chuupin_raoyui": N_("Fish from the bottom of the river"),
    "tsubame_gaeshi": N_("Swallow's return"),
    "kanfuri": N_("Discard after a kan"),
    "shiiaru_raotai": N_("Twelve tiles down"),
    "paarenchan": N_("Eight wins in a row"),
    "ishi_no_ue_nimo_sannen": N_("Three years on a stone"),
}
GAME_PRESETS = {"house": N_("House rules")} | PRESETS
GAME_GROUPS = {
    "course": N_("Course of the game"),
    "ending": N_("End of the game"),
    "result": N_("Result"),
    "extras": N_("Extras"),
}
GAME_SWITCHES = {
    "rounds": N_("Length"),
    "start_points": N_("Points at the start"),
    "dealer_repeats": N_("The dealer stays"),
    "tenpai_payment": N_("Payment at a draw"),
    "nagashi": N_("Nagashi mangan"),
    "abortive": N_("Abortive draws"),
    "riichi_needs": N_("Points for riichi"),
    "tobi": N_("Out of points (tobi)"),
    "goal_points": N_("Goal"),
    "last_dealer_stops": N_("Last dealer in the lead"),
    "stop_is": N_("The last dealer stops"),
    "extension": N_("Extension"),
    "leftover_sticks": N_("Sticks left at the end"),
    "return_points": N_("Return points"),
    "oka_to": N_("Oka to"),
    "uma": N_("Uma"),
    "ties": N_("Equal points"),
    "rounding": N_("Rounding"),
    "chombo": N_("Chombo"),
    "chombo_points": N_("Points of a chombo"),
    "chip_points": N_("Points of a chip"),
    "yakitori_points": N_("Yakitori"),
    "tobi_prize": N_("Prize of a tobi"),
}
#: The choices of each switch of a game.
GAME_CHOICES: dict[str, dict[str | int, str]] = {
    "rounds": {0: N_("one hand"), 1: N_("East only"), 2: N_("East and South"), 4: N_("four winds")},
    "dealer_repeats": {
        "never": N_("never"),
        "win": N_("after a win"),
        "tenpai": N_("after a win or tenpai"),
        "always": N_("after a win or any draw"),
    },
    "nagashi": {"off": N_("off"), "draw": N_("a draw"), "win": N_("a win")},
    "abortive": {
        "nine_terminals": N_("Nine terminals"),
        "four_winds": N_("Four winds"),
        "four_kans": N_("Four kans at the table"),
        "four_riichi": N_("Four riichi"),
        "triple_ron": N_("Three ron"),
    },
    "tobi": {"below_zero": N_("below 0"), "at_zero": N_("at 0"), "off": N_("off")},
    "last_dealer_stops": {"win": N_("after a win"), "tenpai": N_("when tenpai")},
    "stop_is": {"automatic": N_("automatically"), "chosen": N_("when the dealer says so")},
    "extension": {"off": N_("off"), "sudden_death": N_("until the goal is reached")},
    "leftover_sticks": {"first": N_("the first player"), "share": N_("all first players"), "nobody": N_("nobody")},
    "oka_to": {"first": N_("the first player"), "nobody": N_("nobody")},
    "ties": {"seat": N_("by seat"), "share": N_("shared")},
    "rounding": {"exact": N_("exact"), "half_up": N_("500 up"), "half_down": N_("500 down")},
    "chombo": {"mangan": N_("a mangan at the table"), "after_game": N_("points off the result")},
}
ORDERS = {"han": N_("By han"), "group": N_("By group")}
#: The parts of the list of yaku: by han and by group.
PARTS = {
    "1": N_("1 han"),
    "2": N_("2 han"),
    "3": N_("3 han"),
    "5": N_("5 han"),
    "6": N_("6 han"),
    "mangan": N_("Mangan"),
    "yakuman": N_("Yakuman"),
    "circumstance": N_("How it was won"),
    "sequences": N_("Sequences"),
    "triplets": N_("Triplets and kans"),
    "ends": N_("Terminals and honours: all or none"),
    "honours": N_("Dragons and winds"),
    "suit": N_("One suit or colour"),
    "shapes": N_("Other shapes"),
    "other": N_("Others"),
}
FIELDS = {
    "hand": N_("Hand"),
    "concealed": N_("Hand"),
    "win": N_("Winning tile"),
    "melds": N_("Melds"),
    "dora": N_("Dora"),
    "ura": N_("Ura"),
    "round": N_("Round wind"),
    "kyoku": N_("Hand of the round"),
    "seat": N_("Seat wind"),
    "by": N_("Ron or tsumo"),
    "from": N_("Discarder"),
    "flags": N_("Circumstances"),
    "honba": N_("Honba"),
    "sticks": N_("Riichi sticks"),
    "rules": N_("Rules"),
    "seen": N_("Seen"),
    "turn": N_("Turn"),
    "nuki": N_("Norths set aside"),
    "text": N_("Tiles as text"),
    "liable": N_("Liable player"),
    "cases": N_("Winners"),
}
#: Problems whose sentence says itself that it is about the hand.
OF_THE_WHOLE_HAND = {"no_yaku", "not_winning", "wrong_count"}

_WIND_ROMAJI = {"E": "ton", "S": "nan", "W": "shaa", "N": "pei"}
_ROMAJI = {
    "tsumo": "menzen tsumo",
    "kokushi_13": "kokushi juusanmen",
    "chuuren_9": "junsei chuuren",
    **{f"renhou_{worth}": "renhou" for worth in ("two_han", "five_han", "mangan", "yakuman")},
    **{f"round_wind_{wind}": f"bakaze {spoken}" for wind, spoken in _WIND_ROMAJI.items()},
    **{f"seat_wind_{wind}": f"jikaze {spoken}" for wind, spoken in _WIND_ROMAJI.items()},
}


def romaji(key: str) -> str:
    """A yaku's Japanese name in Latin letters: most keys are that already."""
    return _ROMAJI.get(key, key.replace("_", " "))


_SUITS = {"m": N_("{rank} of characters"), "p": N_("{rank} of circles"), "s": N_("{rank} of bamboos")}
_HONOURS = dict(
    zip(
        "1234567",
        [
            N_("East wind"),
            N_("South wind"),
            N_("West wind"),
            N_("North wind"),
            N_("White dragon"),
            N_("Green dragon"),
            N_("Red dragon"),
        ],
        strict=True,
    )
)
RED = N_("{tile}, red")


def tile_words(name: str) -> tuple[str, str]:
    """The message for a tile's name and its rank: ``("{rank} of circles", "5")``."""
    rank, suit = name[0], name[1]
    if suit == "z":
        return _HONOURS[rank], rank
    return _SUITS[suit], "5" if rank == "0" else rank


def points(number: int) -> str:
    """Points with their thousands apart: ``−7,600``."""
    return f"{number:,}".replace("-", "−")


def signed(number: int) -> str:
    """A number with its sign: ``−1,000``."""
    return f"{number:+,}".replace("-", "−")


def total(thousands: float) -> str:
    """A player's total in a result: ``−12.3``."""
    return f"{thousands:+.1f}".replace("-", "−")
