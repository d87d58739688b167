"""How many requests a second the server answers, how long each takes, and whose work that is.

``python -m tests.tools.benchmarks.server``. The requests go through the WSGI application in this process, each with a
prepared environ, so that no client is timed; neither are waitress and the network (`tests.tools.load` times them).
Hands are entered as at the table, each request one tap after the other, and every round has its own hands, so that
caches help as much as in real use. Times are processor time.

Whose work it is comes from a profile that changes nothing: at every tick of the processor's clock (4 ms on Linux) a
signal looks at what runs. *Engine* is `webapp.scoring` and `webapp.efficiency`; *template* what Jinja runs, with the
words and addresses that it asks for; *view* the rest of `webapp`, the painting of pictures too; *framework* Flask,
werkzeug and compression.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from signal import ITIMER_PROF, SIGPROF, setitimer, signal
from statistics import median, quantiles
from time import thread_time_ns
from types import FrameType
from typing import Any, NamedTuple

import flask
import jinja2
from werkzeug.test import EnvironBuilder

import webapp
from tests.scoring.hands import but
from tests.tools.benchmarks.questions import dealt_by_shanten, won_hands
from webapp.entry import Entry
from webapp.formats.address import form_fields, query
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.table import Table

ROUNDS = 3
#: How many hands are entered in a round, how often its first page is asked for; its hands of 14 tiles that are not
#: complete, of each shanten; its pictures, fewer than are kept.
HANDS, PAGES, DISCARDS, PICTURES = 150, 100, 15, 25
#: Seconds of the processor between two looks; the clock's tick, where that is longer.
TICK = 0.001
HEADERS = [
    ("Accept-Encoding", "gzip, deflate, br"),
    ("Accept-Language", "en-GB,en;q=0.9,ja;q=0.8"),
    ("Sec-Fetch-Site", "same-origin"),
]
BY_HTMX = [*HEADERS, ("HX-Request", "true")]

WIN, ON_THE_WAY, WAITS, ADVICE = "a scoring tap", "a tap on the way", "13 tiles: waits", "14 tiles: discards"
FIRST_PAGE, LINK = "GET /", "GET /?hand=…"
COLD, WARM = "preview.png, new", "preview.png, kept"
ROWS = (WIN, ON_THE_WAY, WAITS, ADVICE, FIRST_PAGE, LINK, COLD, WARM)

_WEBAPP = Path(webapp.__file__).parent
_ENGINE = (f"{_WEBAPP / 'scoring'}", f"{_WEBAPP / 'efficiency'}")
_TEMPLATE = (f"{_WEBAPP.parent / 'templates'}", f"{Path(jinja2.__file__).parent}")
_OTHERS = {f"{_WEBAPP}": "view", f"{Path(flask.__file__).parent.parent}": "framework"}
PARTS = ("engine", "view", "template", "framework")


class Request(NamedTuple):
    """A request, and the row of the table that it belongs to."""

    row: str
    environ: dict[str, Any]


class Speed(NamedTuple):
    """A row of the table: requests a second, milliseconds of a request, and each part's share of the time."""

    name: str
    requests: int
    per_second: float
    p50: float
    p99: float
    shares: dict[str, float]


# -- what is asked ---------------------------------------------------------------------------------


def entered(hand: WinningHand) -> Iterator[Entry]:
    """What stands in the form after each tap until a hand is complete, and while its circumstances are added."""
    entry = Entry(table=replace(hand.table, dora=()))
    before = [*[("melds", meld) for meld in hand.melds], *[("tiles", tile) for tile in (*hand.concealed, hand.win)]]
    after = [(field, tile) for field, tiles in (("dora", hand.table.dora), ("ura", hand.ura)) for tile in tiles]
    for field, added in before:
        entry = _with(entry, field, added)
        yield entry
    entry = replace(entry, by="tsumo" if hand.is_tsumo else "ron")
    yield entry
    for flag in Flag:
        if flag in hand.flags:
            entry = replace(entry, flags=entry.flags | {flag})
            yield entry
    for field, added in after:
        entry = _with(entry, field, added)
        yield entry


def _with(entry: Entry, field: str, added: object) -> Entry:
    if field == "dora":
        return but(entry, dora=(*entry.table.dora, added))
    changed: Any = {field: (*getattr(entry, field), added)}
    return replace(entry, **changed)


def taps(played: Sequence[WinningHand]) -> Iterator[Request]:
    """The taps that enter hands, one hand after another."""
    for hand in played:
        for entry in entered(hand):
            yield tap(WIN if entry.is_full else WAITS if entry.room == 1 else ON_THE_WAY, entry)


def tap(row: str, entry: Entry) -> Request:
    """A tap, as the page's form is sent by htmx."""
    form = EnvironBuilder("/score", method="POST", data=form_fields(entry), headers=BY_HTMX)
    return Request(row, form.get_environ())


def discard_taps(number: int, seed: int) -> Iterator[Request]:
    """The last two taps of so many random hands of 14 tiles of each shanten from 1 to 4."""
    for *tiles, indicator in dealt_by_shanten(seed, number, (1, 2, 3, 4)):
        entry = Entry(tiles=tuple(tiles), table=Table(dora=(indicator,)))
        yield tap(ON_THE_WAY, replace(entry, tiles=entry.tiles[:-1]))
        yield tap(ADVICE, entry)


def get(row: str, address: str) -> Request:
    """An address that is opened."""
    return Request(row, EnvironBuilder(address, headers=HEADERS).get_environ())


def links(path: str, played: Iterable[WinningHand]) -> list[str]:
    """The links to won hands."""
    return [f"{path}?{query(list(entered(hand))[-1])}" for hand in played]


def asked(played: Sequence[WinningHand], seed: int, pages: int, discards: int, pictures: int) -> Iterator[Request]:
    """All requests of a round."""
    yield from taps(played)
    yield from discard_taps(discards, seed)
    yield from [get(FIRST_PAGE, "/") for _ in range(pages)]
    yield from [get(LINK, link) for link in links("/", played)]
    for row in (COLD, WARM):
        yield from [get(row, link) for link in links("/preview.png", played[:pictures])]


# -- how it is timed -------------------------------------------------------------------------------


class Profile:
    """Whose work runs, looked at tick by tick: nanoseconds of each row and part.

    While C runs no look is taken, so each look counts for the time since the one before.
    """

    def __init__(self) -> None:
        self.row = ""
        self.spent: Counter[tuple[str, str]] = Counter()
        self._last = 0

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Looks as long as this lasts."""
        self._last = thread_time_ns()
        before = signal(SIGPROF, self._look)
        setitimer(ITIMER_PROF, TICK, TICK)
        try:
            yield
        finally:
            setitimer(ITIMER_PROF, 0)
            signal(SIGPROF, before)

    def _look(self, _: int, frame: FrameType | None) -> None:
        now = thread_time_ns()
        self.spent[self.row, part_of(_files(frame))] += now - self._last
        self._last = now

    def shares(self, row: str) -> dict[str, float]:
        """The share of each part in the time of a row."""
        whole = sum(self.spent[row, part] for part in PARTS) or 1
        return {part: self.spent[row, part] / whole for part in PARTS}


def _files(frame: FrameType | None) -> Iterator[str]:
    while frame:
        yield frame.f_code.co_filename
        frame = frame.f_back


def part_of(files: Iterable[str]) -> str:
    """Whose work it is, by the files of what runs and of its callers, the innermost first."""
    called = tuple(files)
    if any(file.startswith(_ENGINE) for file in called):
        return "engine"
    if any(file.startswith(_TEMPLATE) for file in called):
        return "template"
    owners = (part for file in called for folder, part in _OTHERS.items() if file.startswith(folder))
    return next(owners, "framework")


def measure(number: int = HANDS, pages: int = PAGES, discards: int = DISCARDS, pictures: int = PICTURES) -> list[Speed]:
    """How fast each sort of request is answered, after a round that is not counted."""
    played = won_hands(1, (1 + ROUNDS) * number)
    app = webapp.create_app().wsgi_app
    runs: list[dict[str, list[int]]] = []
    profile = Profile()
    for index in range(1 + ROUNDS):
        requests = list(asked(played[index :: 1 + ROUNDS], index, pages, discards, pictures))
        if index == 1:
            profile.spent.clear()
        with profile.looking():
            runs.append(_round(app, requests, profile))
    return [_speed(row, [run[row] for run in runs[1:]], profile.shares(row)) for row in ROWS]


def _round(app: Any, requests: Sequence[Request], profile: Profile) -> dict[str, list[int]]:
    """Sends the requests; the nanoseconds that each took."""
    taken: dict[str, list[int]] = {row: [] for row in ROWS}
    said: list[str] = []
    for row, environ in requests:
        profile.row = row
        start = thread_time_ns()
        answer = app(environ, lambda status, *_: said.append(status))
        b"".join(answer)
        answer.close()
        taken[row].append(thread_time_ns() - start)
    if set(said) != {"200 OK"}:
        raise RuntimeError(f"not every request was answered: {Counter(said)}")
    return taken


def _speed(name: str, runs: Sequence[Sequence[int]], shares: dict[str, float]) -> Speed:
    each = [nanoseconds / 1e6 for run in runs for nanoseconds in run]
    percentiles = quantiles(each, n=100, method="inclusive")
    per_second = median(1e9 * len(run) / sum(run) for run in runs)
    return Speed(name, len(each), per_second, percentiles[49], percentiles[98], shares)


def table(speeds: Sequence[Speed]) -> str:
    """The speeds as a table."""
    head = f"{'':<20} {'requests':>8} {'a second':>8} {'p50 ms':>7} {'p99 ms':>7}"
    rows = [head + "".join(f" {part:>9}" for part in PARTS)]
    for name, requests, per_second, p50, p99, shares in speeds:
        row = f"{name:<20} {requests:>8,} {per_second:>8,.0f} {p50:>7.2f} {p99:>7.2f}"
        rows.append(row + "".join(f" {shares[part]:>9.0%}" for part in PARTS))
    return "\n".join(rows)


if __name__ == "__main__":
    print(table(measure()))
