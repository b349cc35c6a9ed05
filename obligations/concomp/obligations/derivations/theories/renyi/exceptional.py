"""Mechanisms of a conversation that have got a differing pair, and what a mechanism is worth without one and with one.

Mechanism j is exceptional, E(j, h) = 1, once it has got a differing pair; New(h, q) is 1 for a message whose pair is
the first that differs. As long as all pairs of a mechanism are identical both worlds answer alike: an answer is worth
its chance, P^α·P^{1−α} = P, and chances add up to 1. So Base(n, b, j, h), what the part of an ordinary mechanism is
worth, does not grow before a differing pair, and with one it grows by Gain(n, b, j, h) at most, to the best moment V.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, NEXT, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import assume, define, hypothesis, induction, instance, solve
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.theories.control.weights import HQA, A, B, H, N, Q
from concomp.obligations.derivations.theories.renyi.moments import (
    BEST,
    CONVERSATION,
    FINITE,
    ONE_OR_NONE,
    PART,
    PART_POSITIVE,
    PART_SMALL,
    TOUCHES,
    UNTOUCHED,
    VALUE_GROWS,
    VALUE_POSITIVE,
    J,
    V,
    best,
    part,
    value,
    worth,
)
from concomp.obligations.derivations.theories.renyi.side_by_side import ANSWERS

PARALLEL = "HSV26 Definition 3.3"


def exceptional(mechanism: Index, history: Index) -> Real:
    """1 if the mechanism has got a differing pair, otherwise 0."""
    return Quantity("E", (mechanism, history))


def new(history: Index, query: Index) -> Real:
    """1 if the pair differs and is the first of its mechanism that does, otherwise 0."""
    return Quantity("New", (history, query))


def alike(bit: Index, mechanism: Index, history: Index, query: Index) -> Real:
    """What an answer to an identical pair is worth, of a mechanism that has got no other pairs."""
    return Quantity("Alike", (bit, mechanism, history, query, A))


def base(rounds: Index, bit: Index, mechanism: Index, history: Index) -> Real:
    """What can be made of a mechanism that gets no differing pair, if it has got none."""
    return Quantity("Base", (rounds, bit, mechanism, history))


def gain(rounds: Index, bit: Index, mechanism: Index, history: Index) -> Real:
    """What more can be made of it if it gets one, if it has got none."""
    return Quantity("Gain", (rounds, bit, mechanism, history))


def based(rounds: Index, bit: Index, mechanism: Index, history: Index, query: Index) -> Real:
    """Base after an answer of the mechanism, else 0."""
    return Quantity("Based", (rounds, bit, mechanism, history, query, A))


E, NEW, OMEGA = exceptional(J, H), new(H, Q), part(B, J, H)
BASE, GAIN = base(N, B, J, H), gain(N, B, J, H)
MORE, AFTER = {N: NEXT(N)}, {H: HQA}
BASE_BEFORE, GAIN_BEFORE, V_BEFORE = base(NEXT(N), B, J, H), gain(NEXT(N), B, J, H), value(NEXT(N), B, J, H)
ORDINARY = TOUCHES * (1 - E) * (1 - NEW)

BECOMES = (
    define("no pair yet", PARALLEL, eq(exceptional(J, EMPTY), 0)),
    define("by its first differing pair", PARALLEL, eq(exceptional(J, HQA), E + TOUCHES * NEW)),
)
NEW_OR_NOT = (
    hypothesis("a pair is the first that differs, or not", PARALLEL, eq(NEW * NEW, NEW)),
    hypothesis(
        "the mechanism of the first pair that differs is not exceptional yet", PARALLEL, eq(TOUCHES * NEW * E, 0)
    ),
)
IS_ALIKE = define(
    "after an identical pair, as all before", CONVERSATION, eq(alike(B, J, H, Q), ORDINARY * worth(B, H, Q, A))
)
ALIKE = (
    hypothesis("both worlds answer alike, and chances have a sum", PARALLEL, Summable(A, alike(B, J, H, Q))),
    hypothesis(
        "as long as pairs are identical both worlds answer alike: Alike is the chance of an answer, and chances add up "
        "to 1",
        PARALLEL,
        le(total(A, alike(B, J, H, Q)), ORDINARY),
    ),
)
PARTS = (
    define("no slot more", PARALLEL, eq(BASE, E * V + (1 - E) * OMEGA)),
    define("a slot more", PARALLEL, eq(GAIN, (1 - E) * (V - OMEGA))),
)
IS_BASED = define("after an answer of j", PARALLEL, eq(based(N, B, J, H, Q), TOUCHES * base(N, B, J, HQA)))

ONE_OR_NOT = induction(
    eq(E * E, E),
    H,
    solve(
        "no pair yet",
        eq(exceptional(J, EMPTY) * exceptional(J, EMPTY), exceptional(J, EMPTY)),
        BECOMES[0],
        witness=(eq(exceptional(J, EMPTY), 0),),
    ),
    solve(
        "one pair more",
        eq(exceptional(J, HQA) * exceptional(J, HQA), exceptional(J, HQA)),
        BECOMES[1],
        assume(eq(E * E, E), H),
        *NEW_OR_NOT,
        ONE_OR_NONE[1],
        witness=(eq(TOUCHES, 1), eq(NEW, 1)),
    ),
)

# Both parts are at least 0, sum up to the best moment, and do not shrink with one message more.
TOGETHER = solve("the best moment", eq(BASE + GAIN, V), *PARTS)
BASE_POSITIVE = solve("Base ≥ 0", le(0, BASE), PARTS[0], ONE_OR_NOT, PART_POSITIVE, VALUE_POSITIVE)
GAIN_POSITIVE = solve(
    "Gain ≥ 0", le(0, GAIN), PARTS[1], ONE_OR_NOT, PART_SMALL, witness=(lt(0, GAIN),), variant=le(GAIN + 1, 0)
)

LASTING = solve("Base is no less than the part", le(OMEGA, BASE), PARTS[0], ONE_OR_NOT, PART_SMALL, PART_POSITIVE)

# After a message for another mechanism neither is more.
_ELSEWHERE = 1 - TOUCHES
SAME_PART = solve(
    "its part is the same",
    eq(_ELSEWHERE * part(B, J, HQA), _ELSEWHERE * OMEGA),
    PART[1],
    ONE_OR_NONE[1],
    witness=(eq(TOUCHES, 0), lt(0, OMEGA)),
)
STILL = solve(
    "and so is whether it is exceptional",
    eq(_ELSEWHERE * exceptional(J, HQA), _ELSEWHERE * E),
    BECOMES[1],
    ONE_OR_NONE[1],
    witness=(eq(TOUCHES, 0), eq(E, 1)),
)
_NO_MORE = solve(
    "with one message more",
    le(_ELSEWHERE * value(N, B, J, HQA), _ELSEWHERE * V_BEFORE),
    UNTOUCHED,
    VALUE_GROWS,
    ONE_OR_NONE[1],
    witness=(eq(TOUCHES, 0), lt(0, V_BEFORE)),
)
BASE_ELSEWHERE, GAIN_ELSEWHERE = (
    solve(
        "no more",
        le(_ELSEWHERE * after, _ELSEWHERE * before),
        instance(PARTS[which], AFTER),
        instance(PARTS[which], MORE),
        SAME_PART,
        STILL,
        _NO_MORE,
        ONE_OR_NOT,
        ONE_OR_NONE[1],
        witness=(eq(TOUCHES, 0), lt(0, before)),
    )
    for which, after, before in ((0, base(N, B, J, HQA), BASE_BEFORE), (1, gain(N, B, J, HQA), GAIN_BEFORE))
)

# After a message for it Base is as before, if the pair is identical, and at most V, if it differs.
OF_ANSWER = solve(
    "an answer",
    eq(based(N, B, J, H, Q), (E + NEW) * best(N, B, J, H, Q) + OMEGA * alike(B, J, H, Q)),
    IS_BASED,
    instance(PARTS[0], AFTER),
    BECOMES[1],
    PART[1],
    BEST,
    IS_ALIKE,
    ONE_OR_NONE[1],
    *NEW_OR_NOT,
    witness=(eq(TOUCHES, 1), eq(E, 0), eq(NEW, 0), lt(0, OMEGA)),
)
_CONVERGING = (FINITE[1], ALIKE[0])
BASED_CONVERGES = comparison(
    A,
    solve(
        "at least 0",
        le(0, based(N, B, J, H, Q)),
        IS_BASED,
        instance(BASE_POSITIVE, AFTER),
        ONE_OR_NONE[1],
        variant=le(based(N, B, J, H, Q) + 1, 0),
    ),
    solve(
        "what it is", le(based(N, B, J, H, Q), (E + NEW) * best(N, B, J, H, Q) + OMEGA * alike(B, J, H, Q)), OF_ANSWER
    ),
    convergence(A, (E + NEW) * best(N, B, J, H, Q) + OMEGA * alike(B, J, H, Q), _CONVERGING),
)
SUMS_UP: Fact = solve(
    "all answers",
    le(total(A, based(N, B, J, H, Q)), TOUCHES * (BASE_BEFORE + NEW * GAIN_BEFORE)),
    summation(A, OF_ANSWER, (BASED_CONVERGES, *_CONVERGING)),
    ANSWERS,
    ALIKE[1],
    instance(PARTS[0], MORE),
    instance(PARTS[1], MORE),
    ONE_OR_NOT,
    ONE_OR_NONE[1],
    *NEW_OR_NOT,
    PART_POSITIVE,
    witness=(eq(TOUCHES, 1), eq(E, 0)),
)
