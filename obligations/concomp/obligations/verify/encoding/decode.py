"""Traces.

What a solver chose, as values of the language: messages that can be sent, values of parameters, and callables for
declared relations and functions, which know the values that the solver gave them and hold their default elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from concomp.model.language.handlers import PostProcessingDefinition
from concomp.model.language.readings.evaluation import Program
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.scalars import Lowered, arguments, leaves
from concomp.obligations.verify.encoding.valuations import Valuation


@dataclass(frozen=True)
class Trace:
    """A concrete run.

    parameters: values by name. steps: for each step the values of the inputs by name, messages among them.
    meanings: what each declared relation or function is.
    """

    parameters: Mapping[str, Value]
    steps: tuple[Mapping[str, Value], ...]
    meanings: Mapping[Declared[Any], Meaning]

    def parameters_of(self, definition: Definition) -> dict[str, Value]:
        """The values of the parameters of one function."""
        return {parameter.name: self.parameters[parameter.name] for parameter in definition.parameters}

    def meanings_of(self, definition: Definition | PostProcessingDefinition) -> dict[str, Meaning]:
        """The meanings, by name, of what one function declares; a default where the trace depends on none.

        An author's own meaning is never among them: what it would be asked of are values that a solver chose.
        """
        return {name: self.meanings.get(symbol) or _default(symbol) for name, symbol in definition.declared.items()}


def _default(symbol: Declared[Any]) -> Meaning:
    return lambda *arguments: symbol.result.default()


def decode(lowered: Lowered, valuation: Valuation) -> Trace:
    """The run that a valuation stands for; Undecodable if some numbers in it are the code of no value."""

    def value(leaf: Term, chosen: Mapping[Term, Value]) -> Value:
        return lowered.codes.decode(leaf.sort, [chosen[scalar] for scalar in leaves(leaf)])

    return Trace(
        {p.name: value(p.symbol, valuation.parameters) for p in lowered.source.parameters},
        tuple({terms.leaf_name(leaf): value(leaf, step) for leaf in lowered.source.inputs} for step in valuation.steps),
        {symbol: _meaning(lowered, valuation, symbol) for symbol in lowered.functions},
    )


def _meaning(lowered: Lowered, valuation: Valuation, symbol: Declared[Any]) -> Meaning:
    scalars = lowered.functions[symbol]
    applied = {term.data for term in terms.descendants(scalars) if term.operator == "apply"}
    tables = {each.name: _table(valuation, each) for each in applied if isinstance(each, Declared)}
    program = Program(scalars, tables)

    def meaning(*values: Value) -> Value:
        inputs: dict[Term, Value] = {}
        for sort, listed, value in zip(symbol.domain, arguments(symbol), values, strict=True):
            inputs.update(zip(listed, lowered.codes.encode(sort, value), strict=True))
        return lowered.codes.decode(symbol.result, program(inputs))

    return meaning


def _table(valuation: Valuation, scalar: Declared[Any]) -> Callable[..., Value]:
    table = valuation.functions.get(scalar.name, {})
    default = scalar.result.default()
    return lambda *key: table.get(key, default)
