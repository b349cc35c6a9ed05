"""Post-processings written as JSON: what they say, and not where or how it is written."""

from __future__ import annotations

from typing import Any

from concomp.model.language.handlers import Handler, PostProcessingDefinition
from concomp.model.language.readings.json_forms import declared_form, sort_form, sort_name
from concomp.model.language.readings.json_writing import term_form
from concomp.model.language.readings.vocabulary import vocabulary_of
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term


def processing_form(definition: PostProcessingDefinition) -> dict[str, Any]:
    """The definition of a post-processing as JSON; JsonError for a constant or a name that has no JSON."""
    received = (definition.on_left.received, definition.on_right.received)
    symbols = [*(r.symbol for r in definition.registers), *(p.symbol for p in definition.parameters)]
    roots = (*definition.roots, *received, *definition.drawn)
    names = vocabulary_of([], symbols, roots)
    listed = list(terms.descendants(roots))
    places = {term: place for place, term in enumerate(listed)}
    return {
        "name": definition.name,
        "sorts": [sort_form(sort).model_dump() for sort in names.sorts.values()],
        "declared": [declared_form(symbol).model_dump() for symbol in names.declared.values()],
        "terms": [term_form(term, places).model_dump() for term in listed],
        "parameters": [[p.name, sort_name(p.symbol.sort), places[p.constraint]] for p in definition.parameters],
        "registers": [[r.name, sort_name(r.symbol.sort), places[r.initial]] for r in definition.registers],
        "per copy": [places[leaf] for leaf in definition.per_copy],
        "common": [places[leaf] for leaf in definition.common],
        "on left": _handler_form(definition.on_left, places),
        "on right": _handler_form(definition.on_right, places),
    }


def _handler_form(handler: Handler, places: dict[Term, int]) -> dict[str, Any]:
    return {
        "received": places[handler.received],
        "sends": [[each.side.value, places[each.condition], places[each.message]] for each in handler.sends],
        "updates": [places[update] for update in handler.updates],
    }
