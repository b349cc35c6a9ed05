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
from concomp.model.language.syntax.sorts import INT, REAL, Sort
from concomp.model.language.syntax.terms import Term

Terms = Mapping[str, Term]


class ProgramError(ValueError):
    """A program, or what is asked about one, is not of the form that is wanted."""


@dataclass(frozen=True)
class Draw:
    """Noise that is drawn: its name, and the name of its ratio r; z is as likely as r^(rate·|z|).

    Raises ProgramError for a rate that is no positive integer.
    """

    name: str
    ratio: str
    rate: int = 1

    def __post_init__(self) -> None:
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
    Raises ProgramError for a term over what is not there.
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
        object.__setattr__(self, "sorts", MappingProxyType({name: term.sort for name, term in self.initially.items()}))
        if set(self.following) != set(self.initially):
            raise ProgramError(
                f"{self.name}: following: the registers are {sorted(self.initially)}; give one term each"
            )
        drawn = [each.name for each in (*self.first, *self.draws)]
        if len(set(drawn)) < len(drawn):
            raise ProgramError(f"{self.name}: draws: {', '.join(drawn)}: give each another name")
        _demand_known(self, "initially", self.initially.values(), {each.name for each in self.first})
        step = {each.name for each in self.draws} | set(self.inputs) | set(self.common)
        _demand_known(self, "answer, following", (*self.answer, *self.following.values()), step | set(self.sorts))
        _demand_known(self, "goes_on", (self.goes_on,), set(self.sorts))

    @property
    def ratios(self) -> tuple[str, ...]:
        """The names of the ratios, in order of the alphabet."""
        return tuple(sorted({each.ratio for each in (*self.first, *self.draws)}))


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


def leaves(roots: Iterable[Term]) -> list[Term]:
    """The registers, inputs, draws and parameters of terms, each once."""
    return [term for term in terms.descendants(roots) if term.operator in terms.LEAVES and not terms.is_constant(term)]


def _demand_known(program: NoisyProgram, place: str, roots: Iterable[Term], known: set[str]) -> None:
    for leaf in leaves(list(roots)):
        if leaf.operator != "parameter" and terms.leaf_name(leaf) not in known:
            raise ProgramError(
                f"{program.name}: {place}: {terms.leaf_name(leaf)} is not there; known are {', '.join(sorted(known))}"
            )
