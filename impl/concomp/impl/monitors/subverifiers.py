"""Sub-verifiers.

A function of a composition keeps, for each created mechanism, how far that mechanism's own verification function has
read. What it declares of these functions has a meaning here that runs them compiled.

What a compiled function answers depends on the state and the pair alone, as its own meanings are held to what they
gave, and functions that are the same are compiled once. So only functions of other kinds are held to what they answered
before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from concomp.impl.monitors.stepper import compile_step
from concomp.model.composition.suitable import admits, begins, continues
from concomp.model.language.monitor import Monitor
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.readings.steadiness import Steady, answers_of
from concomp.model.language.syntax.values import exact

Advance = Callable[[Any, Any, Any], tuple[bool, Any]]


class SubVerifiers:
    """The verification functions that creation queries name, each compiled when it is first met."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, Any, Advance]] = {}
        self._compiled: dict[Hashable, tuple[Any, Advance]] = {}
        self._asked: tuple[Any, Any, Any, Any] = (None, None, None, None)
        self._answer: tuple[bool, Any] = (False, None)
        self._begun, self._admitted, self._continued = answers_of(begins), answers_of(admits), answers_of(continues)

    @property
    def meanings(self) -> Mapping[str, Callable[..., Any]]:
        """The meanings of `begins`, `admits` and `continues`."""
        return {"begins": Steady(self.begins), "admits": Steady(self.admits), "continues": Steady(self.continues)}

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
            known = self._known[id(function)] = (function, *self._run(function))
        return known

    def _run(self, function: Any) -> tuple[Any, Advance]:
        """(the state before the first message, the step) of a function."""
        if not isinstance(function, Monitor | DefinitionFunction):
            return self._begun.hold(function.initial, function), lambda *asked: self._advance(function, *asked)
        key = exact(function)
        if key not in self._compiled:
            stepper = compile_step(function)
            self._compiled[key] = stepper.initial, stepper.advance
        return self._compiled[key]

    def _advance(self, function: Any, state: Any, left: Any, right: Any) -> tuple[bool, Any]:
        """The step of a function that is not compiled, held to what it answered before at what is the same."""
        accepted, after = function.advance(state, (left, right))
        self._admitted.hold(accepted, function, state, left, right)
        return accepted, self._continued.hold(after, function, state, left, right) if accepted else after
