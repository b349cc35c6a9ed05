"""The control functions of HSV26 section 10.1, for every mechanism and every number of rounds and answers.

Each statement is a derivation: inductions over the rounds, whose steps are solved for an arbitrary history, query and
answer, and a few rules about sums, suprema and limits.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.derivations.theories.control import control, limits, private, weights
from concomp.obligations.expectation import expect

SCOPE = "every mechanism with countably many answers, any set of queries, every number of rounds, ε ≥ 0"
ROUNDS_LEFT = "The functions depend on T and t by T − t only; n = T − t is what the induction is over."


def _proved(control: str | None = None, notes: tuple[str, ...] = ()) -> Outcome:
    return Outcome(verdict="proved", scope=SCOPE, control=control, notes=notes)


@check_of_derivation("HSV26 Notation 10.1", weights.WEIGHT_RANGE)
def weights_are_probabilities() -> Outcome:
    """The weight of a history lies between 0 and 1: induction over the history, by the chain rule."""
    return _proved()


@check_of_derivation("HSV26 Definition 10.2", control.LOWER_IN_UNIT)
def the_sums_of_suprema_are_defined() -> Outcome:
    """All the sums converge and the suprema are finite: Lower is well defined, and between 0 and 1."""
    return _proved(notes=(ROUNDS_LEFT,))


@check_of_derivation("HSV26 Definition 10.3", control.CONTROL_IN_UNIT)
def the_suprema_of_sums_are_defined() -> Outcome:
    """All the suprema are finite: L is well defined for every number of rounds, and between 0 and 1."""
    return _proved(notes=(ROUNDS_LEFT, "At t = T = 0 it is max(0, 1 − e^ε) = 0."))


@check_of_derivation("HSV26 Corollary 10.4", control.LOWER_IS_A_SUM)
def the_one_is_the_sum_of_the_other() -> Outcome:
    """By definition, in the last round and before it."""
    return _proved()


@check_of_derivation("HSV26 Claim 10.5", private.LOWER_AT_THE_START)
def privacy_bounds_it_at_the_start() -> Outcome:
    """Near-optimal queries make a strategy, against which privacy is at most δ; no best query need exist."""
    return _proved(
        notes=(
            "The citation takes attained maxima; over an infinite set of queries the supremum need not be attained.",
        )
    )


@check_of_derivation("HSV26 Claim 10.6", control.LOWER_DIFFERENCE)
def the_difference_is_kept_by_a_query() -> Outcome:
    """The bound on the difference of the worlds is summed over the answers."""
    return _proved()


@check_of_derivation("HSV26 Corollary 10.7", private.CONTROL_AT_THE_START)
def privacy_bounds_it_before_the_first_query() -> Outcome:
    """The supremum over the first query, and T = 0 by itself."""
    return _proved()


@check_of_derivation("HSV26 Lemma 10.8", control.CONTROL_DIFFERENCE)
def the_difference_is_kept_by_an_answer() -> Outcome:
    """Induction over the rounds: for an arbitrary query first, then for the supremum."""
    kept, wrong = _last_round(Fraction(1, 3)), _last_round(Fraction(3))
    expect(kept[0] <= kept[1], f"in the last round {kept[0]} > {kept[1]} with e^{{−ε}}")
    expect(wrong[0] > wrong[1], f"in the last round {wrong[0]} ≤ {wrong[1]} with e^{{+ε}} as well")
    return _proved(
        control="with e^{+ε} in place of e^{−ε} (erratum E39) both solvers refute the last round; with e^ε = 3, "
        f"μ^b = 2/3 and μ^{{1−b}} = 1/3 it would say {wrong[0]} ≤ {wrong[1]}"
    )


def _last_round(factor: Fraction) -> tuple[Fraction, Fraction]:
    """Both sides of the lemma at t = T, for e^ε = 3 and the weights 2/3 and 1/3, with some factor for e^{−ε}."""
    e_eps, mine, other = Fraction(3), Fraction(2, 3), Fraction(1, 3)
    reached = max(Fraction(0), mine - e_eps * other), max(Fraction(0), other - e_eps * mine)
    return reached[0] - factor * reached[1], mine - factor * other


@check_of_derivation("HSV26 Definition 10.9", limits.LIMIT_IN_UNIT)
def the_limit_exists() -> Outcome:
    """What grows with the rounds and is at most μ has a limit, which is its supremum, between 0 and 1."""
    return _proved()


@check_of_derivation("HSV26 Lemma 10.10", weights.MARGINAL)
def the_answers_share_the_weight() -> Outcome:
    """The chain rule, summed over the answers."""
    return _proved()


@check_of_derivation("HSV26 Lemma 10.11", control.LOWER_SMALL)
def a_query_is_at_most_its_weight() -> Outcome:
    """The bound on L, summed over the answers; the bound is μ_{t−1} as the errata have it."""
    return _proved()


@check_of_derivation("HSV26 Lemma 10.12", control.CONTROL_RANGE)
def an_answer_is_at_most_its_weight() -> Outcome:
    """Induction over the rounds."""
    return _proved()


@check_of_derivation("HSV26 Lemma 10.13", control.LOWER_GROWS)
def a_query_grows_with_the_rounds() -> Outcome:
    """The growth of L, summed over the answers."""
    return _proved()


@check_of_derivation("HSV26 Lemma 10.14", control.CONTROL_GROWS)
def an_answer_grows_with_the_rounds() -> Outcome:
    """Induction over the rounds; with none left, the sum is at least 0 and at least μ − e^ε μ', then the maximum."""
    return _proved()


@check_of_derivation("HSV26 Corollary 10.15", limits.LIMIT_AT_THE_START)
def the_limit_starts_within_the_privacy() -> Outcome:
    """The bound for every number of rounds bounds the supremum."""
    return _proved()


@check_of_derivation("HSV26 Corollary 10.16", limits.LIMIT_DIFFERENCE)
def the_limit_keeps_the_difference() -> Outcome:
    """For any number of rounds in one world and the limit in the other, then for the limit in both."""
    return _proved()


@check_of_derivation("HSV26 Lemma 10.17", limits.LIMIT_SMALL)
def the_limit_is_at_most_its_weight() -> Outcome:
    """The bound for every number of rounds bounds the supremum."""
    return _proved()


@check("HSV26 Lemma 10.18")
def monotone_convergence_is_cited() -> Outcome:
    """Beppo Levi's theorem for the counting measure; the derivations use it as a rule, for terms that are bounded."""
    return Outcome(
        verdict="assumed",
        scope="all f that grow in the second argument",
        source="the monotone convergence theorem, for the counting measure on the natural numbers",
    )


@check_of_derivation("HSV26 Corollary 10.19", limits.EXCHANGE)
def sum_and_limit_are_exchanged() -> Outcome:
    """Monotone convergence, between 0 and the weights, whose sum converges."""
    return _proved()


@check_of_derivation("HSV26 Lemma 10.20", limits.LIMIT_COVERS)
def the_limit_covers_its_answers() -> Outcome:
    """For any number of rounds by the definition, then for the limit by exchanging it with the sum."""
    return _proved()
