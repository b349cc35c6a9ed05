"""The checks of HSV26 at scale: each passes, on what it really finds, and on a few small members of its family."""

from __future__ import annotations

import pytest

from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.composition.at_scale import consistent, filtered, fixed, parallel
from concomp.obligations.enumeration.family import Family
from concomp.obligations.enumeration.scaled.composition import Scaled
from tests.obligations.checks.establishing import assert_establishes, found

MODULES = (fixed, parallel, consistent, filtered)
CHECKS = [made for module in MODULES for made in checks_of(module.__name__)]
FAMILIES = (
    fixed.fixed_lists,
    fixed.fixed_slots,
    parallel.leaks,
    *parallel.CASES.values(),
    parallel.pure_ones,
    consistent.consistent_ones,
    consistent.interactive_ones,
    filtered.filtered_ones,
)


@pytest.mark.full
@pytest.mark.parametrize("made", CHECKS, ids=[made.path for made in CHECKS])
def test_a_check_establishes_its_statement(made: Check) -> None:
    assert_establishes(made, found(made))


@pytest.mark.full
def test_families_hold_what_they_say() -> None:
    """Every member once, no more than eight mechanisms at once but for leaks, and as many rounds as are named."""
    families: list[Family[Scaled]] = [made() for made in FAMILIES]
    for family in families:
        assert len({member.name for member in family}) == len(family)
    for family in families[:2]:
        assert max(part.rounds for member in family for part in member.parts) in (40, 200)
        assert f"up to {max(part.rounds for member in family for part in member.parts)}" in family.name
