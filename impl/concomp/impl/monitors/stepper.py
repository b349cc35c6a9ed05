"""Compiled steps.

The same function as a verifier's, but from a state to a state: the state is a value that the caller keeps, compares
and goes back to. The many sub-verifiers of a composition are run so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from concomp.impl.monitors.function_lines import Generated, generate
from concomp.impl.monitors.python_body import Endings
from concomp.impl.monitors.register_layout import assemble, layout
from concomp.model.language.readings.functions import REJECTED, Rejected, State
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.values import Value

Flat = Any
"""A state, as the values of the function's variables; REJECTED after a failed requirement."""


class Stepper:
    """A verification function from states to states."""

    __slots__ = ("advance", "definition", "initial", "source")

    advance: Callable[[Flat, object, object], tuple[bool, Flat]]
    """(state, left, right) ↦ (is the sequence up to this pair accepted?, the state after it)."""

    def __init__(
        self, definition: Definition, initial: Flat, source: str, advance: Callable[..., tuple[bool, Flat]]
    ) -> None:
        """Take the definition, the state before the first message, the generated text and what it makes."""
        self.definition = definition
        self.initial = initial
        self.source = source
        self.advance = advance

    def state(self, flat: Flat) -> State:
        """The state as the definition, evaluated by the book, has it."""
        if isinstance(flat, Rejected):
            return flat
        values: Iterator[Value] = iter(flat)
        return tuple([assemble(register.symbol.sort, values) for register in self.definition.registers])

    def __repr__(self) -> str:
        return f"Stepper({self.definition.name})"


def compile_step(monitor: Runnable) -> Stepper:
    """The step of a monitor, or of any definition with values for its parameters.

    Raises LanguageError if a parameter has no value.
    """
    variables = "".join(f"r{index}, " for index in range(len(layout(monitor.definition).variables)))
    endings = Endings(("return False, rejected",), f"return {{}}, ({variables})")
    generated = generate(monitor, endings)
    source = _text(generated, variables)
    scope: dict[str, Any] = {}
    exec(compile(source, f"<{monitor.definition.name}>", "exec"), scope)
    advance = scope["make"](rejected=REJECTED, **generated.scope.names.values)
    return Stepper(monitor.definition, generated.initial, source, advance)


def _text(generated: Generated, variables: str) -> str:
    opened = [f"        ({variables}) = state"] if variables else []
    source = [
        f"def make({', '.join(['rejected', *sorted(generated.scope.names.values)])}):",
        "    def advance(state, left, right):",
        "        if state is rejected:",
        "            return False, rejected",
        *opened,
        *(f"        {line}" for line in generated.steps),
        "    return advance",
        "",
    ]
    return "\n".join(source)
