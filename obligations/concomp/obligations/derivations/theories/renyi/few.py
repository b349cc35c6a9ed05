"""What can still be made of mechanisms of which few get a differing pair: an upper bound that never grows.

It is written Few(n, k, b, h, u), of the first k mechanisms and with one fewer than u slots left for differing pairs:

    ∏_{exceptional} V_j · Σ_{l < u} Σ_{l of the others} ∏_{these} (V_j − ω_j) · ∏_{the rest} ω_j,

with ω_j what the part of mechanism j is worth so far. By its recursion over k, a mechanism more is worth Base without a
slot for it, and by Gain more with one.
"""

from __future__ import annotations

from collections.abc import Callable

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Values, Var
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Quantity,
    Real,
    Summable,
    eq,
    formula_at,
    le,
    lt,
    real,
    total,
)
from concomp.obligations.derivations.kernel.logic import assume, define, induction, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q
from concomp.obligations.derivations.theories.renyi.exceptional import (
    BASE_ELSEWHERE,
    BASE_POSITIVE,
    BASED_CONVERGES,
    GAIN_ELSEWHERE,
    GAIN_POSITIVE,
    IS_BASED,
    LASTING,
    NEW,
    NEW_OR_NOT,
    PARALLEL,
    SUMS_UP,
    TOGETHER,
    base,
    based,
    gain,
)
from concomp.obligations.derivations.theories.renyi.moments import (
    BEST,
    FINITE,
    PART_POSITIVE,
    best,
)
from concomp.obligations.derivations.theories.renyi.potential import (
    ANSWERED,
    ANSWERED_ONCE,
    BY_ONE,
    MORE,
    OF_K,
    TOUCHED,
    TOUCHED_ONE_OR_NONE,
    WEIGHT,
    WEIGHT_POSITIVE,
    K,
    T,
    weight,
)
from concomp.obligations.derivations.theories.renyi.side_by_side import ANSWERS

U = Var("u", "number")


def few(rounds: Index, count: Index, bit: Index, history: Index, slots: Index) -> Real:
    """The potential of the first mechanisms, where one fewer than these slots are left."""
    return Quantity("Few", (rounds, count, bit, history, slots))


def few_after(rounds: Index, count: Index, bit: Index, history: Index, query: Index, slots: Index) -> Real:
    """The same after an answer of one of the first mechanisms, else 0."""
    return Quantity("FewAfter", (rounds, count, bit, history, query, A, slots))


NEXT_U = NEXT(U)
LATER: Values = {H: HQA}
B_K, G_K = base(N, B, K, H), gain(N, B, K, H)


def few_of(slots: Index, *, rounds: Index = N, count: Index = K, history: Index = H) -> Real:
    """The bound for one world, by default after h, of the first k mechanisms and with n messages to come."""
    return few(rounds, count, B, history, slots)


FEW = (
    define("no slot", PARALLEL, eq(few(N, K, B, H, ZERO), 0)),
    define("no mechanism", PARALLEL, eq(few(N, ZERO, B, H, NEXT_U), 1)),
    define(
        "a mechanism more",
        PARALLEL,
        eq(few(N, NEXT(K), B, H, NEXT_U), B_K * few(N, K, B, H, NEXT_U) + G_K * few(N, K, B, H, U)),
    ),
)


def at(formula: Comparison, values: Values) -> Comparison:
    """A comparison at some values of its variables."""
    moved = formula_at(formula, values)
    assert isinstance(moved, Comparison)
    return moved


def by_slots(
    formula: Comparison,
    none: tuple[Fact, ...],
    no_mechanism: tuple[Fact, ...],
    more: Callable[[Fact, Fact], tuple[Fact, ...]],
    witness: tuple[Comparison, ...] | None = None,
) -> Fact:
    """A comparison for any number of mechanisms and of slots: of no slot, of no mechanism, of one more of each.

    more: from what it is so of the mechanisms before, with one slot fewer and with as many, to what shows it of one
    more. witness: an interesting case of one more.
    """
    known = assume(formula, K)
    nobody, somebody = ({K: count} for count in (ZERO, NEXT(K)))
    return induction(
        formula,
        K,
        induction(
            at(formula, nobody),
            U,
            solve("no slot", at(formula, {**nobody, U: ZERO}), *(instance(each, nobody) for each in none), witness=()),
            solve("no mechanism", at(formula, {**nobody, U: NEXT_U}), *no_mechanism, witness=()),
        ),
        induction(
            at(formula, somebody),
            U,
            solve(
                "no slot", at(formula, {**somebody, U: ZERO}), *(instance(each, somebody) for each in none), witness=()
            ),
            solve(
                "one more",
                at(formula, {**somebody, U: NEXT_U}),
                *more(known, instance(known, {U: NEXT_U})),
                witness=witness,
            ),
        ),
    )


PARTS_OF_K = tuple(instance(each, OF_K) for each in (BASE_POSITIVE, GAIN_POSITIVE))
POSITIVE = by_slots(le(0, few_of(U)), FEW[:1], FEW[1:2], lambda *known: (*known, FEW[2], *PARTS_OF_K))
INCREASES = by_slots(
    le(few_of(U), few_of(NEXT_U)),
    (FEW[0], instance(POSITIVE, {U: NEXT(ZERO)})),
    (FEW[1], instance(FEW[1], {U: NEXT_U})),
    lambda *known: (*known, FEW[2], instance(FEW[2], {U: NEXT_U}), *PARTS_OF_K),
)
WORTH = induction(
    le(weight(K, B, H), few_of(NEXT_U)),
    K,
    solve("no mechanism", le(weight(ZERO, B, H), few_of(NEXT_U, count=ZERO)), WEIGHT[0], FEW[1]),
    solve(
        "one more",
        le(weight(NEXT(K), B, H), few_of(NEXT_U, count=NEXT(K))),
        assume(le(weight(K, B, H), few_of(NEXT_U)), K),
        WEIGHT[1],
        WEIGHT_POSITIVE,
        FEW[2],
        instance(LASTING, OF_K),
        instance(PART_POSITIVE, OF_K),
        PARTS_OF_K[1],
        POSITIVE,
    ),
)

# After a message that none of the mechanisms answers the potential is no more.


def _quiet(fewer: Fact, as_many: Fact) -> tuple[Fact, ...]:
    parts = (
        (base, BASE_ELSEWHERE, BASE_POSITIVE, NEXT_U, as_many),
        (gain, GAIN_ELSEWHERE, GAIN_POSITIVE, U, fewer),
    )
    products = (
        solve(
            "neither factor is more",
            le(
                (1 - T - TOUCHED) * (factor(N, B, K, HQA) * few_of(slots, history=HQA)),
                (1 - T - TOUCHED) * (factor(NEXT(N), B, K, H) * few_of(slots, rounds=NEXT(N))),
            ),
            instance(elsewhere, OF_K),
            known,
            BY_ONE,
            ANSWERED_ONCE,
            TOUCHED_ONE_OR_NONE,
            instance(positive, {**OF_K, H: HQA}),
            instance(POSITIVE, {**MORE, U: slots}),
            witness=(eq(T, 0), eq(TOUCHED, 0)),
        )
        for factor, elsewhere, positive, slots, known in parts
    )
    return (*products, instance(FEW[2], LATER), instance(FEW[2], MORE), ANSWERED[1])


QUIET = by_slots(
    le((1 - T) * few_of(U, history=HQA), (1 - T) * few_of(U, rounds=NEXT(N))),
    (instance(FEW[0], LATER), instance(FEW[0], MORE)),
    (instance(FEW[1], LATER), instance(FEW[1], MORE)),
    _quiet,
    witness=(eq(T, 0), eq(TOUCHED, 0)),
)

# After a message that one of them answers, the potentials after the answers sum up.
AFTER = define("after an answer of these", PARALLEL, eq(few_after(N, K, B, H, Q, U), T * few_of(U, history=HQA)))
_ONE_MORE = few_after(N, NEXT(K), B, H, Q, NEXT_U)
_B_AFTER, _G_AFTER = base(N, B, K, HQA), gain(N, B, K, HQA)
_B_BEFORE, _G_BEFORE = base(NEXT(N), B, K, H), gain(NEXT(N), B, K, H)
_G0, _G1 = few_of(U, rounds=NEXT(N)), few_of(NEXT_U, rounds=NEXT(N))
_EARLIER = _B_BEFORE * few_after(N, K, B, H, Q, NEXT_U) + _G_BEFORE * few_after(N, K, B, H, Q, U)
_THIS = based(N, B, K, H, Q) * (_G1 - _G0) + best(N, B, K, H, Q) * _G0
AFTER_POSITIVE = solve(
    "at least 0",
    le(0, few_after(N, K, B, H, Q, U)),
    AFTER,
    ANSWERED_ONCE,
    instance(POSITIVE, LATER),
    variant=le(few_after(N, K, B, H, Q, U) + 1, 0),
)
BY_EARLIER = tuple(
    solve(
        "an earlier one answers",
        le(T * (after * few_of(slots, history=HQA)), before * few_after(N, K, B, H, Q, slots)),
        instance(AFTER, {U: slots}),
        instance(elsewhere, OF_K),
        BY_ONE,
        ANSWERED_ONCE,
        instance(POSITIVE, {**LATER, U: slots}),
        witness=(eq(T, 1),),
    )
    for after, before, slots, elsewhere in (
        (_B_AFTER, _B_BEFORE, NEXT_U, BASE_ELSEWHERE),
        (_G_AFTER, _G_BEFORE, U, GAIN_ELSEWHERE),
    )
)
BY_THIS = solve(
    "this one answers",
    le(TOUCHED * (_B_AFTER * few_of(NEXT_U, history=HQA) + _G_AFTER * few_of(U, history=HQA)), _THIS),
    instance(IS_BASED, OF_K),
    instance(BEST, OF_K),
    instance(TOGETHER, {**OF_K, H: HQA}),
    QUIET,
    instance(QUIET, {U: NEXT_U}),
    BY_ONE,
    TOUCHED_ONE_OR_NONE,
    *(instance(each, {**OF_K, H: HQA}) for each in (BASE_POSITIVE, GAIN_POSITIVE)),
    witness=(eq(TOUCHED, 1),),
)
IN_PARTS = solve(
    "one or the other",
    le(_ONE_MORE, _EARLIER + _THIS),
    instance(AFTER, {K: NEXT(K), U: NEXT_U}),
    instance(FEW[2], LATER),
    ANSWERED[1],
    *BY_EARLIER,
    BY_THIS,
    witness=(lt(0, _ONE_MORE),),
)
_CONVERGES = Summable(A, few_after(N, K, B, H, Q, U))


def _nothing(values: Values, *known: Fact) -> tuple[Fact, Fact]:
    """Where no mechanism or no slot is, nothing is left after answers: that is so of each answer, and of their sum."""
    after = few_after(N, values.get(K, K), B, H, Q, values.get(U, U))
    zero = solve("nothing", eq(after, 0), instance(AFTER, values), *known, witness=())
    at_most = solve("at most nothing", le(after, 0), zero, witness=())
    converges = comparison(A, instance(AFTER_POSITIVE, values), at_most, convergence(A, real(0), ()))
    return converges, summation(A, zero, (converges,))


NOBODY, NO_SLOT = (
    _nothing({K: ZERO}, ANSWERED[0]),
    _nothing({K: NEXT(K), U: ZERO}, instance(FEW[0], {K: NEXT(K), **LATER})),
)
_KNOWN = assume(_CONVERGES, K)
_OF_PARTS = (instance(BASED_CONVERGES, OF_K), instance(FINITE[1], OF_K))
AFTER_CONVERGES = induction(
    _CONVERGES,
    K,
    NOBODY[0],
    induction(
        Summable(A, few_after(N, NEXT(K), B, H, Q, U)),
        U,
        NO_SLOT[0],
        comparison(
            A,
            instance(AFTER_POSITIVE, {K: NEXT(K), U: NEXT_U}),
            IN_PARTS,
            convergence(A, _EARLIER + _THIS, (instance(_KNOWN, {U: NEXT_U}), _KNOWN, *_OF_PARTS)),
        ),
    ),
)
OF_PARTS = summation(
    A,
    IN_PARTS,
    (
        instance(AFTER_CONVERGES, {K: NEXT(K), U: NEXT_U}),
        instance(AFTER_CONVERGES, {U: NEXT_U}),
        AFTER_CONVERGES,
        *_OF_PARTS,
    ),
)


def _with_new(slots: Index, count: Index = K) -> Real:
    """The potential before, with a slot more if the message takes one."""
    now, one_more = (few_of(each, rounds=NEXT(N), count=count) for each in (slots, NEXT(slots)))
    return now + NEW * (one_more - now)


_SUMS = le(total(A, few_after(N, K, B, H, Q, U)), T * _with_new(U))


def _sum() -> Fact:
    known = assume(_SUMS, K)
    both = (known, instance(known, {U: NEXT_U}))
    positive = (instance(BASE_POSITIVE, {**OF_K, **MORE}), instance(GAIN_POSITIVE, {**OF_K, **MORE}))
    increases = tuple(instance(INCREASES, {**MORE, U: slots}) for slots in (U, NEXT_U))
    earlier = solve(
        "of an earlier one",
        le(
            total(A, few_after(N, K, B, H, Q, NEXT_U)) * _B_BEFORE + total(A, few_after(N, K, B, H, Q, U)) * _G_BEFORE,
            T * (_B_BEFORE * _with_new(NEXT_U) + _G_BEFORE * _with_new(U)),
        ),
        *both,
        *positive,
    )
    of_this = solve(
        "of this one",
        le(
            total(A, based(N, B, K, H, Q)) * (_G1 - _G0) + total(A, best(N, B, K, H, Q)) * _G0,
            TOUCHED * ((_B_BEFORE + NEW * _G_BEFORE) * (_G1 - _G0) + (_B_BEFORE + _G_BEFORE) * _G0),
        ),
        instance(SUMS_UP, OF_K),
        instance(ANSWERS, OF_K),
        instance(TOGETHER, {**OF_K, **MORE}),
        increases[0],
        instance(POSITIVE, MORE),
    )
    of_all = instance(FEW[2], MORE), instance(FEW[2], {**MORE, U: NEXT_U})
    slack = solve(
        "a slot more",
        le(0, TOUCHED * (NEW * (_B_BEFORE * (few_of(NEXT(NEXT_U), rounds=NEXT(N)) - _G1)))),
        TOUCHED_ONE_OR_NONE,
        NEW_OR_NOT[0],
        positive[0],
        increases[1],
        variant=le(TOUCHED * (NEW * (_B_BEFORE * (few_of(NEXT(NEXT_U), rounds=NEXT(N)) - _G1))) + 1, 0),
    )
    return induction(
        _SUMS,
        K,
        solve("no mechanism", at(_SUMS, {K: ZERO}), NOBODY[1], ANSWERED[0], witness=()),
        induction(
            at(_SUMS, {K: NEXT(K)}),
            U,
            solve(
                "no slot",
                at(_SUMS, {K: NEXT(K), U: ZERO}),
                NO_SLOT[1],
                instance(FEW[0], {**MORE, K: NEXT(K)}),
                instance(POSITIVE, {**MORE, K: NEXT(K), U: NEXT(ZERO)}),
                instance(ANSWERED_ONCE, {K: NEXT(K)}),
                NEW_OR_NOT[0],
                witness=(),
            ),
            solve(
                "one more",
                at(_SUMS, {K: NEXT(K), U: NEXT_U}),
                OF_PARTS,
                earlier,
                of_this,
                slack,
                ANSWERED[1],
                *of_all,
            ),
        ),
    )


SUMS = _sum()
