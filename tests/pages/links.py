"""Links as this version makes them, with what they must show for ever: a link that was sent to a friend stays good.

Links are added here when the page learns to say more; none is ever changed or taken away.
"""

from typing import NamedTuple


class Link(NamedTuple):
    """What a link shows, its query, the points by the main figure (None: none), and what seats gain or lose.

    By ron without `from` nobody is made to pay: only the winner's gain is shown.
    """

    what: str
    query: str
    points: int | None
    deltas: dict[str, int]


A = Link(
    "hand a: riichi, tsumo, pinfu, tanyao, dora 2, ura 1 are 7 han 20 fu",
    "hand=234567m345p2267s8s&dora=1s&ura=4p&by=tsumo&riichi=1",
    12_000,
    {"E": -6000, "S": 12_000, "W": -3000, "N": -3000},
)
B = Link(
    "hand b: a pon and a chi; haku is 1 han 30 fu",
    "hand=567m2399p4p&melds=pon555z-chi234s&by=ron",
    1000,
    {"S": 1000},
)
C = Link(
    "hand c: a concealed kan of nines; riichi alone, 30 + 32 + 2 fu",
    "hand=234567p5789s5s&melds=ankan9999m&by=ron&riichi=1",
    2300,
    {"S": 2300},
)

LINKS = [
    A,
    B,
    C,
    Link(
        "seven pairs, all simples: 3 han 25 fu, from across",
        "hand=2255m3388p44667s7s&by=ron&from=2",
        3200,
        {"S": 3200, "N": -3200},
    ),
    Link(
        "seven pairs, all simples: 3 han 25 fu, from the right",
        "hand=2255m3388p44667s7s&by=ron&from=1",
        3200,
        {"S": 3200, "W": -3200},
    ),
    Link(
        "thirteen orphans by the dealer, from the left",
        "hand=19m19p19s1234567z1z&seat=E&by=ron&from=3",
        48_000,
        {"E": 48_000, "N": -48_000},
    ),
    Link(
        "the thirteen-sided wait counts twice by the rules of majiang",
        "hand=19m19p19s1234567z1z&by=ron&rules=majiang",
        64_000,
        {"S": 64_000},
    ),
    Link(
        "a pon made a kan and a called kan, with who, which and what was added: 2 han, 20 + 16 + 16 + 2 fu, tsumo 2",
        "hand=234m567p2s2s&melds=kakan5555z.2.5z.5z-daiminkan6666z.1.6z&by=tsumo",
        4000,
        {"E": -2000, "S": 4000, "W": -1000, "N": -1000},
    ),
    Link(
        "a chi of a red five: tanyao and two red fives, 3 han 30 fu",
        "hand=234m067p3488s5s&melds=chi340m.3.0m&by=ron",
        3900,
        {"S": 3900},
    ),
    Link(
        "a red five added to a pon: tanyao and a red five, 2 han, 20 + 8 fu",
        "hand=234678m2234s5s&melds=kakan0555p.3.5p.0p&by=ron",
        2000,
        {"S": 2000},
    ),
    Link(
        "three red fives: with riichi, pinfu and tanyao 6 han",
        "hand=340m067p2234067s8s&by=ron&riichi=1",
        12_000,
        {"S": 12_000},
    ),
    Link(
        "five indicators and five ura in their order, red fives among them: riichi, pinfu, dora 2, ura 1 are 5 han",
        "hand=234m567p3456799s8s&dora=1m29p4z0s&ura=1p3s72z0m&by=ron&riichi=1",
        8000,
        {"S": 8000},
    ),
    Link(
        "double riichi, ippatsu and the last tile of the wall, pinfu and tsumo: 6 han",
        "hand=123m456p5677899s6s&by=tsumo&double_riichi=1&ippatsu=1&haitei=1",
        12_000,
        {"E": -6000, "S": 12_000, "W": -3000, "N": -3000},
    ),
    Link(
        "a replacement tile: 1 han and tsumo 1, 20 + 16 + 2 fu, tsumo 2",
        "hand=123m456p5789s5s&melds=ankan2222s&by=tsumo&rinshan=1",
        2700,
        {"E": -1300, "S": 2700, "W": -700, "N": -700},
    ),
    Link(
        "robbing a kan: 1 han 30 fu",
        "hand=123m4599p6p&melds=pon222s-chi789m&by=ron&chankan=1",
        1000,
        {"S": 1000},
    ),
    Link(
        "the last discard, to the dealer from across, with honba and sticks: 1,500 + 600, and 2,000 from the table",
        "hand=123m4599p6p&melds=pon222s-chi789m&seat=E&by=ron&from=2&houtei=1&honba=2&sticks=2",
        1500,
        {"E": 4100, "W": -2100},
    ),
    Link(
        "heaven",
        "hand=123m456p5678999s7s&seat=E&by=tsumo&tenhou=1",
        48_000,
        {"E": 48_000, "S": -16_000, "W": -16_000, "N": -16_000},
    ),
    Link(
        "earth, with a honba and a stick",
        "hand=123m456p5678999s7s&seat=W&by=tsumo&chiihou=1&honba=1&sticks=1",
        32_000,
        {"E": -16_100, "S": -8100, "W": 33_300, "N": -8100},
    ),
    Link(
        "round South, seat North: both winds count, 2 han, 20 + 4 + 4 + 2 fu",
        "hand=456m456p5s5s&melds=pon222z.1.2z-pon444z.3.4z&round=S&seat=N&by=ron",
        2000,
        {"N": 2000},
    ),
    Link(
        "neither ron nor tsumo chosen: by tsumo 2 han 30 fu",
        "hand=234m4556p345678s5p",
        2000,
        {"E": -1000, "S": 2000, "W": -500, "N": -500},
    ),
    Link("thirteen tiles, the winning one not entered", "hand=234567m345p2267s", None, {}),
    Link("a hand just begun", "hand=123m5z&melds=pon777z&dora=4z&honba=1", None, {}),
]
