"""What is told of the data tells of the secret at most what the data do: Zhang24 Repair R1.

P(b, x) is the chance of the data x given the secret s_b, b = 0 or 1. What all mechanisms together tell of x is one
kernel, γ(x, y). Given s_b an event S of outputs has the chance Σ_x P(b, x)·Σ_y In(S, y)·γ(x, y): a mean, under the law
of the data, of numbers between 0 and 1. Of such means that of the excess of one law over the other is the largest.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import DELTA, G
from concomp.obligations.derivations.theories.laws.hockey_sticks import AT_E_EPS, stick
from concomp.obligations.derivations.theories.laws.two_laws import (
    EVENT,
    LAW,
    NOT_B,
    B,
    S,
    X,
    Y,
    inside,
    law,
    probability,
)

KEY = "Zhang24 Repair R1"
AT_LEAST_1 = hypothesis("g is e^ε, ε ≥ 0", "Zhang24 Definition 1", le(1, G))
DATA = stick(lambda term: G * term, AT_E_EPS.exceeding, AT_LEAST_1)
"""The excess of one law of the data over g times the other."""


def kernel(datum: Index, output: Index) -> Real:
    """The chance that mechanisms tell an output of a datum."""
    return Quantity("γ", (datum, output))


KERNEL = (
    hypothesis("γ is a kernel", SUPPOSED, le(0, kernel(X, Y))),
    hypothesis("γ is a kernel", SUPPOSED, eq(total(Y, kernel(X, Y)), 1)),
    hypothesis("γ is a kernel", SUPPOSED, Summable(Y, kernel(X, Y))),
)
OF_DATUM = total(Y, inside(S, Y) * kernel(X, Y))
"""The chance of an event of outputs, given a datum."""


def told(bit: Index) -> Real:
    """The chance of an event of outputs, given a secret: Zhang24 Equation (2)."""
    return total(X, law(bit, X) * OF_DATUM)


# The chance of an event, given a datum, is between 0 and 1.
_INDICATOR = tuple(instance(fact, {X: Y}) for fact in EVENT)
_POSITIVE = solve("at least 0", le(0, inside(S, Y) * kernel(X, Y)), _INDICATOR[0], KERNEL[0])
_SMALL = solve("at most the weight", le(inside(S, Y) * kernel(X, Y), kernel(X, Y)), *_INDICATOR, KERNEL[0])
_CONVERGES = comparison(Y, _POSITIVE, _SMALL, KERNEL[2])
_AT_LEAST_0 = summation(Y, _POSITIVE, (_CONVERGES,))
AT_MOST_1 = solve("at most 1", le(OF_DATUM, 1), summation(Y, _SMALL, (_CONVERGES, KERNEL[2])), KERNEL[1])

# So its mean is no larger than the weight of the data.
TOLD_CONVERGES = comparison(
    X,
    solve("at least 0", le(0, law(B, X) * OF_DATUM), LAW[0], _AT_LEAST_0),
    solve("at most the weight", le(law(B, X) * OF_DATUM, law(B, X)), LAW[0], AT_MOST_1),
    LAW[2],
)
_TOLD_CONVERGES = (TOLD_CONVERGES, instance(TOLD_CONVERGES, {B: NOT_B}))
BY_DATUM = solve(
    "datum by datum",
    le(law(B, X) * OF_DATUM - G * (law(NOT_B, X) * OF_DATUM), DATA.excess(B, X)),
    _AT_LEAST_0,
    AT_MOST_1,
)
AT_MOST_THE_DATA = summation(X, BY_DATUM, (*_TOLD_CONVERGES, DATA.converges))

BELOW_THE_PROFILE = state(
    solve(
        "at most what the data tell",
        le(told(B), G * told(NOT_B) + total(X, DATA.excess(B, X))),
        AT_MOST_THE_DATA,
    ),
    KEY,
    "with the profile of the data",
)


def _as_private_as_the_data() -> Fact:
    private = hypothesis(
        "telling the data is (ε,δ)-indistinguishable",
        SUPPOSED,
        le(probability(B, S), G * probability(NOT_B, S) + DELTA),
    )
    shown = instance(private, {S: AT_E_EPS.exceeding(B)})
    return state(
        solve("an event shows all", le(told(B), G * told(NOT_B) + DELTA), AT_MOST_THE_DATA, DATA.shown, shown),
        KEY,
        "as private as the data",
    )


AS_PRIVATE_AS_THE_DATA = _as_private_as_the_data()
