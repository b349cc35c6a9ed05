"""Verification functions as a session knows them: read once, compiled once, and hashed once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from concomp.impl.monitors.guard import Guard, compile_guard
from concomp.impl.session.same import VerySame
from concomp.model.files.evidence import definition_hash, function_hash, meanings_as_json, parameter_texts
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.errors import reading
from concomp.model.language.syntax.values import exact

REMEMBERED = 256
"""How many functions are kept compiled."""


@dataclass(frozen=True, eq=False)
class KnownFunction:
    """A verification function, with the parameters and meanings that it had when it was read."""

    function: DefinitionFunction

    @cached_property
    def guard(self) -> Callable[[], Guard]:
        """What makes its guards; LanguageError if it does not run."""
        with reading(lambda: self.function.definition.position):
            return compile_guard(self.function)

    @cached_property
    def definition_hash(self) -> str:
        """The hash of its definition; JsonError if it has none."""
        return definition_hash(self.function)

    @cached_property
    def function_hash(self) -> str:
        """The hash of the whole; JsonError if it has none."""
        return function_hash(self.function)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The values of its parameters, as evidence writes them."""
        return parameter_texts(self.function)


class _Reading:
    """A function as it is now: the same as another that says the same, of the same values and the very same meanings.

    Python's equality will not do: it takes values for equal that a function tells apart.
    """

    def __init__(self, function: Runnable) -> None:
        self.definition = function.definition
        self.parameters = dict(function.parameter_values)
        self.meanings = dict(function.meanings)
        meanings = frozenset((name, id(meaning)) for name, meaning in self.meanings.items())
        self._key = self.definition, exact(tuple(self.parameters.items())), meanings, _text_of_meanings(function)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reading) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def _text_of_meanings(function: Runnable) -> str | None:
    """What the meanings are now, as what they hold may change; None if nobody can say, and no hash rests on it."""
    if not _declares(function.definition):
        return ""
    try:
        return json.dumps(meanings_as_json(function))
    except JsonError:
        return None


@lru_cache(REMEMBERED)
def _declares(definition: Definition) -> bool:
    """Whether a definition, which never changes, uses anything that is given a meaning."""
    return bool(definition.declared)


def known_function(function: Runnable) -> KnownFunction:
    """The verification function as it is now; what changes in it later is not noticed."""
    return _known_by_definition(VerySame(function.definition)) or _known(_Reading(function))


@lru_cache(REMEMBERED)
def _known_by_definition(written: VerySame) -> KnownFunction | None:
    """The function of a definition that says all, as it has no parameters and declares nothing; else None."""
    (definition,) = written.objects
    if definition.parameters or _declares(definition):
        return None
    return _known(_Reading(DefinitionFunction(definition)))


@lru_cache(REMEMBERED)
def _known(reading: _Reading) -> KnownFunction:
    return KnownFunction(DefinitionFunction(reading.definition, reading.parameters, reading.meanings))
