"""A link made today shows the same for ever."""

import pytest

from tests.inputs.forms import form_of, read
from tests.pages.links import LINKS, Link
from tests.pages.markup import deltas_of, hand_of, points_of, problems_of
from tests.pages.site import get
from webapp.scoring.notation import parse_tile


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link.query)
def test_a_link_made_today_shows_the_same_for_ever(link: Link) -> None:
    page = get(f"/?{link.query}")
    entry = read(form_of(link.query))
    melds = [tile for meld in entry.melds for tile in meld.tiles]
    assert problems_of(page) == {}
    assert points_of(page) == link.points, link.what
    assert deltas_of(page) == link.deltas, link.what
    assert [parse_tile(name) for name in hand_of(page)] == [*entry.shown_tiles, *melds]
