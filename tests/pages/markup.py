"""A page as its elements: enough HTML for tests that ask what a page says and offers, not how it is written."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Self

VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr"})


@dataclass
class Element:
    """An element with its attributes (None: without a value) and what stands in it."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list["Element | str"] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        """The value of an attribute that must be there, empty if it has none."""
        return self.attributes[name] or ""

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    @classmethod
    def of(cls, html: str) -> Self:
        """The root above everything in `html`; a tag left open or closed twice is an error."""
        reader = _Reader(cls("root"))
        reader.feed(html)
        reader.close()
        assert len(reader.open) == 1, f"left open: {[element.tag for element in reader.open[1:]]}"
        root = reader.open[0]
        assert isinstance(root, cls)
        return root

    def all(self) -> Iterator["Element"]:
        """Every element inside, in order."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.all()

    def having(self, *names: str, **values: str) -> list["Element"]:
        """The elements inside that have these attributes and these values; ``data_tile`` is ``data-tile``."""
        wanted = {name.replace("_", "-"): value for name, value in values.items()}
        return [
            element
            for element in self.all()
            if all(name in element for name in names)
            and all(element.attributes.get(name) == value for name, value in wanted.items())
        ]

    def one(self, *names: str, **values: str) -> "Element":
        """The only element that `having` finds."""
        found = self.having(*names, **values)
        assert len(found) == 1, f"{len(found)} elements with {names} {values}"
        return found[0]

    def tags(self, *tags: str) -> list["Element"]:
        """The elements inside with one of these tags."""
        return [element for element in self.all() if element.tag in tags]

    @property
    def text(self) -> str:
        """The text inside, its gaps single spaces."""
        parts = (child if isinstance(child, str) else child.text for child in self.children)
        return " ".join(" ".join(parts).split())

    @property
    def is_off(self) -> bool:
        """Whether it is a control that cannot be used now."""
        return "disabled" in self or self.attributes.get("aria-disabled") == "true"

    @property
    def name(self) -> str:
        """What a screen reader calls it: its label, else its text."""
        return (self.attributes.get("aria-label") or self.text).strip()


class _Reader(HTMLParser):
    """Builds the elements; `open` are those not yet closed, the root first."""

    def __init__(self, root: Element) -> None:
        super().__init__()
        self.open = [root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice: <{tag} {names}>"
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def hand_of(page: Element) -> list[str]:
    """The tiles that the page shows as the hand, melds behind."""
    return [element["data-hand-tile"] for element in page.one(id="hand").having("data-hand-tile")]


def problems_of(page: Element) -> dict[str, str]:
    """What the page says is wrong: code → text."""
    return {element["data-problem"]: element.text for element in page.having("data-problem")}


def points_of(page: Element) -> int | None:
    """The main figure of the page, if there is one."""
    figures = page.having("data-points")
    assert len(figures) <= 1
    return int(figures[0]["data-points"]) if figures else None


def deltas_of(page: Element) -> dict[str, int]:
    """What each seat that the page names gains or loses."""
    return {element["data-seat"]: int(element["data-delta"]) for element in page.having("data-delta")}
