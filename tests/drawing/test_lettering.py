"""The letters of a picture: every character has one, text that is too long shrinks and is cut at last."""

import json
import re
from pathlib import Path

import pytest

from static.build import hatch_build
from webapp import create_app
from webapp.drawing.canvas import ROOM
from webapp.drawing.lettering import Glyphs, Lettering, Line
from webapp.language.i18n import LANGUAGES, catalogue
from webapp.language.messages import messages
from webapp.serving.assets import EXTENSION

APP = create_app()


@pytest.fixture(scope="module")
def glyphs() -> Glyphs:
    found: Glyphs = json.loads(APP.extensions[EXTENSION].files["vendor/glyphs.json"])
    return found


STATIC = Path(hatch_build.__file__).parents[1]
needs_todays_build = pytest.mark.skipif(
    not hatch_build.is_current(STATIC / "build", STATIC / "vendor"),
    reason="the characters were drawn from other catalogues: `pip install -e .` draws those of today",
)


@needs_todays_build
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_of_the_catalogues_can_be_drawn(glyphs: Glyphs, language: str) -> None:
    lettering = Lettering(glyphs, language)
    chars = {char for text in (*catalogue(language).values(), *messages()) for char in text if char.isprintable()}
    empty = lettering.glyph("\x00")
    assert {char for char in chars if lettering.glyph(char) == empty} == set()


@needs_todays_build
@pytest.mark.parametrize("name", ["佐藤", "鈴木健太", "渡邊", "髙橋", "川﨑", "翔", "美咲", "凛", "ケンジ", "Zoë"])
def test_common_names_can_be_drawn(glyphs: Glyphs, name: str) -> None:
    assert all(Lettering(glyphs, language).has(name) for language in LANGUAGES)


def test_text_shrinks_and_is_cut_at_last(glyphs: Glyphs) -> None:
    lettering = Lettering(glyphs, "en")
    whole = lettering.width("Riichi, Tsumo", 40)
    assert lettering.fit("Riichi, Tsumo", 40, whole) == Line("Riichi, Tsumo", 40, whole)
    smaller = lettering.fit("Riichi, Tsumo", 40, whole * 0.8)
    assert smaller.text == "Riichi, Tsumo"
    assert smaller.size == pytest.approx(32)
    cut = lettering.fit("Riichi, Tsumo", 40, whole * 0.4)
    assert cut.text.endswith("…")
    assert cut.width <= whole * 0.4


def test_words_that_have_no_place_are_counted(glyphs: Glyphs) -> None:
    lettering = Lettering(glyphs, "en")
    words = [f"Yaku{number}" for number in range(60)]
    lines = lettering.wrap(words, 34, ROOM, 2, ", ")
    assert len(lines) == 2
    shown = re.findall(r"Yaku\d+", " ".join(line.text for line in lines))
    assert shown == words[: len(shown)]
    assert lines[-1].text.endswith(f"+{60 - len(shown)}")
    assert all(line.width <= ROOM for line in lines)
