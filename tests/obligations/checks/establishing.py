"""What every check comes to: its statement as the registry expects it, with a witness and a control."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module

import pytest
from pydantic import JsonValue

from concomp.model.registry.registry import load
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.expectation import Violation
from tests.thinning import thinned

Wrong = tuple[str, str, str, object]
"""A statement, the module of its check, a name there, and something wrong in its place."""


def checks_in(package: str, modules: Sequence[str]) -> dict[str, Check]:
    """A check of each statement that modules of a package have one of."""
    return {made.statement: made for module in modules for made in checks_of(f"{package}.{module}")}


def establishing(checks: Iterable[Check]) -> Callable[[Check], None]:
    """The test that each of these checks establishes its statement."""

    @for_each(checks)
    def test(made: Check) -> None:
        assert_establishes(made, found(made))

    return test


def noticing(
    checks: Mapping[str, Check], rows: Sequence[Wrong], package: str = ""
) -> Callable[[str, str, str, object, pytest.MonkeyPatch], None]:
    """The test that checks, by their statements, notice what is wrong; package: in which the rows' modules are."""

    @for_each_wrong(rows)
    def test(statement: str, module: str, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
        assert_notices(checks[statement], f"{package}.{module}".lstrip("."), name, wrong, monkeypatch)

    return test


def for_each(checks: Iterable[Check]) -> pytest.MarkDecorator:
    """A test for each check, once for all the statements that it establishes.

    It is among the full tests: `concomp check`, which runs beside `make test`, rechecks them all.
    """
    distinct = {made.path: made for made in checks}
    rows = [pytest.param(made, id=path, marks=pytest.mark.full) for path, made in distinct.items()]
    return pytest.mark.parametrize("made", rows)


def for_each_wrong(rows: Sequence[Wrong]) -> pytest.MarkDecorator:
    """A test for each wrong definition, two of three of them among the full tests."""
    named = [pytest.param(*row, id=f"{place} {row[0]}: {row[2]}") for place, row in enumerate(rows)]
    return pytest.mark.parametrize(("statement", "module", "name", "wrong"), thinned(named, 3))


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
