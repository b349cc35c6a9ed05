"""Mechanisms whose noises depend on each other, and what is said of the parts of their loss."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.confounding.composition import effective
from concomp.model.confounding.kernels import Kernel, after
from concomp.model.confounding.loss import dependence_part, identity_part
from concomp.model.laws.law import ZERO, Law
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.model import PAIR, Model
from concomp.obligations.families.confounding.named import APART, NOISY_DATA, TOLD_TWICE, chances_of_one
from concomp.obligations.families.confounding.small import distinct_models
from concomp.obligations.families.small.laws import laws

ALTOGETHER = Law({(0, 0): Fraction(11, 16), (0, 1): Fraction(1, 16), (1, 0): Fraction(1, 16), (1, 1): Fraction(3, 16)})
"""Two bits of noise, each 1 with 1/4, both with 3/16."""
ERRING = chances_of_one(Fraction(1, 4), Fraction(3, 4))
OUTPUTS: tuple[tuple[int, int], ...] = ((0, 0), (0, 1), (1, 0), (1, 1))


def noisy(noise: Law[tuple[int, int]]) -> Kernel[int, tuple[int, int]]:
    """One bit of data, twice, each time with a bit of noise added: the kernel of both answers."""
    return {x: noise.map(lambda bits, x=x: (x ^ bits[0], x ^ bits[1])) for x in (0, 1)}  # type: ignore[misc]


@check("Zhang24 Equation (12)")
def the_loss_of_dependent_noise_is_counted_twice() -> Outcome:
    """With dependent noises L is not L^G of independent ones, plus L^C of the copula, plus L^id."""
    model = Model.of(NOISY_DATA, ERRING, ERRING)
    true = after(NOISY_DATA, noisy(ALTOGETHER))
    y = (1, 1)
    odds = true[0][y] / true[1][y]
    alone, independent, copula = (
        identity_part(model.product, PAIR, y),
        dependence_part(model.joint, model.product, PAIR, y),
        dependence_part(true, model.product, PAIR, y),
    )
    expect(alone is not None and independent is not None and copula is not None, "a part is infinite")
    assert alone is not None
    assert independent is not None
    assert copula is not None
    expect((odds, alone * independent * copula) == (Fraction(17, 25), Fraction(9163, 11875)), f"the loss is {odds}")
    expect(odds == copula * alone, "the copula does not hold all of the dependence")
    return Outcome(
        verdict="refuted",
        scope="a bit, right with 2/3, told twice with noise bits that are 1 with 1/4 each, 3/16 both; at (1, 1)",
        size=1,
        witness=f"e^L^id is {alone}, e^L^G of independent noises {independent}, e^L^C of the copula given s {copula}",
        control="L^C + L^id alone is the loss: the copula given s holds all of the dependence already",
        counterexample={
            "e^L": str(odds),
            "e^(L^G + L^C + L^id)": str(alone * independent * copula),
            "claimed": "L = L^G + L^C + L^id, L^G as in (11)",
        },
    )


@check("Zhang24 Equation (12) (repaired)", "Zhang24 Appendix C: sub-collections C")
def the_loss_of_dependent_noise_has_three_parts() -> Outcome:
    """With L^D the loss of the true joint law over that of independent noises, L is L^G + L^D + L^id."""
    size, proper = 0, 0
    for noise in laws(4, 5):
        if len(noise) < 4:
            continue
        pairs = noise.map(OUTPUTS.__getitem__)
        true = after(NOISY_DATA, noisy(pairs))
        alone = [{x: law.map(lambda y, i=i: y[i]) for x, law in noisy(pairs).items()} for i in (0, 1)]  # type: ignore[misc]
        model = Model.of(NOISY_DATA, *alone)
        expect(effective(model.setting, alone[0]) == {s: law.map(lambda y: y[0]) for s, law in true.items()}, "margins")
        for y in OUTPUTS:
            extra = (true[0][y] / model.joint[0][y]) / (true[1][y] / model.joint[1][y])
            independent, odds = (
                dependence_part(model.joint, model.product, PAIR, y),
                identity_part(model.product, PAIR, y),
            )
            assert independent is not None
            assert odds is not None
            expect(true[0][y] / true[1][y] == extra * independent * odds, f"{noise} at {y}")
            size, proper = size + 1, proper + (extra != 1)
    return Outcome(
        verdict="exact",
        scope="a bit that is right with 2/3, told twice with all noises of full support with weights k/5, every output",
        size=size,
        witness=f"L^D differs from 0 in {proper} of these cases",
        control="without L^D it fails in the same cases",
    )


@check("Zhang24 Appendix C: composition of PP")
def data_need_not_be_determined_for_mechanisms_to_compose_as_usual() -> Outcome:
    """Mechanisms on data that secrets leave open may compose to the product: determined data are not necessary."""
    expect(APART.joint == APART.product and not APART.is_dependent, "the parts depend on each other")
    expect(any(len(law) > 1 for law in APART.setting.data.values()), "the data are determined")
    needed = [*(APART.optimum_of(each, ZERO) for each in (0, 1)), APART.optima(ZERO)[0]]
    expect(needed == [2, 2, 4], f"the mechanisms and the composition need {needed}")
    expect(TOLD_TWICE.optima(ZERO) == (Fraction(2), Fraction(4)), f"a bit told twice needs {TOLD_TWICE.optima(ZERO)}")
    return Outcome(
        verdict="refuted",
        scope="two bits, independent given the secret, each right with 2/3; each mechanism tells one of them",
        size=1,
        witness="each mechanism alone needs 2, and both together 4 = 2·2",
        control="with one bit, told twice, the composition needs 2 and the product 4: it is not the product",
        counterexample={
            "model": repr(APART),
            "composition": "equal to the product of the effective mechanisms, though the data are not determined",
            "claimed": "G is invertible if and only if mechanisms compose so, whatever they are and for these alike",
        },
    )


@check("Zhang24 Appendix C: composition of PP (repaired)")
def determined_data_compose_as_usual_and_others_may() -> Outcome:
    """Where secrets determine the data the joint law is the product; elsewhere for some mechanisms."""
    models = distinct_models(3)
    determined = [model for model in models if all(len(law) == 1 for law in model.setting.data.values())]
    expect(all(model.joint == model.product for model in determined), "determined data do not compose to the product")
    others = [model for model in models if model not in determined]
    product_law = [model for model in others if model.joint == model.product]
    wrong = first_case((model for model in others if model.joint != model.product), "all data compose to the product")
    expect(APART.joint == APART.product, f"not the product: {APART}")
    for model in determined:
        first, second, both = (*(model.optimum_of(each, ZERO) for each in (0, 1)), model.optima(ZERO)[0])
        if first is not None and second is not None:
            expect(both is not None and both <= first * second, f"needs more than the sum: {model}")
    return Outcome(
        verdict="exact",
        scope=f"{models.name}, δ = 0; two bits that are independent given the secret",
        size=len(models) + 1,
        witness=f"{len(determined)} have determined data; of the {len(others)} others {len(product_law)} compose to "
        f"the product, as do mechanisms that each tell of the secret: {APART}",
        control=f"not all do: {wrong}",
    )
