"""The tests of compositions under a measure notice what makes a loss too small, or takes two orders for one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest
from flint import arb

from concomp.cli.compositions import concentrated, renyi, trade_offs
from concomp.cli.compositions.under_measures import measured, question_of
from concomp.impl.accounting.losses import decimals_around
from concomp.impl.accounting.measures import least_rho, one_order
from concomp.impl.accounting.measures.one_order import Enclosed
from concomp.impl.accounting.numbers import Bounds, known
from concomp.model.composition.renyi import sparse_moment_bound
from concomp.model.files.errors import FormatError
from concomp.model.laws.balls import above, below, precision
from concomp.model.laws.divergences import divergences
from concomp.model.laws.law import Law, product_law
from concomp.model.laws.renyi import renyi_moment
from concomp.model.mechanisms.randomised_response import noisy_bit

Patch = pytest.MonkeyPatch
ODDS = (F(2), F(3, 2))
PURE = [{"e_eps": str(each)} for each in ODDS]
MOMENTS = (F(2), F(3), F(7, 2))


def asked(measure: str, params: list[Any], **others: Any) -> Any:
    found, _ = measured(question_of({"measure": measure, "params": params, **others}))
    return found


def told() -> tuple[Law[Any], Law[Any]]:
    """What the responses tell together in the two worlds."""
    p, q = (product_law([noisy_bit(each, bit) for each in ODDS]) for bit in (0, 1))
    return p, q


def moments_are_those_of_the_laws() -> bool:
    """Of pure mechanisms, at a whole order."""
    return bool(asked("renyi", PURE, order="3")["moment"] == str(renyi_moment(*told(), 3)))


def divergences_are_enclosed() -> bool:
    """At an order that is none, and not below the truth."""
    found = asked("renyi", PURE, order="5/2")["divergence"]
    with precision(300):
        truth = divergences(*told()).at(F(5, 2))
        return F(found["low"]) <= above(truth) and below(truth) <= F(found["high"])


def few_are_bounded() -> bool:
    """Of those listed, and of more that are like one of these."""
    params = [{"moment": str(each)} for each in MOMENTS]
    listed = asked("renyi", params, order="2", at_most=2)["moment"]
    created = asked("renyi", params, order="2", at_most=2, created_at_most=4)["moment"]
    return (listed, created) == (str(sparse_moment_bound(MOMENTS, 2)), str(sparse_moment_bound([F(7, 2)] * 4, 2)))


def rho_is_enough() -> bool:
    """ρ of responses is not below their D_1."""
    found = asked("zcdp", PURE)["rho"]
    with precision(300):
        return below(divergences(*told()).at(F(1))) <= F(found["high"])


def the_least_omega_remains() -> bool:
    params = [{"rho": "1", "omega": "2"}, {"rho": "1", "omega": "3"}]
    return bool(asked("tcdp", params)["omega"] == "2")


def two_orders_are_refused() -> bool:
    try:
        asked("renyi", [{"moment": "2", "order": "3"}], order="2")
    except FormatError:
        return True
    return False


def order_less_1(patch: Patch) -> None:
    """A response counts at the order below."""
    at = one_order._at
    patch.setattr(one_order, "_at", lambda loss, order: Enclosed(*[_moved(at(loss, order - 1).high, order)] * 2))


def _moved(loss: one_order.RenyiLoss, order: F) -> one_order.RenyiLoss:
    return one_order.RenyiLoss(order, loss.moment, loss.epsilon)


def rounded_down(patch: Patch) -> None:
    """Of bounds the lower one counts, less a little."""
    found = one_order._of_divergence
    less = F(1, 10**30)
    patch.setattr(
        one_order, "_of_divergence", lambda each, order: found(Bounds(each.low - 2 * less, each.low - less), order)
    )


def one_too_few(patch: Patch) -> None:
    """Of k that get differing inputs k − 1 are counted."""
    few = one_order._few
    patch.setattr(one_order, "_few", lambda moments, order, at_most: few(moments, order, at_most - 1))


def least_for_largest(patch: Patch) -> None:
    """All that are created count like the least of those listed."""
    patch.setattr(one_order, "max", min, raising=False)


def half_the_epsilon(patch: Patch) -> None:
    """ε·tanh(ε/4) is taken for ε·tanh(ε/2)."""

    def less(loss: Any) -> arb:
        epsilon = loss.logarithm()
        return epsilon * (epsilon / 4).tanh()

    patch.setattr(least_rho, "_of_response", less)


def greatest_omega(patch: Patch) -> None:
    """Orders count of which nothing is known of one mechanism."""
    patch.setattr(concentrated, "min", max, raising=False)


def any_order(patch: Patch) -> None:
    """The order of an entry is not looked at."""
    entry = renyi._entry
    patch.setattr(renyi, "_entry", lambda fields, at, order: entry({"moment": fields["moment"]}, at, order))


BROKEN = [
    (order_less_1, moments_are_those_of_the_laws),
    (rounded_down, divergences_are_enclosed),
    (one_too_few, few_are_bounded),
    (least_for_largest, few_are_bounded),
    (half_the_epsilon, rho_is_enough),
    (greatest_omega, the_least_omega_remains),
    (any_order, two_orders_are_refused),
]


@pytest.mark.parametrize(("breakage", "claim"), BROKEN, ids=lambda each: each.__name__)
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], claim: Callable[[], bool], monkeypatch: Patch
) -> None:
    assert claim()
    breakage(monkeypatch)
    assert not claim()


def test_an_irrational_e_that_is_rounded_one_way_alone_is_noticed(monkeypatch: Patch) -> None:
    """What is lost by ε = 1/10 twice is at most 1/5, so that the least δ at it is 0."""

    def is_enclosed() -> bool:
        at = asked("fdp", [{"epsilon": "1/10"}] * 2, epsilon=["1/5"])["results"][0]
        return F(at.get("delta_low", at.get("delta"))) == 0

    assert is_enclosed()
    monkeypatch.setattr(trade_offs, "decimals_around", lambda *given: known(decimals_around(*given).high))
    assert not is_enclosed()
