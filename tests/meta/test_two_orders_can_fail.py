"""The tests of compositions notice a bound from below that no adversary attains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.impl.accounting import fixed_mechanisms
from concomp.impl.accounting.laws import attained, composition, law, placement
from tests.impl.accounting.laws import two_orders
from tests.tools.cli.test_compose_mechanisms import test_points_of_a_profile_refute_nothing as points_refute_nothing

Patch = pytest.MonkeyPatch


def all_right() -> bool:
    return not any(list(two_orders.faults(listed, Fraction(1, 50))) for listed in two_orders.LISTS)


@pytest.fixture(autouse=True)
def few_places(monkeypatch: Patch) -> None:
    """On a coarse grid."""
    monkeypatch.setattr(placement, "PLACES", 1 << 10)


def test_what_is_right_is_not_blamed() -> None:
    assert all_right()


def larger_order_from_below(patch: Patch) -> None:
    """The law of the larger profile of both orders is taken to be attained."""
    patch.setattr(composition, "attained", lambda laws: None)


def symmetric_at_sight(patch: Patch) -> None:
    """Every law counts as attained."""
    patch.setattr(law, "_attains", lambda outcomes, vertices: True)


def exposed_in_either_world(patch: Patch) -> None:
    """What one world alone shows exposes the bit in the other world as well."""
    view = attained._view

    def both(of: law.PrivacyLossLaw) -> attained.View:
        found = view(of)
        return replace(found, exposed=(max(found.exposed),) * 2)

    patch.setattr(attained, "_view", both)


def one_order_alone(patch: Patch) -> None:
    """The second world is never suspected."""
    patch.setattr(attained.Attained, "delta", lambda self, e_eps: self.orders[0].delta(e_eps))


def same_chances_in_both_worlds(patch: Patch) -> None:
    """In the other world, losses are drawn as if they were mirrored."""
    suspicion = attained.Suspicion
    patch.setattr(
        attained,
        "Suspicion",
        lambda exposed, here, there, seen: suspicion(exposed, here, here and here.mirrored, seen),
    )


@pytest.mark.parametrize(
    "breakage",
    [
        larger_order_from_below,
        symmetric_at_sight,
        exposed_in_either_world,
        one_order_alone,
        same_chances_in_both_worlds,
    ],
    ids=lambda each: each.__name__,
)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    breakage(monkeypatch)
    assert not all_right()


def test_points_that_are_taken_for_attained_are_noticed(monkeypatch: Patch) -> None:
    """From below, too, the best point of each profile is believed."""
    between = fixed_mechanisms.Between
    monkeypatch.setattr(fixed_mechanisms, "Between", lambda above, below: between(above, above))
    with pytest.raises(AssertionError):
        points_refute_nothing()
