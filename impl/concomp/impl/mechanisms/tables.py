"""The law of a mechanism's own code as a file for `concomp audit`, by all that it may draw.

A state of the file is what was sent and answered so far, and so tells nothing that the answers do not. What follows it
has the chance of all of it divided by the chance of what came before; each is the mass of tapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.impl.monitors.stepper import compile_step
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import TapeLaw, enumerate_tape
from concomp.impl.session.mechanism import Respond
from concomp.model.language.readings.runnable import Runnable
from concomp.model.mechanisms.interactive import HALT
from concomp.model.numbers import Exact, ParameterError, rational_text

Begin = Callable[[Randomness], Respond]
CUT, HALTED = "cut", "halted"
"""What is answered by tapes that were cut off, and by a mechanism that has halted."""
BEYOND = "beyond"
"""The state after the last round, and after what cannot be sent."""
SEQUENCES = 10_000
"""The most sequences of pairs that are listed."""
ONE = Fraction(1)


@dataclass(frozen=True)
class Instance:
    """A mechanism on few messages.

    begin: its code. function: its verification function. messages: those that are sent. rounds: how many.
    """

    begin: Begin
    function: Runnable
    messages: Sequence[Any]
    rounds: int

    def law(self, sent: Sequence[Any], cut: Exact = 0) -> TapeLaw[tuple[Any, ...]]:
        """The law of the answers to these messages; it ends with HALT where the mechanism does."""
        return enumerate_tape(lambda tape: _answers(self.begin(tape), sent), cut)

    def pairs(self) -> list[list[tuple[Any, Any]]]:
        """All sequences of pairs that the verification function accepts; ParameterError if there are too many."""
        stepper = compile_step(self.function)
        found: list[list[tuple[Any, Any]]] = []
        waiting: list[tuple[list[tuple[Any, Any]], Any]] = [([], stepper.initial)]
        for before, state in waiting:
            for pair in product(self.messages, repeat=2) if len(before) < self.rounds else ():
                accepted, after = stepper.advance(state, *pair)
                if accepted:
                    found.append([*before, pair])
                    waiting.append((found[-1], after))
            if len(found) > SEQUENCES:
                raise ParameterError("rounds", self.rounds, f"there are more than {SEQUENCES} sequences: ask for fewer")
        return found


def listed(instance: Instance, cut: Exact = 0) -> dict[str, Any]:
    """The contents of a file of the type "cm", its kernel and its accepted sequences listed.

    cut: the mass of tapes that may be left out, of every sequence of messages; an answer of its own in the file.
    Raises ParameterError if the mechanism goes on for ever on some tape and nothing may be cut, or for too many rounds.
    """
    pairs = instance.pairs()
    sent = sorted({tuple(pair[side] for pair in each) for each in pairs for side in (0, 1)}, key=len)
    masses: dict[tuple[str, ...], dict[tuple[str, ...], Fraction]] = {(): {(): ONE}}
    for messages in sent:
        law = instance.law(messages, cut)
        texts = _texts(law, len(messages))
        masses[tuple(map(text, messages))] = texts
    return _file(instance, masses, [[(text(left), text(right)) for left, right in each] for each in pairs])


def text(value: Any) -> str:
    """A message or an answer as files write it."""
    if value is HALT:
        return HALTED
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return " ".join(map(text, value))
    return str(int(value)) if isinstance(value, bool) else str(value)


def _answers(respond: Respond, sent: Sequence[Any]) -> tuple[Any, ...]:
    answers: list[Any] = []
    for message in sent:
        answers.append(respond(message))
        if answers[-1] is HALT:
            break
    return tuple(answers)


def _texts(law: TapeLaw[tuple[Any, ...]], length: int) -> dict[tuple[str, ...], Fraction]:
    found: dict[tuple[str, ...], Fraction] = {}
    for answers, mass in law.masses.items():
        written = tuple(map(text, answers))
        whole = (*written, *[HALTED] * (length - len(written)))
        found[whole] = found.get(whole, Fraction(0)) + mass
    return found


def _file(
    instance: Instance,
    masses: dict[tuple[str, ...], dict[tuple[str, ...], Fraction]],
    pairs: list[list[tuple[str, str]]],
) -> dict[str, Any]:
    messages = [text(message) for message in instance.messages]
    histories = [(sent, answers) for sent, law in masses.items() if len(sent) < instance.rounds for answers in law]
    kernel = {
        f"{_state(sent, answers)}|{message}": list(_row(masses, sent, answers, message, instance.rounds))
        for sent, answers in histories
        for message in messages
    }
    kernel |= {f"{BEYOND}|{message}": [["1", BEYOND, HALTED]] for message in messages}
    return {
        "type": "cm",
        "states": [*(_state(*history) for history in histories), BEYOND],
        "messages": messages,
        "answers": sorted({entry[2] for row in kernel.values() for entry in row}),
        "init": _state((), ()),
        "kernel": kernel,
        "horizon": instance.rounds,
        "verification": {"kind": "accepted", "sequences": [[list(pair) for pair in each] for each in pairs]},
    }


def _row(
    masses: dict[tuple[str, ...], dict[tuple[str, ...], Fraction]],
    sent: tuple[str, ...],
    answers: tuple[str, ...],
    message: str,
    rounds: int,
) -> Iterator[list[str]]:
    """The entries after a history: the chance of each answer, what is left being cut."""
    after = masses.get((*sent, message))
    before = masses[sent][answers]
    if after is None or not before:
        yield ["1", BEYOND, HALTED]
        return
    left = ONE
    for longer, mass in after.items():
        if longer[:-1] == answers:
            left -= mass / before
            state = _state((*sent, message), longer) if len(sent) + 1 < rounds else BEYOND
            yield [rational_text(mass / before), state, longer[-1]]
    if left:
        yield [rational_text(left), BEYOND, CUT]


def _state(sent: tuple[str, ...], answers: tuple[str, ...]) -> str:
    return "; ".join(f"{message}: {answer}" for message, answer in zip(sent, answers, strict=True)) or "start"
