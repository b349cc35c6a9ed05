"""Whatever simulates a mechanism keeps what the control function asks: condition (I) of HSV26 section 10.2.2 is needed.

A simulation of the mechanism from one response gives a history of world b the weight X(b, h) if the bit is exposed, and
Y(c, h) if the bit is noise and shown as c. It is asked only that the two bring the mechanism's weights together, and
that X is handed on from a history to its answers.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define_quotient,
    hypothesis,
    induction,
    instance,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import least, summation
from concomp.obligations.derivations.theories.control.control import (
    CONTROL_EARLIER,
    CONTROL_LAST,
    KNOWN,
    LOWER_IS_A_SUM,
    control,
    lower,
)
from concomp.obligations.derivations.theories.control.limits import IS_SUPREMUM, control_limit
from concomp.obligations.derivations.theories.control.weights import HQA, NOT_B, PARAMETERS, A, B, G, H, N, P, Q, mu

R = Quantity("r")


def exposed(bit: Index, history: Index) -> Real:
    """The weight of a history when the bit is exposed."""
    return Quantity("X", (bit, history))


def noisy(bit: Index, history: Index) -> Real:
    """The weight of a history when the response is the bit with noise."""
    return Quantity("Y", (bit, history))


NORMALISED = define_quotient(
    "r is 1/(1 + e^ε)",
    "HSV26 Definition 2.3",
    R,
    solve("1 + e^ε > 0", lt(0, 1 + G), PARAMETERS[0], variant=lt(2, 1 + G)),
)
MIXTURE = hypothesis(
    "a simulation",
    "HSV26 Definition 4.6",
    eq(mu(B, H), exposed(B, H) + R * (G * noisy(B, H) + noisy(NOT_B, H))),
)
WEIGHTS = (
    hypothesis("a weight", "HSV26 Definition 2.6", le(0, exposed(B, H))),
    hypothesis("a weight", "HSV26 Definition 2.6", le(0, noisy(B, H))),
)
HANDED_ON = hypothesis("a weight", "HSV26 Definition 2.6", eq(total(A, exposed(B, HQA)), exposed(B, H)))
CONVERGES = hypothesis("a weight", "HSV26 Definition 2.6", Summable(A, exposed(B, HQA)))


def _other(fact: Fact) -> Fact:
    return instance(fact, {B: NOT_B})


def _keeps() -> Fact:
    formula = le(control(N, B, H), exposed(B, H))
    of_answer = instance(assume(formula, N), {H: HQA})
    sums = summation(A, of_answer, (KNOWN.converge, CONVERGES))
    after = solve("summed over the answers", le(lower(N, B, H, Q), exposed(B, H)), sums, LOWER_IS_A_SUM, HANDED_ON)
    return induction(
        formula,
        N,
        solve(
            "the noise explains no more",
            le(control(ZERO, B, H), exposed(B, H)),
            CONTROL_LAST,
            MIXTURE,
            _other(MIXTURE),
            *WEIGHTS,
            *map(_other, WEIGHTS),
            *PARAMETERS,
            NORMALISED,
            witness=(eq(G, 2),),
            variant=le(control(ZERO, B, H) + exposed(NOT_B, H), exposed(B, H)),
        ),
        solve(
            "for the best query",
            le(control(NEXT(N), B, H), exposed(B, H)),
            CONTROL_EARLIER,
            least(P, instance(after, {Q: P})),
        ),
    )


KEEPS = _keeps()
NECESSARY = state(
    solve("without a number of rounds", le(control_limit(B, H), exposed(B, H)), IS_SUPREMUM, least(N, KEEPS)),
    "HSV26 Section 10.2.2: condition (I) is necessary",
)
