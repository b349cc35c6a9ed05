"""Adversaries that toss coins: HSV26 Lemma 11.1 and Corollary 11.2.

The coins are countably many and drawn once; with the coin r the adversary is deterministic. Its view is the coin and
the transcript, and r with the transcript t has the weight Coin(r)·μ(b, r, t).
"""

from __future__ import annotations

from collections.abc import Callable

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


def over_all_coins(law: tuple[Fact, Fact], private: Fact, weight: Callable[[Index, Index, Index], Real]) -> Fact:
    """The views of an adversary that tosses coins are within δ, if those of each of its coins are.

    law: that weights are at least 0 and have a sum. private: that the excess with each coin comes to at most δ.
    weight: of a transcript, in a world and with a coin.
    """
    with_coin = excess(weight(B, R, T), weight(NOT_B, R, T))
    in_view = excess(coin(R) * weight(B, R, T), coin(R) * weight(NOT_B, R, T))
    positive = solve("at least 0", le(0, with_coin), law[0], variant=le(with_coin + 1, 0))
    converges = excess_converges(law, weight)
    scaled = solve("a coin scales the excess", eq(in_view, coin(R) * with_coin), COIN[0])
    in_view_converges = comparison(
        T,
        solve("at least 0", le(0, in_view), scaled, COIN[0], positive, variant=le(in_view + 1, 0)),
        solve("by the coin", le(in_view, coin(R) * with_coin), scaled),
        convergence(T, coin(R) * with_coin, (converges,)),
    )
    by_coin = summation(T, scaled, (in_view_converges, converges))
    of_coin = solve("the share of a coin", le(total(T, in_view), DELTA * coin(R)), by_coin, private, COIN[0])
    share_positive = solve(
        "at least 0",
        le(0, total(T, in_view)),
        by_coin,
        COIN[0],
        summation(T, positive, (converges,)),
        variant=le(total(T, in_view) + 1, 0),
    )
    shares_converge = comparison(R, share_positive, of_coin, convergence(R, DELTA * coin(R), (COIN[2],)))
    return solve(
        "over all coins",
        le(total(R, total(T, in_view)), DELTA),
        summation(R, of_coin, (shares_converge, COIN[2])),
        COIN[1],
    )


def excess_converges(law: tuple[Fact, Fact], weight: Callable[[Index, Index, Index], Real]) -> Fact:
    """The excess over the transcripts has a sum, since the weights have."""
    with_coin = excess(weight(B, R, T), weight(NOT_B, R, T))
    return comparison(
        T,
        solve("at least 0", le(0, with_coin), law[0], variant=le(with_coin + 1, 0)),
        solve(
            "at most the weight",
            le(with_coin, weight(B, R, T)),
            law[0],
            instance(law[0], {B: NOT_B}),
            *PARAMETERS,
        ),
        law[1],
    )


def _suffice(mechanism: str, key: str) -> Fact:
    private = hypothesis(
        f"every deterministic adversary against {mechanism}", "HSV26 Definition 2.13", le(total(T, WITH_COIN), DELTA)
    )
    return state(over_all_coins(TRANSCRIPT, private, transcript), key)


DETERMINISTIC_SUFFICE = _suffice("M(s) and M(s')", "HSV26 Lemma 11.1")
DETERMINISTIC_SUFFICE_FOR_PAIRS = _suffice("V[f] ∘* I(b) ∘* M", "HSV26 Corollary 11.2")
