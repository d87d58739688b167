"""The link to a day's hands → their entries: ``/hands?day=2026-11-22&h=hand%3D…%26at%3D21:05&h=…``."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple
from urllib.parse import parse_qsl

from webapp.entry import Entry
from webapp.inputs.forms import MOST_FIELDS, read_entry

#: As many hands as one link shows.
MOST_HANDS = 30
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class TimedHand(NamedTuple):
    """A hand and the time when it was won, ``21:05``, empty if it is not known."""

    entry: Entry
    at: str


def read_hands(addresses: Sequence[str]) -> tuple[TimedHand, ...]:
    """The whole hands of these addresses, the first ones if there are too many; what is no whole hand is left out."""
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
