"""The derivations about data that depend on a secret: what is a little stronger fails, in a model or to the solvers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.model.laws.law import ONE, ZERO, Law
from concomp.obligations.checks.zhang24.dependent_noise import ALTOGETHER, noisy
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import Interpretation, counterexample
from concomp.obligations.derivations.kernel.language import (
    Comparison,
    Formula,
    Implication,
    comparisons,
    eq,
    le,
    real,
    total,
)
from concomp.obligations.derivations.kernel.logic import ASSUMED, hypothesis, solve
from concomp.obligations.derivations.kernel.proofs import establish, steps
from concomp.obligations.derivations.kernel.statements import SUPPOSED
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
from concomp.obligations.derivations.theories.laws.two_laws import LAW, NOT_B, OTHER_LAW, B, X
from concomp.obligations.expectation import Violation
from concomp.obligations.families.confounding.model import Model
from concomp.obligations.families.confounding.named import CROSSING, SHOWN_TWICE, TOLD_TWICE
from tests.obligations.derivations import confounded
from tests.obligations.derivations.test_confounding import (
    CASES,
    CONSTANT,
    RARELY,
    SHOWN,
    SUBJECTS,
    UNEVEN,
    G,
    moved_by,
)
from tests.obligations.derivations.test_distances import given, wrong

LESS, HALF = real(Fraction(99, 100)), real(Fraction(1, 2))


def scaled(fact: Fact, place: int = 0) -> Formula:
    """A bound with a right side that is a little smaller, supposing the same."""
    formula, suppositions = fact.formula, []
    while isinstance(formula, Implication):
        suppositions.append(formula.premise)
        formula = formula.conclusion
    bound = comparisons(formula)[place]
    smaller: Formula = le(bound.left, LESS * bound.right)
    for premise in reversed(suppositions):
        smaller = Implication(premise, smaller)
    return smaller


def with_values(world: Interpretation, **values: Fraction) -> Interpretation:
    """A world in which some parameters have other values."""
    return replace(world, quantities={**world.quantities, **{name: lambda v=v: v for name, v in values.items()}})


DETERMINED = Model.of({b: Law.point(b) for b in (0, 1)}, *CROSSING.mechanisms)
"""The data are the secret, so that all that is lost for data is lost for it."""
UNLIKELY = Law({0: Fraction(1, 6), 1: Fraction(5, 6)})
DISJOINT = {0: Law.uniform((0, 1)), 1: Law.uniform((0, 2))}

# A little more than what is derived is false in some model.
SHARPER: dict[str, tuple[Callable[[], Interpretation], Callable[[], Formula]]] = {
    "less than the profile of the data": (
        lambda: confounded.through_the_data(TOLD_TWICE, ONE),
        lambda: le(
            data_processing.told(B),
            data_processing.G * data_processing.told(NOT_B) + LESS * total(X, data_processing.DATA.excess(B, X)),
        ),
    ),
    "less than the distance of the data": (
        lambda: confounded.through_the_data(TOLD_TWICE, ONE),
        lambda: le(
            data_processing.told(B), data_processing.G * data_processing.told(NOT_B) + LESS * limits_of_data.DISTANCE
        ),
    ),
    "large odds that are half as frequent": (
        lambda: half_of_delta(confounded.rare_odds(DISJOINT, G)),
        lambda: rare_odds.RARELY_LARGE.formula,
    ),
    "second moments that are half as large": (
        lambda: half_of_delta(confounded.moves(UNLIKELY, Law.uniform((0, 1)), Fraction(2))),
        lambda: moves.FEW_MOVE_FAR.formula,
    ),
    "the sum of what mechanisms need of the secret": (
        lambda: replace_quantity(confounded.all_data(CROSSING, ZERO), "E", lambda n: Fraction(4, 3) ** n),
        lambda: local_composition.BASIC_COMPOSITION.formula,
    ),
    "less than responses exceed by": (
        lambda: confounded.responses(DETERMINED, G),
        lambda: le(
            local_composition.composition(B),
            data_processing.G * local_composition.composition(NOT_B)
            + LESS * optimal_composition.exceeding(local_composition.N, optimal_composition.EMPTY),
        ),
    ),
    "the product itself": (
        lambda: with_values(confounded.joint_and_product(CROSSING, Fraction(16, 9)), **{"K": ONE, "K′": ONE}),
        lambda: dependence.BOUNDED_RATIO.formula,
    ),
    "no loss of the dependence": (
        lambda: with_values(confounded.joint_and_product(CROSSING, Fraction(16, 9)), κ=ONE),
        lambda: dependence.LARGEST_LOSS.formula,
    ),
    "the loss of the product alone": (
        lambda: confounded.losses(SHOWN_TWICE, noisy(ALTOGETHER)),
        lambda: eq(losses.ODDS, losses.identity_part(losses.K)),
    ),
    "independent noises": (
        lambda: confounded.losses(SHOWN_TWICE, noisy(ALTOGETHER)),
        lambda: eq(losses.ODDS_OF_DEPENDENT, losses.DEPENDENCE * losses.identity_part(losses.K)),
    ),
    "the odds of beliefs": (
        lambda: confounded.beliefs(UNEVEN, SHOWN, CONSTANT),
        lambda: under(floors.SHARP, le(beliefs.chance(beliefs.S), beliefs.TAU * beliefs.chance(beliefs.T))),
    ),
    "less than beliefs after an answer": (
        lambda: confounded.beliefs(UNEVEN, SHOWN, CONSTANT),
        lambda: scaled(added.FEASIBLE[1]),
    ),
    "beliefs in a fair bit that are less far apart": (
        lambda: confounded.fair_bits(SHOWN),
        lambda: scaled(fair_bits.THEOREM_2_III[1], 0),
    ),
    "less than second moments allow": (confounded.fair_beliefs, lambda: scaled(second_moments.BOUNDED)),
    "τ in the place of τ²": (
        lambda: with_values(confounded.above_floors(UNEVEN, RARELY), δ=ZERO),
        lambda: under(rare_excess.PRIVATE, le(beliefs.chance(beliefs.S), beliefs.TAU * beliefs.chance(beliefs.T))),
    ),
    "copies that exceed by no more": (
        lambda: confounded.copies(G),
        lambda: le(copies.exceeding(copies.NEXT(copies.N), B, copies.H), copies.exceeding(copies.N, B, copies.H)),
    ),
    "no root of g": (lambda: with_values(confounded.copies(G), q=ONE), lambda: copies.LEFT.formula),
}


def under(fact: Fact, conclusion: Formula) -> Formula:
    """Another conclusion of the same suppositions."""
    assert isinstance(fact.formula, Implication)
    rest = fact.formula.conclusion
    assert isinstance(rest, Implication)
    return Implication(fact.formula.premise, Implication(rest.premise, conclusion))


def half_of_delta(world: Interpretation) -> Interpretation:
    return with_values(world, δ=world.quantities["δ"]() / 2)


def replace_quantity(world: Interpretation, name: str, quantity: Callable[..., Fraction]) -> Interpretation:
    return replace(world, quantities={**world.quantities, name: quantity})


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_conclusion_fails_in_a_model(name: str) -> None:
    world, formula = SHARPER[name]
    assert counterexample(world(), formula()) is not None


@pytest.mark.parametrize(("case", "bound"), [*zip(CASES, (0, 0, 1, 2), strict=True)])
def test_a_sharper_bound_of_the_band_fails_for_the_mechanism_that_reaches_it(case: str, bound: int) -> None:
    chances, tau = CASES[case]
    prior = Law({u: chance for u, chance in enumerate(chances) if chance})
    moved = moved_by(chances, tau)
    told = {u: Law.coin(moved[u] / (tau + 1), 0, 1) for u in prior}
    world = confounded.beliefs(prior, told, dict.fromkeys(prior, CONSTANT[0]))
    assert world.quantities["τ"]() == tau
    assert counterexample(world, bands.BANDS[bound].formula) is None
    assert counterexample(world, scaled(bands.BANDS[bound])) is not None


def step_of(fact: Fact, name: str) -> Fact:
    """The step of a derivation that has this name."""
    return next(step for step in steps(fact) if step.name == name)


def supposing_premises_of(step: Fact) -> list[Fact]:
    """The premises of a step, each by itself."""
    return [hypothesis("a premise", SUPPOSED, premise.formula) for premise in step.premises]


# Steps without a premise, or with another constant, are refused by the solvers.
FALSE_STEPS: dict[str, Callable[[], Fact]] = {
    "a mean of numbers above 1": lambda: solve(
        "", data_processing.BY_DATUM.formula, *data_processing.BY_DATUM.premises[:1]
    ),
    "odds of any size": lambda: solve("", rare_odds.BY_OUTPUT.formula, *rare_odds.EVENT, LAW[0], OTHER_LAW[0]),
    "a ratio of any size": lambda: solve(
        "",
        le(dependence.true(B, dependence.Y), dependence.ABOVE * dependence.apart(B, dependence.Y)),
        dependence.FACTORS,
        dependence.LAWS[1][0],
    ),
    "(12) as printed": lambda: solve(
        "",
        eq(losses.ODDS_OF_DEPENDENT, losses.DEPENDENCE * losses.DEPENDENCE * losses.identity_part(losses.K)),
        losses.THREE_PARTS,
        losses.TWO_PARTS,
    ),
    "mechanisms that are private for some data": lambda: solve(
        "", le(local_composition.told(local_composition.N, X, local_composition.S), 0), local_composition.RANGE
    ),
    "the δ of one mechanism for all": lambda: solve(
        "",
        le(
            local_composition.all_deltas(local_composition.NEXT(local_composition.N)),
            local_composition.delta(local_composition.N),
        ),
        *local_composition.SUMS,
        local_composition.SUMS_POSITIVE,
    ),
    "beliefs that may fall further": lambda: solve(
        "", beliefs.OFTEN_ENOUGH.formula, beliefs.BAYES, beliefs.MEAN_POSITIVE
    ),
    "half of 1/P*": lambda: solve(
        "",
        le(
            beliefs.told(beliefs.S, beliefs.Y),
            (1 + (beliefs.TAU - 1) * HALF * floors.INVERSE) * beliefs.told(beliefs.T, beliefs.Y),
        ),
        *supposing_premises_of(step_of(floors.SHARP, "output by output")),
    ),
}


def without(fact: Fact, name: str, formula: Formula | None = None) -> Fact:
    """A step of a derivation without the premise of a name, or the supposition; of several the one for a formula."""
    step = next(
        step for step in steps(fact) if step.claim is not None and (step.name == name or step.formula == formula)
    )
    kept = [each for each in step.premises if each.rule != ASSUMED and each.name != name]
    assert len(kept) < len(step.premises)
    assert isinstance(step.formula, Comparison)
    return solve("", step.formula, *(hypothesis("a premise", SUPPOSED, each.formula) for each in kept))


NEEDED: dict[str, Callable[[], Fact]] = {
    "the case of a mechanism that reaches a bound": lambda: without(
        matching.BANDS_REACHED[1], "τ ≤ (1 − P(s))/P(s)", le(matching.LEAST, matching.MOVED["o"])
    ),
    "answers with different chances": lambda: without(copies.ALL_IS_TOLD, "roots sum up to less than 1"),
    "data that both secrets may have": lambda: without(limits_of_data.BELOW_1, "the data that both may have"),
    "a secret that has a chance": lambda: without(bands.BANDS[1], "t tells y at least 1/τ times as often as all do"),
}


@pytest.mark.parametrize("name", NEEDED)
def test_what_is_supposed_is_needed(name: str) -> None:
    with pytest.raises(Violation, match="the negation sat"):
        establish(NEEDED[name]())


@pytest.mark.parametrize("name", FALSE_STEPS)
def test_a_false_step_is_refused(name: str) -> None:
    with pytest.raises(Violation, match="the negation sat"):
        establish(FALSE_STEPS[name]())


# What is supposed and defined says something of every quantity.
SPOILED = {
    "data": ("P", "γ", "In"),
    "all data": ("P", "γ", "Told", "Has", "E", "D", "e"),
    "ratios": ("M", "N", "c"),
    "losses": ("N", "M", "T", "c", "d", "Odds", "OddsT", "OddsOf", "OddsId", "OddsG", "OddsD"),
    "odds": ("P", "Near"),
    "moves": ("F", "r", "Near"),
    "beliefs": ("P", "ψ", "m", "μ", "v"),
    "a constant added": ("ψ′", "m′", "μ′", "α"),
    "second moments": ("r", "λ", "R"),
}


@pytest.mark.parametrize(("subject", "name"), [(subject, name) for subject, names in SPOILED.items() for name in names])
def test_what_is_given_notices_a_spoiled_quantity(subject: str, name: str) -> None:
    facts, make = SUBJECTS[subject]
    world = make()
    right = world.quantities[name]
    assert wrong(given(facts), replace_quantity(world, name, lambda *at: right(*at) + Fraction(1, 3)))
