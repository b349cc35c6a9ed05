"""Pseudocode: each check establishes its statement, and notices a wrong definition."""

from __future__ import annotations

import pytest

from concomp.model.language.taint_of_lines import taintings, taintings_by_arguments
from concomp.obligations.checks.hsv26 import cross_references
from concomp.obligations.checks.hsv26.mechanisms import pseudocode
from concomp.obligations.checks.hsv26.mechanisms.pseudocode import AnyPseudocode, CopiesByCondition
from concomp.obligations.expectation import Violation
from tests.obligations.checks.establishing import Wrong, checks_in, establishing, found, noticing

CHECKS = checks_in("concomp.obligations.checks.hsv26", ["mechanisms.pseudocode", "cross_references"])
OF_PSEUDOCODE, OF_REFERENCES = pseudocode.__name__, cross_references.__name__
WRONG: tuple[Wrong, ...] = (
    ("HSV26 Corollary 6.6", OF_PSEUDOCODE, "taintings", taintings_by_arguments),
    ("HSV26 Corollary 6.6", OF_PSEUDOCODE, "taintings_by_arguments", taintings),
    ("HSV26 Corollary 6.6", OF_PSEUDOCODE, "_answer", lambda made, x: pseudocode.Law.point(False)),
    ("HSV26 Table 1", OF_REFERENCES, "CELLS", {("CMs", "parallel"): ("HSV26 Theorem 5.4",)}),
    (
        "HSV26 Appendix B: variants of concurrent composition",
        OF_REFERENCES,
        "POINTERS",
        {**cross_references.POINTERS, "HSV26 Theorem 1.3": ("HSV26 Theorem 5.14",)},
    ),
)


test_each_check_establishes_its_statement = establishing(CHECKS.values())


test_a_wrong_definition_is_noticed = noticing(CHECKS, WRONG)


@pytest.mark.full
@pytest.mark.parametrize("statement", ["HSV26 Definition 6.5", "HSV26 Corollary 6.6 (repaired)"])
def test_a_program_that_is_not_of_the_form_is_noticed(statement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {
        "HSV26 Definition 6.5": pseudocode.ShowsTainted,
        "HSV26 Corollary 6.6 (repaired)": pseudocode.AssignsUnderCondition,
    }[statement]
    monkeypatch.setattr(pseudocode, "AnyPseudocode", wrong)
    with pytest.raises(Violation):
        found(CHECKS[statement])


def test_the_counterexample_assigns_constants_only() -> None:
    assert not taintings_by_arguments(CopiesByCondition())
    assert set(taintings(AnyPseudocode())) == {"tainted"}
