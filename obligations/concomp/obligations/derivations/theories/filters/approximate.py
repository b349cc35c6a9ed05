"""Valid accumulators for (ε,δ)-DP: what Haney23 Theorem 1.20 needs of Lemma 2.19, from the laws of the views.

What an adversary sees of the filter, and of the odometer, is within (ε,δ) if Σ_v max(0, P(v) − e^ε·Q(v)) − δ is at most
0, P and Q being the laws of the view in a world and in the other, as Run and Shown give them.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY
from concomp.obligations.derivations.kernel.language import Real, eq, largest, le, real, term_at, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison, convergence, extensionality, summation
from concomp.obligations.derivations.theories.control.weights import AT_LEAST_1, DELTA, DELTA_RANGE, B, G, N
from concomp.obligations.derivations.theories.filters.truncation import (
    ALIKE,
    NOT_B,
    NOTHING_OF_SHOWN,
    SHOWN_IS_EMPTY,
    S,
    V,
    run,
    shown,
    worth,
)


def excess(seen: Real) -> Real:
    """max(0, P − e^ε·Q) for what is seen in the world b, with the chance P, and in the other, with Q."""
    return largest(0, seen - G * term_at(seen, {B: NOT_B}))


OF_RUN, OF_SHOWN = excess(run(N, B, S, EMPTY)), excess(shown(N, B, S))
APART_RUN, APART_SHOWN = (total(V, each) - DELTA for each in (OF_RUN, OF_SHOWN))
_SAME_EXCESS = solve("the same excess", eq(OF_RUN, OF_SHOWN), ALIKE, instance(ALIKE, {B: NOT_B}))
AS_FAR = solve("the same δ", eq(APART_SHOWN, APART_RUN), extensionality(total(V, OF_RUN), _SAME_EXCESS))
"""Where G(∅) ≤ d."""

# Where G(∅) is not ≤ d, nothing is kept of the view.
CHANCE = hypothesis("the v-th view has a chance", "Haney23 Definition 1.6", le(0, worth(B, EMPTY)))


def _within() -> Fact:
    nothing = solve(
        "no excess",
        eq(OF_SHOWN, 0),
        NOTHING_OF_SHOWN,
        SHOWN_IS_EMPTY,
        CHANCE,
        AT_LEAST_1,
    )
    small = solve("at most 0", le(OF_SHOWN, 0), nothing)
    converges = comparison(V, solve("at least 0", le(0, OF_SHOWN), nothing), small, convergence(V, real(0), ()))
    return solve("within δ", le(APART_SHOWN, 0), summation(V, small, (converges,)), DELTA_RANGE[0])


NOTHING_IS_WITHIN_DELTA = _within()
