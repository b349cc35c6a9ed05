"""A row of a table is a check: it has the row's name in the table's module, and refuses a fact of another statement."""

from __future__ import annotations

from dataclasses import replace

import pytest

from concomp.obligations.checks.check import checks_of
from concomp.obligations.checks.hsv26.functions import proved_functions
from concomp.obligations.checks.hsv26.laws import derivations
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.expectation import Violation


@pytest.mark.parametrize("module", [derivations, proved_functions], ids=["derivations", "propositions"])
def test_every_row_is_a_check_of_its_module(module: object) -> None:
    rows, made = module.TABLE, list(checks_of(module.__name__))  # type: ignore[attr-defined]
    assert [check.statement for check in made] == [row.statement for row in rows]
    assert [check.path for check in made] == [f"{module.__name__}.{row.name}" for row in rows]  # type: ignore[attr-defined]
    assert len({(check.path, check.statement) for check in made}) == len(rows)


def test_a_fact_of_another_statement_is_refused() -> None:
    first, second = derivations.TABLE[:2]
    with pytest.raises(ValueError, match=f"the fact is stated as {second.statement}, not as {first.statement}"):
        replace(first, parts=second.parts)


def test_findings_of_another_row_are_refused() -> None:
    first, second = checks_of_table(derivations.__name__, derivations.TABLE[4:6])
    assert second.find is not None
    with pytest.raises(Violation, match="find it again"):
        first.recheck(second.find())
