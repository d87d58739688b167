"""The harness itself: what the build made works in a browser under the policy, and trouble does not go unnoticed."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Complaints
from webapp.serving import security

HEAD = '<meta name="viewport" content="width=device-width"><link rel="icon" href="/static/vendor/tiles.svg">'
POLICY = {"Content-Security-Policy": security.HEADERS["Content-Security-Policy"]}


def show(page: Page, body: str, headers: dict[str, str] | None = None) -> None:
    """Open a page of our origin that has this body, under the application's policy unless other headers are given."""
    html = f'<!doctype html><html lang="ja"><title>harness</title>{HEAD}{body}</html>'
    page.route(
        "**/harness", lambda route: route.fulfill(body=html, content_type="text/html", headers=headers or POLICY)
    )
    page.goto("/harness")


def test_the_vendor_files_work_under_the_policy(page: Page) -> None:
    sprite = (
        '<svg width="30" height="40" role="img" aria-label="1m"><use href="/static/vendor/tiles.svg#t1m"></use></svg>'
    )
    script = '<script src="/static/vendor/htmx.min.js"></script>'
    show(page, f"{script}{sprite}")
    expect(page.get_by_role("img", name="1m")).to_be_visible()
    assert page.evaluate("htmx.version") == "4.0.1"
    assert page.evaluate("document.querySelector('use').getBoundingClientRect().width") > 10


def test_the_device_is_a_phone_in_japan(page: Page) -> None:
    show(page, "")
    assert page.evaluate("[innerWidth, innerHeight]") == [390, 664]
    assert page.evaluate("navigator.language") == "ja-JP"
    assert page.evaluate("navigator.maxTouchPoints") > 0


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
def test_a_test_may_choose_another_device(page: Page) -> None:
    show(page, "")
    assert page.evaluate("innerWidth") == 1280


@pytest.mark.parametrize(
    ("body", "headers", "complaint"),
    [
        ("<script>window.ran = true</script>", None, "console error: .*Content Security Policy"),
        ('<p style="color: red">', None, "console error: .*Content Security Policy"),
        ('<img src="/no-such.png">', None, "console error: .*404"),
        ("<script>console.warn('careful')</script>", {"X": "y"}, "console warning: careful"),
        ("<script>throw new Error('broken')</script>", {"X": "y"}, "uncaught exception: .*broken"),
        ('<img src="http://elsewhere.invalid/x.png">', {"X": "y"}, "ERR_NAME_NOT_RESOLVED .*elsewhere"),
    ],
)
def test_trouble_is_noticed(
    page: Page, complaints: Complaints, body: str, headers: dict[str, str] | None, complaint: str
) -> None:
    show(page, body, headers)
    page.wait_for_load_state("networkidle")
    assert complaints.take(complaint)
