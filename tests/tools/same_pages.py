"""Whether the pages of recorded hands read the same in this checkout and in another one.

``python -m tests.tools.same_pages PATH [--hands N]``. Each hand is entered tap by tap, in four languages in turn; each
answer and the page of each complete hand are compared. Spaces between tags and the addresses of static files do not
count. It prints the lines that differ.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from difflib import unified_diff
from itertools import cycle
from pathlib import Path

from werkzeug.test import Client

import webapp

#: The lines that are shown of the first pages that differ, and how many of these.
LINES, PAGES = 12, 3
ROOT = Path(__file__).resolve().parents[2]


def _requests(hands: int) -> list[dict[str, str]]:
    from tests.tools.benchmarks.questions import won_hands
    from tests.tools.benchmarks.server import entered
    from webapp.formats.address import form_fields

    taps = [form_fields(entry) for hand in won_hands(1, hands) for entry in entered(hand)]
    return [{**form, "lang": language} for form, language in zip(taps, cycle(("en", "ja", "zh", "ko")), strict=False)]


def _pages(requests: list[dict[str, str]]) -> list[str]:
    """The answer to each tap, and the page for its fields."""
    client = Client(webapp.create_app({"DATABASE": "", "COMPRESS": False}).wsgi_app)
    texts = []
    for form in requests:
        texts.append(client.post("/score", data=form, headers={"HX-Request": "true"}).text)
        texts.append(client.get("/", query_string={name: value for name, value in form.items() if value}).text)
    return [re.sub(r"\s*(<|>)\s*", r"\n\1", re.sub(r"/static/@\w+/", "/static/", text)) for text in texts]


def _pages_of(tree: Path, requests: list[dict[str, str]]) -> list[str]:
    run = subprocess.run(
        [sys.executable, __file__, "-"],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=True,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
    )
    return list(json.loads(run.stdout))


def main() -> int:
    """Compares, or, for the other checkout, prints the pages of the requests that come in."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--hands", type=int, default=20)
    options = parser.parse_args()
    if str(options.tree) == "-":
        print(json.dumps(_pages(json.load(sys.stdin))))
        return 0
    requests = _requests(options.hands)
    pairs = zip(_pages_of(options.tree.resolve(), requests), _pages_of(ROOT, requests), strict=True)
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    for before, now in differing[:PAGES]:
        print("\n".join(list(unified_diff(before.splitlines(), now.splitlines(), lineterm="", n=0))[:LINES]))
    print(f"{len(differing)} of {2 * len(requests)} pages differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
