"""What is derived about sums: Lemma 10.18, one term of a sum, and a budget that is handed out."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from concomp.obligations.derivations.kernel import proofs, rules
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.interpretation import (
    BASIC,
    Interpretation,
    counterexample,
    unconditional_facts,
)
from concomp.obligations.derivations.kernel.language import Quantity, Real, Summable, eq, le, total
from concomp.obligations.derivations.kernel.logic import hypothesis, suppose
from concomp.obligations.derivations.theories.series.monotone_convergence import MONOTONE_CONVERGENCE, Dominated
from concomp.obligations.derivations.theories.series.tails import HandingOut, part_of_sum
from concomp.obligations.expectation import Violation

N, K, A = Var("n", "number"), Var("k", "number"), Var("a", "number")
ANSWERS, SETTLED = 2, 2
NONE = Fraction(0)


def f(answer: Index) -> Real:
    return Quantity("f", (answer,))


def left(answer: Index) -> Real:
    return Quantity("z", (answer,))


POSITIVE = hypothesis("f ≥ 0", "by hypothesis", le(0, f(A)))
CONVERGES = hypothesis("Σ f converges", "by hypothesis", Summable(A, f(A)))
STEP = hypothesis("a part is given", "by hypothesis", eq(left(NEXT(K)), left(K) - f(K)))
ENOUGH = hypothesis("enough is left", "by hypothesis", le(0, left(K)))
SMALL = hypothesis("not too much is left", "by hypothesis", le(left(K), total(A, Quantity("g", (A,)), K)))
BOUNDING = hypothesis("Σ g converges", "by hypothesis", Summable(A, Quantity("g", (A,))))
HANDING = HandingOut(K, left(K), CONVERGES, STEP)


def growing(seed: int) -> Interpretation:
    """f(n, a) that grows until it has settled, for two answers."""
    random = Random(seed)
    grown = [sorted(Fraction(random.randint(0, 6), 3) for _ in range(SETTLED + 1)) for _ in range(ANSWERS)]

    def term(n: int, a: int) -> Fraction:
        return grown[a][min(n, SETTLED)] if a < ANSWERS else NONE

    quantities = {
        "f": term,
        "g": lambda a: term(SETTLED, a) + Fraction(a, 2) if a < ANSWERS else NONE,
        "f₊": lambda d, n, k: term(n + d, k),
        "Σf₊": lambda d, n, k: sum((term(n + d, a) for a in range(k + 1, ANSWERS)), NONE),
    }
    return Interpretation(quantities, {"number": range(SETTLED + 2)}, BASIC, ANSWERS)


def handed_out(seed: int) -> Interpretation:
    """f(a) that is given until nothing is left, g(a) that is no less, and z(k) that is left."""
    random = Random(seed)
    given = [Fraction(random.randint(0, 4), 2) for _ in range(ANSWERS)]
    quantities = {
        "f": lambda a: given[a] if a < ANSWERS else NONE,
        "g": lambda a: given[a] + 1 if a < ANSWERS else NONE,
        "z": lambda k: sum(given[k:], NONE),
    }
    return Interpretation(quantities, {"number": range(ANSWERS + 2)}, BASIC, ANSWERS)


@pytest.mark.parametrize("seed", range(5))
def test_every_step_to_monotone_convergence_holds(seed: int) -> None:
    world = growing(seed)
    wrong = [str(step.formula) for step in unconditional_facts(proofs.steps(MONOTONE_CONVERGENCE))
             if counterexample(world, step.formula) is not None]  # fmt: skip
    assert not wrong


def test_monotone_convergence_is_derived() -> None:
    assert str(MONOTONE_CONVERGENCE.formula) == "Σ_a lim_n f(n, a) = lim_n Σ_a f(n, a)"
    assert "monotone convergence" not in [rule.name for rule in proofs.rules(MONOTONE_CONVERGENCE)]
    assert not hasattr(rules, "monotone_convergence")
    proofs.establish(MONOTONE_CONVERGENCE)


def test_what_does_not_grow_is_not_exchanged() -> None:
    """With n and n + 1 the other way round the shifts do not grow, and both solvers say so."""
    body, bound = Quantity("f", (N, A)), Quantity("g", (A,))
    falls = hypothesis("f falls", "by hypothesis", le(Quantity("f", (NEXT(N), A)), body))
    positive, below = (hypothesis("", "by hypothesis", formula) for formula in (le(0, body), le(body, bound)))
    converges = hypothesis("", "by hypothesis", Summable(A, bound))
    with pytest.raises(WrongStep, match="does not say that f"):
        pytest.fail(str(Dominated(N, A, positive, falls, below, converges, "f").limits.formula))


DERIVED: dict[str, Fact] = {
    "one term": part_of_sum(POSITIVE, CONVERGES, N),
    "no more than there is": HANDING.no_more(ENOUGH),
    "all of it": HANDING.everything(POSITIVE, ENOUGH, SMALL, BOUNDING),
}


@pytest.mark.parametrize("name", DERIVED)
def test_what_is_derived_about_tails_is_proved_and_holds(name: str) -> None:
    proofs.establish(DERIVED[name])
    steps = unconditional_facts(proofs.steps(DERIVED[name]))
    for seed in range(5):
        assert not [str(step.formula) for step in steps if counterexample(handed_out(seed), step.formula) is not None]


def test_a_term_of_a_sum_that_may_diverge_is_not_bounded() -> None:
    with pytest.raises(WrongStep, match="does not say that a sum converges"):
        part_of_sum(POSITIVE, POSITIVE, N)
    with pytest.raises(WrongStep, match="fixed by an assumption"):
        part_of_sum(suppose(le(0, f(A))), CONVERGES, ZERO)


def test_a_budget_that_may_be_overspent_is_not_enough() -> None:
    anything = hypothesis("something is left", "by hypothesis", le(-1, left(K)))
    with pytest.raises(Violation, match="the negation sat"):
        proofs.establish(HANDING.no_more(anything))
