"""What the solvers are asked for a solved fact, and the false variants of it that they may refute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.exactness import demand_fields
from concomp.obligations.derivations.kernel.sealing import demand_exactly, sealed
from concomp.obligations.solvers.algebra import Claim, Question, script


@final
@sealed
@dataclass(frozen=True, slots=True)
class Asked:
    """The texts of a question, as they are put to the solvers: two questions are one if their texts are."""

    name: str
    negation: str
    witness: str
    controls: tuple[str, ...]

    def __post_init__(self) -> None:
        """Refuse what is no text."""
        demand_exactly((tuple,), self.controls)
        demand_exactly((str,), self.name, self.negation, self.witness, *self.controls)


def as_asked(question: Question) -> Asked:
    """The texts of a question."""
    return Asked(question.name, question.negation, question.witness, question.controls)


@final
@sealed
@dataclass(frozen=True, slots=True)
class SolvedStep(Claim):
    """What the solvers are asked for a solved fact, with its false variants.

    strict: that the two sides are never equal. dispensable: the premises, those that bound something first. From the
    strongest: an inequality is strict; the conclusion follows without one of the premises; the variant that is given.
    """

    strict: Term
    dispensable: tuple[Term, ...]
    is_equation: bool

    def __post_init__(self) -> None:
        """Refuse what is no term."""
        demand_fields(self)

    @property
    def controls(self) -> tuple[str, ...]:
        """The texts that are satisfiable if an inequality is reached, or if a premise is needed, and the given one."""
        return tuple(dict.fromkeys((*self.reached, *self.needed, self.weakest_control)))

    @property
    def reached(self) -> tuple[str, ...]:
        """The text that is satisfiable exactly if the sides of an inequality are equal somewhere."""
        is_bound = self.strict != self.conclusion and not self.is_equation
        return (script(*self.hypotheses, terms.negation(self.strict)),) if is_bound else ()

    @property
    def needed(self) -> tuple[str, ...]:
        """For each premise, the text that is satisfiable exactly if the others are not enough."""
        unmet = terms.negation(self.conclusion)
        return tuple(
            script(*(each for each in self.hypotheses if each is not premise), unmet) for premise in self.dispensable
        )
