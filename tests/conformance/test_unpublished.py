"""What authors have to be told first is in no distribution: the pages on defects, and the lists of known failures."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from concomp.conformance.targets.environments import ADAPTERS
from tests.pages import ROOT

UNTOLD = ("docs/defects/", "known.toml")


def demand_untold(names: Iterable[str]) -> None:
    """Nothing that is told to authors first is among these files."""
    assert [name for name in names if any(part in name for part in UNTOLD)] == []


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist and the wheel, made by the backend of pyproject.toml in an environment of its own."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    python = folder / "environment" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", str(folder / "environment")], check=True)
    if subprocess.run([str(python), "-m", "pip", "install", "--quiet", *needed], check=False).returncode:
        pytest.skip(f"{', '.join(needed)} cannot be installed here")
    made = folder / "made"
    kinds = ["-t", "sdist", "-t", "wheel", "-d", str(made)]
    subprocess.run([str(python), "-m", "hatchling", "build", *kinds], cwd=ROOT, check=True)
    [sdist], [wheel] = made.glob("*.tar.gz"), made.glob("*.whl")
    return sdist, wheel


@pytest.mark.full
def test_no_distribution_tells_of_defects(tmp_path: Path) -> None:
    sdist, wheel = build(tmp_path)
    with tarfile.open(sdist) as archive:
        packed = archive.getnames()
    assert any(name.endswith("/adapters/opendp/adapter.py") for name in packed)
    demand_untold(packed)
    demand_untold(zipfile.ZipFile(wheel).namelist())


def test_what_is_untold_would_be_noticed() -> None:
    for file in (ROOT / "docs" / "defects" / "index.md", ADAPTERS / "opendp" / "known.toml"):
        with pytest.raises(AssertionError, match=file.name):
            demand_untold([f"concomp-0/{file.relative_to(ROOT)}"])
