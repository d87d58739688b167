"""Days in words are those of the Unicode CLDR."""

from datetime import date, timedelta

import pytest
from babel.dates import format_date

from webapp.language.dates import full_date
from webapp.language.i18n import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_day_of_a_year_is_written_as_babel_writes_it(language: str) -> None:
    for days in range(365):
        day = date(2026, 1, 1) + timedelta(days)
        assert full_date(day, language) == format_date(day, "full", language)
