"""The mechanism to add by HiGHS, rounded and checked, beside an exact solver."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
from hypothesis import assume, given, settings

from concomp.confounded.addition import exactly
from concomp.impl.confounding import addition
from concomp.impl.confounding.addition import Found, cheapest
from concomp.impl.confounding.highs import HighsError
from concomp.impl.confounding.second_moment import cheapest_within
from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.inverse import (
    Limit,
    Problem,
    expected_cost,
    extended,
    keeps,
    least_cost,
    limit_of_moment,
    limits_of_floor,
    limits_of_privacy,
    limits_of_roof,
    reading_the_data,
    reading_the_secret,
    wrong_guess,
)
from concomp.model.confounding.kernels import side_by_side
from concomp.model.confounding.posterior import above_floor, in_band, in_second_moment, posterior
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.obligations.families.confounding.named import SKEWED
from tests.impl.confounding.deployments import deployments, large
from tests.model.laws.strategies import laws

pytest.importorskip("scipy", reason="SciPy, which has HiGHS, is not installed")
PRIOR, PAIRS = SKEWED.setting.prior, SKEWED.setting.pairs
SECRET = reading_the_secret(SKEWED.joint)
DATA = reading_the_data(SKEWED.setting, side_by_side(*SKEWED.mechanisms))
CLOSE = F(1, 10**8)


def problem(seen: object, e_eps: F, delta: F) -> Problem[int]:
    return Problem(PRIOR, seen, (0, 1), limits_of_privacy(PAIRS, PrivacyParameters(e_eps, delta)), wrong_guess)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seen", "e_eps", "delta", "chance"),
    [
        (SECRET, F(3), F(0), F(55, 96)),
        (SECRET, F(3), F(1, 64), F(11, 18)),
        (SECRET, F(2), F(1, 32), F(37, 64)),
        (DATA, F(3), F(0), F(11, 20)),
        (DATA, F(3), F(1, 64), F(23, 40)),
    ],
)
def test_what_is_found_is_best_exactly(seen: object, e_eps: F, delta: F, chance: F) -> None:
    asked = problem(seen, e_eps, delta)
    found = cheapest(asked)
    assert 1 - found.cost == 1 - found.bound == chance
    told = extended(asked.seen, found.kernel)
    assert optimum(told, PAIRS, delta).e_eps == e_eps
    assert least_delta(told, PAIRS, e_eps) == delta


def demand_sound(asked: Problem[str]) -> Found:
    """What is found keeps all limits, costs what is said, and no less than the bound."""
    found = cheapest(asked)
    told = extended(asked.seen, found.kernel)
    assert all(keeps(told, limit) for limit in asked.limits)
    assert found.cost == expected_cost(asked.prior, asked.seen, found.kernel, asked.cost)
    assert found.bound <= found.cost <= found.bound + CLOSE
    return found


@settings(deadline=None, max_examples=12)
@given(deployments(), laws(2))
def test_what_is_found_is_as_good_as_the_exact_optimum(deployed: Deployment, odds: Law[int]) -> None:
    delta = odds[1] / 4
    needed = optimum(deployed.true, deployed.setting.pairs, delta).e_eps
    assume(needed is not None)
    assert needed is not None
    target = PrivacyParameters(needed * F(3, 2), delta)
    outputs = tuple(deployed.setting.data)
    limits = limits_of_privacy(deployed.setting.pairs, target)
    seen = reading_the_data(deployed.setting, deployed.joint)
    asked = Problem(deployed.setting.prior, seen, outputs, limits, wrong_guess)
    found = demand_sound(asked)
    if len(seen) == 2:
        assert found.bound <= exactly(asked).cost <= found.cost


def test_four_thousand_unknowns() -> None:
    deployed = large(4, 8, 2, 4, 60)
    needed = optimum(deployed.true, deployed.setting.pairs, F(1, 50)).e_eps
    assert needed is not None
    limits = limits_of_privacy(deployed.setting.pairs, PrivacyParameters(needed * F(3, 2), F(1, 50)))
    seen = reading_the_secret(deployed.true)
    outputs = (*deployed.setting.data, *(f"other {k}" for k in range(12)))
    assert len(limits) * len(deployed.true["s0"]) * len(outputs) == 12 * 16 * 16
    demand_sound(Problem(deployed.setting.prior, seen, outputs, limits, wrong_guess))


def test_nothing_is_found_where_what_is_deployed_exceeds_the_target() -> None:
    for seen in (SECRET, DATA):
        with pytest.raises(HighsError):
            cheapest(problem(seen, F(2), F(0)))


def test_beliefs_are_kept_in_a_band() -> None:
    tau = F(2)
    limits = limits_of_floor(PRIOR, tau) + limits_of_roof(PRIOR, tau)
    found = cheapest(Problem(PRIOR, SECRET, (0, 1), limits, wrong_guess))
    beliefs = posterior(PRIOR, extended(SECRET, found.kernel))
    assert 1 - found.cost == 1 - found.bound == F(55, 96)
    assert in_band(PRIOR, beliefs, tau)
    assert not in_band(PRIOR, beliefs, tau - F(1, 100))


def test_the_second_moment_of_beliefs_is_kept() -> None:
    tau, delta = F(4), F(3, 10)
    asked = Problem(PRIOR, SECRET, (0, 1), limits_of_floor(PRIOR, tau), wrong_guess)
    found = cheapest_within(asked, delta * tau)
    beliefs = posterior(PRIOR, extended(SECRET, found.kernel))
    assert in_second_moment(PRIOR, beliefs, tau, delta)
    assert found.bound <= found.cost <= found.bound + CLOSE
    free = cheapest(asked)
    assert above_floor(PRIOR, posterior(PRIOR, extended(SECRET, free.kernel)), tau)
    assert free.cost < found.bound


def test_a_limit_of_the_moment_is_kept_by_all_beliefs_within_it() -> None:
    ratios = {0: F(3, 2), 1: F(1, 2)}
    for moment in (F(1), F(6, 5), F(5, 4)):
        limit = limit_of_moment(PRIOR, moment, ratios)
        for twentieths in range(21):
            belief = {0: F(twentieths, 20), 1: F(20 - twentieths, 20)}
            within = sum(belief[s] ** 2 / PRIOR[s] for s in (0, 1)) <= moment
            kept = sum(limit.direction[s] * belief[s] / PRIOR[s] for s in (0, 1)) <= 0
            assert kept or not within


def test_any_weights_bound_the_cost() -> None:
    asked = problem(SECRET, F(3), F(1, 64))
    best = cheapest(asked).cost
    for weight in (F(0), F(1, 10), F(1), F(50)):
        assert least_cost(asked, {(0, (1, 1), 0): weight, (1, (0, 0), 1): weight / 3}) <= best
    with pytest.raises(ValueError, match=r"the weight of .* is -1: give one of at least 0"):
        least_cost(asked, {(0, (1, 1), 0): F(-1)})


def test_what_cannot_be_rounded_is_mixed_with_a_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that tells the secret comes out as one that keeps the target."""
    asked = replace(problem(SECRET, F(3), F(0)), limits=(*problem(SECRET, F(3), F(0)).limits, Limit({0: F(-1)}, F(0))))
    chances, prices = addition.solved(addition.Tables(asked))
    chances[:] = [[1, 0], [0, 1]]
    monkeypatch.setattr(addition, "solved", lambda tables: (chances, prices))
    found = cheapest(asked)
    assert all(keeps(extended(asked.seen, found.kernel), limit) for limit in asked.limits)
    assert found.cost > found.bound
