"""Definitions of a derivation as definitions of Coq, in an order in which each uses earlier ones only.

A quantity of which several equations say what it is, is defined by cases; one that uses itself, as a fixpoint. What
uses itself through others is put in where it is used. What is undefined somewhere is arbitrary there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import TopologicalSorter

from concomp.obligations.derivations.coq.equations import Equation, are_complete, at, without_instances
from concomp.obligations.derivations.coq.names import Unwritten
from concomp.obligations.derivations.coq.rows import rows
from concomp.obligations.derivations.coq.terms import Writer, type_of
from concomp.obligations.derivations.kernel.definitions import Symbol, occurrences, symbol
from concomp.obligations.derivations.kernel.indices import EMPTY, Var
from concomp.obligations.derivations.kernel.language import Arithmetic, BoundTerm, Quantity, Real, free

Equations = Mapping[Symbol, Sequence[Equation]]


def by_symbol(equations: Iterable[Equation]) -> dict[Symbol, list[Equation]]:
    """The equations of each quantity, without those that follow from others."""
    found: dict[Symbol, list[Equation]] = {}
    for each in equations:
        found.setdefault(symbol(each.head), []).append(each)
    return {each: without_instances(listed) for each, listed in found.items()}


def definitions(defined: Equations, writer: Writer) -> list[str]:
    """The definitions, each a text; Unwritten for what uses itself in a way that is not known here."""
    texts: list[str] = []
    for circle in _circles(defined):
        texts += _definition(circle, {each: defined[each] for each in circle}, writer)
    return texts


def used_by(equations: Sequence[Equation]) -> list[Symbol]:
    """The quantities that equations use, in the order of their use."""
    return list(
        dict.fromkeys(symbol(used) for each in equations for term in _terms(each) for used in occurrences(term))
    )


def _terms(each: Equation) -> list[Real]:
    return [each.body, *([each.divisor] if each.divisor is not None else [])]


def _circles(defined: Equations) -> list[list[Symbol]]:
    """Quantities that use each other, together; before them what they use."""
    uses = {each: [used for used in used_by(listed) if used in defined] for each, listed in defined.items()}
    reached = {each: _reached(each, uses) for each in uses}
    leader = {each: next(other for other in uses if other == each or _mutual(each, other, reached)) for each in uses}
    graph: dict[Symbol, list[Symbol]] = {first: [] for first in dict.fromkeys(leader.values())}
    for each, listed in uses.items():
        graph[leader[each]] += [leader[used] for used in listed if leader[used] != leader[each]]
    order = TopologicalSorter(graph).static_order()
    return [[each for each in uses if leader[each] == first] for first in order]


def _mutual(one: Symbol, other: Symbol, reached: Mapping[Symbol, set[Symbol]]) -> bool:
    return other in reached[one] and one in reached[other]


def _reached(start: Symbol, uses: Mapping[Symbol, Sequence[Symbol]]) -> set[Symbol]:
    found: set[Symbol] = set()
    waiting = [start]
    while waiting:
        for used in uses[waiting.pop()]:
            if used not in found:
                found.add(used)
                waiting.append(used)
    return found


def _definition(circle: Sequence[Symbol], equations: dict[Symbol, Sequence[Equation]], writer: Writer) -> list[str]:
    """The definitions of quantities that use each other, or of one."""
    behind: list[str] = []
    while len(circle) > 1:
        plain = next((each for each in circle if _can_be_put_in(each, equations[each])), None)
        if plain is None:
            return [*rows(equations, writer), *behind]
        behind.insert(0, _by_cases(plain, equations[plain], writer))
        (put_in,) = equations.pop(plain)
        circle = [each for each in circle if each != plain]
        equations = {each: [_put_in(one, put_in) for one in listed] for each, listed in equations.items()}
    (only,) = circle
    place = _goes_on_at_start(only, equations[only])
    if place is None:
        return [_by_cases(only, equations[only], writer), *behind]
    return [*_in_two(only, equations[only], place, writer), *behind]


def _goes_on_at_start(each: Symbol, equations: Sequence[Equation]) -> int | None:
    """The place of the history at whose start a quantity uses itself, if there is one: it then goes along numbers."""
    at_start = [one for one in equations if each in used_by([one]) and EMPTY in one.head.at]
    return at_start[0].head.at.index(EMPTY) if at_start else None


def _in_two(each: Symbol, equations: Sequence[Equation], place: int, writer: Writer) -> list[str]:
    """A quantity that goes along histories, and at the start of these along numbers, which is defined first."""
    name, at = each
    first: Symbol = (f"{name} at the start", at - 1)
    writer.names.add(first, f"{writer.names.of_symbol(each)}_at_start")

    def moved(term: Real) -> Real:
        match term:
            case Quantity(_, where) if symbol(term) == each and where[place] == EMPTY:
                return Quantity(first[0], where[:place] + where[place + 1 :])
            case Arithmetic(operator, (left, right)):
                return Arithmetic(operator, (moved(left), moved(right)))
            case BoundTerm(binder, variable, body, start):
                return BoundTerm(binder, variable, moved(body), start)
        return term

    at_start = [one for one in equations if one.head.at[place] == EMPTY]
    heads = [moved(one.head) for one in at_start]
    of_first = [
        Equation(head, moved(one.body)) for head, one in zip(heads, at_start, strict=True) if isinstance(head, Quantity)
    ]
    arbitrary = tuple(Var(f"i{count}", index.sort) for count, index in enumerate(at_start[0].head.at, 1))
    anywhere = arbitrary[:place] + arbitrary[place + 1 :]
    for variable in anywhere:
        writer.names.cover(variable)
    begins = Equation(
        Quantity(name, (*arbitrary[:place], EMPTY, *arbitrary[place + 1 :])), Quantity(first[0], anywhere)
    )
    rest = [one for one in equations if one not in at_start]
    return [_by_cases(first, of_first, writer), _by_cases(each, [begins, *rest], writer)]


def _can_be_put_in(each: Symbol, listed: Sequence[Equation]) -> bool:
    return len(listed) == 1 and listed[0].is_plain and each not in used_by(listed)


def _put_in(equation: Equation, what: Equation) -> Equation:
    return Equation(equation.head, replaced(equation.body, what), equation.divisor, equation.quotient)


def replaced(term: Real, what: Equation) -> Real:
    """A term with what a quantity is in the place of the quantity."""
    match term:
        case Quantity():
            if symbol(term) != symbol(what.head):
                return term
            found = at(what, term)
            return term if found is None else found.body
        case Arithmetic(operator, (left, right)):
            return Arithmetic(operator, (replaced(left, what), replaced(right, what)))
        case BoundTerm(binder, variable, body, start):
            return BoundTerm(binder, variable, replaced(body, what), start)
    return term


def value(equation: Equation, writer: Writer) -> str:
    """What a quantity is by an equation."""
    body = writer.term(equation.body)
    if equation.divisor is None:
        return body
    divisor = writer.term(equation.divisor)
    return f"(quot {body} {divisor})" if equation.quotient else f"({body} / {divisor})"


def _by_cases(each: Symbol, equations: Sequence[Equation], writer: Writer) -> str:
    """A quantity by the cases of its equations; where none of them fits it is arbitrary."""
    name = writer.names.of_symbol(each)
    is_recursive = each in used_by(equations)
    if len(equations) == 1 and all(isinstance(index, Var) for index in equations[0].head.at):
        if is_recursive:
            raise Unwritten(f"{name} is defined by itself")
        (only,) = equations
        binders = "".join(f" {writer.binder(index)}" for index in only.head.at if isinstance(index, Var))
        return f"Definition {name}{binders} : R := {_with_bits(only, value(only, writer), writer)}."
    sorts = [index.sort for index in equations[0].head.at]
    places = [f"i{place}" for place in range(1, len(sorts) + 1)]
    binders = " ".join(f"({place} : {type_of(sort)})" for place, sort in zip(places, sorts, strict=True))
    clauses = [
        f"  | {', '.join(map(writer.index, one.head.at))} => {_with_bits(one, value(one, writer), writer)}"
        for one in equations
    ]
    before = ""
    if not are_complete(equations):
        otherwise = writer.names.free(f"{name}_otherwise")
        before = f"Variable {otherwise} : {' -> '.join([*map(type_of, sorts), 'R'])}.\n"
        clauses.append(f"  | {', '.join('_' for _ in places)} => {otherwise} {' '.join(places)}")
    keyword = "Fixpoint" if is_recursive else "Definition"
    matched = "\n".join([f"  match {', '.join(places)} with", *clauses, "  end."])
    return f"{before}{keyword} {name} {binders} : R :=\n{matched}"


def _with_bits(equation: Equation, text: str, writer: Writer) -> str:
    """A text in which bits that make no difference, and that the quantity is not about, are 0."""
    loose = sorted((each for each in free(equation.body) - free(equation.head)), key=str)
    return "".join(f"let {writer.names.of_variable(bit)} := false in " for bit in loose) + text
