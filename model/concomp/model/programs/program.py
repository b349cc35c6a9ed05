"""Programs with hidden noise.

A program answers a stream of inputs. In each step it draws noise, shows an answer, and goes on or halts; what it
keeps stands in registers. A program is data: its answers and its next registers are terms of the language over
registers, inputs, draws and parameters, with branches as choices. So one text is run, is put to solvers, and is
printed.

Noise is two-sided geometric, of integers, or Laplace, of reals: a draw names its ratio r, and z is as likely as
r^(rate·|z|). A draw that a branch does not use is drawn all the same, which changes no answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.expressions import common_sort, lift, wrap
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.programs.vocabulary import (
    ProgramError,
    demand_apart,
    demand_leaves,
    demand_names,
    demand_sort,
    demand_terms,
    leaves,
    parameters_of,
    sorts_of,
)

Terms = Mapping[str, Term]


@dataclass(frozen=True)
class Draw:
    """Noise that is drawn: its name, and the name of its ratio r; z is as likely as r^(rate·|z|).

    Raises ProgramError for a name that is no identifier, and for a rate that is no positive integer.
    """

    name: str
    ratio: str
    rate: int = 1

    def __post_init__(self) -> None:
        demand_names("draw, ratio", (self.name, self.ratio))
        if type(self.rate) is not int or self.rate < 1:
            raise ProgramError(f"{self.name}: rate is {self.rate!r}: write an integer, 1 or more")


@dataclass(frozen=True)
class NoisyProgram:
    """A program with hidden noise.

    name: in words. numbers: the sort of values and noise, INT or REAL. first: what is drawn before the first step.
    draws: what is drawn in each step. initially: the registers, and what they are at first, over parameters and the
    first draws. answer: what a step shows. following: the registers after a step. goes_on: whether there is a next
    step, over registers and parameters. inputs: the private inputs of a step, one for each world. common: those that
    are the same in both. parameters: what is supposed of them. hidden: the register that holds noise, if one does.
    Raises ProgramError for a name that is no identifier or stands for two things, and for unknown leaves.
    """

    name: str
    numbers: Sort
    first: tuple[Draw, ...]
    draws: tuple[Draw, ...]
    initially: Terms
    answer: tuple[Term, ...]
    following: Terms
    goes_on: Term
    inputs: tuple[str, ...] = ("value",)
    common: tuple[str, ...] = ()
    parameters: Term = terms.TRUE
    hidden: str | None = None
    sorts: Mapping[str, Sort] = field(init=False)

    def __post_init__(self) -> None:
        demand_terms(self.name, self.roots, self.numbers)
        object.__setattr__(self, "sorts", MappingProxyType({name: term.sort for name, term in self.initially.items()}))
        if {name: term.sort for name, term in self.following.items()} != dict(self.sorts):
            raise ProgramError(
                f"{self.name}: following: the registers are {sorted(self.initially)}; give one term each, of its sort"
            )
        if self.hidden is not None and self.hidden not in self.sorts:
            raise ProgramError(f"{self.name}: hidden is {self.hidden!r}; name one of {sorted(self.sorts)}")
        for name, term in (("goes_on", self.goes_on), ("parameters", self.parameters)):
            demand_sort(f"{self.name}: {name}", term, BOOL)
        demand_names(self.name, self.names)
        demand_apart(self.name, self.names)
        self._demand_known()

    @property
    def roots(self) -> tuple[Term, ...]:
        """Every term that it is made of."""
        return (
            *self.initially.values(), *self.answer, *self.following.values(), self.goes_on, self.parameters,
        )  # fmt: skip

    @property
    def names(self) -> list[str]:
        """Every name that is given: of registers, inputs, draws, ratios and parameters."""
        drawn = [each.name for each in (*self.first, *self.draws)]
        return [*self.initially, *self.inputs, *self.common, *drawn, *self.ratios, *self.parameter_sorts]

    @property
    def parameter_sorts(self) -> Mapping[str, Sort]:
        """The sorts of the parameters, by name."""
        return parameters_of(self.name, self.roots)

    @property
    def common_sorts(self) -> Mapping[str, Sort]:
        """The sorts of the common inputs that it reads, by name."""
        common = set(self.common)
        read = (leaf for leaf in leaves(self.roots) if leaf.operator == "message" and terms.leaf_name(leaf) in common)
        return sorts_of(self.name, read)

    @property
    def ratios(self) -> tuple[str, ...]:
        """The names of the ratios, in order of the alphabet."""
        return tuple(sorted({each.ratio for each in (*self.first, *self.draws)}))

    def noise(self, drawn: Iterable[Draw]) -> list[Term]:
        """The leaves of draws."""
        return [terms.leaf("message", self.numbers, each.name) for each in drawn]

    def _demand_known(self) -> None:
        settings = [terms.leaf("parameter", sort, name) for name, sort in self.parameter_sorts.items()]
        registers = [terms.leaf("register", sort, name) for name, sort in self.sorts.items()]
        sent = [
            *(terms.leaf("message", self.numbers, name) for name in self.inputs),
            *(terms.leaf("message", sort, name) for name, sort in self.common_sorts.items()),
        ]
        step = [*settings, *registers, *sent, *self.noise(self.draws)]
        demand_leaves(f"{self.name}: initially", self.initially.values(), [*settings, *self.noise(self.first)])
        demand_leaves(f"{self.name}: answer, following", (*self.answer, *self.following.values()), step)
        demand_leaves(f"{self.name}: goes_on", [self.goes_on], [*settings, *registers])
        demand_leaves(f"{self.name}: parameters", [self.parameters], settings)


def terms_of(**given: object) -> Terms:
    """Expressions and constants as terms, by name."""
    return MappingProxyType({name: term_of(value) for name, value in given.items()})


def term_of(value: object, sort: Sort | None = None) -> Term:
    """An expression or a constant as a term; an integer as a real, where that sort is wanted."""
    term = value if isinstance(value, Term) else lift(value, common_sort([value]))
    return terms.make("real", (term,)) if sort == REAL and term.sort == INT else term


def register(name: str, sort: Sort = INT) -> Any:
    """The register of this name."""
    return wrap(sort, terms.leaf("register", sort, name))


def message(name: str, sort: Sort = INT) -> Any:
    """The input or the draw of this name."""
    return wrap(sort, terms.leaf("message", sort, name))


def parameter(name: str, sort: Sort = INT) -> Any:
    """The parameter of this name."""
    return wrap(sort, terms.leaf("parameter", sort, name))
