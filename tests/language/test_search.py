"""A yaku is found by any of its names, however it is written."""

import pytest

from webapp.language.i18n import LANGUAGES, catalogue
from webapp.language.kana import ALSO_SAID, KANA
from webapp.language.romaji import romaji
from webapp.language.search import LONGEST_SOUGHT, is_called, no_yaku, plain
from webapp.scoring.awards import YAKU

WINDS = {key for key in YAKU if key.startswith(("round_wind_", "seat_wind_"))}
YAKUHAI = {"haku", "hatsu", "chun", "pei"} | WINDS


def found(sought: str) -> set[str]:
    return {yaku.key for yaku in YAKU.values() if is_called(yaku, sought)}


@pytest.mark.parametrize(
    ("sought", "keys"),
    [
        ("平和", {"pinfu"}),
        ("ぴんふ", {"pinfu"}),
        ("ピンフ", {"pinfu"}),
        ("ﾋﾟﾝﾌ", {"pinfu"}),
        ("PINFU", {"pinfu"}),
        ("ＰＩＮＦＵ", {"pinfu"}),
        ("岭上开花", {"rinshan"}),
        ("핑후", {"pinfu"}),
        ("All simples", {"tanyao"}),
        ("allsimples", {"tanyao"}),
        ("chitoitsu", {"chiitoitsu"}),
        ("いっつう", {"ittsuu"}),
        ("イッツー", {"ittsuu"}),
        ("ittsu", {"ittsuu"}),
        ("ダブリー", {"double_riichi"}),
        ("ほんいつ", {"honitsu"}),
        ("さんしょくどうじゅん", {"sanshoku_doujun"}),
        ("sanshoku dojun", {"sanshoku_doujun"}),
        ("しーあるらおたい", {"shiiaru_raotai"}),
        ("断么九", {"tanyao"}),
        ("断幺九", {"tanyao"}),
        ("役牌", YAKUHAI),
        ("やくはい", YAKUHAI),
        ("yakuhai", YAKUHAI),
        ("連風", WINDS),
        ("ダブ東", {"round_wind_E", "seat_wind_E"}),
        ("ダブナン", {"round_wind_S", "seat_wind_S"}),
        ("イーペイコー", {"iipeikou"}),
        ("イーペイコウ", {"iipeikou"}),
        ("いいぺいこう", {"iipeikou"}),
        ("一杯口", {"iipeikou"}),
        ("リャンペイコー", {"ryanpeikou"}),
        ("リャンペイコウ", {"ryanpeikou"}),
        ("りゃんぺいこう", {"ryanpeikou"}),
        ("メンゼンツモ", {"tsumo"}),
        ("純チャン", {"junchan"}),
        ("一通", {"ittsuu"}),
        ("チイトイ", {"chiitoitsu"}),
        ("対対和", {"toitoi"}),
        ("搶槓", {"chankan"}),
        ("翻牌発", {"hatsu"}),
        ("九連宝灯", {"chuuren", "chuuren_9"}),
        ("Pure Double Chow", {"iipeikou", "ryanpeikou"}),
        ("Mixed Triple Chow", {"sanshoku_doujun"}),
        ("All Pungs", {"toitoi"}),
        ("Four Quads", {"suukantsu"}),
        ("All Honors", {"tsuuiisou"}),
        ("Under the River", {"houtei"}),
        ("食いタン", {"tanyao"}),
        ("くいたん", {"tanyao"}),
        ("めんつも", {"tsumo"}),
        ("面前ツモ", {"tsumo"}),
        ("menhon", {"honitsu"}),
        ("kuitan", {"tanyao"}),
        ("リーヅモ", {"riichi", "tsumo"}),
        ("ピンヅモ", {"pinfu", "tsumo"}),
        ("pinzumo", {"pinfu"}),
        ("メンタンピン", {"riichi", "tanyao", "pinfu"}),
        ("スッタン", {"suuankou_tanki"}),
        ("スーアンコー単騎", {"suuankou_tanki"}),
        ("ハイテイツモ", {"haitei"}),
        ("Menchin", {"chinitsu"}),
        ("7 pairs", {"chiitoitsu"}),
        ("Full straight", {"ittsuu"}),
        ("Kokushi musou", {"kokushi", "kokushi_13"}),
        ("rinshan kaihou", {"rinshan"}),
        ("Robbing the kong", {"chankan"}),
        ("small three dragons", {"shousangen"}),
        ("dragon pung", {"haku", "hatsu", "chun"}),
        ("dragons", {"haku", "hatsu", "chun", "shousangen", "daisangen"}),
        ("last tile", {"haitei", "houtei"}),
        ("double east", {"round_wind_E", "seat_wind_E"}),
        ("tanyo", {"tanyao"}),
        ("no such yaku", set()),
    ],
)
def test_a_yaku_is_found_by_any_of_its_names(sought: str, keys: set[str]) -> None:
    assert found(sought) == keys


@pytest.mark.parametrize(
    ("sought", "kind"),
    [
        *dict.fromkeys(("ドラ", "裏ドラ", "dora", "赤牌", "北抜き", "里宝牌", "도라"), "dora").items(),
        *dict.fromkeys(("流し満貫", "ながしまんがん", "Nagashi mangan", "流局满贯"), "nagashi_mangan").items(),
        ("no such yaku", ""),
    ],
)
def test_what_is_no_yaku_is_known_by_its_names(sought: str, kind: str) -> None:
    assert not found(sought)
    assert no_yaku(sought) == kind


def test_every_name_of_every_yaku_finds_it() -> None:
    for yaku in YAKU.values():
        translated = [catalogue(language).get(yaku.en, yaku.en) for language in LANGUAGES]
        for name in (yaku.ja, yaku.en, yaku.key, romaji(yaku.key), KANA[yaku.key], *translated):
            assert yaku.key in found(name), name


@pytest.mark.parametrize("nothing", ["", " ", "・", "!?", "'"])
def test_nothing_sought_is_everything(nothing: str) -> None:
    assert found(nothing) == {yaku.key for yaku in YAKU.values()}


def test_a_long_text_is_cut() -> None:
    assert is_called(YAKU["pinfu"], "pinfu" + " " * LONGEST_SOUGHT + "x" * 99_999)


def test_other_readings_are_of_yaku_that_there_are() -> None:
    assert set(ALSO_SAID) <= set(KANA)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("リーチ", "りーち"),
        ("Ryuuiisou", "ryu-iso"),
        ("コー", "こう"),
        ("ペイ", "ペー"),
    ],
)
def test_what_is_written_in_two_ways_is_the_same(a: str, b: str) -> None:
    assert plain(a) == plain(b)
