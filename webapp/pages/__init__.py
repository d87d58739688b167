"""The pages: one module each, with a `blueprint`. The other modules here are what several pages share.

Everything else is derived from this list: the routes, the files of an exported site, and what a browser prepares to
work offline.
"""

from collections.abc import Iterator
from importlib import import_module

from flask import Blueprint

PAGES = (
    "calculator",
    "comfort",
    "games",
    "next_game",
    "groups",
    "group_members",
    "group_files",
    "keeping",
    "game_steps",
    "game_result",
    "joining",
    "hands",
    "review",
    "drill",
    "rules",
    "reference",
    "documents",
    "api",
    "preview",
    "share",
    "offline",
    "errors",
)


def blueprints() -> Iterator[Blueprint]:
    """The blueprint of every page."""
    for name in PAGES:
        blueprint: Blueprint = import_module(f"{__name__}.{name}").blueprint
        yield blueprint
