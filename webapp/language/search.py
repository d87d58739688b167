"""Finds a yaku by any of its names: in kanji, kana and Latin letters, in English, Chinese and Korean."""

import re
import unicodedata
from functools import cache

from webapp.language.i18n import LANGUAGES, catalogue
from webapp.language.kana import ALSO_SAID, KANA
from webapp.language.romaji import romaji
from webapp.scoring.registry import Yaku

#: The most characters of a search text; the rest is cut off.
LONGEST_SOUGHT = 60
_HIRAGANA = range(ord("ぁ"), ord("ゖ") + 1)
_TO_KATAKANA = {code: code + ord("ァ") - ord("ぁ") for code in _HIRAGANA}
#: A character that is written in two ways, as in 断幺九 and 断么九.
_VARIANTS = str.maketrans("么", "幺")
#: A vowel that makes the one before it longer, in Latin letters and in kana.
_LONG = re.compile(
    r"(?<=a)a+|(?<=e)e+|(?<=i)i+|(?<=[ou])u+|(?<=o)o+|ー"
    "|(?<=[オコソトノホモヨロヲゴゾドボポョウクスツヌフムユルグズヅブプュ])ウ"
)


def plain(text: str) -> str:
    """A text as it is compared: without case, width, spaces and signs, in katakana instead of hiragana, with long
    vowels as short ones, and with one form of a character that has two."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_TO_KATAKANA | _VARIANTS)
    return _LONG.sub("", "".join(filter(str.isalnum, folded)))


def is_called(yaku: Yaku, sought: str) -> bool:
    """Whether one of the names of a yaku contains the sought text. An empty text matches every yaku."""
    wanted = plain(sought[:LONGEST_SOUGHT])
    return any(wanted in name for name in _names(yaku))


@cache
def _names(yaku: Yaku) -> tuple[str, ...]:
    translated = (catalogue(language).get(yaku.en, yaku.en) for language in LANGUAGES)
    names = (yaku.ja, KANA.get(yaku.key, ""), *ALSO_SAID.get(yaku.key, ()), romaji(yaku.key), yaku.key, *translated)
    return tuple(map(plain, names))
