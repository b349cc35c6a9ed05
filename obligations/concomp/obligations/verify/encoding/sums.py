"""Sums over all indices.

That a total is at most k because each of at most k users spends at most 1 cannot be seen from any fixed number of
indices. A register that nobody wrote holds the sum of a summand over all indices: a step changes it by what it changes
at the indices that it looks at. Of what is summed up nothing is known but a law: where no summand is negative, the
sum is at least what it is over these indices. The sum is what it is said to be, and the law holds, if at the start no
summand differs from 0, if a step changes none at another index, and if none is negative within the invariant; all
three speak of the state before a step, so that the law and the invariant are proved by one induction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import RegisterDefinition
from concomp.model.language.syntax.sorts import INT, REAL, Sort
from concomp.model.language.syntax.substitution import substitute, substitute_all
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.systems import System


@dataclass(frozen=True)
class Touched:
    """An index that a step looks at, with what stands there for an arbitrary index and its registers.

    before, after: in the state before the step, and in the one after it.
    """

    key: Term
    before: Mapping[Term, Term]
    after: Mapping[Term, Term]


@dataclass(frozen=True)
class Sums:
    """What is summed up over all indices.

    index: the arbitrary index that the parts speak of. keys: the indices that a step looks at.
    parts: numbers, each with a sum of its own; the summand that is never negative is the first less the others.
    """

    index: Term
    parts: tuple[Term, ...]
    keys: tuple[Term, ...]

    @property
    def registers(self) -> tuple[Term, ...]:
        """The registers that hold the sums."""
        return tuple(terms.leaf("register", part.sort, name(place)) for place, part in enumerate(self.parts))

    @cached_property
    def is_negative(self) -> Term:
        """The summand is negative at the arbitrary index."""
        return terms.negation(_is_at_least_others(self.parts))

    def begins_otherwise(self, initial: Mapping[Term, Term]) -> Term:
        """Some part begins with another value than 0."""
        return terms.disjunction(
            terms.negation(terms.equality(part, _zero(part.sort))) for part in substitute_all(self.parts, initial)
        )

    def changes_elsewhere(self, updates: Mapping[Term, Term]) -> Term:
        """Some part changes at an index that the step does not look at."""
        elsewhere = [terms.negation(terms.equality(self.index, key)) for key in self.keys]
        after = substitute_all(self.parts, updates)
        changed = [terms.negation(terms.equality(*each)) for each in zip(self.parts, after, strict=True)]
        return terms.conjunction([*elsewhere, terms.disjunction(changed)])


def name(place: int) -> str:
    """What the register is called that holds the sum of a part."""
    return f"sum {place + 1} over all indices"


def with_sums(system: System, sums: Sums, touched: Sequence[Touched]) -> System:
    """The system with registers for the sums, each step of which may assume the law."""
    definitions, held = [], []
    for symbol, part in zip(sums.registers, sums.parts, strict=True):
        here = _at_each_once(part, [each.before for each in touched], touched)
        there = _at_each_once(part, [each.after for each in touched], touched)
        changed = reduce(_plus, map(_minus, there, here), symbol)
        definitions.append(RegisterDefinition(terms.leaf_name(symbol), symbol, _zero(part.sort), changed))
        held.append(reduce(_plus, here, _zero(part.sort)))
    elsewhere = [_minus(symbol, here) for symbol, here in zip(sums.registers, held, strict=True)]
    law = _is_at_least_others(elsewhere)
    allowed, bad = (terms.conjunction([law, each]) for each in (system.allowed, system.bad))
    return replace(system, registers=(*system.registers, *definitions), allowed=allowed, bad=bad)


def _at_each_once(part: Term, states: Sequence[Mapping[Term, Term]], touched: Sequence[Touched]) -> list[Term]:
    """The part at each index that is touched; 0 where that is one of those before."""
    found = []
    for place, (state, each) in enumerate(zip(states, touched, strict=True)):
        again = terms.disjunction(terms.equality(each.key, earlier.key) for earlier in touched[:place])
        found.append(terms.choice(again, _zero(part.sort), substitute(part, state)))
    return found


def at_most(left: Term, right: Term) -> Term:
    """left ≤ right, whether the numbers are whole or not."""
    if {left.sort, right.sort} != {INT}:
        left, right = (each if each.sort == REAL else terms.make("real", (each,)) for each in (left, right))
    return terms.make("at most", (left, right))


def _is_at_least_others(parts: Sequence[Term]) -> Term:
    """The first of some numbers is not negative, less all others."""
    first, *others = parts
    return at_most(reduce(_plus, others) if others else _zero(first.sort), first)


def _plus(left: Term, right: Term) -> Term:
    return terms.make("sum", (left, right))


def _minus(left: Term, right: Term) -> Term:
    return terms.make("difference", (left, right))


def _zero(sort: Sort) -> Term:
    return terms.constant(sort, 0)
