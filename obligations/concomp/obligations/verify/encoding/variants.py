"""Definitions with their parameters fixed or renamed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from concomp.model.language.handlers import Handler, PostProcessingDefinition
from concomp.model.language.readings.at_lengths import at_lengths, processing_at_lengths
from concomp.model.language.readings.valued import check_parameters
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.substitution import substitute, substitute_all
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.vectors.lengths import lengths_of
from concomp.obligations.verify.encoding.parties import OTHER


def fix_parameters(definition: Definition, values: Mapping[str, Value]) -> Definition:
    """The definition with these parameters at these values, by name; the others stay.

    Raises UnknownName for a parameter that there is not, LanguageError for a value that it may not have.
    """
    check_parameters(definition.name, definition.parameters, values, {})
    definition = at_lengths(definition, values)
    mapping = _constants(definition.parameters, values)
    kept = tuple(parameter for parameter in definition.parameters if parameter.name not in values)
    return replace_terms(definition, mapping, kept)


def fix_processing(definition: PostProcessingDefinition, values: Mapping[str, Value]) -> PostProcessingDefinition:
    """The post-processing with these parameters at these values, by name; the others stay."""
    definition = processing_at_lengths(definition, values)
    mapping = _constants(definition.parameters, values)
    return replace(
        definition,
        registers=tuple(replace(r, initial=substitute(r.initial, mapping)) for r in definition.registers),
        parameters=tuple(parameter for parameter in definition.parameters if parameter.name not in values),
        on_left=substitute_handler(definition.on_left, mapping),
        on_right=substitute_handler(definition.on_right, mapping),
    )


def substitute_handler(handler: Handler, mapping: Mapping[Term, Term]) -> Handler:
    """The handler with other terms for leaves, for the message that it receives among them."""
    sends = tuple(
        replace(send, condition=substitute(send.condition, mapping), message=substitute(send.message, mapping))
        for send in handler.sends
    )
    received = mapping.get(handler.received, handler.received)
    return Handler(received, sends, tuple(substitute_all(handler.updates, mapping)), handler.position)


def rename_parameters(definition: Definition, names: Mapping[str, str]) -> Definition:
    """The definition with parameters under new names, by their old ones; the others stay."""
    symbols = {
        parameter.symbol: terms.leaf("parameter", parameter.symbol.sort, names.get(parameter.name, parameter.name))
        for parameter in definition.parameters
    }
    parameters = tuple(
        replace(
            parameter,
            name=terms.leaf_name(symbols[parameter.symbol]),
            symbol=symbols[parameter.symbol],
            constraint=substitute(parameter.constraint, symbols),
        )
        for parameter in definition.parameters
    )
    return replace_terms(definition, symbols, parameters)


def apart(
    definition: Definition, other: Definition, linked: Callable[[str], bool] = lambda parameter: True
) -> Definition:
    """The other function, its parameters that are not those of the first under names of its own."""
    shared = {parameter.symbol for parameter in definition.parameters if linked(parameter.name)}
    # The length of vectors goes by its name in their sorts, which messages of both are of.
    kept = lengths_of(other.sorts)
    own = {each.name: f"{OTHER.prefix}{each.name}" for each in other.parameters if each.symbol not in shared}
    own = {name: renamed for name, renamed in own.items() if name not in kept}
    return rename_parameters(other, own)


def unite(parameters: Iterable[ParameterDefinition]) -> list[ParameterDefinition]:
    """The parameters, those of one name and sort as one that satisfies all their constraints."""
    united: dict[Term, ParameterDefinition] = {}
    for each in parameters:
        known = united.get(each.symbol)
        both = each.constraint if known is None else terms.conjunction([known.constraint, each.constraint])
        united[each.symbol] = replace(known or each, constraint=both)
    return list(united.values())


def _constants(parameters: Iterable[ParameterDefinition], values: Mapping[str, Value]) -> dict[Term, Term]:
    return {p.symbol: terms.constant(p.symbol.sort, values[p.name]) for p in parameters if p.name in values}


def replace_terms(
    definition: Definition, mapping: Mapping[Term, Term], parameters: tuple[ParameterDefinition, ...]
) -> Definition:
    """The definition with other terms for some of its parts, and these parameters."""
    return replace(
        definition,
        registers=tuple(
            replace(r, initial=substitute(r.initial, mapping), update=substitute(r.update, mapping))
            for r in definition.registers
        ),
        parameters=parameters,
        requirements=tuple(replace(r, condition=substitute(r.condition, mapping)) for r in definition.requirements),
        verdicts=tuple(replace(v, condition=substitute(v.condition, mapping)) for v in definition.verdicts),
        membership=substitute(definition.membership, mapping),
    )
