"""Quantifier-free statements about reals, proved by two solvers.

A claim says that a conclusion follows from hypotheses for all real values of its variables. It is proved if both
solvers find its negation unsatisfiable. So that this is not for want of cases, both must satisfy the hypotheses
together with something interesting; and so that it is not for want of sight, both must satisfy the negation of a
deliberately false variant. All three are put to the solvers as the same plain SMT-LIB text, in a process of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Protocol

from pydantic import JsonValue

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.expressions import Bool, Real, symbol, term_of
from concomp.model.language.syntax.operations import all_of
from concomp.model.language.syntax.sorts import REAL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.expectation import Violation
from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.solvers import smtlib
from concomp.obligations.solvers.errors import Undecided
from concomp.obligations.solvers.worker import GaveUp, Worker

TIME_LIMIT_MS = 20_000
SOON_MS = 250
"""How long a solver may think about a control where there is a weaker one."""
GRACE = 10.0
"""Seconds in which the process may start, and a solver give up by itself."""


class Question(Protocol):
    """What is put to the solvers as three texts: a negation, a witness that it is not vacuous, a false variant."""

    def __hash__(self) -> int:
        """Equal questions are asked once."""

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
    def controls(self) -> tuple[str, ...]:
        """For each false variant, the strongest first, the text that is satisfiable exactly if it is false."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about reals, its formulas terms over real parameters.

    hypotheses, conclusion: for all values, the conclusion follows from the hypotheses.
    interesting: what a witness must satisfy besides the hypotheses.
    false_variant: a conclusion that does not follow.
    """

    name: str
    hypotheses: tuple[Term, ...]
    conclusion: Term
    interesting: Term
    false_variant: Term

    @property
    def negation(self) -> str:
        """The text that is unsatisfiable exactly if the claim holds."""
        return script(*self.hypotheses, terms.negation(self.conclusion))

    @property
    def witness(self) -> str:
        """The text that is satisfiable exactly if an interesting case exists."""
        return script(*self.hypotheses, self.interesting)

    @property
    def controls(self) -> tuple[str, ...]:
        """The text that is satisfiable exactly if the false variant is false."""
        return (self.weakest_control,)

    @property
    def weakest_control(self) -> str:
        """The text that is satisfiable exactly if the given variant is false."""
        return script(*self.hypotheses, terms.negation(self.false_variant))


@cache
def script(*asserted: Term) -> str:
    """The text that asks for values of real parameters that satisfy formulas."""
    return smtlib.assertions(asserted, "QF_NRA")


def real(name: str) -> Real:
    """An unknown real of this name."""
    return symbol(Real, terms.leaf("parameter", REAL, name))


def values(**named: Fraction | int) -> Bool:
    """The condition that gives each named real its value."""
    return all_of(real(name) == value for name, value in named.items())


def claim(
    name: str,
    *,
    hypotheses: Iterable[Bool] = (),
    conclusion: Bool,
    interesting: Bool,
    false_variant: Bool,
) -> Claim:
    """The claim whose formulas are these conditions on reals."""
    formulas = tuple(map(term_of, hypotheses))
    return Claim(name, formulas, term_of(conclusion), term_of(interesting), term_of(false_variant))


def prove(claim: Question) -> dict[str, JsonValue]:
    """The certificate of a claim: its three texts, after both solvers have answered each as a proof requires.

    The control is the strongest that both solvers answer soon. Raises Violation if a solver answers otherwise,
    Undecided if one does not answer.
    """
    _demand_follows(claim)
    *sharper, last = claim.controls
    control = next(filter(_soon_satisfied, sharper), last)
    if control is last:
        _demand_false(claim, control)
    return certificate(claim, control)


def certificate(claim: Question, control: str | None = None) -> dict[str, JsonValue]:
    """The three texts that prove a claim if the solvers answer unsat, sat, sat; by default with the last control."""
    return {"negation": claim.negation, "witness": claim.witness, "control": control or claim.controls[-1]}


def recheck(claim: Question, findings: JsonValue) -> None:
    """Make sure that findings are about this very claim and that both solvers accept them.

    Raises Violation if a text differs from the claim's or a solver disagrees, Undecided if one does not answer.
    """
    if not is_about(claim, findings):
        raise Violation(f"{claim.name}: the certificate is not about this claim; find it again")
    assert isinstance(findings, dict)
    _demand_follows(claim)
    _demand_false(claim, str(findings["control"]))


def is_about(claim: Question, findings: JsonValue) -> bool:
    """Whether the texts of findings are this claim's, with one of its controls."""
    return (
        isinstance(findings, dict)
        and findings == certificate(claim, str(findings.get("control")))
        and findings["control"] in claim.controls
    )


def _demand_follows(claim: Question) -> None:
    _demand(claim, "the negation", claim.negation, "unsat")
    _demand(claim, "an interesting case", claim.witness, "sat")


def _demand_false(claim: Question, control: str) -> None:
    _demand(claim, "the negation of the false variant", control, "sat")


def _soon_satisfied(script: str) -> bool:
    return all(answer_of(script, SOON_MS) == "sat" for answer_of in ENGINES.values())


def _demand(claim: Question, what: str, script: str, wanted: str) -> None:
    for engine, answer_of in ENGINES.items():
        answer = answer_of(script)
        if answer not in ("sat", "unsat"):
            raise Undecided(f"{claim.name}: {engine} does not settle {what} within {TIME_LIMIT_MS} ms")
        if answer != wanted:
            raise Violation(f"{claim.name}: {engine} finds {what} {answer}, expected {wanted}")


def _engine(name: str) -> Callable[..., str]:
    """What the solver of this name answers to a text, in a process that is ended past the limit."""

    def answer_of(script: str, milliseconds: int | None = None) -> str:
        limit = TIME_LIMIT_MS / 1000 + GRACE
        outcome = _worker(os.getpid()).call(limit, answer, name, script, milliseconds or TIME_LIMIT_MS)
        match outcome:
            case TimedOut():
                return "unknown"
            case Crashed(message) | GaveUp(message):
                raise Undecided(f"{name} broke down: {message.strip().splitlines()[-1]}")
            case _:
                return outcome

    return answer_of


def answer(engine: str, script: str, milliseconds: int) -> str:
    """What the solver of this name answers to a text."""
    # The solvers are brought in where they work: who only asks does without.
    from concomp.obligations.solvers import answers

    return answers.engines()[engine](script, milliseconds)


@cache
def _worker(process: int) -> Worker:
    """The solvers' process, one for each process that asks: a copy of this one must not share its connection."""
    return Worker(preload=("concomp.obligations.solvers.answers",))


ENGINES: dict[str, Callable[..., str]] = {engine: _engine(engine) for engine in ("z3", "cvc5")}
"""What each solver answers to a text: sat, unsat or unknown; if so said, within some milliseconds."""
