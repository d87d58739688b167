"""Numbers as the pages show them."""

import pytest

from webapp.language import words


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
    assert words.total(thousands) == shown
