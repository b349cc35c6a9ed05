"""What the verification functions and post-processings of the mechanisms have, for sequences of every length and all
values of the parameters: `python -m concomp.obligations.mechanisms` proves it, and writes it down.

Mechanisms of other libraries have one function, whatever the library. What is written is package data of
`concomp.impl.mechanisms`, which imports no solver.
"""

from __future__ import annotations

from pathlib import Path

from concomp.impl.interop.messages import DataThenQueries
from concomp.impl.mechanisms.contributions import ROUTES, Route
from concomp.impl.mechanisms.functions import FUNCTIONS
from concomp.impl.mechanisms.histograms.functions import vector_functions
from concomp.impl.mechanisms.specification import DATA
from concomp.model.files.evidence import PropertyEvidence, write_evidence
from concomp.model.language.monitor import Monitor
from concomp.obligations.expectation import expect
from concomp.obligations.verify.case import report
from concomp.obligations.verify.postprocessing import validity_of, verify_post_processing
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verdicts import Report
from concomp.obligations.verify.verification import SECONDS, case_of

ONE_WORLD = ("diagonal", "public")


def prove(function: type[Monitor]) -> tuple[PropertyEvidence, ...]:
    """The evidence that a function is diagonal and public; Violation if it is not proved to be."""
    with new_worker() as worker:
        return _evidence(report(worker, case_of(function), ONE_WORLD, SECONDS))


def prove_route(route: Route) -> tuple[PropertyEvidence, ...]:
    """The evidence that a post-processing may stand before a mechanism; Violation if that is not proved."""
    processing, inputs, outputs = route
    return _evidence(verify_post_processing(processing, validity_of(inputs, outputs, {})))


def write() -> None:
    """Prove all of it, and write the evidence."""
    functions: list[type[Monitor]] = [
        *FUNCTIONS,
        *vector_functions(),
        DataThenQueries,
        *(inputs for _, inputs, _ in ROUTES),
    ]
    proved = [*map(prove, dict.fromkeys(functions)), *map(prove_route, ROUTES)]
    write_evidence(Path(str(DATA)), *(piece for pieces in proved for piece in pieces))


def _evidence(found: Report) -> tuple[PropertyEvidence, ...]:
    unproved = [each.property for each in found.verdicts if each.verdict != "proved" or each.given]
    expect(not unproved, f"it is not proved that {found.function} is {', '.join(unproved)}: {found!r}")
    return found.evidence


if __name__ == "__main__":
    write()
