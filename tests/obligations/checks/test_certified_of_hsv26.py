"""The simulations of a family are certified, and compositions of its members stay within their responses."""

from __future__ import annotations

from concomp.obligations.checks.check import checks_of
from tests.obligations.checks.establishing import establishing

PACKAGE = "concomp.obligations.checks.hsv26"
CHECKS = [made for module in ("reduction", "composition") for made in checks_of(f"{PACKAGE}.{module}.certified")]


test_a_check_establishes_its_statement = establishing(CHECKS)
