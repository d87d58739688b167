"""A game in the words of the reader's language: for its pages, and as text."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from unicodedata import bidirectional

from flask import Flask

from webapp.formats.game_file import is_only_a_day
from webapp.formats.result_summary import SEPARATOR
from webapp.game.result import Standing
from webapp.game.state import Over, Place, State
from webapp.language.dates import short_date
from webapp.language.i18n import language, translate
from webapp.language.numbers import points, signed, total
from webapp.language.words import ENDINGS, ENTERED, GAME_PRESETS, HANDS, LENGTHS, N_, OVER
from webapp.pages.calculator.result_text import COMMA
from webapp.pages.game.course import CourseRow
from webapp.pages.game.event_summary import EventSummary
from webapp.pages.game.late_taps import Entered
from webapp.pages.game.table_view import Undoable
from webapp.scoring.table import WIND_NAMES
from webapp.serving import phone


def place_text(place: Place) -> str:
    """The name of a hand of the game: ``East 2``, 東2局."""
    return translate(HANDS[WIND_NAMES[place.round]]).format(n=place.hand)


def undo_text(undone: Undoable) -> str:
    """The event that undo would take back: ``Riichi Aoi``, ``East 2 · 1 honba``, ``Points adjusted``."""
    if undone.place:
        return hand_text(undone.place)
    return " ".join(filter(None, [translate(ENTERED[undone.kind]), undone.name and apart(undone.name)]))


def undone_text(undone: Undoable, last: Undoable) -> str:
    """An undo that was entered too late, as another event is the last one now."""
    said = translate(N_("You undid {what}; meanwhile {other} was entered."))
    return said.format(what=undo_text(undone), other=undo_text(last))


def hand_text(place: Place, *, always: bool = False) -> str:
    """The name of a hand, with its honba if it had any, or `always`."""
    honba = [translate(N_("{n} honba")).format(n=place.honba)] if place.honba or always else []
    return SEPARATOR.join([place_text(place), *honba])


def event_text(summary: EventSummary, *, always: bool = False) -> str:
    """A hand in a line: ``East 1 · 1 honba · Yui +8,000 ← Aoi``; or ``East 2 · Points adjusted: late · Aoi −1,000``. It
    has its honba if there are any, or `always`."""
    if summary.how in ("adjust", "chips"):
        return _by_hand_text(summary)
    won = (f"{apart(name)} {signed(points)}" for name, points in summary.winners)
    parts = [hand_text(summary.place, always=always), *won]
    named = translate(COMMA).join(map(apart, summary.liable))
    liable = [f"{translate(N_('Pao'))}: {named}"] if summary.liable else []
    if summary.winners and summary.dealt_in:
        return SEPARATOR.join([f"{SEPARATOR.join(parts)} ← {apart(summary.dealt_in)}", *liable])
    players = ": " + translate(COMMA).join(map(apart, summary.players)) if summary.players else ""
    if players and summary.how == "exhaustive":
        players = f"{SEPARATOR}{translate(N_('Tenpai'))}{players}"
    how = translate(N_("Tsumo")) if summary.winners else translate(ENDINGS[summary.how]) + players
    return SEPARATOR.join([*parts, how, *liable])


def _by_hand_text(summary: EventSummary) -> str:
    """Points or chips by hand, with the note."""
    what = translate(ENTERED[summary.how]) + (f": {apart(summary.note)}" if summary.note else "")
    gains = [f"{apart(name)} {signed(gain)}" for name, gain in summary.gains]
    return SEPARATOR.join([hand_text(summary.place), what, *gains])


def entered_text(entered: Entered) -> str:
    """An entered event in a line: a hand, ``East 2 · 0 honba · Riichi Aoi``, ``Correction: East 1 · 0 honba · Yui
    +8,000``, ``Undo · East 2``."""
    if entered.summary:
        return event_text(entered.summary, always=True)
    if entered.corrected:
        corrected = event_text(entered.corrected, always=True)
        return f"{translate(N_('{field}:')).format(field=translate(ENTERED['amend']))} {corrected}"
    said = f"{translate(ENTERED[entered.what])} {apart(entered.name)}".strip()
    if entered.undone:
        return SEPARATOR.join([said, undo_text(entered.undone)])
    return SEPARATOR.join([hand_text(entered.place, always=True), said]) if entered.place else said


def apart(name: str) -> str:
    """A name, isolated if it is written from right to left, so that it does not turn the text around it."""
    is_turned = any(bidirectional(char) in ("R", "AL") for char in name)
    return f"\u2068{name}\u2069" if is_turned else name


def game_title(state: State) -> str:
    """The state, the length and the rules of a game: ``Result · East only · House rules``."""
    rules = state.rules
    stands = translate(N_("Result")) if state.over else place_text(state.place)
    return SEPARATOR.join((stands, translate(LENGTHS[rules.rounds]), translate(GAME_PRESETS[rules.preset])))


def game_text(
    state: State, names: Sequence[str], standings: Sequence[Standing], rows: Sequence[CourseRow], address: str
) -> str:
    """A game as text, a line each: the title, the ranking, every row of the course from the first on, and the link if
    there is one."""
    over = [over_text(state.over)] if state.over else []
    ranks = [f"{one.rank}. {apart(names[one.player])} {points(one.points)} ({total(one.total)})" for one in standings]
    hands = [event_text(row.summary) for row in reversed(rows)]
    return "\n".join([game_title(state), *over, *ranks, "", *hands, *(("", address) if address else ())])


def over_text(over: Over) -> str:
    """Why a game is over, as a sentence."""
    if over == "ended":
        return translate(N_("The game was ended."))
    return translate(N_("The game is over: {why}.")).format(why=translate(OVER[over]))


def whole(text: str) -> str:
    """The text with non-breaking spaces."""
    return text.replace(" ", "\u00a0")


def _event_text_in_lines(summary: EventSummary, *, always: bool = False) -> str:
    """A hand in words for a page, where no line begins with the separator."""
    return event_text(summary, always=always).replace(SEPARATOR, f"\u00a0{SEPARATOR.lstrip()}")


def init_app(app: Flask) -> None:
    """Gives the templates the words that are put together here."""
    app.jinja_env.filters["whole"] = whole
    app.jinja_env.globals.update(
        day_text=day_text,
        entered_text=entered_text,
        hand_text=hand_text,
        place_text=place_text,
        event_text=_event_text_in_lines,
        over_text=over_text,
        undo_text=undo_text,
        undone_text=undone_text,
    )


def day_text(at: datetime) -> str:
    """A time by the clock of this phone: ``Nov 22, 2026, 21:40``. Of a phone whose clock is not known, the day in
    UTC; of a game that has only a day, only that."""
    ahead = phone.offset()
    local = at.astimezone(timezone(timedelta(minutes=ahead or 0)))
    day = short_date(local.date(), language())
    return day if ahead is None or is_only_a_day(at) else f"{day}{translate(COMMA)}{local:%H:%M}"
