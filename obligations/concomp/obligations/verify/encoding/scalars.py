"""Systems over scalars.

A system whose terms speak of records, unions, vectors, enumerations and opaque values becomes one over truth values,
integers, rationals and maps to these. A field of an absent case holds its sort's default wherever it is looked at.
A declared relation keeps its axioms by the way it is written: a symmetric one is the disjunction of an arbitrary one
both ways round, a reflexive one holds where the arguments are equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import (
    INT,
    EnumSort,
    MapSort,
    OpaqueSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.codes import Codes, components, width
from concomp.obligations.verify.encoding.systems import System

Scalars = tuple[Term, ...]
ZERO = terms.constant(INT, 0)


@dataclass(frozen=True)
class Lowered:
    """A system over scalars, and the way back.

    source, system: the system asked about, and the same over scalars.
    codes: the code of its values.
    functions: what each declared symbol is of its `arguments`, where none of them is absent and no axiom decides.
    tokens: the inputs, parameters and applications that are numbers of opaque values.
    """

    source: System
    system: System
    codes: Codes
    functions: Mapping[Declared[Any], Scalars]
    tokens: frozenset[Term]


def lower(system: System) -> Lowered:
    """The system over scalars; Unsupported if it uses what has no scalar form."""
    lowering = _Lowering(Codes())
    parameters, unbound = _parameters(lowering, system.parameters)
    legal = [_legal(leaf.sort, leaves(leaf)) for leaf in system.inputs]
    registers = [each for register in system.registers for each in _registers(lowering, register)]
    inputs = [leaf for each in system.inputs for leaf in leaves(each)]
    chosen = [*system.inputs, *(parameter.symbol for parameter in system.parameters)]
    lowered = System(
        system.name,
        tuple(registers),
        tuple(inputs),
        parameters,
        terms.conjunction([*unbound, *legal, lowering.truth(system.allowed)]),
        terms.conjunction([*unbound, *legal, lowering.truth(system.bad)]),
    )
    functions = {symbol: lowering.arbitrary(symbol, arguments(symbol)) for symbol in lowering.symbols}
    tokens = frozenset[Term]().union(*map(_tokens, chosen), *map(lowering.tokens, lowering.symbols))
    return Lowered(system, lowered, lowering.codes, functions, tokens)


def leaves(term: Term) -> Scalars:
    """The scalar leaves that stand for a register, a parameter or an input."""
    return tuple(
        terms.leaf(term.operator, component.sort, component.name)
        for component in components(term.sort, terms.leaf_name(term))
    )


def arguments(symbol: Declared[Any]) -> list[Scalars]:
    """Leaves that stand for the scalars of each argument of a declared symbol."""
    named = [terms.leaf("message", sort, f"argument {place}") for place, sort in enumerate(symbol.domain)]
    return [leaves(argument) for argument in named]


def _tokens(term: Term) -> set[Term]:
    listed = zip(components(term.sort, ""), leaves(term), strict=True)
    return {leaf for component, leaf in listed if isinstance(component.meaning, OpaqueSort)}


class _Lowering:
    def __init__(self, codes: Codes) -> None:
        self.codes = codes
        self.symbols: dict[Declared[Any], tuple[Declared[Any], ...]] = {}
        self._image: dict[Term, Scalars] = {}

    def truth(self, term: Term) -> Term:
        [scalar] = self.scalars(term)
        return scalar

    def scalars(self, term: Term) -> Scalars:
        for each in terms.descendants([term]):
            if each not in self._image:
                self._image[each] = self._lower(each, [self._image[argument] for argument in each.arguments])
        return self._image[term]

    def _lower(self, term: Term, arguments: list[Scalars]) -> Scalars:
        data: Any = term.data
        match term.operator:
            case "constant":
                return self.constant(term.sort, terms.constant_value(term))
            case "register" | "parameter" | "message":
                return _present(term.sort, leaves(term))
            case "equal":
                return (_equal(arguments[0], arguments[1]),)
            case "choice":
                return _choice(arguments[0][0], arguments[1], arguments[2])
            case "record" | "vector":
                return tuple(scalar for argument in arguments for scalar in argument)
            case "field":
                return _slice(term.arguments[0].sort, data, arguments[0])
            case "in union":
                return self._in_union(data, term.arguments[0].sort, arguments[0])
            case "is case":
                return (_tagged(term.arguments[0].sort, data, arguments[0]),)
            case "as case":
                return _case(term.arguments[0].sort, data, arguments[0])
            case "item":
                size = width(term.sort)
                return arguments[0][data * size : (data + 1) * size]
            case "with item":
                size = len(arguments[1])
                return (*arguments[0][: data * size], *arguments[1], *arguments[0][(data + 1) * size :])
            case "read" | "store":
                return _at_key(term.operator, arguments)
            case "apply":
                return self._apply(data, arguments)
            case "and":
                return (terms.conjunction(argument[0] for argument in arguments),)
            case "or":
                return (terms.disjunction(argument[0] for argument in arguments),)
            case "not":
                return (terms.negation(arguments[0][0]),)
            case operator:
                return (terms.make(operator, tuple(argument[0] for argument in arguments), data),)

    def constant(self, sort: Sort, value: Value) -> Scalars:
        listed = zip(components(sort, ""), self.codes.encode(sort, value), strict=True)
        return tuple(terms.constant(component.sort, scalar) for component, scalar in listed)

    def _in_union(self, union: UnionSort, case: Sort, fields: Scalars) -> Scalars:
        absent = [fields if each == case else self.constant(each, each.default()) for each in union.cases]
        return (_number(_place(union, case)), *(scalar for listed in absent for scalar in listed))

    def _apply(self, symbol: Declared[Any], arguments: list[Scalars]) -> Scalars:
        applied = self.arbitrary(symbol, arguments)
        absent = terms.disjunction(map(_absent, symbol.domain, arguments))
        held = _choice(absent, self.constant(symbol.result, symbol.result.default()), applied)
        return _choice(_equal(*arguments), (TRUE,), held) if symbol.reflexive else held

    def arbitrary(self, symbol: Declared[Any], arguments: list[Scalars]) -> Scalars:
        """Some function of the arguments, symmetric if the declared one is; every such function is one of these."""
        applied = _clamped(symbol.result, self._applied(symbol, arguments))
        if not symbol.symmetric:
            return applied
        return (terms.disjunction([*applied, *self._applied(symbol, arguments[::-1])]),)

    def tokens(self, symbol: Declared[Any]) -> set[Term]:
        """What a declared symbol gives, as far as it is numbers of opaque values."""
        listed = zip(components(symbol.result, ""), self._applied(symbol, arguments(symbol)), strict=True)
        return {applied for component, applied in listed if isinstance(component.meaning, OpaqueSort)}

    def _applied(self, symbol: Declared[Any], arguments: list[Scalars]) -> Scalars:
        flat = tuple(scalar for argument in arguments for scalar in argument)
        return tuple(terms.make("apply", flat, scalar) for scalar in self._symbols(symbol))

    def _symbols(self, symbol: Declared[Any]) -> tuple[Declared[Any], ...]:
        if symbol not in self.symbols:
            same = sum(known.name == symbol.name for known in self.symbols)
            name = f"{symbol.name}~{same}" if same else symbol.name
            domain = tuple(component.sort for sort in symbol.domain for component in components(sort, ""))
            results = components(symbol.result, name)
            if any(isinstance(sort, MapSort) for sort in [*domain, *(each.sort for each in results)]):
                raise Unsupported(f"{symbol.signature} speaks of maps; declare it over their entries")
            self.symbols[symbol] = tuple(Declared(each.name, domain, each.sort) for each in results)
        return self.symbols[symbol]


def _parameters(
    lowering: _Lowering, parameters: Sequence[ParameterDefinition]
) -> tuple[tuple[ParameterDefinition, ...], list[Term]]:
    """The scalar parameters, and the constraints on parameters that have no scalar at all."""
    bound: list[ParameterDefinition] = []
    unbound: list[Term] = []
    for parameter in parameters:
        scalars = [ParameterDefinition(terms.leaf_name(leaf), leaf, TRUE) for leaf in leaves(parameter.symbol)]
        legal = _legal(parameter.symbol.sort, leaves(parameter.symbol))
        constraint = terms.conjunction([legal, lowering.truth(parameter.constraint)])
        if scalars:
            bound += [*scalars[:-1], replace(scalars[-1], constraint=constraint)]
        else:
            unbound.append(constraint)
    return tuple(bound), unbound


def _registers(lowering: _Lowering, register: RegisterDefinition) -> list[RegisterDefinition]:
    listed = zip(
        leaves(register.symbol), lowering.scalars(register.initial), lowering.scalars(register.update), strict=True
    )
    return [RegisterDefinition(terms.leaf_name(leaf), leaf, initial, update) for leaf, initial, update in listed]


def _legal(sort: Sort, scalars: Scalars) -> Term:
    """Whether scalars that a solver may choose are the code of a value."""
    match sort:
        case RecordSort():
            return terms.conjunction(_legal(inner, _slice(sort, name, scalars)) for name, inner in sort.fields)
        case UnionSort():
            cases = [_legal(case, _slice_case(sort, case, scalars)) for case in sort.cases]
            return terms.conjunction([_below(scalars[0], len(sort.cases)), *cases])
        case VectorSort():
            return terms.conjunction(_legal(sort.entry, part) for part in _entries(sort, scalars))
        case EnumSort():
            return _below(scalars[0], len(sort.enumeration))
        case OpaqueSort():
            return terms.make("at most", (ZERO, scalars[0]))
        case _:
            return TRUE


def _clamped(sort: Sort, scalars: Scalars) -> Scalars:
    """The code of a value near arbitrary scalars, and of every value near its own."""
    match sort:
        case RecordSort():
            parts = [_clamped(inner, _slice(sort, name, scalars)) for name, inner in sort.fields]
            return tuple(scalar for part in parts for scalar in part)
        case UnionSort():
            parts = [_clamped(case, _slice_case(sort, case, scalars)) for case in sort.cases]
            tag = _nearest_below(scalars[0], len(sort.cases))
            return _present(sort, (tag, *(scalar for part in parts for scalar in part)))
        case VectorSort():
            return tuple(scalar for part in _entries(sort, scalars) for scalar in _clamped(sort.entry, part))
        case EnumSort():
            return (_nearest_below(scalars[0], len(sort.enumeration)),)
        case OpaqueSort():
            return (terms.make("absolute", scalars),)
        case _:
            return scalars


def _present(sort: Sort, scalars: Scalars) -> Scalars:
    """The scalars with every field of an absent case at its default."""
    match sort:
        case RecordSort():
            parts = [_present(inner, _slice(sort, name, scalars)) for name, inner in sort.fields]
            return tuple(scalar for part in parts for scalar in part)
        case UnionSort():
            parts = [_present_case(sort, case, scalars) for case in sort.cases]
            return (scalars[0], *(scalar for part in parts for scalar in part))
        case VectorSort():
            return tuple(scalar for part in _entries(sort, scalars) for scalar in _present(sort.entry, part))
        case _:
            return scalars


def _present_case(union: UnionSort, case: RecordSort, scalars: Scalars) -> Scalars:
    fields = _present(case, _slice_case(union, case, scalars))
    defaults = Codes().encode(case, case.default())
    blank = tuple(terms.constant(field.sort, value) for field, value in zip(fields, defaults, strict=True))
    return _choice(_tagged(union, case, scalars), fields, blank)


def _absent(sort: Sort, scalars: Scalars) -> Term:
    """Whether the value is, or as a record holds, what an absent opaque value is."""
    match sort:
        case OpaqueSort():
            return _equal(scalars, (ZERO,))
        case RecordSort():
            return terms.disjunction(_absent(inner, _slice(sort, name, scalars)) for name, inner in sort.fields)
        case UnionSort():
            return terms.disjunction(
                terms.conjunction([_tagged(sort, case, scalars), _absent(case, _slice_case(sort, case, scalars))])
                for case in sort.cases
            )
        case _:
            return FALSE


def _slice(record: Sort, name: str, scalars: Scalars) -> Scalars:
    assert isinstance(record, RecordSort)
    start = 0
    for field, sort in record.fields:
        if field == name:
            return scalars[start : start + width(sort)]
        start += width(sort)
    raise KeyError(name)


def _slice_case(union: UnionSort, case: RecordSort, scalars: Scalars) -> Scalars:
    start = 1 + sum(width(each) for each in union.cases[: _place(union, case)])
    return scalars[start : start + width(case)]


def _case(union: Sort, case: Sort, scalars: Scalars) -> Scalars:
    assert isinstance(union, UnionSort)
    assert isinstance(case, RecordSort)
    return _slice_case(union, case, scalars)


def _entries(vector: VectorSort, scalars: Scalars) -> list[Scalars]:
    size = width(vector.entry)
    return [scalars[place * size : (place + 1) * size] for place in range(vector.size)]


def _place(union: UnionSort, case: Sort) -> int:
    return [each == case for each in union.cases].index(True)


def _tagged(union: Sort, case: Sort, scalars: Scalars) -> Term:
    assert isinstance(union, UnionSort)
    return _equal((scalars[0],), (_number(_place(union, case)),))


def _equal(left: Scalars, right: Scalars) -> Term:
    return terms.conjunction(map(_same, left, right))


def _same(left: Term, right: Term) -> Term:
    if terms.is_constant(left) and terms.is_constant(right):
        return TRUE if left is right else FALSE
    return terms.equality(left, right)


def _choice(condition: Term, then: Scalars, otherwise: Scalars) -> Scalars:
    return tuple(terms.choice(condition, *pair) for pair in zip(then, otherwise, strict=True))


def _at_key(operator: str, arguments: list[Scalars]) -> Scalars:
    maps, [key], *entries = arguments
    return tuple(terms.make(operator, (each, key, *rest)) for each, *rest in zip(maps, *entries, strict=True))


def _number(value: int) -> Term:
    return terms.constant(INT, value)


def _below(scalar: Term, bound: int) -> Term:
    return terms.conjunction(
        [terms.make("at most", (ZERO, scalar)), terms.make("at most", (scalar, _number(bound - 1)))]
    )


def _nearest_below(scalar: Term, bound: int) -> Term:
    return terms.make("minimum", (terms.make("maximum", (ZERO, scalar)), _number(bound - 1)))
