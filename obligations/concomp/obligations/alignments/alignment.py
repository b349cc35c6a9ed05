"""What an alignment is: how much noise is moved from world 0 to world 1, so that the same answers are shown.

Leaves are told apart by their names: a register or a private input ends in .0 or .1, by its world; draws are those of
world 0; `spent.r` is by how much all noise of the ratio r was moved so far, each draw counted rate times; `answer.i`
is the i-th number that the step shows; `seen.f` is whether the event of what is foretold has occurred; `z.other` is a
second value of the draw z. Names that are given have no dot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT, Sort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.neighbours import Neighbours
from concomp.model.programs.program import NoisyProgram, Terms, message, register
from concomp.model.programs.vocabulary import parameters_of

SPENT, ANSWER, SEEN, OTHER = "spent.", "answer.", "seen.", ".other"


@dataclass(frozen=True)
class Foretold:
    """What an alignment may know beforehand: a fact about the answers and inputs of the whole run, which are fixed.

    name: of the parameter that stands for it. event, value: it is the value in the first step in which the event
    occurs, both over answers, inputs, registers of the relation and parameters. default: what it is if the run halts
    without the event.
    """

    name: str
    event: Term
    value: Term
    default: Term


@dataclass(frozen=True)
class Alignment:
    """A program, its neighbours, and how noise is moved.

    shifts: for each draw by how much it is moved; what is not named is not moved. invariant: over the registers of both
    worlds and of the relation, what was spent, parameters and what is foretold. budget: for each ratio, how much may be
    spent, over parameters. foretold: what is known beforehand.
    The claim: answers are at most as much likelier in world 0 as the product of ratio^−budget says.
    """

    program: NoisyProgram
    neighbours: Neighbours
    shifts: Terms
    invariant: Term
    budget: Terms
    foretold: tuple[Foretold, ...] = ()

    @property
    def roots(self) -> tuple[Term, ...]:
        """Every term that is said of the program."""
        told = (term for each in self.foretold for term in (each.event, each.value, each.default))
        return (*self.neighbours.roots, *self.shifts.values(), self.invariant, *self.budget.values(), *told)

    @property
    def parameter_sorts(self) -> Mapping[str, Sort]:
        """The sorts of the parameters of the program and of the relation, by name."""
        return parameters_of(self.program.name, [*self.program.roots, *self.neighbours.roots])


def world(program: NoisyProgram, index: int, noise: Mapping[Term, Term] | None = None) -> Mapping[Term, Term]:
    """What the leaves of a program are in a world; noise: what its draws are there."""
    renamed = {
        **{terms.leaf("register", sort, name): in_world(name, sort, index) for name, sort in program.sorts.items()},
        **{
            terms.leaf("message", program.numbers, name): private(name, program.numbers, index)
            for name in program.inputs
        },
    }
    return {**renamed, **(noise or {})}


def in_world(name: str, sort: Sort, index: int) -> Term:
    """A register of a world."""
    return terms.leaf("register", sort, f"{name}.{index}")


def private(name: str, sort: Sort, index: int) -> Term:
    """A private input of a world."""
    return terms.leaf("message", sort, f"{name}.{index}")


def spent(ratio: str, numbers: Sort = INT) -> Any:
    """By how much noise of this ratio was moved so far."""
    return register(SPENT + ratio, numbers)


def answered(place: int = 0, sort: Sort = INT) -> Any:
    """A number that the step shows."""
    return message(f"{ANSWER}{place}", sort)


def in_world_0(program: NoisyProgram, term: Term) -> Term:
    """A term of a program, in world 0."""
    return substitute(term, world(program, 0))
