"""Where a simulator has to wait: while both worlds answer alike.

λ(h) is 1 if both worlds answer the queries of h alike, ι(h, q) is 1 if they answer one more alike; otherwise they are
0. What is supposed of them is that much: they are 0 or 1, and where λ = 1 a history has the same weight in both worlds.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import BIT_0, EMPTY, Index
from concomp.obligations.derivations.kernel.language import Quantity, eq, le
from concomp.obligations.derivations.kernel.logic import assume, define, hypothesis, induction, solve
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import HQA, B, H, Q, mu


def lazy(history: Index) -> Quantity:
    """λ: 1 if both worlds answer the queries of a history alike, otherwise 0."""
    return Quantity("λ", (history,))


GOES_ON = Quantity("ι", (H, Q))
"""1 if they answer one more query alike, otherwise 0."""
LASTS = lazy(H) * GOES_ON
WAITS_FIRST = define("nothing is asked", "by definition", eq(lazy(EMPTY), 1))
WAITS_ON = define("λ depends on the queries", "by definition", eq(lazy(HQA), LASTS))
GOES_ON_OR_NOT = hypothesis("ι is 0 or 1", SUPPOSED, eq(GOES_ON * GOES_ON, GOES_ON))
WAITS = induction(
    eq(lazy(H) * lazy(H), lazy(H)),
    H,
    solve("λ is 0 or 1: at the start", eq(lazy(EMPTY) * lazy(EMPTY), lazy(EMPTY)), WAITS_FIRST),
    solve(
        "λ is 0 or 1: a query more",
        eq(lazy(HQA) * lazy(HQA), lazy(HQA)),
        assume(eq(lazy(H) * lazy(H), lazy(H)), H),
        WAITS_ON,
        GOES_ON_OR_NOT,
    ),
)
SAME_WEIGHT = hypothesis("both worlds answer alike", SUPPOSED, eq(lazy(H) * mu(BIT_0, H), lazy(H) * mu(B, H)))
LAZY_RANGE = (
    solve("λ ≥ 0", le(0, lazy(H)), WAITS, variant=le(lazy(H) + 1, 0)),
    solve("λ ≤ 1", le(lazy(H), 1), WAITS, witness=()),
)
