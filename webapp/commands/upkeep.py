"""`python -m webapp upgrade`, `backup` and `restore`: the store's upkeep, with the summaries of games that it needs."""

from collections.abc import Sequence

from webapp.formats.game import read_game
from webapp.formats.summaries import summaries_of
from webapp.game import replay
from webapp.store import Json, Summaries, upkeep


def main(words: Sequence[str]) -> int:
    """Runs the command. Returns the exit status."""
    return upkeep.main(words, summarise)


def summarise(about: Json, events: Sequence[Json]) -> Summaries:
    """The summaries of a finished game; empty for one that is not over."""
    case = read_game({"rules": about.get("rules"), "events": list(events)})
    return summaries_of(replay(case.rules, case.events).game)
