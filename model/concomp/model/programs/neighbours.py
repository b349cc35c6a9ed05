"""Which streams of inputs are neighbours: how the private inputs of the two worlds may differ, step by step.

The inputs of world 0 and world 1 are `value.0` and `value.1`. What is remembered of the past stands in registers of
the relation; they are public, for whoever chooses the inputs knows them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.expressions import Bool
from concomp.model.language.syntax.operations import Abs, ite
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.program import Terms, message, parameter, register, term_of, terms_of
from concomp.model.programs.vocabulary import (
    ProgramError,
    demand_apart,
    demand_names,
    demand_sort,
    demand_terms,
    parameters_of,
)


@dataclass(frozen=True)
class Neighbours:
    """A relation on streams of inputs.

    name: in words. holds: whether a step's inputs are allowed, over the inputs of both worlds, common ones, registers
    of the relation and parameters. initially, following: its registers at first, and after a step.
    common: inputs that only the relation reads. parameters: what is supposed of the parameters.
    Raises ProgramError for a name that is no identifier or stands for two things, and for registers without a next.
    """

    name: str
    holds: Term
    initially: Terms = field(default_factory=terms_of)
    following: Terms = field(default_factory=terms_of)
    common: tuple[str, ...] = ()
    parameters: Term = terms.TRUE

    def __post_init__(self) -> None:
        # Whether it speaks of numbers or of integers only is compared with a program's.
        demand_terms(self.name, self.roots, REAL)
        demand_sort(f"{self.name}: holds", self.holds, BOOL)
        demand_sort(f"{self.name}: parameters", self.parameters, BOOL)
        names = [*self.initially, *self.common, *parameters_of(self.name, self.roots)]
        demand_names(self.name, names)
        demand_apart(self.name, names)
        sorts, after = ({name: term.sort for name, term in each.items()} for each in (self.initially, self.following))
        if sorts != after:
            raise ProgramError(
                f"{self.name}: following: the registers are {sorted(sorts)}; give one term each, of its sort"
            )

    @property
    def roots(self) -> tuple[Term, ...]:
        """Every term that it is made of."""
        return (self.holds, *self.initially.values(), *self.following.values(), self.parameters)


def at_most_one_apart(numbers: Sort = INT) -> Neighbours:
    """Values at most 1 apart, of either sign."""
    difference = _difference(numbers)
    return Neighbours("at most 1 apart", term_of((difference <= 1) & (-difference <= 1)))


def larger_in_world_1(numbers: Sort = INT) -> Neighbours:
    """Values that are larger in world 1, by at most 1."""
    difference = _difference(numbers)
    return Neighbours("larger in world 1, by at most 1", term_of((difference >= 0) & (difference <= 1)))


def smaller_in_world_1(numbers: Sort = INT) -> Neighbours:
    """Values that are smaller in world 1, by at most 1."""
    difference = _difference(numbers)
    return Neighbours("smaller in world 1, by at most 1", term_of((difference <= 0) & (-difference <= 1)))


def of_one_sign(numbers: Sort = INT) -> Neighbours:
    """Values at most 1 apart, all differences of one sign: which one is a parameter."""
    difference, up = _difference(numbers), parameter("up", BOOL)
    signed = (up & (difference >= 0) & (difference <= 1)) | (~up & (difference <= 0) & (-difference <= 1))
    return Neighbours("at most 1 apart, all differences of one sign", term_of(signed))


def zero_then_constant(numbers: Sort = INT) -> Neighbours:
    """Values that are equal until the difference begins, and from then on have one difference, −1, 0 or 1."""
    difference, constant = _difference(numbers), parameter("difference", numbers)
    begun = register("begun", BOOL) | message("begins", BOOL)
    return Neighbours(
        "equal at first, then at one constant difference of at most 1",
        term_of(difference == ite(begun, constant, constant - constant)),
        terms_of(begun=False),
        terms_of(begun=begun),
        ("begins",),
        term_of((constant == 1) | (constant == 0) | (constant == -1)),
    )


def one_differs(numbers: Sort = INT) -> Neighbours:
    """Values that are equal in all steps but one, where they are at most 1 apart."""
    difference, differed = _difference(numbers), register("differed", BOOL)
    return Neighbours(
        "equal but in one step, there at most 1 apart",
        term_of((difference == 0) | (~differed & (Abs(difference) <= 1))),
        terms_of(differed=False),
        terms_of(differed=differed | _differs(numbers)),
    )


def _difference(numbers: Sort) -> Any:
    return message("value.1", numbers) - message("value.0", numbers)


def _differs(numbers: Sort) -> Bool:
    differs: Bool = message("value.0", numbers) != message("value.1", numbers)
    return differs
