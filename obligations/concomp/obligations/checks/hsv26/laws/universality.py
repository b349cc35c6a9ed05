"""Every private pair of laws is a post-processing of randomised response, and no other pair is."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import Law
from concomp.model.mechanisms.universality import (
    explicit_post_processing,
    post_processed,
    post_processing,
    post_processing_system,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.laws import ODDS, pairs_of_laws, random_pairs_of_laws
from concomp.obligations.solvers.linear import Feasible, Infeasible, settle

SLIGHTLY_LESS = Fraction(99, 100)


def _is_post_processing(p0: Law[int], p1: Law[int], privacy: PrivacyParameters) -> bool:
    settled = settle(post_processing_system(p0, p1, privacy))
    if isinstance(settled, Infeasible):
        return False
    kernel = post_processing(settled.point)
    expect(post_processed(kernel, privacy) == (p0, p1), f"the post-processing found for {p0}, {p1} gives other laws")
    return True


@check("HSV26 Theorem 2.5")
def private_pairs_are_post_processings_of_randomised_response() -> Outcome:
    """For each pair of laws a post-processing exists at the least δ, and Farkas multipliers exclude one below it."""
    small, large = pairs_of_laws(3, 3), random_pairs_of_laws(5, 12, 20, seed=25)
    cases = [
        (p0, p1, e) for family, odds in ((small, ODDS[::2]), (large, ODDS[1:2])) for p0, p1 in family for e in odds
    ]
    needing = [(p0, p1, e, distance(p0, p1, e)) for p0, p1, e in cases if distance(p0, p1, e) > 0]
    for p0, p1, e_eps in cases:
        least = PrivacyParameters(e_eps, distance(p0, p1, e_eps))
        expect(_is_post_processing(p0, p1, least), f"{p0}, {p1} is no post-processing at its least δ, {least}")
        for delta in (least.delta, (1 + least.delta) / 2, Fraction(1)):
            privacy = PrivacyParameters(e_eps, delta)
            made = post_processed(explicit_post_processing(p0, p1, privacy), privacy)
            expect(made == (p0, p1), f"the closed form for {p0}, {p1} gives {made} at {privacy}")
    for p0, p1, e_eps, delta in needing:
        less = PrivacyParameters(e_eps, delta * SLIGHTLY_LESS)
        expect(not _is_post_processing(p0, p1, less), f"{p0}, {p1} is a post-processing below its least δ, at {less}")
    witness = first_case(
        (case for case in needing if case[2] > 1 and case[3] < 1), "no case has ε > 0 and δ strictly between 0 and 1"
    )
    control = first_case(
        (case for case in needing if _misses_half(*case)), "a randomised response with half the δ is always enough"
    )
    return Outcome(
        verdict="exact",
        scope=f"{small.name} at e^ε in 1, 3, and {large.name} at e^ε = 3/2",
        size=len(cases),
        witness=f"{witness[0]} and {witness[1]} at e^ε = {witness[2]}, δ = {witness[3]}",
        control=f"with half the δ, {control[0]} and {control[1]} are out of reach at e^ε = {control[2]}",
        notes=(
            "Points and multipliers are accepted by the model's own checker.",
            "The closed form makes the same laws, at the least δ, at 1, and halfway between.",
        ),
    )


def _misses_half(p0: Law[int], p1: Law[int], e_eps: Fraction, delta: Fraction) -> bool:
    return not isinstance(settle(post_processing_system(p0, p1, PrivacyParameters(e_eps, delta / 2))), Feasible)
