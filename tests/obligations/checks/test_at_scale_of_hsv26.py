"""The checks of HSV26 at scale: each passes, on what it really finds, and on a few small members of its family."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from concomp.obligations.checks.check import checks_of
from concomp.obligations.checks.hsv26.composition.at_scale import consistent, filtered, fixed, parallel
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.composition import Scaled
from tests.obligations.checks.establishing import establishing

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


test_a_check_establishes_its_statement = establishing(CHECKS)


@pytest.mark.full
@pytest.mark.parametrize("made", FAMILIES, ids=[f"family {number}" for number in range(len(FAMILIES))])
def test_a_family_holds_what_its_name_says(made: Callable[[], Family[Scaled]]) -> None:
    """Every member once; the largest number of rounds is named where it is more than a few."""
    family = made()
    assert len({member.name for member in family}) == len(family) > 1
    longest = max(part.rounds for member in family for part in member.parts)
    named = map(int, re.findall(r"up to (\d+)", family.name))
    assert longest in {rounds + slack for rounds in named for slack in (0, 1)}
