"""Two laws with countably many outcomes, and their events.

P(b, x) is the weight of the outcome x under the law b. An event S is given by its indicator, In(S, x), 1 or 0.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison
from concomp.obligations.derivations.kernel.statements import SUPPOSED

B, S = Var("b", "bit"), Var("S", "event")
X, Y = Var("x", "number"), Var("y", "number")
NOT_B = OTHER(B)


def law(bit: Index, outcome: Index) -> Real:
    """The weight of an outcome under a law."""
    return Quantity("P", (bit, outcome))


def inside(event: Index, outcome: Index) -> Real:
    """1 if the outcome belongs to the event, otherwise 0."""
    return Quantity("In", (event, outcome))


def probability(bit: Index, event: Index) -> Real:
    """The probability of an event."""
    return total(X, inside(event, X) * law(bit, X))


A_LAW = "HSV26 Definition 2.1"
LAW = (
    hypothesis("P is a law", SUPPOSED, le(0, law(B, X))),
    hypothesis("P is a law", SUPPOSED, eq(total(X, law(B, X)), 1)),
    hypothesis("P is a law", SUPPOSED, Summable(X, law(B, X))),
)
OTHER_LAW = tuple(instance(fact, {B: NOT_B}) for fact in LAW)
EVENT = (
    hypothesis("an indicator", SUPPOSED, le(0, inside(S, X))),
    hypothesis("an indicator", SUPPOSED, le(inside(S, X), 1)),
)
PART = comparison(
    X,
    solve("at least 0", le(0, inside(S, X) * law(B, X)), EVENT[0], LAW[0]),
    solve("at most the weight", le(inside(S, X) * law(B, X), law(B, X)), *EVENT, LAW[0]),
    LAW[2],
)
OTHER_PART = instance(PART, {B: NOT_B})
