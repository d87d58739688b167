"""The words for the engine's keys, in English; the catalogues translate them.

Templates look a word up here by its key and never know what it means.
"""


def N_(message: str) -> str:  # noqa: N802 - gettext's name for a message that is translated later
    """Marks a message for the catalogues."""
    return message


SEATS = {"E": N_("East"), "S": N_("South"), "W": N_("West"), "N": N_("North")}
WINDS = {"E": N_("E"), "S": N_("S"), "W": N_("W"), "N": N_("N")}
ROUNDS = {"E": N_("E round"), "S": N_("S round"), "W": N_("W round"), "N": N_("N round")}
SOURCES = {1: N_("right"), 2: N_("across"), 3: N_("left")}
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
    "triplet": N_("Triplet"),
    "kan": N_("Kan"),
    "pair": N_("Pair"),
    "wait": N_("Wait"),
    "tsumo": N_("Tsumo"),
    "open_pinfu": N_("Open hand without fu"),
}
MODES = {
    "tile": N_("Tile"),
    "pair": N_("Pair"),
    "triplet": N_("Triplet"),
    "sequence": N_("Run"),
    "chi": N_("Chi"),
    "pon": N_("Pon"),
    "daiminkan": N_("Kan"),
    "kakan": N_("Kakan"),
    "ankan": N_("Ankan"),
    "dora": N_("Dora"),
    "ura": N_("Ura"),
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
}
PRESETS = {"tenhou": N_("Tenhou"), "majiang": N_("Majiang")}
FIELDS = {
    "hand": N_("Hand"),
    "concealed": N_("Hand"),
    "win": N_("Winning tile"),
    "melds": N_("Melds"),
    "dora": N_("Dora"),
    "ura": N_("Ura"),
    "round": N_("Round wind"),
    "seat": N_("Seat wind"),
    "by": N_("Ron or tsumo"),
    "from": N_("Discarder"),
    "flags": N_("Circumstances"),
    "honba": N_("Honba"),
    "sticks": N_("Riichi sticks"),
    "rules": N_("Rules"),
}

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
