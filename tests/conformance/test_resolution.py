"""By how much a budget may be exceeded before a filter is failed: what docs/conformance.md says of it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import log
from typing import Any, ClassVar

import pytest

from concomp.conformance.runner.running import run
from concomp.conformance.vectors.stock import load
from concomp.model.laws.indistinguishability import PrivacyParameters
from tests.conformance.wrong.filters import larger
from tests.conformance.wrong.plain import Book, Plain, within
from tests.conformance.wrong.sums import _Sums


class OfSums(_Sums):
    """A filter of ε, and of ρ, that exceeds each budget by a part of it."""

    part: ClassVar[Fraction]
    claims: ClassVar[tuple[dict[str, Any], ...]] = tuple(
        {"claim": "filter", "measure": measure} for measure in ("pure", "zcdp")
    )

    def total(self, losses: list[Fraction], on: str) -> Fraction:
        return sum(losses, Fraction(0)) * (1 - self.part)


class OfEpsilon(Plain):
    """A filter of (ε, δ) that exceeds each ε."""

    part: ClassVar[Fraction]

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        of_e_eps = self.part * Fraction(log(book.budget.e_eps))
        return within((*book.losses, loss), larger(book.budget, of_e_eps, Fraction(0)))


class OfDelta(Plain):
    """A filter of (ε, δ) that exceeds each δ."""

    part: ClassVar[Fraction]

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        return within((*book.losses, loss), larger(book.budget, Fraction(0), self.part))


class SumsFound(OfSums):
    """By hardly more than 4e-9."""

    part = Fraction("4.01e-9")


class SumsNotFound(OfSums):
    """By 1e-9."""

    part = Fraction("1e-9")


class EpsilonFound(OfEpsilon):
    """By 6e-9."""

    part = Fraction("6e-9")


class EpsilonNotFound(OfEpsilon):
    """By 1e-9."""

    part = Fraction("1e-9")


class DeltaFound(OfDelta):
    """By hardly more than 4e-9."""

    part = Fraction("4.01e-9")


class DeltaNotFound(OfDelta):
    """By 1e-9."""

    part = Fraction("1e-9")


def failed(target: str) -> list[str]:
    """The lists of launches that fail a target at the cost of privacy, of those that doubles may decide."""
    command: Sequence[str] = [sys.executable, "-m", "concomp.conformance.targets", f"{__name__}:{target}"]
    chosen = [each for each in load() if each.family == "filter" and "hardly-over" not in each.id]
    return [each.vector.id for each in run(command, chosen).executed if each.cost == "privacy"]


@pytest.mark.full
def test_a_part_of_4e_9_of_sums_is_found_for_each_measure() -> None:
    found = failed("SumsFound")
    for measure in ("pure", "zcdp"):
        assert f"filter-{measure}-just-over" in found
        assert f"filter-{measure}-just-over-by-many" in found


@pytest.mark.full
@pytest.mark.parametrize("parameter", ["epsilon", "delta"])
def test_so_it_is_of_each_parameter(parameter: str) -> None:
    found = failed(f"{parameter.capitalize()}Found")
    assert f"filter-approximate-just-over-{parameter}" in found
    assert f"filter-approximate-just-over-{parameter}-by-many" in found


@pytest.mark.full
@pytest.mark.parametrize("target", ["SumsNotFound", "EpsilonNotFound", "DeltaNotFound"])
def test_a_part_of_1e_9_is_out_of_reach(target: str) -> None:
    """So a page says that promises nothing else."""
    assert failed(target) == []
