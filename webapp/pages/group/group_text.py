"""A group in the words of the reader's language."""

from flask import Flask

from webapp.language.dates import short_date
from webapp.language.i18n import language, translate
from webapp.language.romaji import romaji
from webapp.language.words import N_
from webapp.scoring.awards import YAKU
from webapp.store import StoredSeason


def season_text(season: StoredSeason) -> str:
    """The name of a season, or its days if it has none."""
    if name := season.about.get("name"):
        return str(name)
    first = short_date(season.first_day, language())
    if season.last_day is None:
        return translate(N_("from {day}")).format(day=first)
    return first if season.last_day == season.first_day else f"{first} – {short_date(season.last_day, language())}"


def yaku_text(key: str) -> str:
    """The name of a counted yaku; "dora" stands for all sorts of dora."""
    if key not in YAKU:
        return translate(N_("Dora"))
    return YAKU[key].ja if language() == "ja" else romaji(key)


def init_app(app: Flask) -> None:
    """Gives the templates the words that are put together here."""
    app.jinja_env.globals.update(season_text=season_text, yaku_text=yaku_text)
