"""The key of a form that makes a game: sending the form again makes no second game."""

import json
import re
from collections.abc import Mapping
from secrets import token_urlsafe

LONGEST_KEY = 64


#: The number of random bytes in the key of a new game, and the pattern of the key.
KEY_BYTES = 16
_KEY = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


def new_game_key() -> str:
    """A new key for a form that makes a game. Sending the form again makes no second game."""
    return token_urlsafe(KEY_BYTES)


def game_key_of(form: Mapping[str, str]) -> str:
    """The key in a form for a game that may be made later; a new key if it has none."""
    key = form.get("key", "")
    return key if _KEY.fullmatch(key) else new_game_key()


def read_game_key(form: Mapping[str, str], entered: object) -> str:
    """The key of the game that a form makes: the form's key and `entered`, a JSON value; empty if the form has no key.

    So a form that the browser brings back and that is changed then makes another game.
    """
    key = form.get("key", "")
    return f"{key} {json.dumps(entered, sort_keys=True)}" if _KEY.fullmatch(key) else ""
