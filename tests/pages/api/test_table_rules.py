"""The rules of a hand that parlours, leagues and other programs play: hands with known points, each asked by the API
and by an address of the calculator."""

from typing import NamedTuple

import pytest

from tests.formats.forms import form_of, read
from tests.pages.api.asked import scored
from tests.pages.markup import deltas_of, points_of
from tests.pages.site import get
from webapp.formats.case import case_json


class Example(NamedTuple):
    """A hand by some rules, as the query of an address, and its points without honba and sticks."""

    query: str
    points: int


RENHOU = "&by=ron&from=1&renhou=1&rule.renhou=baiman"
SEVEN_PAIRS = "hand=1155m3388p44667s7s&by=ron&from=1&riichi=1"
EXAMPLES = {
    # At least 8 han, which other han do not add to: 11 han without it are a sanbaiman.
    "blessing of man alone": Example(f"hand=123m456p789s35s55p4s{RENHOU}", 16_000),
    "blessing of man with 9 han": Example(f"hand=12345678934m55m2m{RENHOU}", 16_000),
    "blessing of man with 11 han": Example(f"hand=12345678934m55m2m&dora=9m9m{RENHOU}", 24_000),
    "3 han, 30 fu for all": Example(f"{SEVEN_PAIRS}&rule.fu_fixed=30", 3900),
    "3 han, 40 fu for all": Example(f"{SEVEN_PAIRS}&rule.fu_fixed=40", 5200),
    "4 han, 30 fu for all": Example(f"{SEVEN_PAIRS}&ippatsu=1&rule.fu_fixed=30", 7700),
    "4 han, 30 fu for all, rounded up": Example(
        f"{SEVEN_PAIRS}&ippatsu=1&rule.fu_fixed=30&rule.kiriage_mangan=yes", 8000
    ),
}


@pytest.mark.parametrize("what", EXAMPLES)
def test_the_api_and_the_page_count_by_the_rules_of_the_table(what: str) -> None:
    query, points = EXAMPLES[what]
    entry = read(form_of(query))
    answer = scored(case_json(entry.hand(is_tsumo="by=tsumo" in query)))
    page = get(f"/?{query}")
    assert (answer["points"], points_of(page)) == (points, points)
    assert {seat: change for seat, change in zip("ESWN", answer["deltas"], strict=False) if change} == deltas_of(page)
