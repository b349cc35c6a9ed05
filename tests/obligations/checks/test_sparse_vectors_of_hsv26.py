"""Sparse vector: each check establishes its statement, and notices a wrong definition."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from concomp.model.language.syntax.terms import FALSE, TRUE
from concomp.model.programs.comparisons import sparse_vector
from concomp.obligations.alignments.claims import Claim
from concomp.obligations.alignments.least import CONTROLS, LEAST
from concomp.obligations.checks.check import Check
from concomp.obligations.checks.hsv26.applications import sparse_vectors
from tests.obligations.checks.establishing import (
    Wrong,
    assert_establishes,
    assert_notices,
    checks_in,
    for_each,
    for_each_wrong,
    found,
)

CHECKS = checks_in("concomp.obligations.checks", ["hsv26.applications.sparse_vectors", "concomp.alignments"])
OF_HSV26, OF_CONCOMP = sparse_vectors.__name__, "concomp.obligations.checks.concomp.alignments"
NOTHING: JsonValue = None
WRONG: tuple[Wrong, ...] = (
    ("HSV26 Algorithm 3", OF_HSV26, "exceeding_sparse_vector", sparse_vector),
    ("HSV26 Algorithm 3", OF_HSV26, "added", sparse_vectors.replaced),
    ("HSV26 Lemma 7.4", OF_HSV26, "sums_stay_close", lambda: (Claim("nothing holds", (TRUE,), FALSE),)),
    ("HSV26 Lemma 7.4", OF_HSV26, "CONTROLS", LEAST),
    ("concomp Proposition 13", OF_CONCOMP, "LEAST", CONTROLS),
)


@for_each(made for made in CHECKS.values() if made.statement != "concomp Proposition 14")
def test_each_check_establishes_its_statement(made: Check) -> None:
    assert_establishes(made, found(made))


@pytest.mark.full
def test_the_programs_of_the_field_are_settled() -> None:
    """The page is computed from the same, in the quick tests."""
    assert_establishes(CHECKS["concomp Proposition 14"], NOTHING)


@for_each_wrong(WRONG)
def test_a_wrong_definition_is_noticed(
    statement: str, module: str, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_notices(CHECKS[statement], module, name, wrong, monkeypatch)
