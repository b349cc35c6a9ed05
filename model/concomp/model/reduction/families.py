"""The four families of laws that a simulator answers from, and the simulator that asks for the bit late.

Weights of histories become laws of the next answer by division. In the exposing branch the weights are φ, in the noisy
one ψ, which is what φ leaves of the mechanism with the noise taken out. The simulator asks IRR for the branch when it
first answers, and for the bit when, for the first time, its laws depend on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, Message
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.mechanisms.randomised_response import ASK, EXPOSED, NOISY, Exposure
from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.laziness import History, extensions
from concomp.model.registry.tags import realises

Weights = Mapping[History, WeightPair]


@realises("HSV26 Section 10.2.2: F_(BOT,b)", "HSV26 Section 10.2.3: psi_t and F_(TOP,b)")
def next_answer(weights: Weights, extended: list[History], bit: int) -> Law[Message]:
    """The law of the answer after a history of the given world: shares of its weight; a point mass if it has none.

    extended: the histories that continue it by an answer to the query.
    """
    whole = sum(weights[history][bit] for history in extended)
    if not whole:
        return Law.point(extended[0][-1][1])
    return Law.gather((history[-1][1], weights[history][bit] / whole) for history in extended)


@realises("HSV26 Section 10.2.1: IPM P")
def late_simulator(phi: Weights, psi: Weights) -> InteractivePostProcessing:
    """P: it asks IRR for the branch at the first query, for the bit at the first query whose laws depend on it.

    It halts on queries that have no answers. States: (responses, history), and with a query while it waits for IRR.
    """
    following = extensions({history: (zero, one) for history, (zero, one) in phi.items()})
    weights = {EXPOSED: phi, NOISY: psi}

    def step(state: Any, origin: Side, message: Message) -> Law[tuple[Any, Side, Message]]:
        if origin is LEFT:
            responses, history = state
            return proceed(responses, history, message)
        responses, history, query = state
        return proceed((*responses, message), history, query)

    def proceed(responses: tuple[Any, ...], history: History, query: Message) -> Law[tuple[Any, Side, Message]]:
        extended = following.get((history, query))
        if extended is None:
            return Law.point((HALT, LEFT, HALT))
        if not responses or (len(responses) == 1 and not all(map(alike(extended), weights))):
            return Law.point(((responses, history, query), RIGHT, ASK))
        branch, bit = (*responses, 0)[:2]
        law = next_answer(weights[branch], extended, bit)
        return law.map(lambda answer: ((responses, (*history, (query, answer))), LEFT, answer))

    def alike(extended: list[History]) -> Any:
        def same(branch: Exposure) -> bool:
            return next_answer(weights[branch], extended, 0) == next_answer(weights[branch], extended, 1)

        return same

    return InteractivePostProcessing(step, (((), ()),), "P")
