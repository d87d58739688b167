"""A link made today shows the same for ever."""

import pytest

from tests.formats.forms import form_of, read
from tests.pages.links import LINKS, Link
from tests.pages.markup import deltas_of, hand_of, points_of, problems_of
from tests.pages.site import get
from webapp.scoring.notation import parse_tile


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link.query)
def test_a_link_made_today_shows_the_same_for_ever(link: Link) -> None:
    page = get(f"/?{link.query}")
    entry = read(form_of(link.query))
    assert problems_of(page) == {}
    assert points_of(page) == link.points, link.what
    assert deltas_of(page) == link.deltas, link.what
    shown = [parse_tile(name) for name in hand_of(page)]
    own = len(entry.shown_tiles)
    assert shown[:own] == [*entry.shown_tiles]
    # The tiles of a meld lie as at the table: the called one where its feeder sits.
    for meld in entry.melds:
        tiles, shown[own:] = shown[own : own + len(meld.tiles)], shown[own + len(meld.tiles) :]
        assert sorted(tiles) == sorted(meld.tiles)
    assert shown[own:] == []
