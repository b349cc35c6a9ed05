"""Mechanisms that tell more than they claim, each by one error."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.losses import Loss
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.reference.forked import Forked
from concomp.conformance.reference.target import Reference
from concomp.model.numbers import rational_text

Fields = Mapping[str, Any]
NAMES = ("randomised_response", "two_sided_geometric", "above_threshold", "sparse_vector", "counter")
NOISELESS = "1/100"


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


class FreshBudgetAfterTop(_Changed):
    """A sparse vector that goes on after its last positive."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        return {**fields, "positives": 2 + int(fields["positives"])} if "positives" in fields else fields


class RepeatsAfterFork(_Changed):
    """Noise from a generator whose state is copied with the process."""

    claims = (*_Changed.claims, {"claim": "copies"})

    def __init__(self) -> None:
        """Begin with a generator of its own."""
        super().__init__()
        self._generator = random.Random(random.SystemRandom().getrandbits(256))
        self._ratios: dict[str, Fraction] = {}

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        """Anything."""
        return {"handle": "parent"}

    def duplicate(self, on: str, how: str) -> dict[str, Any]:
        """A copied process."""
        self._child = Forked(lambda command, fields: getattr(self, command)(**fields))
        return {"handle": "child"}

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        """Note the ratio."""
        ratio = read_number((mechanism.model_extra or {})["ratio"])
        if on == "child":
            return {"handle": "child " + self._child.ask("launch", {"on": "parent", "mechanism": mechanism})["handle"]}
        self._ratios[name := f"h{len(self._ratios)}"] = ratio
        return {"handle": name}

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        """Two-sided geometric noise, as the difference of two geometric numbers."""
        if on.startswith("child "):
            return dict(self._child.ask("ask", {"on": on.removeprefix("child "), "query": query}))
        return {"answer": self._geometric(self._ratios[on]) - self._geometric(self._ratios[on])}

    def _geometric(self, ratio: Fraction) -> int:
        number = 0
        while self._generator.random() < ratio:
            number += 1
        return number


class _DrawsAnewAfterFork(RepeatsAfterFork):
    """The same, right: a child begins with a new generator."""

    def duplicate(self, on: str, how: str) -> dict[str, Any]:
        """A copied process, with a generator of its own."""
        kept, self._generator = self._generator, random.SystemRandom()
        copied = super().duplicate(on, how)
        self._generator = kept
        return copied
