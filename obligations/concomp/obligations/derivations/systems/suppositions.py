"""What is supposed of functions and post-processings when two systems are related move by move.

A supposition is a sentence of the kernel about some indices; what it means is laws, by one closed table. So nobody
supposes a law of his own, or of something else than the sentence is about. The sentence shows the laws, and a law
speaks of what the machines of its indices are made of, and of a predicate of its own, such as "has begun with an
identical pair": the supposition is then that there is one. A link may use instances of these laws, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import final

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.exactness import demand_fields, exactly
from concomp.obligations.derivations.kernel.facts import demand
from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Implication, Proposition
from concomp.obligations.derivations.kernel.sealing import sealed
from concomp.obligations.derivations.kernel.sentences import Sentence
from concomp.obligations.derivations.systems import language
from concomp.obligations.derivations.systems.descriptions.exact_terms import demand_terms
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.messages import Function
from concomp.obligations.derivations.systems.descriptions.vocabulary import spoken_of, vocabulary
from concomp.obligations.derivations.systems.descriptions.words import words_of
from concomp.obligations.derivations.systems.laws import (
    doubling,
    exchanged_pairs,
    first_pairs,
    inclusion,
    insertion,
    neighbours,
    responses,
)
from concomp.obligations.derivations.systems.laws.law import Law


@final
@sealed
@dataclass(frozen=True, slots=True)
class Meaning:
    """What a sentence means of what is called by some names.

    letters: the names by which the sentence shows its laws. laws: names ↦ the laws. own: names ↦ the predicates of
    which the sentence says that there are some. of_heard: whether its laws are of what is heard only, as the solvers'
    messages have others too.
    """

    letters: tuple[str, ...]
    laws: Callable[..., tuple[Law, ...]]
    own: Callable[..., tuple[Function, ...]] = lambda *names: ()
    of_heard: bool = False

    def __post_init__(self) -> None:
        """Refuse what only looks like these."""
        demand_fields(self)


MEANINGS: Mapping[Sentence, Meaning] = MappingProxyType(
    {
        sentences.CONSISTENT: Meaning(("f",), first_pairs.consistent, first_pairs.own),
        sentences.READS_PAIRS: Meaning(("f",), first_pairs.beginning, first_pairs.own),
        sentences.INVARIANT: Meaning(("f",), exchanged_pairs.invariant, exchanged_pairs.own),
        sentences.READS_BOTH_WAYS: Meaning(("f",), exchanged_pairs.reads_both_ways, exchanged_pairs.own),
        sentences.NO_PAIR_WITH_HALT: Meaning((), doubling.no_pair_with_halt, of_heard=True),
        sentences.ALIKE_ON_BOTH_SIDES: Meaning(("P",), doubling.alike_on_both_sides, doubling.own),
        sentences.SAME_DESTINATIONS: Meaning(("P",), doubling.same_destinations, doubling.own),
        sentences.CARRIES_OVER: Meaning(("P", "f", "f'"), insertion.carries_over, insertion.own),
        sentences.READS_ALONG: Meaning(("P", "f", "f'"), insertion.reads_along, insertion.own),
        sentences.INCLUDED: Meaning(("f", "f'"), inclusion.included, inclusion.own),
        sentences.ANSWERS: Meaning(("RR",), responses.answers),
        sentences.RESPONSES_FIT: Meaning(("C",), responses.responses_fit),
        sentences.RESPONSES_EXIST: Meaning(("C",), responses.responses_exist),
        sentences.NEIGHBOURING_STATES: Meaning(("N",), neighbours.initial_states),
    }
)
"""What each sentence that may be supposed means."""


MACHINES: Mapping[str, Callable[[Index], tuple[Index, ...]]] = MappingProxyType(
    {
        "function": lambda function: (language.VERIFIER(function),),
        "step functions": lambda steps: (language.DETERMINISTIC(steps),),
        "one-shot mechanism": lambda response: (language.ASKED(response),),
        "composition": lambda composition: (
            language.VERIFIER(language.SUITABLE(language.RESPONSES_TO(composition), language.OF_FILTERED_RESPONSES)),
            language.VERIFIER(language.filtered(composition)),
            language.ACQUIRING(composition, language.S),
        ),
        "interactive mechanism": lambda interactive: (
            language.BEGINNING(interactive),
            language.VERIFIER(language.NEIGHBOURING(interactive)),
            language.STARTED(interactive),
        ),
    }
)
"""The machines in which an unknown part of each sort runs: laws about it may speak of what these are made of."""


@final
@sealed
@dataclass(frozen=True, slots=True)
class Supposition:
    """That a sentence is so of some indices; WrongStep for a sentence without laws."""

    sentence: Sentence
    at: tuple[Index, ...] = ()

    def __post_init__(self) -> None:
        """Make sure that there are laws, and that the sentence shows them."""
        demand_fields(self)
        says = self.formula.sentence.text
        demand(self.sentence in MEANINGS, f"no laws are known of “{says}”: suppose what has a meaning")
        demand_meaning(self.sentence, MEANINGS[self.sentence])

    @property
    def formula(self) -> Proposition:
        """What it says, with its laws."""
        return Proposition(self.sentence, self.at)

    def law(self, number: int, *values: Term) -> Instance:
        """One of its laws, by its number, at some values."""
        return Instance(self, number, values)

    @property
    def laws(self) -> tuple[Law, ...]:
        """What it means of variables; WrongStep for a term of several parts: prove it of a variable, and put it in."""
        return MEANINGS[self.sentence].laws(*self._names)

    @property
    def of_heard(self) -> bool:
        """Whether its laws are of what is heard only."""
        return MEANINGS[self.sentence].of_heard

    @property
    def own(self) -> tuple[Function, ...]:
        """The predicates of which it says that there are some."""
        return MEANINGS[self.sentence].own(*self._names)

    @property
    def _names(self) -> tuple[str, ...]:
        for index in self.at:
            demand(isinstance(index, Var), f"{index} is a term of its own: suppose it of a variable, and put it in")
        return tuple(index.name for index in self.at if isinstance(index, Var))


@final
@sealed
@dataclass(frozen=True, slots=True)
class Instance:
    """A law at some values of its symbols: which it is, of which supposition. What it says is computed from these."""

    supposition: Supposition
    number: int
    values: tuple[Term, ...]

    def __post_init__(self) -> None:
        """Refuse what is no law, and values that are no terms."""
        demand_fields(self)
        demand_terms(*self.values)
        known = 0 <= self.number < len(self.supposition.laws)
        demand(known, f"“{self.supposition.formula}” has no law of the number {self.number}")

    @property
    def term(self) -> Term:
        """What it says there."""
        return self.supposition.laws[self.number].at(self.values)


@exactly
@cache
def demand_meaning(sentence: Sentence, meaning: Meaning) -> None:
    """Make sure that a sentence shows its laws, and that these speak of what it is about; WrongStep if not."""
    laws = meaning.laws(*meaning.letters)
    shown = in_words(laws)
    demand(sentence.text.endswith(f" [{shown}]"), f"“{sentence.text}” does not show its laws, {shown}")
    letters = (Var(letter, sort) for letter, sort in zip(meaning.letters, sentence.takes, strict=True))
    known = vocabulary(system for letter in letters for system in MACHINES[letter.sort](letter))
    for law in laws:
        loose = (term for term in terms.descendants([law.says]) if term.operator in ("message", "register"))
        demand(set(loose) <= {*law.symbols}, f"“{sentence.text}”: a law is about one message, let it be about all")
        arbitrary = all(symbol.operator == "message" and symbol is not HEARD for symbol in law.symbols)
        demand(arbitrary, f"“{sentence.text}”: a law holds for all values of messages, and of nothing else")
        other = spoken_of([law.says]) - known - {*meaning.own(*meaning.letters)}
        demand(not other, f"“{sentence.text}”: {other} belongs to nothing that the sentence is about")


def in_words(laws: Iterable[Law]) -> str:
    """What laws say; WrongStep if that can be read in two ways."""
    listed = tuple(laws)
    for law in listed:
        _demand_one_reading(law)
    return "; ".join(map(_sentence, listed))


def _demand_one_reading(law: Law) -> None:
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


def demand_own_predicates(suppositions: Iterable[Supposition]) -> None:
    """Make sure that no two suppositions say of one predicate that there is one; WrongStep if two do."""
    whose: dict[Function, Supposition] = {}
    for each in suppositions:
        for predicate in each.own:
            other = whose.setdefault(predicate, each)
            demand(other == each, f"{each.formula} and {other.formula} each suppose a {predicate.name} of their own")


def supposing(suppositions: tuple[Supposition, ...], conclusion: Formula) -> Formula:
    """The implication from suppositions to a conclusion, the first outermost."""
    for each in reversed(suppositions):
        conclusion = Implication(each.formula, conclusion)
    return conclusion


def consistent(function: Index) -> Supposition:
    """That a function is first-pair consistent."""
    return Supposition(sentences.CONSISTENT, (function,))


def reads_pairs(function: Index) -> Supposition:
    """What is so of every function: the predicate on how a sequence began."""
    return Supposition(sentences.READS_PAIRS, (function,))


def invariant(function: Index) -> Supposition:
    """That a function does not care which side is which."""
    return Supposition(sentences.INVARIANT, (function,))


def reads_both_ways(function: Index) -> Supposition:
    """What is so of every function: the relation between what is read both ways."""
    return Supposition(sentences.READS_BOTH_WAYS, (function,))


HALT_IS_NO_MESSAGE = Supposition(sentences.NO_PAIR_WITH_HALT)


def alike_on_both_sides(steps: Index) -> Supposition:
    """The first two properties of HSV26 section 6.1."""
    return Supposition(sentences.ALIKE_ON_BOTH_SIDES, (steps,))


def same_destinations(steps: Index) -> Supposition:
    """The first of them."""
    return Supposition(sentences.SAME_DESTINATIONS, (steps,))


def carries_over(steps: Index, function: Index, inside: Index) -> Supposition:
    """The third property of HSV26 section 6.1."""
    return Supposition(sentences.CARRIES_OVER, (steps, function, inside))


def reads_along(steps: Index, function: Index, inside: Index) -> Supposition:
    """What is so of all: the relation between what is read outside and inside."""
    return Supposition(sentences.READS_ALONG, (steps, function, inside))


def included(smaller: Index, larger: Index) -> Supposition:
    """That what is valid for one function is valid for another."""
    return Supposition(sentences.INCLUDED, (smaller, larger))


def answers(response: Index) -> Supposition:
    """That what a response answers is no HALT."""
    return Supposition(sentences.ANSWERS, (response,))


def responses_fit(composition: Index) -> Supposition:
    """That there is a response for every creation query, with the same parameters."""
    return Supposition(sentences.RESPONSES_FIT, (composition,))


def responses_exist(composition: Index) -> Supposition:
    """The same of responses that may have any parameters."""
    return Supposition(sentences.RESPONSES_EXIST, (composition,))


def neighbouring_states(interactive: Index) -> Supposition:
    """That s_0 and s_1 are neighbours."""
    return Supposition(sentences.NEIGHBOURING_STATES, (interactive,))
