"""Odds that are rarely large give privacy: Zhang24 Lemma 8, read output by output.

Near(b, x) is 1 where the odds of the output x are at most e^ε, that is P(b, x) ≤ g·P(1−b, x), otherwise 0.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.data_processing import AT_LEAST_1
from concomp.obligations.derivations.theories.control.weights import DELTA, G
from concomp.obligations.derivations.theories.laws.two_laws import (
    EVENT,
    LAW,
    NOT_B,
    OTHER_LAW,
    OTHER_PART,
    PART,
    B,
    S,
    X,
    inside,
    law,
    probability,
)

KEY = "Zhang24 Lemma 8"


def near(bit: Index, output: Index) -> Real:
    """1 where the odds of an output are at most e^ε, otherwise 0."""
    return Quantity("Near", (bit, output))


_SMALL_ODDS = near(B, X) * law(B, X)
NEAR = (
    hypothesis("Near is an indicator", SUPPOSED, le(0, near(B, X))),
    hypothesis("Near is an indicator", SUPPOSED, le(near(B, X), 1)),
    hypothesis("where Near is 1, odds are at most e^ε", SUPPOSED, le(_SMALL_ODDS, near(B, X) * (G * law(NOT_B, X)))),
)
OFTEN = hypothesis("odds are at most e^ε with chance 1 − δ", SUPPOSED, le(1 - DELTA, total(X, _SMALL_ODDS)))

_CONVERGES = comparison(
    X,
    solve("at least 0", le(0, _SMALL_ODDS), NEAR[0], LAW[0]),
    solve("at most the weight", le(_SMALL_ODDS, law(B, X)), NEAR[1], LAW[0]),
    LAW[2],
)
BY_OUTPUT = solve(
    "output by output",
    le(inside(S, X) * law(B, X), G * (inside(S, X) * law(NOT_B, X)) + (law(B, X) - _SMALL_ODDS)),
    *EVENT,
    *NEAR,
    LAW[0],
    OTHER_LAW[0],
    AT_LEAST_1,
)
RARELY_LARGE = state(
    solve(
        "of events",
        le(probability(B, S), G * probability(NOT_B, S) + DELTA),
        summation(X, BY_OUTPUT, (PART, OTHER_PART, LAW[2], _CONVERGES)),
        LAW[1],
        OFTEN,
    ),
    KEY,
)
