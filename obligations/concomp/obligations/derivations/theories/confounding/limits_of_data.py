"""The composition tells less than all, however many mechanisms there are: the other inequalities of Zhang24 Repair R3.

At every e^ε ≥ 1 its δ is at most the total variation distance of the two laws of the data, which is below 1 as soon as
some data are possible for both secrets.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.language import eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import discharge, instance, solve, state, suppose
from concomp.obligations.derivations.kernel.rules import convergence, summation
from concomp.obligations.derivations.theories.confounding.data_processing import (
    AT_LEAST_1,
    BELOW_THE_PROFILE,
    DATA,
    told,
)
from concomp.obligations.derivations.theories.control.weights import G
from concomp.obligations.derivations.theories.laws.hockey_sticks import ALIKE
from concomp.obligations.derivations.theories.laws.two_laws import LAW, NOT_B, OTHER_LAW, B, X, law
from concomp.obligations.derivations.theories.series.tails import part_of_sum

KEY = "Zhang24 Repair R3"
Z = Var("z", "number")
DISTANCE = total(X, ALIKE.excess(B, X))
"""The total variation distance of the laws of the data."""

_NO_FACTOR = solve("g ≥ 1", le(DATA.excess(B, X), ALIKE.excess(B, X)), OTHER_LAW[0], AT_LEAST_1)
AT_MOST_THE_DISTANCE = state(
    solve(
        "at every e^ε",
        le(told(B), G * told(NOT_B) + DISTANCE),
        BELOW_THE_PROFILE,
        summation(X, _NO_FACTOR, (DATA.converges, ALIKE.converges)),
    ),
    KEY,
    "M tells at most the distance of the data",
)


def _below_1() -> Fact:
    shared = suppose(lt(0, law(B, Z) * law(NOT_B, Z)))
    common = law(B, X) - ALIKE.excess(B, X)
    positive = solve("what both have", le(0, common), LAW[0], OTHER_LAW[0])
    converges = convergence(X, common, (LAW[2], ALIKE.converges))
    whole = solve("and the rest", eq(common + ALIKE.excess(B, X), law(B, X)))
    below = solve(
        "the data that both may have",
        lt(DISTANCE, 1),
        part_of_sum(positive, converges, Z),
        summation(X, whole, (converges, ALIKE.converges, LAW[2])),
        LAW[1],
        *(instance(fact, {X: Z}) for fact in (LAW[0], OTHER_LAW[0])),
        shared,
    )
    return state(discharge(shared, below), KEY, "the distance is below 1")


BELOW_1 = _below_1()
