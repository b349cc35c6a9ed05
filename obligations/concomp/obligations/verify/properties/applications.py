"""What declared relations and functions were asked on a trace, and what they said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.decode import Trace


@dataclass(frozen=True)
class Application:
    """A declared relation or function, by its name, the arguments that it was asked of, and its value there.

    What its axioms decide is not asked.
    """

    name: str
    arguments: tuple[Value, ...]
    value: Value


class Listener:
    """A trace whose declared relations and functions remember what they are asked."""

    def __init__(self, trace: Trace) -> None:
        """Take the trace."""
        self._heard: dict[Application, None] = {}
        meanings: Mapping[Declared[Any], Meaning] = {
            symbol: self._listen(symbol, meaning) for symbol, meaning in trace.meanings.items()
        }
        self.trace = replace(trace, meanings=meanings)

    @property
    def applications(self) -> tuple[Application, ...]:
        """What was asked so far, in that order; a symmetric relation in one of its orders."""
        return tuple(self._heard)

    def _listen(self, symbol: Declared[Any], meaning: Meaning) -> Meaning:
        def value(*arguments: Value) -> Value:
            said = meaning(*arguments)
            turned = Application(symbol.name, arguments[::-1], said)
            if not (symbol.symmetric and turned in self._heard):
                self._heard[Application(symbol.name, arguments, said)] = None
            return said

        return value
