"""Practice in a browser: by taps and keys, on two phones, with a memory, and the same on every machine."""

import re
from datetime import UTC, datetime
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.layout import boxes
from tests.e2e.page import PHONE, SMALL_PHONE
from tests.pages.drill.test_drill import form_of
from webapp.drill.choices import right_answer, wrong_points
from webapp.drill.judgement import judge
from webapp.drill.questions import DrillSet, Question, Sort, question

pytestmark = pytest.mark.browser_context_args(locale="en")
SEED = "browser"
#: On the last day of a month. In Tokyo the next one has begun.
EVENING = datetime(2026, 1, 31, 20, tzinfo=UTC)
LANGUAGES = ("en", "ja", "zh", "ko")


#: What is heard of a wrong answer.
HEARD = {
    Sort.POINTS: r"Wrong: it is [\d,/]+.*, not [\d,/]+",
    Sort.HAN_FU: r"Wrong: it is \d+ han \d+ fu, not 1 han 20 fu",
    Sort.FU: r"Wrong: it is \d+ fu, not 20 fu",
    Sort.YAKU: r"Wrong",
    Sort.WAITS: r"Wrong",
}


def address(kind: Sort, level: int, more: str = "") -> str:
    return f"/drill?kind={kind}&level={level}&seed={SEED}&n=10&rules=tenhou&v=1{more}"


def asked(kind: Sort, level: int, index: int = 0) -> Question:
    return question(DrillSet(kind, level, f"seed {SEED}"), index)


def choose(page: Page, one: Question, answer: str) -> None:
    """Taps an answer."""
    if one.kind is Sort.POINTS:
        page.locator(f"[data-answer='{answer}']").click()
        return
    for name, value in form_of(one, answer).items():
        for part in value if isinstance(value, list) else [value]:
            if part:
                page.locator(f"input[name='{name}'][value='{part}']").check()
    page.locator("[data-submit]").click()


@pytest.mark.parametrize("kind", [Sort.POINTS, Sort.YAKU])
def test_a_question_is_answered_by_taps(page: Page, kind: Sort) -> None:
    page.goto(address(kind, 2))
    choose(page, asked(kind, 2), right_answer(asked(kind, 2)))
    expect(page.locator("[data-right]")).to_be_visible()
    page.locator("[data-next]").click()
    expect(page.locator("[data-question='2']")).to_be_visible()


@pytest.mark.parametrize(
    "kind", [kind if kind in (Sort.POINTS, Sort.FU) else pytest.param(kind, marks=pytest.mark.ci) for kind in Sort]
)
def test_a_wrong_answer_is_given_by_the_keyboard_and_heard(page: Page, kind: Sort) -> None:
    """The focus begins at the question, steps from key to key, and comes to rest at the verdict: from there a screen
    reader goes on to what was missed, and Enter leads on."""
    right = right_answer(asked(kind, 3))
    page.goto(address(kind, 3))
    expect(page).to_have_title("Question 1 of 10 – Practice – Agari")
    expect(page.get_by_role("heading", name="Question 1 of 10")).to_be_focused()
    expect(page.get_by_role("img", name=re.compile(r"^Hand: \d .*of "))).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        key = page.locator("[data-answer]:focus, [data-submit]:focus")
        expect(key).to_have_accessible_name(re.compile(r"\w"))
        if kind is Sort.POINTS:
            if key.get_attribute("value") != right:
                break
        elif key.get_attribute("type") == "submit":
            break
        else:
            page.keyboard.press("Space")
            expect(key).to_be_checked()
    page.keyboard.press("Enter")
    expect(page).to_have_title("Wrong – Practice – Agari")
    verdict = page.get_by_role("heading", name=re.compile(f"^{HEARD[kind]}$"))
    expect(verdict).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-next]")).to_be_focused()
    verdict.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Question 2 of 10")).to_be_focused()


def test_the_way_on_is_on_the_screen_however_much_was_missed(page: Page) -> None:
    width, height = SMALL_PHONE
    page.set_viewport_size({"width": width, "height": height})
    answers = {Sort.POINTS: "x", Sort.HAN_FU: "1.20", Sort.FU: "8.8.8.8.2.2.10.110"}
    for kind, language in product(Sort, LANGUAGES):
        page.goto(address(kind, 4, f"&done=0.1&answer={answers.get(kind, '')}&lang={language}"))
        expect(page.locator("[data-next]")).to_be_in_viewport(ratio=1)
        expect(page.locator(".judged h2")).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_hand_question_and_keys_fit_on_the_screen(page: Page) -> None:
    for kind, (level, language) in product(Sort, ((1, "en"), *((4, language) for language in LANGUAGES))):
        done = "-".join(["1.1"] * LANGUAGES.index(language))  # another question in each language
        page.goto(address(kind, level, f"&done={done}&lang={language}"))
        for width, height in (PHONE, SMALL_PHONE):
            page.set_viewport_size({"width": width, "height": height})
            keys = boxes(page.locator("[data-answer] + span, button[data-answer], [data-submit]"))
            assert max(box["bottom"] for box in keys) <= height, page.url
            assert min(min(box["width"], box["height"]) for box in keys) >= 24, page.url
            assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url


def test_the_headings_of_the_choices_begin_at_one_edge(page: Page) -> None:
    page.goto("/drill")
    edges = page.locator(".drill-start legend").evaluate_all(
        """legends => legends.map((legend) => {
            const text = document.createRange();
            text.selectNodeContents(legend);
            return text.getBoundingClientRect().left;
        })"""
    )
    assert len(edges) == 3
    assert len(set(edges)) == 1


def test_what_was_missed_is_remembered_and_asked_first(page: Page) -> None:
    one = asked(Sort.FU, 1)
    page.goto(address(Sort.FU, 1))
    choose(page, one, ".".join("2" if part == "0" else part for part in right_answer(one).split(".")))
    missed = page.locator(".judged").get_attribute("data-missed")
    assert missed
    page.reload()
    page.goto("/drill")
    page.locator("[data-kind-choice='fu']").check(force=True)
    page.locator("[data-due]").check()
    page.locator("[data-action='own']").click()
    page.wait_for_url(re.compile("topics="))
    topics = re.search(r"topics=([\w.]+)", page.url)
    assert topics
    assert set(topics[1].split(".")) <= set(missed.split("."))
    page.goto("/drill?kind=fu&lang=en")
    expect(page.locator("[data-due]")).to_be_checked()
    page.locator("[data-due]").uncheck()
    page.locator("[data-action='own']").click()
    page.wait_for_url(re.compile("seed="))
    assert "topics=" not in page.url
    page.goto("/drill/topics")
    first = page.locator(f"[data-topic='{topics[1].split('.')[0]}']")
    expect(first).to_contain_text(re.compile(r"0/1 · \d+ sec · next"))


def test_the_choices_of_the_last_set_are_made_again(page: Page) -> None:
    page.goto("/drill")
    for choice in ("kind-choice='yaku'", "level-choice='3'"):
        page.locator(f"[data-{choice}]").check(force=True)
    page.locator("[name='n']").select_option("5")
    page.goto("/drill/topics")
    page.goto("/drill")
    page.locator("[data-action='own']").click()
    page.wait_for_url(re.compile("seed="))
    for path, kind, level in (("/drill", "yaku", "3"), ("/drill?kind=fu&level=2", "fu", "2")):
        page.goto(path)
        expect(page.locator(f"[data-kind-choice='{kind}']")).to_be_checked()
        expect(page.locator(f"[data-level-choice='{level}']")).to_be_checked()
        expect(page.locator("[name='n']")).to_have_value("5" if kind == "yaku" else "10")


def test_the_sets_that_were_left_go_on_where_they_were_until_their_end(page: Page) -> None:
    page.goto("/drill?lang=en")
    left = page.locator("[data-go-on] a")
    expect(left).to_have_count(0)
    page.locator("[data-action='day']").click()
    page.wait_for_url(re.compile("v=1"))
    page.goto(f"{page.url}&done=1.1-0.2")
    one = asked(Sort.HAN_FU, 2)
    page.goto(address(one.kind, 2).replace(SEED, "another") + "&done=1.1-1.1-1.1")
    page.goto(address(one.kind, 2))
    choose(page, one, right_answer(one))
    page.locator("[data-next]").click()
    expect(page.locator("[data-question='2']")).to_be_visible()
    page.goto(address(Sort.YAKU, 1))  # nothing is answered
    page.goto("/drill?lang=en")
    of_today = "Go on: Today's ten · Points · Level 1 · 2/10"
    another = "Go on: Han and fu · Level 2 · 3/10"
    expect(left).to_have_text(["Go on: Han and fu · Level 2 · 1/10", another, of_today])
    left.first.click()
    expect(page.locator("[data-question='2']")).to_be_visible()
    page.goto(f"{address(one.kind, 2)}&done={'-'.join(['1.1'] * 10)}")
    expect(page.locator("[data-right-answers]")).to_be_visible()
    page.goto("/drill?lang=en")
    expect(left).to_have_text([another, of_today])


def test_a_set_that_was_left_at_a_judged_answer_goes_on_with_the_next_question(page: Page) -> None:
    """Each answer is counted once, however often its page is shown."""
    counted = "localStorage.getItem('agari.drill')"
    page.goto(f"{address(Sort.FU, 1)}&lang=en")
    choose(page, asked(Sort.FU, 1), right_answer(asked(Sort.FU, 1)))
    expect(page.locator(".judged")).to_be_visible()
    once = page.evaluate(counted)
    page.goto("/drill?lang=en")
    page.locator("[data-go-on] a").click()
    expect(page.locator("[data-question='2']")).to_be_visible()
    choose(page, asked(Sort.FU, 1, 1), right_answer(asked(Sort.FU, 1, 1)))
    expect(page.locator(".judged")).to_be_visible()
    twice = page.evaluate(counted)
    assert twice != once
    page.goto(f"{page.url}&lang=ja")
    page.goto(f"{address(Sort.FU, 1)}&done=1.1&answer={right_answer(asked(Sort.FU, 1))}&lang=en")
    expect(page.locator(".judged")).to_be_visible()
    assert page.evaluate(counted) == twice


def test_an_answer_that_several_mistakes_explain_counts_none_of_them_as_missed(page: Page) -> None:
    """All of them are asked again."""
    number, answer = next(
        (number, answer)
        for number in range(10)
        for answer in wrong_points(asked(Sort.POINTS, 2, number))
        if len(judge(asked(Sort.POINTS, 2, number), answer).missed) > 1
    )
    page.goto(address(Sort.POINTS, 2, f"&done={'-'.join(['1.1'] * number + ['0.1'])}&answer={answer}&lang=en"))
    missed = page.locator(".judged").get_attribute("data-missed") or ""
    assert "." in missed
    page.goto("/drill/topics")
    known = page.locator("[data-known]:not(:empty)")
    expect(known.first).to_have_text("next")
    page.goto("/drill?kind=points&lang=en")
    expect(page.locator("[data-due]")).to_be_enabled()
    due = page.locator("[data-due]").input_value().split(".")
    assert set(due) <= set(missed.split("."))
    page.goto("/drill/topics")
    expect(known).to_have_text(["next"] * len(due))


def test_today_s_ten_that_were_begun_go_on(page: Page) -> None:
    page.goto("/drill")
    page.locator("[data-action='day']").click()
    page.wait_for_url(re.compile(r"v=1"))
    page.goto(f"{page.url}&done=1.1-0.2")
    for level, number in ((1, 3), (2, 1), (1, 3)):
        page.goto("/drill")
        page.locator(f"[data-level-choice='{level}']").check(force=True)
        page.locator("[data-action='day']").click()
        expect(page.locator(f"[data-question='{number}']")).to_be_visible()


def test_the_end_counts_the_days_in_a_row(page: Page) -> None:
    page.clock.set_fixed_time(EVENING)
    page.goto("/drill")
    expect(page.locator("[data-streak]")).to_be_hidden()
    page.evaluate("""() => {
        const today = Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000);
        localStorage.setItem("agari.drill.days", JSON.stringify([today - 1, 4]));
    }""")
    for path in ("/drill?seed=7&n=1&v=1&done=1.1", "/drill?seed=8&n=1&v=1&done=0.1", "/drill"):
        page.goto(f"{path}{'&' if '?' in path else '?'}lang=en")
        expect(page.locator("[data-streak]")).to_have_text("5 days in a row")


def test_the_end_of_ten_mistakes_is_on_a_small_screen(page: Page) -> None:
    page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
    done, given = "-".join(["0.9"] * 10), "~".join(["1000"] * 10)
    parts = page.locator(".end :is([data-mistake], [data-missed], [data-share-by], summary):visible")
    for language in LANGUAGES:
        page.goto(f"/drill?seed=1&n=10&v=1&done={done}&given={given}&lang={language}")
        expect(parts).to_have_count(14)
        for part in parts.all():
            expect(part).to_be_in_viewport(ratio=1)


def test_a_mistake_that_is_looked_at_again_is_not_counted_twice(page: Page) -> None:
    page.goto("/drill?kind=fu&seed=7&n=1&v=1&done=0.1&given=20&lang=en")
    page.locator("[data-mistake]").click()
    expect(page.locator(".judged h2")).to_contain_text("not 20")
    assert page.evaluate("localStorage.getItem('agari.drill')") is None
    page.locator("[data-next]").click()
    expect(page.locator("[data-mistake]")).to_have_count(1)


@pytest.mark.browser_context_args(timezone_id="Asia/Tokyo")
def test_the_ten_questions_of_the_day_are_those_of_the_phone_s_date(page: Page) -> None:
    page.clock.set_fixed_time(EVENING)
    page.goto("/drill")
    page.locator("[data-action='day']").click()
    page.wait_for_url(re.compile("/drill/2026-02-01"))


def test_a_shared_link_opens_the_same_questions_in_a_fresh_browser(page: Page, new_context: NewContext) -> None:
    page.goto(f"{address(Sort.YAKU, 3)}&done=1.2")
    other = new_context().new_page()
    other.goto(page.url)
    both = [one.locator(".laid").inner_html() for one in (page, other)]
    assert both[0] == both[1]


def test_a_damaged_memory_does_no_harm(page: Page) -> None:
    page.goto("/drill")
    for rubbish in ("null", "[]", "{", '{"fu": 1}', '{"fu": {"sequence": [1]}}'):
        for key in ("agari.drill", "agari.drill.days", "agari.drill.chosen"):
            page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, rubbish])
        for path in ("/drill", "/drill/topics", f"{address(Sort.FU, 1)}&done=0.1&answer=0"):
            page.goto(path)
