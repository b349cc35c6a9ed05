"""Verification functions in messages, and sequences of pairs for them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.json_reading import from_json
from concomp.model.language.readings.json_values import JsonError, value_from_json


def read_function(function: Mapping[str, Any], parameters: Mapping[str, Any]) -> DefinitionFunction:
    """The verification function with values for its parameters; JsonError for what is none."""
    definition = from_json(json.dumps(function)).definition
    sorts = {parameter.name: parameter.symbol.sort for parameter in definition.parameters}
    for name in sorts:
        if name not in parameters:
            raise JsonError(f"parameters.{name}", "missing", "give its value")
    values = {name: value_from_json(sort, parameters[name], f"parameters.{name}") for name, sort in sorts.items()}
    return DefinitionFunction(definition, values, {})


def read_pairs(function: DefinitionFunction, pairs: Sequence[Sequence[Any]]) -> list[tuple[Any, Any]]:
    """The pairs of messages that the JSON describes; JsonError for what is none."""
    sort = function.definition.message
    return [
        (value_from_json(sort, left, f"pairs[{place}][0]"), value_from_json(sort, right, f"pairs[{place}][1]"))
        for place, (left, right) in enumerate(pairs)
    ]
