"""Candidates for machines that go through phases.

A protocol is a machine with a register that says what it waits for. What is true of it is true in some of its phases:
which flags are set, which of two copies agree, and what is recorded at the index that the message is about. There are
few such conditions, so that much larger machines can be proved about than with all that can be said of registers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import RegisterDefinition
from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.comparable import Comparability
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.proving.candidates import Candidate, Candidates, cone, outcomes_of

FEWEST = 3
"""A register says which phase a machine is in if it takes no fewer values than this, all of them constants."""
ZERO, ONE = (terms.constant(INT, number) for number in (0, 1))


def has_phases(system: System) -> bool:
    """Whether a register of the system says which phase it is in."""
    return any(len(values) >= FEWEST for values in _Vocabulary(system).values.values())


def candidates(system: System) -> Candidates:
    """The candidates about phases, flags, copies, and what is recorded at an index."""
    words = _Vocabulary(system)
    atoms = tuple(dict.fromkeys([*words.flags, *words.phases, *words.places, *words.numbers, *words.pairs]))
    number = {atom: place for place, atom in enumerate(atoms)}

    def combine(*premises: Iterable[Term], conclusions: Iterable[Term]) -> list[Candidate]:
        listed = [number[each] for each in conclusions]
        return [
            Candidate(tuple(number[each] for each in chosen), conclusion)
            for chosen in _products(premises)
            for conclusion in listed
            if conclusion not in {number[each] for each in chosen}
        ]

    states = [*words.flags, *words.phases]
    made = [
        *combine(conclusions=atoms),
        *combine(states, conclusions=atoms),
        *combine(words.places, conclusions=words.records),
        *combine(words.phases, words.flags, conclusions=[*words.flags, *words.pairs]),
        *combine(words.phases, words.places, conclusions=words.records),
    ]
    return Candidates(atoms, (tuple(dict.fromkeys(made)),))


@dataclass(frozen=True)
class _Vocabulary:
    """What can be said of a system in a few words."""

    system: System

    @cached_property
    def registers(self) -> tuple[RegisterDefinition, ...]:
        """The registers that matter, but for those of which the system has two copies."""
        copied = {each for pair in self.copies for each in pair}
        return tuple(register for register in cone(self.system) if register.symbol not in copied)

    @cached_property
    def copies(self) -> list[tuple[Term, Term]]:
        """The registers that are one register of two runs, by their names."""
        symbols = [register.symbol for register in cone(self.system)]
        return [
            pair
            for pair in combinations(symbols, 2)
            if pair[0].sort == pair[1].sort and _base(pair[0]) == _base(pair[1])
        ]

    @cached_property
    def values(self) -> dict[Term, list[Term]]:
        """For each register of integers that only ever holds constants, which."""
        listed = {each.symbol: _constants(each) for each in self.registers if each.symbol.sort == INT}
        return {symbol: values for symbol, values in listed.items() if values}

    @cached_property
    def flags(self) -> list[Term]:
        """The truth values, and their negations."""
        truths = [each.symbol for each in self.registers if each.symbol.sort == BOOL]
        return [literal for each in truths for literal in (each, terms.negation(each))]

    @cached_property
    def phases(self) -> list[Term]:
        """Which value a register of few values has."""
        return [terms.make("equal", (symbol, value)) for symbol, values in self.values.items() for value in values]

    @cached_property
    def records(self) -> list[Term]:
        """Of flags and values, those that belong to an index."""
        return [each for each in [*self.flags, *self.phases] if " at " in terms.leaf_name(_register_in(each))]

    @cached_property
    def counters(self) -> list[RegisterDefinition]:
        """The registers of integers that hold more than constants, and are compared with an index if there is one."""
        numbers = [each for each in self.registers if each.symbol.sort == INT and each.symbol not in self.values]
        comparability = Comparability(self.system)
        near = [each for each in numbers if any(comparability.comparable(each.symbol, index) for index in self.indices)]
        return near if self.indices else numbers

    @cached_property
    def indices(self) -> list[Term]:
        """The parameters that are integers, arbitrary indices among them."""
        return [each.symbol for each in self.system.parameters if each.symbol.sort == INT]

    @cached_property
    def places(self) -> list[Term]:
        """Where an arbitrary index is, from the numbers that the system keeps."""
        known = [each.symbol for each in self.counters]
        return [
            *(terms.make("equal", (other, index)) for index in self.indices for other in (*known, ONE)),
            *(place for index in self.indices for counter in self.counters for place in _begun(index, counter)),
            *(
                terms.make("less", pair)
                for index in self.indices
                for other in known
                for pair in _both_ways(other, index)
            ),
        ]

    @cached_property
    def numbers(self) -> list[Term]:
        """What the counters are, in the simplest words, and that a register of few values has one of them."""
        known = [each.symbol for each in self.counters]
        return [
            *(terms.make("equal", (each.symbol, each.initial)) for each in self.counters),
            *(terms.make("at most", (bound, each)) for each in known for bound in (ZERO, ONE)),
            *(terms.make("at most", pair) for one, other in combinations(known, 2) for pair in _both_ways(one, other)),
            *(
                terms.disjunction(terms.make("equal", (symbol, value)) for value in values)
                for symbol, values in self.values.items()
                if len(values) > 1
            ),
        ]

    @cached_property
    def pairs(self) -> list[Term]:
        """That two copies of a register are equal, or at most 1 apart."""
        return [relation for pair in self.copies for relation in _relations(*pair)]


def _products(premises: Sequence[Iterable[Term]]) -> Iterator[tuple[Term, ...]]:
    if not premises:
        yield ()
        return
    first, *rest = premises
    others = list(_products(rest))
    yield from ((one, *more) for one in first for more in others if one not in more)


def _base(register: Term) -> str:
    return terms.leaf_name(register).split(":", 1)[-1]


def _constants(register: RegisterDefinition) -> list[Term]:
    """The values of a register that holds constants only; none if it may hold something else."""
    outcomes = dict.fromkeys([register.initial, *outcomes_of(register.update)])
    outcomes.pop(register.symbol, None)
    return list(outcomes) if all(map(terms.is_constant, outcomes)) else []


def _register_in(literal: Term) -> Term:
    return next(each for each in terms.descendants([literal]) if each.operator == "register")


def _begun(index: Term, counter: RegisterDefinition) -> Iterator[Term]:
    """That a counter is at an index, or the index is the first one, and the counter is not where it started.

    A machine that begins in a phase to which it comes back has nothing recorded yet when it is there first.
    """
    moved = terms.negation(terms.equality(counter.symbol, counter.initial))
    for place in (counter.symbol, ONE):
        yield terms.conjunction([terms.make("equal", (place, index)), moved])


def _both_ways(one: Term, other: Term) -> tuple[tuple[Term, Term], tuple[Term, Term]]:
    return (one, other), (other, one)


def _relations(left: Term, right: Term) -> Iterator[Term]:
    yield terms.make("equal", (left, right))
    if left.sort != BOOL:
        distance = terms.make("absolute", (terms.make("difference", (left, right)),))
        yield terms.make("at most", (distance, terms.constant(left.sort, 1)))
