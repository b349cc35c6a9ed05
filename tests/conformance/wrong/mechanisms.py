"""Mechanisms that tell more than they claim, each by one error."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.reference.target import Reference
from concomp.model.numbers import rational_text

Fields = Mapping[str, Any]
NAMES = ("randomised_response", "two_sided_geometric", "above_threshold", "sparse_vector", "counter")
NOISELESS = "1/1000"


class _Changed(Reference):
    """concomp, which launches another mechanism than it was asked for."""

    claims = tuple({"claim": "mechanism", "name": name} for name in NAMES)

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        changed = self.changed(mechanism.kind, mechanism.model_extra or {})
        return super().launch(on, Mechanism.model_validate({"kind": mechanism.kind, **changed}))

    def changed(self, kind: str, fields: Fields) -> Fields:
        """The fields of what is launched."""
        return fields


def _with(fields: Fields, name: str, number: Fraction) -> Fields:
    return {**fields, name: rational_text(number)}


class ResponseFourFifths(_Changed):
    """Odds that are a third more."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        if kind != "randomised_response":
            return fields
        return _with(fields, "e_eps", read_number(fields["e_eps"]) * Fraction(4, 3))


class ResponseDoubled(_Changed):
    """Odds that are twice as large."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        return _with(fields, "e_eps", 2 * read_number(fields["e_eps"])) if kind == "randomised_response" else fields


class ExposesTwiceAsOften(_Changed):
    """Twice the chance to expose the bit."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        return _with(fields, "delta", 2 * read_number(fields["delta"])) if "delta" in fields else fields


class RatioSquared(_Changed):
    """The noise of twice the loss."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        return _with(fields, "ratio", read_number(fields["ratio"]) ** 2) if "ratio" in fields else fields


class WithoutNoise(_Changed):
    """Next to no noise."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        if kind == "counter":
            return {**fields, "e_eps": "10000"}
        return {**fields, "ratio": NOISELESS} if "ratio" in fields else fields


class NoThresholdNoise(_Changed):
    """A threshold without noise."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        return {**fields, "threshold_ratio": NOISELESS} if "threshold_ratio" in fields else fields


class NoQueryNoise(_Changed):
    """Values without noise."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        return {**fields, "query_ratio": NOISELESS} if "query_ratio" in fields else fields


class BudgetForEachLevel(_Changed):
    """A counter whose every level is given the whole loss."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        return _with(fields, "e_eps", read_number(fields["e_eps"]) ** 2) if kind == "counter" else fields
