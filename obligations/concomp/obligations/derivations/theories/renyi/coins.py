"""Adversaries that toss coins gain no moment: Haney23 Lemma 2.3 for Rényi DP.

With the coin r a transcript t is worth ω(b, r, t) = P^α·Q^{1−α}. The coin has the chance c(r) in both worlds, so that
in the view both are worth (c·P)^α·(c·Q)^{1−α} = c·P^α·Q^{1−α}.
"""

from __future__ import annotations

from collections.abc import Callable

from concomp.obligations.derivations.kernel.facts import Fact
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
    hypothesis("powers are at least 0: ω is P^α·Q^{1−α} of what is said", DIVERGENCE, le(0, worth(B, R, T))),
    hypothesis("a moment is a sum", DIVERGENCE, Summable(T, worth(B, R, T))),
)
PRIVATE = hypothesis(
    "no deterministic adversary has a larger moment than W, which is e^{(α−1)ε}, for an α > 1",
    SUPPOSED,
    le(total(T, worth(B, R, T)), WHOLE),
)


def over_all_coins(law: tuple[Fact, Fact], private: Fact, value: Callable[[Index, Index, Index], Real]) -> Fact:
    """The moment of an adversary that tosses coins is at most W, if that with each coin is.

    law: that what transcripts are worth is at least 0 and has a sum. private: that it comes to at most W with each
    coin. value: what a transcript is worth, in a world and with a coin.
    """
    seen = define("(c·x)^α·(c·y)^{1−α} = c·x^α·y^{1−α}", DIVERGENCE, eq(view(B, R, T), coin(R) * value(B, R, T)))
    seen_positive = solve("at least 0", le(0, view(B, R, T)), seen, COIN[0], law[0])
    seen_converges = comparison(
        T,
        seen_positive,
        solve("by the coin", le(view(B, R, T), coin(R) * value(B, R, T)), seen),
        convergence(T, coin(R) * value(B, R, T), (law[1],)),
    )
    by_coin = summation(T, seen, (seen_converges, law[1]))
    of_coin = solve("the share of a coin", le(total(T, view(B, R, T)), WHOLE * coin(R)), by_coin, private, COIN[0])
    shares_converge = comparison(
        R,
        summation(T, seen_positive, (seen_converges,)),
        of_coin,
        convergence(R, WHOLE * coin(R), (COIN[2],)),
    )
    return solve(
        "over all coins",
        le(total(R, total(T, view(B, R, T))), WHOLE),
        summation(R, of_coin, (shares_converge, COIN[2])),
        COIN[1],
    )


DETERMINISTIC_SUFFICE = state(over_all_coins(WORTH, PRIVATE, worth), KEY, "Rényi DP, if")
