"""Who may import whom, and where a yaku is known by name.

The contracts of imports stand in pyproject.toml; import-linter checks them. Here each of them is broken, to see that
it is noticed, and what they cannot say is tested.
"""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import grimp
import pytest

from webapp.pages import PAGES
from webapp.scoring.awards import YAKU
from webapp.scoring.hand import Flag
from webapp.scoring.rules import PRESETS

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "templates"
PYPROJECT = ROOT / "pyproject.toml"
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
}
PURE = ("webapp.scoring", "webapp.efficiency", "webapp.game", "webapp.drill", "webapp.entry", "webapp.groups")
SCORING = [path for path in sorted((ROOT / "webapp/scoring").glob("*.py")) if path.stem != "__init__"]


#: For each contract lines that break it: contract, module, line.
BREACHES = [
    ("packages", "formats/address", "import webapp.pages.calculator.sheet"),
    ("packages", "formats/case", "import webapp.drawing.qr"),
    ("packages", "serving/site", "import webapp.language.i18n"),
    ("packages", "scoring/tiles", "import webapp.efficiency"),
    ("packages", "game/rules", "import webapp.efficiency"),
    ("packages", "game/log", "import webapp.groups"),
    ("packages", "store/games", "import webapp.game"),
    ("packages", "new_package", "import webapp.scoring"),
    ("pages", "__main__", "import webapp.pages.api.endpoints"),
    ("features", "pages/game/table_page", "import webapp.pages.group.opened_group"),
    ("features", "pages/drill/drill_page", "import webapp.pages.game.opened_game"),
    ("features", "pages/calculator/sheet", "import webapp.pages.game.table_view"),
    ("features", "pages/new_feature", "import webapp.scoring"),
    ("calculator", "pages/calculator/sheet", "import webapp.pages.calculator.result_text"),
    ("calculator", "pages/calculator/paste", "import webapp.pages.calculator.advice"),
    ("table", "pages/game/table_view", "import webapp.pages.game.opened_game"),
    ("group_pages", "pages/group/forms", "import webapp.pages.group.running_tables"),
    ("practice", "pages/drill/address", "import webapp.pages.drill.question"),
    ("review", "pages/review/log_text", "import webapp.pages.review.reviewed_hands"),
    ("reference", "pages/reference/yaku_list", "import webapp.pages.reference.yaku_page"),
    ("formats", "formats/fields", "import webapp.formats.rules"),
    ("formats", "formats/case", "import webapp.formats.address"),
    ("scoring", "scoring/table", "import webapp.scoring.hand"),
    ("scoring", "scoring/yaku", "import webapp.scoring.local_yaku"),
    ("scoring", "scoring/new_module", "import webapp.scoring.tiles"),
    ("game", "game/rules", "import webapp.game.events"),
    ("groups", "groups/members", "import webapp.groups.figures"),
    ("entry", "entry/modes", "import webapp.entry.entered"),
    ("drill", "drill/stream", "import webapp.drill.questions"),
    ("records", "records/mjlog", "import webapp.records.replay"),
    ("apart", "scoring/yaku", "import webapp.scoring.fu"),
    ("pure", "groups/figures", "import json"),
    ("pure", "scoring/score", "def read() -> None:\n    import json"),
    ("pure", "efficiency/turns", "import random"),
    ("pure", "game/events", "from flask import request"),
    ("pure", "records/tenhou6", "import json"),
    ("requests", "pages/group/running_tables", "from flask import request"),
    ("requests", "pages/game/forms", "from flask import request"),
    ("requests", "formats/address", "from flask import render_template"),
    ("requests", "store/games", "import werkzeug"),
    ("readers", "formats/case", "from webapp.scoring.score import score"),
    ("readers", "pages/game/entry_steps", "from webapp.scoring.score import score"),
    ("views", "pages/calculator/answer", "import webapp.formats.address"),
    ("views", "pages/game/table_view", "import webapp.pages.game.forms"),
    ("words", "formats/answers", "import webapp.language.words"),
    ("sql", "pages/api/endpoints", "import sqlalchemy"),
]


# -- imports -----------------------------------------------------------------------------------------


def lint(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the package in a folder."""
    code = "from importlinter.cli import lint_imports_command as lint; lint()"
    command = [sys.executable, "-c", code, "--no-cache", "--no-logo", f"--config={PYPROJECT}", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_every_contract_of_imports_is_kept() -> None:
    found = lint(ROOT)
    assert found.returncode == 0, found.stdout + found.stderr


def test_every_breach_of_a_contract_is_noticed(tmp_path: Path) -> None:
    """A contract with a misspelt module would hold whatever happens."""
    shutil.copytree(ROOT / "webapp", tmp_path / "webapp", ignore=shutil.ignore_patterns("__pycache__", "locale"))
    for _, module, line in BREACHES:
        with (tmp_path / f"webapp/{module}.py").open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    said = lint(tmp_path).stdout
    for contract, module, line in BREACHES:
        name = f"webapp.{module.replace('/', '.')}"
        imported = re.search(r"(?:import|from) ([\w.]+)", line)
        assert imported
        named = [row for row in said.splitlines() if name in row]
        # A module without a layer is named alone.
        assert [row for row in named if imported[1] in row or row == f"- {name}"], (contract, module, line, named)
    assert {contract for contract, _, _ in BREACHES} == set(CONTRACTS)


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("webapp", include_external_packages=True, cache_dir=None)


@pytest.mark.parametrize("package", PURE)
def test_what_is_pure_imports_the_standard_library_and_nothing_else(package: str) -> None:
    modules = {package, *graph().find_descendants(package)}
    imported = {name for module in modules for name in graph().find_modules_directly_imported_by(module)}
    assert {name.split(".")[0] for name in imported} - {"webapp"} <= set(sys.stdlib_module_names)


def test_no_page_imports_another() -> None:
    pages = {f"webapp.pages.{name}" for name in PAGES}
    assert not {page: there for page in pages if (there := graph().find_modules_directly_imported_by(page) & pages)}


# -- names of yaku -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_a_template_knows_no_yaku_by_name(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    words = set("".join(char if char.isalnum() or char == "_" else " " for char in text).split())
    # Circumstances are declared by the player and have a control each; tsumo is a way of winning, tenhou also a preset.
    assert words & set(YAKU) <= {*Flag, "tsumo", *PRESETS}


def test_nothing_outside_the_list_of_yaku_names_one() -> None:
    """A yaku is known by name in `yaku` and `local_yaku`, a common one in `common` too: no other module of the engine
    has its key in quotes.

    Aside from what is not a yaku there: flags (`hand`), switches and presets (`rules`), the sets of pao (`pao`).
    """
    named = {
        (path.stem, node.value)
        for path in SCORING
        if path.stem not in {"yaku", "local_yaku", "common", "hand", "rules", "pao"}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in YAKU
    }
    # By these words fu, shapes, payments and the one-line notation mean something else.
    assert named <= {
        ("fu", "tsumo"),
        ("fu", "chiitoitsu"),
        ("reading", "chiitoitsu"),
        ("reading", "kokushi"),
        ("payments", "tsumo"),
    }
