"""Keys: the words by which the engine calls types, waits, shapes and flags."""

from enum import StrEnum


class Key(StrEnum):
    """A word that is its own value.

    It is hashed as the text that it is. An `Enum` hashes its name, in Python, each time that it is looked up.
    """

    __hash__ = str.__hash__
