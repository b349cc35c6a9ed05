"""Candidates that count.

Some invariants compare how many: as many slots are taken as mechanisms were created; as many slots with certain
parameters are taken as mechanisms with these parameters are in use. The first kind needs the entries of one vector;
the second moreover labels, which the entries of vectors of parameters and of maps at numbered indices carry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.comparable import Comparability
from concomp.obligations.verify.encoding.systems import System

IN_VECTOR = re.compile(r"(.*)\[(\d+)\](.*)")
AT_INDEX = re.compile(r"(.*) at (\d+)()")

Family: TypeAlias = Mapping[int, Term]
"""The entries of one vector, or of one map, by number."""


@dataclass(frozen=True)
class Labels:
    """What slots and numbered indices are marked with: the same list of values for each."""

    slots: Mapping[int, tuple[Term, ...]]
    indices: Mapping[int, tuple[Term, ...]]


def vacancies(registers: Sequence[Term], comparability: Comparability) -> list[Term]:
    """Atoms: a number is that of the entries of a vector which do not hold."""
    return [
        terms.make("equal", (number, _how_many(map(terms.negation, vector.values()))))
        for vector in families(registers, IN_VECTOR)
        if are_truths(vector)
        for number in registers
        if number.sort == INT and comparability.ordered(number)
    ]


def by_label(
    system: System, registers: Sequence[Term], comparability: Comparability
) -> tuple[list[Term], list[Term], list[Term]]:
    """Atoms about the numbered indices that are members of something: who is one, and how many are.

    The first say that an index is at most a number; the second that some slot has its label; the third that of the
    entries of a vector that do not hold, as many have a certain slot's label as members do.
    """
    labels = _labels(system, registers, comparability)
    if labels is None:
        return [], [], []
    numbers = [each for each in registers if each.sort == INT and comparability.ordered(each)]
    reached = [{place: terms.make("at most", (_number(place), each)) for place in labels.indices} for each in numbers]
    flags = [family for family in families(registers, AT_INDEX) if are_truths(family)]
    known = [
        terms.disjunction(_same(label, slot) for slot in labels.slots.values()) for label in labels.indices.values()
    ]
    vectors = [family for family in families(registers, IN_VECTOR) if are_truths(family)]
    counts = [
        _as_many(vector, members, labels, slot)
        for vector in vectors
        if vector.keys() == labels.slots.keys()
        for members in (*reached, *flags)
        if members.keys() == labels.indices.keys()
        for slot in labels.slots.values()
    ]
    return [each for members in reached for each in members.values()], known, counts


def marked(system: System, registers: Sequence[Term], comparability: Comparability) -> list[tuple[Family, Term]]:
    """Vectors of parameters, each with a register that the system compares with its entries."""
    vectors = families([each.symbol for each in system.parameters], IN_VECTOR)
    pairs = [
        (vector, [each for each in registers if comparability.comparable(vector[min(vector)], each)])
        for vector in vectors
    ]
    return [(vector, held[0]) for vector, held in pairs if held]


def taken(registers: Sequence[Term], marks: Sequence[tuple[Family, Term]]) -> list[Term]:
    """Numbers: of the entries of a vector that do not hold, how many have the marks with these values.

    marks: vectors of parameters, each with a value.
    """
    return [
        _how_many(
            terms.conjunction(
                [terms.negation(entry), *(terms.equality(vector[place], value) for vector, value in marks)]
            )
            for place, entry in truths.items()
        )
        for truths in families(registers, IN_VECTOR)
        if are_truths(truths) and all(vector.keys() == truths.keys() for vector, _ in marks)
    ]


def _as_many(vector: Family, members: Family, labels: Labels, wanted: tuple[Term, ...]) -> Term:
    taken = _how_many(
        terms.conjunction([terms.negation(entry), _same(labels.slots[place], wanted)])
        for place, entry in vector.items()
    )
    present = _how_many(
        terms.conjunction([member, _same(labels.indices[place], wanted)]) for place, member in members.items()
    )
    return terms.make("equal", (taken, present))


def _labels(system: System, registers: Sequence[Term], comparability: Comparability) -> Labels | None:
    """Vectors of parameters, each with the map that the system compares it to."""
    vectors = families([each.symbol for each in system.parameters], IN_VECTOR)
    maps = families(registers, AT_INDEX)
    pairs = [
        (vector, entries)
        for vector in vectors
        for entries in maps
        if comparability.comparable(vector[min(vector)], entries[min(entries)])
    ]
    if not pairs:
        return None
    slots = {place: tuple(vector[place] for vector, _ in pairs if place in vector) for place in pairs[0][0]}
    indices = {place: tuple(entries[place] for _, entries in pairs) for place in pairs[0][1]}
    return Labels(slots, indices)


def families(leaves: Iterable[Term], name: re.Pattern[str]) -> list[Family]:
    """The leaves whose names say that they are entries, by what they are entries of."""
    listed: dict[tuple[str, str], dict[int, Term]] = {}
    for leaf in leaves:
        if entry := name.fullmatch(terms.leaf_name(leaf)):
            listed.setdefault((entry[1], entry[3]), {})[int(entry[2])] = leaf
    return list(listed.values())


def are_truths(family: Family) -> bool:
    """Whether the entries are truth values."""
    return all(each.sort == BOOL for each in family.values())


def _same(left: tuple[Term, ...], right: tuple[Term, ...]) -> Term:
    return terms.conjunction(map(terms.equality, left, right))


def _how_many(conditions: Iterable[Term]) -> Term:
    zero, one = _number(0), _number(1)
    ones: Iterator[Term] = (terms.choice(condition, one, zero) for condition in conditions)
    return reduce(lambda total, each: terms.make("sum", (total, each)), ones)


def _number(value: int) -> Term:
    return terms.constant(INT, value)
