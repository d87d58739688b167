"""A result in a few words: the value that texts, previews and pictures are made from.

Who makes it chooses the words. This module knows neither the language nor the web.
"""

from dataclasses import dataclass

from webapp.language.numbers import signed

SEPARATOR = " · "


@dataclass(frozen=True)
class ResultSummary:
    """A result in a few words: its name (``Haneman``), its points (None: none), how it was won, its han and fu, its
    yaku, what each seat gains or loses; for an unfinished hand, the tiles to wait for or to discard, each with its
    value. Missing parts are empty."""

    name: str
    points: int | None = None
    way: str = ""
    worth: str = ""
    yaku: tuple[str, ...] = ()
    payments: tuple[tuple[str, int], ...] = ()
    tiles: tuple[tuple[str, int | None], ...] = ()
    #: The text between two yaku.
    comma: str = ", "

    @property
    def title(self) -> str:
        """The result in a title's length: ``Haneman 12,000``."""
        return " ".join(filter(None, (self.name, "" if self.points is None else f"{self.points:,}")))

    @property
    def headline(self) -> str:
        """The result with han and fu: ``Haneman 12,000 · 7 han 20 fu``."""
        return SEPARATOR.join(filter(None, (self.title, self.worth)))

    @property
    def description(self) -> str:
        """The rest in a line: how it was won, the yaku, who pays."""
        payments = [f"{seat} {signed(points)}" for seat, points in self.payments]
        return SEPARATOR.join(filter(None, (self.way, self.comma.join(self.yaku), *payments)))
