"""Noise: its loss is that of the law itself, and continuous noise has a discrete twin that loses as much."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, log
from typing import Any

import pytest

from concomp.advisor.plans.errors import PlanError
from concomp.advisor.plans.noise import Noise
from concomp.advisor.plans.plan import make_plan
from concomp.impl.accounting.parameters import with_e_eps, with_epsilon
from tests.tools.advisor.situations import advice, rested_on


def noise(**fields: Any) -> Noise:
    return Noise.model_validate(fields)


def noisy(kind: str, **fields: Any) -> dict[str, Any]:
    delta = {"delta": fields.pop("delta")} if "delta" in fields else {}
    return {"name": "count", "function": "one answer", "noise": {"kind": kind, **fields}, **delta}


@pytest.mark.parametrize("sensitivity", [1, 3])
def test_geometric_noise_loses_the_largest_ratio_of_its_weights(sensitivity: int) -> None:
    ratio = F(2, 3)
    largest = max(ratio ** abs(x) / ratio ** abs(x - sensitivity) for x in range(-9, 10))
    found = noise(kind="geometric", ratio="2/3", sensitivity=sensitivity).loss(F(0), "here")
    assert found == with_e_eps(largest)


@pytest.mark.parametrize("sensitivity", [1, 3])
def test_laplace_noise_loses_sensitivity_by_scale(sensitivity: int) -> None:
    found = noise(kind="discrete laplace", scale="2.5", sensitivity=sensitivity).loss(F(0), "here")
    assert found == with_epsilon(F(2 * sensitivity, 5))
    largest = max(exp(-abs(x) / 2.5) / exp(-abs(x - sensitivity) / 2.5) for x in range(-9, 10))
    assert largest == pytest.approx(exp(2 * sensitivity / 5))


@pytest.mark.parametrize(("sigma", "sensitivity", "delta"), [("3", 1, "1/1000"), ("10", 4, "1e-6"), ("1/2", 1, "0.01")])
def test_gaussian_noise_keeps_what_is_stated(sigma: str, sensitivity: int, delta: str) -> None:
    loss = noise(kind="discrete gaussian", sigma=sigma, sensitivity=sensitivity).loss(F(delta), "here")
    (epsilon,) = (float(value) for value in vars(loss.loss).values())
    variance = float(F(sigma)) ** 2
    weights = {x: exp(-(x**2) / (2 * variance)) for x in range(-200, 201)}
    whole = sum(weights.values())
    reached = sum(max(0.0, w - exp(epsilon) * weights.get(x - sensitivity, 0.0)) for x, w in weights.items()) / whole
    rho = sensitivity**2 / (2 * variance)
    assert reached <= float(F(delta))
    assert 0 <= epsilon - (rho + 2 * (rho * -log(float(F(delta)))) ** 0.5) <= 1.1e-6


@pytest.mark.parametrize(
    "continuous",
    [
        noise(kind="laplace", scale="10"),
        noise(kind="laplace", scale="10", sensitivity="1/3"),
        noise(kind="gaussian", sigma="7/2", sensitivity="0.5"),
    ],
)
def test_a_twin_is_discrete_and_loses_as_much(continuous: Noise) -> None:
    twin = continuous.twin()
    assert (continuous.is_discrete, twin.is_discrete) == (False, True)
    assert twin.loss(F(1, 100), "here") == continuous.loss(F(1, 100), "here")
    assert twin.twin() == twin


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (noisy("laplace"), "count: noise.scale: missing: laplace noise has one: add it"),
        (noisy("laplace", sigma="1"), "count: noise.scale: missing"),
        (noisy("laplace", scale="1", sigma="2"), "count: noise.sigma: 2: laplace noise has none: remove it"),
        (noisy("laplace", scale="0"), 'noise.scale: "0": write a number above 0'),
        (noisy("geometric", ratio="1"), 'noise.ratio: "1": write a ratio above 0 and below 1'),
        (noisy("geometric", ratio="1/2", sensitivity=10**6), "noise.sensitivity: 1000000: give at most 10000"),
        (noisy("discrete laplace", scale="1", sensitivity="1/2"), "noise.sensitivity: 1/2: noise on integers needs"),
        (noisy("gaussian", sigma="1"), "count: delta: 0: Gaussian noise has no pure loss: give a delta above 0"),
        (noisy("cauchy"), "noise.kind: \"cauchy\": write 'laplace', "),
        (
            {**noisy("laplace", scale="1"), "eps": "1"},
            "count: eps: given beside noise: the loss follows from the noise",
        ),
        ({**noisy("laplace", scale="1"), "audit": "a.json"}, "count: noise: given beside audit: a mechanism is one or"),
    ],
)
def test_noise_that_cannot_be_used(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(PlanError) as caught:
        make_plan({"creation": "fixed", "discrete": True, "mechanisms": [fields]})
    assert said in str(caught.value)


def test_continuous_noise_is_no_dead_end() -> None:
    given = advice("fixed", noisy("laplace", scale="10"), at_E=["1.2"], discrete=False)
    assert given.chosen is None
    assert given.change is not None
    assert given.change.is_enough
    assert "discrete Laplace noise of scale 10 (eps = 1/10)" in given.change.finding.change
    assert given.discrete is not None
    stated = advice("fixed", {"name": "count", "function": "one answer", "eps": "0.1"}, at_E=["1.2"])
    assert rested_on(given.discrete) == rested_on(stated) == ("HSV26 Theorem 4.10 (repaired)", "")
    assert given.discrete.at_e == stated.at_e


def test_what_is_not_discrete_for_another_reason_stays_so() -> None:
    other = {"name": "other", "function": "one answer", "E": "2"}
    given = advice("fixed", noisy("laplace", scale="10"), other, discrete=False)
    assert given.discrete is not None
    assert given.discrete.chosen is None


def test_discrete_noise_is_covered_at_once() -> None:
    given = advice("fixed", noisy("geometric", ratio="10/11"), at_E=["1.1"])
    assert (given.discrete, given.change) == (None, None)
    stated = advice("fixed", {"name": "count", "function": "one answer", "E": "11/10"}, at_E=["1.1"])
    assert given.at_e == stated.at_e
