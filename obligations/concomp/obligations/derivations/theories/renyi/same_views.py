"""Mechanisms whose views are those of private ones, of other ones for every adversary: Haney23 1.24 and 2.18.

For the deterministic adversary A_r there are a mechanism M_r and a post-processing P_r of its own. ν(b, r, t) is the
chance of the transcript t of A_r with N, and μ(b, r, t) that of A_r with P_r ∘ M_r; Worth(b, r, t) and ω(b, r, t) are
what they are worth, P^α·Q^{1−α}. An adversary that tosses coins draws r.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import DELTA
from concomp.obligations.derivations.theories.laws import randomised
from concomp.obligations.derivations.theories.laws.randomised import NOT_B, TRANSCRIPT, B, R, T, excess, transcript
from concomp.obligations.derivations.theories.renyi import coins
from concomp.obligations.derivations.theories.renyi.coins import WHOLE, WORTH, worth


def chance(bit: Index, adversary: Index, said: Index) -> Real:
    """The probability of a transcript of a deterministic adversary with N."""
    return Quantity("ν", (bit, adversary, said))


def worth_of_chance(bit: Index, adversary: Index, said: Index) -> Real:
    """What it is worth."""
    return Quantity("Worth", (bit, adversary, said))


SAME = hypothesis(
    "each adversary A has the views of A with P ∘ M, P and M being chosen for A",
    SUPPOSED,
    eq(chance(B, R, T), transcript(B, R, T)),
)
WORTH_THE_SAME = hypothesis(
    "each adversary A has the views of A with P ∘ M, P and M being chosen for A, and views of one law one worth",
    SUPPOSED,
    eq(worth_of_chance(B, R, T), worth(B, R, T)),
)


def _law(same: Fact, law: tuple[Fact, Fact], ours: Real, theirs: Real) -> tuple[Fact, Fact]:
    """What is the same as what has a law has one."""
    positive = solve("at least 0", le(0, ours), same, law[0])
    return positive, comparison(T, positive, solve("the same", le(ours, theirs), same), law[1])


def _within_delta() -> Fact:
    ours, theirs = (excess(each(B, R, T), each(NOT_B, R, T)) for each in (chance, transcript))
    law = _law(SAME, TRANSCRIPT, chance(B, R, T), transcript(B, R, T))
    of_both = solve("the same excess", eq(ours, theirs), SAME, instance(SAME, {B: NOT_B}))
    sums = (randomised.excess_converges(law, chance), randomised.excess_converges(TRANSCRIPT, transcript))
    processed = hypothesis("the P ∘ M of each adversary is (ε,δ)-DP", SUPPOSED, le(total(T, theirs), DELTA))
    private = solve("each adversary", le(total(T, ours), DELTA), summation(T, of_both, sums), processed)
    return randomised.over_all_coins(law, private, chance)


def _within_moment() -> Fact:
    ours, theirs = worth_of_chance(B, R, T), worth(B, R, T)
    law = _law(WORTH_THE_SAME, WORTH, ours, theirs)
    processed = hypothesis("the P ∘ M of each adversary is Rényi DP", SUPPOSED, le(total(T, theirs), WHOLE))
    of_both = summation(T, WORTH_THE_SAME, (law[1], WORTH[1]))
    private = solve("each adversary", le(total(T, ours), WHOLE), of_both, processed)
    return coins.over_all_coins(law, private, worth_of_chance)


WITHIN_DELTA, WITHIN_MOMENT = _within_delta(), _within_moment()
SIMULATED = state(WITHIN_DELTA, "Haney23 Corollary 1.24", "N is (ε,δ)-DP")
SIMULATED_AT_ANY_DISTANCE = (
    state(WITHIN_DELTA, "Haney23 Corollary 2.18", "N is (ε,δ)-DP"),
    state(WITHIN_MOMENT, "Haney23 Corollary 2.18", "N is Rényi DP"),
)
