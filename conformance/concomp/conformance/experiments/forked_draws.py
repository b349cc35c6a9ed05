"""Children of a fork: a mechanism runs in a process and in its copy, and their noise is drawn independently.

A target may refuse to be used in a copied process. If it does not, what parent and child release at the same step has
the joint law of two independent draws; who copies the state of a generator releases the same noise twice.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from concomp.conformance.experiments.finding import Finding, Message, Play, results
from concomp.conformance.protocol.numbers import Number, read_number
from concomp.conformance.statistics.cell_laws import independent, two_sided_geometric
from concomp.conformance.statistics.cells import count
from concomp.conformance.statistics.mixture import rejects
from concomp.conformance.statistics.shares import parts


class ForkedDraws(BaseModel):
    """The joint law of a number with two-sided geometric noise, released in a process and in its copy.

    ratio: of the noise. budget: of the session, enough for all. last: integers up to this size have a cell each, the
    tails one cell each. pairs: how many releases there are in each process. before: how many there are before it is
    copied, so that a generator has begun. copies: how often it is copied, once if nothing is said: what a generator has
    in store may be used up soon after. alpha: the largest chance with which a right target is failed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["forked_draws"] = "forked_draws"
    ratio: Number
    budget: dict[str, JsonValue]
    last: Annotated[int, Field(ge=0, le=20)]
    pairs: Annotated[int, Field(ge=1, le=10_000)]
    before: Annotated[int, Field(ge=1, le=100)] | None = None
    copies: Annotated[int, Field(ge=1, le=20)] | None = None
    alpha: Number

    def play(self) -> Play:
        """Copy the process, release as many numbers in both, and judge them."""
        opens = [{"cmd": "open", "kind": "session", "measure": "approximate", "budget": self.budget, "data": "0"}]
        [opened] = results(opens, (yield opens))
        parent = opened["handle"]
        if self.before is not None:
            used = [self._launch(parent) for _ in range(self.before)]
            yield [self._ask(each) for each in results(used, (yield used))]
        for _ in range(self.copies or 1):
            finding = yield from self._copy(parent)
            if not finding.kept:
                break
        return finding

    def _copy(self, parent: str) -> Play:
        """Copy the process once."""
        [copied] = yield [{"cmd": "duplicate", "on": parent, "how": "fork"}]
        if copied.ok is None:
            return self._finding(True, f"it is not copied: {copied.outcome}")
        launches = [self._launch(on) for on in (parent, copied.ok["handle"]) for _ in range(self.pairs)]
        launched = yield launches
        if all(reply.ok is None for reply in launched[self.pairs :]):
            return self._finding(True, f"nothing is launched in the copy: {launched[-1].outcome}")
        asks = [self._ask(each) for each in results(launches, launched)]
        values = [answer.get("answer") for answer in results(asks, (yield asks))]
        return self._judged(list(zip(values[: self.pairs], values[self.pairs :], strict=True)))

    def _judged(self, pairs: list[tuple[Any, Any]]) -> Finding:
        law = independent(two_sided_geometric(read_number(self.ratio), self.last))
        counts, strangers = count(law.cells, pairs)
        if strangers:
            return self._finding(False, "an answer that is no integer")
        same = sum(first == second for first, second in pairs)
        reported = f"{same} of {self.pairs} numbers are the same in both"
        return self._finding(not rejects(law, counts, parts(read_number(self.alpha), self.copies or 1)), reported)

    def _launch(self, on: str) -> Message:
        return {"cmd": "launch", "on": on, "mechanism": {"kind": "two_sided_geometric", "ratio": self.ratio}}

    def _ask(self, launched: Message) -> Message:
        return {"cmd": "ask", "on": launched["handle"], "query": ["0", "0"]}

    def _finding(self, kept: bool, reported: str) -> Finding:
        expected = (
            "a refusal in the copied process, or independent noise in both "
            f"(a right target fails with a chance of at most {self.alpha})"
        )
        return Finding(kept, "privacy", expected, reported)
