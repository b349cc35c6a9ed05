"""The checks of the budget of HSV26 Theorem 5.4 at scale, and of the leak, notice what is wrong with either."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.checks.hsv26.composition.at_scale import parallel
from concomp.obligations.expectation import Violation
from concomp.obligations.families.compositions.components import Component, response_component
from concomp.obligations.families.compositions.small_games import SHORT
from concomp.obligations.families.scaled import judgement, terms
from concomp.obligations.families.scaled.components import LARGE, late, opposite
from concomp.obligations.families.scaled.composition import Scaled, relabel
from concomp.obligations.families.scaled.mechanisms import EVENT, RISING_EVENT
from concomp.obligations.families.small.leaking import THEN_EITHER, THEN_RISING, leaking_mechanism
from tests.meta.at_scale import SPOILED, Patch, Subject, budget, family, findings, leaks
from tests.thinning import thinned

BUDGETS = {
    "(a)": lambda: family(budget(late(LARGE, 2, RISING_EVENT), 3, 1)),
    "(b)": lambda: family(
        budget(opposite(Fraction(1, 2), Fraction(2), THEN_EITHER), 3, 2), budget(late(LARGE, 2, EVENT), 3, 2)
    ),
    "(c)": lambda: family(
        budget(
            relabel(opposite(Fraction(1, 2), Fraction(2), THEN_RISING), PrivacyParameters(Fraction(2), Fraction(1, 2))),
            4,
            3,
        )
    ),
    "(d)": lambda: family(
        budget(
            relabel(opposite(Fraction(1, 2), Fraction(2), THEN_RISING), PrivacyParameters(Fraction(2), Fraction(1, 2))),
            4,
            3,
        ),
        budget(late(LARGE, 2, RISING_EVENT), 3, 2),
    ),
}
ASYMMETRIC = (((opposite(Fraction(1, 2), Fraction(2), THEN_RISING),) * 4, 3), ((late(LARGE, 2, RISING_EVENT),) * 3, 2))


@cache
def budgets_found_once() -> str:
    return json.dumps({case: judgement.value_all(made()) for case, made in BUDGETS.items()})


@pytest.fixture
def budgets(monkeypatch: Patch) -> Any:
    """What is found about small families for the four cases, which the check then uses."""
    known = {case: made() for case, made in BUDGETS.items()}
    monkeypatch.setattr(parallel, "CASES", {case: lambda case=case: known[case] for case in known})
    monkeypatch.setattr(parallel, "asymmetric_cases", lambda: ASYMMETRIC)
    return json.loads(budgets_found_once())


BUDGET = parallel.budgets_at_scale[0].recheck


def test_unbroken_the_budgets_hold(budgets: Any) -> None:
    outcome = BUDGET(budgets)
    assert "(c) no bound is met; the largest part" in (outcome.witness or "")
    assert "as printed, (c) and (d) fail" in (outcome.control or "")


@pytest.mark.parametrize(
    ("case", "spoil"),
    thinned(product(BUDGETS, SPOILED), 6),
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_spoiled_budgets_are_noticed(budgets: Any, case: str, spoil: Callable[[Any], None]) -> None:
    spoil(budgets[case])
    with pytest.raises(Violation):
        BUDGET(budgets)


def test_the_printed_form_fails_inside_the_family() -> None:
    """Charged for δ instead of 2δ, the members of (c) exceed their bound when they are valued."""
    with pytest.raises(Violation, match="exceeds"):
        judgement.value_all(family(*parallel.within_budget(ASYMMETRIC)))


def test_asymmetric_cases_that_are_symmetric_are_noticed(budgets: Any, monkeypatch: Patch) -> None:
    monkeypatch.setattr(
        parallel, "asymmetric_cases", lambda: (((opposite(Fraction(1, 2), Fraction(2), THEN_EITHER),) * 4, 3),)
    )
    with pytest.raises(Violation, match="no composition exceeds the printed bound"):
        BUDGET(budgets)


def test_functions_that_are_not_swap_invariant_are_noticed(budgets: Any, monkeypatch: Patch) -> None:
    known = family(budget(late(LARGE, 2, RISING_EVENT), 3, 2))
    monkeypatch.setitem(parallel.CASES, "(b)", lambda: known)
    with pytest.raises(Violation, match="not swap-invariant"):
        BUDGET({**budgets, "(b)": judgement.value_all(known)})


def test_leaks_that_do_not_add_up_are_noticed(monkeypatch: Patch) -> None:
    """Noise is not what a leak is: its copies reach less than 1 − (1 − δ)^n."""
    part = relabel(
        response_component(PrivacyParameters(Fraction(1), Fraction(1, 4))),
        PrivacyParameters(Fraction(1), Fraction(1, 4)),
    )
    known = family(Scaled((part,) * 2, terms.OneException(Fraction(1, 4))))
    monkeypatch.setattr(parallel, "leaks", lambda: known)
    with pytest.raises(Violation, match="which is less"):
        parallel.many_copies_of_a_leak[0].recheck(judgement.value_all(known))


PRINTED = Subject(parallel.one_creation_of_a_leak, parallel, "leaks", leaks)


def test_unbroken_the_printed_leak_is_refuted(monkeypatch: Patch) -> None:
    PRINTED.use(monkeypatch)
    assert PRINTED.recheck(findings(PRINTED)).counterexample["exact"] == "total variation 1/4"


def test_a_leak_that_tells_all_at_once_refutes_nothing(monkeypatch: Patch) -> None:
    sure = Component(leaking_mechanism(Fraction(1)), SHORT, PrivacyParameters(Fraction(1), Fraction(1)), 2)
    known = family(Scaled((sure,) * 2, terms.OneException(Fraction(1))))
    monkeypatch.setattr(parallel, "leaks", lambda: known)
    with pytest.raises(Violation, match="one creation reaches 1"):
        PRINTED.recheck(judgement.value_all(known))
