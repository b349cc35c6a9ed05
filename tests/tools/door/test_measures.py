"""Moments and the least ρ from Python: exact, enclosed, infinite, and how they print."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest

import concomp
from concomp.impl.audit.measures import divergences
from tests.impl.audit.measured import tanh

EXAMPLES = Path(__file__).parents[3] / "examples"
YES, NO = concomp.Law({0: F(3, 4), 1: F(1, 4)}), concomp.Law({0: F(1, 4), 1: F(3, 4)})
SURE = concomp.Law({0: F(1)})


def test_the_larger_direction_counts() -> None:
    rare = concomp.Law({0: F(1, 8), 1: F(7, 8)})
    largest = F(9, 16) * 8 + F(1, 16) * F(8, 7)
    for pair in ((YES, rare), (rare, YES)):
        assert concomp.audit_moment(pair, 2).moment == concomp.Bounds(largest, largest)
    assert concomp.audit_moment((SURE, YES), 2).moment is None
    assert repr(concomp.audit_moment((SURE, YES), "3/2")).startswith("<the moment of order 3/2 is infinite: ")


def test_files_are_audited_as_by_the_command() -> None:
    three = concomp.audit_moment(EXAMPLES / "renyi_attack_3.json", 2)
    assert three.moment == concomp.Bounds(F(14737, 4096), F(14737, 4096))
    found = concomp.audit_rho(EXAMPLES / "zcdp_attack.json")
    assert found.value is not None
    assert F("0.4835") < found.value < F("0.4837")
    assert repr(concomp.audit_rho((SURE, YES), omega=3)).startswith("<no ρ suffices for tCDP, ω = 3: ")
    assert concomp.audit_rho((SURE, YES)).value is None


def test_what_many_copies_of_the_attacks_tend_to() -> None:
    """Unboundedly many tell the bit with odds 9, moment 73/9; with odds 63 the least ρ is at least 4.01."""
    told, lied = concomp.Law({0: F(9, 10), 1: F(1, 10)}), concomp.Law({0: F(1, 10), 1: F(9, 10)})
    assert concomp.audit_moment((told, lied), 2).moment == concomp.Bounds(F(73, 9), F(73, 9))
    found = concomp.audit_rho((concomp.Law({0: F(63, 64), 1: F(1, 64)}), concomp.Law({0: F(1, 64), 1: F(63, 64)})))
    assert found.bounds is not None
    assert found.bounds.low >= F("4.01")


def test_a_response_has_the_rho_of_the_closed_form(monkeypatch: pytest.MonkeyPatch) -> None:
    found = concomp.audit_rho((YES, NO)).bounds
    assert found is not None
    low, high = tanh(F(3))
    assert found.low <= high
    assert low <= found.high
    monkeypatch.setattr(divergences, "BITS", (32,))
    with pytest.raises(concomp.Undecided, match="too small to be told from 0"):
        concomp.audit_rho((YES, NO))
