"""Guess-and-check as a post-processing of a check and answers: the three properties of HSV26 section 6.1, proved.

With them HSV26 Theorem 6.1, or here already a composition of two mechanisms, gives what Theorem 5 claims of Lemmas 6
and 7.
"""

from __future__ import annotations

from concomp.model.applications.guess_and_check_of_parts import GuessAndCheck
from concomp.obligations.checks.propositions import Proposition, Proved, mistake
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.families.applications.guess_variants import (
    AsksForTwice,
    ShowsValues,
    SkipsZero,
    guesses_to_parts,
)
from concomp.obligations.verify.properties.copies import ask_copies, maps_validity, sends_a_difference


def properties() -> Proposition:
    """It is total, and has the three properties."""
    machine, sides = GuessAndCheck(), guesses_to_parts()
    return Proposition(
        (
            *(ask_copies(name, machine) for name in ("total", "destination", "response")),
            maps_validity(machine, sides),
        ),
        sends_a_difference(machine, sides),
        {
            mistake(SkipsZero): ask_copies("destination", SkipsZero()),
            mistake(ShowsValues): ask_copies("response", ShowsValues()),
            mistake(AsksForTwice): maps_validity(AsksForTwice(), sides),
        },
        "all lengths; values at most 1 apart and the same guesses, to a check and answers that get the same",
    )


TABLE = (
    Proved(
        "Lyu22 Theorem 5",
        "values_go_to_the_parts_alone",
        "Two copies told the same answers send to the same side, show the same, and send the parts what they may get.",
        properties,
        "a pair of values that differ is sent to the check",
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
