"""What is believed of a secret after something was told, and what keeps beliefs in bounds: Zhang24 Section IV.

P(u) is the chance of the secret u, ψ(u, y) that y is told of it, m(y) that y is told at all, and μ(u, y) the true
belief in u after y: μ(u, y)·m(y) = P(u)·ψ(u, y), where both sides are 0 if y is never told.
"""

from __future__ import annotations

from collections.abc import Callable

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Quantity,
    Real,
    Summable,
    comparisons,
    eq,
    le,
    term_at,
    total,
)
from concomp.obligations.derivations.kernel.logic import define, hypothesis, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.laws.two_laws import EVENT, inside
from concomp.obligations.derivations.theories.laws.two_laws import S as EVENT_OF_OUTPUTS
from concomp.obligations.derivations.theories.laws.two_laws import X as _X
from concomp.obligations.derivations.theories.series.tails import part_of_sum

U, S, T, Y = Var("u", "number"), Var("s", "number"), Var("t", "number"), Var("y", "number")
W = Var("W", "event")
TAU = Quantity("τ")


def prior(secret: Index) -> Real:
    """The chance of a secret."""
    return Quantity("P", (secret,))


def told(secret: Index, output: Index) -> Real:
    """The chance that an output is told of a secret."""
    return Quantity("ψ", (secret, output))


def mean(output: Index) -> Real:
    """The chance that an output is told."""
    return Quantity("m", (output,))


def belief(secret: Index, output: Index) -> Real:
    """The true belief in a secret after an output."""
    return Quantity("μ", (secret, output))


PRIOR = (
    hypothesis("P is a law", SUPPOSED, le(0, prior(U))),
    hypothesis("P is a law", SUPPOSED, eq(total(U, prior(U)), 1)),
    hypothesis("P is a law", SUPPOSED, Summable(U, prior(U))),
)
TOLD = (
    hypothesis("ψ is a kernel", SUPPOSED, le(0, told(U, Y))),
    hypothesis("ψ is a kernel", SUPPOSED, eq(total(Y, told(U, Y)), 1)),
    hypothesis("ψ is a kernel", SUPPOSED, Summable(Y, told(U, Y))),
)
MEAN = define("the chance of y", "by definition", eq(mean(Y), total(U, prior(U) * told(U, Y))))
BAYES = hypothesis("true beliefs, by Bayes", SUPPOSED, eq(belief(U, Y) * mean(Y), prior(U) * told(U, Y)))
AT_LEAST_1 = hypothesis("τ ≥ 1", SUPPOSED, le(1, TAU))
FLOOR = hypothesis("beliefs are at least P/τ", SUPPOSED, le(prior(U), TAU * belief(U, Y)))
CEILING = hypothesis("beliefs are at most τ·P", SUPPOSED, le(belief(U, Y), TAU * prior(U)))

# The chance of y is a mean of chances.
TOLD_AT_MOST_1 = solve("at most 1", le(told(U, Y), 1), part_of_sum(TOLD[0], TOLD[2], Y), TOLD[1])
WEIGHED_POSITIVE = solve("at least 0", le(0, prior(U) * told(U, Y)), PRIOR[0], TOLD[0])
WEIGHED = comparison(
    U,
    WEIGHED_POSITIVE,
    solve("at most P", le(prior(U) * told(U, Y), prior(U)), PRIOR[0], TOLD_AT_MOST_1),
    PRIOR[2],
)
MEAN_POSITIVE = solve("at least 0", le(0, mean(Y)), MEAN, summation(U, WEIGHED_POSITIVE, (WEIGHED,)))

# What beliefs at least P/τ say of what is told: no secret has y much less often than all have.
OFTEN_ENOUGH = solve(
    "each secret tells y at least 1/τ times as often",
    le(prior(U) * mean(Y), TAU * (prior(U) * told(U, Y))),
    FLOOR,
    BAYES,
    MEAN_POSITIVE,
)


def one_of_all(term: Real, expanded: Real, positive: Fact, secret: Index) -> Fact:
    """What one secret has of a term that is at least 0 is at most what all have.

    expanded: the term as a linear combination of P·ψ and P, by which it is summed.
    """
    same = solve("expanded", eq(term, expanded), variant=eq(term + 1, expanded))
    parts = (WEIGHED, PRIOR[2])
    converges = comparison(
        U, positive, solve("by its parts", le(term, expanded), same), convergence(U, expanded, parts)
    )
    sums = summation(U, same, (converges, *parts))
    one = part_of_sum(positive, converges, secret)
    of_one = term_at(term, {U: secret})
    (summed,) = comparisons(sums.formula)
    return solve("one of all", le(of_one, summed.right), one, sums)


def _spared(secret: Index) -> Fact:
    """From the floor: P(s)·(τ·ψ(s, y) − m(y)) ≤ (τ − 1)·m(y)."""
    term = prior(U) * (TAU * told(U, Y) - mean(Y))
    positive = solve("nothing is missing", le(0, term), OFTEN_ENOUGH)
    one = one_of_all(term, TAU * (prior(U) * told(U, Y)) - mean(Y) * prior(U), positive, secret)
    return solve(
        "what one secret has above the floor", le(term_at(term, {U: secret}), (TAU - 1) * mean(Y)), one, MEAN, PRIOR[1]
    )


ABOVE_THE_FLOOR = _spared(S)


# Events of outputs.
INDICATOR = tuple(instance(fact, {EVENT_OF_OUTPUTS: W, _X: Y}) for fact in EVENT)


def chance(secret: Index) -> Real:
    """The chance of an event of outputs, given a secret."""
    return total(Y, inside(W, Y) * told(secret, Y))


INSIDE = comparison(
    Y,
    solve("at least 0", le(0, inside(W, Y) * told(U, Y)), INDICATOR[0], TOLD[0]),
    solve("at most the weight", le(inside(W, Y) * told(U, Y), told(U, Y)), *INDICATOR, TOLD[0]),
    TOLD[2],
)


Between = Callable[[Callable[[Index], Real]], Comparison]
"""A comparison of what is told of two secrets, by what is meant by that."""


def of_events(between: Between, fact: Fact) -> Fact:
    """From a comparison of ψ(s, y) and ψ(t, y) at every output, linear in both: the same of every event."""
    inside_ = solve("inside", between(lambda secret: inside(W, Y) * told(secret, Y)), fact, INDICATOR[0])
    return summation(Y, inside_, tuple(instance(INSIDE, {U: secret}) for secret in (S, T)))
