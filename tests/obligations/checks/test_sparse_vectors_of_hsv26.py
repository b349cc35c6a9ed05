"""Sparse vector: each check establishes its statement, and notices a wrong definition."""

from __future__ import annotations

from concomp.model.language.syntax.terms import FALSE, TRUE
from concomp.model.programs.comparisons import sparse_vector
from concomp.obligations.alignments.claims import Claim
from concomp.obligations.alignments.least import CONTROLS, LEAST
from concomp.obligations.checks.hsv26.applications import sparse_vectors
from tests.obligations.checks.establishing import Wrong, checks_in, establishing, noticing

CHECKS = checks_in("concomp.obligations.checks", ["hsv26.applications.sparse_vectors", "concomp.alignments"])
OF_HSV26, OF_CONCOMP = sparse_vectors.__name__, "concomp.obligations.checks.concomp.alignments"
WRONG: tuple[Wrong, ...] = (
    ("HSV26 Algorithm 3", OF_HSV26, "exceeding_sparse_vector", sparse_vector),
    ("HSV26 Algorithm 3", OF_HSV26, "added", sparse_vectors.replaced),
    ("HSV26 Lemma 7.4", OF_HSV26, "sums_stay_close", lambda: (Claim("nothing holds", (TRUE,), FALSE),)),
    ("HSV26 Lemma 7.4", OF_HSV26, "CONTROLS", LEAST),
    ("concomp Proposition 13", OF_CONCOMP, "LEAST", CONTROLS),
)


test_each_check_establishes_its_statement = establishing(CHECKS.values())


test_a_wrong_definition_is_noticed = noticing(CHECKS, WRONG)
