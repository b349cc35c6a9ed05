"""Of many copies of one mechanism the product tells all, the composition never more than the data: Zhang24 Repair R3.

ψ(b, a) is the chance that one copy tells a given s_b, Pr(b, h) that of a tuple h of answers under the product, and
D(n, b, h) what n copies more exceed in world b over g = e^ε times the other: at the empty tuple, δ_N of n copies. What
does not exceed is at most √g times the n-th power of a number below 1 (`roots`): min(x, g·y) ≤ √g·√(x·y), and roots
multiply.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import (
    EMPTY,
    EXTENDED,
    NEXT,
    ZERO,
    Constructor,
    Index,
    Var,
)
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Conjunction,
    Quantity,
    Real,
    eq,
    largest,
    le,
    limit,
    lt,
    supremum,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    define_quotient,
    discharge,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import (
    comparison,
    convergence,
    least,
    monotone_limit,
    summation,
    upper,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.data_processing import AT_LEAST_1
from concomp.obligations.derivations.theories.confounding.roots import (
    AFFINITY,
    AT_MOST_1,
    HALF,
    NOT_B,
    ONE_COPY,
    ROOT,
    ROOTS_CONVERGE,
    A,
    B,
    Z,
    below_1,
    copy,
    root,
)
from concomp.obligations.derivations.theories.control.weights import G

KEY = "Zhang24 Repair R3"
H, N, Q = Var("h", "history"), Var("n", "number"), Var("q", "query")
COPY = Constructor("the copy", (), "query", "Copy")()
BY_DEFINITION = "by definition"


def tuple_(bit: Index, answers: Index) -> Real:
    """The chance of a tuple of answers under the product."""
    return Quantity("Pr", (bit, answers))


def exceeding(count: Index, bit: Index, answers: Index) -> Real:
    """What so many copies more exceed by, after a tuple."""
    return Quantity("D", (count, bit, answers))


def root_of(answers: Index) -> Real:
    """√(Pr(0, h)·Pr(1, h))."""
    return Quantity("Roots", (answers,))


# Tuples of answers.
TUPLE = (
    define("the empty tuple", BY_DEFINITION, eq(tuple_(B, EMPTY), 1)),
    define(
        "one answer more",
        BY_DEFINITION,
        eq(tuple_(B, EXTENDED(H, Q, A)), tuple_(B, H) * copy(B, A)),
    ),
)
ROOTS = (
    define("of the empty tuple", BY_DEFINITION, eq(root_of(EMPTY), 1)),
    define("of one answer more", BY_DEFINITION, eq(root_of(EXTENDED(H, Q, A)), root_of(H) * root(A))),
)
HA = EXTENDED(H, COPY, A)
_HQA = EXTENDED(H, Q, A)
TUPLE_POSITIVE = induction(
    le(0, tuple_(B, H)),
    H,
    solve("the empty tuple", le(0, tuple_(B, EMPTY)), TUPLE[0]),
    solve("one answer more", le(0, tuple_(B, _HQA)), TUPLE[1], assume(le(0, tuple_(B, H)), H), ONE_COPY[0]),
)


def _are_roots() -> Fact:
    def formula(answers: Index) -> Conjunction:
        product = tuple_(B, answers) * tuple_(NOT_B, answers)
        return Conjunction((le(0, root_of(answers)), eq(root_of(answers) * root_of(answers), product)))

    known = assume(formula(H), H)
    start = (ROOTS[0], TUPLE[0], instance(TUPLE[0], {B: NOT_B}))
    more = (ROOTS[1], TUPLE[1], instance(TUPLE[1], {B: NOT_B}), *ROOT, known)
    return induction(
        formula(H),
        H,
        join(*(solve("of the empty tuple", each, *start) for each in formula(EMPTY).parts)),
        join(*(solve("of one answer more", each, *more) for each in formula(_HQA).parts)),
    )


ARE_ROOTS = _are_roots()

# What is told of a tuple is shared out among the answers of the next copy.
_NEXT = instance(TUPLE[1], {Q: COPY})
_NEXT_CONVERGES = comparison(
    A,
    solve("at least 0", le(0, tuple_(B, HA)), _NEXT, TUPLE_POSITIVE, ONE_COPY[0]),
    solve("its share", le(tuple_(B, HA), tuple_(B, H) * copy(B, A)), _NEXT),
    convergence(A, tuple_(B, H) * copy(B, A), ONE_COPY[2:]),
)
SHARED = solve(
    "shared out",
    eq(total(A, tuple_(B, HA)), tuple_(B, H)),
    summation(A, _NEXT, (_NEXT_CONVERGES, ONE_COPY[2])),
    ONE_COPY[1],
)

# What n copies more exceed.
EXCEEDING = (
    define(
        "after all copies",
        BY_DEFINITION,
        eq(exceeding(ZERO, B, H), largest(0, tuple_(B, H) - G * tuple_(NOT_B, H))),
    ),
    define("after one copy more", BY_DEFINITION, eq(exceeding(NEXT(N), B, H), total(A, exceeding(N, B, HA)))),
)


def _range() -> Fact:
    def formula(count: Index) -> Conjunction:
        return Conjunction((le(0, exceeding(count, B, H)), le(exceeding(count, B, H), tuple_(B, H))))

    after = instance(assume(formula(N), N), {H: HA})
    positive, small = (
        solve("after a", le(0, exceeding(N, B, HA)), after, variant=le(exceeding(N, B, HA) + 1, 0)),
        solve("after a", le(exceeding(N, B, HA), tuple_(B, HA)), after),
    )
    converges = comparison(A, positive, small, _NEXT_CONVERGES)
    end = (EXCEEDING[0], TUPLE_POSITIVE, instance(TUPLE_POSITIVE, {B: NOT_B}), AT_LEAST_1)
    more = (
        solve("at least 0", le(0, exceeding(NEXT(N), B, H)), EXCEEDING[1], summation(A, positive, (converges,))),
        solve(
            "at most all",
            le(exceeding(NEXT(N), B, H), tuple_(B, H)),
            EXCEEDING[1],
            summation(A, small, (converges, _NEXT_CONVERGES)),
            SHARED,
        ),
    )
    return induction(
        formula(N), N, join(*(solve("at the end", each, *end) for each in formula(ZERO).parts)), join(*more)
    )


RANGE = _range()
_AFTER = instance(RANGE, {H: HA})
EXCEEDING_CONVERGES = comparison(
    A,
    solve("after a", le(0, exceeding(N, B, HA)), _AFTER, variant=le(exceeding(N, B, HA) + 1, 0)),
    solve("after a", le(exceeding(N, B, HA), tuple_(B, HA)), _AFTER),
    _NEXT_CONVERGES,
)


def _grows() -> Fact:
    """More copies exceed by more."""
    formula = le(exceeding(N, B, H), exceeding(NEXT(N), B, H))
    first = instance(EXCEEDING[0], {H: HA})
    by_answer = solve(
        "answer by answer",
        le(tuple_(B, HA) - G * tuple_(NOT_B, HA), exceeding(ZERO, B, HA)),
        first,
    )
    at_0 = {N: ZERO}
    zero = instance(EXCEEDING_CONVERGES, at_0)
    sums = summation(A, by_answer, (_NEXT_CONVERGES, instance(_NEXT_CONVERGES, {B: NOT_B}), zero))
    positive = summation(
        A,
        solve("at least 0", le(0, exceeding(ZERO, B, HA)), instance(_AFTER, at_0), witness=()),
        (zero,),
    )
    base = solve(
        "one copy",
        le(exceeding(ZERO, B, H), exceeding(NEXT(ZERO), B, H)),
        EXCEEDING[0],
        instance(EXCEEDING[1], at_0),
        sums,
        positive,
        SHARED,
        instance(SHARED, {B: NOT_B}),
    )
    later = instance(EXCEEDING_CONVERGES, {N: NEXT(N)})
    step = solve(
        "one copy more",
        le(exceeding(NEXT(N), B, H), exceeding(NEXT(NEXT(N)), B, H)),
        summation(A, instance(assume(formula, N), {H: HA}), (EXCEEDING_CONVERGES, later)),
        EXCEEDING[1],
        instance(EXCEEDING[1], {N: NEXT(N)}),
    )
    return induction(formula, N, base, step)


GROWS = _grows()

# What does not exceed is at most √g times a power.
ROOT_OF_G, RATE = Quantity("q"), Quantity("ρ")
IS_ROOT_OF_G = (
    hypothesis("q is √g", SUPPOSED, le(1, ROOT_OF_G)),
    hypothesis("q is √g", SUPPOSED, eq(ROOT_OF_G * ROOT_OF_G, G)),
)
IS_RATE = define("between the sum of the roots and 1", BY_DEFINITION, eq(RATE, HALF * (1 + AFFINITY)))


def power(count: Index) -> Real:
    """A power of ρ."""
    return Quantity("Power", (count,))


POWERS = (
    define("no power", BY_DEFINITION, eq(power(ZERO), 1)),
    define("one power more", BY_DEFINITION, eq(power(NEXT(N)), RATE * power(N))),
)
ROOTS_POSITIVE = summation(A, ROOT[0], (ROOTS_CONVERGE,))
RATE_RANGE = join(
    solve("more than 0", lt(0, RATE), IS_RATE, ROOTS_POSITIVE),
    solve("at least the sum", le(AFFINITY, RATE), IS_RATE, AT_MOST_1),
)
POWER_POSITIVE = induction(
    lt(0, power(N)),
    N,
    solve("none", lt(0, power(ZERO)), POWERS[0]),
    solve("one more", lt(0, power(NEXT(N))), POWERS[1], RATE_RANGE, assume(lt(0, power(N)), N)),
)


def _left() -> Fact:
    def formula(count: Index) -> Comparison:
        return le(tuple_(B, H) - exceeding(count, B, H), ROOT_OF_G * power(count) * root_of(H))

    after = instance(assume(formula(N), N), {H: HA})
    next_root = instance(ROOTS[1], {Q: COPY})
    by_answer = solve(
        "answer by answer",
        le(tuple_(B, HA) - exceeding(N, B, HA), ROOT_OF_G * power(N) * root_of(H) * root(A)),
        after,
        next_root,
    )
    sums = summation(A, by_answer, (_NEXT_CONVERGES, EXCEEDING_CONVERGES, ROOTS_CONVERGE))
    return induction(
        formula(N),
        N,
        solve(
            "the smaller of two is at most their root",
            formula(ZERO),
            EXCEEDING[0],
            POWERS[0],
            ARE_ROOTS,
            *IS_ROOT_OF_G,
            TUPLE_POSITIVE,
            instance(TUPLE_POSITIVE, {B: NOT_B}),
        ),
        solve(
            "one copy more",
            formula(NEXT(N)),
            sums,
            SHARED,
            EXCEEDING[1],
            POWERS[1],
            RATE_RANGE,
            POWER_POSITIVE,
            ARE_ROOTS,
            IS_ROOT_OF_G[0],
        ),
    )


LEFT = _left()


# Powers of a number below 1 vanish, and so all is told in the end.
def _all_is_told() -> Fact:
    apart = suppose(lt(0, (copy(B, Z) - copy(NOT_B, Z)) * (copy(B, Z) - copy(NOT_B, Z))))
    small = solve("ρ < 1", lt(RATE, 1), IS_RATE, below_1(apart))
    over_rate, over_root = Quantity("w"), Quantity("v")
    is_over_rate = define_quotient("w is 1/ρ", BY_DEFINITION, over_rate, solve("ρ > 0", lt(0, RATE), RATE_RANGE))
    is_over_root = define_quotient(
        "v is 1/q", BY_DEFINITION, over_root, solve("q > 0", lt(0, ROOT_OF_G), IS_ROOT_OF_G[0])
    )
    lost = 0 - power(N)
    most = supremum(N, lost)
    each = upper(N, solve("powers are positive", le(lost, 0), POWER_POSITIVE))
    scaled = solve(
        "one power less",
        le(lost, most * over_rate),
        instance(each, {N: NEXT(N)}),
        POWERS[1],
        is_over_rate,
        RATE_RANGE,
    )
    vanish = solve("powers vanish", le(0, most), least(N, scaled), small, is_over_rate, RATE_RANGE)
    whole = exceeding(N, B, EMPTY)
    at_most_1 = solve("at most 1", le(whole, 1), instance(RANGE, {H: EMPTY}), TUPLE[0])
    all_ = supremum(N, whole)
    bound = (all_ - 1) * over_root
    missing = solve(
        "what is missing is below each power",
        le(lost, bound),
        instance(LEFT, {H: EMPTY}),
        TUPLE[0],
        ROOTS[0],
        upper(N, at_most_1),
        is_over_root,
        IS_ROOT_OF_G[0],
    )
    nothing = solve("nothing is missing", le(1, all_), least(N, missing), vanish, is_over_root, IS_ROOT_OF_G[0])
    told = solve(
        "all is told",
        eq(limit(N, whole), 1),
        nothing,
        least(N, at_most_1),
        monotone_limit(N, instance(GROWS, {H: EMPTY}), at_most_1),
    )
    return state(discharge(apart, told), KEY, "N tells all in the end")


ALL_IS_TOLD = _all_is_told()
