"""The simulator P that asks for the bit late: HSV26 section 10.2.1.

F(τ, b, h, q, a) are the laws of answers after the responses τ and b of IRR, any laws. P is told τ at once, and b at the
first query where the laws of 0 and of 1 differ, for one τ or the other: Told is 1 from then on. Before, it answers by
the law that both have in common. V is what P gives a history its weight by, W what it would if it were told all at
once. That both are the same is what lets P wait.
"""

from __future__ import annotations

from collections.abc import Callable

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le
from concomp.obligations.derivations.kernel.logic import (
    assume,
    by_cases,
    define,
    hypothesis,
    induction,
    instance,
    join,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import DELTA, HQA, A, B, G, H, Q

KEY = "HSV26 Section 10.2.1: IPM P"
TAU = Var("τ", "bit")
NOISY, EXPOSED = BIT_0, BIT_1
"""⊤ and ⊥ as values of τ."""
DIFFER = Quantity("Differ", (H, Q))
"""1 if the laws of the answers to q after h differ for some τ, otherwise 0."""
TOLD_NOW = Quantity("Asks", (H, Q))
"""1 if P has been told b when it answers q after h."""


def law(branch: Index, bit: Index) -> Real:
    """The probability of an answer after both responses."""
    return Quantity("F", (branch, bit, H, Q, A))


def told(history: Index) -> Real:
    """1 if P has been told b by the end of a history, otherwise 0."""
    return Quantity("Told", (history,))


def late(branch: Index, bit: Index, history: Index) -> Real:
    """The weight that P gives a history, IRR's second response being b whenever it is asked for."""
    return Quantity("V", (branch, bit, history))


def at_once(branch: Index, bit: Index, history: Index) -> Real:
    """The weight by the laws of τ and b."""
    return Quantity("W", (branch, bit, history))


SAME_UNLESS = hypothesis(
    "unless Differ is 1 the laws are the same",
    SUPPOSED,
    eq((1 - DIFFER) * law(TAU, BIT_1), (1 - DIFFER) * law(TAU, BIT_0)),
)
DIFFER_OR_NOT = hypothesis("Differ is 0 or 1", SUPPOSED, eq(DIFFER * DIFFER, DIFFER))
NOT_AT_FIRST = define("b is not asked for", "by definition", eq(told(EMPTY), 0))
ASKS = define("once the laws differ", "by definition", eq(TOLD_NOW, told(H) + (1 - told(H)) * DIFFER))
STAYS_TOLD = define("by then", "by definition", eq(told(HQA), TOLD_NOW))
STARTS = tuple(define("the empty history", "by definition", eq(of(TAU, B, EMPTY), 1)) for of in (late, at_once))
ANSWERS = define(
    "by F_r, or the law in common",
    "by definition",
    eq(late(TAU, B, HQA), late(TAU, B, H) * (TOLD_NOW * law(TAU, B) + (1 - TOLD_NOW) * law(TAU, BIT_0))),
)
ANSWERS_AT_ONCE = define("by F_r", "by definition", eq(at_once(TAU, B, HQA), at_once(TAU, B, H) * law(TAU, B)))


def _is_told_or_not() -> Fact:
    formula = eq(told(H) * told(H), told(H))
    at_answer = eq(told(HQA) * told(HQA), told(HQA))
    start = solve("not at first", eq(told(EMPTY) * told(EMPTY), told(EMPTY)), NOT_AT_FIRST, witness=())
    return induction(
        formula, H, start, solve("nor later", at_answer, assume(formula, H), ASKS, STAYS_TOLD, DIFFER_OR_NOT)
    )


TOLD_OR_NOT = _is_told_or_not()
ONCE = solve("b is asked for once", le(told(H), TOLD_NOW), TOLD_OR_NOT, ASKS, DIFFER_OR_NOT)
NOT_BEFORE = solve("not before the laws differ", le(TOLD_NOW - told(H), DIFFER), TOLD_OR_NOT, ASKS, DIFFER_OR_NOT)
AT_LATEST_THEN = solve("when they differ", le(DIFFER, TOLD_NOW), TOLD_OR_NOT, ASKS, DIFFER_OR_NOT)


def _same_answers(bit: Index) -> Fact:
    """While it is not told b, P answers by the law of b."""
    common = eq((1 - TOLD_NOW) * law(TAU, BIT_0), (1 - TOLD_NOW) * law(TAU, bit))
    if bit == BIT_0:
        return solve("the law of 0", common, variant=eq(1 + common.left, common.right))
    return solve("the law of 1", common, ASKS, SAME_UNLESS)


def _same_weights() -> Fact:
    common = eq((1 - TOLD_NOW) * law(TAU, BIT_0), (1 - TOLD_NOW) * law(TAU, B))
    of_either = by_cases(common, B, BIT_0, _same_answers(BIT_0), _same_answers(BIT_1))
    answered = solve(
        "by the law of b",
        eq(late(TAU, B, HQA), late(TAU, B, H) * law(TAU, B)),
        ANSWERS,
        of_either,
    )
    formula = eq(late(TAU, B, H), at_once(TAU, B, H))
    start = solve("nothing is answered", eq(late(TAU, B, EMPTY), at_once(TAU, B, EMPTY)), *STARTS)
    next_ = eq(late(TAU, B, HQA), at_once(TAU, B, HQA))
    return induction(formula, H, start, solve("one answer more", next_, assume(formula, H), answered, ANSWERS_AT_ONCE))


SAME_WEIGHTS = _same_weights()


def _chosen(weight: Callable[[Index, Index, Index], Real]) -> Real:
    """1 + e^ε times what IRR(b) makes of the weights for its responses."""
    noisy = G * weight(NOISY, B, H) + weight(NOISY, OTHER(B), H)
    return (1 + G) * (DELTA * weight(EXPOSED, B, H)) + (1 - DELTA) * noisy


def _same_for_irr() -> Fact:
    weights = [
        instance(SAME_WEIGHTS, {TAU: branch, B: bit}) for branch, bit in ((EXPOSED, B), (NOISY, B), (NOISY, OTHER(B)))
    ]
    return solve("whatever IRR answers", eq(_chosen(late), _chosen(at_once)), *weights)


SIMULATOR = (
    state(join(ONCE, NOT_BEFORE, AT_LATEST_THEN), KEY, "it asks a second time once, when the laws first differ"),
    state(join(SAME_WEIGHTS), KEY, "its answers are those of F_r"),
    state(_same_for_irr(), KEY, "P ∘* IRR(b) gives a history the weight that IRR(b) makes of those of F_r"),
)
