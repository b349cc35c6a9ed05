"""Few of a declared number of mechanisms: concomp Proposition 21.

Declared are k slots, each for one mechanism that is created at will, with moments of at most W(j); the first message to
a slot says which. At most c mechanisms get a differing pair: Left(h, u) is 1 if one fewer than u still may after h,
otherwise 0. Where it is 1 the moment of a strategy is at most Few; at the start, where Base is 1 and Gain at most
W(j) − 1, that is Σe(k, c+1), the sum of the elementary symmetric polynomials e_0, …, e_c of W(0) − 1, …, W(k−1) − 1.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, FIRST, NEXT, THEN, ZERO, Index, Values, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, lt, real, total
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    discharge,
    hypothesis,
    induction,
    instance,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q
from concomp.obligations.derivations.theories.renyi.exceptional import (
    BECOMES,
    GAIN_POSITIVE,
    NEW,
    NEW_OR_NOT,
    PARALLEL,
    PARTS,
    base,
    gain,
)
from concomp.obligations.derivations.theories.renyi.few import (
    AFTER,
    AFTER_CONVERGES,
    FEW,
    LATER,
    NEXT_U,
    POSITIVE,
    SUMS,
    WORTH,
    U,
    at,
    by_slots,
    few_after,
    few_of,
)
from concomp.obligations.derivations.theories.renyi.moments import PART, J, S, value
from concomp.obligations.derivations.theories.renyi.potential import (
    ANSWERED_ONCE,
    CONTINUED,
    GOING_ON,
    JOINT,
    JOINT_CONVERGES,
    MORE,
    OF_K,
    REACHED_POSITIVE,
    STOPPED,
    Account,
    K,
    T,
    continuation,
    joint,
    reached,
)
from concomp.obligations.derivations.theories.renyi.side_by_side import ANSWERS, AT_START, price

C = Var("c", "number")
KEY, ATTACK = "concomp Proposition 21", "HSV26 Theorem 13.5 (repaired)"
POLYNOMIALS = "HSV26 Definition 13.3"


def left(history: Index, slots: Index) -> Real:
    """1 if one fewer than these slots are left for differing pairs, otherwise 0."""
    return Quantity("Left", (history, slots))


def bound(count: Index, slots: Index) -> Real:
    """Σ_l e_l(W(0) − 1, …) of the first moments, over l less than this number."""
    return Quantity("Σe", (count, slots))


# What is left of the slots, and the moment of a strategy.

LEFT_LATER = define(
    "a mechanism takes a slot by its first differing pair",
    PARALLEL,
    eq(left(HQA, U), NEW * left(H, NEXT_U) + (1 - NEW) * left(H, U)),
)
LEFT_AT_START = (
    hypothesis(
        "Left((), u) is 1 for the u that is one more than the slots, otherwise 0", PARALLEL, le(0, left(EMPTY, U))
    ),
    hypothesis("u is one more than the slots, so not 0", PARALLEL, eq(left(EMPTY, ZERO), 0)),
)
RULE = hypothesis(
    "a mechanism gets its first differing pair only while a slot is left", SUPPOSED, eq(NEW * left(H, NEXT(ZERO)), 0)
)
LEFT_POSITIVE = induction(
    le(0, left(H, U)),
    H,
    LEFT_AT_START[0],
    solve(
        "one message more",
        le(0, left(HQA, U)),
        LEFT_LATER,
        assume(le(0, left(H, U)), H),
        instance(assume(le(0, left(H, U)), H), {U: NEXT_U}),
        NEW_OR_NOT[0],
    ),
)
NEVER_LESS = induction(
    eq(left(H, ZERO), 0),
    H,
    LEFT_AT_START[1],
    solve(
        "one message more",
        eq(left(HQA, ZERO), 0),
        instance(LEFT_LATER, {U: ZERO}),
        assume(eq(left(H, ZERO), 0), H),
        RULE,
        witness=(lt(0, left(H, NEXT(ZERO))),),
    ),
)
DOMINATED = Account(real(1), real(1), real(1), ANSWERS, ()).potential()
_PLAYED: Values = {S: THEN(S, A), Q: FIRST(S)}
_CONTINUED, _JOINT = continuation(N, K, B, S, H, Q), joint(N, K, B, H, Q)
CONVERGES = comparison(
    A,
    instance(
        solve(
            "at least 0",
            le(0, _CONTINUED),
            CONTINUED,
            ANSWERED_ONCE,
            instance(REACHED_POSITIVE, LATER),
            variant=le(_CONTINUED + 1, 0),
        ),
        _PLAYED,
    ),
    instance(
        solve("by all of them", le(_CONTINUED, _JOINT), CONTINUED, JOINT, instance(DOMINATED, LATER), ANSWERED_ONCE),
        _PLAYED,
    ),
    instance(JOINT_CONVERGES, {Q: FIRST(S)}),
)
"""What a strategy makes of the answers has a sum, by the product of all best moments."""

BEFORE = solve(
    "all answers",
    le(
        NEW * total(A, few_after(N, K, B, H, Q, U)) + (1 - NEW) * total(A, few_after(N, K, B, H, Q, NEXT_U)),
        T * few_of(NEXT_U, rounds=NEXT(N)),
    ),
    SUMS,
    instance(SUMS, {U: NEXT_U}),
    NEW_OR_NOT[0],
    ANSWERED_ONCE,
)
_LEFT = left(H, NEXT_U)


def _potential() -> Fact:
    formula = le(left(H, U) * reached(N, K, B, S, H), left(H, U) * few_of(U))
    known = instance(assume(formula, N), LATER)
    reached_after = reached(N, K, B, S, HQA)
    taken = solve(
        "a slot is taken",
        le(NEW * (_LEFT * reached_after), NEW * (_LEFT * few_of(U, history=HQA))),
        known,
        LEFT_LATER,
        NEW_OR_NOT[0],
        witness=(eq(NEW, 1),),
    )
    kept = solve(
        "none is taken",
        le((1 - NEW) * (_LEFT * reached_after), (1 - NEW) * (_LEFT * few_of(NEXT_U, history=HQA))),
        instance(known, {U: NEXT_U}),
        instance(LEFT_LATER, {U: NEXT_U}),
        NEW_OR_NOT[0],
        witness=(eq(NEW, 0),),
    )
    after = solve(
        "after every answer",
        le(
            _LEFT * _CONTINUED,
            _LEFT * NEW * few_after(N, K, B, H, Q, U) + _LEFT * (1 - NEW) * few_after(N, K, B, H, Q, NEXT_U),
        ),
        CONTINUED,
        AFTER,
        instance(AFTER, {U: NEXT_U}),
        taken,
        kept,
        ANSWERED_ONCE,
    )
    sums = summation(
        A,
        instance(after, _PLAYED),
        (CONVERGES, *(instance(AFTER_CONVERGES, {Q: FIRST(S), U: slots}) for slots in (U, NEXT_U))),
    )
    return induction(
        formula,
        N,
        induction(
            at(formula, {N: ZERO}),
            U,
            solve("no slot", at(formula, {N: ZERO, U: ZERO}), NEVER_LESS, witness=()),
            solve(
                "no message to come",
                at(formula, {N: ZERO, U: NEXT_U}),
                STOPPED,
                instance(WORTH, {N: ZERO}),
                instance(LEFT_POSITIVE, {U: NEXT_U}),
            ),
        ),
        induction(
            at(formula, MORE),
            U,
            solve("no slot", at(formula, {**MORE, U: ZERO}), NEVER_LESS, witness=()),
            solve(
                "one message more",
                at(formula, {**MORE, U: NEXT_U}),
                GOING_ON,
                sums,
                instance(BEFORE, {Q: FIRST(S)}),
                instance(WORTH, MORE),
                instance(POSITIVE, {**MORE, U: NEXT_U}),
                instance(LEFT_POSITIVE, {U: NEXT_U}),
                instance(ANSWERED_ONCE, {Q: FIRST(S)}),
            ),
        ),
    )


POTENTIAL = _potential()

# At the start the potential is the sum of elementary symmetric polynomials.

BOUND = (
    define("no polynomial", POLYNOMIALS, eq(bound(K, ZERO), 0)),
    define("of no moment", POLYNOMIALS, eq(bound(ZERO, NEXT_U), 1)),
    define(
        "of a moment more",
        POLYNOMIALS,
        eq(bound(NEXT(K), NEXT_U), bound(K, NEXT_U) + (price(K) - 1) * bound(K, U)),
    ),
)
START: Values = {H: EMPTY}
_V_AT_START = value(N, B, J, EMPTY)
AT_FIRST = (
    solve(
        "Base is 1",
        eq(base(N, B, J, EMPTY), 1),
        instance(PARTS[0], START),
        BECOMES[0],
        PART[0],
        witness=(lt(1, _V_AT_START),),
    ),
    solve(
        "Gain is V − 1",
        le(gain(N, B, J, EMPTY), price(J) - 1),
        instance(PARTS[1], START),
        BECOMES[0],
        PART[0],
        AT_START,
        witness=(lt(1, _V_AT_START),),
    ),
)
WITHIN = by_slots(
    le(few_of(U, history=EMPTY), bound(K, U)),
    (instance(FEW[0], START), BOUND[0]),
    (instance(FEW[1], START), BOUND[1]),
    lambda *known: (
        *known,
        instance(FEW[2], START),
        BOUND[2],
        *(instance(each, OF_K) for each in AT_FIRST),
        instance(GAIN_POSITIVE, {**OF_K, **START}),
        instance(POSITIVE, START),
    ),
)
SLOTS = suppose(eq(left(EMPTY, NEXT(C)), 1))
FEW_OF_MANY = state(
    discharge(
        SLOTS,
        solve(
            "from the start on",
            le(reached(N, K, B, S, EMPTY), bound(K, NEXT(C))),
            instance(POTENTIAL, {**START, U: NEXT(C)}),
            instance(WITHIN, {U: NEXT(C)}),
            SLOTS,
        ),
    ),
    KEY,
    "c of k",
)

# Sharp as p → 0: copies of M_{p,q} are asked until one announces that it will tell, which then gets the differing pair.

CHANCE, TOLD = Quantity("p"), Quantity("Told")
"""The chance of the announcement, and the moment of what is told after it."""


def copies(count: Index) -> Real:
    """What is made of some copies of M_{p,q} in this way."""
    return Quantity("Copies", (count,))


COPIES = (
    define("no copy", ATTACK, eq(copies(ZERO), 1)),
    define(
        "it is announced, or another copy is asked",
        ATTACK,
        eq(copies(NEXT(C)), CHANCE * TOLD + (1 - CHANCE) * copies(C)),
    ),
)
ONE_COPY = hypothesis("one copy has the moment 2: p·(K − 1) = 1", SUPPOSED, eq(CHANCE * (TOLD - 1), 1))
TWO_COPIES = state(
    solve(
        "two copies",
        eq(copies(NEXT(NEXT(ZERO))), 3 - CHANCE),
        COPIES[0],
        instance(COPIES[1], {C: ZERO}),
        instance(COPIES[1], {C: NEXT(ZERO)}),
        ONE_COPY,
    ),
    KEY,
    "two copies of M_{p,q}",
)
