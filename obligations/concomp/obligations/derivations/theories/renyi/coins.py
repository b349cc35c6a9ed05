"""Adversaries that toss coins gain no moment: Haney23 Lemma 2.3 for Rényi DP.

With the coin r a transcript t is worth ω(b, r, t) = P^α·Q^{1−α}. The coin has the chance c(r) in both worlds, so that
in the view both are worth (c·P)^α·(c·Q)^{1−α} = c·P^α·Q^{1−α}.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import define, hypothesis, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.laws.randomised import COIN, B, R, T, coin
from concomp.obligations.derivations.theories.renyi.moments import DIVERGENCE

KEY = "Haney23 Lemma 2.3"
WHOLE = Quantity("W")
"""e^{(α−1)ε}."""


def worth(bit: Index, toss: Index, said: Index) -> Real:
    """What a transcript with a coin is worth."""
    return Quantity("ω", (bit, toss, said))


def view(bit: Index, toss: Index, said: Index) -> Real:
    """What the coin and the transcript are worth."""
    return Quantity("View", (bit, toss, said))


WORTH = (
    hypothesis("powers are at least 0", DIVERGENCE, le(0, worth(B, R, T))),
    hypothesis("a moment is a sum", DIVERGENCE, Summable(T, worth(B, R, T))),
)
SEEN = define("(c·x)^α·(c·y)^{1−α} = c·x^α·y^{1−α}", DIVERGENCE, eq(view(B, R, T), coin(R) * worth(B, R, T)))
PRIVATE = hypothesis("no deterministic adversary has a larger moment", SUPPOSED, le(total(T, worth(B, R, T)), WHOLE))
SEEN_POSITIVE = solve("at least 0", le(0, view(B, R, T)), SEEN, COIN[0], WORTH[0])
SEEN_CONVERGES = comparison(
    T,
    SEEN_POSITIVE,
    solve("by the coin", le(view(B, R, T), coin(R) * worth(B, R, T)), SEEN),
    convergence(T, coin(R) * worth(B, R, T), (WORTH[1],)),
)
BY_COIN = summation(T, SEEN, (SEEN_CONVERGES, WORTH[1]))
OF_COIN = solve("the share of a coin", le(total(T, view(B, R, T)), WHOLE * coin(R)), BY_COIN, PRIVATE, COIN[0])
SHARES_CONVERGE = comparison(
    R,
    summation(T, SEEN_POSITIVE, (SEEN_CONVERGES,)),
    OF_COIN,
    convergence(R, WHOLE * coin(R), (COIN[2],)),
)
DETERMINISTIC_SUFFICE = state(
    solve(
        "over all coins",
        le(total(R, total(T, view(B, R, T))), WHOLE),
        summation(R, OF_COIN, (SHARES_CONVERGE, COIN[2])),
        COIN[1],
    ),
    KEY,
    "Rényi DP",
)
