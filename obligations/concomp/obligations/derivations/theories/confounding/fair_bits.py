"""For a fair bit beliefs stay in the band exactly if the bound of Lemma 7 is kept: Zhang24 Theorem 2(iii), repaired.

ψ(b, y) is the chance that y is told of the bit b, m(y) that y is told, and μ(b, y) the true belief in b after y. With
P* = 1/2 the bound is 2τ − 1, and a belief is 1/(1 + ψ(1−b, y)/ψ(b, y)).
"""

from __future__ import annotations

from fractions import Fraction

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, lt, real
from concomp.obligations.derivations.kernel.logic import (
    define,
    discharge,
    hypothesis,
    instance,
    join,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.beliefs import AT_LEAST_1, TAU
from concomp.obligations.derivations.theories.confounding.floors import FLOOR_IS_ENOUGH

KEY = "Zhang24 Theorem 2(iii) (repaired)"
B, Y = Var("b", "bit"), Var("y", "number")
HALF = real(Fraction(1, 2))
MEAN = Quantity("m", (Y,))


def told(bit: Index) -> Real:
    """The chance that y is told of a bit."""
    return Quantity("ψ", (bit, Y))


def belief(bit: Index) -> Real:
    """The belief in a bit after y."""
    return Quantity("μ", (bit, Y))


def _only_if() -> Fact:
    positive = hypothesis("ψ is a kernel", SUPPOSED, le(0, told(B)))
    mean = define("the chance of y", "by definition", eq(MEAN, HALF * told(B) + HALF * told(OTHER(B))))
    bayes = hypothesis("true beliefs, by Bayes", SUPPOSED, eq(belief(B) * MEAN, HALF * told(B)))
    private = hypothesis(
        "M is (ε(τ,θ),0)-private, at each output", SUPPOSED, le(told(B), (1 + (TAU - 1) * 2) * told(OTHER(B)))
    )
    shown = suppose(lt(0, MEAN))
    premises = (mean, bayes, private, instance(private, {B: OTHER(B)}), positive, AT_LEAST_1, shown)
    kept = join(
        solve("above the floor", le(HALF, TAU * belief(B)), *premises),
        solve("below the ceiling", le(belief(B), TAU * HALF), *premises),
    )
    return discharge(shown, kept)


THEOREM_2_III = (
    state(FLOOR_IS_ENOUGH, KEY, "if"),
    state(_only_if(), KEY, "only if, for a fair bit"),
)
