"""The checks of HSV26 sections 10.2 and 10.3: each passes, and each notices a wrong definition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from concomp.model.laws.law import Law
from concomp.model.reduction.dividing import exposing_by_division
from concomp.model.reduction.families import late_simulator
from concomp.model.reduction.lyu import noisy_weights
from concomp.obligations.expectation import Violation
from tests.obligations.checks.establishing import Wrong, checks_in, establishing, noticing

PACKAGE = "concomp.obligations.checks.hsv26"
MODULES = (
    "reduction.conditions",
    "reduction.simulator",
    "reduction.order",
    "reduction.intermediate_weights",
    "reduction.weights",
    "reduction.budget_for_laziness",
)
CHECKS = checks_in(PACKAGE, MODULES)
HALF = Fraction(1, 2)


test_a_check_establishes_its_statement = establishing(CHECKS.values())


def _exchanged(weights: Any) -> Any:
    return {history: (one, zero) for history, (zero, one) in weights.items()}


WRONG: list[Wrong] = [
    ("HSV26 Notation 10.1", "reduction.conditions", "queries_of", lambda history: tuple(0 for _ in history[1:])),
    (
        "HSV26 Condition (I)",
        "reduction.conditions",
        "exposing_by_division",
        lambda c, p: _exchanged(exposing_by_division(c, p)),
    ),
    ("HSV26 Condition (I)", "reduction.conditions", "below_control", lambda *_: iter(())),
    ("HSV26 Condition (II)", "reduction.conditions", "too_far_apart", lambda *_: iter(())),
    ("HSV26 Condition (II)", "reduction.conditions", "noisy_weights", lambda phi, *_: phi),
    ("HSV26 Condition (III)", "reduction.conditions", "inconsistent", lambda *_: iter(())),
    ("HSV26 Conditions (I)-(IV)", "reduction.conditions", "failing", lambda *_: iter(())),
    (
        "HSV26 Section 10.2.2: F_(BOT,b)",
        "reduction.simulator",
        "next_answer",
        lambda w, extended, bit: Law({0: HALF, 1: HALF}),
    ),
    ("HSV26 Section 10.2.3: psi_t and F_(TOP,b)", "reduction.simulator", "noisy_weights", lambda phi, *_: phi),
    (
        "HSV26 Section 10.2.4: mixture identity",
        "reduction.simulator",
        "noisy_weights",
        lambda *a: _exchanged(noisy_weights(*a)),
    ),
    (
        "HSV26 Section 10.2.1: IPM P",
        "reduction.simulator",
        "late_simulator",
        lambda phi, psi: late_simulator(psi, phi),
    ),
    (
        "HSV26 Lemma 4.7",
        "reduction.simulator",
        "exposing_by_division",
        lambda c, p: _exchanged(exposing_by_division(c, p)),
    ),
    ("HSV26 Definition 10.26", "reduction.order", "maximal_on_diagonal", lambda bounds: None),
    ("HSV26 Definition 10.26", "reduction.order", "is_maximal", lambda pair, pairs: False),
    ("HSV26 Lemma 10.28", "reduction.order", "lexicographic_maximum", lambda bounds: (HALF, HALF)),
    ("HSV26 Lemma 10.28", "reduction.order", "precedes", lambda first, second: True),
    ("HSV26 Definition 10.27", "reduction.order", "precedes", lambda first, second: True),
    ("HSV26 Definition 10.22", "reduction.order", "is_well_order", lambda elements, before: True),
    ("HSV26 Lemma 10.25", "reduction.order", "recursively", lambda elements, rule: dict.fromkeys(elements, 0)),
    ("HSV26 Definition 10.24", "reduction.order", "after", lambda *_: Fraction(0)),
    ("HSV26 Constraints (xi.1)-(xi.4)", "reduction.intermediate_weights", "cap", lambda answer: answer.weight),
    ("HSV26 Constraint (xi.1)", "reduction.intermediate_weights", "_too_little", lambda at: False),
    (
        "HSV26 Constraint (xi.2) (repaired)",
        "reduction.intermediate_weights",
        "_cap",
        lambda at: (Fraction(0), Fraction(0)),
    ),
    ("HSV26 Constraint (xi.3)", "reduction.intermediate_weights", "keeps_close", lambda *_: ()),
    ("HSV26 Constraint (xi.4)", "reduction.intermediate_weights", "cap", lambda answer: answer.least),
    ("HSV26 Claim 10.29", "reduction.intermediate_weights", "_budget_left", lambda at: (Fraction(0), Fraction(0))),
    ("HSV26 Constraints (phi.1)-(phi.3)", "reduction.weights", "_share_left", lambda at: (HALF, HALF)),
    ("HSV26 Constraint (phi.1)", "reduction.weights", "keeps_balanced", lambda *_: ()),
    ("HSV26 Constraint (phi.2)", "reduction.weights", "shares_out", lambda *_: ()),
    ("HSV26 Constraint (phi.3)", "reduction.intermediate_weights", "keeps_close", lambda *_: ()),
    ("HSV26 Claim 10.30 (repaired)", "reduction.weights", "_share_left", lambda at: (Fraction(0), Fraction(0))),
    ("HSV26 Equations (4)-(5)", "reduction.weights", "_squared", lambda outer, bit: True),
    ("HSV26 Lemma 10.32 (repaired)", "reduction.budget_for_laziness", "control", lambda chances, e_eps: chances),
    (
        "HSV26 Claim 10.33 (repaired)",
        "reduction.budget_for_laziness",
        "depending_on_the_world_with_budget",
        lambda *_: (),
    ),
    ("HSV26 Remark 10.21", "reduction.budget_for_laziness", "below_control", lambda phi, *_: iter(phi)),
]


test_a_wrong_definition_is_noticed = noticing(CHECKS, WRONG, PACKAGE)


def test_a_spoiled_certificate_is_rejected() -> None:
    made = CHECKS["HSV26 Definition 10.27 (repaired)"]
    assert made.find is not None
    findings: Any = made.find()
    findings["total"]["negation"] = findings["total"]["negation"].replace("(<= ", "(< ")
    with pytest.raises(Violation, match="the certificate is not about this claim"):
        made.recheck(findings)
