"""Guards.

At run time there is one world, and a message is paired with itself. The guard reads the messages that the verification
function accepts so, and refuses the others; what it refuses leaves no trace, so that the function goes on as if the
message had never been sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.impl.monitors.function_lines import generate_in_place, starting_lines
from concomp.impl.monitors.python_body import Endings
from concomp.impl.monitors.stepper import compile_step
from concomp.model.language.readings.runnable import Runnable
from concomp.model.language.syntax.terms import TRUE

Guard = Callable[[object], bool]
"""Read the next message: whether it is accepted, paired with itself; the registers change only if it is."""

# A requirement is tested before anything changes, so that the text need not undo.
_ENDINGS = Endings(("return False",), "return {}")


def compile_guard(monitor: Runnable) -> Callable[[], Guard]:
    """What makes guards of a monitor, or of any definition with values for its parameters, each at the beginning.

    A step takes the same time however long the sequence is, unless the function states verdicts on exactly the
    sequence so far (`accept_if`) and keeps maps. Raises LanguageError if a parameter has no value.
    """
    return _with_states(monitor) if monitor.definition.verdict is not TRUE else _in_place(monitor)


def _with_states(monitor: Runnable) -> Callable[[], Guard]:
    stepper = compile_step(monitor)

    def begin() -> Guard:
        state = stepper.initial

        def accepts(message: object) -> bool:
            nonlocal state
            accepted, after = stepper.advance(state, message, message)
            if accepted:
                state = after
            return accepted

        return accepts

    return begin


def _in_place(monitor: Runnable) -> Callable[[], Guard]:
    generated = generate_in_place(monitor, _ENDINGS)
    begin = starting_lines(generated)
    variables = ", ".join(generated.scope.variables.values())
    source = [
        f"def make({', '.join(sorted(generated.scope.names.values))}):",
        "    def begin():",
        *(f"        {line}" for line in begin),
        "        def accepts(left):",
        *([f"            nonlocal {variables}"] if variables else []),
        "            right = left",
        *(f"            {line}" for line in generated.steps),
        "        return accepts",
        "    return begin",
        "",
    ]
    scope: dict[str, Any] = {}
    exec(compile("\n".join(source), f"<guard of {monitor.definition.name}>", "exec"), scope)
    made: Callable[[], Guard] = scope["make"](**generated.scope.names.values)
    return made
