"""The derivations about laws, sequences and responses, evaluated in small worlds, and false steps in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.obligations.checks.hsv26.laws.derivations import CHECKS
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.interpretation import Interpretation, counterexample, unconditional_facts
from concomp.obligations.derivations.kernel.language import le, total
from concomp.obligations.derivations.kernel.logic import GIVEN, solve
from concomp.obligations.derivations.kernel.proofs import citations, establish, steps
from concomp.obligations.derivations.theories.control import weights
from concomp.obligations.derivations.theories.laws import (
    budgets,
    couplings,
    exposures,
    hockey_sticks,
    padded_sequences,
    randomised,
    two_laws,
    universality,
)
from concomp.obligations.expectation import Violation
from tests.obligations.derivations import worlds
from tests.thinning import thinned

G = Fraction(3, 2)
SUBJECTS: dict[str, tuple[tuple[Fact, ...], Callable[[], Interpretation]]] = {
    "laws": (
        (
            couplings.VARIATION,
            couplings.CLOSE_IF_INDISTINGUISHABLE,
            couplings.PARTING,
            couplings.MAXIMAL_COUPLING,
        ),
        lambda: worlds.two_laws(3, Fraction(1)),
    ),
    "hockey-sticks": (
        (
            hockey_sticks.EXCESS_SMALL,
            hockey_sticks.INDISTINGUISHABLE,
            hockey_sticks.ONE_SUM_BOUNDED,
            hockey_sticks.ONE_WAY_BOUNDED,
        ),
        lambda: worlds.two_laws(10, G),
    ),
    "close laws": ((couplings.INDISTINGUISHABLE_IF_CLOSE,), lambda: worlds.two_laws(4, Fraction(1))),
    "equal laws": ((couplings.MAXIMAL_COUPLING,), lambda: worlds.two_laws(EQUAL, Fraction(1))),
    "finite sequences": ((padded_sequences.PADDED_CLOSE,), lambda: worlds.finite_sequences(5)),
    "responses to one query": ((universality.POST_PROCESSING,), lambda: worlds.two_laws(6, G)),
    "other responses": (
        (universality.POST_PROCESSING, universality.POST_PROCESSED_IS_PRIVATE),
        lambda: worlds.two_laws(7, Fraction(3)),
    ),
    "responses at ε = 0": ((universality.POST_PROCESSING_AT_0,), lambda: worlds.two_laws(8, Fraction(1))),
    "coins": (
        (randomised.DETERMINISTIC_SUFFICE, randomised.DETERMINISTIC_SUFFICE_FOR_PAIRS),
        lambda: worlds.coins(9, G),
    ),
}
SAMPLED: dict[str, tuple[tuple[Fact, ...], Callable[[], Interpretation]]] = {
    "steps": ((exposures.STEPS_MEET, exposures.SEQUENCES_CLOSE), lambda: worlds.stepwise(1)),
    "other steps": ((exposures.SEQUENCES_CLOSE,), lambda: worlds.stepwise(4)),
    "exposures": (
        (budgets.RESPONSES_CLOSE,),
        lambda: worlds.responses((worlds.CREATE, worlds.EXPOSE), Fraction(1)),
    ),
    "exposures and noise": (
        (budgets.MIXED_CLOSE,),
        lambda: worlds.responses((worlds.CREATE, worlds.EXPOSE, worlds.NOISE), G),
    ),
}
EQUAL = next(seed for seed in range(10_000) if worlds.two_laws(seed, Fraction(1)).quantities["u"](0) == 0)


def all_steps(facts: tuple[Fact, ...]) -> list[Fact]:
    found = {step.formula: step for fact in facts for step in steps(fact)}
    return unconditional_facts(list(found.values()))


def given(facts: tuple[Fact, ...]) -> list[Fact]:
    return [step for step in all_steps(facts) if step.rule in GIVEN]


def wrong(facts: list[Fact], world: Interpretation) -> list[str]:
    return [str(fact.formula) for fact in facts if counterexample(world, fact.formula) is not None]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_step_holds(subject: str) -> None:
    facts, world = SUBJECTS[subject]
    assert not wrong(all_steps(facts), world())


@pytest.mark.parametrize("subject", SAMPLED)
def test_what_is_given_and_what_is_proved_hold(subject: str) -> None:
    """Of the long derivations, what they start from and what they end in."""
    facts, world = SAMPLED[subject]
    assert not wrong([*given(facts), *facts], world())


SPOILED = [
    *(("laws", name) for name in ("Min", "M", "E")),
    ("hockey-sticks", "In"),
    ("finite sequences", "Short"),
    *(("responses to one query", name) for name in ("P", "Rest", "K", "X", "Y", "v")),
    ("coins", "Coin"),
    *(("steps", name) for name in ("Δ", "ω", "W", "R")),
    *(("exposures", name) for name in ("Created", "Open", "New")),
    *(("exposures and noise", name) for name in ("V", "Noisy", "ν")),
]


@pytest.mark.parametrize(("subject", "name"), SPOILED)
def test_what_is_given_notices_a_spoiled_quantity(subject: str, name: str) -> None:
    facts, make = (SUBJECTS | SAMPLED)[subject]
    world = make()
    right = world.quantities[name]
    spoiled = {**world.quantities, name: lambda *at: right(*at) + Fraction(1, 3)}
    assert wrong(given(facts), replace(world, quantities=spoiled))


def test_the_bounds_are_reached() -> None:
    """The worlds are interesting: exposures reach their budget, and with noise the product form."""
    exposing = worlds.responses((worlds.CREATE, worlds.EXPOSE), Fraction(1))
    assert exposing.quantities["D"](2, 0, (worlds.CREATE, worlds.EXPOSE), ()) == exposing.quantities["γ"]()
    mixed = worlds.responses((worlds.CREATE, worlds.EXPOSE, worlds.NOISE), G)
    assert mixed.quantities["δ"]() == Fraction(1, 6)
    assert mixed.quantities["D"](1, 0, (worlds.NOISE, worlds.NOISE), ()) == Fraction(1, 6)


def test_every_statement_that_is_used_has_a_check_of_its_own() -> None:
    checked = {check.statement for check in CHECKS}
    stated = {fact.origin for facts, _ in (SUBJECTS | SAMPLED).values() for fact in facts}
    assert stated <= checked
    used = {key for facts, _ in (SUBJECTS | SAMPLED).values() for fact in facts for key in citations(fact)}
    assert {"HSV26 Definition 2.1", "HSV26 Definition 11.3", "HSV26 Theorem 2.5", "HSV26 Lemma 11.6"} <= used & checked


FALSE_STEPS = {
    "the sum of the δ's in place of the product form": lambda: solve(
        "", le(budgets.reached(budgets.N, budgets.B, budgets.S, budgets.EMPTY), budgets.DELTA),
        *budgets.MIXED_CLOSE.premises,
    ),
    "what is created in place of what is asked": lambda: solve(
        "",
        le(1 - budgets.GAMMA, budgets.open_(weights.HQA)),
        budgets.VALID,
        budgets.CREATED_IS_ASKED_OR_OPEN,
        *budgets.OPEN,
    ),
    "half of the excess": lambda: solve(
        "",
        le(2 * couplings.variation(two_laws.B), total(two_laws.X, couplings.excess(two_laws.B, two_laws.X))),
        *couplings.VARIATION.premises,
    ),
    "a rest that is not lowered": lambda: solve(
        "",
        le(universality.rest(two_laws.B, two_laws.X), universality.rest(two_laws.NOT_B, two_laws.X)),
        *universality.RESTS,
    ),
    "a step without its budget": lambda: solve(
        "",
        le(exposures.shared(weights.H), exposures.shared(weights.H) * exposures.unexposed(weights.H)),
        exposures.UNEXPOSED_POSITIVE,
        *exposures.SHARED,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE_STEPS)
def test_a_false_step_is_refused(name: str) -> None:
    with pytest.raises(Violation, match="the negation sat"):
        establish(FALSE_STEPS[name]())


def test_lemma_11_8_as_printed_fails_in_a_world() -> None:
    """With the budget demanded of the last common histories only, the conclusion fails where γ is their least."""
    found = 0
    for seed in range(12):
        world = worlds.stepwise(seed)
        shared, unexposed, exposure = (world.quantities[name] for name in ("W", "R", "Δ"))
        last = [h for h in world.domains["history"] if len(h) == 1 and shared(h)]  # type: ignore[arg-type]
        gamma = max((1 - unexposed(h) * (1 - exposure(h, q)) for h in last for q in ("p0", "p1")), default=Fraction(0))
        printed = replace(world, quantities={**world.quantities, "γ": lambda gamma=gamma: gamma})
        found += counterexample(printed, exposures.SEQUENCES_CLOSE.formula) is not None
    assert found > 0


@pytest.mark.parametrize(
    "statement", thinned(["HSV26 Lemma 11.4", "HSV26 Theorem 2.5", "HSV26 Section 11: restatement of Lemma 5.9"], 3)
)
def test_spoiled_findings_are_refused(statement: str) -> None:
    made = next(check for check in CHECKS if check.statement == statement)
    assert made.find is not None
    findings = made.find()
    assert made.recheck(findings).verdict == "proved"
    spoiled = findings[:-1] if isinstance(findings, list) else {"1. something else": {}}
    with pytest.raises(Violation, match="find it again"):
        made.recheck(spoiled)
