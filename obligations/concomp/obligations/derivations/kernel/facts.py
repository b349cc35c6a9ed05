"""What a fact is: a formula that holds for all values of its free variables, made by a rule from earlier facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.language import Formula
from concomp.obligations.solvers.algebra import Question


class WrongStep(ValueError):
    """Thrown by a rule whose premises do not fit."""


@dataclass(frozen=True)
class Rule:
    """A trusted rule: its name and what it says, once and precisely; whether it says what a new quantity is."""

    name: str
    says: str
    defines: bool = False


@dataclass(frozen=True)
class Assumption:
    """The hypothesis of an induction over `over`: a formula at one value of what it fixes, and all values otherwise."""

    formula: Formula
    over: Var
    fixes: frozenset[Var]


@dataclass(frozen=True, eq=False)
class Fact:
    """A formula that holds for all values of its free variables, as far as its assumptions hold.

    rule: by which it was made of the premises. origin: the statement that it is, or that it comes from.
    claim: what the solvers were asked, for a solved fact. number: how many facts were made before.
    """

    formula: Formula
    rule: Rule
    premises: tuple[Fact, ...] = field(default=(), repr=False)
    assumptions: frozenset[Assumption] = frozenset()
    name: str = ""
    origin: str | None = None
    claim: Question | None = None
    number: int = field(default_factory=count().__next__, init=False, repr=False)

    @property
    def fixed(self) -> frozenset[Var]:
        """The variables that the assumptions fix."""
        return frozenset().union(*(assumption.fixes for assumption in self.assumptions))


def demand(holds: bool, otherwise: str) -> None:
    """Go on if a rule's premises fit; raise WrongStep if they do not."""
    if not holds:
        raise WrongStep(otherwise)


def derive(rule: Rule, formula: Formula, *premises: Fact, name: str = "") -> Fact:
    """The fact that a rule makes of premises; to be called by rules only."""
    return Fact(formula, rule, premises, frozenset().union(*(fact.assumptions for fact in premises)), name)
