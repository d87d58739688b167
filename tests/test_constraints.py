"""The tested versions: one of each dependency, within its range, with checksums and without any host."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / ".github" / "constraints.txt").read_text()
#: Each version with its checksums.
PINNED = re.findall(r"^([\w.-]+)==([\w.]+)[^\\\n]*((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", TEXT, re.MULTILINE)


def test_every_dependency_has_a_tested_version_within_its_range() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    versions = {canonicalize_name(name): version for name, version, _ in PINNED}
    served = project["dependencies"] + project["optional-dependencies"]["postgres"] + ["psycopg-binary"]
    for dependency in map(Requirement, served):
        assert dependency.specifier.contains(versions[canonicalize_name(dependency.name)]), dependency


def test_every_line_is_a_version_with_its_checksums_and_none_names_a_host() -> None:
    rest = [line for line in TEXT.splitlines() if not line.startswith(("#", "    --hash=sha256:"))]
    assert len(rest) == len(PINNED) > 20
    assert "://" not in TEXT
