"""The pages: a package for each feature. A module with pages has a `blueprint`.

Everything else is derived from this list: the routes, the files of an exported site, and what a browser prepares to
work offline.
"""

from collections.abc import Iterator
from importlib import import_module

from flask import Blueprint

PAGES = (
    "calculator.page",
    "device.comfort",
    "game.table",
    "game.next_game",
    "group.page",
    "group.members",
    "group.files",
    "group.keeping",
    "game.entering",
    "game.result",
    "game.joining",
    "calculator.hands",
    "review.page",
    "drill.page",
    "reference.rules_page",
    "reference.page",
    "reference.documents",
    "api.page",
    "calculator.preview",
    "calculator.share",
    "device.offline",
    "errors",
)


def blueprints() -> Iterator[Blueprint]:
    """The blueprint of every page."""
    for name in PAGES:
        blueprint: Blueprint = import_module(f"{__name__}.{name}").blueprint
        yield blueprint
