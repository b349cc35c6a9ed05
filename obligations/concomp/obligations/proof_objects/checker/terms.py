"""Terms: a rational is a text, such as "1/2"; all else is a tuple that begins with what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

Term = Any
Takes = tuple[Sequence[str], ...]
"""For each part of a term, of which sorts it may be."""


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
SORTS: tuple[str, ...] = (
    "number",
    "bit",
    "history",
    "query",
    "strategy",
    "response",
    "event",
    "system",
    "processing",
    "step functions",
)
SORTS += ("one-shot mechanism", "parameters", "function", "demand", "composition", "members")
SORTS += ("interactive mechanism", "interactive mechanisms")
"""The sorts of indices: there are no others."""
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
    return frozenset((each[1], len(each)) for each, _ in nodes(term) if each[0] in ("quantity", "named"))


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
    return f"({' '.join(map(show, term[term[0] in ('quantity', 'says', 'named') :]))})"


@cache
def sentences() -> Mapping[str, Takes]:
    """All that can be said in words, and what each sentence is about, by sentences.txt."""
    found, text = dict[str, Takes](), ""
    for line in Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines():
        text = text if line.startswith("    ") else line
        found[text] = tuple(each.split(" or ") for each in line.strip().split("; ")) if line.startswith("    ") else ()
    return found


def takes(shape: str) -> Takes:
    """The sorts of the arguments of a shape, such as "number → number"."""
    return tuple([each] for each in shape.split(" → ")[0].split(", ") if each)


def sort_of(term: Term, constructors: Mapping[str, str]) -> str:
    """The sort of a term; Refused if it is not well-formed."""
    wanted: Takes
    match term:
        case str() if re.fullmatch(r"-?\d+(/[1-9]\d*)?", term):
            return "real"
        case ("var", str(), str(sort)) if sort in SORTS:
            return sort
        case ("named", str(), *sorts) if all(each in SORTS for each in sorts):
            return f"{', '.join(sorts)} → real".strip()
        case ("quantity", str(), *parts):
            wanted, makes = (SORTS,) * len(parts), "real"
        case ("says", str(text), *parts) if text in sentences():
            wanted, makes = sentences()[text], "formula"
        case (head, ("var", str(), str(sort)) as variable, *parts) if head in BINDERS and (
            sort == "number" or head == "sup"
        ):
            sort_of(variable, constructors)
            wanted, makes = takes(SHAPES[head]), SHAPES[head].split(" → ")[1]
        case ("and", *parts) if all(part[0] in RELATIONS for part in parts):
            wanted, makes = (("formula",),) * len(parts), "formula"
        case (str(head), *parts) if head not in BINDERS and (head in SHAPES or head in constructors):
            shape = SHAPES[head] if head in SHAPES else constructors[head]
            wanted, makes = takes(shape), shape.split(" → ")[1]
        case _:
            raise Refused(f"{term!r} is not well-formed")
    fit = len(parts) == len(wanted) and all(map(lambda part, may: sort_of(part, constructors) in may, parts, wanted))
    demand(fit, "{} is not well-formed", term)
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
