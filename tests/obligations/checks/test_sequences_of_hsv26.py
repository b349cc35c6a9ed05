"""The checks of HSV26 section 11: each passes, and each notices a wrong definition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from concomp.model.laws.law import Law, product_law
from concomp.model.mechanisms.interaction import Adversary, Tree, mixed_adversary
from concomp.obligations.expectation import Violation
from tests.obligations.checks.establishing import Wrong, checks_in, establishing, noticing

PACKAGE = "concomp.obligations.checks.hsv26"
MODULES = ("laws.coupling", "mechanisms.randomised_adversaries", "reduction.sequences")
CHECKS = checks_in(PACKAGE, MODULES)


test_a_check_establishes_its_statement = establishing(CHECKS.values())


def test_the_smallest_counterexamples_are_smaller_than_the_erratum_s() -> None:
    made = CHECKS["HSV26 Lemma 11.8"]
    assert made.find is not None
    findings: Any = made.find()
    assert findings["least"]["shape"] == [2, 2, 1]
    assert findings["alive"]["shape"] == [3, 2, 2]


def test_laws_that_are_no_counterexample_are_refused() -> None:
    made = CHECKS["HSV26 Lemma 11.8"]
    assert made.find is not None
    findings: Any = made.find()
    findings["least"]["laws"] = [findings["least"]["laws"][0]] * 2
    with pytest.raises(Violation, match="not above"):
        made.recheck(findings)


def _independent(p: Law[Any], q: Law[Any]) -> Law[Any]:
    return product_law([p, q])


def _following_the_first(strategies: Law[Tree]) -> Adversary:
    return mixed_adversary(Law.point(next(iter(strategies))))


WRONG: list[Wrong] = [
    ("HSV26 Definition 11.3", "laws.coupling", "total_variation_by_events", lambda p, q: max(p[x] - q[x] for x in p)),
    ("HSV26 Lemma 11.4", "laws.coupling", "total_variation", lambda *_: Fraction(1, 2)),
    ("HSV26 Lemma 11.6", "laws.coupling", "maximal_coupling", _independent),
    ("HSV26 Lemma 11.6", "laws.coupling", "is_coupling", lambda *_: False),
    ("HSV26 Lemma 11.7", "laws.coupling", "parting", lambda _: Fraction(0)),
    ("HSV26 Lemma 11.1", "mechanisms.randomised_adversaries", "least_delta_by_definition", lambda *_: Fraction(0)),
    ("HSV26 Corollary 11.2", "mechanisms.randomised_adversaries", "mixed_adversary", _following_the_first),
    ("HSV26 Lemma 11.5", "reduction.sequences", "prefix_law", lambda law, size: law),
    ("HSV26 Lemma 11.8", "reduction.sequences", "worst_exposure", lambda *_: Fraction(0)),
    ("HSV26 Lemma 11.8 (repaired)", "reduction.sequences", "worst_exposure", lambda *_: Fraction(1, 2)),
    ("HSV26 Equation (6)", "reduction.sequences", "maximal_coupling", _independent),
]


test_a_wrong_definition_is_noticed = noticing(CHECKS, WRONG, PACKAGE)
