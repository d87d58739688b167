"""Reads the link to a day's hands: ``/hands?day=2026-11-22&h=hand%3D…%26at%3D21:05&h=…``."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple
from urllib.parse import parse_qsl

from webapp.entry import Entry
from webapp.formats.address import MOST_FIELDS, read_entry

#: The most hands that one link shows.
MOST_HANDS = 30
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class TimedHand(NamedTuple):
    """A hand and the time when it was won, ``21:05``, empty if it is not known."""

    entry: Entry
    at: str


def read_hands(addresses: Sequence[str]) -> tuple[TimedHand, ...]:
    """The complete hands of the first `MOST_HANDS` addresses; other hands are left out."""
    read = (_read_hand(address) for address in addresses[:MOST_HANDS])
    return tuple(hand for hand in read if hand.entry.is_full)


def _read_hand(address: str) -> TimedHand:
    try:
        fields = dict(parse_qsl(address, max_num_fields=MOST_FIELDS))
    except ValueError:
        fields = {}
    at = fields.get("at", "")
    return TimedHand(read_entry(fields).entry, at if _TIME.fullmatch(at) else "")


def read_day(text: str) -> date | None:
    """A day as ``2026-11-22``; None if it cannot be read."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
