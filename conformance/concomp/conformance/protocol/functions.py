"""Verification functions in messages, and sequences of pairs for them.

A function that declares relations or functions comes with their meanings: where one is declared, `meaning` lists rows,
each of its arguments and its value there. Elsewhere it has the default of its sort, so a relation lists what holds.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.json_reading import from_json
from concomp.model.language.readings.json_values import JsonError, value_from_json
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.sameness import key


def read_function(function: Mapping[str, Any], parameters: Mapping[str, Any]) -> DefinitionFunction:
    """The verification function with values for its parameters; JsonError for what is none."""
    plain, rows = _apart(function)
    definition = from_json(json.dumps(plain)).definition
    sorts = {parameter.name: parameter.symbol.sort for parameter in definition.parameters}
    for name in sorts:
        if name not in parameters:
            raise JsonError(f"parameters.{name}", "missing", "give its value")
    values = {name: value_from_json(sort, parameters[name], f"parameters.{name}") for name, sort in sorts.items()}
    meanings = {name: _meaning(declared, rows.get(name)) for name, declared in definition.declared.items()}
    return DefinitionFunction(definition, values, meanings)


def read_pairs(function: DefinitionFunction, pairs: Sequence[Sequence[Any]]) -> list[tuple[Any, Any]]:
    """The pairs of messages that the JSON describes; JsonError for what is none."""
    sort = function.definition.message
    return [
        (value_from_json(sort, left, f"pairs[{place}][0]"), value_from_json(sort, right, f"pairs[{place}][1]"))
        for place, (left, right) in enumerate(pairs)
    ]


def _apart(function: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The function without the meanings of what it declares, and these."""
    declared = [each for each in function.get("declared") or () if isinstance(each, Mapping)]
    rows = {str(each.get("name")): each["meaning"] for each in declared if "meaning" in each}
    without = [{name: part for name, part in each.items() if name != "meaning"} for each in declared]
    return ({**function, "declared": without} if rows else function), rows


def _meaning(declared: Declared[Any], rows: Any) -> Meaning:
    """The relation or function that the rows describe."""
    place = f"function.declared.{declared.name}.meaning"
    if not isinstance(rows, list):
        raise JsonError(place, "no list", "give rows of arguments and the value there")
    table: dict[Hashable, Any] = {}
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != len(declared.domain) + 1:
            raise JsonError(f"{place}[{number}]", "no row", f"give {len(declared.domain)} arguments and the value")
        read = [
            value_from_json(sort, part, f"{place}[{number}]")
            for sort, part in zip((*declared.domain, declared.result), row, strict=True)
        ]
        table[_place(declared, read[:-1])] = read[-1]
    default = declared.result.default()
    return lambda *arguments: table.get(_place(declared, arguments), default)


def _place(declared: Declared[Any], arguments: Sequence[Any]) -> Hashable:
    """Where a table has the value; 1 and true have places of their own."""
    return tuple(key(sort, argument) for sort, argument in zip(declared.domain, arguments, strict=True))
