"""The reader's language and its translations.

Messages are English in the code; `locale/*/LC_MESSAGES/messages.po` translates them. The language comes from the
address (`lang=`), else from the cookie that such an address left, else from the preferences of the browser.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from flask import Flask, Response, current_app, g, request
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_accept_header

from webapp.language import words
from webapp.language.kana import KANA
from webapp.language.numbers import percent, points, signed, thousands, total
from webapp.language.romaji import romaji
from webapp.language.words import FIELDS, RED, tile_words
from webapp.limits import COMFORT, TRANSLATED, YEAR
from webapp.scoring.awards import YAKU
from webapp.scoring.notation import parse_tiles
from webapp.scoring.problems import Problem
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import NAMES as TILE_NAMES

LANGUAGES = {"ja": "日本語", "en": "English", "zh": "简体中文", "ko": "한국어"}
#: The languages as Open Graph names them.
LOCALES = {"ja": "ja_JP", "en": "en_US", "zh": "zh_CN", "ko": "ko_KR"}
COOKIE = "lang"
LONGEST_ADDRESS = 2000
LONGEST_PATH = 200  # characters
#: The number of results that are kept of a macro.
PARTS = 1 << 10
LOCALE = Path(__file__).parent / "locale"


@cache
def catalogue(language: str) -> dict[str, str]:
    """The translations of a language: message → text. English needs none. A browser gets them as JSON."""
    path = LOCALE / language / "LC_MESSAGES" / "messages.po"
    if (packed := path.with_suffix(".json")).exists():
        return dict(json.loads(packed.read_bytes()))
    if not path.exists():
        return {}
    from babel.messages.pofile import read_po  # not in a browser

    with path.open("rb") as file:
        return {str(entry.id): str(entry.string) for entry in read_po(file) if entry.id and entry.string}


def catalogues() -> dict[str, dict[str, str]]:
    """The translations of all languages."""
    return {name: catalogue(name) for name in LANGUAGES}


def named_language() -> str | None:
    """The language that the reader chose in the address, or that a form sends on; None if the reader chose none."""
    name = _given("lang")
    return name if name in LANGUAGES else None


def _given(name: str) -> str:
    """A field of the address or the form; that of the address if the form is refused, for the page that says so."""
    try:
        return request.values.get(name, "")
    except HTTPException:
        return request.args.get(name, "")


def language() -> str:
    """The language of this request."""
    try:
        return g.language  # type: ignore[no-any-return]  # found once, asked a hundred times
    except AttributeError:
        asked = (named_language(), request.cookies.get(COOKIE))
        known = next((name for name in asked if name in LANGUAGES), None)
        g.language = known or _preferred(request.headers.get("Accept-Language", ""))
        return str(g.language)


@lru_cache(1 << 8)
def _preferred(header: str) -> str:
    """The language that the preferences of a browser, an `Accept-Language` header, like best."""
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES, "en")


def language_field() -> dict[str, str]:
    """The field of a form that keeps the chosen language; empty if the reader chose none."""
    chosen = named_language()
    return {"lang": chosen} if chosen else {}


def game_field() -> dict[str, str]:
    """The field with the rules of the game from which the calculator was opened: a preset, or own rules as in the field
    ``rules``; empty if it was not."""
    rules = _given("game")
    preset = dict(parse_qsl(rules)).get("rules") if "=" in rules else rules
    return {"game": rules} if preset in words.GAME_PRESETS else {}


def in_chosen_language(link: str) -> str:
    """The query of a link with the chosen language, if the reader chose one, and with the game that the calculator
    counts for, if the link has the rules of its hands."""
    try:
        chosen, game = g.chosen
    except AttributeError:
        chosen, game = g.chosen = urlencode(language_field()), urlencode(game_field())
    return "&".join(filter(None, [link, chosen, link and game]))


def in_language(link: str, code: str) -> str:
    """The query of a link in another language."""
    kept = [part for part in link.split("&") if part and not part.startswith("lang=")]
    return "&".join([*kept, urlencode({"lang": code})])


def page_path() -> str:
    """The path of this page; the start page's if this page does not exist or has a very long path."""
    return request.path if request.url_rule and len(request.path) <= LONGEST_PATH else "/"


def page_address() -> str:
    """The address of this page, to come back to; only its path if the address is long or the page was posted."""
    whole = request.full_path if request.query_string else request.path
    return whole if request.method == "GET" and len(whole) <= LONGEST_ADDRESS else page_path()


def translate(message: str) -> str:
    """A message in the language of this request."""
    try:
        texts: dict[str, str] = g.catalogue
    except AttributeError:
        texts = g.catalogue = catalogue(language())
    return texts.get(message, message)


def is_romaji_first() -> bool:
    """Whether yaku have their Japanese names first. In English they do, unless the reader chose the translations on
    this device."""
    try:
        return g.is_romaji_first  # type: ignore[no-any-return]
    except AttributeError:
        g.is_romaji_first = language() == "en" and TRANSLATED not in request.cookies.get(COMFORT, "").split(".")
        return bool(g.is_romaji_first)


#: The Japanese name of each yaku, by its English name. Red fives and norths are missing: their Japanese names are not
#: more usual.
_ROMAJI_NAMES = {"Value tiles": "Yakuhai"} | {yaku.en: romaji(key) for key, yaku in YAKU.items() if "renhou" not in key}
_ROMAJI_NAMES |= {yaku.en: "Renhou" for key, yaku in YAKU.items() if "renhou" in key}


def yaku_name(en: str) -> str:
    """The name of a yaku in the words of the reader, by its English name."""
    return _ROMAJI_NAMES.get(en, en) if is_romaji_first() else translate(en)


def names_of_yaku() -> dict[str, set[str]]:
    """Every name that a yaku has in any language, by its key."""
    words_of = [catalogue(name) for name in LANGUAGES]
    return {
        key: {yaku.en, _ROMAJI_NAMES.get(yaku.en, yaku.en), *(known.get(yaku.en) or yaku.en for known in words_of)}
        for key, yaku in YAKU.items()
    }


def other_name(en: str) -> str:
    """The second name of a yaku, in Latin letters: its Japanese name, or its English name if the Japanese one comes
    first. Empty if both are the same."""
    other = en if is_romaji_first() else _ROMAJI_NAMES.get(en, en)
    return "" if other.lower() == yaku_name(en).lower() else other


def counted(one: str, many: str, number: int) -> str:
    """A message for one thing or for several, with their number; only English tells them apart."""
    return translate(one if number == 1 else many).format(n=number)


#: The values of problems that are tiles.
_TILE_VALUES = {"tile", "tiles", "red"}


def problem_text(problem: Problem) -> str:
    """A problem's message in the language of this request, with the names of its tiles."""
    values = dict(problem.values)
    for name in _TILE_VALUES & values.keys():
        values[name] = tiles_name([TILE_NAMES[tile] for tile in parse_tiles(str(values[name]))])
    if "what" in values:
        values["what"] = translate(FIELDS[str(values["what"])]).lower()
    return translate(problem.text).format(**values)


def seat_name(wind: str) -> str:
    """The name of a seat, by its letter."""
    return translate(words.SEATS[wind])


def tile_name(name: str) -> str:
    """The name of a tile: ``red 5 of characters``."""
    message, rank = tile_words(name)
    spoken = translate(message).format(rank=rank)
    return translate(RED).format(tile=spoken) if name[0] == "0" else spoken


def tiles_name(names: Sequence[str]) -> str:
    """The names of tiles, with the numbers of a suit together: ``2 3 4 of characters, East wind, East wind``."""
    words = [(tile_words(name) if name[0] != "0" else (RED, name)) for name in names]
    parts: list[str] = []
    for message, run in groupby(words, key=lambda word: word[0]):
        ranks = [rank for _, rank in run]
        if message == RED:
            parts += map(tile_name, ranks)
        elif "{rank}" in message:
            parts.append(translate(message).format(rank=" ".join(ranks)))
        else:
            parts += [translate(message)] * len(ranks)
    return translate(", ").join(parts)


def once(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """A macro whose results are kept by its arguments. It asks for nothing that depends on the request except the
    language: each language has its own macros."""
    return macro if current_app.debug else lru_cache(PARTS)(macro)  # the files that it refers to may change


def spoken(key: str) -> str:
    """The name of a yaku to say aloud: in kana for readers of Japanese if it is known, else in Latin letters."""
    return KANA.get(key, romaji(key)) if language() == "ja" else romaji(key)


def init_app(app: Flask) -> None:
    """Gives the templates their words."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.globals.update(
        _=translate,
        counted=counted,
        is_romaji_first=is_romaji_first,
        once=once,
        gettext=translate,
        page_address=page_address,
        page_path=page_path,
        tile_names=TILE_NAMES,
        language=language,
        languages=LANGUAGES,
        locales=LOCALES,
        problem_text=problem_text,
        words=words,
    )
    app.jinja_env.filters.update(
        tile=TILE_NAMES.__getitem__,
        wind=WIND_NAMES.__getitem__,
        tile_name=tile_name,
        tiles_name=tiles_name,
        in_language=in_language,
        translated=translate,
        seat_name=seat_name,
        yaku_name=yaku_name,
        other_name=other_name,
        romaji=romaji,
        spoken=spoken,
        percent=percent,
        points=points,
        signed=signed,
        thousands=thousands,
        total=total,
    )
    app.after_request(_remember)


def _remember(response: Response) -> Response:
    """Keeps the language that an address names in a cookie, and tells caches that a page depends on the language.

    A private page is an exception: only the reader's own cache keeps it. That cache may show it on the way back, even
    if the cookies have changed since.
    """
    if response.mimetype != "text/html":
        return response
    if request.args.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, language(), max_age=YEAR, samesite="Lax", httponly=True)
    if not response.cache_control.private:
        response.vary.update(["Accept-Language", "Cookie"])
    return response
