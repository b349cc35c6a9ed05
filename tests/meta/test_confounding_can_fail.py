"""The tests of dependent mechanisms notice a wrong composition, a bound that is none, and a mechanism not the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from concomp.confounded import addition, examination
from concomp.impl.confounding import addition as engine
from concomp.impl.confounding import certified, region, tables
from concomp.model.confounding import deployment, inverse, safe_bounds
from concomp.model.files.confounding import deployment as deployments
from concomp.model.laws.law import ZERO
from concomp.obligations.families.confounding.named import CROSSING
from tests.impl.confounding.deployments import large
from tests.impl.confounding.test_addition import SECRET
from tests.impl.confounding.test_addition import (
    test_a_limit_of_the_moment_is_kept_by_all_beliefs_within_it as demand_moments,
)
from tests.impl.confounding.test_addition import test_what_cannot_be_rounded_is_mixed_with_a_constant as demand_mixture
from tests.impl.confounding.test_addition import test_what_is_found_is_best_exactly as demand_exact
from tests.impl.confounding.test_region import demand_agreement, demand_outward
from tests.model.confounding.test_safe_bounds import demand_safe
from tests.model.files.test_confounding import REFUSED
from tests.model.files.test_confounding import test_the_examples_are_the_models_of_that_name as demand_models
from tests.model.files.test_confounding import test_what_deploys_nothing_is_refused_in_one_line as demand_refusals
from tests.pages import ROOT
from tests.tools.cli.test_confounding import demand_free
from tests.tools.cli.test_confounding import test_nothing_can_be_added_to_what_exceeds_the_target as demand_infeasible
from tests.tools.cli.test_confounding import test_the_best_mechanism_to_add as demand_best
from tests.tools.cli.test_confounding import (
    test_the_product_is_below_the_composition_at_one_end_and_above_it_at_the_other as demand_numbers,
)

Patch = pytest.MonkeyPatch
EXAMPLE = ROOT / "examples" / "confounding" / "crossing.json"


def composition_is_the_product(patch: Patch) -> None:
    """What the mechanisms tell is taken for independent given the secret."""
    patch.setattr(deployment.Deployment, "true", property(lambda self: self.product))
    patch.setattr(examination, "composed", examination.multiplied)


def ratio_forgotten(patch: Patch) -> None:
    """The dependence of the answers counts for nothing."""
    patch.setattr(safe_bounds, "dependence_bounds", lambda *arguments: (Fraction(1), Fraction(1)))


def answers_of_data_forgotten(patch: Patch) -> None:
    """Local composition is asked about no data."""
    patch.setattr(safe_bounds, "all_pairs", lambda data: frozenset([(next(iter(data)),) * 2]))


def delta_dropped(patch: Patch) -> None:
    """The mechanism to add is sought for δ = 0, whatever the target."""
    asked = addition.limits_of
    patch.setattr(addition, "limits_of", lambda target, setting: asked(type(target)(target.e_eps, ZERO), setting))


def one_direction_dropped(patch: Patch) -> None:
    """One of two adjacent secrets is not guarded against the other."""
    asked = addition.limits_of
    patch.setattr(addition, "limits_of", lambda target, setting: asked(target, setting)[:1])


def rounding_not_checked(patch: Patch) -> None:
    """What HiGHS finds is not mixed with a constant until it keeps the limits."""
    patch.setattr(tables, "_within", lambda *arguments: True)


def prices_at_full_budget(patch: Patch) -> None:
    """No price is paid for the budget of a limit: what every mechanism costs at least is more than it is."""
    patch.setattr(engine, "least_cost", lambda problem, weights: inverse.least_cost(free_of_budgets(problem), weights))


def free_of_budgets(problem: Any) -> Any:
    return replace(problem, limits=[inverse.Limit(limit.direction, ZERO) for limit in problem.limits])


def roots_rounded_down(patch: Patch) -> None:
    """A limit of the second moment cuts off beliefs within it."""
    above = inverse._root_above
    patch.setattr(inverse, "_root_above", lambda square: above(square) - Fraction(1, 100))


def chances_rounded_down(patch: Patch) -> None:
    """Floats are not taken up by what rounding may have lost."""
    patch.setattr(certified, "UNIT", 0.0)


def equal_odds_apart(patch: Patch) -> None:
    """The odds of answers are compared by a few bits."""
    patch.setattr(region, "steps", lambda p, q: coarse_steps(p, q))


def coarse_steps(p: Any, q: Any) -> Any:
    by_odds = sorted(zip(p, q, strict=True), key=lambda each: -each[0] // (each[1] or 1))
    return [each for each in by_odds if any(each)]


def what_is_deployed_forgotten(patch: Patch) -> None:
    """What is deployed is taken to keep every target."""
    patch.setattr(addition, "_kept", lambda *arguments: True)


def totals_not_looked_at(patch: Patch) -> None:
    """A row may sum to anything."""
    patch.setattr(deployments, "_check_total", lambda *arguments: None)


def near_by_the_largest_cost(patch: Patch) -> None:
    """A mechanism is called best where it is near the bound by the measure of the largest cost."""
    patch.setattr(addition, "_is_close", lambda found: found.cost - found.bound <= addition.GAP * 10**12)


def of_bounds() -> None:
    demand_safe(deployments.read_confounding_file(EXAMPLE))


def of_skewed() -> None:
    demand_best("secret", "E=3,delta=1/64", "11/18")


def of_engine() -> None:
    demand_agreement(large(2, 3, 2, 3, 9))


BREAKAGES: list[tuple[Callable[[Patch], None], Callable[[], Any]]] = [
    (composition_is_the_product, demand_numbers),
    (composition_is_the_product, lambda: demand_models("crossing", CROSSING)),
    (ratio_forgotten, of_bounds),
    (answers_of_data_forgotten, of_bounds),
    (delta_dropped, of_skewed),
    (one_direction_dropped, of_skewed),
    (rounding_not_checked, lambda: demand_mixture(pytest.MonkeyPatch())),
    (prices_at_full_budget, lambda: demand_exact(SECRET, Fraction(3), Fraction(1, 64), Fraction(11, 18))),
    (roots_rounded_down, demand_moments),
    (chances_rounded_down, lambda: demand_outward(large(2, 3, 2, 3, 9))),
    (equal_odds_apart, of_engine),
    (what_is_deployed_forgotten, lambda: demand_infeasible("secret")),
    (near_by_the_largest_cost, demand_free),
    (totals_not_looked_at, lambda: demand_refusals(next(each for each in REFUSED if "sum to 1/2" in each))),
]


@pytest.mark.parametrize(("breakage", "demand"), BREAKAGES)
def test_breakages_are_noticed(
    monkeypatch: Patch, breakage: Callable[[Patch], None], demand: Callable[[], Any]
) -> None:
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception, ValueError)):
        demand()
