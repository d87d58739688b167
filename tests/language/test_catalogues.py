"""The catalogues: every message has a translation with the same places to fill, and no translation is left over."""

from functools import cache
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po

from webapp.language.i18n import LANGUAGES, LOCALE, catalogue
from webapp.language.messages import messages as extracted
from webapp.scoring.awards import YAKU
from webapp.scoring.registry import Yaku

TRANSLATED = [language for language in LANGUAGES if language != "en"]
HINT = "`python -m webapp.language.messages` brings the catalogues up to date"


@cache
def messages() -> dict[str, str]:
    """Every message in English, extracted once."""
    return extracted()


def stored(language: str) -> Catalog:
    """A language's catalogue as it lies in the repository."""
    with (LOCALE / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def places(text: str) -> set[str]:
    """The names of a message's places to fill."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_there_are_languages_to_translate_to() -> None:
    assert "ja" in TRANSLATED


def test_messages_are_found_where_they_are_written() -> None:
    assert "Undo" in messages()  # a template
    assert "Ippatsu needs riichi." in messages()  # a problem
    assert "no such tile: '{quoted}'" in messages()  # an error
    assert "All simples" in messages()  # a yaku
    assert "Counted yakuman" in messages()  # a word


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    missing = [message for message in messages() if not catalogue(language).get(message, "").strip()]
    assert missing == [], HINT


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_of_a_message_that_is_no_more(language: str) -> None:
    stale = [str(entry.id) for entry in stored(language) if entry.id and entry.id not in messages()]
    assert stale == [], HINT


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_only_a_guess(language: str) -> None:
    assert [str(entry.id) for entry in stored(language) if entry.fuzzy and entry.id] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_places_of_its_message(language: str) -> None:
    differing = {message: text for message, text in catalogue(language).items() if places(message) != places(text)}
    assert differing == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_begins_and_ends_with_the_gaps_of_its_message(language: str) -> None:
    """Templates join messages; a gap at the end is part of one where the language has gaps at all."""
    differing = [
        text
        for message, text in catalogue(language).items()
        if (text != text.rstrip() and message == message.rstrip()) or "\n" in text
    ]
    assert differing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_filled(language: str) -> None:
    for message in messages():
        text = catalogue(language).get(message, message)
        filled = text.format(**dict.fromkeys(places(message), "FILLED"))
        assert filled.count("FILLED") >= len(places(message))


@pytest.mark.parametrize("yaku", YAKU.values(), ids=lambda yaku: yaku.key)
def test_the_japanese_name_of_a_yaku_is_the_one_beside_other_languages(yaku: Yaku) -> None:
    assert yaku.ja.removeprefix("翻牌 ") == catalogue("ja")[yaku.en]
