"""Terms: a rational is a text, such as "1/2"; all else is a tuple that begins with what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

Term = Any


class Refused(Exception):
    """Thrown where an object proves nothing."""


def demand(holds: bool, otherwise: str, *about: Term) -> None:
    """Go on if a condition holds; raise Refused if it does not, and say of which terms."""
    if not holds:
        raise Refused(otherwise.format(*map(show, about)) if about else otherwise)


ARITHMETIC, RELATIONS, BINDERS = ("+", "-", "*", "max"), ("=", "<=", "<"), ("sum", "sup", "lim", "summable")
SHAPES = dict.fromkeys(ARITHMETIC, "real, real → real") | dict.fromkeys(RELATIONS, "real, real → formula")
SHAPES |= {"sum": "real, number → real", "sup": "real → real", "lim": "real → real", "summable": "real → formula"}
SHAPES |= {"if": "formula, formula → formula"}
CONSTRUCTORS = {"zero": " → number", "successor": "number → number", "created": "history → number"}
CONSTRUCTORS |= {"bit 0": " → bit", "bit 1": " → bit", "other": "bit → bit", "empty": " → history"}
CONSTRUCTORS |= {"extended": "history, query, number → history", "exchanged history": "history → history"}
CONSTRUCTORS |= {"exchanged query": "query → query", "first query": "strategy → query"}
CONSTRUCTORS |= {"rest of the strategy": "strategy, number → strategy", "slots": "composition → number"}
"""What each takes and makes; a binder takes its body, and a sum where it starts. An object may name constructors."""
CLOSED = ("number", "bit", "history", "real", "formula")
"""The sorts of which an object may name no further constructors."""
ZERO, EMPTY, BITS = ("zero",), ("empty",), (("bit 0",), ("bit 1",))


def make(head: str, *of: Term) -> Term:
    """A term of its parts; 1 − (1 − b) is b, and what is exchanged twice is itself."""
    if head == "other" and of[0] in BITS:
        return BITS[1 - BITS.index(of[0])]
    if head == "exchanged history" and of[0][0] in ("empty", "extended"):
        name, *parts = of[0]
        return (name, *map(make, (head, "exchanged query"), parts), *parts[2:])
    twice = head in ("other", "exchanged query", "exchanged history") and of[0][0] == head
    return of[0][1] if twice else (head, *of)


def nodes(term: Term, bound: frozenset[Term] = frozenset()) -> Iterator[tuple[Term, frozenset[Term]]]:
    """All terms of which a term consists, each with the variables that are bound where it stands."""
    if not isinstance(term, str):
        yield term, bound
        inner = bound | {term[1]} if term[0] in BINDERS else bound
        for place, part in enumerate(() if term[0] == "var" else term[1:]):
            yield from nodes(part, inner if place < 2 else bound)


@cache
def free(term: Term) -> frozenset[Term]:
    """The variables that occur free in a term."""
    return frozenset(each for each, bound in nodes(term) if each[0] == "var" and each not in bound)


@cache
def symbols(term: Term) -> frozenset[tuple[str, int]]:
    """The quantities of a term: their names, and at how many indices they stand."""
    return frozenset((each[1], len(each)) for each, _ in nodes(term) if each[0] == "quantity")


def at(term: Term, values: Mapping[Term, Term]) -> Term:
    """A term with free variables replaced; Refused where a replacement would be captured by what binds its variable."""
    if isinstance(term, str) or not values.keys() & free(term):
        return term
    if term[0] == "var":
        return values[term]
    if term[0] not in BINDERS:
        return make(term[0], *(at(part, values) for part in term[1:]))
    inner = {old: new for old, new in values.items() if old in free(term[2]) - {term[1]}}
    demand(all(term[1] not in free(new) for new in inner.values()), "{} is bound in {}", term[1], term)
    return (term[0], term[1], at(term[2], inner), *(at(start, values) for start in term[3:]))


def show(term: Term) -> str:
    """A term as it is printed."""
    if isinstance(term, str) or term[0] == "var":
        return term if isinstance(term, str) else str(term[1])
    return f"({' '.join(map(show, term[term[0] in ('quantity', 'says') :]))})"


def sort_of(term: Term, constructors: Mapping[str, str]) -> str:
    """The sort of a term; Refused if it is not well-formed."""
    match term:
        case str() if re.fullmatch(r"-?\d+(/[1-9]\d*)?", term):
            return "real"
        case ("var", str(), str(sort)) if sort not in ("real", "formula"):
            return sort
        case ("quantity" | "says" as head, str(), *parts):
            sorts = [each for part in parts if (each := sort_of(part, constructors)) not in ("real", "formula")]
            shape = f"{', '.join(sorts)} → {'real' if head == 'quantity' else 'formula'}"
        case (head, ("var", str(), str(sort)), *parts) if head in BINDERS and (sort == "number" or head == "sup"):
            shape = SHAPES[head]
        case ("and", *parts) if all(part[0] in RELATIONS for part in parts):
            shape = f"{', '.join(['formula'] * len(parts))} → formula"
        case (str(head), *parts) if head not in BINDERS and (head in SHAPES or head in constructors):
            shape = SHAPES[head] if head in SHAPES else constructors[head]
        case _:
            raise Refused(f"{term!r} is not well-formed")
    takes, makes = shape.split(" → ")
    demand(", ".join(sort_of(part, constructors) for part in parts) == takes, "{} is not well-formed", term)
    return makes


@cache
def polynomial(term: Term) -> frozenset[tuple[tuple[str, ...], Fraction]]:
    """A term in normal form: its monomials, as sorted factors that are no sum or product, with their coefficients."""
    if isinstance(term, str):
        return frozenset({((), Fraction(term))} if Fraction(term) else ())
    if term[0] not in ("+", "-", "*"):
        parts = sorted(repr(sorted(polynomial(part))) for part in term[1:]) if term[0] == "max" else term
        return frozenset({((repr(parts),), Fraction(1))})
    left, right = polynomial(term[1]), polynomial(term[2])
    pairs = [*left, *((factors, number if term[0] == "+" else -number) for factors, number in right)]
    if term[0] == "*":
        pairs = [(tuple(sorted(one + other)), x * y) for (one, x), (other, y) in product(left, right)]
    found = {factors: sum(number for also, number in pairs if also == factors) for factors, _ in pairs}
    return frozenset((factors, Fraction(number)) for factors, number in found.items() if number)
