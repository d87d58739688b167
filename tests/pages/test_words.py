"""The page says things once, in whole sentences, and in the words of the game."""

import re
from urllib.parse import parse_qsl, quote

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element
from webapp.language.i18n import LANGUAGES
from webapp.language.kana import KANA
from webapp.language.romaji import romaji
from webapp.scoring.awards import YAKU
from webapp.scoring.hand import Flag
from webapp.scoring.rules import SWITCHES

WON = "hand=234567m345p2267s8s&by=ron&riichi=1"


def page(client: FlaskClient, address: str) -> Element:
    return Element.of(client.get(address).text)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("hand=123m456p789s345s5p5p&by=ron", "The hand has no yaku (dora do not count as yaku)."),
        ("hand=123456789m123456789p", "A hand has at most 14 tiles, not 18 (three fewer for each meld)."),
    ],
)
def test_a_sentence_about_the_hand_is_not_labelled_hand(client: FlaskClient, query: str, said: str) -> None:
    assert page(client, f"/?{query}").having("data-problem")[0].text == said


def test_what_cannot_be_read_is_labelled_with_its_field(client: FlaskClient) -> None:
    assert page(client, "/?hand=123x").having("data-problem")[0].text.startswith("Hand: ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_counts_melds_that_are_not_there(client: FlaskClient, language: str) -> None:
    body = {"concealed": "123m", "win": "1m"}
    message = client.post("/api/score", json=body).get_json()["problems"][0]["message"]
    assert message == "A hand has 13 concealed tiles besides the winning tile, not 3 (three fewer for each meld)."
    shown = page(client, f"/?hand=123456789m123456789p&lang={language}").having("data-problem")[0].text
    assert not re.search(r"\b0\b", shown)


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ("seat=E&honba=2", "Next hand 3 honba"),
        ("seat=S&honba=2", "Next hand East 2 · 0 honba"),
        ("seat=S&round=S&kyoku=3", "Next hand South 4"),
        ("seat=S&kyoku=4", "Next hand South 1"),
        ("seat=S&kyoku=4&round=N", "Next hand"),
    ],
)
def test_the_button_for_a_new_hand_says_which_hand_it_begins(client: FlaskClient, situation: str, said: str) -> None:
    assert page(client, f"/?{WON}&{situation}").one(data_action="next").text == said


def test_the_button_of_an_unfinished_hand_clears_it(client: FlaskClient) -> None:
    """A button for the next hand would leave the table as it is."""
    unfinished = page(client, "/?hand=123m&kyoku=2")
    assert unfinished.one(data_action="next").text == "Clear tiles"
    assert not unfinished.having(data_action="clear-tiles")


@pytest.mark.parametrize("hand", [WON, "hand=123m8s", "hand=8s"], ids=["complete", "begun", "empty"])
def test_one_more_winner_can_be_taken_back_at_any_time(client: FlaskClient, hand: str) -> None:
    both = f"{hand}&seat=S&by=ron&also={quote(f'{WON}&seat=W')}"
    shown = page(client, f"/?{both}")
    assert ("hidden" in shown.one(data_action="next")) is (hand == "hand=8s")
    dropping = shown.one(data_action="drop")
    state = dict(parse_qsl(dropping["data-state"]))
    assert ("also" in state, state["seat"]) == (False, "W")
    response = client.post("/score", data=dict(parse_qsl(both)) | {"action": dropping["value"]})
    assert dict(parse_qsl(response.location))["seat"] == "W"


@pytest.mark.parametrize(("seat", "said"), [("seat=S", "− South"), ("guessed_seat=S", "− Winner")])
def test_the_button_that_takes_a_winner_back_says_whom(client: FlaskClient, seat: str, said: str) -> None:
    shown = page(client, f"/?hand=123m&by=ron&{seat}&also={quote(f'{WON}&seat=W')}")
    assert shown.one(data_action="drop").text == said


def test_a_winner_cannot_be_named_as_the_discarder_of_another_one(client: FlaskClient) -> None:
    both = page(client, f"/?hand=8s&seat=S&by=ron&also={quote(f'{WON}&seat=W')}")
    greyed = [choice for choice in both.having("data-from") if "aria-disabled" in choice]
    assert [choice["aria-label"] for choice in greyed] == ["West, right"]
    assert both.one(id=greyed[0]["aria-describedby"]).text == "Has already won."


def test_the_rules_in_force_stand_apart_from_how_many_were_changed(client: FlaskClient) -> None:
    assert "Tenhou (1 changed)" in page(client, "/table?rule.kiriage_mangan=yes").text


# -- how the yaku are said -------------------------------------------------------------------------


def test_every_yaku_and_every_flag_has_its_reading_in_kana() -> None:
    assert set(KANA) == {yaku.key for yaku in YAKU.values()}
    assert set(KANA) >= set(Flag)
    assert all(re.fullmatch("[ァ-ヶー ]+", kana) for kana in KANA.values())


@pytest.mark.parametrize(
    ("language", "said"), [("ja", "シーアルラオタイ"), ("en", "Shiiaru raotai"), ("en", "Twelve tiles down")]
)
def test_local_yaku_are_said_in_the_list_and_among_the_rules(client: FlaskClient, language: str, said: str) -> None:
    (entry,) = page(client, f"/yaku?all=1&lang={language}").having(data_yaku="shiiaru_raotai")
    assert said in entry.text
    assert said in page(client, f"/rules?lang={language}").one(data_rule="local_yaku").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_local_yaku_has_its_reading_or_its_other_name_among_the_rules(client: FlaskClient, language: str) -> None:
    local = [yaku for yaku in YAKU.values() if yaku.key in SWITCHES["local_yaku"].choices]
    named = [yaku for yaku in local if language != "en" or romaji(yaku.key).lower() != yaku.en.lower()]
    rule = page(client, f"/rules?lang={language}").one(data_rule="local_yaku")
    assert len(rule.having(**{"class": "said"})) == len(named)


def test_readers_of_japanese_get_no_latin_letters_beside_a_yaku(client: FlaskClient) -> None:
    titles = page(client, "/yaku?all=1&lang=ja").tags("h3")
    assert len(titles) == len(YAKU)
    assert [title.text for title in titles if re.search("[a-z]", title.text)] == []
