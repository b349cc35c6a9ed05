"""Sub-verifiers.

A function of a composition keeps, for each created mechanism, how far that mechanism's own verification function has
read. What it declares of these functions has a meaning here that runs them compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from concomp.impl.monitors.stepper import compile_step
from concomp.model.language.monitor import Monitor
from concomp.model.language.readings.functions import DefinitionFunction

Advance = Callable[[Any, Any, Any], tuple[bool, Any]]


class SubVerifiers:
    """The verification functions that creation queries name, each compiled when it is first met."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, Any, Advance]] = {}
        self._asked: tuple[Any, Any, Any, Any] = (None, None, None, None)
        self._answer: tuple[bool, Any] = (False, None)

    @property
    def meanings(self) -> Mapping[str, Callable[..., Any]]:
        """The meanings of `begins`, `admits` and `continues`."""
        return {"begins": self.begins, "admits": self.admits, "continues": self.continues}

    def begins(self, function: Any) -> Any:
        """The state of the function before its first message."""
        return self._compile(function)[1]

    def admits(self, function: Any, state: Any, left: Any, right: Any) -> bool:
        """Whether the function accepts the pair in the state."""
        asked = self._asked
        if not (asked[0] is function and asked[1] is state and asked[2] is left and asked[3] is right):
            self._ask(function, state, left, right)
        return self._answer[0]

    def continues(self, function: Any, state: Any, left: Any, right: Any) -> Any:
        """The state of the function after the pair."""
        asked = self._asked
        if not (asked[0] is function and asked[1] is state and asked[2] is left and asked[3] is right):
            self._ask(function, state, left, right)
        return self._answer[1]

    def _ask(self, function: Any, state: Any, left: Any, right: Any) -> None:
        # Whether a pair is admitted and how the function goes on is one computation.
        self._answer = self._compile(function)[2](state, left, right)
        self._asked = (function, state, left, right)

    def _compile(self, function: Any) -> tuple[Any, Any, Advance]:
        known = self._known.get(id(function))
        if known is None:
            # The function itself is kept, so that its identity is not another's later.
            known = self._known[id(function)] = (function, *_begun(function))
        return known


def _begun(function: Any) -> tuple[Any, Advance]:
    if isinstance(function, Monitor | DefinitionFunction):
        stepper = compile_step(function)
        return stepper.initial, stepper.advance
    return function.initial, lambda state, left, right: function.advance(state, (left, right))
