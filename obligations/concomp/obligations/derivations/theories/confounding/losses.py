"""The privacy loss of a composition in parts: Zhang24 Equations (11) and (12), the latter repaired.

Losses are kept as odds e^L, so that a sum of losses is a product. All are those of one outcome y that each law below
gives a chance, for both secrets: M(b, y) is its chance given s_b if noises are independent given the data, T(b, y) if
they depend on each other, ψ(i, b, y) that mechanism i alone tells its part of y, and N(k, b, y) the product of the
first k of these.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Comparison, Quantity, Real, eq, lt
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    define_quotient,
    hypothesis,
    induction,
    instance,
    solve,
    state,
)
from concomp.obligations.derivations.kernel.statements import SUPPOSED

B, K, Y = Var("b", "bit"), Var("k", "number"), Var("y", "number")


def effective(place: Index, bit: Index) -> Real:
    """The chance that a mechanism tells its part of y, given a secret."""
    return Quantity("ψ", (place, bit, Y))


def apart(count: Index, bit: Index) -> Real:
    """The chance of y under the product of the first mechanisms."""
    return Quantity("N", (count, bit, Y))


def independent(bit: Index) -> Real:
    """The chance of y if noises are independent given the data."""
    return Quantity("M", (bit, Y))


def dependent(bit: Index) -> Real:
    """The chance of y if they may depend on each other."""
    return Quantity("T", (bit, Y))


def in_both(fact: Fact) -> tuple[Fact, Fact]:
    """A fact about any secret, for each of the two."""
    return instance(fact, {B: BIT_0}), instance(fact, {B: BIT_1})


def _has_a_chance(name: str, chance: Real) -> Fact:
    return hypothesis(f"y has a chance under {name}", SUPPOSED, lt(0, chance))


# The product of the effective mechanisms, and its loss, which is the sum of theirs.
BY_DEFINITION, _ALONE = "by definition", "Zhang24 Equation (6)"
ODDS_OF_EACH = Quantity("OddsOf", (K, Y))
EACH = _has_a_chance("every effective mechanism", effective(K, B))
OF_NONE = define("the product of none", BY_DEFINITION, eq(apart(ZERO, B), 1))
OF_MORE = define("the product of one more", BY_DEFINITION, eq(apart(NEXT(K), B), apart(K, B) * effective(K, B)))
OF_EACH = define_quotient(
    "e^L of a mechanism alone", _ALONE, ODDS_OF_EACH, instance(EACH, {B: BIT_1}), effective(K, BIT_0)
)


def identity_part(count: Index) -> Real:
    """e^L^id of the first mechanisms."""
    return Quantity("OddsId", (count, Y))


IDENTITY = (
    define("e^L^id of none", _ALONE, eq(identity_part(ZERO), 1)),
    define("e^L^id of one more", _ALONE, eq(identity_part(NEXT(K)), identity_part(K) * ODDS_OF_EACH)),
)
SOME = induction(
    lt(0, apart(K, B)),
    K,
    solve("of none", lt(0, apart(ZERO, B)), OF_NONE),
    solve("of one more", lt(0, apart(NEXT(K), B)), OF_MORE, assume(lt(0, apart(K, B)), K), EACH),
)


def _odds_of_product() -> Fact:
    def formula(count: Index) -> Comparison:
        return eq(identity_part(count) * apart(count, BIT_1), apart(count, BIT_0))

    return induction(
        formula(K),
        K,
        solve("of none", formula(ZERO), IDENTITY[0], *in_both(OF_NONE)),
        solve("of one more", formula(NEXT(K)), IDENTITY[1], OF_EACH, assume(formula(K), K), *in_both(OF_MORE)),
    )


ODDS_OF_PRODUCT = _odds_of_product()
"""e^L^id is the odds of the product."""

# The dependence: the ratio of the true law and the product, and its loss.
RATIO, DEPENDENCE = Quantity("c", (K, B, Y)), Quantity("OddsG", (K, Y))
TRUE = _has_a_chance("the composition", independent(B))
IS_RATIO = define_quotient("c_s", BY_DEFINITION, RATIO, SOME, independent(B))
RATIO_POSITIVE = solve("c > 0", lt(0, RATIO), IS_RATIO, SOME, TRUE)
IS_DEPENDENCE = define_quotient(
    "e^L^G",
    BY_DEFINITION,
    DEPENDENCE,
    instance(RATIO_POSITIVE, {B: BIT_1}),
    Quantity("c", (K, BIT_0, Y)),
)
ODDS = Quantity("Odds", (Y,))
IS_LOSS = define_quotient("e^L", BY_DEFINITION, ODDS, instance(TRUE, {B: BIT_1}), independent(BIT_0))
_PARTS = (IS_DEPENDENCE, *in_both(IS_RATIO), ODDS_OF_PRODUCT)
TWO_PARTS = state(
    solve(
        "L is L^G + L^id",
        eq(ODDS, DEPENDENCE * identity_part(K)),
        IS_LOSS,
        *_PARTS,
        *in_both(SOME),
        instance(RATIO_POSITIVE, {B: BIT_1}),
        instance(TRUE, {B: BIT_1}),
    ),
    "Zhang24 Equation (11)",
)

# Noises that depend on each other: the loss of the true law over that of independent noises.
ODDS_OF_DEPENDENT, OVER, OF_NOISES = Quantity("OddsT", (Y,)), Quantity("d", (B, Y)), Quantity("OddsD", (Y,))
SOMETIMES = _has_a_chance("the composition with dependent noises", dependent(B))
IS_OVER = define_quotient("d_s, the true law over that of independent noises", BY_DEFINITION, OVER, TRUE, dependent(B))
OVER_POSITIVE = solve("d > 0", lt(0, OVER), IS_OVER, TRUE, SOMETIMES)
IS_OF_NOISES = define_quotient(
    "e^L^D", BY_DEFINITION, OF_NOISES, instance(OVER_POSITIVE, {B: BIT_1}), Quantity("d", (BIT_0, Y))
)
IS_LOSS_OF_DEPENDENT = define_quotient(
    "e^L", BY_DEFINITION, ODDS_OF_DEPENDENT, instance(SOMETIMES, {B: BIT_1}), dependent(BIT_0)
)
_WITH_NOISES = solve(
    "L is L^D and that of independent noises",
    eq(ODDS_OF_DEPENDENT, OF_NOISES * ODDS),
    IS_LOSS_OF_DEPENDENT,
    IS_OF_NOISES,
    *in_both(IS_OVER),
    IS_LOSS,
    instance(OVER_POSITIVE, {B: BIT_1}),
    *in_both(TRUE),
    instance(SOMETIMES, {B: BIT_1}),
)
THREE_PARTS = state(
    solve(
        "L is L^G + L^D + L^id",
        eq(ODDS_OF_DEPENDENT, DEPENDENCE * OF_NOISES * identity_part(K)),
        _WITH_NOISES,
        TWO_PARTS,
    ),
    "Zhang24 Equation (12) (repaired)",
)
