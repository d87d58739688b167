"""A game in the words of the reader's language: for its pages, and as text and as a table to take away."""

import csv
import io
from collections.abc import Sequence
from unicodedata import bidirectional

from flask import Flask

from webapp.game import State
from webapp.language.i18n import translate
from webapp.language.words import ENDINGS, GAME_PRESETS, HANDS, LENGTHS, N_, OVER, signed, total
from webapp.outputs.summary import SEPARATOR
from webapp.outputs.wording import COMMA
from webapp.views.game import CourseRow, Place, StandingView, Told, Undoable, place_of

#: What a spreadsheet takes for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def place_text(place: Place) -> str:
    """Which hand it is: ``East 2``, 東2局."""
    return translate(HANDS[place.wind]).format(n=place.hand)


def undo_text(undone: Undoable) -> str:
    """What undo takes back, in a word or two: ``Riichi Aoi``, ``East 2``."""
    if undone.kind in ("riichi", "withdraw"):
        return f"{translate(N_('Riichi'))} {apart(undone.name)}"
    if undone.place:
        return place_text(undone.place)
    return translate(N_("Correction")) if undone.kind == "amend" else ""


def _hand_text(place: Place) -> str:
    """Which hand it was, with its honba if it had any."""
    honba = [translate(N_("{n} honba")).format(n=place.honba)] if place.honba else []
    return SEPARATOR.join([place_text(place), *honba])


def told_text(told: Told) -> str:
    """A hand in a line: ``East 1 · 1 honba · Yui +8,000 ← Aoi``."""
    parts = [_hand_text(told.place), *(f"{apart(name)} {signed(points)}" for name, points in told.winners)]
    if told.winners and told.dealt_in:
        return f"{SEPARATOR.join(parts)} ← {apart(told.dealt_in)}"
    players = ": " + translate(COMMA).join(map(apart, told.players)) if told.players else ""
    how = translate(N_("Tsumo")) if told.winners else translate(ENDINGS[told.how]) + players
    return SEPARATOR.join([*parts, how])


def apart(name: str) -> str:
    """A name that does not turn the text around it, where it is written from right to left."""
    is_turned = any(bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if is_turned else name


def game_title(state: State) -> str:
    """What a game is and where it stands: ``Result · East only · House rules``."""
    rules = state.rules
    stands = translate(N_("Result")) if state.over else place_text(place_of(state))
    return SEPARATOR.join((stands, translate(LENGTHS[rules.rounds]), translate(GAME_PRESETS[rules.preset])))


def game_text(state: State, standings: Sequence[StandingView], rows: Sequence[CourseRow], address: str) -> str:
    """A game as text: what it is, the ranking, every hand from the first on, the link if there is one; a line each."""
    over = [translate(N_("The game is over: {why}.")).format(why=translate(OVER[state.over]))] if state.over else []
    ranks = [f"{one.rank}. {apart(one.name)} {one.points:,} ({total(one.total)})" for one in standings]
    hands = [told_text(row.told) for row in reversed(rows)]
    return "\n".join([game_title(state), *over, *ranks, "", *hands, *(("", address) if address else ())])


def game_table(rows: Sequence[CourseRow], names: Sequence[str]) -> str:
    """A game as CSV: a row for each hand, what each player gained and had then.

    What would be a formula in a spreadsheet begins with an apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(map(_cell, ["hand", "honba", "sticks", "ended_by", "winners", "dealt_in", *names, *names]))
    for row in reversed(rows):
        told = row.told
        winners = " / ".join(name for name, _ in told.winners or [(name, 0) for name in told.players])
        place = f"{told.place.wind}{told.place.hand}"
        texts = [place, told.place.honba, told.place.sticks, told.how, winners, told.dealt_in or ""]
        writer.writerow([*map(_cell, texts), *row.deltas, *row.points])
    return out.getvalue()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def init_app(app: Flask) -> None:
    """Gives the templates the words that are put together here."""
    app.jinja_env.globals.update(place_text=place_text, told_text=told_text, undo_text=undo_text)
