"""What is supposed of functions and post-processings when two systems are related move by move.

A supposition is one object: what it says in words, and the laws that this means. The formula of a link shows both, and
a link may use instances of the laws of its suppositions, and nothing else. A law may speak of a predicate of its own,
such as "has begun with an identical pair": the supposition is then that there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import final

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.obligations.derivations.kernel.facts import demand
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Formula, Implication, Proposition
from concomp.obligations.derivations.kernel.sealing import demand_one_word, sealed
from concomp.obligations.derivations.systems.descriptions.renaming import rename
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

    The laws are asked for once, of places that stand for the names; what is shown, and what is used, is put in there.

    says: in words, with {0}, {1} for the indices; it also names the predicates of which there are to be some.
    letters: what the indices are called in the laws, where these are shown.
    """

    says: str
    at: tuple[Index, ...]
    letters: tuple[str, ...]
    build: Laws = field(repr=False)

    def __post_init__(self) -> None:
        """Make sure that the laws are about all messages, and that what is shown can be read in one way only."""
        is_letters = len(set(self.letters)) == len(self.letters) == len(self.at)
        demand(is_letters, f"{self.says}: {self.letters} are not {len(self.at)} different letters")
        for letter in self.letters:
            demand_one_word(letter)
        for law in self._pattern:
            for term in terms.descendants([law.says]):
                loose = term.operator in ("message", "register") and term not in law.symbols
                demand(not loose, f"{self.says}: the law is about one {term}, let it be about all")
            demand_one_reading(law)

    @cached_property
    def laws(self) -> tuple[Law, ...]:
        """What it means."""
        return self._of(tuple(map(str, self.at)))

    @cached_property
    def _pattern(self) -> tuple[Law, ...]:
        return self.build(*self._places)

    @property
    def _places(self) -> tuple[str, ...]:
        return tuple(f"⟨{place}⟩" for place in range(len(self.at)))

    def _of(self, names: tuple[str, ...]) -> tuple[Law, ...]:
        """The laws about what is called so."""
        put_in = dict(zip(self._places, names, strict=True))
        return tuple(
            Law(tuple(rename(symbol, put_in) for symbol in law.symbols), rename(law.says, put_in))
            for law in self._pattern
        )

    @property
    def formula(self) -> Proposition:
        """What it says, with its laws."""
        return Proposition(f"{self.says} [{_sentences(self._of(self.letters))}]", self.at)


def _sentences(laws: tuple[Law, ...]) -> str:
    return "; ".join(map(_sentence, laws))


def demand_one_reading(law: Law) -> None:
    """Make sure that a law in words is this law only; WrongStep if two of its symbols or functions are called alike."""
    called: dict[str, object] = {}
    for term in terms.descendants([*law.symbols, law.says]):
        if term.operator in LEAVES or term.operator == "apply":
            what = term.data if term.operator == "apply" else term
            name = str(getattr(what, "name", None) or words_of(term))
            demand(not set(name) & set("=≤<>+(),"), f"{name} reads as a term of several parts: choose another name")
            demand(called.setdefault(name, what) == what, f"two symbols of the law are called {name}")


def _sentence(law: Law) -> str:
    arbitrary = ", ".join(map(words_of, law.symbols))
    return f"for all {arbitrary}: {words_of(law.says)}" if arbitrary else words_of(law.says)


def supposing(suppositions: tuple[Supposition, ...], conclusion: Formula) -> Formula:
    """The implication from suppositions to a conclusion, the first outermost."""
    for each in reversed(suppositions):
        conclusion = Implication(each.formula, conclusion)
    return conclusion
