"""Reading links and forms that can be read."""

from collections.abc import Mapping
from urllib.parse import parse_qsl

from webapp.entry import Entry
from webapp.formats.address import read_entry


def form_of(link: str) -> dict[str, str]:
    """The parameters of an address's query."""
    return dict(parse_qsl(link, strict_parsing=bool(link)))


def read(form: Mapping[str, str]) -> Entry:
    """The entry of a form in which nothing is wrong."""
    entry, problems = read_entry(form)
    assert problems == ()
    return entry
