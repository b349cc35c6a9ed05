"""Local protocols, derived: the check of users' functions establishes its part, and notices a wrong function."""

from __future__ import annotations

from dataclasses import replace

import pytest

from concomp.model.registry.registry import load
from concomp.obligations.checks.check import checks_of
from concomp.obligations.checks.hsv26.mechanisms import private_protocols
from concomp.obligations.checks.propositions import Proposition
from concomp.obligations.expectation import Violation
from concomp.obligations.families.applications import protocol_variants
from concomp.obligations.verify.properties.properties import WITNESS, ask

CHECKS = list(checks_of(private_protocols.__name__))


@pytest.mark.full
def test_both_statements_are_derived_and_the_users_proved() -> None:
    for made in CHECKS:
        outcome = made.recheck(made.find() if made.find else None)
        assert outcome.verdict == "proved"
        assert outcome.control
        assert load().truth(made.statement) == "misprint"
    assert [made.statement for made in CHECKS] == ["HSV26 Theorem 8.7", *["HSV26 Corollary 8.8"] * 2]


def test_users_who_get_new_data_later_are_noticed() -> None:
    [row] = private_protocols.TABLE
    later = protocol_variants.NewDataLater().definition
    wrong = Proposition((ask("first-pair consistent", later),), ask(WITNESS, later), {}, "")
    with pytest.raises(Violation, match="is refuted"):
        replace(row, proposition=lambda: wrong).find()
    with pytest.raises(Violation, match="is about something else"):
        replace(row, proposition=lambda: wrong).recheck(row.find())
