"""Mechanisms that run side by side: many are launched in one session, and their noise is drawn independently.

What two of them release has the joint law of two independent draws, at each of several distances between their
launches; whoever gives a mechanism the noise of one before releases it twice.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from concomp.conformance.experiments.distances import distances, paired
from concomp.conformance.experiments.finding import Finding, Play, results
from concomp.conformance.protocol.numbers import Number, read_number
from concomp.conformance.statistics.cell_laws import CellLaw, exact_law, independent, two_sided_geometric
from concomp.conformance.statistics.cells import count
from concomp.conformance.statistics.mixture import rejects
from concomp.conformance.statistics.shares import parts
from concomp.model.laws.law import Law

LAST = 2
"""Integers up to this size have cells of their own, the tails one cell each."""


class Geometric(BaseModel):
    """A number with two-sided geometric noise of a ratio."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["two_sided_geometric"] = "two_sided_geometric"
    ratio: Number

    @property
    def law(self) -> CellLaw:
        """The law of what is released of 0."""
        return two_sided_geometric(read_number(self.ratio), LAST)


class Response(BaseModel):
    """A randomised response that loses E = e^ε, and exposes nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["randomised_response"] = "randomised_response"
    e_eps: Number

    @property
    def law(self) -> CellLaw:
        """The law of what is released of 0."""
        e_eps = read_number(self.e_eps)
        return exact_law(Law({"noisy 0": e_eps / (e_eps + 1), "noisy 1": 1 / (e_eps + 1)}))


class LaunchedPairs(BaseModel):
    """The joint law of what two mechanisms release that were launched in one session.

    mechanism: what is launched. budget: of the session, enough for all. launches: how many there are. alpha: the
    largest chance with which a right target is failed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["launched_pairs"] = "launched_pairs"
    mechanism: Annotated[Geometric | Response, Field(discriminator="kind")]
    budget: dict[str, JsonValue]
    launches: Annotated[int, Field(ge=2, le=10_000)]
    alpha: Number

    def play(self) -> Play:
        """Launch all of them, ask each once, and judge what they release pair by pair."""
        opens = [{"cmd": "open", "kind": "session", "measure": "approximate", "budget": self.budget, "data": "0"}]
        [opened] = results(opens, (yield opens))
        mechanism = self.mechanism.model_dump(mode="json")
        launches = [{"cmd": "launch", "on": opened["handle"], "mechanism": mechanism}] * self.launches
        launched = results(launches, (yield launches))
        asks = [{"cmd": "ask", "on": each["handle"], "query": ["0", "0"]} for each in launched]
        values = [answer.get("answer") for answer in results(asks, (yield asks))]
        right, apart = independent(self.mechanism.law), distances(self.launches)
        alpha = parts(read_number(self.alpha), len(apart))
        for distance in apart:
            pairs = paired(values, distance)
            counts, strangers = count(right.cells, pairs)
            if strangers:
                return self._finding(False, "an answer that is none of the law")
            if rejects(right, counts, alpha):
                same = sum(first == second for first, second in pairs)
                return self._finding(
                    False, f"{same} of {len(pairs)} are the same as that of {distance} launches before"
                )
        return self._finding(True, f"not rejected by {self.launches} launches")

    def _finding(self, kept: bool, reported: str) -> Finding:
        kind = self.mechanism.kind.replace("_", " ")
        expected = f"independent noise in each {kind} (a right target fails with a chance of at most {self.alpha})"
        return Finding(kept, "privacy", expected, reported)
