"""Exports a game as JSON; `inputs.kept_game` reads it back."""

from collections.abc import Sequence

from webapp.outputs.game import Json
from webapp.store import StoredEvent, StoredGame


def kept_game_json(kept: StoredGame, events: Sequence[StoredEvent]) -> Json:
    """Names, rules and events, with the times."""
    return {
        "made": kept.made.isoformat(),
        "names": kept.about["names"],
        "rules": kept.about["rules"],
        "events": [event.body for event in events],
        "times": [event.at.isoformat() for event in events],
    }
