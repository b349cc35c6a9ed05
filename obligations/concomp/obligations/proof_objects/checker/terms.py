"""Terms: a rational is a text, such as "1/2"; all else is a tuple that begins with what it is."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

Term = Any


class Refused(Exception):
    """Thrown where an object proves nothing."""


def demand(holds: bool, otherwise: str, *about: Term) -> None:
    """Go on if a condition holds; raise Refused if it does not, and say of which terms."""
    if not holds:
        raise Refused(otherwise.format(*map(show, about)) if about else otherwise)


ARITHMETIC, RELATIONS, BINDERS = ("+", "-", "*", "max"), ("=", "<=", "<"), ("sum", "sup", "lim", "summable")


def language() -> Iterator[Mapping[str, str]]:
    """The sorts of indices, and what operators, constructors and sentences take and make, by language.txt.

    An object may name constructors of open sorts, and of secret ones, which alone may know the secret bit. A binder
    takes its body, and a sum where it starts; a sentence may be about quantities, of some places each, which it names.
    """
    for block in Path(__file__).with_name("language.txt").read_text(encoding="utf-8").split("\n\n"):
        yield dict(re.findall(r"(.*)\n    (.*)", block))


SORTS, SHAPES, CONSTRUCTORS, SENTENCES = language()
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
    """A term as it is printed; a name that is no word, or operator, is quoted, so that nothing looks like another."""
    if isinstance(term, str):
        return term
    head, *parts = (term[1],) if term[0] == "var" else term[term[0] in ("quantity", "says", "named") :]
    shown = " ".join([head if re.fullmatch(r"[^\W\d][\w'′]*|[-+*<=]+", head) else repr(head), *map(show, parts)])
    return shown if term[0] == "var" else f"({shown})"


def sort_of(term: Term, constructors: Mapping[str, str]) -> str:
    """The sort of a term; Refused if it is not well-formed."""
    parts, shape = list[Term](), ""
    match term:
        case str() if re.fullmatch(r"-?\d+(/[1-9]\d*)?", term):
            return "real"
        case ("var", str(), str(sort)) if sort in SORTS:
            return sort
        case ("named", str(), *sorts) if SORTS.keys() >= {*sorts}:
            return " of ".join(["name", *sorts])
        case ("quantity", str(name), *parts) if name not in {"and", *SHAPES, *constructors}:
            shape = f"{', '.join([' or '.join(SORTS)] * len(parts))} → real"
        case ("says", str(text), *parts):
            shape = SENTENCES.get(text, "")
        case ("and", *parts) if all(part[0] in RELATIONS for part in parts):
            shape = f"{', '.join(['formula'] * len(parts))} → formula"
        case (("sup" | "sum" | "lim" | "summable") as head, ("var", str(), sort), *parts):
            shape = SHAPES[head] if sort == "number" or (head == "sup" and sort in SORTS) else ""
        case (str(head), *parts) if head not in BINDERS:
            shape = {**SHAPES, **constructors}.get(head, "")
    takes, arrow, makes = shape.rpartition("→ ")
    wanted = [each.split(" or ") for each in takes.strip().split(", ") if each]
    fit = all(sort_of(part, constructors) in may for part, may in zip(parts, wanted, strict=False))
    demand(bool(arrow) and len(parts) == len(wanted) and fit, f"{term!r} is not well-formed")
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
        pairs = [(tuple(sorted(one + other)), x * y) for one, x in left for other, y in right]
    found = {factors: sum(number for also, number in pairs if also == factors) for factors, _ in pairs}
    return frozenset((factors, Fraction(number)) for factors, number in found.items() if number)
