"""Definitions.

What one run of a step on symbols leaves: registers with their initial and next values,
parameters with their constraints, requirements and the verdict. This is the verification
function; every reading starts from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError, Position
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Requirement

NOWHERE = Position("", 0)
"""The place of what no author wrote."""


@dataclass(frozen=True)
class RegisterDefinition:
    """A register: its symbol, its value before the first message, its value after a message."""

    name: str
    symbol: Term
    initial: Term
    update: Term


@dataclass(frozen=True)
class ParameterDefinition:
    """A parameter: its symbol, and the condition that its values satisfy.

    is_length: whether it is the length of vectors, so that to be at least 1 is a part of that condition.
    """

    name: str
    symbol: Term
    constraint: Term
    position: Position = field(default=NOWHERE, compare=False)
    is_length: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Definition:
    """A verification function as a transition system over terms.

    message: the sort of both messages.
    requirements, verdicts: what must hold for ever after, and for exactly the sequence so far.
    membership: whether the left message belongs to the query space; the right one is asked the same.
    position: where the author wrote it.
    """

    name: str
    message: Sort
    registers: tuple[RegisterDefinition, ...]
    parameters: tuple[ParameterDefinition, ...]
    requirements: tuple[Requirement, ...]
    verdicts: tuple[Requirement, ...]
    membership: Term = terms.TRUE
    position: Position = field(default=NOWHERE, compare=False)

    @property
    def left(self) -> Term:
        """The left message of the pair."""
        return terms.leaf("message", self.message, "left")

    @property
    def right(self) -> Term:
        """The right message of the pair."""
        return terms.leaf("message", self.message, "right")

    @property
    def guard(self) -> Term:
        """The conjunction of the requirements: where it fails, this pair and all that follow are rejected."""
        return terms.conjunction(requirement.condition for requirement in self.requirements)

    @property
    def allowed(self) -> Term:
        """Whether both messages belong to the query space: where one does not, all is rejected from here on."""
        return terms.conjunction([self.membership, substitute(self.membership, {self.left: self.right})])

    @property
    def verdict(self) -> Term:
        """The verdict on exactly the sequence so far, where the guard has held throughout."""
        return terms.conjunction(verdict.condition for verdict in self.verdicts)

    @property
    def roots(self) -> tuple[Term, ...]:
        """Every term that the definition consists of, the constraints on parameters included."""
        initial = [register.initial for register in self.registers]
        updates = [register.update for register in self.registers]
        constraints = [parameter.constraint for parameter in self.parameters]
        # A conjunction of requirements takes apart those that are conjunctions, and drops all if one never holds.
        stated = [each.condition for each in (*self.requirements, *self.verdicts)]
        return (self.membership, self.guard, self.verdict, *initial, *updates, *constraints, *stated)

    @property
    def declared(self) -> Mapping[str, Declared[Any]]:
        """The declared relations and functions that it uses, by name; LanguageError if two have one name."""
        return symbols_by_name(self.roots)

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of everything that the definition speaks of."""
        return sorts_of((*self.roots, self.left))


def sorts_of(roots: Iterable[Term]) -> frozenset[Sort]:
    """The sorts of terms, of all below them, and of what the declared relations and functions take and give."""
    listed = list(terms.descendants(roots))
    declared = [term.data for term in listed if isinstance(term.data, Declared)]
    return frozenset([*(t.sort for t in listed), *(sort for d in declared for sort in (*d.domain, d.result))])


def symbols_by_name(roots: Iterable[Term]) -> Mapping[str, Declared[Any]]:
    """The declared relations and functions that terms use, by name; LanguageError if two have one name.

    Meanings are given by name, and a reader knows them by name only.
    """
    found: dict[str, Declared[Any]] = {}
    for term in terms.descendants(roots):
        symbol = term.data
        if isinstance(symbol, Declared) and found.setdefault(symbol.name, symbol) is not symbol:
            raise LanguageError(
                f"two relations or functions are named {symbol.name!r}",
                "give each a name of its own, by the variable or by name=...",
                symbol.position,
            )
    return found
