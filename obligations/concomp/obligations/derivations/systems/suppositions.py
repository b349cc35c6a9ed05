"""What is supposed of functions and post-processings when two systems are related move by move.

A supposition is one object: what it says in words, and the laws that this means. The formula of a link shows both, and
a link may use instances of the laws of its suppositions, and nothing else. A law may speak of a predicate of its own,
such as "has begun with an identical pair": the supposition is then that there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import final

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.facts import demand
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Formula, Implication, Proposition
from concomp.obligations.derivations.kernel.sealing import sealed
from concomp.obligations.derivations.systems.descriptions.words import words_of


@final
@sealed
@dataclass(frozen=True)
class Law:
    """Something that holds for all values of some symbols."""

    symbols: tuple[Term, ...]
    says: Term

    def at(self, *values: Term) -> Instance:
        """What it says of some values."""
        return Instance(self, values)


@final
@sealed
@dataclass(frozen=True)
class Instance:
    """A law at some values of its symbols."""

    law: Law
    values: tuple[Term, ...]

    @property
    def term(self) -> Term:
        """What it says there."""
        return substitute(self.law.says, dict(zip(self.law.symbols, self.values, strict=True)))


Laws = Callable[..., tuple[Law, ...]]
"""The names of some indices ↦ the laws about what is called so."""


@final
@sealed
@dataclass(frozen=True)
class Supposition:
    """That something is so, in words, of some indices: that laws hold of what is called by their names.

    says: in words, with {0}, {1} for the indices; it also names the predicates of which there are to be some.
    letters: what the indices are called in the laws, where these are shown.
    """

    says: str
    at: tuple[Index, ...]
    letters: tuple[str, ...]
    build: Laws = field(repr=False)

    def __post_init__(self) -> None:
        """Make sure that what is shown is what is used."""
        places = tuple(f"⟨{place}⟩" for place in range(len(self.at)))
        pattern = _sentences(self.build(*places))
        for names, says in ((self.letters, self._shown), (tuple(map(str, self.at)), _sentences(self.laws))):
            same = _put_in(pattern, dict(zip(places, names, strict=True)))
            demand(says == same, f"{self.says}: the laws of {names} are {says}, of others {pattern}")
        for law in self.laws:
            for term in terms.descendants([law.says]):
                loose = term.operator in ("message", "register") and term not in law.symbols
                demand(not loose, f"{self.says}: the law is about one {term}, let it be about all")

    @cached_property
    def laws(self) -> tuple[Law, ...]:
        """What it means."""
        return self.build(*map(str, self.at))

    @cached_property
    def _shown(self) -> str:
        return _sentences(self.build(*self.letters))

    @property
    def formula(self) -> Proposition:
        """What it says, with its laws."""
        return Proposition(f"{self.says} [{self._shown}]", self.at)


def _sentences(laws: tuple[Law, ...]) -> str:
    return "; ".join(map(_sentence, laws))


def _put_in(pattern: str, names: Mapping[str, str]) -> str:
    for place, name in names.items():
        pattern = pattern.replace(place, name)
    return pattern


def _sentence(law: Law) -> str:
    arbitrary = ", ".join(map(words_of, law.symbols))
    return f"for all {arbitrary}: {words_of(law.says)}" if arbitrary else words_of(law.says)


def supposing(suppositions: tuple[Supposition, ...], conclusion: Formula) -> Formula:
    """The implication from suppositions to a conclusion, the first outermost."""
    for each in reversed(suppositions):
        conclusion = Implication(each.formula, conclusion)
    return conclusion
