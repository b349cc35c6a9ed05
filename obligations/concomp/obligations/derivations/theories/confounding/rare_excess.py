"""Beliefs that rarely exceed the band give approximate privacy: Zhang24 Repair R8.

Of any one secret, what the belief in it exceeds τ·P(s) by is at most δ after every output, as that of all secrets
together is; times the chance of the output it is P(s)·(ψ(s, y) − τ·m(y)), and chances of outputs sum up to 1.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, largest, le, total
from concomp.obligations.derivations.kernel.logic import discharge_all, hypothesis, instance, join, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.beliefs import (
    AT_LEAST_1,
    BAYES,
    INDICATOR,
    INSIDE,
    MEAN,
    MEAN_POSITIVE,
    PRIOR,
    TAU,
    TOLD,
    WEIGHED,
    WEIGHED_POSITIVE,
    S,
    T,
    U,
    W,
    Y,
    belief,
    chance,
    mean,
    prior,
    told,
)
from concomp.obligations.derivations.theories.confounding.floors import (
    INVERSE,
    IS_INVERSE,
    POSITIVE,
    possible,
    share_of_floor,
)
from concomp.obligations.derivations.theories.control.weights import DELTA
from concomp.obligations.derivations.theories.laws.two_laws import inside
from concomp.obligations.derivations.theories.series.exchanged_sums import exchanged
from concomp.obligations.derivations.theories.series.tails import part_of_sum

KEY = "Zhang24 Repair R8"


def excess(of_belief: Real, secret: Index) -> Real:
    """By what a belief exceeds the ceiling."""
    return largest(0, of_belief - TAU * prior(secret))


EXCESS = excess(belief(U, Y), U)
RARELY_ABOVE = (
    hypothesis("beliefs exceed τ·P by at most δ in sum", SUPPOSED, le(total(U, EXCESS), DELTA)),
    hypothesis("beliefs exceed τ·P by at most δ in sum", SUPPOSED, Summable(U, EXCESS)),
)
OUTPUTS = hypothesis("the chances of outputs have a sum", SUPPOSED, Summable(Y, mean(Y)))


# The chances of outputs sum up to at most 1.
def _at_most_1() -> Fact:
    term = prior(U) * told(U, Y)
    of_secret = convergence(Y, term, (TOLD[2],))
    of_output = total(U, term)
    means_converge = comparison(
        Y,
        summation(U, WEIGHED_POSITIVE, (WEIGHED,)),
        solve("the chance of y", le(of_output, mean(Y)), MEAN),
        OUTPUTS,
    )
    by_output = solve("the share of a secret", eq(term, told(U, Y) * prior(U)))
    share = solve(
        "outputs of a secret sum up to 1",
        eq(total(Y, term), prior(U)),
        summation(Y, by_output, (of_secret, TOLD[2])),
        TOLD[1],
    )
    shares_converge = comparison(
        U,
        summation(Y, WEIGHED_POSITIVE, (of_secret,)),
        solve("the chance of a secret", le(total(Y, term), prior(U)), share),
        PRIOR[2],
    )
    return solve(
        "all outputs",
        le(total(Y, mean(Y)), 1),
        summation(Y, MEAN, (OUTPUTS, means_converge)),
        exchanged(term, Y, U, WEIGHED_POSITIVE, WEIGHED, of_secret, means_converge, shares_converge),
        summation(U, share, (shares_converge, PRIOR[2])),
        PRIOR[1],
    )


MEANS_AT_MOST_1 = _at_most_1()


# One secret exceeds the ceiling by no more than all do.
EXCESS_POSITIVE = solve("at least 0", le(0, EXCESS), witness=())
DELTA_POSITIVE = solve("δ ≥ 0", le(0, DELTA), summation(U, EXCESS_POSITIVE, RARELY_ABOVE[1:]), RARELY_ABOVE[0])
ABOVE_THE_CEILING = solve(
    "above the ceiling",
    le(prior(S) * told(S, Y), TAU * (prior(S) * mean(Y)) + DELTA * mean(Y)),
    part_of_sum(EXCESS_POSITIVE, RARELY_ABOVE[1], S),
    RARELY_ABOVE[0],
    instance(BAYES, {U: S}),
    MEAN_POSITIVE,
)


def _private() -> Fact:
    one, other = possible(S), possible(T)
    of_s, of_t = (inside(W, Y) * told(secret, Y) for secret in (S, T))
    by_output = solve(
        "output by output",
        le(prior(S) * of_s, TAU * TAU * prior(S) * of_t + DELTA * mean(Y)),
        ABOVE_THE_CEILING,
        share_of_floor(other, POSITIVE),
        *INDICATOR,
        MEAN_POSITIVE,
        DELTA_POSITIVE,
        instance(PRIOR[0], {U: S}),
        AT_LEAST_1,
    )
    sums = summation(Y, by_output, (*(instance(INSIDE, {U: secret}) for secret in (S, T)), OUTPUTS))
    private = solve(
        "of events",
        le(chance(S), TAU * TAU * chance(T) + DELTA * INVERSE),
        sums,
        MEANS_AT_MOST_1,
        one,
        POSITIVE,
        IS_INVERSE,
        DELTA_POSITIVE,
    )
    return state(discharge_all([one, other], private), KEY, "(2·ln τ, δ/P*)")


PRIVATE = _private()

# The beliefs allowed are convex, and the law of the secret is among them.
LEFT, RIGHT = Quantity("F", (U, Y)), Quantity("G", (U, Y))
WEIGHT = Quantity("λ")


def _mixed() -> Fact:
    mixed = WEIGHT * LEFT + (1 - WEIGHT) * RIGHT
    weight = (
        hypothesis("λ is between 0 and 1", SUPPOSED, le(0, WEIGHT)),
        hypothesis("λ is between 0 and 1", SUPPOSED, le(WEIGHT, 1)),
    )
    allowed = [
        (
            hypothesis(f"{name} is allowed", SUPPOSED, le(prior(U), TAU * each)),
            hypothesis(f"{name} is allowed", SUPPOSED, le(total(U, excess(each, U)), DELTA)),
            hypothesis(f"{name} is allowed", SUPPOSED, Summable(U, excess(each, U))),
        )
        for name, each in (("F", LEFT), ("G", RIGHT))
    ]
    by_secret = solve(
        "by secret",
        le(excess(mixed, U), WEIGHT * excess(LEFT, U) + (1 - WEIGHT) * excess(RIGHT, U)),
        *weight,
    )
    sums = (allowed[0][2], allowed[1][2])
    both = WEIGHT * excess(LEFT, U) + (1 - WEIGHT) * excess(RIGHT, U)
    converges = comparison(
        U,
        solve("at least 0", le(0, excess(mixed, U)), witness=()),
        by_secret,
        convergence(U, both, sums),
    )
    return state(
        join(
            solve("above the floor", le(prior(U), TAU * mixed), *weight, allowed[0][0], allowed[1][0]),
            solve(
                "rarely above the ceiling",
                le(total(U, excess(mixed, U)), DELTA),
                summation(U, by_secret, (converges, *sums)),
                *weight,
                allowed[0][1],
                allowed[1][1],
            ),
        ),
        KEY,
        "convex",
    )


def _of_nothing() -> Fact:
    none = excess(prior(U), U)
    nothing = solve("no belief moves", le(none, 0 * prior(U)), PRIOR[0], AT_LEAST_1)
    converges = comparison(
        U, solve("at least 0", le(0, none), witness=()), nothing, convergence(U, 0 * prior(U), PRIOR[2:])
    )
    return state(
        join(
            solve("above the floor", le(prior(U), TAU * prior(U)), PRIOR[0], AT_LEAST_1),
            solve("never above the ceiling", le(total(U, none), 0), summation(U, nothing, (converges, PRIOR[2]))),
        ),
        KEY,
        "never empty",
    )


ALLOWED = (_mixed(), _of_nothing())
