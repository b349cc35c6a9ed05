"""A post-processing on both sides of a pair.

To move a post-processing P before the identifier, it must work on pairs: P² runs two copies of P, one on the left and
one on the right messages, and sends pairs to the right. If where P sends, and what it sends to the left, depends only
on what it hears from the right, then both copies send to the same side, and the same to the left.
"""

from __future__ import annotations

from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, Message, State
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.mechanisms.verification import is_pair
from concomp.model.registry.tags import realises


@realises("HSV26 Definition 6.2")
def doubled(processing: InteractivePostProcessing) -> InteractivePostProcessing:
    """P²: left messages are pairs, a side for each copy of P; a right message is for both; right messages are pairs.

    processing: deterministic, with one initial state. Where the copies disagree, which the destination and the
    response property exclude, the first is followed. Raises ValueError if it is not deterministic.
    """

    def step(states: Any, origin: Side, message: Message) -> Law[Any]:
        if origin is LEFT and not is_pair(message):
            return Law.point((HALT, LEFT, HALT))
        heard: Any = message if origin is LEFT else (message, message)
        copies = [_only(processing.respond(state, origin, each)) for state, each in zip(states, heard, strict=True)]
        (zero, side, said), (one, _, also_said) = copies
        return Law.point(((zero, one), side, (said, also_said) if side is RIGHT else said))

    [initial] = processing.initial_states
    return InteractivePostProcessing(step, ((initial, initial),), f"{processing!r}²")


def _only(law: Law[Any]) -> tuple[State, Side, Message]:
    if len(law) != 1:
        raise ValueError(f"a post-processing answers with {len(law)} outcomes: only a deterministic one is doubled")
    [outcome] = law
    return outcome  # type: ignore[no-any-return]
