"""The calculator pays for nothing of the store."""

import subprocess
import sys
from pathlib import Path

import pytest

SQL = {"sqlalchemy", "alembic", "psycopg", "sqlite3"}


def loaded(code: str) -> set[str]:
    """The modules that a process has imported after some lines of Python."""
    lines = f"{code}\nimport sys\nprint(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in result.stdout.split()}


@pytest.mark.parametrize(
    "code",
    [
        "import webapp.__main__; webapp.create_app().test_client().get('/?hand=123m')",
        "from webapp.store import Store; Store('postgresql://nobody@nowhere/nothing', waiters=200).close()",
    ],
    ids=["the calculator", "a store that is not used"],
)
def test_nothing_of_it_is_imported_before_a_game_is_used(code: str) -> None:
    assert not loaded(code) & {*SQL, "platformdirs"}


def test_the_first_use_imports_no_alembic(tmp_path: Path) -> None:
    use = "store.games.create({}); store.hub"
    code = f"from webapp.store import Store; store = Store({str(tmp_path / 'agari.db')!r}); {use}"
    assert loaded(code) & {*SQL} == {"sqlalchemy", "sqlite3"}
