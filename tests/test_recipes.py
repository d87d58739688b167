"""The recipes of CONTRIBUTING, each followed in a copy of the repository, with the tests that its change touches.

They take minutes and run in CI only: `CI=1 pytest tests/test_recipes.py`.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
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
    """A copy of the repository, as somebody edits it."""

    root: Path

    def insert(self, name: str, before: str, text: str) -> None:
        """Puts a text before the first place in a file that holds `before`."""
        path = self.root / name
        head, mark, rest = path.read_text(encoding="utf-8").partition(before)
        assert mark, f"{name} has no {before!r}"
        path.write_text(head + text + mark + rest, encoding="utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        """Replaces a text wherever it stands in a file."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Writes a new file."""
        (self.root / name).write_text(text, encoding="utf-8")

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
    text = known.get(message, usual) if language == "ja" else usual
    return block.rstrip().removesuffix('""') + f'"{text}"' + "\n" * (len(block) - len(block.rstrip()))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    root = tmp_path / "agari"
    shutil.copytree(ROOT, root, ignore=LEFT_OUT)
    return Copy(root)


YAKU_TESTS = (
    *(
        "tests/scoring/test_yaku_examples.py",
        "tests/scoring/test_rules_document.py",
        "tests/pages/reference/test_reference.py",
    ),
    *("tests/pages/test_words.py", "tests/language/test_catalogues.py"),
)


def test_a_yaku(copy: Copy) -> None:
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
    copy.run("tests.tables")
    copy.translate(Three_winds="三風刻")
    copy.insert("tests/scoring/test_yaku_examples.py", "sanshoku_doujun 2 1", "sanpuukou 2 2 | ")
    copy.test(*YAKU_TESTS)


def test_a_local_yaku(copy: Copy) -> None:
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
    copy.insert("webapp/language/kana.py", '    "paarenchan"', '    "benikujaku": "ベニクジャク",\n')
    copy.run("tests.tables")
    copy.translate(Red_peacock="紅孔雀")
    copy.test(*YAKU_TESTS, "tests/pages/reference/test_rules.py")


def test_a_local_yaku_without_its_words_is_shown_all_the_same(copy: Copy) -> None:
    copy.replace("webapp/scoring/local_yaku.py", "shiiaru_raotai", "another_raotai")
    copy.replace("webapp/scoring/rules.py", "shiiaru_raotai", "another_raotai")
    copy.write(
        "tests/pages/test_another.py",
        """from webapp import create_app


def test_pages() -> None:
    for address in ("/rules", "/yaku?all=1", "/yaku?all=1&q=raotai", "/table"):
        for language in ("ja", "en", "zh", "ko"):
            parts = "&" if "?" in address else "?"
            assert create_app().test_client().get(f"{address}{parts}lang={language}").status_code == 200
""",
    )
    copy.test("tests/pages/test_another.py")


def test_a_rule_switch(copy: Copy) -> None:
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
    copy.run("tests.tables")
    copy.translate()
    copy.insert(
        "tests/scoring/test_switches.py",
        '    "kiriage_mangan"',
        """    "robbing_a_kan": [
        (rule("robbing_a_kan", value=value), "123m 456p 789s 34s 55p +5s chankan ron", outcome)
        for value, outcome in ((True, 1300), (False, REFUSED))
    ],
""",
    )
    copy.test(
        "tests/scoring/test_rules_document.py",
        "tests/pages/reference/test_rules.py",
        "tests/formats/test_rules.py",
        "tests/language",
    )


def test_a_preset(copy: Copy) -> None:
    copy.insert(
        "webapp/scoring/rules.py",
        "        MAJIANG,\n",
        '        replace(TENHOU, preset="club", kiriage_mangan=True),\n',
    )
    copy.insert("webapp/language/words.py", '    "majiang": N_(', '    "club": N_("Our club"),\n')
    copy.insert("webapp/scoring/RULES.md", "| `majiang` | koba", "| `club` | the rules of our club |\n")
    copy.run("tests.tables")
    copy.translate()
    copy.test(
        "tests/scoring/test_rules_document.py",
        "tests/pages/reference/test_rules.py",
        "tests/language",
        "tests/pages/test_words.py",
    )


def test_a_page(copy: Copy) -> None:
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
    copy.translate()
    copy.test("tests/language/test_catalogues.py")
    copy.test("tests/pages/test_hostile.py", "-k", "greeting")


def test_a_column(copy: Copy) -> None:
    version = int(schema.VERSION) + 1
    copy.insert("webapp/store/schema.py", ")\n\nevent = Table(", '    Column("place", String(40)),\n')
    copy.replace("webapp/store/schema.py", f'VERSION = "{schema.VERSION}"', f'VERSION = "{version}"')
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
    copy.test("tests/store/test_upkeep.py", "tests/store/test_games.py", "-k", "not postgresql")


def test_a_text_in_other_words(copy: Copy) -> None:
    old, new = "Try an example", "Show an example"
    copy.replace("templates/calculator/_welcome.html", old, new)
    for language in ANY:
        copy.replace(f"webapp/language/locale/{language}/LC_MESSAGES/messages.po", f'"{old}"', f'"{new}"')
    assert "without" in copy.run("webapp.language.messages")
    copy.test("tests/language/test_catalogues.py", "tests/pages/test_languages.py")
