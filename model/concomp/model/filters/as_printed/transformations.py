"""The printed lines of the post-processings that turn one composition into another.

v = Q is a message from the left, v = A one from the right; a message with direction Q goes to the right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from concomp.model.filters.messages import INVALID_QUERY, Ask, Launch, Loss
from concomp.model.filters.transformations import Reduction, Sent
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, State
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.registry.tags import realises

Q, A = RIGHT, LEFT
"""Where a message goes: to the mechanism, or to the adversary."""
PENDING = "pending"
NEW = "λ"
"""The state of a post-processing that was never called."""


@realises("Haney23 Algorithm 11")
def interactive_from_noninteractive_as_printed(
    reductions: Mapping[InteractiveMechanism, Reduction],
) -> InteractivePostProcessing:
    """From F-Filt(NIM) to F-FiltCon(IM); (P_j, s^{P_j}, f_j) are the entries, and P_j is run on its own state."""

    def step(s: Any, origin: Side, m: Any) -> Sent:
        entries = () if s == NEW else s  # 2, 3
        if origin is LEFT:  # 4
            if isinstance(m, Launch):  # 6
                reduction = reductions[m.mechanism]  # 7
                then = (*entries, (reduction.processing, PENDING, m.loss))  # 8
                return Law.point((then, A, Launch(reduction.noninteractive, m.loss)))  # 9, 22
            assert isinstance(m, Ask)  # 10
            processing, of_processing, f = entries[m.index - 1]

            def line_13(sent: tuple[State, Side, Any]) -> tuple[State, Side, Any]:
                changed = (processing, sent[0], f)
                return (*entries[: m.index - 1], changed, *entries[m.index :]), A, sent[2]

            return processing.respond(of_processing, LEFT, m.query).map(line_13)  # type: ignore[no-any-return]  # 12
        if entries and entries[-1][1] == PENDING:  # 15
            if m is INVALID_QUERY:  # 16
                return Law.point((entries[:-1], A, m))  # 17, 18
            processing, _, f = entries[-1]
            started = processing.respond(processing.initial_states[0], RIGHT, m)  # 20
            return started.map(lambda sent: ((*entries[:-1], (processing, sent[0], f)), A, sent[2]))  # type: ignore[no-any-return]  # 21
        return Law.point((entries, A, m))

    return InteractivePostProcessing(step, (NEW,), "P as printed")


@realises("Haney23 Algorithm 12")
def many_from_two_as_printed(rest: Callable[[Loss], Launch]) -> InteractivePostProcessing:
    """From F_2-FiltCon to F_K-FiltCon; states are (k, list), and what cannot be parsed is an invalid query."""

    def step(s: Any, origin: Side, m: Any) -> Sent:
        if s == NEW:  # 3
            s, origin = (0, ()), LEFT  # 4
        k, entries = s  # 2
        if origin is LEFT:  # 5
            if isinstance(m, Launch):  # 6
                if k == 0:  # 7
                    return Law.point(((1, ((m, "no"),)), Q, m))  # 8, 9
                return Law.point((s, Q, m))  # 10, 11
            if isinstance(m, Ask):  # 12
                return Law.point((s, Q, m))  # 13, 14: (2, (j - 1), q) is overwritten by m
            return Law.point((s, Q, INVALID_QUERY))  # 15, 16
        if k == 1 and entries[0][1] == "no" and not _is_error(m):  # 17, 18
            first = entries[0][0]
            then = (2, ((first, "yes"), (rest(first.loss), "no", m)))  # 19, 20, 21
            return Law.point((then, Q, rest(first.loss)))  # 22
        if k == 1 and len(entries) == 2:  # 23: k has become 2 on line 20
            return Law.point((s, A, entries[1][2]))  # 24 to 28
        return Law.point((s, A, m))  # 29 to 31

    return InteractivePostProcessing(step, (NEW,), "P as printed")


def _is_error(message: Any) -> bool:
    return message is INVALID_QUERY


@realises("Haney23 Algorithm 13")
def with_losses_as_printed(translated: Callable[[Loss], Loss]) -> InteractivePostProcessing:
    """From the Rényi filter to the zCDP filter."""

    def step(s: Any, origin: Side, m: Any) -> Sent:
        if s == NEW:  # 2
            s, origin = (), LEFT  # 3, 4
        if origin is LEFT:  # 5
            if isinstance(m, Launch):  # 6
                return Law.point((s, Q, Launch(m.mechanism, translated(m.loss))))  # 7, 14
            return Law.point((s, Q, m if isinstance(m, Ask) else INVALID_QUERY))  # 8 to 14
        return Law.point((s, A, m))  # 15 to 17

    return InteractivePostProcessing(step, (NEW,), "P as printed")
