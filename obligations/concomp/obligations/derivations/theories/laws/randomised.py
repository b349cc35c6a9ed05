"""Adversaries that toss coins: HSV26 Lemma 11.1 and Corollary 11.2.

The coins are countably many and drawn once; with the coin r the adversary is deterministic. Its view is the coin and
the transcript, and r with the transcript t has the weight Coin(r)·μ(b, r, t).
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, largest, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.theories.control.weights import DELTA, PARAMETERS, G

B, R, T = Var("b", "bit"), Var("r", "number"), Var("t", "number")
NOT_B = OTHER(B)


def coin(toss: Index) -> Real:
    """The probability of a coin."""
    return Quantity("Coin", (toss,))


def transcript(bit: Index, toss: Index, said: Index) -> Real:
    """The probability of a transcript with a coin."""
    return Quantity("μ", (bit, toss, said))


def excess(weight: Real, other: Real) -> Real:
    """max(0, weight − e^ε·other)."""
    return largest(0, weight - G * other)


WITH_COIN = excess(transcript(B, R, T), transcript(NOT_B, R, T))
IN_VIEW = excess(coin(R) * transcript(B, R, T), coin(R) * transcript(NOT_B, R, T))
_VIEW = "HSV26 Definition 2.10"
COIN = (
    hypothesis("the coins have a law", _VIEW, le(0, coin(R))),
    hypothesis("the coins have a law", _VIEW, eq(total(R, coin(R)), 1)),
    hypothesis("the coins have a law", _VIEW, Summable(R, coin(R))),
)
TRANSCRIPT = (
    hypothesis("the transcripts have a law", _VIEW, le(0, transcript(B, R, T))),
    hypothesis("the transcripts have a law", _VIEW, Summable(T, transcript(B, R, T))),
)


def _suffice(mechanism: str, key: str) -> Fact:
    """The views of an adversary that tosses coins are within δ, if those of each of its coins are."""
    private = hypothesis(
        f"every deterministic adversary against {mechanism}", "HSV26 Definition 2.13", le(total(T, WITH_COIN), DELTA)
    )
    positive = solve("at least 0", le(0, WITH_COIN), TRANSCRIPT[0], variant=le(WITH_COIN + 1, 0))
    converges = comparison(
        T,
        positive,
        solve(
            "at most the weight",
            le(WITH_COIN, transcript(B, R, T)),
            TRANSCRIPT[0],
            instance(TRANSCRIPT[0], {B: NOT_B}),
            *PARAMETERS,
        ),
        TRANSCRIPT[1],
    )
    scaled = solve("a coin scales the excess", eq(IN_VIEW, coin(R) * WITH_COIN), COIN[0])
    in_view_converges = comparison(
        T,
        solve("at least 0", le(0, IN_VIEW), scaled, COIN[0], positive, variant=le(IN_VIEW + 1, 0)),
        solve("by the coin", le(IN_VIEW, coin(R) * WITH_COIN), scaled),
        convergence(T, coin(R) * WITH_COIN, (converges,)),
    )
    by_coin = summation(T, scaled, (in_view_converges, converges))
    of_coin = solve("the share of a coin", le(total(T, IN_VIEW), DELTA * coin(R)), by_coin, private, COIN[0])
    share_positive = solve(
        "at least 0",
        le(0, total(T, IN_VIEW)),
        by_coin,
        COIN[0],
        summation(T, positive, (converges,)),
        variant=le(total(T, IN_VIEW) + 1, 0),
    )
    shares_converge = comparison(R, share_positive, of_coin, convergence(R, DELTA * coin(R), (COIN[2],)))
    return state(
        solve(
            "over all coins",
            le(total(R, total(T, IN_VIEW)), DELTA),
            summation(R, of_coin, (shares_converge, COIN[2])),
            COIN[1],
        ),
        key,
    )


DETERMINISTIC_SUFFICE = _suffice("M(s) and M(s')", "HSV26 Lemma 11.1")
DETERMINISTIC_SUFFICE_FOR_PAIRS = _suffice("V[f] ∘* I(b) ∘* M", "HSV26 Corollary 11.2")
