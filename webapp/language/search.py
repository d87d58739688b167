"""Finds a yaku by any of its names: in kanji, kana and Latin letters, in English, Chinese and Korean."""

import re
import unicodedata
from functools import cache

from webapp.language.i18n import LANGUAGES, catalogue
from webapp.language.kana import ALSO_SAID, KANA
from webapp.language.romaji import romaji
from webapp.language.words import OTHER_NAMES, SWITCHES
from webapp.scoring.registry import Yaku

#: The most characters of a search text; the rest is cut off.
LONGEST_SOUGHT = 60
_HIRAGANA = range(ord("ぁ"), ord("ゖ") + 1)
_TO_KATAKANA = {code: code + ord("ァ") - ord("ぁ") for code in _HIRAGANA}
#: Characters that are written in two ways, as in 断幺九 and 断么九.
_VARIANTS = str.maketrans("么杯搶灯連", "幺盃槍燈蓮")
#: Words of English rules for the same sets.
_SETS = {"chow": "sequence", "pung": "triplet", "quad": "kan", "kong": "kan"}
#: A vowel that makes the one before it longer, in Latin letters and in kana.
_LONG = re.compile(
    r"(?<=a)a+|(?<=e)e+|(?<=i)i+|(?<=[ou])u+|(?<=o)o+|ー"
    "|(?<=[オコソトノホモヨロヲゴゾドボポョウクスツヌフムユルグズヅブプュ])ウ"
    "|(?<=[イキシチニヒミリギジヂビピエケセテネヘメレゲゼデベペ])イ"
)


def plain(text: str) -> str:
    """A text as it is compared: without case, width, spaces and signs, in katakana instead of hiragana, with long
    vowels as short ones, with a repeated character instead of 々, and with one form of a character or word that has
    two."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_TO_KATAKANA | _VARIANTS)
    folded = re.sub("(.)々", r"\1\1", "".join(filter(str.isalnum, folded)))
    for word, usual in _SETS.items():
        folded = folded.replace(word, usual)
    return _LONG.sub("", folded)


def is_called(yaku: Yaku, sought: str) -> bool:
    """Whether one of the names of a yaku contains the sought text. An empty text matches every yaku."""
    wanted = plain(sought[:LONGEST_SOUGHT])
    return any(wanted in name for name in _names(yaku))


def no_yaku(sought: str) -> str:
    """What the sought text names that is no yaku: ``dora``, ``nagashi_mangan``, or nothing."""
    wanted = plain(sought[:LONGEST_SOUGHT])
    return next((kind for kind, rules in _NO_YAKU.items() if any(wanted in _rule_names(rule) for rule in rules)), "")


#: What players look for among the yaku, and the rules that have its names.
_NO_YAKU = {"dora": ("red_fives", "ura_dora", "kan_dora", "nuki_dora"), "nagashi_mangan": ("nagashi_mangan",)}


@cache
def _rule_names(rule: str) -> str:
    return plain(" ".join([OTHER_NAMES[rule], *_in_every_language(SWITCHES[rule])]))


@cache
def _names(yaku: Yaku) -> tuple[str, ...]:
    said = (yaku.ja, KANA.get(yaku.key, ""), *ALSO_SAID.get(yaku.key, ()), romaji(yaku.key), yaku.key)
    return tuple(map(plain, (*said, *_in_every_language(yaku.en))))


def _in_every_language(en: str) -> list[str]:
    return [catalogue(language).get(en, en) for language in LANGUAGES]
