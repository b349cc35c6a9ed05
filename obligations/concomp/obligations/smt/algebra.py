"""Quantifier-free statements about reals, proved by two solvers.

A claim says that a conclusion follows from hypotheses for all real values of its variables. It is proved if both
solvers find its negation unsatisfiable. So that this is not for want of cases, both must satisfy the hypotheses
together with something interesting; and so that it is not for want of sight, both must satisfy the negation of a
deliberately false variant. All three are put to the solvers as the same plain SMT-LIB text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cvc5
import z3
from pydantic import JsonValue

from concomp.obligations.checks.check import Violation

TIME_LIMIT_MS = 20_000


class Undecided(RuntimeError):
    """Thrown when a solver does not answer within its limit: the claim is then neither proved nor refuted."""


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


def prove(claim: Claim) -> JsonValue:
    """The certificate of a claim: its three texts, after both solvers have answered each as a proof requires.

    Raises Violation if a solver answers otherwise, Undecided if one does not answer.
    """
    establish(claim)
    return certificate(claim)


def certificate(claim: Claim) -> dict[str, JsonValue]:
    """The three texts that prove a claim if the solvers answer unsat, sat, sat."""
    return {"negation": claim.negation, "witness": claim.witness, "control": claim.control}


def recheck(claim: Claim, findings: JsonValue) -> None:
    """Make sure that findings are about this very claim and that both solvers accept them.

    Raises Violation if a text differs from the claim's or a solver disagrees, Undecided if one does not answer.
    """
    if findings != certificate(claim):
        raise Violation(f"{claim.name}: the certificate is not about this claim; find it again")
    establish(claim)


def establish(claim: Claim) -> None:
    """Put the three texts of a claim to both solvers; Violation or Undecided if it is not proved."""
    _demand(claim, "the negation", claim.negation, "unsat")
    _demand(claim, "an interesting case", claim.witness, "sat")
    _demand(claim, "the negation of the false variant", claim.control, "sat")


def _demand(claim: Claim, what: str, script: str, wanted: str) -> None:
    for engine, answer_of in ENGINES.items():
        answer = answer_of(script)
        if answer not in ("sat", "unsat"):
            raise Undecided(f"{claim.name}: {engine} does not settle {what} within {TIME_LIMIT_MS} ms")
        if answer != wanted:
            raise Violation(f"{claim.name}: {engine} finds {what} {answer}, expected {wanted}")


def answer_of_z3(script: str) -> str:
    """What z3 answers to the text: sat, unsat or unknown."""
    solver = z3.Solver()
    solver.set("timeout", TIME_LIMIT_MS)
    solver.from_string(script)
    return str(solver.check())


def answer_of_cvc5(script: str) -> str:
    """What cvc5 answers to the text: sat, unsat or unknown."""
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("tlimit-per", str(TIME_LIMIT_MS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "claim")
    symbols = parser.getSymbolManager()
    answer = "unknown"
    while not (command := parser.nextCommand()).isNull():
        said: Any = command.invoke(solver, symbols)
        answer = str(said).strip() or answer
    return answer


ENGINES: dict[str, Callable[[str], str]] = {"z3": answer_of_z3, "cvc5": answer_of_cvc5}
