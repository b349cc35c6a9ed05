"""The tests of Rényi curves, sparse bounds and tensor products notice what makes a loss too small."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from concomp.impl.accounting.guarantees import RenyiDP
from concomp.impl.accounting.measures import conversion, curves, exact_tensor, renyi, sparse, trade_off_composition
from concomp.impl.accounting.measures.guaranteed import curve_of
from concomp.impl.accounting.measures.renyi import compose_renyi
from concomp.impl.accounting.rounding import ball_down
from concomp.model.laws.trade_off import TradeOff
from tests.impl.accounting.measures.truths import (
    few_of_many,
    is_above,
    is_between_orders,
    is_enough,
    is_rounded_up,
    moments_multiply,
    response_curves,
    responses,
    tensors_are_exact,
)

Patch = pytest.MonkeyPatch


def composition_is_above() -> bool:
    """What responses lose together is nowhere below the truth."""
    return is_above(compose_renyi(response_curves()), *responses())


def conversion_is_enough() -> bool:
    """What follows of it holds."""
    return is_enough(compose_renyi(response_curves()), *responses())


def conversion_is_rounded_up() -> bool:
    """And is not below what its order says."""
    return is_rounded_up(compose_renyi(response_curves())) and is_rounded_up(curve_of(RenyiDP({2: 1, 3: 2})))


def rounded_down(patch: Patch) -> None:
    """An ε is rounded down."""
    patch.setattr(conversion, "ball_up", ball_down)


def order_for_order_less_1(patch: Patch) -> None:
    """ln S is divided by α where it is by α − 1."""
    patch.setattr(conversion, "_epsilon", lambda curve, order, delta: _by_order(curve, order, delta))


def _by_order(curve: Any, order: Fraction, delta: Fraction) -> arb:
    found: arb = (curve.log_moment(order) - arb(float(order * delta)).log()) / arb(float(order))
    return found


def variation_for_its_square(patch: Patch) -> None:
    """Total variation is taken to be below D where it is below its root."""
    root = conversion._total_variation
    patch.setattr(conversion, "_total_variation", lambda curve: root(curve) ** 2)


def largest_for_sum(patch: Patch) -> None:
    """Of several mechanisms the largest moment counts."""
    patch.setattr(renyi.Composed, "log_moment", _largest)


def _largest(composed: renyi.Composed, order: Fraction) -> arb:
    found = [each.log_moment(order) for each in (*composed.others, *(response for response, _ in composed.responses))]
    return max(found, key=lambda each: float(each.mid()))


def moments_added(patch: Patch) -> None:
    """Moments are added up where they multiply."""
    patch.setattr(renyi, "prod", lambda powers, start: sum(powers, start) - start)


def half_the_epsilon(patch: Patch) -> None:
    """A response is taken for one that loses half as much."""
    loss = curves.Response.excess
    patch.setattr(curves.Response, "excess", lambda self, order: loss(self, order) / 2)


def divergences_between_orders(patch: Patch) -> None:
    """Divergences, and not ln S, are taken to be below their chords: of D this is not true."""

    def chord(listed: curves.Listed, order: Fraction) -> arb:
        ends = [(Fraction(1), Fraction(0))]
        ends += [
            (each, sum((row[place] for row in listed.rows), Fraction(0))) for place, each in enumerate(listed.orders)
        ]
        (left, low), (right, high) = next((a, b) for a, b in itertools.pairwise(ends) if order <= b[0])
        found = (low + (high - low) * (order - left) / (right - left)) * (order - 1)
        return arb(found.numerator) / found.denominator

    patch.setattr(curves.Listed, "log_moment", chord)


def one_too_few(patch: Patch) -> None:
    """Of k exceptional mechanisms k − 1 are counted."""
    few = sparse._few
    patch.setattr(sparse, "_few", lambda factors, degree: few(factors, max(0, degree - 1)))


def binomials_forgotten(patch: Patch) -> None:
    """Only one of several products of one degree is counted."""
    patch.setattr(sparse, "_row", lambda number, times, degree: [number**0, *([number] if degree else [])][:1])


def exchanged(patch: Patch) -> None:
    """The lengths of segments are those of the other world."""
    through = exact_tensor._through
    patch.setattr(exact_tensor, "SEGMENTS", 0)
    patch.setattr(exact_tensor, "_through", lambda lengths, unit: through([(-at, p) for at, p in lengths], unit))


def last_vertex_for_first(patch: Patch) -> None:
    """What is exposed is left out of a profile."""
    profile = trade_off_composition.profile_of

    def without(function: TradeOff) -> Any:
        found, exposed = profile(function), 1 - function.vertices[0][1]
        return type(found)(tuple((e_eps, delta - exposed) for e_eps, delta in found.vertices))

    patch.setattr(trade_off_composition, "profile_of", without)


CLAIMS = (
    composition_is_above,
    conversion_is_enough,
    conversion_is_rounded_up,
    moments_multiply,
    is_between_orders,
    few_of_many,
    tensors_are_exact,
)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda each: each.__name__)
def test_what_is_right_is_not_blamed(claim: Callable[[], bool]) -> None:
    assert claim()


@pytest.mark.parametrize(
    ("breakage", "claim"),
    [
        (rounded_down, conversion_is_rounded_up),
        (order_for_order_less_1, conversion_is_enough),
        (variation_for_its_square, conversion_is_enough),
        (largest_for_sum, composition_is_above),
        (moments_added, moments_multiply),
        (half_the_epsilon, composition_is_above),
        (divergences_between_orders, is_between_orders),
        (one_too_few, few_of_many),
        (binomials_forgotten, few_of_many),
        (exchanged, tensors_are_exact),
        (last_vertex_for_first, tensors_are_exact),
    ],
    ids=lambda each: each.__name__,
)
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], claim: Callable[[], bool], monkeypatch: Patch
) -> None:
    breakage(monkeypatch)
    assert not claim()
