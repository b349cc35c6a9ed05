"""Verification functions, as concomp runs them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from concomp.impl.monitors.verifier import compile_monitor
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.json_reading import from_json
from concomp.model.language.readings.json_values import value_from_json


def read_function(function: Mapping[str, Any], parameters: Mapping[str, Any]) -> DefinitionFunction:
    """The verification function with values for its parameters; JsonError for what is none."""
    definition = from_json(json.dumps(function)).definition
    sorts = {parameter.name: parameter.symbol.sort for parameter in definition.parameters}
    values = {name: value_from_json(sorts[name], parameters[name], name) for name in sorts}
    return DefinitionFunction(definition, values, {})


def read_pairs(function: DefinitionFunction, pairs: Sequence[Sequence[Any]]) -> list[tuple[Any, Any]]:
    """The pairs of messages that the JSON describes; JsonError for what is none."""
    sort = function.definition.message
    return [
        (value_from_json(sort, left, f"pairs[{place}][0]"), value_from_json(sort, right, f"pairs[{place}][1]"))
        for place, (left, right) in enumerate(pairs)
    ]


def accepted_prefixes(function: DefinitionFunction, pairs: Sequence[tuple[Any, Any]]) -> list[bool]:
    """Of each prefix, from the first pair on, whether it is accepted."""
    verifier = compile_monitor(function)
    return [verifier.accepts(left, right) for left, right in pairs]
