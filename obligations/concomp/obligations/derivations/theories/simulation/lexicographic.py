"""The lexicographic maximum of a compact set: HSV26 Lemma 10.28.

x(b, p) are the coordinates of the points p of a set C in [0,1]², of any size. X0 is the supremum of the first ones. To
stay below X0 by u costs ν·u, and M(n) is the most of x(1, p) less that cost, for ν = n + 1; X1 is the infimum of these.
No neighbourhood of (X0, X1) is without points of C: Gap, the infimum of the distances to it, is at most 0. C is closed,
so it has a point there, which is its maximum. Nothing else is used of compactness.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, NEXT, ZERO, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Conjunction,
    Implication,
    Quantity,
    Real,
    eq,
    largest,
    le,
    lt,
    supremum,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    define_quotient,
    detach,
    discharge,
    discharge_all,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import least, upper
from concomp.obligations.derivations.kernel.statements import SUPPOSED

KEY = "HSV26 Lemma 10.28"
B, P, Q = Var("b", "bit"), Var("p", "query"), Var("q", "query")
N, K = Var("n", "number"), Var("k", "number")
LAST = Constructor("largest point", (), "query", "Last")()
"""The point of C at (X0, X1)."""
X0, X1, GAP = Quantity("X0"), Quantity("X1"), Quantity("Gap")


def x(bit: Index, point: Index) -> Real:
    """A coordinate of a point of C."""
    return Quantity("x", (bit, point))


def cost(number: Index) -> Quantity:
    """What it costs to be 1 below X0: n + 1, as a real number."""
    return Quantity("ν", (number,))


def most(number: Index) -> Real:
    """The most of the second coordinate, less the cost of what the first is below its supremum."""
    return Quantity("M", (number,))


def _worth(number: Index, point: Index) -> Real:
    return x(BIT_1, point) - cost(number) * (X0 - x(BIT_0, point))


def _distance(point: Index) -> Real:
    """The distance of a point to (X0, X1)."""
    second = x(BIT_1, point)
    return largest(X0 - x(BIT_0, point), second - X1, X1 - second)


IN_UNIT = (
    hypothesis("C lies in [0,1]²", SUPPOSED, le(0, x(B, P))),
    hypothesis("C lies in [0,1]²", SUPPOSED, le(x(B, P), 1)),
)
IS_FIRST = define("the first supremum", "by definition", eq(X0, supremum(P, x(BIT_0, P))))
AT_FIRST = define("1", "by definition", eq(cost(ZERO), 1))
ONE_MORE = define("n + 2", "by definition", eq(cost(NEXT(N)), cost(N) + 1))
IS_MOST = define("the most that is left", "by definition", eq(most(N), supremum(P, _worth(N, P))))
IS_SECOND = define("the infimum of the most", "by definition", eq(X1, 0 - supremum(N, 0 - most(N))))
IS_GAP = define("the infimum of the distances", "by definition", eq(GAP, 0 - supremum(P, 0 - _distance(P))))
X_IN = {bit: tuple(instance(fact, {B: bit}) for fact in IN_UNIT) for bit in (BIT_0, BIT_1)}

FIRST_LARGEST = solve("no first one is larger", le(x(BIT_0, P), X0), upper(P, X_IN[BIT_0][1]), IS_FIRST)
FIRST_IN = solve("X0 ≤ 1", le(X0, 1), least(P, X_IN[BIT_0][1]), IS_FIRST)
COST = induction(
    le(1, cost(N)),
    N,
    solve("at first", le(1, cost(ZERO)), AT_FIRST),
    solve("one more", le(1, cost(NEXT(N))), assume(le(1, cost(N)), N), ONE_MORE),
)
INVERSE = Quantity("ι", (N,))
IS_INVERSE = define_quotient("1/(n + 1)", "by definition", INVERSE, solve("positive", lt(0, cost(N)), COST))
BELOW = solve("no more than the coordinate", le(_worth(N, P), 1), COST, FIRST_LARGEST, *X_IN[BIT_1])
WORTH = solve("no more than the most", le(_worth(N, P), most(N)), upper(P, BELOW), IS_MOST)
MOST_IN = solve("M ≤ 1", le(most(N), 1), least(P, BELOW), IS_MOST)


def _most_positive() -> Fact:
    """M(n) ≥ 0: else all first coordinates would be below X0 by a share of what it is short of 0."""
    below, short = X0 - x(BIT_0, P), largest(0, 0 - most(N))
    costs = solve("what it is short of is paid", le(short, cost(N) * below), WORTH, COST, FIRST_LARGEST, *X_IN[BIT_1])
    shared = solve("by the share of one", le(INVERSE * short, INVERSE * (cost(N) * below)), costs, IS_INVERSE, COST)
    lower = solve("all are below", le(x(BIT_0, P), X0 - INVERSE * short), shared, IS_INVERSE)
    nothing = solve("nothing", le(INVERSE * short, 0), least(P, lower), IS_FIRST)
    return solve("M ≥ 0", le(0, most(N)), nothing, IS_INVERSE, COST)


MOST_POSITIVE = _most_positive()
FALLS = solve("−M ≤ 0", le(0 - most(N), 0), MOST_POSITIVE)
SECOND_BELOW = solve("X1 ≤ M", le(X1, most(N)), upper(N, FALLS), IS_SECOND)
SECOND_POSITIVE = solve("0 ≤ X1", le(0, X1), least(N, FALLS), IS_SECOND)
SECOND_IN = solve("X1 ≤ 1", le(X1, 1), SECOND_BELOW, MOST_IN)
NO_DISTANCE = solve("a distance", le(0 - _distance(P), 0), FIRST_LARGEST)
GAP_SMALL = solve("no distance is less", le(GAP, _distance(P)), upper(P, NO_DISTANCE), IS_GAP)


def _no_gap() -> Fact:
    """There are points of C in every neighbourhood of (X0, X1).

    What the gap is more than M(k) − X1 is S. A point is below X1 by S, or κ times what it is below X0 is S, κ = k + 1:
    it is as far as the gap, or it is worth no more than M(k) at k. So where ν·S is large, no point is worth more than
    X1 − S at n. As M(n) is no less than X1, ν·S is bounded over all n, and S is 0.
    """
    k, below, second = {N: K}, X0 - x(BIT_0, P), x(BIT_1, P)
    surplus, other, paid = largest(0, GAP + X1 - most(K)), cost(K), cost(N) * below
    room = largest(0, 2 * other + 5 - cost(N) * surplus)
    other_cost, below_most = instance(COST, k), instance(SECOND_BELOW, k)
    short, left = X1 - surplus - second, other * below - surplus
    far = solve(
        "S ≤ 1", le(surplus, 1), GAP_SMALL, below_most, SECOND_POSITIVE, SECOND_IN, FIRST_IN, *X_IN[BIT_0], *X_IN[BIT_1]
    )
    either = solve(
        "below X1, or below X0",
        le(0, largest(left, short)),
        GAP_SMALL,
        instance(WORTH, k),
        solve("it is below X0", le(0, below), FIRST_LARGEST),
        other_cost,
        below_most,
        whole=(below,),
    )
    scaled = solve("n + 1 times that", le(0, largest(cost(N) * left, short)), either, COST, whole=(left, short))
    apart = solve(
        "where ν·S is large", le(0, largest(paid + room - 2, short)), scaled, COST, other_cost, whole=(below, short)
    )
    bounded = solve(
        "no point is worth more",
        le(_worth(N, P), X1 - surplus + room),
        apart,
        far,
        solve("a cost", le(0, paid), FIRST_LARGEST, COST),
        solve("a maximum with 0", le(0, room), variant=le(room + 1, 0)),
        SECOND_POSITIVE,
        *X_IN[BIT_1],
        whole=(paid, room, surplus),
    )
    large = cost(N) * surplus
    small = solve(
        "ν·S is bounded", le(large, 2 * other + 5), least(P, bounded), IS_MOST, SECOND_BELOW, COST, other_cost
    )
    next_ = solve(
        "one S more", le(large, supremum(N, large) - surplus), instance(upper(N, small), {N: NEXT(N)}), ONE_MORE
    )
    none = solve("S is 0", le(GAP + X1 - most(K), 0), least(N, next_))
    of_all = solve("no more than −X1 − Gap", le(0 - most(N), 0 - X1 - GAP), instance(none, {K: N}))
    return solve("Gap ≤ 0", le(GAP, 0), least(N, of_all), IS_SECOND)


NO_GAP = _no_gap()
IN_C = detach(
    hypothesis(
        "C is closed: where there is no gap it has a point",
        SUPPOSED,
        Implication(le(GAP, 0), Conjunction((eq(x(BIT_0, LAST), X0), eq(x(BIT_1, LAST), X1)))),
    ),
    NO_GAP,
)


def _no_smaller_second() -> Fact:
    """Of the points with the largest first coordinate none has a larger second one."""
    same = suppose(eq(x(BIT_0, P), x(BIT_0, LAST)))
    free = solve("it costs nothing", le(0 - most(N), 0 - x(BIT_1, P)), WORTH, same, IN_C)
    return discharge(same, solve("X1 is no less", le(x(BIT_1, P), x(BIT_1, LAST)), least(N, free), IS_SECOND, IN_C))


NO_LARGER_FIRST = solve("X0 is no less", le(x(BIT_0, P), x(BIT_0, LAST)), FIRST_LARGEST, IN_C)
NO_LARGER_SECOND = _no_smaller_second()


def _maximal() -> Fact:
    """A point that is no less in both coordinates is the same pair."""
    above = suppose(Conjunction((le(x(BIT_0, LAST), x(BIT_0, P)), le(x(BIT_1, LAST), x(BIT_1, P)))))
    first = solve("the same first", eq(x(BIT_0, P), x(BIT_0, LAST)), NO_LARGER_FIRST, above)
    second = solve("the same second", eq(x(BIT_1, P), x(BIT_1, LAST)), detach(NO_LARGER_SECOND, first), above)
    return discharge(above, join(first, second))


def _unique() -> Fact:
    """A point that the largest one precedes, too, is the same pair."""
    before = suppose(le(x(BIT_0, LAST), x(BIT_0, P)))
    then = suppose(Implication(eq(x(BIT_0, P), x(BIT_0, LAST)), le(x(BIT_1, LAST), x(BIT_1, P))))
    first = solve("the same first", eq(x(BIT_0, P), x(BIT_0, LAST)), NO_LARGER_FIRST, before)
    smaller, larger = detach(NO_LARGER_SECOND, first), detach(then, first)
    second = solve("the same second", eq(x(BIT_1, P), x(BIT_1, LAST)), smaller, larger)
    return discharge_all((before, then), join(first, second))


MAXIMUM = (
    state(NO_LARGER_FIRST, KEY, "(a): no point has a larger first coordinate"),
    state(NO_LARGER_SECOND, KEY, "(a): nor, with the same first one, a larger second one"),
    state(_maximal(), KEY, "(b): it is maximal"),
    state(_unique(), KEY, "only it is a lexicographic maximum"),
)
