"""The recipes of CONTRIBUTING: all are followed in one copy of the repository, then the tests they touch run there.

That takes most of a minute and runs in CI only: `CI=1 pytest tests/test_recipes.py`.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from webapp.store import schema

pytestmark = pytest.mark.ci
ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", ".*_cache", ".hypothesis")
#: What is said in Japanese, Chinese and Korean, where the test does not care how.
ANY = {"ja": "新しい言葉", "zh": "新的词", "ko": "새 낱말"}


@dataclass
class Copy:
    """A copy of the repository, as somebody edits it. `edited` are the files edited by hand, catalogues apart."""

    root: Path
    edited: set[str] = field(default_factory=set)

    def insert(self, name: str, before: str, text: str) -> None:
        """Puts a text before the first place in a file that holds `before`."""
        path = self._edited(name)
        head, mark, rest = path.read_text(encoding="utf-8").partition(before)
        assert mark, f"{name} has no {before!r}"
        path.write_text(head + text + mark + rest, encoding="utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        """Replaces a text wherever it stands in a file."""
        path = self._edited(name)
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Writes a new file."""
        self._edited(name).write_text(text, encoding="utf-8")

    def _edited(self, name: str) -> Path:
        self.edited.add(name)
        return self.root / name

    def run(self, *arguments: str) -> str:
        """What `python -m …` prints. Fails the test if its status is not 0."""
        command = [sys.executable, "-m", *arguments]
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
        return done.stdout

    def translate(self, **japanese: str) -> None:
        """Brings the catalogues up to date and fills in what they lack; `japanese` names single messages' texts."""
        self.run("webapp.language.messages")
        known = {key.replace("_", " "): text for key, text in japanese.items()}
        for language, usual in ANY.items():
            path = self.root / f"webapp/language/locale/{language}/LC_MESSAGES/messages.po"
            blocks = path.read_text(encoding="utf-8").split("\n\n")
            path.write_text("\n\n".join(_filled(block, language, usual, known) for block in blocks), encoding="utf-8")
        assert "ja:" in self.run("webapp.language.messages")

    def test(self, *arguments: str) -> None:
        """Runs those of these tests that are not slow; they have to pass."""
        self.run("pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow", *arguments)


def _filled(block: str, language: str, usual: str, known: dict[str, str]) -> str:
    if not block.rstrip().endswith('msgstr ""'):
        return block
    message = "".join(re.findall(r'"(.*)"', block.split("msgid")[1].split("msgstr")[0]))
    usual += "".join(re.findall(r"{\w+}", message))
    text = known.get(message, usual) if language == "ja" else usual
    return block.rstrip().removesuffix('""') + f'"{text}"' + "\n" * (len(block) - len(block.rstrip()))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    root = tmp_path / "agari"
    shutil.copytree(ROOT, root, ignore=LEFT_OUT)
    return Copy(root)


def a_yaku(copy: Copy) -> None:
    copy.insert(
        "webapp/scoring/yaku.py",
        '@yaku("三色同順"',
        '''@yaku("三風刻", "Three winds", closed=2, open=2, triplets=3)
def sanpuukou(hand: Reading) -> TileSet:
    """Three triplets or kans of winds.

    yes: 111z 222z 333z 456p 55s
    yes: (111z) 222z 333z 456p 55s
    no:  111z 222z 33z 456p 567p
    """
    winds = hand.triplets & WINDS
    return winds if winds.bit_count() == 3 else 0


''',
    )
    copy.insert("webapp/language/kana.py", '    "sanshoku_doujun"', '    "sanpuukou": "サンプーコー",\n')
    copy.insert("tests/scoring/test_yaku_examples.py", "sanshoku_doujun 2 1", "sanpuukou 2 2 | ")


def a_local_yaku(copy: Copy) -> None:
    copy.insert(
        "webapp/scoring/local_yaku.py",
        '@circumstance("八連荘"',
        '''@yaku("紅孔雀", "Red peacock", is_yakuman=True, triplets=4, allowed=_local("benikujaku"))
def benikujaku(hand: Reading) -> TileSet:
    """Only the one, five, seven and nine of bamboos and red dragons.

    yes: 111s 555s 777s 99s 777z local_yaku=benikujaku
    no:  111s 555s 777s 99s 666z local_yaku=benikujaku
    """
    return not hand.kinds & ~tile_set("1579s7z") and hand.kinds


''',
    )
    copy.insert("webapp/scoring/rules.py", '    "paarenchan",\n', '    "benikujaku",\n')
    copy.insert(
        "tests/scoring/test_switches.py",
        '        local("sanrenkou"',
        '        local("benikujaku", "(111s) (555s) (777s) 99s 77z +7z", 8000, 32000),\n',
    )
    copy.insert("webapp/language/kana.py", '    "paarenchan"', '    "benikujaku": "ベニクジャク",\n')


def a_rule_switch(copy: Copy) -> None:
    copy.insert(
        "webapp/scoring/rules.py",
        "    ryuuiisou_needs_hatsu",
        '    robbing_a_kan: bool = switch(True, "yaku", "Robbing a kan is a yaku.")\n',
    )
    copy.replace(
        "webapp/scoring/yaku.py",
        '@circumstance("槍槓", "Robbing a kan", closed=1, open=1)',
        '@circumstance("槍槓", "Robbing a kan", closed=1, open=1, allowed=lambda rules: rules.robbing_a_kan)',
    )
    copy.insert("webapp/language/words.py", '    "kiriage_mangan": N_(', '    "robbing_a_kan": N_("Robbing a kan"),\n')
    copy.insert(
        "tests/scoring/test_switches.py",
        '    "kiriage_mangan"',
        """    "robbing_a_kan": [
        Decided(hand("(123m) 456p 789s 34s 55z +5s chankan"), {True: 1000, False: "no_yaku"}),
    ],
""",
    )
    assert len(copy.edited) == 4


def a_kind_of_switch_with_a_switch_of_a_game(copy: Copy) -> None:
    copy.insert(
        "webapp/scoring/switches.py",
        "def whole_number(",
        '''class Rate(Switch):
    """A number with a decimal."""

    control = "rate"
    wrong_json = wrong_text = "The rule {rule} is a number with a decimal, not {got}."

    @staticmethod
    def fits(hint: Any) -> bool:
        return hint is float

    @property
    def documented_values(self) -> str:
        return "a number"

    def from_json(self, value: object) -> float | None:
        return value if isinstance(value, float) and 0 <= value < 1000 else None

    def from_text(self, text: str) -> float | None:
        return float(text) if re.fullmatch("[0-9]{1,3}([.][0-9])?", text) else None


''',
    )
    copy.insert(
        "templates/_controls.html",
        "{% macro text(",
        """{% macro rate(switch, value, name, label, choices) -%}
  <input type="number"
         name="{{ name }}"
         id="{{ name }}"
         value="{{ switch.to_text(value) }}"
         step="0.1">
{%- endmacro %}
""",
    )
    copy.insert(
        "tests/formats/test_rules.py",
        '        ("start_points", 25_000, ',
        '        ("stakes", 0.5, "0.5", 0.5),\n',
    )
    assert len(copy.edited) == 3
    copy.insert(
        "webapp/game/rules.py",
        "    chip_points: int",
        '    stakes: float = switch(0.0, "extras", "What 1,000 points are worth.")\n',
    )
    copy.insert("webapp/language/words.py", '    "chip_points": N_(', '    "stakes": N_("Stakes"),\n')
    copy.write(
        "tests/pages/game/test_stakes.py",
        """from flask.testing import FlaskClient

from tests.pages.game.forms import page


def test_the_stakes_are_shown_and_sent_on(client: FlaskClient) -> None:
    shown = page(client, "/game/rules?rules=house&game.stakes=0.5")
    assert shown.one(name="game.stakes")["value"] == "0.5"
    assert "not x" in page(client, "/game/rules?rules=house&game.stakes=x&lang=en").text
    table = client.post("/game", data={"rules": "house", "rounds": "1", "game.stakes": "0.5"}).location
    assert client.get(f"{table}/game.json").get_json()["rules"]["stakes"] == 0.5
""",
    )


def a_field_of_the_hand(copy: Copy) -> None:
    copy.insert("webapp/scoring/table.py", "    def seat_of", "    wall: int = 0\n\n")
    copy.replace("webapp/scoring/table.py", "    kyoku: int = 1\n\n    wall", "    kyoku: int = 1\n    wall")
    copy.insert(
        "webapp/scoring/checks.py", '        ("nuki", hand.nuki, ', '        ("wall", hand.table.wall, 0, 70),\n'
    )
    copy.insert(
        "webapp/formats/address.py",
        '        dora=read_tiles("dora", given',
        '        wall=read_number("wall", given.get("wall", "0"), 0, 0, 70, problems),\n',
    )
    copy.insert("webapp/formats/address.py", '        "nuki": str(', '        "wall": str(entry.table.wall),\n')
    copy.replace("webapp/formats/address.py", '"sticks", "rules", "also"}', '"sticks", "wall", "rules", "also"}')
    copy.insert(
        "webapp/formats/case.py",
        '        dora=_tile_list("dora", case.get("dora"), problems),\n        discarder',
        '        wall=read_number("wall", case.get("wall", 0), 0, 0, 70, problems),\n',
    )
    copy.insert("webapp/formats/case.py", '        "nuki": hand', '        "wall": hand.table.wall,\n')
    copy.insert("webapp/pages/api/API.md", "| `nuki` | with", "| `wall` | the number of tiles left in the wall | 0 |\n")
    copy.replace("webapp/formats/line.py", '"sticks", "from"', '"sticks", "wall", "from"')
    copy.insert(
        "templates/calculator/calculator.html",
        '            {{ counter("sticks"',
        '            {{ counter("wall", _("Tiles left in the wall"), form["wall"]) }}\n',
    )
    copy.replace("webapp/entry/next_hand.py", "dora=(), discarder=0)", "dora=(), discarder=0, wall=0)")
    copy.insert(
        "webapp/language/words.py",
        '    "rules": N_("Rules"),\n    "seen"',
        '    "wall": N_("Tiles left in the wall"),\n',
    )
    assert len(copy.edited) == 9
    copy.insert(
        "tests/formats/test_address_read.py", '        ("sticks", "12"', '        ("wall", "70", "wall", 70),\n'
    )
    copy.insert("tests/formats/test_case.py", '        ({"sticks": 99}', '        ({"wall": 70}, "wall", 70),\n')
    copy.insert("tests/formats/test_case.py", '    "nuki",\n    "nth_ron",', '    "wall",\n')
    copy.write(
        "tests/pages/calculator/test_wall.py",
        """from urllib.parse import parse_qsl

from tests.pages.site import get
from webapp.entry.next_hand import next_hand
from webapp.formats.address import query, read_entry
from webapp.formats.case import case_json, read_case
from webapp.formats.line import read_line


def test_the_field_comes_back_from_every_form() -> None:
    hand = read_line("123m 456p 789s 345s 55p tsumo wall=12").hand
    assert hand
    read = read_case(case_json(hand)).hand
    assert read
    assert read.table == hand.table
    assert query(read_entry(dict(parse_qsl("hand=123m&wall=12"))).entry) == "hand=123m&wall=12"


def test_the_page_shows_it_and_names_it_when_it_is_wrong() -> None:
    assert get("/?hand=123m&wall=12").one(id="wall")["value"] == "12"
    assert "Tiles left in the wall:" in get("/?hand=123m&wall=71&lang=en").text


def test_the_next_hand_has_a_wall_of_its_own() -> None:
    entry = read_entry({"hand": "123m", "wall": "12"}).entry
    assert (entry.table.wall, next_hand(entry).table.wall) == (12, 0)
""",
    )


def a_preset(copy: Copy) -> None:
    copy.insert(
        "webapp/scoring/rules.py",
        "        MAJIANG,\n",
        '        replace(TENHOU, preset="club", kiriage_mangan=True),\n',
    )
    copy.insert("webapp/language/words.py", '    "majiang": N_("Majiang (web', '    "club": N_("Our club"),\n')
    copy.insert("webapp/scoring/RULES.md", "| `majiang` | koba", "| `club` | the rules of our club |\n")


def a_page(copy: Copy) -> None:
    copy.write(
        "webapp/pages/device/greeting_page.py",
        '''"""A greeting."""

from flask import Blueprint, render_template

blueprint = Blueprint("greeting", __name__)


@blueprint.get("/greeting")
def greeting() -> str:
    """Says hello."""
    return render_template("device/greeting.html", problems=(), link="")
''',
    )
    copy.insert("webapp/pages/__init__.py", '    "errors",\n', '    "device.greeting_page",\n')
    copy.write(
        "templates/device/greeting.html",
        """{% extends "page.html" %}
{% block heading %}{{ _("A greeting to everybody") }}{% endblock heading %}
{% block content %}
  <p>{{ _("Hello to everybody at the table.") }}</p>
{% endblock content %}
""",
    )


def a_column(copy: Copy) -> None:
    version = int(schema.VERSION) + 1
    copy.insert("webapp/store/schema.py", ")\n\nevent = Table(", '    Column("place", String(40)),\n')
    copy.replace("webapp/store/schema.py", f'VERSION = "{schema.VERSION}"', f'VERSION = "{version}"')
    copy.replace(".github/SERVING.md", f"version {schema.VERSION} of the", f"version {version} of the")
    copy.write(
        "webapp/store/migrations/versions/place.py",
        f'''"""Version {version}: where a game is played."""

import sqlalchemy as sa
from alembic import op

revision = "{version}"
down_revision = "{schema.VERSION}"


def upgrade() -> None:
    """Adds the column."""
    op.add_column("game", sa.Column("place", sa.String(40)))
''',
    )


def a_text_in_other_words(copy: Copy) -> None:
    old, new = "Try an example", "Show an example"
    copy.replace("templates/calculator/_welcome.html", old, new)
    for language in ANY:
        copy.replace(f"webapp/language/locale/{language}/LC_MESSAGES/messages.po", f'"{old}"', f'"{new}"')
    assert "without" in copy.run("webapp.language.messages")


RECIPES = (
    a_yaku,
    a_local_yaku,
    a_rule_switch,
    a_kind_of_switch_with_a_switch_of_a_game,
    a_field_of_the_hand,
    a_preset,
    a_page,
    a_column,
    a_text_in_other_words,
)
#: The tests that somebody who follows these recipes runs.
TOUCHED = (
    "tests/scoring/test_yaku_examples.py",
    "tests/scoring/test_switches.py",
    "tests/scoring/test_rules_document.py",
    "tests/game/test_rules.py",
    "tests/game/test_rules_document.py",
    "tests/formats",
    "tests/entry",
    "tests/language",
    "tests/store/test_upkeep.py",
    "tests/store/test_games.py",
    "tests/pages/reference",
    "tests/pages/test_words.py",
    "tests/pages/test_languages.py",
    "tests/pages/game/test_rules.py",
    "tests/pages/game/test_stakes.py",
    "tests/pages/calculator/test_wall.py",
)


def test_all_recipes_lead_to_code_that_passes_its_tests(copy: Copy) -> None:
    for recipe in RECIPES:
        copy.edited.clear()
        recipe(copy)
    copy.run("tests.tools.tables")
    copy.translate(Three_winds="三風刻", Red_peacock="紅孔雀")
    copy.test(*TOUCHED, "-k", "not postgresql")
    copy.test("tests/pages/test_hostile.py", "-k", "greeting")


def test_a_local_yaku_without_its_words_is_shown_all_the_same(copy: Copy) -> None:
    copy.replace("webapp/scoring/local_yaku.py", "shiiaru_raotai", "another_raotai")
    copy.replace("webapp/scoring/rules.py", "shiiaru_raotai", "another_raotai")
    copy.write(
        "tests/pages/test_another.py",
        """from webapp import create_app


def test_pages() -> None:
    client = create_app().test_client()
    for address in ("/rules?", "/yaku?all=1&", "/yaku?all=1&q=raotai&", "/table?"):
        for language in ("ja", "en", "zh", "ko"):
            assert client.get(f"{address}lang={language}").status_code == 200
""",
    )
    copy.test("tests/pages/test_another.py")
