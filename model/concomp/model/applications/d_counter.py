"""A counter for each coordinate of a stream of vectors.

The counters run side by side, each on its own coordinate; a vector of sums is answered. One by trees of doubling length
has no last step, and its law can be written down if its nodes are clamped where they are released.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.model.laws.law import Law, product_law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.registry.tags import realises


@realises("HSV26 Section 7.1: d-counter")
def d_counter(counter: InteractiveMechanism, dimension: int) -> InteractiveMechanism:
    """d-counter: coordinate i of each vector goes to the i-th of so many counters, and their answers are a vector.

    counter: with one initial state; for the d-counter of ε it is ε/d-DP w.r.t. ~'. Its state is that of each counter.
    It halts when they do.
    """

    def step(states: Any, vector: Any) -> Law[tuple[State, Message]]:
        answered = (counter.respond(state, entry) for state, entry in zip(states, vector, strict=True))
        return product_law(answered).map(_together)

    return InteractiveMechanism(step, ((counter.initial_state,) * dimension,), EVERYTHING, f"{dimension}-counter")


def _together(outcomes: tuple[tuple[State, Message], ...]) -> tuple[State, Message]:
    states, answers = zip(*outcomes, strict=True)
    return (HALT, HALT) if HALT in answers else (states, answers)


def doubling_counter(released: Callable[[int, int], Law[int]]) -> InteractiveMechanism:
    """A counter of integers by binary trees of 1, 2, 4, … items, one after the other.

    released: (j, sum of a node in the tree of 2^j items) ↦ the law of what is released of it. Its state is the answer
    when this tree began, j, its items so far, and for each level the sum of the node that is not in a larger one, and
    what was released of it.
    """

    def step(state: Any, item: int) -> Law[tuple[State, Message]]:
        past, epoch, items, nodes = state
        level = _trailing_zeros(items + 1)
        total = item + sum(held for held, _ in nodes[:level])

        def after(number: int) -> tuple[State, Message]:
            held = (*((0, 0) for _ in range(level)), (total, number), *nodes[level + 1 :])
            answer = past + sum(each for _, each in held)
            if items + 1 == 1 << epoch:
                return (answer, epoch + 1, 0, ((0, 0),) * (epoch + 2)), answer
            return (past, epoch, items + 1, held), answer

        return released(epoch, total).map(after)

    return InteractiveMechanism(step, ((0, 0, 0, ((0, 0),)),), EVERYTHING, "counter")


def _trailing_zeros(number: int) -> int:
    return (number & -number).bit_length() - 1
