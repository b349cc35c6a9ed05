"""Compiled verification functions.

From a definition one Python function is generated that reads a pair of messages and answers: the registers are its
variables, shared terms are computed once, and the messages' sorts are checked on the way in. A step takes the same
time however long the sequence is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from concomp.impl.monitors.function_lines import Generated, generate_in_place, starting_lines
from concomp.impl.monitors.python_body import Endings
from concomp.impl.monitors.register_layout import assemble
from concomp.model.language.readings.functions import REJECTED, State
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.values import TotalMap, Value

_ENDINGS = Endings(("rejected = True", "return False"), "return {}")


class Verifier:
    """A verification function that reads a sequence of pairs of messages one by one."""

    __slots__ = ("_read", "accepts", "definition", "reset", "source")

    accepts: Callable[[object, object], bool]
    """Read the next pair (left, right): whether the sequence up to it is accepted."""
    reset: Callable[[], None]
    """Begin a new sequence."""

    def __init__(self, definition: Definition, source: str, made: tuple[Any, Any, Any]) -> None:
        """Take the definition, the generated text, and the three functions that it makes."""
        self.definition = definition
        self.source = source
        self.accepts, self.reset, self._read = made

    @property
    def registers(self) -> Mapping[str, Value]:
        """The values of the registers, by name, after the last pair that no requirement rejected."""
        _, *held = self._read()
        values: Iterator[Value] = iter(held)
        return {r.name: assemble(r.symbol.sort, values) for r in self.definition.registers}

    @property
    def state(self) -> State:
        """The state as the definition, evaluated by the book, has it."""
        return REJECTED if self._read()[0] else tuple(self.registers.values())

    def __repr__(self) -> str:
        return f"Verifier({self.definition.name})"


def compile_monitor(monitor: Runnable) -> Verifier:
    """The verifier of a monitor, or of any definition with values for its parameters.

    It agrees with the definition evaluated by the book. Only what is needed is evaluated, so a declared relation
    without a meaning is missed later than there. Raises LanguageError if a parameter has no value.
    """
    generated = generate_in_place(monitor, _ENDINGS)
    source = _text(generated)
    scope: dict[str, Any] = {}
    exec(compile(source, f"<{monitor.definition.name}>", "exec"), scope)
    return Verifier(monitor.definition, source, scope["make"](**generated.scope.names.values))


def _text(generated: Generated) -> str:
    scope = generated.scope
    names = scope.names
    begin, read = ["rejected = False", *starting_lines(generated)], ["rejected"]
    for symbol, written in scope.variables.items():
        kept = symbol in scope.in_place
        read.append(f"{names.of(TotalMap, TotalMap)}({written}_default, {written})" if kept else written)
    variables = ", ".join(["rejected", *scope.variables.values()])
    source = [
        f"def make({', '.join(sorted(names.values))}):",
        *(f"    {line}" for line in begin),
        "    def accepts(left, right):",
        f"        nonlocal {variables}",
        "        if rejected:",
        "            return False",
        *(f"        {line}" for line in generated.steps),
        "    def reset():",
        f"        nonlocal {variables}",
        *(f"        {line}" for line in begin),
        "    def read():",
        f"        return ({', '.join(read)},)",
        "    return accepts, reset, read",
        "",
    ]
    return "\n".join(source)
