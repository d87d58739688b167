"""Keys: the words by which the engine calls types, waits, shapes and flags."""

from enum import StrEnum


class Key(StrEnum):
    """A word that is its own value.

    Its hash is that of the text. An `Enum` would hash its name, in Python code, at every look-up.
    """

    __hash__ = str.__hash__
