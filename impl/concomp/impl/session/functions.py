"""Verification functions as a session knows them: read once, compiled once, and hashed once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from concomp.impl.monitors.guard import Guard, compile_guard
from concomp.model.files.evidence import definition_hash, function_hash, parameter_texts
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.values import exact

REMEMBERED = 256
"""How many functions are kept compiled."""
Named = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, eq=False)
class KnownFunction:
    """A verification function, with the parameters and meanings that it had when it was read."""

    function: DefinitionFunction

    @cached_property
    def guard(self) -> Callable[[], Guard]:
        """What makes its guards; LanguageError if it does not run."""
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


def known_function(function: Runnable) -> KnownFunction:
    """The verification function as it is now; what changes in it later is not noticed."""
    parameters, meanings = (_named(values) for values in (function.parameter_values, function.meanings))
    return _known(function.definition, parameters, meanings, (exact(parameters), exact(meanings)))


@lru_cache(REMEMBERED)
def _known(definition: Any, parameters: Named, meanings: Named, exactly: Hashable) -> KnownFunction:
    # Values that Python takes for equal are told apart by what they are exactly.
    return KnownFunction(DefinitionFunction(definition, dict(parameters), dict(meanings)))


def _named(values: Any) -> tuple[tuple[str, Hashable], ...]:
    return tuple(sorted(values.items(), key=lambda item: str(item[0])))
