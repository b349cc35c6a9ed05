"""The simulations of a family are certified, and compositions of its members stay within their responses."""

from __future__ import annotations

import pytest

from concomp.obligations.checks.check import Check, checks_of
from tests.obligations.checks.establishing import assert_establishes, for_each, found

PACKAGE = "concomp.obligations.checks.hsv26"
CHECKS = [made for module in ("reduction", "composition") for made in checks_of(f"{PACKAGE}.{module}.certified")]


@pytest.mark.full
@for_each(CHECKS)
def test_a_check_establishes_its_statement(made: Check) -> None:
    assert_establishes(made, found(made))
