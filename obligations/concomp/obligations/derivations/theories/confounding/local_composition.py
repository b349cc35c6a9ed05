"""Mechanisms that are private for all data compose as usual, whatever data depend on the secret: Zhang24 Repair R4.

Mechanism n is (ε_n, δ_n)-indistinguishable over all pairs of data, e(n) = e^{ε_n}. Told(n, x, S) is the chance that
mechanisms n−1, …, 0, side by side on x, tell a tuple in S: mechanism n tells a, and the others what S leaves after a.
With n mechanisms E(n) = e^{Σε} and D(n) = Σδ are enough over all pairs of data, and so for means over the data.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Conjunction,
    Quantity,
    Real,
    Summable,
    eq,
    largest,
    le,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.laws.two_laws import EVENT, LAW, NOT_B, B, S, X, inside, law

KEY = "Zhang24 Repair R4"
A, N, Z = Var("a", "number"), Var("n", "number"), Var("z", "number")
REST = Constructor("rest of an event", ("event", "number"), "event", "Rest[{},{}]")
BETTER = Constructor("told better", ("number", "number", "number"), "event", "Better[{},{},{}]")


def kernel(place: Index, datum: Index) -> Real:
    """The chance that a mechanism tells a of a datum."""
    return Quantity("γ", (place, datum, A))


def told(count: Index, datum: Index, event: Index) -> Real:
    """The chance that the first mechanisms tell a tuple in an event."""
    return Quantity("Told", (count, datum, event))


def odds(place: Index) -> Real:
    """e^ε of a mechanism."""
    return Quantity("e", (place,))


def delta(place: Index) -> Real:
    """δ of a mechanism."""
    return Quantity("δ", (place,))


def all_odds(count: Index) -> Real:
    """e^Σε of the first mechanisms."""
    return Quantity("E", (count,))


def all_deltas(count: Index) -> Real:
    """Σδ of the first mechanisms."""
    return Quantity("D", (count,))


# What is supposed of each mechanism.
KERNEL = (
    hypothesis("γ is a kernel", SUPPOSED, le(0, kernel(N, X))),
    hypothesis("γ is a kernel", SUPPOSED, eq(total(A, kernel(N, X)), 1)),
    hypothesis("γ is a kernel", SUPPOSED, Summable(A, kernel(N, X))),
)
_OTHER_KERNEL = tuple(instance(fact, {X: Z}) for fact in KERNEL)
AT_LEAST_1 = hypothesis("e(n) is e^ε_n, ε_n ≥ 0", "Zhang24 Definition 1", le(1, odds(N)))


def _of_mechanism(datum: Index) -> Real:
    return total(A, inside(S, A) * kernel(N, datum))


PRIVATE = hypothesis(
    "mechanism n is (ε_n,δ_n)-indistinguishable over all pairs of data",
    SUPPOSED,
    le(_of_mechanism(X), odds(N) * _of_mechanism(Z) + delta(N)),
)

# What they tell together: Zhang24 Equation (4).
_TOGETHER = "Zhang24 Equation (4)"
EMPTY_TUPLE = (
    hypothesis("whether S has the tuple of nobody", SUPPOSED, le(0, Quantity("Has", (S,)))),
    hypothesis("whether S has the tuple of nobody", SUPPOSED, le(Quantity("Has", (S,)), 1)),
)
NOBODY = define("no mechanism", _TOGETHER, eq(told(ZERO, X, S), Quantity("Has", (S,))))
_REST = kernel(N, X) * told(N, X, REST(S, A))
ONE_MORE = define("one mechanism more", _TOGETHER, eq(told(NEXT(N), X, S), total(A, _REST)))
SUMS = (
    define("e^Σε of none", "by definition", eq(all_odds(ZERO), 1)),
    define("e^Σε of one more", "by definition", eq(all_odds(NEXT(N)), odds(N) * all_odds(N))),
    define("Σδ of none", "by definition", eq(all_deltas(ZERO), 0)),
    define("Σδ of one more", "by definition", eq(all_deltas(NEXT(N)), all_deltas(N) + delta(N))),
)


# A chance is between 0 and 1, so that what is told after a is weighed by what mechanism n does.
def _between(count: Index) -> Conjunction:
    return Conjunction((le(0, told(count, X, S)), le(told(count, X, S), 1)))


def _weighed(known: Fact) -> tuple[Fact, Fact, Fact]:
    """That what is told after a is at least 0, at most the weight of a, and has a sum."""
    after = instance(known, {S: REST(S, A)})
    positive = solve("at least 0", le(0, _REST), KERNEL[0], after)
    small = solve("at most the weight", le(_REST, kernel(N, X)), KERNEL[0], after)
    return positive, small, comparison(A, positive, small, KERNEL[2])


def _range() -> Fact:
    positive, small, converges = _weighed(assume(_between(N), N))
    more = (
        solve("at least 0", le(0, told(NEXT(N), X, S)), ONE_MORE, summation(A, positive, (converges,))),
        solve(
            "at most 1",
            le(told(NEXT(N), X, S), 1),
            ONE_MORE,
            summation(A, small, (converges, KERNEL[2])),
            KERNEL[1],
        ),
    )
    none = tuple(solve("of nobody", part, NOBODY, *EMPTY_TUPLE) for part in _between(ZERO).parts)
    return induction(_between(N), N, join(*none), join(*more))


RANGE = _range()
_, _, CONVERGES = _weighed(RANGE)

# What an event tells of one mechanism, any mean of numbers between 0 and 1 tells at most.
EXCESS = largest(0, kernel(N, X) - odds(N) * kernel(N, Z))


def _excess_bounded() -> tuple[Fact, Fact]:
    """That the excess of mechanism n has a sum, and that this is at most δ_n."""
    positive = solve("at least 0", le(0, EXCESS), KERNEL[0], variant=le(EXCESS + 1, 0))
    small = solve("at most the weight", le(EXCESS, kernel(N, X)), KERNEL[0], _OTHER_KERNEL[0], AT_LEAST_1)
    converges = comparison(A, positive, small, KERNEL[2])
    indicator = tuple(instance(fact, {X: A}) for fact in EVENT)
    part_ = inside(S, A) * kernel(N, X)
    of_event = comparison(
        A,
        solve("at least 0", le(0, part_), indicator[0], KERNEL[0]),
        solve("at most the weight", le(part_, kernel(N, X)), *indicator, KERNEL[0]),
        KERNEL[2],
    )
    event = BETTER(N, X, Z)
    shown = hypothesis(
        "the event that x is told better than z",
        SUPPOSED,
        eq(inside(event, A) * kernel(N, X) - odds(N) * (inside(event, A) * kernel(N, Z)), EXCESS),
    )
    in_event = instance(of_event, {S: event})
    sums = summation(A, shown, (in_event, instance(instance(of_event, {X: Z}), {S: event}), converges))
    return converges, solve("an event shows all", le(total(A, EXCESS), delta(N)), sums, instance(PRIVATE, {S: event}))


EXCESS_CONVERGES, EXCESS_SMALL = _excess_bounded()


# Basic composition over all pairs of data.
def _composed(count: Index) -> Comparison:
    return le(told(count, X, S), all_odds(count) * told(count, Z, S) + all_deltas(count))


_DELTA_POSITIVE = solve(
    "δ_n ≥ 0",
    le(0, delta(N)),
    EXCESS_SMALL,
    summation(A, solve("at least 0", le(0, EXCESS), KERNEL[0], variant=le(EXCESS + 1, 0)), (EXCESS_CONVERGES,)),
)
SUMS_POSITIVE = induction(
    le(0, all_deltas(N)),
    N,
    solve("of none", le(0, all_deltas(ZERO)), SUMS[2], witness=(eq(all_deltas(ZERO), 0),)),
    solve("of one more", le(0, all_deltas(NEXT(N))), SUMS[3], assume(le(0, all_deltas(N)), N), _DELTA_POSITIVE),
)

ODDS_AT_LEAST_1 = induction(
    le(1, all_odds(N)),
    N,
    solve("of none", le(1, all_odds(ZERO)), SUMS[0]),
    solve("of one more", le(1, all_odds(NEXT(N))), SUMS[1], assume(le(1, all_odds(N)), N), AT_LEAST_1),
)


def _one_more(known: Fact) -> Fact:
    after = instance(known, {S: REST(S, A)})
    range_, other_range = instance(RANGE, {S: REST(S, A)}), instance(instance(RANGE, {X: Z}), {S: REST(S, A)})
    of_x, of_z = told(N, X, REST(S, A)), told(N, Z, REST(S, A))
    capped = 1 - largest(0, 1 - all_odds(N) * of_z)
    by_answer = solve(
        "with a δ that is not multiplied",
        le(kernel(N, X) * of_x, EXCESS + odds(N) * (kernel(N, Z) * capped) + all_deltas(N) * kernel(N, X)),
        after,
        range_,
        other_range,
        SUMS_POSITIVE,
        ODDS_AT_LEAST_1,
        KERNEL[0],
    )
    uncapped = solve(
        "answer by answer",
        le(_REST, EXCESS + odds(N) * all_odds(N) * (kernel(N, Z) * of_z) + all_deltas(N) * kernel(N, X)),
        by_answer,
        _OTHER_KERNEL[0],
        AT_LEAST_1,
    )
    sums = summation(A, uncapped, (CONVERGES, EXCESS_CONVERGES, instance(CONVERGES, {X: Z}), KERNEL[2]))
    return solve(
        "one mechanism more",
        _composed(NEXT(N)),
        sums,
        EXCESS_SMALL,
        KERNEL[1],
        ONE_MORE,
        instance(ONE_MORE, {X: Z}),
        SUMS[1],
        SUMS[3],
    )


COMPOSED = induction(
    _composed(N),
    N,
    solve(
        "of nobody",
        _composed(ZERO),
        NOBODY,
        instance(NOBODY, {X: Z}),
        SUMS[0],
        SUMS[2],
        witness=(eq(all_odds(ZERO), 1),),
    ),
    _one_more(assume(_composed(N), N)),
)


# The mean over the data that each of two secrets may have.
def composition(bit: Index) -> Real:
    """The chance of an event, given a secret."""
    return total(X, law(bit, X) * told(N, X, S))


OF_DATA = law(B, X) * told(N, X, S)
_OF_DATA_CONVERGES = comparison(
    X,
    solve("at least 0", le(0, OF_DATA), LAW[0], RANGE),
    solve("at most the weight", le(OF_DATA, law(B, X)), LAW[0], RANGE),
    LAW[2],
)


def over_the_data(composed: Fact, factor: Real, more: Real) -> Fact:
    """From Told(n, x, S) ≤ factor·Told(n, z, S) + more for all data: the same of the means given two secrets."""
    other_law = tuple(instance(fact, {B: NOT_B}) for fact in LAW)
    by_other_datum = solve(
        "datum by datum of the other secret",
        le(law(NOT_B, X) * told(N, Z, S), factor * (law(NOT_B, X) * told(N, X, S)) + more * law(NOT_B, X)),
        instance(composed, {X: Z, Z: X}),
        other_law[0],
    )
    bound = factor * composition(NOT_B) + more
    against_all = solve(
        "a datum against all of the other secret",
        le(told(N, Z, S), bound),
        summation(X, by_other_datum, (instance(_OF_DATA_CONVERGES, {B: NOT_B}), other_law[2])),
        other_law[1],
    )
    by_datum = solve("datum by datum", le(OF_DATA, bound * law(B, X)), instance(against_all, {Z: X}), LAW[0])
    sums = summation(X, by_datum, (_OF_DATA_CONVERGES, LAW[2]))
    return solve("all data of both", le(composition(B), bound), sums, LAW[1])


BASIC_COMPOSITION = state(over_the_data(COMPOSED, all_odds(N), all_deltas(N)), KEY, "basic composition")
