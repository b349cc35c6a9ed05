"""How far the dependence of the answers takes the composition from the product: Zhang24 Repair R5.

N(b, y) is the chance of the answers y given the secret s_b if each mechanism had data of its own, M(b, y) that of the
true composition, and c(b, y) their ratio, 1 where N gives y no chance, as M then gives it none.
"""

from __future__ import annotations

from collections.abc import Callable

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, lt, total
from concomp.obligations.derivations.kernel.logic import hypothesis, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.confounding.data_processing import AT_LEAST_1
from concomp.obligations.derivations.theories.control.weights import DELTA, G
from concomp.obligations.derivations.theories.laws.two_laws import EVENT, NOT_B, B, S, Y, inside
from concomp.obligations.derivations.theories.laws.two_laws import X as _X

KEY = "Zhang24 Repair R5"
ABOVE, BELOW, MOST = Quantity("K"), Quantity("K′"), Quantity("κ")


def true(bit: Index, output: Index) -> Real:
    """The chance of answers under the true composition."""
    return Quantity("M", (bit, output))


def apart(bit: Index, output: Index) -> Real:
    """Their chance under the product of the effective mechanisms."""
    return Quantity("N", (bit, output))


def ratio(bit: Index, output: Index) -> Real:
    """The ratio of the two, the copula ratio."""
    return Quantity("c", (bit, output))


_INDICATOR = tuple(instance(fact, {_X: Y}) for fact in EVENT)
LAWS = tuple(
    (
        hypothesis(f"{name} is a law", SUPPOSED, le(0, weight(B, Y))),
        hypothesis(f"{name} is a law", SUPPOSED, Summable(Y, weight(B, Y))),
    )
    for name, weight in (("M", true), ("N", apart))
)
FACTORS = hypothesis("c is the ratio of M and N", SUPPOSED, eq(ratio(B, Y) * apart(B, Y), true(B, Y)))


def _inside(weight: Callable[[Index, Index], Real], bit: Index) -> Real:
    return inside(S, Y) * weight(bit, Y)


def chance(weight: Callable[[Index, Index], Real], bit: Index) -> Real:
    """The chance of an event."""
    return total(Y, _inside(weight, bit))


def _converges(weight: Callable[[Index, Index], Real], law: tuple[Fact, Fact]) -> tuple[Fact, Fact]:
    """The chance of an event is a sum, in both worlds."""
    of_b = comparison(
        Y,
        solve("at least 0", le(0, _inside(weight, B)), _INDICATOR[0], law[0]),
        solve("at most the weight", le(_inside(weight, B), weight(B, Y)), *_INDICATOR, law[0]),
        law[1],
    )
    return of_b, instance(of_b, {B: NOT_B})


CONVERGE = (*_converges(true, LAWS[0]), *_converges(apart, LAWS[1]))
_POSITIVE = tuple(instance(law[0], {B: bit}) if bit != B else law[0] for law in LAWS for bit in (B, NOT_B))
_FACTORS = (FACTORS, instance(FACTORS, {B: NOT_B}))


def _bounded_ratio() -> Fact:
    above = hypothesis("c ≤ K", SUPPOSED, le(ratio(B, Y), ABOVE))
    some = hypothesis("K′ > 0", SUPPOSED, lt(0, BELOW))
    below = hypothesis("c ≥ 1/K′", SUPPOSED, le(1, BELOW * ratio(B, Y)))
    private = hypothesis(
        "N is (ε,δ)-indistinguishable", SUPPOSED, le(chance(apart, B), G * chance(apart, NOT_B) + DELTA)
    )
    high = solve("M is at most K·N", le(true(B, Y), ABOVE * apart(B, Y)), FACTORS, above, LAWS[1][0])
    low = solve("N is at most K′·M", le(apart(B, Y), BELOW * true(B, Y)), FACTORS, below, LAWS[1][0])
    positive = solve("K > 0", lt(0, ABOVE), above, below, some)
    by_output = solve(
        "output by output",
        le(
            _inside(true, B) - ABOVE * BELOW * G * _inside(true, NOT_B),
            ABOVE * (_inside(apart, B) - G * _inside(apart, NOT_B)),
        ),
        high,
        instance(low, {B: NOT_B}),
        positive,
        AT_LEAST_1,
        _INDICATOR[0],
    )
    return state(
        solve(
            "of events",
            le(chance(true, B), ABOVE * BELOW * G * chance(true, NOT_B) + ABOVE * DELTA),
            summation(Y, by_output, CONVERGE),
            private,
            positive,
        ),
        KEY,
        "(ε,δ)",
    )


BOUNDED_RATIO = _bounded_ratio()


def _largest_loss() -> Fact:
    dependence = hypothesis("κ is at least e^L^G, in both orders", SUPPOSED, le(ratio(B, Y), MOST * ratio(NOT_B, Y)))
    private = hypothesis("N is (ε,0)-indistinguishable, at each output", SUPPOSED, le(apart(B, Y), G * apart(NOT_B, Y)))
    by_output = solve(
        "output by output",
        le(true(B, Y), G * MOST * true(NOT_B, Y)),
        *_FACTORS,
        *_POSITIVE,
        dependence,
        private,
        instance(private, {B: NOT_B}),
        AT_LEAST_1,
    )
    inside_ = solve("inside", le(_inside(true, B), G * MOST * _inside(true, NOT_B)), by_output, _INDICATOR[0])
    return state(summation(Y, inside_, CONVERGE[:2]), KEY, "δ = 0")


LARGEST_LOSS = _largest_loss()
