"""An f-private mechanism as a post-processing of one draw from two laws.

What is drawn is an outcome of N(b), a pair of laws with the trade-off function f. A post-processing that draws it once,
before it first answers, is said by weights w[y, h]: given the outcome y, the chance of the answers of the history h to
its queries. They are those of a post-processing exactly if they are not negative, are 1 at the empty history, and those
of the continuations of a history by one query add up to its own. That both worlds are reproduced is linear as well, so
that a solution of the system is a post-processing, and whoever has it checks it by additions and multiplications.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Row, System
from concomp.model.reduction.laziness import Likelihoods, extensions
from concomp.model.registry.tags import realises

Pair = tuple[Law[Any], Law[Any]]
"""N(0), N(1)."""


@realises("HSV26 Lemma 14.5")
def simulation_from_pair(chances: Likelihoods, drawn: Pair) -> System:
    """The system whose solutions are the post-processings P with P ∘* N(b) equivalent to the mechanism.

    chances: the mechanism in its two worlds, by the likelihoods of its histories. Unknowns are (outcome, history).
    """
    outcomes = tuple(sorted(drawn[0].support | drawn[1].support, key=repr))
    return simulation_from_draw(chances, drawn, outcomes)


def simulation_from_draw(chances: Likelihoods, drawn: Pair, outcomes: tuple[Any, ...]) -> System:
    """The same, for the outcomes that are listed, in their order: all that N(0) or N(1) may draw are among them."""
    unknowns = tuple((outcome, history) for outcome in outcomes for history in chances)
    return System(unknowns, (*_laws(chances, outcomes), *_reproduction(chances, drawn)))


def _laws(chances: Likelihoods, outcomes: tuple[Any, ...]) -> Iterator[Row]:
    """Given each outcome, the answers to a query after a history share out the weight of the history."""
    following = extensions(chances)
    for outcome in outcomes:
        yield Row((((outcome, ()), ONE),), ONE)
        for (past, _), extended in following.items():
            yield Row((*(((outcome, history), ONE) for history in extended), ((outcome, past), -ONE)), ZERO)


def _reproduction(chances: Likelihoods, drawn: Pair) -> Iterator[Row]:
    """In world b the outcome is drawn from N(b), and each history must have its likelihood there."""
    for bit, law in enumerate(drawn):
        for history, weights in chances.items():
            if history:
                yield Row(tuple(((outcome, history), chance) for outcome, chance in law.items()), weights[bit])
