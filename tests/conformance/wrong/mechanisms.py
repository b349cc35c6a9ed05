"""Mechanisms that tell more than they claim, each by one error."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.losses import Loss
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.reference.forked import Forked
from concomp.conformance.reference.mechanisms import SIDES
from concomp.conformance.reference.target import Reference
from concomp.model.numbers import rational_text

Fields = Mapping[str, Any]
NAMES = ("randomised_response", "two_sided_geometric", "above_threshold", "sparse_vector", "counter")
NOISELESS = "1/100"
USUAL: Fields = {
    "e_eps": "2",
    "ratio": "1/2",
    "threshold_ratio": "1/2",
    "query_ratio": "1/2",
    "positives": 1,
    "steps": 2,
}
"""What is said of a mechanism that says nothing."""
CHILD = "child "
"""How handles begin that are in a copied process."""


class _Changed(Reference):
    """concomp, which launches another mechanism than it was asked for."""

    claims: ClassVar[tuple[Fields, ...]] = (
        *({"claim": "mechanism", "name": name} for name in NAMES),
        {"claim": "interleaving", "measure": "approximate"},
    )

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


class GoesOnWhenClosed(_Changed):
    """A mechanism that is closed and answers."""

    def close(self, on: str) -> None:
        self._find(on)


class SendsTheOtherText(_Changed):
    """Of a query the text that is for the other data."""

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        return super().ask(on, query[::-1] if isinstance(query, list) else query)


class ReadsAnyQuery(_Changed):
    """Of whatever is asked the first part is for the first data, and the last part for the second."""

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        return super().ask(on, [query[0], query[-1]])


class ComparesWithNothing(_Changed):
    """Compares values with 0, and not with the threshold."""

    def __init__(self) -> None:
        """Begin without comparisons."""
        super().__init__()
        self._comparing: set[str] = set()

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        launched = super().launch(on, mechanism)
        if mechanism.kind in ("above_threshold", "sparse_vector"):
            self._comparing.add(launched["handle"])
        return launched

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        return super().ask(on, [str(int(text) + 1) for text in query] if on in self._comparing else query)


class FillsInWhatIsMissing(_Changed):
    """Where a mechanism does not say how much noise it has, it has some."""

    def changed(self, kind: str, fields: Fields) -> Fields:
        return {**USUAL, **fields}


class RepeatsAfterFork(Reference):
    """Noise from a generator whose state is copied with the process."""

    claims = ({"claim": "mechanism", "name": "two_sided_geometric"}, {"claim": "copies"})

    def __init__(self) -> None:
        """Begin with a generator of its own."""
        super().__init__()
        self._generator = random.Random(random.SystemRandom().getrandbits(256))
        self._data: dict[str, str] = {}
        self._launched: dict[str, tuple[Fraction, str]] = {}

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        """Data, without a limit."""
        self._data[name := f"data {len(self._data)}"] = data
        return {"handle": name}

    def close(self, on: str) -> None:
        """Nothing is held."""

    def duplicate(self, on: str, how: str) -> dict[str, Any]:
        """A copied process."""
        self._child = Forked(lambda command, fields: getattr(self, command)(**fields))
        return {"handle": f"{CHILD}{on}"}

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        """Note the ratio."""
        if on.startswith(CHILD):
            there = self._child.ask("launch", {"on": on.removeprefix(CHILD), "mechanism": mechanism})
            return {"handle": CHILD + there["handle"]}
        ratio = read_number((mechanism.model_extra or {})["ratio"])
        self._launched[name := f"h{len(self._launched)}"] = ratio, self._data[on]
        return {"handle": name}

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        """The number for the data, with two-sided geometric noise, as the difference of two geometric numbers."""
        if on.startswith(CHILD):
            return dict(self._child.ask("ask", {"on": on.removeprefix(CHILD), "query": query}))
        ratio, data = self._launched[on]
        return {"answer": int(query[SIDES.index(data)]) + self._geometric(ratio) - self._geometric(ratio)}

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
