"""Quantifier-free statements about reals, proved by two solvers.

A claim says that a conclusion follows from hypotheses for all real values of its variables. It is proved if both
solvers find its negation unsatisfiable. So that this is not for want of cases, both must satisfy the hypotheses
together with something interesting; and so that it is not for want of sight, both must satisfy the negation of a
deliberately false variant. All three are put to the solvers as the same plain SMT-LIB text, in a process of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from pydantic import JsonValue

from concomp.obligations.checks.check import Violation
from concomp.obligations.smt import stages
from concomp.obligations.smt.obligation import Undecided
from concomp.obligations.smt.worker import Crashed, GaveUp, TimedOut, Worker

TIME_LIMIT_MS = 20_000
GRACE = 10.0
"""Seconds in which the process may start, and a solver give up by itself."""


class Question(Protocol):
    """What is put to the solvers as three texts: a negation, a witness that it is not vacuous, a false variant."""

    @property
    def name(self) -> str:
        """What it is called in messages."""

    @property
    def negation(self) -> str:
        """The text that is unsatisfiable exactly if it holds."""

    @property
    def witness(self) -> str:
        """The text that is satisfiable exactly if an interesting case exists."""

    @property
    def control(self) -> str:
        """The text that is satisfiable exactly if the false variant is false."""


@dataclass(frozen=True)
class Claim:
    """A statement about reals, its formulas in SMT-LIB.

    variables: the names of its real variables.
    hypotheses, conclusion: for all values, the conclusion follows from the hypotheses.
    interesting: what a witness must satisfy besides the hypotheses.
    false_variant: a conclusion that does not follow.
    """

    name: str
    variables: tuple[str, ...]
    hypotheses: tuple[str, ...]
    conclusion: str
    interesting: str
    false_variant: str

    @property
    def negation(self) -> str:
        """The text that is unsatisfiable exactly if the claim holds."""
        return self._script(f"(not {self.conclusion})")

    @property
    def witness(self) -> str:
        """The text that is satisfiable exactly if an interesting case exists."""
        return self._script(self.interesting)

    @property
    def control(self) -> str:
        """The text that is satisfiable exactly if the false variant is false."""
        return self._script(f"(not {self.false_variant})")

    def _script(self, last: str) -> str:
        declared = [f"(declare-const {variable} Real)" for variable in self.variables]
        asserted = [f"(assert {formula})" for formula in (*self.hypotheses, last)]
        return "\n".join(["(set-logic QF_NRA)", *declared, *asserted, "(check-sat)", ""])


def prove(claim: Question) -> JsonValue:
    """The certificate of a claim: its three texts, after both solvers have answered each as a proof requires.

    Raises Violation if a solver answers otherwise, Undecided if one does not answer.
    """
    establish(claim)
    return certificate(claim)


def certificate(claim: Question) -> dict[str, JsonValue]:
    """The three texts that prove a claim if the solvers answer unsat, sat, sat."""
    return {"negation": claim.negation, "witness": claim.witness, "control": claim.control}


def recheck(claim: Question, findings: JsonValue) -> None:
    """Make sure that findings are about this very claim and that both solvers accept them.

    Raises Violation if a text differs from the claim's or a solver disagrees, Undecided if one does not answer.
    """
    if findings != certificate(claim):
        raise Violation(f"{claim.name}: the certificate is not about this claim; find it again")
    establish(claim)


def establish(claim: Question) -> None:
    """Put the three texts of a claim to both solvers; Violation or Undecided if it is not proved."""
    _demand(claim, "the negation", claim.negation, "unsat")
    _demand(claim, "an interesting case", claim.witness, "sat")
    _demand(claim, "the negation of the false variant", claim.control, "sat")


def _demand(claim: Question, what: str, script: str, wanted: str) -> None:
    for engine, answer_of in ENGINES.items():
        answer = answer_of(script)
        if answer not in ("sat", "unsat"):
            raise Undecided(f"{claim.name}: {engine} does not settle {what} within {TIME_LIMIT_MS} ms")
        if answer != wanted:
            raise Violation(f"{claim.name}: {engine} finds {what} {answer}, expected {wanted}")


def _asked(engine: str) -> Callable[[str], str]:
    """What the solver of this name answers to a text, in a process that is ended past the limit."""

    def answer_of(script: str) -> str:
        limit = TIME_LIMIT_MS / 1000 + GRACE
        said = _worker(os.getpid()).call(limit, stages.answer, TIME_LIMIT_MS, engine, script)
        match said:
            case TimedOut():
                return "unknown"
            case Crashed(message) | GaveUp(message):
                raise Undecided(f"{engine} broke down: {message.strip().splitlines()[-1]}")
            case _:
                return said

    return answer_of


@cache
def _worker(process: int) -> Worker:
    """The solvers' process, one for each process that asks: a copy of this one must not share its connection."""
    return Worker(preload="concomp.obligations.smt.engines")


ENGINES: dict[str, Callable[[str], str]] = {engine: _asked(engine) for engine in ("z3", "cvc5")}
"""What each solver answers to a text: sat, unsat or unknown."""
