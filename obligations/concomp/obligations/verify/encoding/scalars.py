"""Systems over scalars.

A system whose terms speak of records, unions, vectors, enumerations and opaque values becomes one over truth values,
integers, rationals and maps to these. A field of an absent case holds its sort's default wherever it is looked at.
A declared relation keeps its axioms by the way it is written: a symmetric one is the disjunction of an arbitrary one
both ways round, a reflexive one holds where the arguments are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, TypeVar

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition, RegisterDefinition
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import (
    MapSort,
    OpaqueSort,
    Sort,
)
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.model.language.syntax.vectors.open_vectors import OpenVectorSort
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.verify.encoding.code import Code, ScalarPart, Scalars, choice, equality
from concomp.obligations.verify.encoding.codes import Codes, RecordCode, UnionCode, VectorCode, code_of, components
from concomp.obligations.verify.encoding.systems import System, check_names

C = TypeVar("C", bound=Code)


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
    """The system over scalars; Unsupported if it uses what has no scalar form, or two of its parts have one name."""
    lowering = _Lowering(Codes())
    parameters, unbound = _parameters(lowering, system.parameters)
    legal = [code_of(leaf.sort).legal(leaves(leaf)) for leaf in system.inputs]
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
    check_names(system)
    check_names(lowered)
    return Lowered(system, lowered, lowering.codes, functions, tokens)


def conditions(lowered: Lowered, listed: Iterable[Term]) -> list[Term]:
    """Conditions on the registers and parameters of a system, over its scalars."""
    lowering = _Lowering(lowered.codes)
    return [lowering.truth(condition) for condition in listed]


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
                return self.codes.constant(term.sort, terms.constant_value(term))
            case "register" | "parameter" | "message":
                return code_of(term.sort).present(leaves(term))
            case "equal":
                return (equality(arguments[0], arguments[1]),)
            case "choice":
                return choice(arguments[0][0], arguments[1], arguments[2])
            case "record" | "vector":
                return tuple(scalar for argument in arguments for scalar in argument)
            case "field":
                return _code(RecordCode, term.arguments[0].sort).field(data, arguments[0])
            case "in union":
                return _code(UnionCode, data).of_case(term.arguments[0].sort, arguments[0])
            case "is case":
                return (_code(UnionCode, term.arguments[0].sort).is_case(data, arguments[0]),)
            case "as case":
                return _code(UnionCode, term.arguments[0].sort).case(data, arguments[0])
            case "item":
                return _code(VectorCode, term.arguments[0].sort).item(data, arguments[0])
            case "with item":
                return _code(VectorCode, term.sort).with_item(data, *arguments)
            case "read" | "store":
                return _at_key(term.operator, arguments)
            case "apply" if isinstance(data, Declared):
                return self._apply(data, arguments)
            case "and":
                return (terms.conjunction(argument[0] for argument in arguments),)
            case "or":
                return (terms.disjunction(argument[0] for argument in arguments),)
            case "not":
                return (terms.negation(arguments[0][0]),)
            case operator:
                return (terms.make(operator, tuple(argument[0] for argument in arguments), data),)

    def _apply(self, symbol: Declared[Any], arguments: list[Scalars]) -> Scalars:
        applied = self.arbitrary(symbol, arguments)
        absent = terms.disjunction(
            code_of(sort).absent(each) for sort, each in zip(symbol.domain, arguments, strict=True)
        )
        held = choice(absent, self.codes.constant(symbol.result, symbol.result.default()), applied)
        return choice(equality(*arguments), (TRUE,), held) if symbol.reflexive else held

    def arbitrary(self, symbol: Declared[Any], arguments: list[Scalars]) -> Scalars:
        """Some function of the arguments, symmetric if the declared one is; every such function is one of these."""
        applied = code_of(symbol.result).clamp(self._applied(symbol, arguments))
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
            domain = tuple(component.sort for sort in symbol.domain for component in components(sort, ""))
            results = self._free_components(symbol)
            if any(isinstance(sort, MapSort) for sort in [*domain, *(each.sort for each in results)]):
                raise Unsupported(f"{symbol.signature} speaks of maps; declare it over their entries")
            if any(isinstance(each.sort, OpenVectorSort) for each in results):
                raise Unsupported(f"{symbol.signature} gives vectors whose length is a parameter; let it give numbers")
            self.symbols[symbol] = tuple(Declared(each.name, domain, each.sort) for each in results)
        return self.symbols[symbol]

    def _free_components(self, symbol: Declared[Any]) -> tuple[ScalarPart, ...]:
        """The scalars of what a symbol gives, by names that no scalar of another symbol has."""
        taken = {scalar.name for scalars in self.symbols.values() for scalar in scalars}
        names = (f"{symbol.name}~{number}" if number else symbol.name for number in count())
        listed = (components(symbol.result, name) for name in names)
        return next(each for each in listed if not taken.intersection(component.name for component in each))


def _parameters(
    lowering: _Lowering, parameters: Sequence[ParameterDefinition]
) -> tuple[tuple[ParameterDefinition, ...], list[Term]]:
    """The scalar parameters, and the constraints on parameters that have no scalar at all."""
    bound: list[ParameterDefinition] = []
    unbound: list[Term] = []
    for parameter in parameters:
        scalars = [ParameterDefinition(terms.leaf_name(leaf), leaf, TRUE) for leaf in leaves(parameter.symbol)]
        legal = code_of(parameter.symbol.sort).legal(leaves(parameter.symbol))
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


def _at_key(operator: str, arguments: list[Scalars]) -> Scalars:
    maps, [key], *entries = arguments
    return tuple(terms.make(operator, (each, key, *rest)) for each, *rest in zip(maps, *entries, strict=True))


def _code(kind: type[C], sort: Sort) -> C:
    """The code of a sort that is known to be of this kind."""
    code = code_of(sort)
    assert isinstance(code, kind)
    return code
