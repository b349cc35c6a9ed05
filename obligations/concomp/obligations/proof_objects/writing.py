"""Derivations as data: proof objects, in the format of docs/proof_objects.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pydantic import JsonValue

from concomp.obligations.derivations.kernel.facts import Argument, Fact
from concomp.obligations.derivations.kernel.indices import Compound, Constructor, Var
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    BoundTerm,
    Comparison,
    Conjunction,
    Implication,
    Proposition,
    Quantity,
    Rational,
    Summable,
)
from concomp.obligations.derivations.kernel.logic import GIVEN
from concomp.obligations.proof_objects.checker.terms import CONSTRUCTORS

SCHEMA = "concomp.proof/1"


def proof_object(statements: Iterable[Fact]) -> dict[str, JsonValue]:
    """Statements with all that they are derived from: each fact once, in the order of their making.

    It names the constructors that are not of the language of every object, with the sorts that they take and make.
    """
    facts = _behind(statements)
    place = {fact: number for number, fact in enumerate(facts)}
    rows: list[JsonValue] = [_row(fact, [place[premise] for premise in fact.premises]) for fact in facts]
    made = {each for fact in facts for term in (fact.formula, *fact.using.values()) for each in _constructors(term)}
    own = sorted((each for each in made if each.name not in CONSTRUCTORS), key=lambda each: each.name)
    constructors: dict[str, JsonValue] = {each.name: f"{', '.join(each.takes)} → {each.sort}" for each in own}
    return {"schema": SCHEMA, "constructors": constructors, "facts": rows}


def _behind(statements: Iterable[Fact]) -> list[Fact]:
    found: set[Fact] = set()
    waiting = list(statements)
    while waiting:
        fact = waiting.pop()
        if fact not in found:
            found.add(fact)
            waiting += fact.premises
    return sorted(found, key=lambda fact: fact.number)


def _row(fact: Fact, premises: list[JsonValue]) -> dict[str, JsonValue]:
    """A fact as data; what is empty is left out."""
    using: dict[str, JsonValue] = {name: data(value) for name, value in fact.using.items() if value != fact.formula}
    row: dict[str, JsonValue] = {
        "rule": fact.rule.name,
        "formula": data(fact.formula),
        "premises": premises,
        "using": using,
        "claim": None if fact.claim is None else fact.claim.negation,
        "from" if fact.rule in GIVEN else "states": fact.origin,
        "name": fact.name,
    }
    return {name: value for name, value in row.items() if value}


def data(what: Argument) -> JsonValue:
    """A term, an index or a formula as data: a list that begins with what it is; a rational is a text."""
    match what:
        case str():
            return what
        case Rational(value):
            return str(value)
        case Var(name, sort):
            return ["var", name, sort]
        case Compound(constructor, arguments):
            return [constructor.name, *map(data, arguments)]
        case Quantity(name, at):
            return ["quantity", name, *map(data, at)]
        case Arithmetic(operator, of):
            return [operator, *map(data, of)]
        case BoundTerm(binder, variable, body, start):
            return [binder, data(variable), data(body), *([data(start)] if binder == "sum" else [])]
        case Comparison(relation, left, right):
            return [relation, data(left), data(right)]
        case Conjunction(parts):
            return ["and", *map(data, parts)]
        case Summable(variable, body):
            return ["summable", data(variable), data(body)]
        case Proposition(sentence, at, of):
            return ["says", sentence.text, *map(data, at), *map(_named, of)]
        case Implication(premise, conclusion):
            return ["if", data(premise), data(conclusion)]
        case Mapping():
            return [[data(variable), data(index)] for variable, index in what.items()]
        case tuple():
            return list(map(data, what))
    raise TypeError(f"{what!r} has no place in a proof object")


def _named(quantity: Quantity) -> JsonValue:
    """A quantity itself, as data: its name, and the sorts of what it is of."""
    return ["named", quantity.name, *(index.sort for index in quantity.at)]


def _constructors(what: object) -> Iterator[Constructor]:
    """The constructors of all indices of a term or a formula."""
    match what:
        case Compound(constructor, arguments):
            yield constructor
            for each in arguments:
                yield from _constructors(each)
        case Mapping():
            for each in what.values():
                yield from _constructors(each)
        case tuple():
            for each in what:
                yield from _constructors(each)
        case Quantity(_, part) | Proposition(_, part) | Conjunction(part) | Arithmetic(_, part):
            yield from _constructors(part)
        case BoundTerm(_, _, body, start):
            yield from _constructors((body, start))
        case Comparison(_, left, right) | Implication(left, right):
            yield from _constructors((left, right))
        case Summable(_, body):
            yield from _constructors(body)
