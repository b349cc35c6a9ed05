"""What the verification functions of the mechanisms have: `python -m concomp.obligations.mechanisms` writes it anew.

What is written is package data of `concomp.impl.mechanisms`, which imports no solver. Each property is proved for
sequences of every length and all values of the parameters.
"""

from __future__ import annotations

from pathlib import Path

from concomp.impl.mechanisms.functions import FUNCTIONS
from concomp.impl.mechanisms.specification import DATA
from concomp.model.files.evidence import PropertyEvidence, write_evidence
from concomp.model.language.monitor import Monitor
from concomp.obligations.expectation import expect
from concomp.obligations.verify.case import report
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.verification import SECONDS, case_of

NEEDED = ("diagonal", "public")


def prove(function: type[Monitor]) -> tuple[PropertyEvidence, ...]:
    """The evidence that a function is diagonal and public; Violation if it is not proved to be."""
    with new_worker() as worker:
        found = report(worker, case_of(function), NEEDED, SECONDS)
    expect(found.usable_at_run_time, f"{function.__name__} is not proved diagonal and public: {found!r}")
    return found.evidence


def write() -> None:
    """Prove all of it, and write the evidence."""
    write_evidence(Path(str(DATA)), *(piece for function in FUNCTIONS for piece in prove(function)))


if __name__ == "__main__":
    write()
