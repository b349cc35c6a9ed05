"""The tests of dependent mechanisms notice a wrong composition, a bound that is none, and a mechanism not the best."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from concomp.confounded import addition, examination
from concomp.model.confounding import deployment, safe_bounds
from concomp.model.files.confounding import deployment as deployments
from concomp.model.laws.law import ZERO
from concomp.obligations.families.confounding.named import CROSSING
from tests.model.confounding.test_safe_bounds import demand_safe
from tests.model.files.test_confounding import REFUSED
from tests.model.files.test_confounding import test_the_examples_are_the_models_of_that_name as demand_models
from tests.model.files.test_confounding import test_what_deploys_nothing_is_refused_in_one_line as demand_refusals
from tests.pages import ROOT
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
    program = addition.program
    patch.setattr(
        addition,
        "program",
        lambda prior, seen, outputs, pairs, target, cost: program(
            prior, seen, outputs, pairs, type(target)(target.e_eps, ZERO), cost
        ),
    )


def one_direction_dropped(patch: Patch) -> None:
    """One of two adjacent secrets is not guarded against the other."""
    program = addition.program
    patch.setattr(
        addition,
        "program",
        lambda prior, seen, outputs, pairs, target, cost: program(
            prior, seen, outputs, sorted(pairs)[:1], target, cost
        ),
    )


def what_is_deployed_forgotten(patch: Patch) -> None:
    """What is deployed is taken to keep every target."""
    patch.setattr(addition, "least_delta", lambda *arguments: ZERO)


def totals_not_looked_at(patch: Patch) -> None:
    """A row may sum to anything."""
    patch.setattr(deployments, "_check_total", lambda *arguments: None)


def of_bounds() -> None:
    demand_safe(deployments.read_confounding_file(EXAMPLE))


def of_skewed() -> None:
    demand_best("secret", "E=3,delta=1/64", "11/18")


BREAKAGES: list[tuple[Callable[[Patch], None], Callable[[], Any]]] = [
    (composition_is_the_product, demand_numbers),
    (composition_is_the_product, lambda: demand_models("crossing", CROSSING)),
    (ratio_forgotten, of_bounds),
    (answers_of_data_forgotten, of_bounds),
    (delta_dropped, of_skewed),
    (one_direction_dropped, of_skewed),
    (what_is_deployed_forgotten, lambda: demand_infeasible("secret")),
    (totals_not_looked_at, lambda: demand_refusals(next(each for each in REFUSED if "sum to 1/2" in each))),
]


@pytest.mark.parametrize(("breakage", "demand"), BREAKAGES)
def test_breakages_are_noticed(
    monkeypatch: Patch, breakage: Callable[[Patch], None], demand: Callable[[], Any]
) -> None:
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception, ValueError)):
        demand()
