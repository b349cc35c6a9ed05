"""Few beliefs move far if their second moment is small: Zhang24 Lemma 6, by Markov's inequality.

P(u) is the chance of the secret u, F(u) the belief in it, r(u) = F(u)/P(u); a secret is drawn from the beliefs. Near(u)
is 1 where F(u) ≤ g·P(u), otherwise 0, g = e^ε; beliefs at least P/g are in the band P/g ≤ F ≤ g·P exactly there.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, join, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.data_processing import AT_LEAST_1
from concomp.obligations.derivations.theories.control.weights import DELTA, G

KEY = "Zhang24 Lemma 6"
U = Var("u", "number")


def prior(secret: Index) -> Real:
    """The chance of a secret."""
    return Quantity("P", (secret,))


def belief(secret: Index) -> Real:
    """The belief in it."""
    return Quantity("F", (secret,))


def moved(secret: Index) -> Real:
    """The ratio of the two."""
    return Quantity("r", (secret,))


def near(secret: Index) -> Real:
    """1 where a belief is at most e^ε times the chance, otherwise 0."""
    return Quantity("Near", (secret,))


_NEAR, _MOMENT = near(U) * belief(U), moved(U) * belief(U)
POSSIBLE = hypothesis("P is at least 0", SUPPOSED, le(0, prior(U)))
BELIEFS = (
    hypothesis("F is a law", SUPPOSED, le(0, belief(U))),
    hypothesis("F is a law", SUPPOSED, eq(total(U, belief(U)), 1)),
    hypothesis("F is a law", SUPPOSED, Summable(U, belief(U))),
)
RATIO = hypothesis("r is F/P", SUPPOSED, eq(moved(U) * prior(U), belief(U)))
RATIO_POSITIVE = hypothesis("r ≥ 0", SUPPOSED, le(0, moved(U)))
FLOOR = hypothesis("F ≥ e^−ε·P", SUPPOSED, le(prior(U), G * belief(U)))
MOMENT = (
    hypothesis("E[F/P] ≤ δ·e^ε", SUPPOSED, le(total(U, _MOMENT), DELTA * G)),
    hypothesis("E[F/P] ≤ δ·e^ε", SUPPOSED, Summable(U, _MOMENT)),
)
NEAR = (
    hypothesis("Near is an indicator", SUPPOSED, le(0, near(U))),
    hypothesis("Near is an indicator", SUPPOSED, le(near(U), 1)),
    hypothesis("where Near is 1, F ≤ e^ε·P", SUPPOSED, le(_NEAR, near(U) * (G * prior(U)))),
    hypothesis("where Near is 0, F/P ≥ e^ε", SUPPOSED, le((1 - near(U)) * G, (1 - near(U)) * moved(U))),
)

_FAR_PAYS = solve(
    "far beliefs are in the moment",
    le(G * belief(U) - G * _NEAR, _MOMENT),
    NEAR[0],
    NEAR[3],
    RATIO_POSITIVE,
    BELIEFS[0],
)
_CONVERGES = comparison(
    U,
    solve("at least 0", le(0, _NEAR), NEAR[0], BELIEFS[0]),
    solve("at most F", le(_NEAR, belief(U)), NEAR[1], BELIEFS[0]),
    BELIEFS[2],
)
FEW_MOVE_FAR = state(
    join(
        solve(
            "few are far",
            le(1 - DELTA, total(U, _NEAR)),
            summation(U, _FAR_PAYS, (BELIEFS[2], _CONVERGES, MOMENT[1])),
            BELIEFS[1],
            MOMENT[0],
            AT_LEAST_1,
        ),
        solve("where Near is 1, F ≥ e^−ε·P", le(near(U) * prior(U), G * _NEAR), FLOOR, NEAR[0]),
    ),
    KEY,
)
