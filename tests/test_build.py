"""The build hook: when it works, when it does not need to, and what it says when npm fails."""

import io
import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import brotli
import pytest
from PIL import Image

from static.build import hatch_build, icons, licences, python

BUILD = Path(hatch_build.__file__).parent
PYTHON_FOLDER = BUILD.parent / "vendor/python"
STAMPS = {hatch_build.STAMP, hatch_build.PYTHON_STAMP}
MADE = {*hatch_build.COPIES, *hatch_build.LICENCES}
DRAWN = {hatch_build.SPRITE, hatch_build.GLYPHS, hatch_build.PACKED_GLYPHS, *hatch_build.ICONS}
OUTPUTS = {*MADE, *DRAWN, hatch_build.PYTHON, *STAMPS}

TILES = """
def draw_sprite(node_modules):
    return f"<svg>{(node_modules / 'htmx.org/dist/htmx.min.js').read_text()}</svg>"

def font_of(node_modules, code, family, weight):
    raise LookupError
"""
GLYPHS = """
def draw_glyphs(node_modules, texts, font_of):
    return str(sorted(texts.items()))

def pack(drawn):
    return drawn.encode()[::-1]
"""
PYTHON = """
def packed_files(package, node):
    return {"pyodide.mjs.br": (package / "pyodide.mjs").read_bytes()}
"""
FETCHING_NPM = """
for file in htmx.org/dist/htmx.min.js htmx.org/LICENSE @fontsource/shippori-mincho/LICENSE \\
  @fontsource/noto-serif-sc/LICENSE @fontsource/noto-serif-kr/LICENSE pyodide/pyodide.mjs; do
  mkdir -p "node_modules/$(dirname "$file")"
  printf %s "$file" > "node_modules/$file"
done
"""
#: Runs a text in the Python of a folder and prints what it leaves in `result`.
RUN = """
import { pathToFileURL } from "node:url";
const [, , folder, text] = process.argv;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide();
python.runPython(text);
console.log(python.globals.get("result"));
"""
#: What `python.js` runs before it imports the application.
START = (BUILD.parent / "js/offline/python.js").read_text().split("python.runPython(`\n")[1].split("sys.path")[0]


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A copy of static/build/ with tiles, characters and a Python that are quick to make, beside a catalogue."""
    copy = tmp_path / "static" / "build"
    copy.mkdir(parents=True)
    (tmp_path / "webapp/serving").mkdir(parents=True)
    for name in hatch_build.INPUTS:
        shutil.copyfile(BUILD / name, copy / name)
    (copy / "tiles.py").write_text(TILES)
    (copy / "glyphs.py").write_text(GLYPHS)
    (copy / "python.py").write_text(PYTHON)
    catalogue(copy).parent.mkdir(parents=True)
    catalogue(copy).write_text("麻雀")
    return copy


def catalogue(build: Path) -> Path:
    return build.parents[1] / "webapp/language/locale/ja/LC_MESSAGES/messages.po"


@pytest.fixture
def vendor(build: Path) -> Path:
    return build.parent / "vendor"


def install_npm(monkeypatch: pytest.MonkeyPatch, folder: Path, ci: str, version: str = "11.0.0") -> None:
    """Put an npm on the PATH that answers `--version` and runs the shell lines `ci` for anything else."""
    npm = folder / "bin" / "npm"
    npm.parent.mkdir(exist_ok=True)
    npm.write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo {version}; exit; fi\n{ci}\n')
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent), prepend=":")


def test_it_makes_the_vendor_folder(build: Path, vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_npm(monkeypatch, tmp_path, FETCHING_NPM)
    assert hatch_build.update_vendor(build, vendor)
    assert {path.name for path in vendor.iterdir()} == OUTPUTS
    assert (vendor / "htmx.min.js").read_text() == "htmx.org/dist/htmx.min.js"
    assert (vendor / "tiles.svg").read_text() == "<svg>htmx.org/dist/htmx.min.js</svg>"


@pytest.mark.parametrize("name", hatch_build.INPUTS)
def test_it_works_again_only_when_an_input_changed(
    build: Path, vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    install_npm(monkeypatch, tmp_path, FETCHING_NPM)
    hatch_build.update_vendor(build, vendor)
    assert not hatch_build.update_vendor(build, vendor)
    with (build / name).open("a") as file:
        file.write("\n")
    assert hatch_build.update_vendor(build, vendor)


def test_a_changed_catalogue_is_drawn_anew(
    build: Path, vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_npm(monkeypatch, tmp_path, FETCHING_NPM)
    hatch_build.update_vendor(build, vendor)
    assert (vendor / "glyphs.json").read_text() == "[('ja', '麻雀')]"
    catalogue(build).write_text("聴牌")
    assert hatch_build.update_vendor(build, vendor)
    assert (vendor / "glyphs.json").read_text() == "[('ja', '聴牌')]"
    assert (vendor / "glyphs.json.br").read_bytes()[::-1] == (vendor / "glyphs.json").read_bytes()


def test_python_is_packed_again_only_when_it_changed(
    build: Path, vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_npm(monkeypatch, tmp_path, FETCHING_NPM)
    hatch_build.update_vendor(build, vendor)
    packed = vendor / "python/pyodide.mjs.br"
    assert packed.read_text() == "pyodide/pyodide.mjs"
    packed.write_text("kept")
    catalogue(build).write_text("聴牌")
    assert hatch_build.update_vendor(build, vendor)
    assert packed.read_text() == "kept"
    (build / "python.py").write_text(PYTHON + "#")
    assert hatch_build.update_vendor(build, vendor)
    assert packed.read_text() == "pyodide/pyodide.mjs"


def test_python_loses_what_no_application_imports(tmp_path: Path) -> None:
    library = tmp_path / "python_stdlib.zip"
    with zipfile.ZipFile(library, "w") as archive:
        archive.writestr("json/__init__.py", '"""Words."""\n\ndef load():  # more\n    """Words."""\n    return 1\n')
        archive.writestr("newer.py", "type X = int; def (")
        archive.writestr("pdb.py", "1")
        archive.writestr("encodings/iso8859_1.py", "1")
        archive.writestr("encodings/iso8859_2.py", "1")
    small = zipfile.ZipFile(io.BytesIO(python.small_library(library)))
    assert small.namelist() == ["encodings/iso8859_1.py", "json/__init__.py", "newer.py"]
    assert small.read("json/__init__.py") == b"def load():\n    return 1"
    assert small.read("newer.py") == b"type X = int; def ("


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    """The Python for browsers that the build made, unpacked."""
    if not PYTHON_FOLDER.exists():
        absent = pytest.fail if os.environ.get("CI") else pytest.skip
        absent("pip install -e . makes static/vendor/python")
    for path in PYTHON_FOLDER.iterdir():
        (tmp_path / path.stem).write_bytes(brotli.decompress(path.read_bytes()))
    return tmp_path


def result_of(pyodide: Path, text: str) -> str:
    """What Python for browsers has in `result` after it ran `text`."""
    (pyodide / "run.mjs").write_text(RUN)
    command = [hatch_build.node_command(), str(pyodide / "run.mjs"), str(pyodide), text]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def library_of(pyodide: Path, files: dict[str, str]) -> zipfile.ZipFile:
    """A library of these files, as the build compiles it."""
    library = io.BytesIO()
    with zipfile.ZipFile(library, "w") as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return zipfile.ZipFile(io.BytesIO(python.compiled(library.getvalue(), pyodide, hatch_build.node_command())))


def test_what_python_imports_at_each_start_is_bytecode(pyodide: Path) -> None:
    assert library_of(pyodide, {"csv.py": "1", "enum.py": "1"}).namelist() == ["csv.py", "enum.pyc"]


def test_an_error_in_bytecode_has_a_traceback(pyodide: Path) -> None:
    code = library_of(pyodide, {"enum.py": "def fail():\n    x = [1, 2, 3]\n    return x[3]"}).read("enum.pyc")
    text = f"""
import marshal, traceback
exec(marshal.loads({code[16:]!r}))
try:
    fail()
except IndexError as error:
    result = traceback.format_exception(error)[-2]
"""
    assert result_of(pyodide, text) == 'File "enum.py", line None, in fail'


def test_a_module_of_the_library_is_compiled_once_when_the_application_imports_it(pyodide: Path) -> None:
    text = """
compiled = []
sys.addaudithook(lambda event, args: event == "compile" and compiled.append(args[1]))
import csv
result = str([str(name)[-6:] for name in compiled])
"""
    assert result_of(pyodide, START + text) == "['csv.py']"


def test_python_for_browsers_comes_with_its_licences() -> None:
    found = licences.licences()
    assert set(found) == set(hatch_build.LICENCES)
    assert b"https://github.com/pyodide/pyodide" in found["pyodide.LICENSE.txt"]
    assert b"Mozilla Public License Version 2.0" in found["pyodide.LICENSE.txt"]
    assert b"Python Software Foundation" in found["python.LICENSE.txt"] or licences.ELSEWHERE.encode() in found.values()


def test_icons_are_painted_in_every_size_and_the_maskable_one_up_to_its_edges() -> None:
    painted = {name: Image.open(io.BytesIO(body)) for name, body in icons.draw_icons(BUILD / hatch_build.ICON).items()}
    assert {name: image.size for name, image in painted.items()} == {
        "icon-180.png": (180, 180),
        "icon-192.png": (192, 192),
        "icon-512.png": (512, 512),
        "icon-maskable-512.png": (512, 512),
    }
    ground = (11, 92, 74, 255)
    assert painted["icon-maskable-512.png"].getpixel((0, 0)) == painted["icon-180.png"].getpixel((179, 0)) == ground
    assert painted["icon-512.png"].getpixel((0, 0)) == (0, 0, 0, 0)


@pytest.mark.parametrize("name", sorted(OUTPUTS - {hatch_build.PYTHON, hatch_build.PYTHON_STAMP}))
def test_it_works_again_when_a_file_is_missing(
    build: Path, vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    install_npm(monkeypatch, tmp_path, FETCHING_NPM)
    hatch_build.update_vendor(build, vendor)
    (vendor / name).unlink()
    assert hatch_build.update_vendor(build, vendor)
    assert (vendor / name).exists()


def test_a_failing_npm_is_quoted_and_leaves_the_last_good_folder(
    build: Path, vendor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_npm(monkeypatch, tmp_path, FETCHING_NPM)
    hatch_build.update_vendor(build, vendor)
    install_npm(monkeypatch, tmp_path, 'echo "npm error code ENOTFOUND" >&2; exit 7')
    (build / "package.json").write_text("{}")
    with pytest.raises(hatch_build.NpmError, match=r"status 7(.|\n)*ci --ignore-scripts(.|\n)*ENOTFOUND(.|\n)*network"):
        hatch_build.update_vendor(build, vendor)
    assert {path.name for path in vendor.iterdir()} == OUTPUTS


@pytest.mark.parametrize(("version", "usable"), [("6.14.4", False), ("9.0.0", True), ("11.2.0", True), ("oops", False)])
def test_an_npm_that_is_too_old_counts_as_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, usable: bool
) -> None:
    install_npm(monkeypatch, tmp_path, "", version)
    assert (hatch_build.installed_npm() is not None) is usable


def test_no_npm_at_all_counts_as_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hatch_build.installed_npm() is None


def test_the_lock_file_pins_the_packages_and_names_no_registry() -> None:
    lock = (BUILD / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert lock.count('"integrity"') == 7


def test_nothing_the_build_makes_is_under_version_control() -> None:
    assert "/static/vendor/" in (BUILD.parents[1] / ".gitignore").read_text().splitlines()
