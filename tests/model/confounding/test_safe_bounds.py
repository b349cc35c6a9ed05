"""The bounds that always hold are nowhere below the true composition."""

from fractions import Fraction as F

from hypothesis import given, settings

from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.confounding.safe_bounds import local_profile, safe_bounds
from concomp.model.confounding.setting import Setting
from tests.model.confounding.strategies import mechanisms, settings_of_two

LOSSES = (F(1), F(3, 2), F(4))


@settings(deadline=None, max_examples=25)
@given(settings_of_two(), mechanisms(), mechanisms())
def test_no_safe_bound_is_below_the_true_composition(
    setting: Setting[int, int], first: Kernel[int, int], second: Kernel[int, int]
) -> None:
    deployed = Deployment(setting, {"first": first, "second": second})  # type: ignore[arg-type]
    demand_safe(deployed)


def demand_safe(deployed: Deployment) -> None:
    """No bound of a deployment is below what it truly tells, and R4 is the local profile."""
    bounds = safe_bounds(deployed)
    for bound in bounds.values():
        for e_eps in LOSSES:
            true = least_delta(deployed.true, deployed.setting.pairs, e_eps)
            assert true <= bound(e_eps)
            enough = bound.least_e_eps(bound(e_eps))
            assert enough is not None
            assert enough <= e_eps
            needed = optimum(deployed.true, deployed.setting.pairs, bound(e_eps)).e_eps
            assert needed is not None
            assert needed <= enough
    local = local_profile(deployed.joint, deployed.joint)
    (found,) = (bound for name, bound in bounds.items() if name.startswith("R4"))
    assert [found(e_eps) for e_eps in LOSSES] == [local(e_eps) for e_eps in LOSSES]
    assert found.least_e_eps(F(1, 9)) == local.least_e_eps(F(1, 9))
