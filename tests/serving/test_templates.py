"""What is sent of a template."""

import html
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from time import sleep
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Undefined
from markupsafe import Markup, escape

from webapp import create_app
from webapp.entry import Entry
from webapp.pages.calculator.sheet import sheet_of
from webapp.serving import templates
from webapp.serving.templates import escaped

#: Bytes of an answer.
LARGEST = 100 << 10


def test_pages_are_sent_without_the_indentation_of_their_templates(client: FlaskClient) -> None:
    lines = client.get("/?hand=123m456p789s11122z").text.splitlines()
    assert len(lines) > 200
    assert not [line for line in lines if line.startswith(" ")]
    assert '\n "events"' in html.unescape(client.get("/api").text)


@pytest.mark.parametrize(
    "hand",
    ["9m7p7m7p3p7p8m2p6m1p4p3m8p6p", "7m9m4s5p7s3s1p5p8p9s4p1s3p9p", "8s8m7m3s2z6m5z7z4s3m4p2p4m8m"],
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_longest_pages_that_are_known_are_below_the_limit(client: FlaskClient, hand: str, language: str) -> None:
    page = client.get(f"/?hand={hand}&lang={language}")
    assert "data-value=" in page.text
    assert len(page.data) <= LARGEST


def test_phones_that_come_at_the_same_moment_have_each_template_compiled_once(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As all do when a server has started anew."""
    read, compiled, phones = app.jinja_env.compile, list[str | None](), 8
    together = Barrier(phones)

    def slow(source: Any, name: str | None = None, *more: Any, **options: Any) -> Any:
        compiled.append(name)
        sleep(0.01)
        return read(source, name, *more, **options)

    def look(_: int) -> int:
        together.wait()
        return app.test_client().get("/table").status_code

    monkeypatch.setattr(templates, "COMPILED", None)
    monkeypatch.setattr(app.jinja_env, "compile", slow)
    with ThreadPoolExecutor(phones) as pool:
        assert set(pool.map(look, range(phones))) == {200}
    assert "reference/score_table.html" in compiled
    assert len(compiled) == len(set(compiled))


def test_a_template_is_compiled_once_for_all_starts_until_a_text_or_our_code_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiled(language: str = "ja") -> bool:
        """Whether a new application compiles the template. It says the same in any case."""
        app = create_app()
        compiling = Mock(wraps=app.jinja_env.compile)
        monkeypatch.setattr(app.jinja_env, "compile", compiling)
        assert {"ja": "ツモ", "en": "Tsumo"}[language] in app.test_client().get(f"/?lang={language}").text
        return compiling.called

    monkeypatch.setattr(templates, "COMPILED", tmp_path)
    assert [compiled(), compiled(), compiled("en")] == [True, False, True]
    monkeypatch.setattr(templates, "_version", lambda: "another")
    assert [compiled(), compiled()] == [True, False]
    for file in tmp_path.iterdir():
        file.write_bytes(b"broken")
    assert [compiled(), compiled()] == [True, False]
    monkeypatch.setattr(templates, "COMPILED", tmp_path / "missing")
    assert [compiled(), compiled()] == [True, True]


def test_a_message_is_translated_when_its_template_is_compiled(app: Flask) -> None:
    with app.test_request_context("/?lang=ja"):
        environment = app.jinja_env.get_template("_macros.html").environment
    assert "ツモ" in environment.compile('{{ _("Tsumo") }}', raw=True)
    template = environment.from_string('{{ _("{n} honba").format(n=2) }} {{ _(text) }}')
    assert template.render(text="Tsumo") == "2本場 ツモ"


def test_a_part_is_compiled_into_its_template_and_keeps_its_names_to_itself(app: Flask) -> None:
    """In debug mode it stays apart, so that a saved file is read again."""
    text = '{% set room, entry = 5, none %}{% include "calculator/_hand.html" %}{{ room }}'
    with app.test_request_context():
        in_english = app.jinja_env.get_template("_macros.html").environment
        assert "calculator/_hand.html" not in in_english.compile(text, raw=True)
        html = in_english.from_string(text).render(sheet=sheet_of(Entry()))
        assert 'aria-label="Hand"' in html
        assert html.endswith("5")
    with create_app({"TEMPLATES_AUTO_RELOAD": True}).test_request_context() as context:
        environment = context.app.jinja_env.get_template("_macros.html").environment
        assert "calculator/_hand.html" in environment.compile(text, raw=True)


def test_a_changed_part_has_its_templates_compiled_anew() -> None:
    assert "calculator/_hand.html " in templates._version()


@pytest.mark.parametrize(
    "value", ["", "plain", "<b>", "a & b", '"', "'", Markup("<b>"), 5, True, None, 1.5, Undefined(), ["<b>"]], ids=repr
)
def test_a_value_is_escaped_as_markupsafe_escapes_it(value: object) -> None:
    assert escaped(value) == str(escape(value))


def test_a_macro_is_called_with_positions_names_and_a_caller(app: Flask) -> None:
    text = '{% macro of(a, b="", class="") %}{{ a }}{{ b }}{{ class }}{{ caller() }}{% endmacro %}'
    with app.app_context():
        template = app.jinja_env.from_string(text + '{% call of("<", b=2, class="c") %}>{% endcall %}')
        assert template.render() == "&lt;2c>"
