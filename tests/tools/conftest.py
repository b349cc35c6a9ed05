"""Fixtures for the tests of what people use."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import pytest

from concomp.obligations.runner.project import Project, this_project
from concomp.obligations.runner.standing import Standing, standing

TAKING = ("concomp.cli.explain", "concomp.door.explain", "concomp.obligations.runner.standing")
OTHERS = ("concomp.cli.list", "concomp.cli.site")
"""Modules that take how the project stands as they are brought in: those that are to read it once, and the others,
which must not be brought in while it is another function."""


@pytest.fixture
def _standing_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """How this project stands is read by the first test of a process that asks for it: that takes half a second."""
    for name in OTHERS:
        import_module(name)
    for name in TAKING:
        monkeypatch.setattr(import_module(name), "standing", _read_once)


def _read_once(project: Project) -> Standing:
    assert project == this_project()
    return _standing()


@cache
def _standing() -> Standing:
    return standing(this_project())
