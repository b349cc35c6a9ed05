"""What the composition theorems promise: the profile of composed randomised responses, and what budgets add to it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.parameters import with_e_eps
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.profile import Profile, hinge, total
from concomp.model.mechanisms.randomised_response import composed_responses


@lru_cache(maxsize=1 << 14)
def response_profile(parameters: tuple[PrivacyParameters, ...]) -> Profile:
    """E ↦ the least δ of Comp[RR_{ε_1,δ_1}, …, RR_{ε_k,δ_k}], the same in both directions."""
    zero, one = composed_responses(parameters)
    return total(hinge(weight, one[outcome]) for outcome, weight in zero.items())


def accountant_delta(parameters: Sequence[PrivacyParameters], e_eps: Fraction) -> Fraction:
    """The least δ of the same composition at one E, by the accountant.

    Raises ValueError if the accountant has only bounds.
    """
    delta = best_composition([with_e_eps(each.e_eps, each.delta) for each in parameters]).delta(e_eps)
    if not delta.is_exact:
        raise ValueError(f"{parameters} have no exact composition: choose parameters with few outcomes")
    return delta.value


def pure_profile(slots: Sequence[Fraction]) -> Profile:
    """E ↦ the least δ of Comp[RR_{ε_1,0}, …, RR_{ε_k,0}]; `slots` are the e^ε_i."""
    return response_profile(tuple(PrivacyParameters(e_eps, ZERO) for e_eps in slots))


def chance_of_no_exposure(deltas: Sequence[Fraction]) -> Fraction:
    """∏(1 − δ_j): the probability that none of independent exposures happens."""
    product = ONE
    for delta in deltas:
        product *= 1 - delta
    return product


def with_exposure(profile: Profile, exposed: Fraction) -> tuple[tuple[Fraction, Fraction], ...]:
    """The vertices of E ↦ 1 − (1 − δ(E))·(1 − exposed)."""
    return tuple((e_eps, 1 - (1 - delta) * (1 - exposed)) for e_eps, delta in profile.vertices)


def with_sum(profile: Profile, exposed: Fraction) -> tuple[tuple[Fraction, Fraction], ...]:
    """The vertices of E ↦ δ(E) + exposed."""
    return tuple((e_eps, delta + exposed) for e_eps, delta in profile.vertices)
