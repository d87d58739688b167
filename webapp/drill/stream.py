"""Numbers that look random and never change: SHA-256 of a text and a counter, read as whole numbers."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")

_WORD = 4  # bytes
_WORDS = 1 << 8 * _WORD


class Stream:
    """An endless row of numbers that depend on a text alone."""

    def __init__(self, text: str) -> None:
        """Starts at the first number."""
        self.text = text
        self._blocks = 0
        self._words: list[int] = []

    def _word(self) -> int:
        """The next number below 2**32."""
        if not self._words:
            digest = sha256(f"{self.text}#{self._blocks}".encode()).digest()
            self._blocks += 1
            self._words = [int.from_bytes(digest[at : at + _WORD], "big") for at in range(0, len(digest), _WORD)]
        return self._words.pop()

    def below(self, end: int) -> int:
        """A number from 0 to `end` − 1, each as likely as the others."""
        most = _WORDS - _WORDS % end
        while (word := self._word()) >= most:
            pass
        return word % end

    def chance(self, share: int, of: int = 100) -> bool:
        """True in `share` of `of` cases."""
        return self.below(of) < share

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[tuple[Item, int]]) -> Item:
        """One of the items, each given with its weight."""
        left = self.below(sum([weight for _, weight in items]))
        for item, weight in items:
            left -= weight
            if left < 0:
                return item
        raise AssertionError("the weights add up to more")

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in random order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in items]
