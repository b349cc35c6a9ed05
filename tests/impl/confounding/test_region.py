"""What is composed in whole numbers, or in floats rounded outward, is what the definitions say."""

from fractions import Fraction as F
from math import isinf

import pytest
from hypothesis import given, settings

from concomp.impl.confounding.certified import certified_profile
from concomp.impl.confounding.comparison import compare
from concomp.impl.confounding.region import Region, dependence
from concomp.impl.confounding.safe_bounds import BasicComposition, PureBound, local_bound, safe_bounds
from concomp.impl.confounding.told import composed, multiplied
from concomp.model.confounding import informativeness
from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.privacy import least_delta, optimum, privacy_profile
from concomp.model.confounding.safe_bounds import dependence_bounds
from concomp.model.confounding.safe_bounds import safe_bounds as defined_bounds
from concomp.model.confounding.setting import Setting, all_pairs
from concomp.model.laws.law import Law
from tests.impl.confounding.deployments import deployments, large

LOSSES = (F(1), F(3, 2), F(7), F(10**6, 3))
DELTAS = (F(0), F(1, 7), F(1, 3), F(1))
CLOSE = F(1, 10**12)


@settings(deadline=None, max_examples=30)
@given(deployments())
def test_the_engine_agrees_with_the_definitions(deployed: Deployment) -> None:
    demand_agreement(deployed)


def demand_agreement(deployed: Deployment) -> None:
    """Profiles, optima with their events, the comparison and the dependence of a deployment are as defined."""
    pairs = deployed.setting.pairs
    joint, product = Region(composed(deployed), pairs), Region(multiplied(deployed), pairs)
    for region, told in ((joint, deployed.true), (product, deployed.product)):
        assert region.profile == privacy_profile(told, pairs)
        assert [region.optimum(delta) for delta in DELTAS] == [optimum(told, pairs, delta) for delta in DELTAS]
        assert [region(e_eps) for e_eps in LOSSES] == [least_delta(told, pairs, e_eps) for e_eps in LOSSES]
    assert compare(joint, product) == informativeness.compare(deployed.true, deployed.product, pairs)
    secrets = {secret for pair in pairs for secret in pair}
    expected = dependence_bounds(deployed.true, deployed.product, pairs)
    assert dependence(joint.told, product.told, secrets) == expected
    demand_outward(deployed)


def demand_outward(deployed: Deployment) -> None:
    """Floats are nowhere below the truth, and close to it."""
    exact, floats = Region(composed(deployed), deployed.setting.pairs), certified_profile(deployed)
    for e_eps in LOSSES:
        assert exact(e_eps) <= F(floats(e_eps)) <= exact(e_eps) + CLOSE
    for delta in DELTAS:
        found, least = floats.least_e_eps(delta), exact.least_e_eps(delta)
        assert isinf(found) or (least is not None and least <= F(found) <= least * (1 + CLOSE))
        assert least is not None or isinf(found)


@settings(deadline=None, max_examples=30)
@given(deployments())
def test_safe_bounds_are_as_defined(deployed: Deployment) -> None:
    pairs = deployed.setting.pairs
    found = safe_bounds(deployed, Region(composed(deployed), pairs), Region(multiplied(deployed), pairs))
    defined = defined_bounds(deployed)
    assert found.keys() == defined.keys()
    for name, bound in found.items():
        assert [bound(e_eps) for e_eps in LOSSES] == [defined[name](e_eps) for e_eps in LOSSES]
        assert [bound.least_e_eps(delta) for delta in DELTAS] == [defined[name].least_e_eps(delta) for delta in DELTAS]


def test_local_composition_of_many_answers_is_basic_and_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    deployed = large(2, 3, 2, 3, 9)
    exact = local_bound(deployed)
    for most, kind in ((50, Region), (2, PureBound)):
        monkeypatch.setattr("concomp.impl.confounding.safe_bounds.WEIGHED", most)
        basic = local_bound(deployed)
        assert isinstance(basic, BasicComposition)
        assert {type(part) for part in basic.parts} == {kind}
        assert all(exact(e_eps) <= basic(e_eps) for e_eps in LOSSES)
        for delta in DELTAS:
            mine, least = exact.least_e_eps(delta), basic.least_e_eps(delta)
            assert least is None or (mine is not None and mine <= least)


def test_floats_refuse_chances_that_they_may_lose() -> None:
    small = Law.coin(F(1, 2**500), "no", "yes")
    setting = Setting(Law.uniform("st"), {s: Law.point("x") for s in "st"}, all_pairs("st"))
    rare = Deployment(setting, {name: {"x": small} for name in "mn"})
    with pytest.raises(ValueError, match=r"chances below 2\^-900: ask for the exact profile"):
        certified_profile(rare)
    assert Region(composed(rare), setting.pairs)(F(1)) == 0


def test_thirty_two_thousand_joint_answers() -> None:
    """Slower than `make bench` allows only on a machine that is many times slower: the size is what is tested."""
    deployed = large(4, 16, 5, 8, 60)
    exact, floats = Region(composed(deployed), deployed.setting.pairs), certified_profile(deployed)
    assert len(exact.told.answers) == 8**5
    assert exact.profile(F(3, 2)) == exact(F(3, 2)) <= F(floats(F(3, 2))) <= exact(F(3, 2)) + F(1, 10**10)
