"""Solved steps: each a claim about arbitrary reals, applied to what stands for them in a derivation.

A claim is called by its own text, so that equal claims are one, whichever derivations they are from.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from concomp.obligations.derivations.coq.terms import OPERATORS, number
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.language import Arithmetic, Comparison, Rational, Real, comparisons
from concomp.obligations.derivations.kernel.solvable import atoms


@dataclass(frozen=True)
class Claim:
    """That comparisons of arbitrary reals x1, …, xn imply another one."""

    reals: int
    premises: tuple[str, ...]
    conclusion: str

    @property
    def statement(self) -> str:
        """The claim as a formula of Coq."""
        bound = " ".join(f"x{place}" for place in range(1, self.reals + 1))
        implied = " -> ".join([*(f"({each})" for each in self.premises), self.conclusion])
        return f"forall {bound} : R, {implied}" if bound else implied

    @property
    def name(self) -> str:
        """The name of the claim, by its text."""
        return f"claim_{hashlib.sha256(self.statement.encode()).hexdigest()[:10]}"


def claim(fact: Fact) -> tuple[Claim, list[Real]]:
    """The claim of a solved step, and the terms that stand for its reals."""
    assert isinstance(fact.formula, Comparison)
    whole = fact.using.get("whole", ())
    assert isinstance(whole, tuple)
    kept = [each for each in whole if isinstance(each, Real)]
    known = [part for premise in fact.premises for part in comparisons(premise.formula)]
    sides = (side for formula in (*known, fact.formula) for side in (formula.left, formula.right))
    reals = list(dict.fromkeys(atom for side in sides for atom in atoms(side, kept)))
    names = {real: f"x{place}" for place, real in enumerate(reals, 1)}
    premises = tuple(_comparison(each, names) for each in known)
    return Claim(len(reals), premises, _comparison(fact.formula, names)), reals


def _comparison(formula: Comparison, names: dict[Real, str]) -> str:
    return f"{_term(formula.left, names)} {formula.relation} {_term(formula.right, names)}"


def _term(term: Real, names: dict[Real, str]) -> str:
    if term in names:
        return names[term]
    match term:
        case Rational(value):
            return number(value.numerator, value.denominator)
        case Arithmetic("max", (left, right)):
            return f"(Rmax {_term(left, names)} {_term(right, names)})"
        case Arithmetic(operator, (left, right)):
            return f"({_term(left, names)} {OPERATORS[operator]} {_term(right, names)})"
    raise KeyError(f"{term} has no name")


def all_claims(facts: Iterable[Fact]) -> list[Claim]:
    """The claims of solved steps, each once."""
    solved = (fact for fact in facts if fact.rule.name == "solved")
    return list(dict.fromkeys(claim(fact)[0] for fact in solved))
