"""The linter of the scripts and styles: npm brings it when it is missing or another one, and its status is ours."""

import json
import re
import sys
from pathlib import Path

import pytest

from static.build import hatch_build, lint

MANIFEST = json.loads((lint.BIOME / "package.json").read_text())
PROGRAM = "node_modules/@biomejs/cli-linux-x64/biome"


@pytest.fixture
def biome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for Biome, and an npm that installs what the manifest asks for: a program that notes its arguments."""
    folder = tmp_path / "biome"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps(MANIFEST))
    npm = tmp_path / "npm.sh"
    npm.write_text(
        f'mkdir -p node_modules/@biomejs/biome "$(dirname {PROGRAM})"\n'
        f"echo '{json.dumps({'version': version_of(MANIFEST)})}' > node_modules/@biomejs/biome/package.json\n"
        f"printf '#!/bin/sh\\necho \"$@\" >> {tmp_path}/calls\\nexit 3\\n' > {PROGRAM}\n"
        f"chmod +x {PROGRAM}\necho installed >> {tmp_path}/calls\n"
    )
    monkeypatch.setattr(lint, "BIOME", folder)
    monkeypatch.setattr(lint, "npm_command", lambda: ["/bin/sh", str(npm)])
    monkeypatch.setattr(lint, "installed_npm", lambda: "npm")
    return folder


def version_of(manifest: dict[str, dict[str, str]]) -> str:
    return manifest["devDependencies"]["@biomejs/biome"]


def calls(biome: Path) -> list[str]:
    return (biome.parent / "calls").read_text().splitlines()


def test_it_is_installed_once_and_its_status_is_passed_on(biome: Path) -> None:
    assert lint.main(["--write"]) == 3
    assert lint.main([]) == 3
    installed, written, checked = calls(biome)
    assert installed == "installed"
    assert written.startswith("check ")
    assert "--write static/js" in written
    assert "--write" not in checked


def test_another_version_is_installed_anew(biome: Path) -> None:
    lint.main([])
    (biome / "package.json").write_text(json.dumps(MANIFEST).replace(version_of(MANIFEST), "1.0.0"))
    lint.main([])
    assert [line for line in calls(biome) if line == "installed"] == ["installed"] * 2


def test_where_there_is_no_npm_pip_brings_one(biome: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(lint, "installed_npm", lambda: None)
    monkeypatch.setattr(lint, "find_spec", lambda name: None)
    monkeypatch.setattr("subprocess.run", lambda command, **options: ran.append(command))
    lint.install()
    assert ran[0][:4] == [sys.executable, "-m", "pip", "install"]
    assert ran[0][-1] == hatch_build.NODE_REQUIREMENT
    assert ran[1][-1] == "install"


def test_the_manifest_pins_one_version_and_no_lock_file_is_written() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", version_of(MANIFEST))
    assert "package-lock=false" in (lint.BIOME / ".npmrc").read_text().splitlines()


def test_what_is_checked_is_there() -> None:
    assert all((lint.ROOT / folder).is_dir() for folder in lint.CHECKED)
