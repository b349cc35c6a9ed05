"""Differential privacy as a special case: secrets that are the data, and single mechanisms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from concomp.model.confounding.composition import composition, effective
from concomp.model.confounding.kernels import identity
from concomp.model.confounding.privacy import is_private, privacy_profile
from concomp.model.confounding.pufferfish import is_pufferfish_private
from concomp.model.confounding.setting import Setting, all_pairs
from concomp.model.laws.indistinguishability import PrivacyParameters, indistinguishable_by_events
from concomp.model.laws.law import ZERO, Law
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.model import Model
from concomp.obligations.families.confounding.named import CROSSING
from concomp.obligations.families.confounding.small import distinct_models, kernels
from concomp.obligations.families.small.laws import laws

DATA = (0, 1, 2)
PRIVACY = tuple(PrivacyParameters(Fraction(e), Fraction(d)) for e, d in product(("1", "3/2", "3"), ("0", "1/4", "1/2")))


@check("Zhang24 Equation (1)", "Zhang24 Equation (9)", "Zhang24 Appendix B: DP as PP")
def privacy_of_data_that_are_the_secret_is_differential_privacy() -> Outcome:
    """If the secret is the data set, of whatever law, privacy of adjacent secrets is differential privacy."""
    pairs = frozenset({(0, 1), (1, 2)})
    priors = [law for law in laws(3, 5) if len(law) == 3]
    settings = [Setting(prior, identity(dict.fromkeys(DATA)), pairs) for prior in priors]
    kept = 0
    mechanisms = kernels(3, 2, 3)
    for mechanism, privacy in product(mechanisms, PRIVACY):
        by_pairs = all(
            indistinguishable_by_events(mechanism[x], mechanism[other], privacy) for x, other in sorted(pairs)
        )
        expect(is_private(mechanism, settings[0].pairs, privacy) == by_pairs, f"{mechanism} at {privacy}")
        expect(is_pufferfish_private(settings, mechanism, privacy) == by_pairs, f"{mechanism} at {privacy}")
        kept += by_pairs
    privacy = PRIVACY[4]
    alone = (mechanism for mechanism in mechanisms if is_private(mechanism, pairs, privacy))
    wider = first_case((m for m in alone if not is_private(m, all_pairs(DATA), privacy)), "all pairs are kept")
    return Outcome(
        verdict="exact",
        scope="three data sets in a row, neighbours adjacent; mechanisms of two outputs with weights k/3; all full "
        "laws of the data with weights k/5; E = 1, 3/2, 3; δ = 0, 1/4, 1/2",
        size=len(mechanisms) * len(PRIVACY),
        witness=f"{kept} of these are private",
        control=f"data sets that are not adjacent need more: {wider} at E = 3/2, δ = 1/4",
    )


@check("Zhang24 Appendix E: single-point DP")
def one_mechanism_is_private_as_its_effective_one_and_several_are_not() -> Outcome:
    """The profile of one mechanism is that of its effective mechanism on the secret; of two it need not be."""
    models = distinct_models(3)
    for model in models:
        for mechanism in model.mechanisms:
            alone = composition(model.setting, mechanism)
            single = effective(model.setting, mechanism)
            pairs = model.setting.pairs
            expect(privacy_profile(alone, pairs) == privacy_profile(single, pairs), f"one mechanism: {model}")
    differing = [model for model in models if _profile(model, model.joint) != _profile(model, model.product)]
    expect(CROSSING.optima(ZERO)[0] != CROSSING.optima(ZERO)[1], "two mechanisms")
    return Outcome(
        verdict="exact",
        scope=models.name,
        size=2 * len(models),
        witness="every mechanism alone has the profile of its effective mechanism",
        control=f"of two mechanisms {len(differing)} have another profile than the product, such as {CROSSING}",
    )


def _profile(model: Model, told: dict[int, Law[tuple[int, ...]]]) -> object:
    return privacy_profile(told, model.setting.pairs)
