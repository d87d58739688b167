"""The letters of a picture: every character has one, text that is too long shrinks and is cut at last."""

import re
from pathlib import Path

import pytest

from static.build import hatch_build
from webapp import create_app
from webapp.language.i18n import LANGUAGES, catalogue
from webapp.language.messages import messages
from webapp.outputs.lettering import Lettering, Line
from webapp.outputs.picture import ROOM
from webapp.serving.assets import EXTENSION

APP = create_app()


@pytest.fixture(scope="module")
def glyphs() -> bytes:
    found: bytes = APP.extensions[EXTENSION].files["vendor/glyphs.json"]
    return found


STATIC = Path(hatch_build.__file__).parents[1]


@pytest.mark.skipif(
    not hatch_build.is_current(STATIC / "build", STATIC / "vendor"),
    reason="the characters were drawn from other catalogues: `pip install -e .` draws those of today",
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_of_the_catalogues_can_be_drawn(glyphs: bytes, language: str) -> None:
    lettering = Lettering.read(glyphs, language)
    text = "".join(catalogue(language).values()) + "".join(messages())
    missing = {char for char in text if char.isprintable() and lettering.glyph(char) == lettering.glyph("\x00")}
    assert missing == set()


def test_text_shrinks_and_is_cut_at_last(glyphs: bytes) -> None:
    lettering = Lettering.read(glyphs, "en")
    whole = lettering.width("Riichi, Tsumo", 40)
    assert lettering.fit("Riichi, Tsumo", 40, whole) == Line("Riichi, Tsumo", 40, whole)
    smaller = lettering.fit("Riichi, Tsumo", 40, whole * 0.8)
    assert smaller.text == "Riichi, Tsumo"
    assert smaller.size == pytest.approx(32)
    cut = lettering.fit("Riichi, Tsumo", 40, whole * 0.4)
    assert cut.text.endswith("…")
    assert cut.width <= whole * 0.4


def test_words_that_have_no_place_are_counted(glyphs: bytes) -> None:
    lettering = Lettering.read(glyphs, "en")
    words = [f"Yaku{number}" for number in range(60)]
    lines = lettering.wrap(words, 34, ROOM, 2, ", ")
    assert len(lines) == 2
    shown = re.findall(r"Yaku\d+", " ".join(line.text for line in lines))
    assert shown == words[: len(shown)]
    assert lines[-1].text.endswith(f"+{60 - len(shown)}")
    assert all(line.width <= ROOM for line in lines)
