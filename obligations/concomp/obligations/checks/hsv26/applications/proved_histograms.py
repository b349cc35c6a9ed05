"""The privacy of histograms for every length: of the d-counter, of Algorithm 4 clamped, and of HSS as a whole.

That of the last follows from the three properties (Definition 6.5(1-3)) and from the losses of the parts, if what these
may be sent is no more than the composition theorems allow. That is proved here.
"""

from __future__ import annotations

from functools import cache

from concomp.model.applications.histogram import ClampedSteps, histogram_mechanism, parts_of_histogram
from concomp.obligations.checks.propositions import Proposition, Proved, mistake
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.families.applications.counting_columns import (
    Counting,
    ItemsOfCounters,
    NeighbouringUpdates,
    OneForAll,
)
from concomp.obligations.families.applications.histogram_variants import (
    ClampedBySums,
    rows_to_parts,
    sensitive,
    wrong,
)
from concomp.obligations.families.applications.parts_by_relation import TestsDiffer, parts_by_relation
from concomp.obligations.verify.properties.copies import ask_copies, maps_validity, sends_a_difference
from concomp.obligations.verify.properties.properties import WITNESS, ask, compare
from concomp.obligations.verify.properties.validity import Validity

D = "d"
"""The dimension, which is a parameter."""
SENT = "a pair that differs is sent to the right"


@cache
def columns_side_by_side() -> Proposition:
    """The d-counter is a post-processing of d counters with the three properties."""
    counting, columns = Counting(), Validity(NeighbouringUpdates().definition, ItemsOfCounters().definition)
    return Proposition(
        (
            *(ask_copies(name, counting) for name in ("total", "destination", "response")),
            maps_validity(counting, columns),
        ),
        sends_a_difference(counting, columns),
        {mistake(OneForAll): maps_validity(OneForAll(), columns)},
        "all lengths, in every dimension, at whichever coordinate; any counters that are private w.r.t. ~', each of "
        "which gets a stream that is ~', so that Theorem 4.10 (repaired) and basic composition give (ε,δ)",
    )


@cache
def clamped_answers() -> Proposition:
    """HSS with its counter's answers clamped has the three properties."""
    clamped, given = histogram_mechanism(D, ClampedSteps), sensitive(D)
    return Proposition(
        (
            *(ask_copies(name, clamped, given) for name in ("destination", "response")),
            maps_validity(clamped, rows_to_parts(D), given),
        ),
        sends_a_difference(clamped, rows_to_parts(D), given),
        {mistake(ClampedBySums): ask_copies("response", wrong(ClampedBySums), sensitive(1))},
        "with answers of the counter clamped at 0 it has the three properties of Section 6.1, in every dimension; any "
        "1-sensitive query, any thresholds, all lengths",
    )


@cache
def parts_that_differ() -> Proposition:
    """f' asks no more than three fixed compositions allow."""
    printed, by_relation = parts_of_histogram(D)().definition, parts_by_relation(D)().definition
    two = compare("included", parts_by_relation(D, TestsDiffer)().definition, printed)
    return Proposition(
        (compare("included", printed, by_relation),),
        ask(WITNESS, printed),
        {mistake(TestsDiffer): two},
        "all lengths, in every dimension: one test gets a stream that is ~_S and loses ε/3 (Lemma 7.4), one number is "
        "~_L and loses ε/3, the counter's stream is ~_C and loses ε/3, or (ε/3, δ) (Corollary 7.5); all else is "
        "identical (Corollary 5.5, Theorem 4.10 (repaired))",
    )


TABLE = (
    Proved(
        "HSV26 Corollary 7.5",
        "neighbouring_vectors_become_neighbouring_items_of_counters",
        "The d-counter is a post-processing of d counters, and takes ~_C to ~' for each of them.",
        columns_side_by_side,
        SENT,
    ),
    Proved(
        "HSV26 Algorithm 4",
        "a_histogram_whose_estimates_are_clamped_has_the_properties",
        "With its counter's answers clamped at 0, HSS has the three properties still.",
        clamped_answers,
        SENT,
        part="to be private with its counter's answers clamped at 0",
    ),
    Proved(
        "HSV26 Section 7.2: HSS is private",
        "of_each_kind_of_part_one_differs",
        "What HSS may send to its parts is a fixed composition of one test, one number and the counter.",
        parts_that_differ,
        "two parts are created and sent to",
        notes=("With d = 1 and q the identity a test loses ε/6 only, and HSS is 5ε/6-DP (concomp Proposition 13).",),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
