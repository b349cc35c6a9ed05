"""Definitions at values of the parameters that are lengths of their vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

from concomp.model.language.handlers import Handler, PostProcessingDefinition
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.sorts import INT, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.vectors.lengths import AtLengths, lengths_of
from concomp.model.language.syntax.vectors.open_vectors import Everywhere
from concomp.model.language.syntax.walks.translation import Translation


class Sorted(Protocol):
    """What speaks of sorts, and has parameters."""

    @property
    def parameters(self) -> tuple[ParameterDefinition, ...]:
        """Its parameters."""

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of everything that it speaks of."""


def with_lengths(parameters: tuple[ParameterDefinition, ...], sorts: Iterable[Sort]) -> tuple[ParameterDefinition, ...]:
    """The parameters, those that are lengths in these sorts among them: integers of at least 1.

    Raises LanguageError if one of them is declared as something else.
    """
    known = {each.name: each for each in parameters}
    for name in sorted(lengths_of(sorts)):
        symbol = terms.leaf("parameter", INT, name)
        least = terms.make("at most", (terms.constant(INT, 1), symbol))
        declared = known.setdefault(name, ParameterDefinition(name, symbol, least))
        if declared.symbol is not symbol:
            raise LanguageError(
                f"{name!r} is the length of a vector and a parameter of the sort {declared.symbol.sort.name}",
                "let a length be an Int",
                declared.position,
            )
        known[name] = replace(declared, constraint=terms.conjunction([least, declared.constraint]))
    return tuple(known.values())


def check_constants(roots: Iterable[Term]) -> None:
    """Raise LanguageError if a vector of a definite length stands where its length is a parameter."""
    for term in terms.descendants(roots):
        if terms.is_constant(term) and lengths_of([term.sort]) and _is_definite(terms.constant_value(term)):
            raise LanguageError(
                f"{terms.constant_value(term)!r} stands where a vector of any length is wanted",
                "write each(function, vector), or give the length as a number",
            )


def lengths_given(definition: Sorted, values: Mapping[str, Value]) -> dict[str, int]:
    """Of these values of parameters, by name, those that are lengths in the definition."""
    symbols = [each.name for each in definition.parameters if each.symbol.sort == INT]
    given = {name: values[name] for name in symbols if INT.contains(values.get(name))}
    return {name: given[name] for name in lengths_of(definition.sorts) & given.keys()} if given else {}


def at_lengths(definition: Definition, values: Mapping[str, Value]) -> Definition:
    """The definition at these values of parameters, as far as they are lengths; its parameters stay."""
    given = lengths_given(definition, values)
    return definition_at(definition, AtLengths(given)) if given else definition


def processing_at_lengths(
    definition: PostProcessingDefinition, values: Mapping[str, Value]
) -> PostProcessingDefinition:
    """The post-processing at these values of parameters, as far as they are lengths; its parameters stay."""
    given = lengths_given(definition, values)
    if not given:
        return definition
    at = AtLengths(given)
    return replace(
        definition,
        registers=tuple(replace(r, symbol=at.term(r.symbol), initial=at.term(r.initial)) for r in definition.registers),
        parameters=tuple(replace(p, constraint=at.term(p.constraint)) for p in definition.parameters),
        per_copy=tuple(map(at.term, definition.per_copy)),
        common=tuple(map(at.term, definition.common)),
        on_left=_handler_at(definition.on_left, at),
        on_right=_handler_at(definition.on_right, at),
    )


def definition_at(definition: Definition, at: Translation) -> Definition:
    """The definition in a translation, as at some lengths."""
    return replace(
        definition,
        message=at.sort(definition.message),
        registers=tuple(
            replace(r, symbol=at.term(r.symbol), initial=at.term(r.initial), update=at.term(r.update))
            for r in definition.registers
        ),
        parameters=tuple(
            replace(p, symbol=at.term(p.symbol), constraint=at.term(p.constraint)) for p in definition.parameters
        ),
        requirements=tuple(replace(r, condition=at.term(r.condition)) for r in definition.requirements),
        verdicts=tuple(replace(v, condition=at.term(v.condition)) for v in definition.verdicts),
        membership=at.term(definition.membership),
    )


def _handler_at(handler: Handler, at: AtLengths) -> Handler:
    sends = tuple(replace(s, condition=at.term(s.condition), message=at.term(s.message)) for s in handler.sends)
    return replace(
        handler, received=at.term(handler.received), sends=sends, updates=tuple(map(at.term, handler.updates))
    )


def _is_definite(value: Value) -> bool:
    if isinstance(value, tuple):
        return True
    return not isinstance(value, Everywhere) and any(map(_is_definite, getattr(value, "__dict__", {}).values()))
