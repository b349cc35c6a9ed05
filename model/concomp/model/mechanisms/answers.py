"""Discrete answer distributions.

What a mechanism answers next depends on what was asked and answered before. Its answers are discrete if they come
from a countable set and, after every history, the law of the next one is given by the masses of single answers. In
this model every law has finitely many outcomes with weights, so that the mass function is simply there: it follows
from what is known of the hidden state after the history.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.registry.tags import realises


@realises("HSV26 Definition 4.6")
def next_answer(
    mechanism: InteractiveMechanism, state: State, history: Sequence[tuple[Message, Message]], query: Message
) -> Law[Message] | None:
    """The law of the answer to `query` of the mechanism started in `state`, given its history.

    history: (query, answer) pairs. Returns None if the history is impossible.
    """
    weights: dict[State, Fraction] = {state: ONE}
    for asked, answered in history:
        after: dict[State, Fraction] = {}
        for hidden, weight in weights.items():
            for (then, answer), chance in mechanism.respond(hidden, asked).items():
                if answer == answered:
                    after[then] = after.get(then, ZERO) + weight * chance
        weights = after
    total = sum(weights.values(), ZERO)
    if total == 0:
        return None
    known = Law({hidden: weight / total for hidden, weight in weights.items()})
    return known.bind(lambda hidden: mechanism.respond(hidden, query).map(lambda sent: sent[1]))
