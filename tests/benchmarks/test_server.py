"""The server's benchmark asks what a user would ask, and tells whose work it was; how fast it is is no test."""

import json
from itertools import pairwise
from pathlib import Path

import flask
import jinja2
import pytest

import webapp
from tests.benchmarks import server
from tests.benchmarks.questions import won_hands
from tests.benchmarks.server import PARTS, ROWS, Speed, entered, measure, part_of, table

WEBAPP = str(Path(webapp.__file__).parent)
TEMPLATE = f"{Path(webapp.__file__).parents[1]}/templates/calculator/_result.html"
FLASK, JINJA, STANDARD = flask.__file__, jinja2.__file__, json.__file__


def test_a_hand_is_entered_a_tap_at_a_time_until_it_is_the_hand() -> None:
    for hand in won_hands(1, 20):
        entries = list(entered(hand))
        sizes = [len(entry.all_tiles) + len(entry.flags) + (entry.by is not None) for entry in entries]
        steps = {more - less for less, more in pairwise(sizes)}
        assert steps <= {1, 3, 4}
        last = entries[-1].hand(is_tsumo=hand.is_tsumo)
        assert sorted(last.concealed) == sorted(hand.concealed)
        assert (last.win, last.melds, last.flags) == (hand.win, hand.melds, hand.flags)
        assert (last.table.dora, last.ura, last.table.honba) == (hand.table.dora, hand.ura, hand.table.honba)


@pytest.mark.parametrize(
    ("files", "part"),
    [
        ([f"{WEBAPP}/scoring/score.py", f"{WEBAPP}/answer.py", FLASK], "engine"),
        ([STANDARD, f"{WEBAPP}/efficiency/suits.py", TEMPLATE, JINJA, FLASK], "engine"),
        ([f"{WEBAPP}/i18n.py", TEMPLATE, JINJA, FLASK, f"{WEBAPP}/pages/calculator.py", FLASK], "template"),
        ([STANDARD, f"{WEBAPP}/forms.py", f"{WEBAPP}/pages/calculator.py", FLASK], "view"),
        ([FLASK, f"{WEBAPP}/pages/calculator.py", FLASK], "framework"),
        ([STANDARD], "framework"),
    ],
)
def test_the_innermost_of_ours_says_whose_work_it_is_and_engine_and_template_answer_for_what_they_call(
    files: list[str], part: str
) -> None:
    assert part_of(files) == part


@pytest.mark.slow
def test_every_sort_of_request_is_measured() -> None:
    speeds = measure(number=2, pages=2, discards=1, pictures=2)
    assert [speed.name for speed in speeds] == list(ROWS)
    for speed in speeds:
        assert speed.per_second > 0
        assert 0 < speed.p50 <= speed.p99
        assert tuple(speed.shares) == PARTS
        assert sum(speed.shares.values()) == pytest.approx(1) or not any(speed.shares.values())


def test_a_request_that_is_not_answered_is_an_error() -> None:
    app = webapp.create_app().wsgi_app
    with pytest.raises(RuntimeError, match="404"):
        server._round(app, [server.get(server.LINK, "/nowhere")], server.Profile())


def test_the_table_has_a_row_for_each_sort_of_request() -> None:
    shares = {"engine": 0.25, "view": 0.125, "template": 0.5, "framework": 0.125}
    shown = table([Speed("a scoring tap", 1845, 451.3, 2.176, 3.3, shares)])
    assert [line.split() for line in shown.splitlines()] == [
        ["requests", "a", "second", "p50", "ms", "p99", "ms", *PARTS],
        ["a", "scoring", "tap", "1,845", "451", "2.18", "3.30", "25%", "12%", "50%", "12%"],
    ]
