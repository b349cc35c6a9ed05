"""The derivations about data that depend on a secret, evaluated on models, and their conclusions beside the model's."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from concomp.model.confounding.loss import dependence_part, identity_part
from concomp.model.confounding.posterior import above_floor, bound_of_band, bound_of_floor, in_band, posterior
from concomp.model.confounding.privacy import least_delta, optimum, privacy_profile
from concomp.model.confounding.safe_bounds import DependenceBound, ceiling
from concomp.model.confounding.setting import all_pairs
from concomp.model.laws.indistinguishability import PrivacyParameters, hockey_stick, total_variation
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.randomised_response import composed_responses
from concomp.obligations.checks.zhang24.dependent_noise import ALTOGETHER, noisy
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.interpretation import BASIC, Interpretation
from concomp.obligations.derivations.kernel.language import Implication, Real, comparisons, total
from concomp.obligations.derivations.theories.confounding import (
    added,
    bands,
    beliefs,
    copies,
    data_processing,
    dependence,
    fair_bits,
    floors,
    limits_of_data,
    local_composition,
    losses,
    matching,
    moves,
    optimal_composition,
    rare_excess,
    rare_odds,
    second_moments,
)
from concomp.obligations.derivations.theories.laws import two_laws
from concomp.obligations.families.confounding.copies import product_of_copies
from concomp.obligations.families.confounding.model import PAIR, Model
from concomp.obligations.families.confounding.named import CROSSING, SHOWN_TWICE, SKEWED, chances_of_one, shown
from tests.obligations.derivations import confounded
from tests.obligations.derivations.test_distances import all_steps, given, wrong
from tests.thinning import thinned

G = Fraction(3, 2)
THIRD = Fraction(1, 3)
UNEVEN = Law({0: Fraction(1, 4), 1: Fraction(3, 4)})
THREE = Law({0: Fraction(1, 6), 1: Fraction(1, 3), 2: Fraction(1, 2)})
SHOWN = {b: Law.coin(Fraction(3, 4), b, 1 - b) for b in PAIR}
OF_THREE = {u: Law({y: Fraction(1 + (u == y), 4) for y in range(3)}) for u in range(3)}
CONSTANT = {u: Law.coin(THIRD, 0, 1) for u in range(3)}
RARELY = {0: Law.coin(Fraction(3, 10), 1, 0), 1: Law.coin(Fraction(1, 10), 1, 0)}
Subject = tuple[tuple[Fact, ...], Callable[[], Interpretation]]
DATA = (
    data_processing.BELOW_THE_PROFILE,
    data_processing.AS_PRIVATE_AS_THE_DATA,
    limits_of_data.AT_MOST_THE_DISTANCE,
    limits_of_data.BELOW_1,
)
BELIEFS = (floors.SHARP, *bands.BANDS)
SUBJECTS: dict[str, Subject] = {
    "data": (DATA, lambda: confounded.through_the_data(CROSSING, G)),
    "data at e^ε = 1": (DATA, lambda: confounded.through_the_data(SHOWN_TWICE, ONE)),
    "all data": ((local_composition.BASIC_COMPOSITION,), lambda: confounded.all_data(CROSSING, ZERO)),
    "all data with δ": ((local_composition.BASIC_COMPOSITION,), lambda: confounded.all_data(SKEWED, Fraction(1, 8))),
    "ratios": ((dependence.BOUNDED_RATIO,), lambda: confounded.joint_and_product(CROSSING, G)),
    "ratios at δ = 0": (
        (dependence.BOUNDED_RATIO, dependence.LARGEST_LOSS),
        lambda: confounded.joint_and_product(CROSSING, Fraction(16, 9)),
    ),
    "losses": ((losses.TWO_PARTS, losses.THREE_PARTS), lambda: confounded.losses(SHOWN_TWICE, noisy(ALTOGETHER))),
    "odds": ((rare_odds.RARELY_LARGE,), lambda: confounded.rare_odds(RARELY, G)),
    "moves": ((moves.FEW_MOVE_FAR,), lambda: confounded.moves(UNEVEN, Law({0: THIRD, 1: 1 - THIRD}), Fraction(5, 4))),
    "beliefs": (BELIEFS, lambda: confounded.beliefs(THREE, OF_THREE, CONSTANT)),
    "uneven beliefs": (BELIEFS, lambda: confounded.beliefs(UNEVEN, SHOWN, CONSTANT)),
    "a mechanism added": (added.FEASIBLE[:2], lambda: confounded.beliefs(UNEVEN, SHOWN, SHOWN)),
    "a constant added": (added.FEASIBLE, lambda: confounded.beliefs(UNEVEN, SHOWN, CONSTANT)),
    "second moments": ((second_moments.BOUNDED,), confounded.fair_beliefs),
    "a fair bit": (fair_bits.THEOREM_2_III[1:], lambda: confounded.fair_bits(SHOWN)),
    "beliefs above the band": (
        (rare_excess.PRIVATE, *rare_excess.ALLOWED),
        lambda: confounded.above_floors(UNEVEN, RARELY),
    ),
}
LONG: dict[str, Subject] = {
    "responses": ((optimal_composition.OPTIMAL_COMPOSITION,), lambda: confounded.responses(CROSSING, G)),
}
"""Of these, what is given and what is proved."""
COPIES = {"copies": (copies.GROWS, copies.LEFT), "what copies exceed": (copies.RANGE, copies.ARE_ROOTS)}


@pytest.mark.parametrize("subject", thinned(SUBJECTS, 2))
def test_every_step_holds(subject: str) -> None:
    facts, world = SUBJECTS[subject]
    assert not wrong(all_steps(facts), world())


@pytest.mark.parametrize("subject", LONG)
def test_what_is_given_and_what_is_proved_hold(subject: str) -> None:
    facts, world = LONG[subject]
    assert not wrong([*given(facts), *facts], world())


@pytest.mark.parametrize("subject", COPIES)
def test_every_step_of_finitely_many_copies_holds(subject: str) -> None:
    assert not wrong(all_steps(COPIES[subject]), confounded.copies(Fraction(3, 2)))


# What the derived formulas say is what the model computes.


Told = dict[tuple[int, Any], Fraction]
"""The chance of every event, given each secret."""


def over_events(term: Callable[[Index], Real], world: Interpretation, mechanisms: int = 0) -> Told:
    """A term at every secret and event."""
    b, event, number = two_laws.B, two_laws.S, local_composition.N
    cases = product(PAIR, world.domains["event"])
    return {(bit, each): world.value(term(b), {number: mechanisms, b: bit, event: each}) for bit, each in cases}


def largest(told: Told, g: Fraction) -> Fraction:
    """What is told in one world, over g times the other, of the event that tells most."""
    return max(chance_ - g * told[1 - b, event] for (b, event), chance_ in told.items())


@pytest.mark.parametrize(("model", "g"), [(CROSSING, ONE), (SHOWN_TWICE, G), (SKEWED, Fraction(3))])
def test_through_the_data_an_event_has_the_chance_of_the_composition(model: Model, g: Fraction) -> None:
    world = confounded.through_the_data(model, g)
    told = over_events(data_processing.told, world)
    for (b, event), chance_ in told.items():
        assert chance_ == sum((model.joint[b][confounded.OUTPUTS[y]] for y in event), ZERO)
    assert largest(told, g) == least_delta(model.joint, model.setting.pairs, g)
    profile = total(two_laws.X, data_processing.DATA.excess(two_laws.B, two_laws.X))
    assert max(world.value(profile, {two_laws.B: b}) for b in PAIR) == ceiling(model.setting)(g)
    data = model.setting.data
    assert world.value(limits_of_data.DISTANCE, {two_laws.B: 0}) == total_variation(data[0], data[1])


@pytest.mark.parametrize(("model", "delta"), [(CROSSING, ZERO), (SKEWED, Fraction(1, 8))])
def test_mechanism_by_mechanism_an_event_has_the_chance_of_the_composition(model: Model, delta: Fraction) -> None:
    world = confounded.all_data(model, delta)
    told = over_events(local_composition.composition, world, mechanisms=2)
    for (b, event), chance_ in told.items():
        assert chance_ == sum((model.joint[b][answers[::-1]] for answers in event if len(answers) == 2), ZERO)
    odds = world.quantities["E"](2)
    assert largest(told, odds) == least_delta(model.joint, model.setting.pairs, odds) <= 2 * delta


@pytest.mark.parametrize("count", [1, 2, 3])
def test_responses_exceed_by_what_those_of_the_model_do(count: int) -> None:
    world = confounded.responses(CROSSING, G)
    parameters = [PrivacyParameters(Fraction(2), ZERO)] * count
    assert world.quantities["Opt"](count, ()) == hockey_stick(*composed_responses(parameters), G)


def test_the_bound_by_ratios_is_that_of_the_model() -> None:
    world = confounded.joint_and_product(CROSSING, G)
    product_profile = privacy_profile(CROSSING.product, CROSSING.setting.pairs)
    above, below, delta = (world.quantities[name]() for name in ("K", "K′", "δ"))
    assert DependenceBound(product_profile, above, below)(above * below * G) == above * delta
    told = over_events(lambda b: dependence.chance(dependence.true, b), world)
    assert largest(told, G) == least_delta(CROSSING.joint, CROSSING.setting.pairs, G)


def test_the_parts_of_a_loss_are_those_of_the_model() -> None:
    world, model = confounded.losses(SHOWN_TWICE, noisy(ALTOGETHER)), SHOWN_TWICE
    for place, y in enumerate(confounded.OUTPUTS):
        dependence_, alone = (world.quantities[name](2, place) for name in ("OddsG", "OddsId"))
        assert dependence_ == dependence_part(model.joint, model.product, PAIR, y)
        assert alone == identity_part(model.product, PAIR, y)
        assert dependence_ * alone == model.joint[0][y] / model.joint[1][y]


@pytest.mark.parametrize("prior", [UNEVEN, THREE, Law({0: Fraction(1, 10), 1: Fraction(3, 10), 2: Fraction(6, 10)})])
@pytest.mark.parametrize("tau", [Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(4)])
def test_the_bounds_of_beliefs_are_those_of_the_model(prior: Law[int], tau: Fraction) -> None:
    """The least of the three bounds of the band, for the two secrets for which it is largest, is the closed form."""
    rarest = min(weight for _, weight in prior.items())
    values = {"τ": tau, "v": 1 / rarest}
    world = Interpretation({name: lambda each=each: each for name, each in values.items()}, {}, {}, 0)
    assert world.value(floors.BOUND, {}) == bound_of_floor(prior, tau)
    pairs = [(prior[s], prior[t]) for s, t in all_pairs(prior)]
    assert max(least_bound(p, q, tau) for p, q in pairs) == bound_of_band(prior, tau)


def least_bound(p: Fraction, q: Fraction, tau: Fraction) -> Fraction:
    """The largest odds that the three formulas allow two secrets of these chances."""
    values: dict[str, Callable[..., Fraction]] = {"P": lambda u: (p, q)[u], "τ": lambda: tau}
    found = []
    for fact in bands.BANDS:
        formula = fact.formula
        while isinstance(formula, Implication):
            formula = formula.conclusion
        (bound,) = comparisons(formula)
        factors = [
            Interpretation({**values, "ψ": lambda *at: ONE, "In": lambda *at: ONE}, {}, BASIC, 1).value(side, AT)
            for side in (bound.left, bound.right)
        ]
        if factors[0] > 0:
            found.append(factors[1] / factors[0])
    return min(found)


AT = {beliefs.S: 0, beliefs.T: 1, beliefs.W: "all"}


CASES = {
    "by the floors of the others": ((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), Fraction(2)),
    "by the floors of two": ((Fraction(2, 5), Fraction(3, 5), ZERO), Fraction(2)),
    "by both": ((Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)), Fraction(2)),
    "by the ceilings of the others": ((Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)), Fraction(3, 2)),
}
"""The chances of s, t and the others, and τ."""


def moved_by(chances: tuple[Fraction, Fraction, Fraction], tau: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """By what the first output of the mechanism that reaches the bound multiplies beliefs."""
    s, t, o = chances
    if tau * s >= 1 - s:
        return (1 - (1 - s) / tau) / s, 1 / tau, 1 / tau
    if tau * (1 - t) <= t:
        return tau, (1 - tau * (1 - t)) / t, tau
    return tau, 1 / tau, (1 - s * tau - t / tau) / o


@pytest.mark.parametrize("case", CASES)
def test_a_mechanism_that_reaches_the_bound_is_the_worst_in_the_model(case: str) -> None:
    chances, tau = CASES[case]
    moved = moved_by(chances, tau)
    world = confounded.example(chances, tau, moved)
    holding = [fact for fact in matching.BANDS_REACHED if not wrong(given((fact,)), world)]
    assert len(holding) == 1
    assert not wrong(all_steps((holding[0],)), world)
    prior = Law(dict(enumerate(chances)))
    told = {u: Law.coin(moved[u] / (tau + 1), 0, 1) for u in prior}
    assert in_band(prior, posterior(prior, told), tau)
    needed = optimum(told, [(0, 1), (1, 0)], ZERO).e_eps
    assert needed == moved[0] / moved[1] == least_bound(chances[0], chances[1], tau)


def test_a_mechanism_that_reaches_the_floors_needs_what_the_model_says() -> None:
    world, tau = confounded.example((THIRD, 1 - THIRD, ZERO), Fraction(2), (ONE, ONE, ONE)), Fraction(2)
    assert not wrong(all_steps((matching.FLOORS_REACHED,)), world)
    prior = Law({0: THIRD, 1: 1 - THIRD})
    told = {u: Law.coin(world.quantities[name](), 0, 1) for u, name in ((0, "Up"), (1, "Down"))}
    assert above_floor(prior, posterior(prior, told), tau)
    assert optimum(told, all_pairs(prior), ZERO).e_eps == bound_of_floor(prior, tau)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_copies_exceed_what_the_model_says(count: int) -> None:
    """The data are the secret with 7/8, and are shown with 9/10: each copy is right with 4/5."""
    model = Model.of(chances_of_one(Fraction(1, 8), Fraction(7, 8)), shown(1, Fraction(9, 10)))
    world = confounded.copies(Fraction(3, 2))
    told, g = product_of_copies(model, count), world.quantities["g"]()
    assert product_of_copies(model, 1)[0][0] == world.quantities["ψ"](0, 0)
    exceeding = world.quantities["D"](count, 0, ())
    assert exceeding == least_delta(told, [(0, 1)], g)
