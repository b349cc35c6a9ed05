"""The derivation of Lemma 5.6, repaired, evaluated on random mechanisms whose worlds answer some queries alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from concomp.model.reduction.split import Share, shared
from concomp.obligations.checks.check import Check
from concomp.obligations.checks.hsv26.reduction import derivations
from concomp.obligations.derivations.kernel import proofs
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY
from concomp.obligations.derivations.kernel.interpretation import Interpretation, counterexample, unconditional_facts
from concomp.obligations.derivations.kernel.language import Comparison, eq, le
from concomp.obligations.derivations.kernel.logic import GIVEN, hypothesis, solve
from concomp.obligations.derivations.theories.control.limits import LIMIT_AT_THE_START
from concomp.obligations.derivations.theories.control.weights import DELTA, H
from concomp.obligations.derivations.theories.laziness import (
    condition_four,
    lazy_bound,
    lazy_simulation,
    least_budget,
    two_responses,
    waiting,
)
from concomp.obligations.derivations.theories.simulation import simulation_rules
from concomp.obligations.derivations.theories.simulation.simulation import BY_CONTROL
from concomp.obligations.expectation import Violation
from tests.obligations.derivations.mechanisms import (
    ANSWERS,
    HISTORIES,
    QUERIES,
    ROUNDS,
    History,
    interpretation,
    response,
    spoiled,
)

ZERO, ONE = Fraction(0), Fraction(1)
ALIKE: tuple[History, ...] = ((), (("p0", 0),), (("p1", 0),))
PROVED = lazy_simulation.SIMULATED


def split_budgets(
    world: Interpretation, bound: Callable[[int, History], Fraction], start: Fraction, g: Fraction
) -> tuple[Callable[..., Fraction], Callable[..., Fraction]]:
    """The budgets of histories, split to cover a bound, and what is left of them for the answers from one on."""
    mu_ = world.quantities["μ"]

    @cache
    def parts(h: History, q: str) -> tuple[tuple[Fraction, Fraction], ...]:
        after = [(*h, (q, a)) for a in range(ANSWERS)]
        shares = [Share((bound(0, each), bound(1, each)), (mu_(0, each), mu_(1, each))) for each in after]
        return tuple(shared((budget(0, h), budget(1, h)), shares, g))

    def budget(b: int, h: History) -> Fraction:
        if not h:
            return start
        q, a = h[-1]
        return parts(h[:-1], q)[a][b] if a < ANSWERS else ZERO

    def left(b: int, h: History, q: str, k: int) -> Fraction:
        return budget(b, h) - sum((part[b] for part in parts(h, q)[:k]), ZERO)

    return budget, left


def world_with_the_cap(seed: int, g: Fraction) -> Interpretation:
    """The same mechanisms with the budget δ~, split to cover the cap where λ = 1."""
    world = world_that_waits(seed, g)
    waits, weight, needed, control = (world.quantities[name] for name in ("λ", "μ", "N", "L∞"))

    def cap(h: History) -> Fraction:
        return min(weight(0, h), needed(0, h) + needed(1, h))

    def bound(b: int, h: History) -> Fraction:
        return cap(h) if waits(h) else control(b, h)

    start = min(ONE, control(0, ()) + control(1, ()))
    budget, left = split_budgets(world, bound, start, g)
    own = {"M": cap, "δ~": lambda: start, "Uᶜ": bound, "Xᶜ": budget, "Zᶜ": left}
    return replace(world, quantities={**world.quantities, **own})


def world_that_waits(seed: int, g: Fraction, more: Fraction = ZERO) -> Interpretation:
    """p0 is answered alike at first; β is what waiting costs, and this share of the rest."""
    plain = interpretation(seed, g, ALIKE[: 1 + seed % 3])
    mu_, control = plain.quantities["μ"], plain.quantities["L∞"]

    @cache
    def lazy(queries: tuple[str, ...]) -> bool:
        histories = (
            tuple(zip(queries, answers, strict=True)) for answers in product(range(ANSWERS), repeat=len(queries))
        )
        alike = len(queries) <= ROUNDS and all(mu_(0, h) == mu_(1, h) for h in histories)
        return not queries or (lazy(queries[:-1]) and alike)

    def waits(h: History) -> bool:
        return lazy(tuple(query for query, _ in h))

    @cache
    def needed(b: int, h: History) -> Fraction:
        return control(b, h) if waits(h) else ZERO

    @cache
    def waiting_(n: int, h: History) -> Fraction:
        if not waits(h):
            return ZERO
        stop = max(needed(0, h), needed(1, h))
        after = [sum((waiting_(n - 1, (*h, (p, a))) for a in range(ANSWERS)), ZERO) for p in QUERIES] if n else []
        return max([stop, *after])

    def settled(n: int, h: History) -> Fraction:
        return waiting_(min(n, ROUNDS), h)

    def cost(h: History) -> Fraction:
        return settled(ROUNDS, h)

    beta = cost(()) + more * (1 - cost(()))

    def bound(b: int, h: History) -> Fraction:
        return cost(h) if waits(h) else control(b, h)

    budget, left = split_budgets(plain, bound, beta, g)

    def noisy(b: int, h: History) -> Fraction:
        return (g * (mu_(b, h) - budget(b, h)) - (mu_(1 - b, h) - budget(1 - b, h))) / (g - 1)

    quantities: dict[str, Callable[..., Fraction]] = {
        **plain.quantities,
        "λ": lambda h: Fraction(waits(h)),
        "ι": lambda h, q: Fraction(not waits(h) or waits((*h, (q, 0)))),
        "N": needed,
        "W": waiting_,
        "W₊": lambda d, n, h, k, q: settled(n + d, (*h, (q, k))),
        "ΣW₊": lambda d, n, h, k, q: sum((settled(n + d, (*h, (q, a))) for a in range(k + 1, ANSWERS)), ZERO),
        "W∞": cost,
        "β": lambda: beta,
        "U": bound,
        "X′": budget,
        "Z′": left,
        "N′": noisy,
    }
    return replace(plain, quantities=quantities)


def every_step(fact: Fact) -> list[Fact]:
    return unconditional_facts(list({step.formula: step for step in proofs.steps(fact)}.values()))


@pytest.mark.parametrize(("seed", "more"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 0), (5, 1)])
def test_every_step_holds_in_a_mechanism_that_waits(seed: int, more: int) -> None:
    """With the least budget, and with half of the rest; the simulation is computed by asking for the bit late."""
    world = world_that_waits(seed, Fraction(3, 2), Fraction(more, 2))
    assert not [str(step.formula) for step in every_step(PROVED) if counterexample(world, step.formula) is not None]


@pytest.mark.parametrize("seed", range(4))
def test_every_step_about_the_cap_holds(seed: int) -> None:
    world = world_with_the_cap(seed, Fraction(3, 2))
    known = {str(step.formula): step for fact in condition_four.CONDITIONS for step in every_step(fact)}
    assert not [name for name, step in known.items() if counterexample(world, step.formula) is not None]


@pytest.mark.parametrize("name", ["λ", "N", "M", "δ~", "Uᶜ", "Xᶜ", "Zᶜ"])
def test_the_definitions_of_the_cap_notice_a_spoiled_quantity(name: str) -> None:
    world = spoiled(world_with_the_cap(1, Fraction(3, 2)), name)
    asserted = [step for fact in condition_four.CONDITIONS for step in every_step(fact) if step.rule in GIVEN]
    assert any(counterexample(world, step.formula) is not None for step in asserted)


def test_with_delta_alone_condition_four_fails() -> None:
    """The false step behind the printed condition: that the cap at the start is at most δ."""
    start = [premise for premise in condition_four.ENOUGH.premises if premise.rule.name != "defined"]
    below = le(condition_four.cap(EMPTY), DELTA)
    false = solve("the cap at the start", below, *start, LIMIT_AT_THE_START, *condition_four.PROBABILITY)
    with pytest.raises(Violation, match="the negation sat"):
        proofs.establish(false)


def test_the_budget_for_the_cap_is_not_always_delta() -> None:
    worlds = [world_with_the_cap(seed, Fraction(3, 2)).quantities for seed in range(6)]
    assert any(of["δ~"]() > of["δ"]() > 0 for of in worlds)


def test_waiting_is_not_in_vain() -> None:
    """In some of these mechanisms waiting costs more than δ, and λ is 0 somewhere and 1 after a query."""
    worlds = [world_that_waits(seed, Fraction(3, 2)) for seed in range(6)]
    assert any(world.quantities["β"]() > world.quantities["δ"]() > 0 for world in worlds)
    assert {world.quantities["λ"](((q, 0),)) for world in worlds for q in QUERIES} == {0, 1}


@pytest.mark.parametrize("name", ["λ", "N", "W", "W∞", "U", "X′", "Z′", "N′"])
def test_the_definitions_notice_a_spoiled_quantity(name: str) -> None:
    world = spoiled(world_that_waits(1, Fraction(3, 2)), name)
    asserted = [step for step in every_step(PROVED) if step.rule in GIVEN]
    assert any(counterexample(world, step.formula) is not None for step in asserted)


def test_with_the_control_function_alone_the_bit_is_used_too_early() -> None:
    """The budgets of Lemma 4.7 differ between the worlds where these answer alike."""
    zero, one = (lazy_bound.lazy(H) * BY_CONTROL.budget(bit, H) for bit in (BIT_0, BIT_1))
    assert any(counterexample(world_that_waits(seed, Fraction(3, 2)), eq(zero, one)) is not None for seed in range(6))


PARTS = (lazy_simulation.LEMMA, lazy_simulation.RESTATED, condition_four.CONDITIONS, two_responses.PROVED)
CHECKS = [next(check for check in derivations.CHECKS if check.statement == parts[0].origin) for parts in PARTS]


@pytest.mark.full
@pytest.mark.parametrize(("made", "parts"), list(zip(CHECKS, PARTS, strict=True)), ids=[made.name for made in CHECKS])
def test_the_lemma_and_its_restatement_are_proved(made: Check, parts: tuple[Fact, ...]) -> None:
    outcome = made.recheck([proofs.certificate(fact) for fact in parts])
    assert outcome.verdict == "proved"
    assert any(rule.startswith("laziness: ") for rule in outcome.rules) == (parts is not condition_four.CONDITIONS)


@pytest.mark.parametrize("fact", lazy_simulation.LEMMA, ids=[str(place) for place in range(len(lazy_simulation.LEMMA))])
def test_a_spoiled_certificate_is_rejected(fact: Fact) -> None:
    findings: Any = proofs.certificate(fact)
    findings[next(iter(findings))]["negation"] += "\n"
    with pytest.raises(Violation, match="the findings are not this derivation"):
        proofs.compare(fact, findings)


def test_delta_is_refuted_as_the_budget() -> None:
    """The false step behind the printed lemma: that U starts at most at δ."""
    start = [premise for premise in lazy_bound.BY_COST.start.premises if premise is not least_budget.ENOUGH[0]]
    below = le(lazy_bound.BY_COST.needed(BIT_0, EMPTY), DELTA)
    false = solve("at the start", below, *start, *waiting.AT_MOST_TWICE.premises)
    with pytest.raises(Violation, match="the negation sat"):
        proofs.establish(false)


def test_the_parts_differ_if_different_things_are_asked() -> None:
    """The false step: that the budgets are split alike where only the weights and what is left are alike."""
    same = next(step for step in proofs.steps(PROVED) if step.name == "the same part")
    alone = [one for one in same.premises if one.name != "the same is asked"]
    premises = [hypothesis(one.name, "o", one.formula) for one in alone]
    of = lazy_simulation.SPLITTING
    assert isinstance(same.formula, Comparison)
    false = solve("the same part", same.formula, *premises, whole=(*of.l, *of.w, *of.y, lazy_bound.LASTS))
    with pytest.raises(Violation, match="the negation sat"):
        proofs.establish(false)


def asked(world: Interpretation, b: int, h: History) -> Fraction:
    """Ask whether the bit is exposed, and for it when the wait ends; answer by the quotients of the weights."""
    result, of = ZERO, world.quantities
    for (kind, shown), chance in response(b, of["g"](), of["β"]()).items():
        weights = of["X′" if kind == "exposed" else "N′"]
        for length in range(len(h)):
            known = 0 if of["λ"](h[: length + 1]) else shown
            before, after = weights(known, h[:length]), weights(known, h[: length + 1])
            chance *= after / before if before else Fraction(h[length][1] == 0)
        result += chance
    return result


@pytest.mark.parametrize(("seed", "more"), [(0, 0), (1, 0), (3, 1)])
def test_what_asks_for_the_bit_late_has_the_weights(seed: int, more: int) -> None:
    """The rule "laziness", where some histories wait and some no longer."""
    world = world_that_waits(seed, Fraction(3, 2), Fraction(more, 2))
    for bit in (0, 1):
        assert all(asked(world, bit, h) == world.quantities["μ"](bit, h) for h in HISTORIES)


def test_a_response_that_exposes_more_is_no_part_of_the_other() -> None:
    """The false step: that what exposes with the chance 2β and what exposes with the chance β hide alike."""
    twice = simulation_rules.Response(two_responses.AT_ONCE.odds, two_responses.AT_ONCE.noise, 2 * least_budget.BUDGET)
    shown = two_responses.BOTH.shows(BIT_0, BIT_0)
    wrong = eq(shown, twice.shows_any(BIT_0) * two_responses.FOR_LATER.shows(BIT_0, BIT_0))
    with pytest.raises(Violation, match="the negation sat"):
        proofs.establish(solve("exposed", wrong))
