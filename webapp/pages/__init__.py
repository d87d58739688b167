"""The pages: a package for each feature. A module with pages has a `blueprint`.

Everything else is derived from this list: the routes, the files of an exported site, and what a browser prepares to
work offline.
"""

from collections.abc import Iterator
from importlib import import_module

from flask import Blueprint

PAGES = (
    "calculator.calculator_page",
    "calculator.last_hands_page",
    "calculator.preview_page",
    "calculator.share_page",
    "drill.drill_page",
    "game.new_game_page",
    "game.table_page",
    "game.next_game_page",
    "game.hand_entry_page",
    "game.final_points_page",
    "game.result_page",
    "game.needed_page",
    "game.join_page",
    "group.group_page",
    "group.new_game_page",
    "group.games_page",
    "group.members_page",
    "group.settings_page",
    "group.files_page",
    "group.add_game_page",
    "reference.rules_page",
    "reference.score_table_page",
    "reference.yaku_page",
    "reference.documents_page",
    "reference.parts_page",
    "review.review_page",
    "api.endpoints",
    "device.comfort_page",
    "device.offline_page",
    "device.programs_page",
    "errors",
)


def blueprints() -> Iterator[Blueprint]:
    """The blueprint of every page."""
    for name in PAGES:
        blueprint: Blueprint = import_module(f"{__name__}.{name}").blueprint
        yield blueprint
