"""What each player needs in the last hand: the lines at the table, the page, and the preview of a win."""

import re
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, page, press
from webapp.pages.game.needed_text import rank_text

POINTS = (20_000, 36_000, 26_000, 18_000)


def last_hand(client: FlaskClient, *points: int, rules: str = "house", rounds: int = 0, **switches: str) -> str:
    """The address of a game in its first hand, which is the last one unless more winds are played."""
    changed = {f"game.{name}": value for name, value in switches.items()}
    table = str(client.post("/game", data={"rules": rules, "rounds": str(rounds), **changed}).location)
    given = {f"p{player}": str(has) for player, has in enumerate(points)}
    assert apply(client, table, "/adjust?" + urlencode(given)) == 303
    return table


def lines(client: FlaskClient, table: str, player: int) -> list[str]:
    """The lines at a player's seat: the ranks, then what brings them."""
    (shown,) = page(client, f"{table}?lang=en").having(data_needed=str(player))
    return [" ".join(part.text.split()) for part in shown.tags("b", "span") if part is not shown]


def rows(client: FlaskClient, table: str, player: int) -> dict[str, list[str]]:
    """The rows of all tables of the page, with their cells in words."""
    shown = page(client, f"{table}/needed?lang=en&player={player}")
    return {
        row.tags("th")[0].text: [
            " · ".join(line.text for line in cell.tags("b", "small")) for cell in row.tags("td") if cell.tags("b")
        ]
        for row in shown.tags("tr")
        if row.having(scope="row")
    }


def test_each_seat_says_the_least_win_that_changes_its_rank(client: FlaskClient) -> None:
    """A mangan by tsumo only makes 28,000 of both: the player nearer to the first dealer stays ahead."""
    table = last_hand(client, *POINTS)
    assert lines(client, table, 2) == ["2nd → 1st", "tsumo haneman", "ron haneman,", "5200 off S"]
    assert lines(client, table, 1)[:2] == ["1st", "any win ends it"]
    assert lines(client, table, 3) == ["4th → 2nd", "tsumo 2000/3900", "ron haneman,", "5200 off W"]


def test_a_rank_that_any_win_brings_hides_no_better_one(client: FlaskClient) -> None:
    table = last_hand(client, 34_000, 29_000, 18_600, 18_400)
    assert lines(client, table, 3) == ["4th → 3rd", "any win does it,", "tsumo haneman: 1st"]


def test_a_dealer_needs_the_goal_too_and_plays_on_behind(client: FlaskClient) -> None:
    """9,600 off the leader is enough for the first rank, but with 29,600 the dealer cannot stop."""
    table = last_hand(client, *POINTS)
    assert lines(client, table, 0) == ["3rd → 1st", "tsumo mangan", "ron haneman,", "11600 off S"]
    table = last_hand(client, 10_000, 45_000, 25_000, 20_000)
    assert lines(client, table, 0) == ["4th → 2nd", "tsumo 3900 all", "ron haneman,", "11600 off W", "then plays on"]


def test_any_tsumo_is_parted_from_the_ron_that_follows_it_by_a_comma(client: FlaskClient) -> None:
    table = last_hand(client, 35_500, 34_500, 16_600, 13_400)
    assert lines(client, table, 1)[1:3] == ["any tsumo,", "ron 1300,"]


def test_where_equal_points_share_a_rank_a_tie_is_named(client: FlaskClient) -> None:
    table = last_hand(client, *POINTS, ties="share")
    assert lines(client, table, 2) == ["2nd → 1st", "tsumo mangan: tie", "ron haneman,", "5200 off S"]


def test_any_win_is_not_said_where_the_least_shares_the_rank(client: FlaskClient) -> None:
    """After 1,000 off the leader both have 27,000. A greater win leads alone."""
    table = last_hand(client, 28_000, 26_000, 24_000, 22_000, rules="m_league")
    assert rows(client, table, 1)["1st"][1] == "1,000 · 1 han 30 fu · shares it"
    assert lines(client, table, 1)[-1] == "1000: tie off E"


def test_a_tie_by_rare_fu_is_named(client: FlaskClient) -> None:
    """2,300 off W makes both 25,300: they share the second rank. Off E it is more than the 25,000 that E has then."""
    table = last_hand(client, 27300, 23000, 27600, 22100, rules="m_league")
    assert rows(client, table, 1)["2nd"][1:3] == [
        "2,600 · 2 han 40 fu · with 1 han 70 fu 2,300",
        "2,600 · 2 han 40 fu · with 1 han 70 fu 2,300: tie",
    ]


def test_what_plays_on_is_said_where_the_goal_is_missed(client: FlaskClient) -> None:
    """2,600 off the leader makes 27,400 and 26,700, and 7,700 off W 27,500 and 24,700: ahead, but nobody has 30,000."""
    table = last_hand(client, 23_200, 24_800, 29_300, 22_700, extension="sudden_death")
    assert lines(client, table, 1) == ["2nd → 1st", "tsumo 1300/2600", "ron 5200,", "less plays on"]
    table = last_hand(client, 21_500, 26_300, 32_400, 19_800, extension="sudden_death")
    off = ["6400 off W,", "3900 off S"]
    assert lines(client, table, 3) == ["4th → 2nd", "tsumo 1600/3200", "ron 7700,", *off, "off W plays on"]


def test_a_lesser_win_of_rare_fu_may_end_the_game_though_others_play_on(client: FlaskClient) -> None:
    """5,300 off W, of 1 han 110 fu, makes the dealer first with 30,200."""
    table = last_hand(client, 24_900, 29_100, 17_200, 28_800)
    assert lines(client, table, 0)[1:] == ["tsumo 2000 all", "ron 5800,", "less mostly plays on"]
    assert "The last dealer may stop" in page(client, f"{table}/win?after=0&player=0&from=2&points=5300&lang=en").text


def test_a_win_that_brings_a_better_rank_but_plays_on_says_which(client: FlaskClient) -> None:
    """A haneman makes 36,200 against 35,900 and 32,900: first, but nobody has 40,000."""
    table = last_hand(client, 38_900, 38_900, 27_200, rules="tenhou_sanma")
    assert lines(client, table, 2) == ["3rd → 2nd", "tsumo haneman: 1st", "ron 6400", "then plays on"]
    told = rows(client, table, 2)
    assert told["1st"][0] == "Sanbaiman · from Haneman: plays on"
    assert told["2nd"][0] == "Haneman · 1st · plays on"
    table = last_hand(client, 21_300, 9_200, 38_100, 31_400)
    assert lines(client, table, 1) == ["4th → 3rd", "tsumo haneman", "ron baiman,", "haneman off N,", "6400 off E"]


def test_the_least_win_that_plays_on_is_named_also_if_its_fu_are_rare(client: FlaskClient) -> None:
    """8,700 off S, 2 han 90 fu, makes the dealer first with 28,700; 9,600 is the least with usual fu."""
    told = rows(client, last_hand(client, 20_000, 36_000, 27_000, 17_000), 0)["1st"]
    assert told[1] == "11,600 · 4 han 30 fu · may stop · from 8,700: plays on · with 2 han 110 fu 10,600"


def test_a_rank_that_no_win_brings_is_said_to_be_so(client: FlaskClient) -> None:
    table = last_hand(client, 500_000, 400_000, 100_000, -900_000, tobi="off")
    assert lines(client, table, 3)[:2] == ["4th", "no win lifts it"]
    assert "No win lifts it." in page(client, f"{table}/needed?lang=en&player=3").text


def test_a_rank_that_takes_three_yakuman_is_not_said_to_be_out_of_reach(client: FlaskClient) -> None:
    table = last_hand(client, 200_000, 190_000, 80_000, -70_000, tobi="off")
    assert lines(client, table, 3)[:2] == ["4th", "takes more than a double yakuman"]
    assert rows(client, table, 3)["3rd"][3].startswith("Triple yakuman")


def test_only_the_last_hand_says_it_at_the_table(client: FlaskClient) -> None:
    table = last_hand(client, *POINTS, rounds=1)
    shown = page(client, f"{table}?lang=en")
    assert not shown.having("data-needed")
    (link,) = shown.having(data_action="needed")
    assert "As if this were the last hand." in page(client, link["href"]).text
    assert rows(client, table, 2)["1st"][0].startswith("Haneman")


def test_the_table_leads_to_what_is_needed_from_a_last_hand_with_equal_points_too(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"rules": "house", "rounds": "0"}).location)
    shown = page(client, table)
    assert not shown.having("data-needed")
    assert len(shown.having(data_action="needed")) == 2  # in the middle, and in the menu


def test_nothing_is_needed_of_a_game_that_is_over(client: FlaskClient) -> None:
    table = last_hand(client, *POINTS)
    assert press(client, table, "/end", data_apply="") == 303
    shown = page(client, table)
    assert not shown.having("data-needed") + shown.having(data_action="needed")
    assert client.get(f"{table}/needed").location == f"{table}/result"


def test_an_onlooker_sees_what_is_needed_and_its_page(client: FlaskClient) -> None:
    table = last_hand(client, *POINTS)
    onlookers = str(page(client, f"{table}/join").one(data_action="onlookers")["href"])
    watched = onlookers.removesuffix("/result")
    assert len(page(client, watched).having("data-needed")) == 4
    assert client.get(f"{watched}/needed?player=1").status_code == 200


def test_a_phone_can_hide_the_lines(client: FlaskClient) -> None:
    table = last_hand(client, *POINTS)
    client.post("/comfort", data={"set": "no-needed", "back": table})
    shown = page(client, table)
    assert shown.tags("html")[0]["data-comfort"] == "no-needed"
    assert shown.one(value="no-needed")["aria-pressed"] == "true"


def test_the_page_has_every_way_for_each_rank_with_its_han_and_fu(client: FlaskClient) -> None:
    table = last_hand(client, *POINTS)
    found = rows(client, table, 3)
    ron = "2,600 · 2 han 40 fu · with 1 han 70 fu 2,300"
    assert found["3rd"] == ["400/700 · 1 han 40 fu", "1,300 · 1 han 40 fu", ron, ron]
    assert found["1st"] == ["Baiman", "Sanbaiman", "Haneman", "Sanbaiman"]


@pytest.mark.parametrize(
    ("rules", "goal", "stop", "said"),
    [
        (
            "tenhou",
            "30000",
            "leader",
            "The last hand ends the game only if somebody has 30,000 points after it; else it plays on.",
        ),
        ("tenhou", "35000", "leader", "only if somebody has 35,000 points after it"),
        (
            "house",
            "30000",
            "leader",
            "If the dealer stays, the game ends only with the dealer in first place and 30,000 points.",
        ),
        ("house", "30000", "any", ""),
    ],
)
def test_the_page_says_with_how_many_points_the_last_hand_ends_the_game(
    client: FlaskClient, rules: str, goal: str, stop: str, said: str
) -> None:
    table = last_hand(client, *POINTS, rules=rules, goal_points=goal, stop_rank=stop)
    hints = [hint.text for hint in page(client, f"{table}/needed?lang=en").having("data-goal")]
    assert said in " ".join(hints) if said else not hints
    east = last_hand(client, *POINTS, rules=rules, rounds=1, goal_points=goal, stop_rank=stop)
    assert not page(client, f"{east}/needed").having("data-goal")


def test_the_page_says_what_draws_and_the_wins_of_others_do(client: FlaskClient) -> None:
    table = last_hand(client, *POINTS)
    found = rows(client, table, 1)
    assert found["tenpai"] == ["1st"] * 4
    assert found["W"] == ["from 5,200 → 2nd · from Baiman → 3rd · from Sanbaiman → 4th", "from Haneman → 2nd"]
    said = page(client, f"{table}/needed?lang=en&player=1").text
    assert "W off E/N: from Haneman → 2nd" in said
    assert "N off E/W: from Sanbaiman → 2nd" in said


def test_a_rank_that_the_win_of_another_makes_a_shared_one_is_said_to_be_shared(client: FlaskClient) -> None:
    """A haneman off South leaves 22,000, as North has, a baiman 18,000, as East has."""
    table = last_hand(client, 18_000, 34_000, 26_000, 22_000, rules="m_league")
    off_south = "from 4,500 → 2nd · from Haneman → 2nd (shared) · from Baiman → 3rd (shared) · from Sanbaiman → 4th"
    assert rows(client, table, 1)["W"][0] == off_south
    shown = page(client, f"{table}/needed?lang=en&player=1").text
    assert "W off E/N: from Mangan → 1st (shared), from Haneman → 2nd" in shown


def test_a_win_that_ends_the_game_too_early_is_an_exception(client: FlaskClient) -> None:
    """After a mangan off W the dealer is second and plays on. A haneman puts W below zero: the dealer stays second."""
    table = last_hand(client, 17_600, 40_200, 17_600, 24_600)
    assert rows(client, table, 0)["2nd"][2] == "7,700 · 3 han 40 fu · plays on · but not Haneman"


@pytest.mark.parametrize(("points", "rank", "said"), [(5200, "1", "2nd → 1st"), (3900, "2", "2nd")])
def test_the_preview_of_a_win_says_the_rank_that_it_brings(
    client: FlaskClient, points: int, rank: str, said: str
) -> None:
    shown = page(client, f"{last_hand(client, *POINTS)}/win?lang=en&player=2&from=1&how=points&points={points}")
    (outcome,) = shown.having(data_outcome="W")
    (ranked,) = outcome.having(data_rank=rank)
    assert ranked.text == said
    assert not outcome.having("data-evening")


def test_the_preview_says_that_the_dealer_may_stop_after_the_win(client: FlaskClient) -> None:
    """4,000 all lead with 32,000 points; 1,000 off the leader do not."""
    table = last_hand(client, *POINTS)
    for win, said in (
        ("from=tsumo&points=12000", "The last dealer may stop; else East 1"),
        ("from=1&points=1500", "Next: East 1"),
    ):
        assert said in page(client, f"{table}/win?after=0&player=0&{win}&lang=en").text


def test_the_preview_of_a_correction_compares_with_the_ranks_of_now(client: FlaskClient) -> None:
    table = last_hand(client, *POINTS)
    won = "player=2&from=1&how=points&points=5200"
    assert apply(client, table, f"/win?{won}") == 303
    shown = page(client, f"{table}/win?lang=en&amend=2&{won}")
    assert [row.text for row in shown.having("data-rank")] == ["3rd", "2nd", "1st", "4th"]


def test_the_preview_compares_with_the_ranks_at_the_table_after_a_riichi(client: FlaskClient) -> None:
    table = last_hand(client, 20_000, 36_000, 22_000, 22_000)
    press(client, table, "", data_action="riichi", data_player="2")
    assert lines(client, table, 2)[0].startswith("3rd")
    shown = page(client, f"{table}/win?lang=en&player=2&from=1&how=points&points=8000")
    assert [row.text for row in shown.having("data-rank")] == ["4th", "1st → 2nd", "3rd → 1st", "2nd → 3rd"]


def test_the_preview_and_the_page_add_the_evening(client: FlaskClient) -> None:
    """By the game before, 50.0 and −20.0 of the first two, a win that is first in this game is not yet first of the
    evening."""
    table = last_hand(client, *POINTS)
    assert apply(client, table, "/win?player=1&from=3&how=points&points=1300") == 303
    again = str(client.post(f"{table}/next", data={}).location)
    given = {f"p{player}": str(has) for player, has in enumerate(POINTS)}
    assert apply(client, again, "/adjust?" + urlencode(given)) == 303
    shown = page(client, f"{again}/win?lang=en&player=2&from=1&how=points&points=5200")
    sums = [one["data-evening"] for one in shown.having("data-evening")]
    assert len(sums) == 4
    assert sum(map(float, sums)) == pytest.approx(0)
    assert any(head.startswith("today ") for head in rows(client, again, 2))
    assert "Today: with the totals" in page(client, f"{again}/needed?lang=en&player=2").text
    alone = last_hand(client, *POINTS)
    assert "Today: with the totals" not in page(client, f"{alone}/needed?lang=en&player=2").text


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "1st 2nd 3rd 4th 5th 11th 12th 13th 21st 22nd"), ("ja", "1位 2位 3位 4位 5位 11位 12位 13位 21位 22位")],
)
def test_every_rank_has_its_form(app: Flask, language: str, said: str) -> None:
    """Of an evening with more players than a table has, too."""
    with app.test_request_context(f"/?lang={language}"):
        assert " ".join(map(rank_text, (1, 2, 3, 4, 5, 11, 12, 13, 21, 22))) == said


@pytest.mark.parametrize(
    ("points", "player", "said"),
    [
        ((23_200, 24_800, 29_300, 22_700), 1, "less plays on"),
        ((21_500, 26_300, 32_400, 19_800), 3, "off W plays on"),
        ((19_000, 34_500, 35_400, 11_100), 0, "a tsumo plays on"),
        ((19_600, 30_900, 39_400, 10_100), 0, "some play on"),
        ((16_700, 40_800, 47_500), 0, "a ron plays on"),
    ],
)
def test_the_lines_are_said_in_each_language(
    client: FlaskClient, points: tuple[int, ...], player: int, said: str
) -> None:
    rules = "house" if len(points) == 4 else "tenhou_sanma"
    table = last_hand(client, *points, rules=rules, extension="sudden_death")
    assert said in lines(client, table, player)
    for language in ("ja", "zh", "ko"):
        (shown,) = page(client, f"{table}?lang={language}").having(data_needed=str(player))
        assert not re.search("plays? on", shown.text)


def test_the_table_of_a_draw_says_that_its_columns_are_the_others_in_tenpai(client: FlaskClient) -> None:
    shown = page(client, f"{last_hand(client, *POINTS)}/needed?lang=en&player=0")
    (above,) = shown.having(scope="colgroup")
    assert above.text == "others in tenpai"
    (table,) = (one for one in shown.tags("table") if above in one.all())
    heads = [head.text for head in table.having(scope="col")]
    assert above["colspan"] == str(len(heads))
    assert heads[:2] == ["nobody else", "S"]
