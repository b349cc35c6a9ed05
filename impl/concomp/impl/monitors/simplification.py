"""Simplification.

Terms in which much is known: the values of parameters, the case of a message, the outcome of a test that was made
already. What these decide is decided here, once, and not at each message.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import MapSort, RecordSort, Sort, VectorSort
from concomp.model.language.syntax.terms import FALSE, LEAVES, TRUE, Term
from concomp.model.language.syntax.values import TotalMap

_CONSTRUCTED = frozenset({"record", "vector", "with item", "choice"})


def simplify(roots: Iterable[Term], known: Mapping[Term, Term]) -> list[Term]:
    """Each of the terms with what is known put in its place, and what follows from it."""
    listed = list(roots)
    image: dict[Term, Term] = {}
    for term in terms.descendants(listed):
        image[term] = known.get(term) or _settle(term, tuple([image[a] for a in term.arguments]), known)
    return [image[term] for term in listed]


def facts(condition: Term, holds: bool) -> dict[Term, Term]:
    """What is known of a condition, and of its parts, where it is known to hold, or not to."""
    match condition.operator, holds:
        case "not", _:
            return facts(condition.arguments[0], not holds)
        case ("and", True) | ("or", False):
            parts = [facts(part, holds) for part in condition.arguments]
            inside = {term: value for part in parts for term, value in part.items()}
        case _:
            inside = {}
    truth = TRUE if holds else FALSE
    return {**inside, condition: truth, terms.negation(condition): terms.negation(truth)}


def parts(term: Term) -> tuple[Term, ...]:
    """The fields of a record, or the entries of a vector."""
    if isinstance(term.sort, RecordSort):
        return tuple([_access("field", term, name) for name, _ in term.sort.fields])
    assert isinstance(term.sort, VectorSort)
    return tuple([_access("item", term, index) for index in range(term.sort.size)])


def names(sort: Sort) -> tuple[str, ...]:
    """What the parts of a value of the sort are called; nothing if it has none."""
    if isinstance(sort, RecordSort):
        return tuple(name for name, _ in sort.fields)
    return tuple(map(str, range(sort.size))) if isinstance(sort, VectorSort) else ()


def _settle(term: Term, arguments: tuple[Term, ...], known: Mapping[Term, Term]) -> Term:
    built = term if arguments == term.arguments else build(term.operator, arguments, term.data)
    if built is term and term.operator not in LEAVES:
        built = build(term.operator, arguments, term.data)
    return known.get(built, built)


def build(operator: str, arguments: tuple[Term, ...], data: Hashable) -> Term:
    """The term of this operator and these arguments, or a simpler one that always has its value."""
    if operator in LEAVES or operator == "apply":
        return terms.make(operator, arguments, data)
    if all(map(terms.is_constant, arguments)):
        made = terms.make(operator, arguments, data)
        return made if terms.is_constant(made) else terms.constant(made.sort, evaluate(made, {}))
    match operator:
        case "not":
            return terms.negation(*arguments)
        case "and":
            return terms.conjunction(arguments)
        case "or":
            return terms.disjunction(arguments)
        case "choice":
            return _choice(*arguments)
        case "equal":
            return _equality(*arguments)
        case "field" | "item":
            return _access(operator, arguments[0], data)
        case "is case" if arguments[0].operator == "in union":
            return TRUE if arguments[0].arguments[0].sort == data else FALSE
        case "as case" if arguments[0].operator == "in union":
            assert isinstance(data, RecordSort)
            inside = arguments[0].arguments[0]
            return inside if inside.sort == data else terms.constant(data, data.default())
        case "read":
            return _read(*arguments)
        case "with item":
            return _with_item(arguments[0], arguments[1], data)
        case _:
            return terms.make(operator, arguments, data)


def _choice(condition: Term, then: Term, otherwise: Term) -> Term:
    if (then, otherwise) == (TRUE, FALSE):
        return condition
    if (then, otherwise) == (FALSE, TRUE):
        return terms.negation(condition)
    if condition.operator == "not":
        return terms.choice(condition.arguments[0], otherwise, then)
    return terms.choice(condition, then, otherwise)


def _equality(left: Term, right: Term) -> Term:
    if TRUE in (left, right):
        return right if left is TRUE else left
    if FALSE in (left, right):
        return terms.negation(right if left is FALSE else left)
    if left.operator == right.operator == "in union":
        cases = left.arguments[0], right.arguments[0]
        return _equality(*cases) if cases[0].sort == cases[1].sort else FALSE
    if isinstance(left.sort, RecordSort | VectorSort) and {left.operator, right.operator} & _CONSTRUCTED:
        return terms.conjunction(map(_decide_equality, parts(left), parts(right)))
    return terms.equality(left, right)


def _decide_equality(left: Term, right: Term) -> Term:
    return build("equal", (left, right), None)


def _access(operator: str, whole: Term, part: Hashable) -> Term:
    if whole.operator == "choice":
        condition, then, otherwise = whole.arguments
        return _choice(condition, _access(operator, then, part), _access(operator, otherwise, part))
    if operator == "field":
        return terms.field(whole, str(part))
    assert isinstance(part, int)
    return terms.item(whole, part)


def _read(total: Term, key: Term) -> Term:
    match total.operator:
        case "store":
            inner, changed, entry = total.arguments
            return _choice(_decide_equality(changed, key), entry, _read(inner, key))
        case "choice":
            condition, then, otherwise = total.arguments
            return _choice(condition, _read(then, key), _read(otherwise, key))
        case "constant" if not _entries(total):
            assert isinstance(total.sort, MapSort)
            return terms.constant(total.sort.entry, terms.constant_value(total).default)
        case _:
            return terms.make("read", (total, key))


def _entries(total: Term) -> Mapping[int, Hashable]:
    value = terms.constant_value(total)
    assert isinstance(value, TotalMap)
    return value.entries


def _with_item(vector: Term, entry: Term, index: Hashable) -> Term:
    if vector.operator in _CONSTRUCTED or terms.is_constant(vector):
        changed = tuple(entry if place == index else part for place, part in enumerate(parts(vector)))
        return terms.make("vector", changed, vector.sort)
    return terms.make("with item", (vector, entry), index)
