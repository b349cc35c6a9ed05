"""What every check comes to: its statement as the registry expects it, with a witness and a control."""

from __future__ import annotations

from importlib import import_module

import pytest
from pydantic import JsonValue

from concomp.model.registry.registry import load
from concomp.obligations.checks.check import Check
from concomp.obligations.expectation import Violation


def assert_establishes(made: Check, findings: JsonValue) -> None:
    """Recheck the findings: something was looked at, a wrong variant fails, and false statements alone are refuted."""
    outcome = made.recheck(findings)
    assert outcome.witness
    assert outcome.control
    assert (outcome.verdict == "refuted") == (load().truth(made.statement) == "false")


def assert_notices(made: Check, module: str, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recheck what was found before a name in the check's module is wrong: that is a violation."""
    findings = found(made)
    monkeypatch.setattr(import_module(module), name, wrong)
    with pytest.raises(Violation):
        made.recheck(findings)


def found(made: Check) -> JsonValue:
    """What the check finds; nothing if it recomputes everything."""
    return made.find() if made.find else None
