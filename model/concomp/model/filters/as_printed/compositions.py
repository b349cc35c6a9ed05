"""The printed lines of concurrent composition, filters and odometers.

x is the data set that the machine is started in, and a state is what the lines say: (x, […]) or Halt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concomp.model.filters.as_printed.lines import HALT_STATE, parse, unbound
from concomp.model.filters.filtered import ContinuationRule, Verifier
from concomp.model.filters.messages import (
    COUNT_LIMIT,
    INSUFFICIENT_BUDGET,
    INVALID_QUERY,
    NOT_VERIFIED,
    PRIVACY_LOSS,
    Ask,
    Launch,
    Loss,
    Next,
)
from concomp.model.filters.odometers import Accumulator
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, START, InteractiveMechanism, Message, State
from concomp.model.registry.tags import realises

EMPTY = "λ, the empty string"
"""What the printed algorithms answer to their start."""


def _names(message: Any, count: int) -> bool:
    """Whether m is of the form (j, q) with j = 1, …, k; the empty q is one."""
    return isinstance(message, Ask) and 1 <= message.index <= count


@realises("Haney23 Algorithm 1")
def concurrent_composition_as_printed(mechanisms: Sequence[InteractiveMechanism]) -> InteractiveMechanism:
    """ConComp; on line 3 the dataset is taken from the state, and the M_j are started, as all readers will do."""

    def step(s: Any, m: Any) -> Next:
        if m is START:  # 2
            started = tuple(_only_state(mechanism, s) for mechanism in mechanisms)  # 3
            return Law.point(((s, started), EMPTY))  # 4
        x, states = parse(s, 5, object, tuple)
        if _names(m, len(mechanisms)):  # 7
            j = m.index - 1

            def line_9(sent: tuple[State, Message]) -> tuple[State, Message]:
                return (x, (*states[:j], sent[0], *states[j + 1 :])), sent[1]

            return mechanisms[j].respond(states[j], m.query).map(line_9)  # type: ignore[no-any-return]  # 8
        return Law.point((s, INVALID_QUERY))  # 11

    return InteractiveMechanism(step, mechanisms[0].initial_states, EVERYTHING, "ConComp as printed")


def _only_state(mechanism: InteractiveMechanism, dataset: Any) -> State:
    [(state, _)] = mechanism.respond(dataset, START)
    return state


@realises("Haney23 Algorithm 2")
def filtered_composition_as_printed(
    rule: ContinuationRule, budget: Loss, verifies: Verifier, datasets: tuple[Any, ...], limit: int | None = None
) -> InteractiveMechanism:
    """F-Filt(NIM); lines 13 to 18 stand under no condition but line 7's. Raises Stuck, when asked."""

    def step(s: Any, m: Any) -> Next:
        if m is START:
            return Law.point(((s, ()), EMPTY))  # 3, 4
        x, launched = parse(s, 5, object, tuple)
        for entry in launched:
            parse(entry, 5, object, object)
        losses = tuple(d for _, d in launched)
        if isinstance(m, Launch):  # 7
            following = None
            if len(losses) == limit:  # 8
                pass  # 9: what it assigns is assigned again below
            elif verifies(m):  # 10
                following = m  # 11, 12
            if following is None:
                raise unbound("d_{k+1}", 13)
            if not rule((*losses, following.loss), budget):  # 13
                return Law.point((HALT_STATE, INSUFFICIENT_BUDGET))  # 14
            state = (x, (*losses, following.loss))  # 17
            return following.mechanism.output(x).map(lambda output: (state, output))  # type: ignore[no-any-return]  # 18
        return Law.point((s, INVALID_QUERY))  # 20

    return InteractiveMechanism(step, datasets, EVERYTHING, "F-Filt(NIM) as printed")


@realises("Haney23 Algorithm 3")
def filtered_concurrent_composition_as_printed(
    rule: ContinuationRule, budget: Loss, verifies: Verifier, datasets: tuple[Any, ...], limit: int | None = None
) -> InteractiveMechanism:
    """F-FiltCon(IM). Raises Stuck, when asked, in the states that lines 9, 14 and 20 leave."""

    def step(s: Any, m: Any) -> Next:
        if m is START:  # 2
            return Law.point(((s, ()), EMPTY))  # 3, 4
        x, launched = parse(s, 5, object, tuple)
        if isinstance(m, Launch):  # 7
            if len(launched) == limit:  # 8
                return Law.point((HALT_STATE, COUNT_LIMIT))  # 9
            if not verifies(m):  # 10, without another branch
                raise unbound("m'", 23)
            if not rule((*(d for _, d, _ in launched), m.loss), budget):  # 13
                return Law.point((HALT_STATE, INSUFFICIENT_BUDGET))  # 14
            return _started(x, launched, m)  # 16, 17
        if _names(m, len(launched)):  # 18

            def line_20(sent: tuple[State, Message]) -> tuple[State, Message]:
                then, answer = sent
                return (x, budget, _replaced(launched, m.index, then)), answer

            mechanism, _, of_mechanism = launched[m.index - 1]
            return mechanism.respond(of_mechanism, m.query).map(line_20)  # type: ignore[no-any-return]  # 19
        return Law.point((s, INVALID_QUERY))  # 22

    return InteractiveMechanism(step, datasets, EVERYTHING, "F-FiltCon(IM) as printed")


@realises("Haney23 Algorithm 6")
def concurrent_odometer_as_printed(
    accumulator: Accumulator, verifies: Verifier, datasets: tuple[Any, ...]
) -> InteractiveMechanism:
    """G-OdomCon(IM)."""

    def step(s: Any, m: Any) -> Next:
        if m is START:  # 2
            return Law.point(((s, ()), EMPTY))  # 3, 4
        x, launched = parse(s, 5, object, tuple)
        if isinstance(m, Launch):  # 7
            return _started(x, launched, m) if verifies(m) else Law.point((s, NOT_VERIFIED))  # 8 to 14
        if _names(m, len(launched)):  # 15

            def line_18(sent: tuple[State, Message]) -> tuple[State, Message]:
                return (x, _replaced(launched, m.index, sent[0])), sent[1]

            mechanism, _, of_mechanism = launched[m.index - 1]
            return mechanism.respond(of_mechanism, m.query).map(line_18)  # type: ignore[no-any-return]  # 17
        if m == PRIVACY_LOSS:  # 19
            return Law.point((s, accumulator(tuple(d for _, d, _ in launched))))  # 20
        return Law.point((s, INVALID_QUERY))  # 22

    return InteractiveMechanism(step, datasets, EVERYTHING, "G-OdomCon(IM) as printed")


def _started(x: Any, launched: tuple[Any, ...], m: Launch) -> Next:
    return m.mechanism.respond(x, START).map(  # type: ignore[no-any-return]
        lambda sent: ((x, (*launched, (m.mechanism, m.loss, sent[0]))), sent[1])
    )


def _replaced(launched: tuple[Any, ...], index: int, state: State) -> tuple[Any, ...]:
    mechanism, loss, _ = launched[index - 1]
    return (*launched[: index - 1], (mechanism, loss, state), *launched[index:])
