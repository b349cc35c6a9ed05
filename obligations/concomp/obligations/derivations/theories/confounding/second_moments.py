"""What the second moment of beliefs adds to their floor: the last sentence of Zhang24 Repair R7.

r(u, y) = μ(u, y)/P(u) has the mean 1 under P, and the second moment Σ r·μ ≤ δτ, so the variance δτ − 1 at most. One
secret that is λ/P(s) above the rest, which then are λ below 1 on the mean, has P(s)·(r − 1)² ≤ (1 − P(s))·(δτ − 1).
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.language import Quantity, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import (
    define_quotient,
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
    MEAN_POSITIVE,
    PRIOR,
    TAU,
    S,
    T,
    U,
    Y,
    belief,
    mean,
    of_events,
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
from concomp.obligations.derivations.theories.series.tails import part_of_sum

KEY = "Zhang24 Repair R7"
MOVED, BELOW, ROOT = Quantity("r", (U, Y)), Quantity("λ", (S, Y)), Quantity("R")
BELIEFS = (
    hypothesis("beliefs are a law", SUPPOSED, eq(total(U, belief(U, Y)), 1)),
    hypothesis("beliefs are a law", SUPPOSED, Summable(U, belief(U, Y))),
)
RATIO = hypothesis("r is μ/P", SUPPOSED, eq(MOVED * prior(U), belief(U, Y)))
MOMENT = (
    hypothesis("Σ μ²/P ≤ δ·τ", SUPPOSED, le(total(U, MOVED * belief(U, Y)), DELTA * TAU)),
    hypothesis("Σ μ²/P ≤ δ·τ", SUPPOSED, Summable(U, MOVED * belief(U, Y))),
)
IS_ROOT = (
    hypothesis("R is √((δτ − 1)(1/P* − 1))", SUPPOSED, eq(ROOT * ROOT, (DELTA * TAU - 1) * (INVERSE - 1))),
    hypothesis("R is √((δτ − 1)(1/P* − 1))", SUPPOSED, le(0, ROOT)),
)


def _one_secret(less: Fact) -> Fact:
    """P(s)·(r(s, y) − 1)² ≤ (1 − P(s))·(δτ − 1), from P(s) < 1."""
    spare = solve("others have a chance", lt(0, 1 - prior(S)), less)
    of_s = Quantity("r", (S, Y))
    below = define_quotient("λ", "by definition", BELOW, spare, prior(S) * (of_s - 1))
    term = prior(U) * ((MOVED - 1 + BELOW) * (MOVED - 1 + BELOW))
    of_moment, of_belief = MOVED * belief(U, Y), belief(U, Y)
    expanded = of_moment + 2 * (BELOW - 1) * of_belief + (1 - BELOW) * (1 - BELOW) * prior(U)
    parts = (MOMENT[1], BELIEFS[1], PRIOR[2])
    positive = solve("a square", le(0, term), PRIOR[0])
    same = solve("expanded", eq(term, expanded), RATIO)
    converges = comparison(
        U, positive, solve("by its parts", le(term, expanded), same), convergence(U, expanded, parts)
    )
    all_ = summation(U, same, (converges, *parts))
    one = part_of_sum(positive, converges, S)
    squares = solve(
        "one of all",
        le(prior(S) * ((of_s - 1 + BELOW) * (of_s - 1 + BELOW)), DELTA * TAU - 1 + BELOW * BELOW),
        one,
        all_,
        MOMENT[0],
        BELIEFS[0],
        PRIOR[1],
    )
    raised, over, variance, others = of_s - 1, of_s - 1 + BELOW, DELTA * TAU - 1, 1 - prior(S)
    of_square, crossed = prior(S) * (raised * raised), BELOW * raised
    share = solve("λ is its share", eq(prior(S) * over, BELOW), below)
    square = solve("its square", eq(prior(S) * (over * over), BELOW * over), share, whole=(over,))
    small = solve("in λ", le(crossed, variance), squares, square, whole=(prior(S) * (over * over),))
    same_square = solve("without λ", eq(of_square, others * crossed), below, whole=(raised,))
    return solve(
        "the variance of one",
        le(of_square, others * variance),
        small,
        same_square,
        spare,
        whole=(of_square, crossed, variance, others),
    )


def _bounded() -> Fact:
    one, less, other = possible(S), suppose(lt(prior(S), 1)), possible(T)
    of_s = Quantity("r", (S, Y))
    raised = solve(
        "no belief rises by more than 1 + R",
        le(of_s, 1 + ROOT),
        _one_secret(less),
        one,
        less,
        POSITIVE,
        IS_INVERSE,
        *IS_ROOT,
    )
    often = solve(
        "s tells y at most 1 + R times as often as all do",
        le(told(S, Y), (1 + ROOT) * mean(Y)),
        raised,
        *(instance(fact, {U: S}) for fact in (RATIO, BAYES)),
        MEAN_POSITIVE,
        one,
        POSITIVE,
    )
    by_output = solve(
        "output by output",
        le(told(S, Y), TAU * (1 + ROOT) * told(T, Y)),
        often,
        share_of_floor(other, POSITIVE),
        IS_ROOT[1],
    )
    bounded = of_events(lambda chance: le(chance(S), TAU * (1 + ROOT) * chance(T)), by_output)
    return state(discharge_all([one, less, other], bounded), KEY, "with second moments")


BOUNDED = _bounded()
