"""Settling properties of functions, each time in a process of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.lemmas import Named, propose, report_by
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verdicts import Report
from concomp.obligations.verify.verification import SECONDS, Verifiable, case_of


def verify(
    function: Verifiable,
    properties: Iterable[str] | None = None,
    within: Verifiable | None = None,
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
    assuming: Iterable[Named] = (),
) -> Report:
    """The report on a function."""
    case = case_of(function, within, parameters)
    proposed = propose(case, assuming)
    asked = case.properties_to_ask(properties)
    with new_worker() as worker:
        return report_by(worker, case, proposed, asked, seconds)
