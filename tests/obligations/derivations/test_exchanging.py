"""Pairs whose sides are exchanged: indices, the rule about suprema, and every step on mechanisms of two rounds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from concomp.obligations.derivations.kernel import proofs
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import EMPTY, EXCHANGED, EXCHANGED_HISTORY, EXTENDED, Var
from concomp.obligations.derivations.kernel.interpretation import (
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.logic import GIVEN, hypothesis
from concomp.obligations.derivations.systems import pair_rules, pairs
from concomp.obligations.derivations.systems.links import exchanged_pairs, first_pairs
from concomp.obligations.derivations.systems.system_rules import related
from concomp.obligations.derivations.theories.laziness import exchanging, lazy_simulation
from tests.obligations.derivations.mechanisms import History, Laws, interpretation, spoiled

H, P, Q, A = Var("h", "history"), Var("p", "query"), Var("q", "query"), Var("a", "number")
OTHER_SIDE = {"p0": "p1", "p1": "p0"}
"""p0 and p1 are (0,1) and (1,0): no pair is identical."""


def test_what_is_exchanged_twice_is_itself() -> None:
    assert EXCHANGED(EXCHANGED(Q)) == Q
    assert EXCHANGED_HISTORY(EXCHANGED_HISTORY(H)) == H
    assert EXCHANGED_HISTORY(EMPTY) == EMPTY
    assert EXCHANGED_HISTORY(EXTENDED(H, Q, A)) == EXTENDED(EXCHANGED_HISTORY(H), EXCHANGED(Q), A)


def _image(h: History) -> History:
    return tuple((OTHER_SIDE[q], a) for q, a in h)


def _symmetric(laws: Laws) -> Laws:
    return {(b, h, q): law if b == 0 else laws[0, _image(h), OTHER_SIDE[q]] for (b, h, q), law in laws.items()}


def world(seed: int, g: Fraction) -> Interpretation:
    """A random mechanism that answers the same to what is exchanged in the other world; λ is 1 at the start only."""
    plain = interpretation(seed, g, adjusted=_symmetric)
    quantities = {
        **plain.quantities,
        "λ": lambda h: Fraction(not h),
        "ι": lambda h, q: Fraction(0),
    }
    constructors = {**plain.constructors, "exchanged query": OTHER_SIDE.__getitem__, "exchanged history": _image}
    return replace(plain, quantities=quantities, constructors=constructors)


def every_step() -> list[Fact]:
    steps = proofs.steps(exchanging.DELTA_IS_ENOUGH)
    return unconditional_facts(list({step.formula: step for step in steps}.values()))


@pytest.mark.parametrize("seed", range(3))
def test_every_step_holds_where_sides_may_be_exchanged(seed: int) -> None:
    made = world(seed, Fraction(3, 2))
    assert 0 < made.quantities["δ"]() < 1
    assert not [str(step.formula) for step in every_step() if counterexample(made, step.formula) is not None]


@pytest.mark.parametrize("name", ["μ", "L∞", "Lower", "X", "N", "λ"])
def test_a_spoiled_quantity_is_noticed(name: str) -> None:
    made = spoiled(world(1, Fraction(3, 2)), name)
    asserted = [step for step in every_step() if step.rule in GIVEN]
    assert any(counterexample(made, step.formula) is not None for step in asserted)


def test_without_the_exchange_both_worlds_need_different_budgets() -> None:
    made = interpretation(1, Fraction(3, 2))
    constructors = {**made.constructors, "exchanged query": OTHER_SIDE.__getitem__, "exchanged history": _image}
    assert counterexample(replace(made, constructors=constructors), exchanging.LIMIT_EXCHANGED.formula) is not None


def test_forged_cases_of_the_lemma_are_refused() -> None:
    right, lemma = exchanging.DELTA_IS_ENOUGH, lazy_simulation.SIMULATED
    unlike, lopsided = related(first_pairs.UNLIKE_PAIRS), related(exchanged_pairs.LOPSIDED)
    for wrong in (
        lambda: pair_rules.for_pairs(right, pairs.IDENTICAL),
        lambda: pair_rules.for_pairs(lemma, unlike),
        lambda: pair_rules.for_pairs(lemma, pairs.IDENTICAL, lazy_simulation.NO_SMALLER),
        lambda: pair_rules.for_exchanged_pairs(lemma, pairs.IDENTICAL, pairs.EXCHANGED),
        lambda: pair_rules.for_exchanged_pairs(right, pairs.IDENTICAL, lopsided),
        lambda: pair_rules.for_exchanged_pairs(right, pairs.EXCHANGED, pairs.EXCHANGED),
    ):
        with pytest.raises(WrongStep):
            wrong()


def test_a_lemma_that_is_only_said_to_hold_is_not_generalised() -> None:
    lemma = lazy_simulation.SIMULATED
    forged = hypothesis("as if it were proved", "HSV26 Lemma 5.6 (repaired)", lemma.formula)
    with pytest.raises(WrongStep, match="nothing says what"):
        pair_rules.for_pairs(forged, pairs.IDENTICAL)


def test_that_identical_pairs_are_answered_alike_is_derived() -> None:
    forged = hypothesis("as if it were proved", "HSV26 Corollary 5.7", pairs.IDENTICAL.formula)
    with pytest.raises(WrongStep, match="rests on a hypothesis"):
        pair_rules.for_pairs(lazy_simulation.SIMULATED, forged)
