"""Terms: which can be written, by language.txt, how they are printed, what they are made of, and of which sorts."""

import re
from ast import literal_eval
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

Term = Any
"""A rational is a text, such as "1/2"; all else is a tuple that begins with what it is."""
ARITHMETIC, RELATIONS, BINDERS = ("+", "-", "*", "max"), ("=", "<=", "<"), ("sum", "sup", "lim", "summable")
TABLES = Path(__file__).with_name("language.txt").read_text(encoding="utf-8").split("\n\n")
SORTS, SHAPES, CERTAIN, DRAWING, SENTENCES = (dict(re.findall(r"(.*)\n    (.*)", table)) for table in TABLES)
"""The sorts of indices, and what operators, constructors and sentences take and make.

An object may name constructors of open and fixed sorts; what runs in a world is of sorts of which it may not. Of
constructors there are two tables: those of the second draw a tape. A binder takes its variable and its body, and a sum
where it starts; a sentence may be about quantities, of some places each, which it names.
"""
CONSTRUCTORS, ZERO, EMPTY, BITS = {**CERTAIN, **DRAWING}, ("zero",), ("empty",), (("bit 0",), ("bit 1",))
WORD = re.compile(r"[A-Za-zα-ωΔΣΩ∏][A-Za-zα-ωΔΣΩ∏0-9₀-₉₊⁺⁰¹²³ᴹᶜ∞~_'′]*|\(ε,δ\)")
NAME = re.compile(rf"({WORD.pattern})( ({WORD.pattern}))*")
"""What variables are called, and what quantities and constructors are."""
PLAIN, RESERVED = re.compile("[A-HJ-NP-Za-kmnp-z]"), {"quantity", "named", "says", "var", "and", *SHAPES, *CONSTRUCTORS}
"""Names of which no two look alike, by a letter each; and the words of the language."""


class Refused(Exception):
    """Thrown where an object proves nothing."""


def demand(holds: object, otherwise: str, *about: Term) -> None:
    """Go on if a condition holds; raise Refused if it does not, and say of which terms."""
    if not holds:
        raise Refused(otherwise.format(*map(show, about)) if about else otherwise)


def expressions(text: str) -> tuple[Term, ...]:
    """The expressions of a text, as nested tuples; a name with blanks or parentheses stands in |…|."""
    tokens = re.findall(r"\|[^|]*\||[()]|[^\s()|]+", text)
    tuples = "".join({"(": "(", ")": "),"}.get(each, f"{each.strip('|')!r},") for each in tokens)
    return tuple(literal_eval(f"({tuples})"))


def is_free(name: str) -> bool:
    """Whether an object may call something so: it is no word of the language, nor as if said of every one."""
    return bool(NAME.fullmatch(name)) and name not in RESERVED and "every" not in name.lower()


def what(term: Term) -> Term:
    """What the name of a term names: a variable of a sort, a quantity of so many places, or a constructor."""
    return term[1:] if term[0] == "var" else (term[1], len(term)) if term[0] in ("quantity", "named") else term[:1]


def show(term: Term, numbers: Mapping[Term, str] = {}) -> str:
    """A term as it is printed, what has a number with it; a name that is no word, or operator, is quoted."""
    if isinstance(term, str):
        return term
    bound = [f"{show(term[1], numbers)}:{term[1][2]}"] if term[0] in BINDERS else []
    head, *parts = (term[1],) if term[0] == "var" else term[term[0] in ("quantity", "says", "named") :]
    called = (head if head in SHAPES or WORD.fullmatch(str(head)) else repr(head)) + numbers.get(what(term), "")
    shown = " ".join([called, *bound, *(show(part, numbers) for part in parts[len(bound) :])])
    return shown if term[0] == "var" else f"({shown})"


def make(head: str, *of: Term) -> Term:
    """A term of its parts; 1 − (1 − b) is b, and what is exchanged twice is itself."""
    if head == "other" and of[0] in BITS:
        return BITS[1 - BITS.index(of[0])]
    if head == "exchanged history" and of[0][0] in ("empty", "extended"):
        return (of[0][0], *map(make, (head, "exchanged query"), of[0][1:]), *of[0][3:])
    twice = head in ("other", "exchanged query", "exchanged history") and of[0][0] == head
    return of[0][1] if twice else (head, *of)


def nodes(term: Term, bound: frozenset[Term] = frozenset()) -> Iterator[tuple[Term, frozenset[Term]]]:
    """All terms of which a term consists, each with the variables that are bound where it stands."""
    if not isinstance(term, str):
        yield term, bound
        for place, part in enumerate(() if term[0] == "var" else term[1:]):
            yield from nodes(part, bound | {term[1]} if place < 2 and term[0] in BINDERS else bound)


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
    if isinstance(term, str) or term[0] == "var" or not values.keys() & free(term):
        return values.get(term, term) if term[0] == "var" else term
    if term[0] not in BINDERS:
        return make(term[0], *(at(part, values) for part in term[1:]))
    inner = {old: new for old, new in values.items() if old in free(term[2]) - {term[1]}}
    demand(all(term[1] not in free(new) for new in inner.values()), "{} is bound in {}", term[1], term)
    return (term[0], term[1], at(term[2], inner), *(at(start, values) for start in term[3:]))


def show_closed(formula: Term, numbers: Mapping[Term, str]) -> str:
    """A formula as it is printed, after its free variables with their sorts."""
    listed = ", ".join(sorted(f"{each[2]} {show(each, numbers)}" for each in free(formula)))
    return f"for every {listed}: {show(formula, numbers)}" if listed else show(formula, numbers)


def ordered(term: Term) -> Term:
    """A term with the order of what is added, multiplied or compared made no difference of."""
    if isinstance(term, str):
        return term
    parts = map(ordered, term[1:])
    return (term[0], *(sorted(parts, key=repr) if term[0] in ("+", "*", "max") else parts))


@cache
def sort_of(term: Term, own: tuple[tuple[str, str], ...]) -> str:
    """The sort of a term, for an object with constructors of its own; Refused if it is not well-formed."""
    parts, shape = list[Term](), ""
    match term:
        case str() if re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", term):
            return "real"
        case ("var", str(name), str(sort)) if WORD.fullmatch(name) and is_free(name) and sort in SORTS:
            return sort
        case ("named", str(name), *sorts) if is_free(name) and SORTS.keys() >= {*sorts}:
            return " of ".join(["name", *sorts])
        case ("quantity", str(name), *parts) if is_free(name):
            shape = f"{', '.join([' or '.join(SORTS)] * len(parts))} → real"
        case ("says", str(text), *parts):
            shape = SENTENCES.get(text, "")
        case ("and", *parts) if all(part[0] in RELATIONS for part in parts):
            shape = f"{', '.join(['formula'] * len(parts))} → formula"
        case (str(head), *parts) if head not in BINDERS or parts[0][0] == "var":
            shape = {**SHAPES, **CONSTRUCTORS, **dict(own)}.get(head, "")
    takes, arrow, makes = shape.rpartition("→ ")
    wanted = [each.split(" or ") for each in takes.strip().split(", ") if each]
    fit = all(sort_of(part, own) in may for part, may in zip(parts, wanted, strict=False))
    of = {each[1][1] if each[1][0] == "as continual mechanisms" else each[1] for each in plurals(term)}
    fit = fit and (makes != "formula" or term[0] == "if" or len(of) <= (term[0] == "says"))
    demand(arrow and len(parts) == len(wanted) and fit, f"{term!r} is not well-formed")
    return makes


def plurals(term: Term) -> frozenset[Term]:
    """What stands for every one of several: a sentence says of each what it says of them, one in all places."""
    return frozenset(each for each, _ in nodes(term) if "every" in each[0])


def draws(term: Term) -> bool:
    """Whether something draws a tape by itself; an unknown part of a system does."""
    return term[0] in DRAWING or (term[0] == "var" and SORTS[term[2]] == "running")
