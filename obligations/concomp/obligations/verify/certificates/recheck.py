"""Checking certificates with two solvers that took no part in finding them.

A proof stands if each solver finds all of its texts unsatisfiable.
"""

from __future__ import annotations

from collections.abc import Iterator

from concomp.obligations.solvers import answers, answers_each, assumptions
from concomp.obligations.solvers.commands import demand_harmless
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.verify.certificates.certificate import Certificate, Rejected


def recheck(certificate: Certificate, milliseconds: int) -> None:
    """Have all solvers accept all texts of a certificate.

    milliseconds: the limit for each solver and question.
    Raises Rejected if a solver refutes a text, Undecided if it does not know, SolverFailed if it breaks down.
    """
    subject = certificate.subject
    for file, text in certificate.texts.items():
        demand_harmless(text)
        for engine, said in _said(text, milliseconds):
            if "sat" in said:
                raise Rejected(
                    f"{file} of {subject.function}, {subject.property}: {engine} finds it satisfiable: this is no proof"
                )
            if set(said) != {"unsat"}:
                raise Undecided(
                    f"{file} of {subject.function}, {subject.property}: {engine} does not decide it within "
                    f"{milliseconds} ms"
                )


def _said(text: str, milliseconds: int) -> Iterator[tuple[str, answers_each.Answers]]:
    """What each solver answers to every question of a text."""
    if assumptions.asks(text):
        for engine, answers_to in answers_each.engines().items():
            yield engine, answers_to(text, milliseconds)
    else:
        for engine, answer_of in answers.engines().items():
            yield engine, (answer_of(text, milliseconds),)
