"""Who may know whom: read from the imports.

`webapp.scoring` is pure and knows neither the web nor the other packages; inside it each module imports only those
that stand before it. `efficiency` knows `scoring` and no web. Only the application wires pages.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from webapp.scoring.awards import YAKU
from webapp.scoring.hand import Flag
from webapp.scoring.rules import PRESETS

ROOT = Path(__file__).resolve().parents[1]
WEBAPP = ROOT / "webapp"
TEMPLATES = ROOT / "templates"

#: The modules of the engine in the order in which they build on one another; those of one row do not know each other.
ORDER = """
problems tiles
blocks
notation
rules
table
hand
checks decompose
reading
registry fu dora
yaku local_yaku
awards
near points
pao
payments
score
settlement examples
"""
ROWS = [row.split() for row in ORDER.strip().splitlines()]
ROW_OF = {module: number for number, row in enumerate(ROWS) for module in row}

WEB = {"flask", "jinja2", "werkzeug", "waitress", "markupsafe", "babel", "itsdangerous", "click", "blinker"}
OUTSIDE_WORLD = {"os", "io", "sys", "json", "logging", "pathlib", "time", "datetime", "random", "subprocess", "sqlite3"}


def module_of(path: Path) -> str:
    """``webapp.scoring.yaku``, ``webapp.scoring`` for its ``__init__.py``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def modules(package: str) -> list[Path]:
    """The files of a package, or the file of a module; none where there is neither."""
    path = ROOT / package.replace(".", "/")
    return sorted(path.rglob("*.py")) if path.is_dir() else sorted(path.parent.glob(f"{path.name}.py"))


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it; ``from webapp import i18n`` imports `webapp.language.i18n`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module
            yield node.module
            submodules = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name for name in submodules if modules(name))


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def strangers(package: str, friends: set[str]) -> list[tuple[str, str]]:
    """What a package imports of the application beside `friends`, or of the web and the outside world."""
    return [
        (module_of(path), name)
        for path in modules(package)
        for name in imports(path)
        if name.split(".")[0] in WEB | OUTSIDE_WORLD
        or (is_within(name, "webapp") and not any(is_within(name, friend) for friend in {package, *friends}))
    ]


SCORING = [path for path in modules("webapp.scoring") if path.stem != "__init__"]


def test_the_engine_knows_neither_the_web_nor_the_outside_world_nor_any_other_package() -> None:
    assert strangers("webapp.scoring", set()) == []


def test_the_engine_imports_the_standard_library_and_nothing_else() -> None:
    names = {name.split(".")[0] for path in SCORING for name in imports(path)} - {"webapp"}
    assert names <= set(sys.stdlib_module_names)


def test_every_module_of_the_engine_has_its_place_in_the_order() -> None:
    assert {path.stem for path in SCORING} == set(ROW_OF)
    docstring = ast.get_docstring(ast.parse((WEBAPP / "scoring" / "__init__.py").read_text(encoding="utf-8"))) or ""
    order = docstring.split("::")[1]
    assert [row.split() for row in order.replace(",", " ").replace("\n", " ").split("→")] == ROWS


@pytest.mark.parametrize("path", SCORING, ids=lambda path: path.stem)
def test_a_module_of_the_engine_imports_only_those_before_it(path: Path) -> None:
    inside = {name.split(".")[2] for name in imports(path) if name.startswith("webapp.scoring.")}
    later = {name for name in inside if ROW_OF[name] >= ROW_OF[path.stem]}
    assert later == set()


def test_what_is_counted_ahead_knows_the_engine_and_no_web() -> None:
    assert modules("webapp.efficiency")
    assert strangers("webapp.efficiency", {"webapp.scoring"}) == []


GAME = [path for path in modules("webapp.game") if path.stem != "__init__"]


def game_order() -> list[list[str]]:
    """The rows of the modules of a game, as its docstring has them."""
    docstring = ast.get_docstring(ast.parse((WEBAPP / "game" / "__init__.py").read_text(encoding="utf-8"))) or ""
    order = docstring.split("::")[1].strip().split("\n\n")[0]
    return [row.replace(",", " ").split() for row in order.split("→")]


def test_a_game_knows_the_engine_and_no_web() -> None:
    assert strangers("webapp.game", {"webapp.scoring"}) == []


def test_every_module_of_a_game_has_its_place_in_the_order() -> None:
    assert sorted(path.stem for path in GAME) == sorted(module for row in game_order() for module in row)


@pytest.mark.parametrize("path", GAME, ids=lambda path: path.stem)
def test_a_module_of_a_game_imports_only_those_before_it(path: Path) -> None:
    rows = {module: number for number, row in enumerate(game_order()) for module in row}
    inside = {name.split(".")[2] for name in imports(path) if name.startswith("webapp.game.")}
    assert {name for name in inside if rows[name] >= rows[path.stem]} == set()


def test_only_the_application_imports_pages() -> None:
    importers = {
        module_of(path)
        for path in modules("webapp")
        for name in imports(path)
        if is_within(name, "webapp.pages") and not is_within(module_of(path), "webapp.pages")
    }
    assert importers == {"webapp"}


@pytest.mark.parametrize("module", ["sheet", "answer", "reading", "advice", "reference", "melds"])
def test_what_a_template_may_see_never_touches_the_request(module: str) -> None:
    (path,) = modules(f"webapp.views.{module}")
    seen = set(imports(path))
    assert not {name for name in seen if name.split(".")[0] in WEB}
    assert not seen & {"webapp.inputs.forms", "webapp.language.i18n"}


def test_forms_never_render() -> None:
    (path,) = modules("webapp.inputs.forms")
    assert not {name for name in imports(path) if name.split(".")[0] in {"flask", "jinja2"}}
    assert "render" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_a_template_knows_no_yaku_by_name(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    words = set("".join(char if char.isalnum() or char == "_" else " " for char in text).split())
    # Circumstances are declared by the player and have a control each; tsumo is a way of winning, tenhou also a preset.
    assert words & set(YAKU) <= {*Flag, "tsumo", *PRESETS}


def test_nothing_outside_the_list_of_yaku_names_one() -> None:
    """A yaku is known by name in `yaku` and `local_yaku` alone: no other module of the engine has its key in quotes.

    Aside from what is not a yaku there: flags (`hand`), switches and presets (`rules`), the sets of pao (`pao`).
    """
    named = {
        (path.stem, node.value)
        for path in SCORING
        if path.stem not in {"yaku", "local_yaku", "hand", "rules", "pao"}
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
        ("examples", "tsumo"),
    }
