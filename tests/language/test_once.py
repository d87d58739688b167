"""What a template draws of a tile: once in each language."""

from flask import Flask
from markupsafe import Markup

from webapp import create_app
from webapp.language.i18n import once, tile_name


def drawing(app: Flask, language: str) -> list[str]:
    """What a macro draws for some tiles by turns; the last element is how often it was asked."""
    asked: list[str] = []

    def macro(name: str, extra: str = "") -> Markup:
        asked.append(name)
        return Markup(f"{tile_name(name)}{extra}")

    with app.test_request_context(f"/?lang={language}"):
        draw = once(macro)
        drawn = [draw("1m"), draw("0p"), draw("1m"), draw("1m", "!"), draw("1m", extra="?"), draw("1m", extra="?")]
    return [*drawn, str(len(asked))]


def test_a_tile_is_drawn_once_for_the_same_arguments() -> None:
    assert drawing(create_app(), "en") == [
        "1 of characters",
        "red 5 of circles",
        "1 of characters",
        "1 of characters!",
        "1 of characters?",
        "1 of characters?",
        "4",
    ]


def test_each_language_has_its_own_macros() -> None:
    app = create_app()
    for language, name in (("en", "1 of characters"), ("ja", "1萬"), ("en", "1 of characters")):
        with app.test_request_context(f"/?lang={language}"):
            macros = app.jinja_env.get_template("_macros.html").make_module()
            assert f'aria-label="{name}"' in vars(macros)["tile"]("1m")


def test_while_somebody_works_on_the_files_nothing_is_kept() -> None:
    app = create_app()
    app.debug = True
    assert drawing(app, "en")[-1] == "6"
