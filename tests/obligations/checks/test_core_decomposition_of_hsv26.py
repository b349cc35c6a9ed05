"""Core decomposition: each check establishes its statement, and notices a wrong definition."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from concomp.model.applications.core_decomposition import listed, user_of_vertex
from concomp.model.programs.comparisons import exceeding_sparse_vector
from concomp.obligations.alignments.joined import EDGES, TOO_LITTLE
from concomp.obligations.checks.hsv26.applications import core_decomposition, core_estimates
from tests.obligations.checks.establishing import Wrong, checks_in, establishing, noticing

CHECKS = checks_in(
    "concomp.obligations.checks",
    ["hsv26.applications.core_decomposition", "hsv26.applications.core_estimates", "concomp.joined_users"],
)
PROTOCOL, ESTIMATES = core_decomposition.__name__, core_estimates.__name__
JOINED = "concomp.obligations.checks.concomp.joined_users"
WRONG: tuple[Wrong, ...] = (
    ("HSV26 Section 9: core decomposition protocol", PROTOCOL, "estimates", core_decomposition.as_printed),
    ("HSV26 Section 9: core decomposition protocol", PROTOCOL, "sparse_vector", exceeding_sparse_vector),
    ("HSV26 Lemma 9.1", ESTIMATES, "silent", core_estimates.user),
    ("HSV26 Lemma 9.1", ESTIMATES, "user", core_estimates.silent),
    ("HSV26 Lemma 9.1 (repaired)", ESTIMATES, "last_passed", core_estimates.tested_last),
    (
        "HSV26 Lemma 9.1 (repaired)",
        ESTIMATES,
        "user",
        lambda: user_of_vertex(Fraction(1, 64), Fraction(1, 1024)),
    ),
    ("HSV26 Lemma 9.1 (repaired)", ESTIMATES, "stable", lambda graph: listed((1, 3, 3))),
    ("concomp Proposition 16", JOINED, "EDGES", TOO_LITTLE),
    ("concomp Proposition 16", JOINED, "TOO_LITTLE", EDGES),
)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    for remembered in (core_decomposition.line, core_decomposition.compared):
        remembered.cache_clear()
    yield
    for remembered in (core_decomposition.line, core_decomposition.compared):
        remembered.cache_clear()


test_each_check_establishes_its_statement = establishing(CHECKS.values())


test_a_wrong_definition_is_noticed = noticing(CHECKS, WRONG)
