"""A script is sent in one piece: what it imports stands before it, once, in the order in which a browser runs it."""

import re

import pytest

from webapp import create_app
from webapp.serving.assets import EXTENSION
from webapp.serving.scripts import in_one_piece

SOURCES = {
    "js/page.js": """// Why.
import { first } from "./parts/first.js";
import "./parts/second.js";

export const page = () => import("./later.js");
first();
""",
    "js/parts/first.js": """import {
  text,
} from "../text.js";

export function first() { return text; }
""",
    "js/parts/second.js": """import { first } from "./first.js";
first();
""",
    "js/text.js": "export const text = `// ${ 10 }`;\n",
}


def test_what_a_script_imports_stands_before_it_once() -> None:
    assert in_one_piece("js/page.js", SOURCES).splitlines() == [
        "const text=`// ${ 10 }`;function first(){return text;}",
        'first();export const page=()=>import("./later.js");first();',
    ]


def test_a_script_without_imports_is_only_made_smaller() -> None:
    assert in_one_piece("js/text.js", SOURCES) == "export const text=`// ${ 10 }`;"


def test_a_missing_module_is_noticed_when_the_application_starts() -> None:
    with pytest.raises(KeyError, match="js/gone"):
        in_one_piece("js/page.js", {"js/page.js": 'import "./gone.js";\n'})


def test_our_own_scripts_ask_for_no_other_file_at_their_beginning() -> None:
    files = create_app().extensions[EXTENSION].files
    scripts = {name: body.decode() for name, body in files.items() if name.startswith("js/")}
    assert scripts
    later = {"remember.js", "offline.js", "own-rules.js", "share.js", "table-copy.js"}
    for name, text in scripts.items():
        if not name.startswith("js/offline/"):  # scripts of workers, one of which imports Python
            assert not re.search(r"\bimport\s*[{\"']", text), name
            assert set(re.findall(r'import\("\./([^"]+)"\)', text)) <= later
