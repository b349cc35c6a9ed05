"""Where objects are written: file and line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from concomp.obligations.checks.check import all_checks
from concomp.obligations.runner.project import clone
from concomp.report.places import definition_of, place, sentence_of

TEXT = """
ONE, TWO = 1, 2


class Outer:
    inner: int = 0

    def method(self) -> None: ...


@staticmethod
def decorated() -> None: ...
"""


@pytest.mark.parametrize(
    ("name", "line"),
    [("TWO", 2), ("Outer", 5), ("Outer.inner", 6), ("Outer.method", 8), ("decorated", 12)],
)
def test_a_name_has_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, line: int) -> None:
    file = tmp_path / "placed_module.py"
    file.write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert place("placed_module", name, tmp_path) == f"placed_module.py:{line}"
    assert place("placed_module", name, None) == f"{file.resolve()}:{line}"
    assert place("placed_module", "nowhere", tmp_path) == "placed_module.py"


def test_an_object_of_the_model_is_found_in_the_clone() -> None:
    root = clone()
    assert root is not None
    path, _, line = place("concomp.model.laws.indistinguishability", "indistinguishable", root).partition(":")
    assert path == "model/concomp/model/laws/indistinguishability.py"
    assert "def indistinguishable(" in (root / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def test_what_is_no_module_keeps_its_name() -> None:
    assert place("concomp.model.no_such_module", "name", None) == "concomp.model.no_such_module.name"


@pytest.mark.full
def test_what_a_check_does_is_read_off_its_text() -> None:
    for check in all_checks():
        module, _, name = check.path.rpartition(".")
        assert sentence_of(module, name) == check.sentence
        assert definition_of(module, name) is not None
