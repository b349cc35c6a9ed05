"""Fixtures for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli.verifying import LIMITED


@pytest.fixture
def limited(tmp_path: Path) -> str:
    """A file with three verification functions."""
    file = tmp_path / "limited.py"
    file.write_text(LIMITED, encoding="utf-8")
    return str(file)
