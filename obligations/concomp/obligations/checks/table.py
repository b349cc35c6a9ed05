"""Checks made of the rows of a table, where every statement of it is checked in one way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from pydantic import JsonValue

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import Check
from concomp.obligations.checks.derived import Derived
from concomp.obligations.derivations.kernel.facts import Fact


class Row(Protocol):
    """A statement, the name of its check and what it does in one sentence; what the check finds and rechecks."""

    @property
    def statement(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def sentence(self) -> str: ...

    def find(self) -> JsonValue: ...

    def recheck(self, findings: JsonValue, /) -> Outcome: ...


def checks_of_table(module: str, rows: Iterable[Row]) -> list[Check]:
    """A check a row of a table that stands in `module`, below the package of the checks."""
    place = module.removeprefix(f"{__package__}.")
    return [
        Check(row.statement, f"{place}.{row.name}", row.find, row.recheck, row.sentence, module, _parts(row))
        for row in rows
    ]


def _parts(row: Row) -> tuple[Fact, ...]:
    return row.parts if isinstance(row, Derived) else ()
