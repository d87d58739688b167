"""The words for the engine's keys, in English; the catalogues translate them.

Templates look a word up here by its key, and need not know what it means.
"""

from webapp.scoring.awards import YAKU


def N_(message: str) -> str:  # noqa: N802 - gettext's name for a message that is translated later
    """Marks a message for the catalogues."""
    return message


SEATS = {"E": N_("East"), "S": N_("South"), "W": N_("West"), "N": N_("North")}
WINDS = {"E": N_("E"), "S": N_("S"), "W": N_("W"), "N": N_("N")}
ROUNDS = {"E": N_("East round"), "S": N_("South round"), "W": N_("West round"), "N": N_("North round")}
#: The name of a hand of a game, by the wind of its round.
HANDS = {"E": N_("East {n}"), "S": N_("South {n}"), "W": N_("West {n}"), "N": N_("North {n}")}
LENGTHS: dict[str | int, str] = {
    0: N_("One hand, with its repeats"),
    1: N_("East only"),
    2: N_("East and south"),
    4: N_("All four winds"),
}
#: How a hand of a game ends.
ENDINGS = {
    "exhaustive": N_("Exhaustive draw"),
    "nine_terminals": N_("Nine terminals and honours"),
    "four_winds": N_("Four winds"),
    "four_kans": N_("Four kans declared"),
    "four_riichi": N_("Four riichi"),
    "triple_ron": N_("Triple ron"),
    "nagashi": N_("Nagashi mangan"),
    "chombo": N_("Chombo"),
}
#: The formats of logs.
LOGS = {
    "mjlog": "mjlog",
    "tenhou6": "tenhou.net/6",
    "majsoul": N_("Mahjong Soul"),
    "majiang": N_("Majiang"),
    "mjai": "mjai",
    "agari": "Agari",
}
#: The kinds of differences between a log and our result.
DIFFERENCES = {
    "place": N_("Hand, honba, sticks"),
    "start": N_("Points before the hand"),
    "stated": N_("Points within the hand"),
    "worth": N_("Points of the winning hand"),
    "deltas": N_("What the hand brought"),
    "share": N_("What one of the wins brought"),
    "final": N_("Points at the end"),
    "totals": N_("Totals at the end"),
    "ranks": N_("Places at the end"),
    "chips": N_("Chips"),
}
#: The kinds of discards in a review. `free` are the discards that are simply judged.
DISCARDS = {
    "free": N_("judged"),
    "threat": N_("under threat"),
    "back": N_("a step back"),
    "early": N_("far from tenpai"),
    "only": N_("no choice"),
    "forced": N_("after riichi"),
    "complete": N_("declined a win"),
}
#: The news of an event that ends no hand, for everybody at the table.
NEWS = {
    "riichi": N_("Riichi"),
    "withdraw": N_("Riichi taken back"),
    "chombo": N_("Chombo"),
    "adjust": N_("Points adjusted"),
    "chips": N_("Chips"),
    "end": N_("The game has ended"),
    "undo": N_("Undone"),
    "redo": N_("Redone"),
}
#: The names of the events as somebody enters them.
ENTERED = {
    "riichi": N_("Riichi"),
    "withdraw": N_("Riichi off"),
    "win": N_("Win"),
    "draw": N_("Draw"),
    "chombo": N_("Chombo"),
    "adjust": N_("Points adjusted"),
    "chips": N_("Chips"),
    "end": N_("End the game"),
    "undo": N_("Undo"),
    "redo": N_("Redo"),
    "amend": N_("Correction"),
}
#: The buttons for an entered hand that has riichi without a stick on the table, or the other way round.
STICKS = {"riichi": N_("Lay the stick"), "withdraw": N_("Take back the stick")}
SUITS = (N_("Characters"), N_("Circles"), N_("Bamboos"))
#: Why a game is over.
OVER = {
    "tobi": N_("somebody is below zero"),
    "ceiling": N_("somebody has the points that end it"),
    "goal": N_("the goal is reached"),
    "last_hand": N_("the last hand was played"),
    "dealer_stopped": N_("the last dealer stops"),
    "ended": N_("it was ended"),
}
SIDES = {"left": N_("left"), "across": N_("across"), "right": N_("right")}
#: Where a player sits, as the winner sees the table.
ARROWS = {"left": "←", "across": "↑", "right": "→"}
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
    "nine": N_("nine-sided wait"),
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
    "fixed": N_("Fixed fu"),
}
#: Each line of the fu explained.
FU_RULES = {
    "base": N_("Every hand but seven pairs begins with 20 fu."),
    "closed_ron": N_("A closed hand that wins by ron gets 10 fu."),
    "chiitoitsu": N_("Seven pairs are always 25 fu, without rounding."),
    "open_triplet": N_("2 fu, or 4 of terminals or honours. A triplet completed by ron counts as open."),
    "concealed_triplet": N_("4 fu, or 8 of terminals or honours: twice an open one."),
    "open_kan": N_("8 fu, or 16 of terminals or honours: four times an open triplet."),
    "concealed_kan": N_("16 fu, or 32 of terminals or honours: four times a concealed triplet."),
    "pair": N_("A pair of dragons, of the round wind or of the own wind has 2 fu; a double wind 2 or 4, by the rules."),
    "wait": N_("A wait on the middle, on an edge or on the pair has 2 fu: one sort of tile completes the hand."),
    "tsumo": N_("A win by the player's own draw gets 2 fu."),
    "open_pinfu": N_("An open hand without any other fu is raised to 30."),
    "fixed": N_("By these rules every hand has the same fu."),
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
    "north": N_("value tile for everybody"),
}
#: The kinds of questions in practice; below, the sentence with which each asks.
SORTS = {
    "points": N_("Points"),
    "han_fu": N_("Han and fu"),
    "fu": N_("Fu item by item"),
    "yaku": N_("Yaku"),
    "waits": N_("Waits"),
}
ASKED = {
    "points": N_("Who pays what?"),
    "points_by_ron": N_("What does the discarder pay?"),
    "han_fu": N_("How many han and fu?"),
    "fu": N_("How many fu has each?"),
    "yaku": N_("Which yaku count?"),
    "waits": N_("Which tiles complete the hand?"),
}
LEVELS = {
    1: N_("Closed hands, 30 and 40 fu, limits"),
    2: N_("Open hands, 20 and 25 fu, the dealer"),
    3: N_("Triplets and kans, honba, sticks"),
    4: N_("Everything: red fives, pao, yakuman"),
}
#: The names of the lines of the fu. The last line, ``win``, has the name of the way of winning instead.
LINES = BLOCKS | {"wait": N_("Wait")}
_NO_FU = N_("without fu")
#: The names, in parts, of the topics of practice that are no yaku.
TOPICS: dict[str, tuple[str, ...]] = {
    "sequence": (BLOCKS["sequence"],),
    **{
        f"{way}_{block}{edge}": (FU[f"{way}_{block}"], REASONS[reason])
        for block in ("triplet", "kan")
        for way in ("open", "concealed")
        for edge, reason in (("", "chuuchan"), ("_yaochuu", "yaochuu"))
    },
    "pair_plain": (FU["pair"], _NO_FU),
    **{f"pair_{kind}": (FU["pair"], REASONS[kind]) for kind in ("dragon", "round_wind", "seat_wind", "double_wind")},
    **{f"wait_{wait}": (FU["wait"], name) for wait, name in WAITS.items()},
    "closed_ron": (FU["closed_ron"],),
    "open_ron": (N_("Open ron"), _NO_FU),
    "open_pinfu": (FU["open_pinfu"],),
    "tsumo_fu": (FU["tsumo"],),
    "pinfu_tsumo": (N_("Pinfu by tsumo"), _NO_FU),
    "chiitoitsu_fu": (FU["chiitoitsu"],),
    "rounding": (N_("Sum, rounded up"),),
    **{f"limit_{limit}": (name,) for limit, name in LIMITS.items()},
    "dealer": (N_("Dealer"),),
    "honba": (N_("Honba"),),
    "sticks": (N_("Riichi sticks"),),
    "pao": (N_("Liability (pao)"),),
    "dora": (N_("Dora"),),
    "ura_dora": (N_("Ura dora"),),
    "aka_dora": (N_("Red five"),),
    "waits_one": (N_("One wait"),),
    "waits_two": (N_("Two waits"),),
    "waits_many": (N_("Three waits and more"),),
    "waits_flush": (N_("Waits in one suit"),),
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
    "nuki": N_("+1 North"),
    "seen": N_("Seen"),
}
#: The hint that is shown when a mode is chosen: what its keys enter.
HINTS = {
    "pair": N_("Pair: a key enters two of its tile."),
    "triplet": N_("Triplet: a key enters three of its tile."),
    "sequence": N_("Run: tap its lowest tile."),
    "chi": N_("Chi: tap the tile that you called from the left, then the run if it is another."),
    "pon": N_("Pon, a called triplet: tap its tile."),
    "daiminkan": N_("Open kan, four with a called tile: tap the tile."),
    "kakan": N_("Added kan, a pon with its fourth tile: tap the tile."),
    "ankan": N_("Closed kan, four of one's own: tap the tile."),
    "dora": N_("Tap the indicator, the tile that lies face up on the wall."),
    "ura": N_("Tap the indicator below the dora indicator."),
    "seen": N_("Tap the tiles that lie face up elsewhere."),
}
#: Added to what a key enters in a mode for sets.
LASTS = N_("{hint} A second tap on {mode} keeps it on.")
#: Why a key can enter nothing.
OBSTACLES = {
    "absent": N_("These rules do not use this tile."),
    "shape": N_("This key does nothing in this mode."),
    "room": N_("The hand is full."),
    "most": N_("There are at most five indicators."),
    "first": N_("Enter the dora indicator above it first."),
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
    "parlour": N_("Parlour"),
    "tenhou_sanma": N_("Tenhou (sanma)"),
    "mahjong_soul_sanma": N_("Mahjong Soul (sanma)"),
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
    "open_tanyao": N_("Open tanyao"),
    "ippatsu": N_("Ippatsu"),
    "renhou": N_("Blessing of man"),
    "local_yaku": N_("Local yaku"),
    "daisharin_other_suits": N_("Big wheels in other suits"),
    "ryuuiisou_needs_hatsu": N_("All green needs green dragons"),
    "nagashi_mangan": N_("Nagashi mangan"),
    "wait_in_melds": N_("Wait held in own melds"),
    "double_wind_pair_fu": N_("Double wind pair"),
    "open_pinfu_30": N_("Open hand without fu: 30"),
    "pinfu_tsumo": N_("Pinfu by tsumo"),
    "rinshan_tsumo_fu": N_("Tsumo fu after a kan"),
    "fu_fixed": N_("Fixed fu"),
    "kiriage_mangan": N_("Kiriage mangan"),
    "counted_yakuman": N_("Counted yakuman"),
    "no_limit": N_("No limit"),
    "yakuman_stack": N_("Yakuman add up"),
    "double_yakuman": N_("Double yakuman"),
    "tenhou_best_wait": N_("Best wait with the blessing of heaven"),
    "pao": N_("Liability (pao)"),
    "pao_daiminkan": N_("Liability for an open kan"),
    "pao_scope": N_("Scope of liability"),
    "pao_ron_honba": N_("Honba of a shared ron"),
    "multiple_ron": N_("Several ron"),
    "honba_to": N_("Honba to"),
    "own_stick_returned": N_("Own riichi stick returned"),
    "honba_ron": N_("Honba by ron"),
    "honba_tsumo": N_("Honba by tsumo"),
    "players": N_("Players"),
    "tsumo_loss": N_("Tsumo loss"),
    "sanma_tsumo": N_("North’s payment"),
    "nuki_dora": N_("North as dora"),
    "north_yakuhai": N_("North as value tile"),
}
#: The choices of the switches of scoring. A choice that is a yaku has its name.
CHOICES: dict[str | int, str] = {
    **{yaku.key: yaku.en for yaku in YAKU.values()},
    "yes": N_("yes"),
    "no": N_("no"),
    "off": N_("off"),
    "two_han": N_("2 han"),
    "five_han": N_("5 han"),
    "mangan": N_("Mangan"),
    "baiman": N_("Baiman"),
    "yakuman": N_("Yakuman"),
    "twenty_fu": N_("20 fu"),
    "thirty_fu": N_("30 fu"),
    "no_pinfu": N_("no pinfu"),
    0: N_("counted"),
    "sanbaiman": N_("Sanbaiman"),
    "unlimited": N_("one for each 13 han"),
    "per_yakuman": N_("that yakuman alone"),
    "whole_hand": N_("the whole hand"),
    "discarder": N_("the discarder"),
    "liable": N_("the liable player"),
    "first": N_("the first winner"),
    "each": N_("each winner"),
    "half": N_("half each"),
    "mixed": N_("2 to 1 if it divides, else half each"),
    "two_to_one": N_("always 2 to 1"),
    "rounded_once": N_("half each, rounded once (older games)"),
    "north": N_("a north"),
}
GAME_PRESETS = {"house": N_("Usual rules")} | PRESETS
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
    "double_ron_dealer": N_("The dealer wins with others"),
    "tenpai_payment": N_("Payment at a draw"),
    "nagashi": N_("Nagashi mangan"),
    "abortive": N_("Abortive draws"),
    "abortive_passes": N_("The deal passes after"),
    "riichi_needs": N_("Points for riichi"),
    "tobi": N_("Out of points (tobi)"),
    "ceiling_points": N_("Points that end the game"),
    "goal_points": N_("Goal"),
    "last_dealer_stops": N_("Last dealer in the lead"),
    "stop_is": N_("The last dealer stops"),
    "stop_rank": N_("The last dealer may stop"),
    "extension": N_("Extension"),
    "extension_wind": N_("Wind of the extension"),
    "leftover_sticks": N_("Sticks left at the end"),
    "return_points": N_("Return points"),
    "oka_to": N_("Oka to"),
    "uma": N_("Uma"),
    "uma_one_above": N_("Uma with one at the return points"),
    "uma_three_above": N_("Uma with three at the return points"),
    "ties": N_("Equal points"),
    "rounding": N_("Rounding"),
    "chombo": N_("Chombo"),
    "chombo_each": N_("Chombo: points to each"),
    "chombo_points": N_("Points of a chombo"),
    "chombo_dealer": N_("Chombo of the dealer"),
    "chip_points": N_("Points of a chip"),
    "chip_ippatsu": N_("Chips of ippatsu"),
    "chip_ura": N_("Chips of an ura dora"),
    "chip_red": N_("Chips of a red five"),
    "chip_red_open": N_("Chips of red fives in open hands"),
    "chip_yakuman_ron": N_("Chips of a yakuman by ron"),
    "chip_yakuman_tsumo": N_("Chips of a yakuman by tsumo"),
    "yakitori_points": N_("Yakitori"),
    "tobi_prize": N_("Tobi bonus"),
}
#: Other names of rules, in any language, by which they are found too. Katakana stands for hiragana as well.
OTHER_NAMES = {
    "red_fives": "aka dora akadora 赤ドラ アカドラ 赤牌 赤5 아카도라",
    "ura_dora": "ウラドラ 우라도라",
    "kan_dora": "カンドラ カンウラ 캉도라",
    "open_tanyao": "kuitan all simples タンヤオ 断幺九 断么九 クイタン 食いタン 喰い断 食い断 喰断 鳴きタン"
    " アリアリ ナシナシ 断幺 탕야오",
    "ippatsu": "イッパツ 잇파츠",
    "renhou": "レンホー レンホウ 렌호",
    "local_yaku": "koyaku ローカルヤク コヤク 古役 古い役",
    "nagashi_mangan": "流し満貫 ナガシマンガン 流满 나가시만간",
    "nagashi": "流し満貫 ナガシマンガン 流满 나가시만간",
    "wait_in_melds": "純カラ ジュンカラ カラテン 空聴 空听 카라텐",
    "double_wind_pair_fu": "renpuuhai レンプウハイ レンフォンパイ ダブ東 ダブ南 ダブトン ダブナン 双风",
    "pinfu_tsumo": "pinzumo pinfu tsumo ピンフ 平和ツモ ピンフツモ 핑즈모",
    "rinshan_tsumo_fu": "rinshan リンシャン 嶺上ツモ",
    "kiriage_mangan": "round up rounding up 切上満貫 切上げ満貫 キリアゲマンガン キリマン 키리아게",
    "counted_yakuman": "kazoe yakuman 数え カゾエヤクマン 카조에",
    "no_limit": "aotenjou aotenjo アオテンジョウ",
    "yakuman_stack": "multiple yakuman 役満複合 ヤクマン",
    "double_yakuman": "ダブルヤクマン 2倍役満 二倍役満 两倍役满",
    "pao": "sekinin barai パオ 包 包則 責任払い セキニンバライ",
    "multiple_ron": "double ron triple ron atamahane head bump ダブロン ダブルロン トリロン トリプルロン 三家和"
    " 頭ハネ アタマハネ"
    " 一炮双响 一炮三响 一炮多响 头跳 截和 더블론 더블 론 트리플론 아타마하네 두하네",
    "honba_to": "double ron ダブロン ダブルロン 頭ハネ アタマハネ ツミボウ 積み棒 双响 더블론",
    "own_stick_returned": "riichi sticks リーチボウ リーチ棒 供託",
    "honba_ron": "tsumibou ホンバ 積み棒 ツミボウ 積棒 혼바",
    "honba_tsumo": "tsumibou ホンバ 積み棒 ツミボウ 積棒 혼바",
    "players": "sanma サンマ 三麻 三人麻雀 四麻 삼마",
    "tsumo_loss": "tsumozon ツモゾン 쯔모손",
    "sanma_tsumo": "ツモ損なし 北家折半 折半",
    "nuki_dora": "kita pei 北抜き ペー抜き 抜き北 キタ 키타 북빼기",
    "rounds": "tonpuusen hanchan east only トンプウ 東風戦 東南戦 ハンチャン 半荘 东风 半庄 东南 동풍전 동남전 반장전",
    "start_points": "持ち点 モチテン 配原",
    "dealer_repeats": "renchan レンチャン テンパイ連荘 アガリ連荘 和了連荘 聴牌連荘 親流れ 렌창",
    "double_ron_dealer": "double ron renchan ダブロン ダブルロン 連荘",
    "tenpai_payment": "noten bappu penalty 不聴罰符 バップ 罚符 노텐 벌금",
    "abortive": "kyuushu kyuuhai nine terminals four winds suufon renda キュウシュキュウハイ スーフォンレンダ"
    " スーフーレンダ スーカイカン"
    " 四槓流れ 四槓散了 スーチャリーチ 四人リーチ トリロン 流局",
    "riichi_needs": "リーチ 1000点 マイナスリーチ",
    "tobi": "busting bankruptcy hakoten hakoshita below zero 飛び ぶっ飛び ドボン ハコ 箱 箱下 ハコシタ ハコテン"
    " 被飞 飞人 들통",
    "ceiling_points": "cold game コールドゲーム コールド勝ち",
    "goal_points": "トップ必要点",
    "last_dealer_stops": "agari yame agariyame tenpai yame アガリ止め アガリヤメ 上がりやめ 和了止め 和了やめ"
    " テンパイヤメ 聴牌やめ 连庄终局 아가리야메",
    "stop_is": "agari yame agariyame アガリ止め アガリヤメ 上がりやめ 和了止め テンパイヤメ 아가리야메",
    "stop_rank": "agari yame agariyame アガリ止め アガリヤメ 上がりやめ 和了止め ラス親 아가리야메",
    "extension": "sudden death west round 西入 シャーニュウ 南入 ナンニュウ サドンデス 延長 서입 남입",
    "extension_wind": "西入 シャーニュウ 返り東 返東",
    "leftover_sticks": "riichi deposits kyoutaku キョウタク リーチ棒 공탁금",
    "return_points": "kaeshi カエシ 原点 30000点返し 返し",
    "oka_to": "oka トップ賞 头名 오카",
    "uma": "順位点 ワンツー ワンスリー 马 顺位点 순위점",
    "uma_one_above": "沈みウマ 浮き沈み 1人浮き 一人浮き",
    "uma_three_above": "沈みウマ 浮き沈み 3人浮き 三人浮き",
    "ties": "tie draw 同着 上家取り 起家優先 席順 并列",
    "rounding": "五捨六入 四捨五入 切り捨て 切り上げ 반올림",
    "chombo": "罰符 バップ 誤ロン 冲和 诈和 쵼보",
    "chip_points": "shuugi シュウギ 祝儀 슈기",
    "yakitori_points": "ヤキトリ 焼鳥",
    "tobi_prize": "トビ賞 トビショウ",
}
#: What is settled outside the points of a game.
EXTRAS = {
    "chips": N_("Chips"),
    "yakitori": N_("Yakitori"),
    "tobi_prize": N_("Tobi bonus"),
    "chombo": N_("Chombo"),
}
_ABORTIVE: dict[str | int, str] = {
    "nine_terminals": N_("Nine terminals"),
    "four_winds": N_("Four winds"),
    "four_kans": N_("Four kans at the table"),
    "four_riichi": N_("Four riichi"),
    "triple_ron": N_("Three ron"),
}
#: The choices of each switch of a game.
GAME_CHOICES: dict[str, dict[str | int, str]] = {
    "rounds": LENGTHS,
    "chip_red_open": {"yes": N_("yes"), "no": N_("no")},
    "dealer_repeats": {
        "never": N_("never"),
        "win": N_("after a win"),
        "tenpai": N_("after a win or tenpai"),
        "south_always": N_("after a win or tenpai, from South on after any draw"),
        "always": N_("after a win or any draw"),
    },
    "double_ron_dealer": {"stays": N_("the dealer stays"), "first": N_("stays only as the nearest")},
    "nagashi": {"off": N_("off"), "draw": N_("a draw"), "win": N_("a win")},
    "abortive": _ABORTIVE,
    "abortive_passes": _ABORTIVE,
    "tobi": {"below_zero": N_("below 0"), "at_zero": N_("at 0"), "off": N_("off")},
    "last_dealer_stops": {"win": N_("after a win"), "tenpai": N_("when tenpai")},
    "stop_is": {"automatic": N_("automatically"), "chosen": N_("when the dealer says so")},
    "stop_rank": {"leader": N_("in the lead with the goal"), "any": N_("in any rank, by choice")},
    "extension": {
        "off": N_("off"),
        "sudden_death": N_("until the goal is reached"),
        "first_to_goal": N_("until any hand reaches the goal"),
        "full_wind": N_("a whole wind"),
    },
    "extension_wind": {"next": N_("the next wind"), "east": N_("East again")},
    "leftover_sticks": {
        "first": N_("the first player"),
        "share": N_("all first players"),
        "back": N_("those who laid them"),
        "nobody": N_("nobody"),
    },
    "oka_to": {"first": N_("the first player"), "nobody": N_("nobody")},
    "ties": {"seat": N_("by seat"), "share": N_("shared")},
    "rounding": {
        "exact": N_("exact"),
        "half_up": N_("500 up"),
        "half_down": N_("500 down"),
        "down": N_("all down"),
        "up": N_("all up"),
    },
    "chombo": {
        "mangan": N_("a mangan at the table"),
        "haneman": N_("a haneman at the table"),
        "each": N_("points to each player"),
        "after_game": N_("points off the result"),
    },
    "chombo_dealer": {"stays": N_("the dealer stays"), "passes": N_("the deal passes")},
}
#: What the search of a yaku says when it finds none, also if what is sought is no yaku.
NO_YAKU = {
    "": N_("No yaku is called that."),
    "other": N_("No yaku that counts by these rules is called that."),
    "dora": N_("Dora are no yaku: they add han to a hand that has one."),
    "nagashi_mangan": N_(
        "Nagashi mangan is no yaku: it is paid at a draw. In a game it is under “Draw”, if the rules have it."
    ),
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
    "baiman": N_("Baiman"),
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
    "kind": N_("Questions"),
    "level": N_("Level"),
    "n": N_("Number of questions"),
    "day": N_("Day"),
    "seed": N_("Seed"),
    "v": N_("Version"),
    "topics": N_("Topics"),
}
#: The problems whose sentence already says that it is about the hand.
OF_THE_WHOLE_HAND = {"no_yaku", "not_winning", "wrong_count"}

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
RED = N_("red {tile}")


def tile_words(name: str) -> tuple[str, str]:
    """The message for a tile's name and its rank: ``("{rank} of circles", "5")``."""
    rank, suit = name[0], name[1]
    if suit == "z":
        return _HONOURS[rank], rank
    return _SUITS[suit], "5" if rank == "0" else rank


#: The orders of the standings of a group.
GROUP_ORDERS = {"sum": N_("Sum of points"), "mean": N_("Mean points"), "rank": N_("Mean rank")}
#: The rates of a member.
GROUP_RATES = {
    "first": N_("1st"),
    "second": N_("2nd"),
    "third": N_("3rd"),
    "fourth": N_("4th"),
    "top_two": N_("First or second"),
    "not_last": N_("Not last"),
    "busted": N_("Below zero"),
    "won": N_("Hands won"),
    "tsumo": N_("of them by tsumo"),
    "dealt_in": N_("Dealt in"),
    "riichi": N_("Riichi declared"),
    "riichi_won": N_("riichi: won"),
    "riichi_dealt_in": N_("riichi: dealt in"),
    "riichi_lost": N_("riichi: another won"),
    "riichi_drawn": N_("riichi: draw"),
    "tenpai": N_("Tenpai at a draw"),
    "repeats": N_("Repeats as dealer"),
}
#: The words on the picture of a member.
MEMBER_PICTURE = {
    "games": N_("Games"),
    "sum": N_("Sum"),
    "mean": N_("Mean"),
    "rank": N_("Mean rank"),
    "course": N_("Course of the season"),
    "riichi": N_("Riichi"),
    "won": N_("Wins"),
    **{name: word for name, word in GROUP_RATES.items() if name.startswith("riichi_")},
    "with_riichi": N_("won with riichi"),
    "without_riichi": N_("won without riichi"),
}
GROUP_MEANS = {"won": N_("Mean points of a win"), "dealt_in": N_("Mean points of dealing in")}
