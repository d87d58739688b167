"""Numbers and names as the pages show them."""

import pytest

from webapp import create_app
from webapp.game.rules import GAME_SWITCHES
from webapp.language import numbers, words
from webapp.language.i18n import tiles_name
from webapp.scoring.rules import SWITCHES


@pytest.mark.parametrize(
    ("thousands", "shown"),
    [
        (9.7 / 2, "+4.9"),
        (-22.3 / 2, "−11.2"),
        (-9.7 / 2, "−4.9"),
        (0.0, "+0.0"),
        (61.4, "+61.4"),
        (-100 / 3, "−33.3"),
        (1234.56, "+1234.6"),
    ],
)
def test_a_half_is_rounded_away_from_zero(thousands: float, shown: str) -> None:
    assert numbers.total(thousands) == shown


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "2 3 of characters, red 5 of characters, 4 4 of circles, East wind, East wind, White dragon"),
        ("ja", "2 3萬、赤5萬、4 4筒、東、東、白"),
        ("ko", "2 3만, 적5만, 4 4통, 동, 동, 백"),
        ("zh", "2 3万、赤5万、4 4筒、东、东、白"),
    ],
)
def test_every_tile_of_a_hand_is_said(language: str, said: str) -> None:
    with create_app().test_request_context(f"/?lang={language}"):
        assert tiles_name(["2m", "3m", "0m", "4p", "4p", "1z", "1z", "5z"]) == said


def test_other_names_are_of_rules_that_there_are() -> None:
    assert words.OTHER_NAMES.keys() <= SWITCHES.keys() | GAME_SWITCHES.keys()
