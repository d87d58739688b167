"""Practice as a visitor plays it: without scripts, in every language, on the server and on the device; and its API."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.drill.asked import LEVELS
from tests.pages.markup import Element
from webapp import create_app
from webapp.drill.choices import right_answer, wrong_points
from webapp.drill.questions import DrillSet, Question, Sort, question, questions
from webapp.language.i18n import LANGUAGES, tiles_name, translate, yaku_name
from webapp.pages.drill.question import question_view
from webapp.scoring.awards import YAKU
from webapp.scoring.rules import PRESETS
from webapp.scoring.tiles import sort_key
from webapp.serving.site import Place, Site

DAY = "2026-11-22"


def form_of(one: Question, answer: str) -> dict[str, object]:
    """The fields that somebody taps who gives an answer."""
    if one.kind is Sort.HAN_FU:
        han, _, fu = answer.partition(".")
        return {"han": han, "fu": fu}
    if one.kind is Sort.FU:
        *lines, fu = answer.split(".")
        return {**{f"line{i}": line for i, line in enumerate(lines)}, "fu": fu}
    if one.kind is Sort.WAITS:
        return {"answer": re.findall(r"\d[mpsz]", answer)}
    return {"answer": answer.split(".") if one.kind is Sort.YAKU else answer}


class Player:
    """Somebody who plays a set by its forms."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.client = client
        self.open(address)

    def open(self, address: str) -> Element:
        response = self.client.get(address, follow_redirects=True)
        assert response.status_code == 200
        self.page = Element.of(response.text)
        return self.page

    def offers(self, one: Question, answer: str) -> bool:
        """Whether every part of an answer can be tapped."""
        keys = {(key["name"], key["value"]) for key in self.page.having("data-answer")}
        wanted = form_of(one, answer)
        pairs = [
            (name, part) for name, value in wanted.items() for part in (value if isinstance(value, list) else [value])
        ]
        return all(pair in keys for pair in pairs if pair != ("fu", ""))

    def give(self, one: Question, answer: str) -> Element:
        """Gives an answer; the page that judges it."""
        form = next(
            form
            for form in self.page.tags("form")
            if "data-answer" in str(form.attributes) or form["class"].startswith("answer")
        )
        hidden = {field["name"]: field["value"] for field in form.tags("input") if field["type"] == "hidden"}
        response = self.client.post(form["action"], data={**hidden, **form_of(one, answer)})
        assert response.status_code == 303
        return self.open(response.location)

    def next(self) -> Element:
        return self.open(self.page.one("data-next")["href"])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", Sort)
def test_a_day_is_played_to_its_end(client: FlaskClient, kind: Sort, level: int) -> None:
    player = Player(client, f"/drill/{DAY}?kind={kind}&level={level}&v=1")
    for one in questions(DrillSet(kind, level, DAY)):
        assert player.page.having("data-question")
        assert player.offers(one, right_answer(one))
        assert player.give(one, right_answer(one)).having("data-right")
        player.next()
    assert player.page.one("data-right-answers")["data-right-answers"] == "10"
    assert player.page.one("autofocus").text == "10 of 10 right"
    assert "🟩" * 10 in player.page.text


def test_the_hand_lies_in_order_and_each_line_of_its_fu_has_its_tiles() -> None:
    sizes = {"sequence": 3, "triplet": 3, "kan": 4, "pair": 2, "wait": 1, "win": 0}
    for one in questions(DrillSet(Sort.FU, 4, DAY)):
        view = question_view(one, 4)
        assert list(view.tiles) == sorted(view.tiles, key=sort_key)
        assert [line.tiles for line in view.keys.lines if line.of == "wait"] == [(one.hand.win,)]
        assert [len(line.tiles) for line in view.keys.lines] == [sizes[line.of] for line in view.keys.lines]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", Sort)
def test_a_wrong_answer_is_explained_in_every_language(client: FlaskClient, kind: Sort, language: str) -> None:
    player = Player(client, f"/drill/{DAY}?kind={kind}&level=4&v=1&lang={language}")
    wrong = {"points": "discarder100", "han_fu": "12.20", "fu": "0", "yaku": "none", "waits": ""}[kind]
    one = question(DrillSet(kind, 4, DAY), 0)
    judged = player.give(one, wrong)
    assert judged.having("data-wrong")
    if kind is not Sort.POINTS:
        assert judged.having("data-miss")
    assert not re.search(r"\{\w*\}", judged.text)


def test_an_offered_wrong_answer_says_what_was_left_out(client: FlaskClient) -> None:
    one = question(DrillSet(Sort.POINTS, 1, DAY), 0)
    player = Player(client, f"/drill/{DAY}?kind=points&level=1&v=1")
    texts = [key["value"] for key in player.page.having("data-answer")]
    wrong = next(text for text in texts if text != right_answer(one))
    assert player.give(one, wrong).having("data-miss")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", Sort)
def test_a_wrong_answer_stands_beside_the_right_one(client: FlaskClient, kind: Sort, language: str) -> None:
    """Han and fu, points and fu in all in the verdict, yaku and tiles below it."""
    one = question(DrillSet(kind, 4, DAY), 0)
    right = right_answer(one)
    wrong = {
        Sort.POINTS: next(iter(wrong_points(one))),
        Sort.HAN_FU: "1.110",
        Sort.FU: re.sub(r"\d+$", "110", right),
        Sort.YAKU: "chinitsu.tsumo",
        Sort.WAITS: "1z7z",
    }[kind]
    player = Player(client, f"/drill/{DAY}?kind={kind}&level=4&v=1&lang={language}")
    judged = player.give(one, wrong).one("data-wrong")
    if kind in (Sort.YAKU, Sort.WAITS):
        with client.application.test_request_context(f"/?lang={language}"):
            yaku = translate(", ").join([yaku_name(YAKU[key].en) for key in ("tsumo", "chinitsu")])
            tiles = tiles_name(["1z", "7z"])
        given = judged.one("data-given")
        assert yaku in given.text if kind is Sort.YAKU else given.having(aria_label=tiles)
    else:
        numbers = re.findall(r"\d[\d,]*", judged.tags("h2")[0].text)
        for number in ["110"] if kind is Sort.FU else re.findall(r"\d+", wrong):
            assert f"{int(number):,}" in numbers


def test_a_yaku_that_was_missed_is_said_to_be_missed(client: FlaskClient) -> None:
    player = Player(client, f"/drill/{DAY}?kind=yaku&level=1&v=1&lang=en")
    misses = player.give(question(DrillSet(Sort.YAKU, 1, DAY), 0), "none").having("data-miss")
    assert misses
    assert all(miss.text.strip().startswith("You missed ") for miss in misses)


def test_practice_leads_to_the_score_table(client: FlaskClient) -> None:
    links = [link["href"] for link in Element.of(client.get("/drill?lang=ja").text).tags("main")[0].tags("a")]
    assert "/table?lang=ja" in links


def test_points_are_asked_for_as_they_are_answered(client: FlaskClient) -> None:
    drill = DrillSet(Sort.POINTS, 2, DAY)
    for index, one in enumerate(questions(drill)):
        done = "-".join(["1.1"] * index)
        page = Element.of(client.get(f"/drill/{DAY}?kind=points&level=2&v=1&done={done}").text)
        is_split = right_answer(one).startswith("other")
        assert any("others / dealer" in heading.text for heading in page.tags("h2")) == is_split
        asked = "Who pays what?" if one.hand.is_tsumo else "What does the discarder pay?"
        assert any(asked in heading.text for heading in page.tags("h2"))


def test_the_time_and_what_was_answered_travel_in_the_address(client: FlaskClient) -> None:
    one = question(DrillSet(Sort.WAITS, 1, DAY), 0)
    response = client.post(
        f"/drill/{DAY}", data={"kind": "waits", "level": "1", "v": "1", "at": "0", "answer": right_answer(one)}
    )
    assert response.location == f"/drill/{DAY}?kind=waits&level=1&v=1&done=1.999&answer={right_answer(one)}"


def test_the_end_leads_to_each_mistake_with_its_explanation_and_back(client: FlaskClient) -> None:
    one, two = questions(DrillSet(Sort.YAKU, 2, "seed 7", number=2))
    player = Player(client, "/drill?seed=7&n=2&v=1&kind=yaku&level=2&lang=en")
    player.give(one, right_answer(one))
    player.next()
    given = "chiitoitsu" if "chiitoitsu" not in right_answer(two) else "toitoi"
    player.give(two, given)
    end = player.next()
    (mistake,) = end.having("data-mistake")
    assert mistake.text == "✗ 2"
    seen = player.open(mistake["href"])
    assert given.capitalize() in seen.one("data-given").text
    assert seen.having("data-seen-again")
    back = seen.one("data-next")
    assert back.text == "Result"
    assert seen.one(aria_label="Back")["href"] == back["href"]
    assert player.open(back["href"]).one("data-mistake")["href"] == mistake["href"]


def test_a_mistake_leads_to_the_next_and_to_the_one_before(client: FlaskClient) -> None:
    player = Player(client, "/drill?kind=fu&seed=7&n=4&v=1&done=0.1-1.1-0.1-0.1&given=20~30~40&lang=en")
    numbers = []
    address = player.page.having("data-mistake")[0]["href"]
    for text, befores in (("Next mistake", 0), ("Next mistake", 1), ("Result", 1)):
        seen = player.open(address)
        numbers.append(seen.one("data-question")["data-question"])
        assert seen.one("data-next").text == text
        assert [mark.text for mark in seen.one(aria_label="Answers so far").tags("li")] == ["✗", "✓", "✗", "✗"]
        assert len(seen.having("data-previous")) == befores
        address = seen.one("data-next")["href"]
    assert numbers == ["1", "3", "4"]
    assert player.open(seen.one("data-previous")["href"]).one("data-question")["data-question"] == "3"
    assert player.open(address).having("data-mistake")


def test_the_mistakes_of_a_set_can_be_repeated_and_theirs_again(client: FlaskClient) -> None:
    player = Player(client, f"/drill/{DAY}?v=1&done=1.1-0.2-1.1-0.2-0.3-1.1-1.1-1.1-1.1-1.1&lang=en")
    again = player.page.one("data-missed")["href"]
    assert "only=2.4.5" in again
    asked = questions(DrillSet(Sort.POINTS, 1, DAY))
    player.open(again)
    for index, is_right in ((1, True), (3, False), (4, True)):
        right = right_answer(asked[index])
        wrong = next(text for text in wrong_points(asked[index]) if text != right)
        player.give(asked[index], right if is_right else wrong)
        page = player.next()
    assert page.one("data-right-answers")["data-right-answers"] == "2"
    assert "only=4&" in page.one("data-missed")["href"]


def test_after_the_mistakes_alone_the_next_set_has_as_many_questions_as_before(client: FlaskClient) -> None:
    player = Player(client, "/drill?seed=7&n=5&v=1&done=1.1-0.2-1.1-1.1-1.1")
    page = player.open(player.page.one("data-missed")["href"].replace("only=2", "only=2&done=1.1"))
    assert page.one("data-right-answers")["data-right-answers"] == "1"
    (number,) = player.open(page.one("data-more")["href"]).having(name="n")
    assert [option["value"] for option in number.tags("option") if "selected" in option] == ["5"]


def test_without_mistakes_there_are_none_to_repeat(client: FlaskClient) -> None:
    page = Element.of(client.get("/drill?seed=7&n=1&v=1&done=1.1").text)
    assert not page.having("data-missed")


def test_without_a_version_the_address_leads_to_the_newest(client: FlaskClient) -> None:
    response = client.get(f"/drill/{DAY}?kind=fu&level=2")
    assert response.status_code == 303
    assert response.location == f"/drill/{DAY}?kind=fu&level=2&v=1"


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("/drill/2026-13-40", "2026-11-22"),
        ("/drill/yesterday", "2026-11-22"),
        (f"/drill/{DAY}?kind=han", "han_fu"),
        (f"/drill/{DAY}?level=5", "1 to 4"),
        (f"/drill/{DAY}?v=2", "1 to 1"),
        ("/drill?seed=a&n=51", "1 to 50"),
        ("/drill?seed=a&rules=none", "tenhou"),
        ("/drill?seed=a%20b", "1 to 40"),
        ("/drill?seed=a&topics=luck", "luck"),
        ("/drill?seed=a&only=1.51", "1 to 50"),
    ],
)
def test_what_an_address_has_wrong_is_said(client: FlaskClient, address: str, named: str) -> None:
    response = client.get(address)
    assert response.status_code in (200, 404)
    problems = Element.of(response.text).having("data-problem")
    assert len(problems) == 1
    assert named in problems[0].text


def test_a_set_of_ones_own_has_a_seed_and_the_chosen_rules(client: FlaskClient) -> None:
    response = client.post("/drill", data={"go": "own", "kind": "fu", "level": "3", "n": "5", "rules": "wrc"})
    assert re.fullmatch(r"/drill\?kind=fu&level=3&seed=\w{6}&n=5&rules=wrc&v=1", response.location)
    page = Player(client, response.location).page
    assert "WRC" in page.text


@pytest.mark.parametrize(
    ("address", "chosen"),
    [
        ("/drill?kind=fu&level=3&seed=7&n=20&rules=wrc&v=1&done=" + "-".join(["1.1"] * 20), ("fu", "3", "20", "wrc")),
        (f"/drill/{DAY}?kind=yaku&level=2&v=1&done=" + "-".join(["1.1"] * 10), ("yaku", "2", "10", "tenhou")),
        ("/drill?kind=fu&level=2&seed=7&n=2&only=3.4&v=1&done=1.1-1.1", ("fu", "2", "10", "tenhou")),
    ],
)
def test_more_practice_begins_with_what_was_chosen(client: FlaskClient, address: str, chosen: tuple[str, ...]) -> None:
    player = Player(client, f"{address}&lang=ja")
    page = player.open(player.page.one("data-more")["href"])
    assert page.tags("html")[0]["lang"] == "ja"
    (form,) = page.having(**{"class": "drill-start"})
    made = [one for one in form.all() if ("checked" in one or "selected" in one) and "disabled" not in one]
    assert tuple(one["value"] for one in made) == chosen


def test_a_topic_is_asked_by_the_kind_that_practises_it(client: FlaskClient) -> None:
    chosen = {"kind": "points", "level": "2", "n": "10", "rules": "rules=wrc&rule.open_tanyao=no", "lang": "en"}
    page = Element.of(client.get("/drill/topics", query_string=chosen).text)
    assert "Rules of the hands: WRC (world championship) (1 changed)" in page.text
    assert "kind=points&level=2&n=10&rules=wrc" in page.one(aria_label="Back")["href"]
    fields = {field["name"]: field["value"] for field in page.tags("input")}
    response = client.post("/drill", data={**fields, "topic": "pair_double_wind"})
    assert "kind=fu" in response.location
    assert "rules=wrc&rule.open_tanyao=no" in response.location
    assert "topics=pair_double_wind" in response.location
    question = Element.of(client.get(f"{response.location}&lang=en").text)
    assert question.one(aria_label="Back")["href"] == "/drill/topics?rules=wrc&rule.open_tanyao=no&lang=en"


def test_only_topics_of_the_rules_are_offered(client: FlaskClient) -> None:
    page = Element.of(client.get("/drill/topics", query_string={"rules": "rules=wrc&rule.fu_fixed=30"}).text)
    offered = {button["value"] for button in page.having("data-topic")}
    assert "ura_dora" in offered
    assert not offered & {"aka_dora", "sequence"}
    assert len(page.tags("h2")) == 3  # points, yaku and waits


def test_the_topics_lead_back_to_practice(client: FlaskClient) -> None:
    page = Element.of(client.get("/drill/topics?lang=en").text)
    assert page.one(aria_label="Back")["href"].startswith("/drill?")


def test_the_day_is_that_of_the_phone_or_else_of_the_server(client: FlaskClient) -> None:
    assert "/drill/2026-01-02?" in client.post("/drill", data={"go": "day", "day": "2026-01-02"}).location
    assert re.match(r"/drill/\d{4}-\d\d-\d\d\?", client.post("/drill", data={"go": "day", "day": ""}).location)


def test_the_device_and_an_exported_site_ask_the_same(client: FlaskClient) -> None:
    sites = [Site(Place.DEVICE), Site(Place.SITE, "/agari")]
    for kind in Sort:
        address = f"/drill/{DAY}?kind={kind}&level=4&v=1"
        asked = re.search(r"<section class=\"asked\".*?</section>", client.get(address).text, re.DOTALL)
        assert asked
        for site in sites:
            base = f"http://localhost{site.root}/"
            text = create_app({"SITE": site}).test_client().get(address, base_url=base).text
            shown = re.search(r"<section class=\"asked\".*?</section>", text, re.DOTALL)
            assert shown
            assert re.sub(r'href="[^"]*#', "", shown[0]) == re.sub(r'href="[^"]*#', "", asked[0])


@pytest.mark.parametrize("nonsense", ["", "1.2-", "2.5", "1.1-x", "1.1-" * 20, "1.9999"])
def test_a_damaged_address_begins_anew_or_goes_on(client: FlaskClient, nonsense: str) -> None:
    response = client.get(f"/drill/{DAY}?kind=yaku&v=1&done={nonsense}&answer=x")
    assert response.status_code == 200


def test_a_judged_hand_opens_in_the_calculator(client: FlaskClient) -> None:
    for kind in Sort:
        page = client.get(f"/drill/{DAY}?kind={kind}&level=1&v=1&done=0.1&answer=none").text
        link = re.search(r'href="(/\?hand=[^"]*)"', page)
        assert link
        opened = client.get(unescape(link[1])).text
        assert "data-wait=" in opened if kind is Sort.WAITS else "data-points=" in opened or "data-problem" in opened


# -- the API -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["tenhou", "m_league", "tenhou_sanma"])
@pytest.mark.parametrize("kind", Sort)
def test_the_answers_are_those_of_the_api(client: FlaskClient, kind: Sort, preset: str) -> None:
    found = client.get(f"/api/drill?kind={kind}&level=4&seed=42&n=12&rules={preset}&v=1").json
    assert found
    assert (found["version"], found["kind"], found["level"], len(found["questions"])) == (1, kind, 4, 12)
    path = "/api/waits" if kind is Sort.WAITS else "/api/score"
    for one in found["questions"]:
        assert client.post(path, json=one["case"]).json == one["answer"]
    assert found["questions"][0]["case"]["rules"]["players"] == PRESETS[preset].players


def test_a_day_of_the_api_is_the_day_of_the_page(client: FlaskClient) -> None:
    found = client.get(f"/api/drill?kind=points&level=2&day={DAY}").json
    assert found
    assert len(found["questions"]) == 10
    for one, shown in zip(questions(DrillSet(Sort.POINTS, 2, DAY)), found["questions"], strict=True):
        assert shown["answer"]["deltas"] == list(one.score.deltas)


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        ("kind=x&seed=1", ["kind"]),
        ("kind=fu&level=0&seed=1&n=99", ["level", "n"]),
        ("day=2026-02-30", ["day"]),
        ("v=9&seed=1", ["v"]),
        ("", ["seed"]),
        ("seed=1&rules=no", ["rules"]),
    ],
)
def test_the_api_names_every_bad_parameter(client: FlaskClient, asked: str, fields: list[str]) -> None:
    response = client.get(f"/api/drill?{asked}")
    assert response.status_code == 422
    assert response.json
    assert [item["field"] for item in response.json["problems"]] == fields
