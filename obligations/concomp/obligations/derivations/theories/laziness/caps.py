"""What caps ξ where both worlds answer alike: constraint (ξ.4) of HSV26 section 10.3.2.

The cap M of a history is the least of its weight and of what both worlds ask; the caps of the answers fit in it.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, largest, le, total
from concomp.obligations.derivations.kernel.logic import (
    define,
    instance,
    solve,
)
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.theories.control.weights import (
    HQA,
    NOT_B,
    A,
    B,
    H,
)
from concomp.obligations.derivations.theories.laziness import waiting


# Here h is a history, and q a query, that both worlds answer alike, as in `waiting`.
def cap(history: Index) -> Real:
    """min(μ, L⁰ + L¹)."""
    return Quantity("M", (history,))


def _asked(history: Index) -> Real:
    return waiting.required(B, history) + waiting.required(NOT_B, history)


IS_CAP = define(
    "the cap",
    "HSV26 Constraint (xi.4)",
    eq(cap(H), waiting.weight(H) - largest(0, waiting.weight(H) - _asked(H))),
)
IN_BOTH = (waiting.NEEDED_POSITIVE, instance(waiting.NEEDED_POSITIVE, {B: NOT_B}))
KEEPS = solve("(ξ.1) for the cap", le(waiting.required(B, H), cap(H)), IS_CAP, waiting.NEEDED_SMALL, *IN_BOTH)
CAP_SMALL = solve("at most the weight", le(cap(H), waiting.weight(H)), IS_CAP)
CAP_POSITIVE = solve("M ≥ 0", le(0, cap(H)), KEEPS, waiting.NEEDED_POSITIVE, variant=le(cap(H) + 1, 0))
CAPS_CONVERGE = comparison(A, instance(CAP_POSITIVE, {H: HQA}), instance(CAP_SMALL, {H: HQA}), waiting.CONVERGE)
BOTH_CONVERGE = (waiting.NEEDED_CONVERGES, instance(waiting.NEEDED_CONVERGES, {B: NOT_B}))


def _caps_fit() -> Fact:
    """The caps of the answers sum up to no more than that of the history."""
    asked = solve("at most what both worlds ask", le(cap(HQA), _asked(HQA)), instance(IS_CAP, {H: HQA}))
    return solve(
        "the caps of the answers",
        le(total(A, cap(HQA)), cap(H)),
        IS_CAP,
        summation(A, instance(CAP_SMALL, {H: HQA}), (CAPS_CONVERGE, waiting.CONVERGE)),
        summation(A, asked, (CAPS_CONVERGE, *BOTH_CONVERGE)),
        waiting.MARGINAL,
        waiting.NEEDED_COVERS,
        instance(waiting.NEEDED_COVERS, {B: NOT_B}),
    )


CAPS_FIT = _caps_fit()
