"""A mechanism that is added to others never repairs what these show: Zhang24 Theorem 2, repaired, and Repair R7.

After y is told the added mechanism tells a: ψ′(u, y, a) is the chance of both given the secret u, however a depends on
it, on the data and on y. The belief after y is a mean of those after y and a. If these are at least P/τ, so is that.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Var
from concomp.obligations.derivations.kernel.language import Quantity, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import (
    define,
    discharge,
    discharge_all,
    hypothesis,
    instance,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.beliefs import (
    BAYES,
    MEAN,
    OFTEN_ENOUGH,
    PRIOR,
    TAU,
    TOLD_AT_MOST_1,
    WEIGHED,
    T,
    U,
    Y,
    belief,
    mean,
    prior,
    told,
)
from concomp.obligations.derivations.theories.confounding.floors import FLOOR_IS_ENOUGH
from concomp.obligations.derivations.theories.series.exchanged_sums import exchanged
from concomp.obligations.derivations.theories.series.tails import part_of_sum

KEY, THEOREM = "Zhang24 Repair R7", "Zhang24 Theorem 2(i) (repaired)"
A = Var("a", "number")
BOTH, MEAN_OF_BOTH, AFTER_BOTH = Quantity("ψ′", (U, Y, A)), Quantity("m′", (Y, A)), Quantity("μ′", (U, Y, A))
"""The chance of y and a given a secret, their chance, and the true belief after both."""

EXTENDED = (
    hypothesis("y and a are told", SUPPOSED, le(0, BOTH)),
    hypothesis("y and a are told", SUPPOSED, eq(total(A, BOTH), told(U, Y))),
    hypothesis("y and a are told", SUPPOSED, Summable(A, BOTH)),
)
IS_MEAN = define("the chance of y and a", "by definition", eq(MEAN_OF_BOTH, total(U, prior(U) * BOTH)))
BAYES_OF_BOTH = hypothesis("true beliefs, by Bayes", SUPPOSED, eq(AFTER_BOTH * MEAN_OF_BOTH, prior(U) * BOTH))

# Chances of y and a, summed over the secrets and over a.
_TERM = prior(U) * BOTH
_POSITIVE = solve("at least 0", le(0, _TERM), PRIOR[0], EXTENDED[0])
_ONE_ANSWER = solve("at most that of y", le(BOTH, told(U, Y)), part_of_sum(EXTENDED[0], EXTENDED[2], A), EXTENDED[1])
OVER_SECRETS = comparison(
    U, _POSITIVE, solve("at most P", le(_TERM, prior(U)), PRIOR[0], _ONE_ANSWER, TOLD_AT_MOST_1), PRIOR[2]
)
OVER_ANSWERS = convergence(A, _TERM, EXTENDED[2:])
SHARE = solve(
    "all that is added",
    eq(total(A, _TERM), prior(U) * told(U, Y)),
    summation(A, solve("the share of a secret", eq(_TERM, BOTH * prior(U))), (OVER_ANSWERS, EXTENDED[2])),
    EXTENDED[1],
)
MEAN_POSITIVE = solve("at least 0", le(0, MEAN_OF_BOTH), IS_MEAN, summation(U, _POSITIVE, (OVER_SECRETS,)))


def _share_converges() -> Fact:
    """Σ_u Σ_a P(u)·ψ′(u, y, a)."""
    return comparison(
        U,
        summation(A, _POSITIVE, (OVER_ANSWERS,)),
        solve("at most P", le(total(A, _TERM), prior(U)), SHARE, TOLD_AT_MOST_1, PRIOR[0]),
        PRIOR[2],
    )


def _only_if() -> Fact:
    floor = hypothesis("beliefs after both are at least P/τ", SUPPOSED, le(prior(U), TAU * AFTER_BOTH))
    some, shown = suppose(lt(0, prior(T))), suppose(lt(0, mean(Y)))
    of_t = Quantity("ψ′", (T, Y, A))
    enough = solve(
        "t tells both at least 1/τ times as often as all do",
        le(MEAN_OF_BOTH, TAU * of_t),
        *(instance(fact, {U: T}) for fact in (floor, BAYES_OF_BOTH)),
        MEAN_POSITIVE,
        some,
    )
    of_t_converges = instance(EXTENDED[2], {U: T})
    means_converge = comparison(A, MEAN_POSITIVE, enough, convergence(A, TAU * of_t, (of_t_converges,)))
    columns_converge = comparison(
        A,
        summation(U, _POSITIVE, (OVER_SECRETS,)),
        solve("the chance of both", le(total(U, _TERM), MEAN_OF_BOTH), IS_MEAN),
        means_converge,
    )
    rows_converge = _share_converges()
    in_order = exchanged(_TERM, U, A, _POSITIVE, OVER_ANSWERS, OVER_SECRETS, rows_converge, columns_converge)
    over_secrets = summation(U, SHARE, (rows_converge, WEIGHED))
    of_y = solve("the chance of y", le(mean(Y), total(U, total(A, _TERM))), MEAN, over_secrets)
    after_y = solve(
        "t tells y at least 1/τ times as often as all do",
        le(mean(Y), TAU * told(T, Y)),
        of_y,
        in_order,
        summation(A, IS_MEAN, (means_converge, columns_converge)),
        summation(A, enough, (means_converge, of_t_converges)),
        instance(EXTENDED[1], {U: T}),
    )
    kept = solve("the belief after y", le(prior(T), TAU * belief(T, Y)), after_y, instance(BAYES, {U: T}), some, shown)
    return discharge_all([some, shown], kept)


def _if() -> Fact:
    anyhow = Quantity("α", (A,))
    law = hypothesis("α is a law", SUPPOSED, le(0, anyhow))
    constant = hypothesis("a is told whatever the secret is", SUPPOSED, eq(BOTH, told(U, Y) * anyhow))
    shown = suppose(lt(0, MEAN_OF_BOTH))
    by_secret = solve("by secret", eq(_TERM, prior(U) * told(U, Y) * anyhow), constant)
    means = solve(
        "the chance of both",
        eq(MEAN_OF_BOTH, mean(Y) * anyhow),
        IS_MEAN,
        summation(U, by_secret, (OVER_SECRETS, WEIGHED)),
        MEAN,
    )
    kept = solve(
        "the belief after both",
        le(prior(U), TAU * AFTER_BOTH),
        OFTEN_ENOUGH,
        means,
        BAYES_OF_BOTH,
        constant,
        law,
        shown,
    )
    return discharge(shown, kept)


_ONLY_IF = _only_if()
FEASIBLE = (
    state(FLOOR_IS_ENOUGH, KEY, "privacy of what keeps beliefs"),
    state(_ONLY_IF, KEY, "only if"),
    state(_if(), KEY, "if"),
)
THEOREM_2 = (
    state(FLOOR_IS_ENOUGH, THEOREM, "privacy of what keeps beliefs"),
    state(_ONLY_IF, THEOREM, "only if"),
)
