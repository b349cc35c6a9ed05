"""What a lazy simulation needs, and ξ: proved, made and compared; a wrong definition or step is noticed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from concomp.model.reduction.dividing import exposing_by_division
from concomp.model.reduction.waiting import stopping_costs
from concomp.obligations.checks.check import checks_of
from concomp.obligations.checks.hsv26.reduction import derivations
from concomp.obligations.derivations.kernel import proofs
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import EMPTY
from concomp.obligations.derivations.kernel.language import Quantity, le
from concomp.obligations.derivations.kernel.logic import hypothesis, solve
from concomp.obligations.derivations.theories.control import necessity
from concomp.obligations.derivations.theories.control.weights import DELTA
from concomp.obligations.derivations.theories.laziness import caps, least_budget, reaching_the_cap, waiting
from concomp.obligations.derivations.theories.simulation import constraints
from concomp.obligations.expectation import Violation
from tests.obligations.checks.establishing import assert_notices, establishing

MODULE = "concomp.obligations.checks.hsv26.composition.least_budget"
DERIVED = {
    "every_simulation_keeps_what_is_needed",
    "waiting_costs_what_stopping_does",
    "what_is_left_covers_what_is_needed",
    "xi_reaches_its_cap",
}
CHECKS = [
    *checks_of(MODULE),
    *(each for each in derivations.CHECKS if each.name.rpartition(".")[2] in DERIVED),
]
FACTS = {
    "least budget": least_budget.LEAST_BUDGET[1],
    "necessity": necessity.NECESSARY,
    "equation": constraints.LEFT_COVERS,
    "cap": reaching_the_cap.REACHED,
}


test_a_check_establishes_its_statement = establishing(CHECKS)


def _first_world_only(chances: Any, e_eps: Any, lazy: Any) -> Any:
    return {history: zero for history, (zero, _) in import_module(MODULE).control(chances, e_eps).items()}


WRONG: list[tuple[str, str, object]] = [
    ("division_waits", "lazy_exposing_by_division", lambda chances, budget, _: exposing_by_division(chances, budget)),
    ("division_waits", "stopping_costs", _first_world_only),
    ("division_waits", "stopping_costs", lambda c, e, _: stopping_costs(c, e, lambda queries: False)),
    ("no_solution", "control", lambda chances, e_eps: chances),
]


@pytest.mark.parametrize(("check", "name", "wrong"), WRONG, ids=[f"{i} {row[0]}" for i, row in enumerate(WRONG)])
def test_a_wrong_definition_is_noticed(
    check: str, name: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_notices(next(made for made in CHECKS if check in made.name), MODULE, name, wrong, monkeypatch)


@pytest.mark.parametrize("fact", FACTS.values(), ids=FACTS.keys())
def test_a_spoiled_certificate_is_rejected(fact: Fact) -> None:
    findings: Any = proofs.certificate(fact)
    first = next(iter(findings))
    findings[first]["negation"] += "\n"
    with pytest.raises(Violation, match="the findings are not this derivation"):
        proofs.recheck(fact, findings)


def test_the_budget_is_not_always_delta() -> None:
    """The false step behind the printed lemma: that what both worlds ask at the start is at most δ."""
    starts = (waiting.NEEDED_START, waiting.NEEDED_START)
    false = solve("at most δ", le(waiting.cost(EMPTY), DELTA), waiting.AT_MOST_TWICE, *starts)
    with pytest.raises(Violation, match="finds the negation sat"):
        proofs.establish(false)


def test_the_cap_is_not_always_within_an_unrepaired_budget() -> None:
    """The false step of Lemma 10.32: that condition (I) alone leaves enough for the cap of every answer."""
    budget = Quantity("β", (waiting.H,))
    asked = hypothesis("condition (I)", "HSV26 Condition (I)", le(waiting.required(waiting.B, waiting.H), budget))
    enough = (waiting.NEEDED_SMALL, caps.KEEPS)
    false = solve("(ξ.2) for the cap", le(caps.cap(waiting.H), budget), asked, *enough)
    with pytest.raises(Violation, match="finds the negation sat"):
        proofs.establish(false)


def test_a_rule_refuses_what_does_not_fit() -> None:
    with pytest.raises(WrongStep):
        waiting.summation(waiting.A, waiting.STOPPING, ())
