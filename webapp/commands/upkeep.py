"""`python -m webapp upgrade`, `backup`, `restore`, `copy`, `games`: the store's upkeep, with the summaries it needs."""

from collections.abc import Sequence

from webapp.formats.game import read_stored_game
from webapp.formats.player_results import player_results
from webapp.game.log import replay
from webapp.store import Json, PlayerResults, upkeep


def main(words: Sequence[str]) -> int:
    """Runs the command. Returns the exit status."""
    return upkeep.main(words, summarise)


def summarise(about: Json, events: Sequence[Json]) -> PlayerResults:
    """The summaries of a finished game; empty for one that is not over."""
    case = read_stored_game(about.get("rules"), list(events))
    return player_results(replay(case.rules, case.events).game)
