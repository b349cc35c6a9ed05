"""Fixtures for the tests of the checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.meta.workshop import Workshop, open_workshop


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A project with good checks, whose evidence was found."""
    made = open_workshop(tmp_path, monkeypatch)
    made.write_checks()
    report = made.find()
    assert not report.failures
    return made
