"""A budget on the sum of the δ of adaptively created responses: HSV26 Footnote 11.

Spent(h) is the sum of the δ of the responses created. Within a budget on it the product of 1 − δ stays within the same
budget, so that Lemma 5.9 applies.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import EMPTY, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le
from concomp.obligations.derivations.kernel.logic import assume, define, hypothesis, induction, solve, state
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import HQA, H, Q
from concomp.obligations.derivations.theories.laws.budgets import CREATED, NEW, close_responses, created, new
from concomp.obligations.derivations.theories.laws.exposures import GAMMA


def spent(history: Index) -> Real:
    """The sum of the δ of the responses created."""
    return Quantity("Spent", (history,))


SPENT = (
    define("the empty sum", "HSV26 Footnote 11", eq(spent(EMPTY), 0)),
    define("one more response", "HSV26 Footnote 11", eq(spent(HQA), spent(H) + new(H, Q))),
)
SUM_VALID = hypothesis(
    "Σ δ_i ≤ γ, of a message that is accepted; another one creates nothing",
    SUPPOSED,
    le(spent(H) + new(H, Q), GAMMA),
)
SPENT_POSITIVE = induction(
    le(0, spent(H)),
    H,
    solve("at the start", le(0, spent(EMPTY)), SPENT[0], witness=(eq(spent(EMPTY), 0),)),
    solve("one more response", le(0, spent(HQA)), assume(le(0, spent(H)), H), SPENT[1], *NEW),
)
SUM_BOUNDS_PRODUCT = induction(
    le(1 - spent(H), created(H)),
    H,
    solve(
        "at the start",
        le(1 - spent(EMPTY), created(EMPTY)),
        SPENT[0],
        CREATED[0],
        witness=(eq(created(EMPTY), 1),),
    ),
    solve(
        "one more response",
        le(1 - spent(HQA), created(HQA)),
        assume(le(1 - spent(H), created(H)), H),
        SPENT[1],
        CREATED[1],
        SPENT_POSITIVE,
        *NEW,
    ),
)
PRODUCT_VALID = solve(
    "the product stays within the budget as well",
    le(1 - GAMMA, created(H) * (1 - new(H, Q))),
    SUM_VALID,
    SUM_BOUNDS_PRODUCT,
    SPENT_POSITIVE,
    *NEW,
)
SUMMED_RESPONSES_CLOSE = state(close_responses(PRODUCT_VALID), "HSV26 Footnote 11")
