"""Checking certificates with two solvers that took no part in finding them.

A proof stands if each solver finds all of its texts unsatisfiable.
"""

from __future__ import annotations

from concomp.obligations.solvers.answers import engines
from concomp.obligations.solvers.commands import demand_harmless
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.certificates.certificate import Certificate, Rejected


def recheck(certificate: Certificate, milliseconds: int) -> None:
    """Have all solvers accept all texts of a certificate.

    milliseconds: the limit for each solver and text.
    Raises Rejected if a solver refutes a text, Undecided if it does not know, SolverFailed if it breaks down.
    """
    for file, text in certificate.texts.items():
        demand_harmless(text)
        for engine, answer_of in engines().items():
            answer = answer_of(text, milliseconds)
            subject = certificate.subject
            if answer == "sat":
                raise Rejected(
                    f"{file} of {subject.function}, {subject.property}: {engine} finds it satisfiable: this is no proof"
                )
            if answer != "unsat":
                raise Undecided(
                    f"{file} of {subject.function}, {subject.property}: {engine} does not decide it within "
                    f"{milliseconds} ms"
                )
