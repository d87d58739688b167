"""The licences of Python for browsers, whose package has none: that of Pyodide, and that of the Python inside it.

Pyodide's is the Mozilla Public License 2.0. Its text comes from pathspec, which every build has because hatchling needs
it. Python's comes from beside the standard library of the Python that runs the build.
"""

import sysconfig
from importlib.metadata import distribution
from pathlib import Path

SOURCE = "Pyodide is CPython for browsers. Its source: https://github.com/pyodide/pyodide\n\n"
PLACES = (Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("stdlib")).parent)
#: The text that Python itself shows if its licence was not installed.
ELSEWHERE = "See https://www.python.org/psf/license/\n"


def licences() -> dict[str, bytes]:
    """The licence files, by name."""
    return {"pyodide.LICENSE.txt": (SOURCE + _mozilla()).encode(), "python.LICENSE.txt": _python().encode()}


def _mozilla() -> str:
    files = distribution("pathspec").files or ()
    return next(file.read_text(encoding="utf-8") for file in files if file.name == "LICENSE")


def _python() -> str:
    paths = [place / name for place in PLACES for name in ("LICENSE.txt", "LICENSE")]
    return next((path.read_text(encoding="utf-8") for path in paths if path.is_file()), ELSEWHERE)
