"""A lemma that defines the mechanism it is about, so that it needs no privacy, does not hold of every mechanism."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from concomp.obligations.derivations.kernel import statements
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import assume, define, hypothesis, induction, instance, solve, state
from concomp.obligations.derivations.kernel.rules import comparison, convergence, summation
from concomp.obligations.derivations.systems import lemmas
from concomp.obligations.derivations.theories.control.private import PRIVATE
from concomp.obligations.derivations.theories.control.weights import (
    AT_LEAST_1,
    DELTA,
    DELTA_RANGE,
    HQA,
    A,
    B,
    H,
    Q,
    kappa,
    mu,
)
from concomp.obligations.derivations.theories.simulation import simulation_rules as rules

OF_WORLD_0 = kappa(BIT_0, H, Q, A)
ALIKE = eq(kappa(B, H, Q, A), Quantity("k", (H, Q, A)))
"""Both worlds answer alike."""


def is_law() -> tuple[Fact, ...]:
    """The hypotheses that κ is a law, made after whatever was defined before."""
    law = kappa(B, H, Q, A)
    said = (le(0, law), le(law, 1), eq(total(A, law), 1), Summable(A, law))
    return tuple(hypothesis("κ is a law", "HSV26 Definition 2.6", formula) for formula in said)


def weight(history: Index) -> Real:
    """The weight of a history in world 0."""
    return Quantity("w", (history,))


class World0:
    """The weights of world 0, as those of the mechanism in either world."""

    def __init__(self) -> None:
        self.alike = define("κ", "by definition", ALIKE)
        self.law = [instance(fact, {B: BIT_0}) for fact in is_law()]
        self.start = define("w", "by definition", eq(weight(EMPTY), 1))
        self.step = define("w", "by definition", eq(weight(HQA), weight(H) * OF_WORLD_0))
        positive = le(0, weight(H))
        at_start = solve("at the start", le(0, weight(EMPTY)), self.start)
        known = (assume(positive, H), self.step, self.law[0])
        self.positive = induction(positive, H, at_start, solve("answered", le(0, weight(HQA)), *known))
        below = solve("by the law", le(weight(HQA), weight(H) * OF_WORLD_0), self.step)
        products = convergence(A, weight(H) * OF_WORLD_0, (self.law[3],))
        self.converges = comparison(A, instance(self.positive, {H: HQA}), below, products)
        sums = summation(A, self.step, (self.converges, self.law[3]))
        self.sums = solve("handed on", eq(total(A, weight(HQA)), weight(H)), sums, self.law[2])

    def outcome(self, name: str, mass: Real) -> tuple[Fact, rules.Weights]:
        """An outcome that gives histories the weight of world 0, times its mass."""

        def of(history: Index) -> Real:
            return Quantity(name, (history,))

        made = define(name, "by definition", eq(of(H), mass * weight(H)))
        answered = instance(made, {H: HQA})
        positive = solve("at least 0", le(0, of(H)), made, self.positive, *DELTA_RANGE)
        below = solve("its share", le(of(HQA), mass * weight(HQA)), answered)
        shares = convergence(A, mass * weight(HQA), (self.converges,))
        converges = comparison(A, instance(positive, {H: HQA}), below, shares)
        start = solve("at the start", eq(of(EMPTY), mass), instance(made, {H: EMPTY}), self.start)
        summed = summation(A, answered, (converges, self.converges))
        sums = solve("handed on", eq(total(A, of(HQA)), of(H)), summed, self.sums, made)
        return made, rules.Weights(positive, start, converges, sums)

    def lemma(self, law: tuple[Fact, Fact], same: Fact) -> Fact:
        """Lemma 4.7 without privacy, if μ is the weight of world 0 in both."""
        names = {"T0": DELTA, "T1": DELTA, "N0": 1 - DELTA, "N1": 1 - DELTA}
        made = {name: self.outcome(name, mass) for name, mass in names.items()}
        zero, one, noisy_0, noisy_1 = (Quantity(name, (H,)) for name in names)
        wanted = (rules.mixed(BIT_0, H, zero, noisy_0, noisy_1), rules.mixed(BIT_1, H, one, noisy_1, noisy_0))
        known = [definition for definition, _ in made.values()]
        mixtures = tuple(
            solve("they mix", each, *known, instance(same, {B: bit}))
            for bit, each in zip((BIT_0, BIT_1), wanted, strict=True)
        )
        exposed, noisy = (made["T0"][1], made["T1"][1]), (made["N0"][1], made["N1"][1])
        outcomes = rules.Outcomes(exposed, noisy)
        mixture = rules.Mixture(H, DELTA, outcomes, mixtures, AT_LEAST_1, DELTA_RANGE, law)  # type: ignore[arg-type]
        return state(rules.equivalence(DELTA, rules.simulation(mixture)), "HSV26 Lemma 4.7")


def weights_by_decree() -> Fact:
    """μ is defined as the weight of world 0."""
    world = World0()
    same = define("μ", "by definition", eq(mu(B, H), weight(H)))
    start = solve("at the start", eq(mu(B, EMPTY), 1), instance(same, {H: EMPTY}), world.start)
    return world.lemma((start, instance(same, {H: HQA})), same)


def answers_by_decree() -> Fact:
    """κ is defined to be the same in both worlds, and then said to be a law."""
    world = World0()
    start = define("μ", "by definition", eq(mu(B, EMPTY), 1))
    chain = define("μ", "by definition", eq(mu(B, HQA), mu(B, H) * kappa(B, H, Q, A)))
    same = eq(mu(B, H), weight(H))
    known = (assume(same, H), chain, world.step, world.alike, instance(world.alike, {B: BIT_0}))
    at_start = solve("at the start", eq(mu(B, EMPTY), weight(EMPTY)), start, world.start)
    always = induction(same, H, at_start, solve("answered", eq(mu(B, HQA), weight(HQA)), *known))
    return world.lemma((start, chain), always)


def privacy_by_decree() -> Fact:
    """What a strategy reaches is defined, so that to be private says anything."""
    reached = PRIVATE.formula.left  # type: ignore[union-attr]
    defined = define("D", "by definition", eq(reached, 1 + DELTA))
    return solve("1 ≤ 0", le(1, 0), defined, hypothesis("M is private", "HSV26 Definition 2.13", PRIVATE.formula))


ATTACKS: dict[str, tuple[Callable[[], Fact], str]] = {
    "weights by decree": (weights_by_decree, "is not μ"),
    "answers by decree": (answers_by_decree, "is not what κ means"),
    "privacy by decree": (privacy_by_decree, "need not be so of every mechanism"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_defined_holds_of_no_other_mechanism(attack: str) -> None:
    make, reason = ATTACKS[attack]
    with pytest.raises(WrongStep, match=reason):
        lemmas.suppositions_of(lemmas.EVERY_MECHANISM, make())


def test_without_the_guard_privacy_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "demand_fresh", lambda *_: None)
    monkeypatch.setattr(lemmas, "_demand_any_mechanism", lambda *_: None)
    shown = lemmas.for_every_mechanism(answers_by_decree())
    assert str(shown.formula).startswith("if M has discrete answers, then some T")


def test_two_lemmas_that_mean_different_things_are_not_joined() -> None:
    one, other = (define("W", "by definition", eq(Quantity("ω", (EMPTY,)), value)) for value in (0, 1))
    with pytest.raises(WrongStep, match="is defined as"):
        lemmas.suppositions_of(lemmas.EVERY_MECHANISM, one, other)
