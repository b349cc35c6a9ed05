"""The printed lines of the adversary that holds a post-processing, and of how its view is turned into A's.

Both are run with deterministic A and P, so that a step has one outcome. An adversary is here a function of the answers
so far, its state, to which a call with a message adds it; the empty message adds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from concomp.model.filters.as_printed.lines import unbound
from concomp.model.mechanisms.interaction import Adversary
from concomp.model.mechanisms.interactive import START, Message, State
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.registry.tags import realises

ASKS, ANSWERS = LEFT, RIGHT
"""v = Q, P hears a query, which comes from the left; v = A, it hears an answer, which comes from the right."""


@dataclass(frozen=True)
class Held:
    """The state of A': the states of A and of P, and v, if it is kept; no line says that it is."""

    of_adversary: tuple[Message, ...]
    of_processing: State
    v: Side | None


@realises("Haney23 Algorithm 8")
def adversary_inside_as_printed(
    adversary: Adversary, processing: InteractivePostProcessing, s: Any, m: Message
) -> tuple[Held, Message]:
    """One call of A'. Raises Stuck where v is read and was not kept."""
    if s is START:  # 2
        said, _ = _adversary(adversary, (), START)  # 3
        of_processing, v, sent = _processing(processing, processing.initial_states[0], ANSWERS, m)  # 4
        return Held(said, of_processing, _primed(v)), sent  # 20, with s' as it must be meant
    if s.v is None:
        raise unbound("v", 8)
    of_adversary, of_processing, sent = s.of_adversary, s.of_processing, m
    if s.v is ASKS:  # 8
        out = LEFT  # 7: v_out is A
        while out is LEFT:  # 9
            of_adversary, asked = _adversary(adversary, of_adversary, sent)  # 10
            of_processing, out, sent = _processing(processing, of_processing, ASKS, asked)  # 11, 12
        return Held(of_adversary, of_processing, ANSWERS), sent
    of_processing, out, sent = _processing(processing, of_processing, ANSWERS, m)  # 16
    return Held(of_adversary, of_processing, ASKS if out is LEFT else s.v), sent  # 17 to 20


def _primed(out: Side) -> Side:
    """v as P's output on line 4 gives it: Q if P asks the mechanism, A if it answers."""
    return ASKS if out is RIGHT else ANSWERS


def _adversary(
    adversary: Adversary, answers: tuple[Message, ...], heard: Message
) -> tuple[tuple[Message, ...], Message]:
    told = answers if heard is START else (*answers, heard)
    return told, adversary.strategy((), told)


def _processing(
    processing: InteractivePostProcessing, state: State, origin: Side, message: Message
) -> tuple[State, Side, Message]:
    [outcome] = processing.respond(state, origin, message)
    return outcome


@realises("Haney23 Algorithm 9")
def outer_view_as_printed(
    heard: Sequence[Message], adversary: Adversary, processing: InteractivePostProcessing
) -> tuple[Message, ...]:
    """g, for the messages m'_1, m'_3, … that A' heard; the state of P, whose index is lost on line 13, is the last."""
    v, out = ASKS, LEFT  # 3
    of_adversary, asked = _adversary(adversary, (), START)  # 4
    of_processing, _, _ = _processing(processing, processing.initial_states[0], v, heard[0])  # 5
    recorded: list[Message] = []
    for message in heard:  # 6
        if v is ASKS:  # 7
            while out is not RIGHT:  # 8
                of_adversary, asked = _adversary(adversary, of_adversary, asked)  # 9: A hears its own message
                of_processing, out, sent = _processing(processing, of_processing, v, asked)  # 10
                recorded.append(sent)
            v = ANSWERS  # 11
        else:  # 12
            of_processing, out, sent = _processing(processing, of_processing, v, message)  # 13
            if out is LEFT:  # 16
                recorded.append(sent)  # 17
                v = ASKS  # 18
    return tuple(recorded)
