"""Vectors as items of pytest, and what becomes of each."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from concomp.conformance.protocol.claims import Claim
from concomp.conformance.report.failure import heading, told
from concomp.conformance.report.known import Known, complaints, read_known
from concomp.conformance.runner.misbehaviour import CannotStart
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.target import Target
from concomp.conformance.targets.commands import Asked, asked
from concomp.conformance.vectors.stock import load
from concomp.conformance.vectors.vector import Vector
from concomp.model.files.errors import FormatError
from concomp.model.printing import one_line


class VectorFailed(Exception):
    """Thrown where a vector is failed at a cost, or what is claimed is unsupported."""

    def __init__(self, outcome: Outcome) -> None:
        """Take what came of the vector."""
        super().__init__(outcome.reported)
        self.outcome = outcome


class KnownFailure(VectorFailed):
    """The same, of what is known of the vector."""


class Suite(pytest.Collector):
    """The vectors that are put to a target, which runs until pytest ends."""

    def __init__(self, *, target: str | None, adapter: str | None, known: str | None, **rest: Any) -> None:
        """Take who is asked, and the file of known failures, as the options name them."""
        super().__init__(**rest)
        self._named = target, adapter
        self._file = known

    def collect(self) -> Iterator[VectorItem]:
        """An item for each vector: skipped unless it is claimed, expected to fail where that is known."""
        vectors = load()
        who, target, claims = self._started()
        if not any(each.is_for(claims) for each in vectors):
            raise self.CollectError("the target claims nothing that vectors are about")
        entries = self._known(each.id for each in vectors)
        for vector in vectors:
            if vector.superseded_by is not None:
                continue
            item = VectorItem.from_parent(self, name=vector.id, vector=vector, target=target, who=who)
            if not vector.is_for(claims):
                item.add_marker(pytest.mark.skip(reason="not claimed"))
            elif vector.id in entries:
                item.known = entries[vector.id]
                reason = one_line(item.known.reason)
                item.add_marker(pytest.mark.xfail(reason=reason, raises=KnownFailure, strict=True))
            yield item

    def _started(self) -> tuple[Asked, Target, tuple[Claim, ...]]:
        try:
            who = asked(*self._named)
            target = Target(who.command, Limits())
            self.config.add_cleanup(target.stop)
            return who, target, tuple(target.identity().claims)
        except (ValueError, CannotStart) as error:
            raise self.CollectError(f"{error}: run it by hand, and correct it") from None

    def _known(self, ids: Iterable[str]) -> Mapping[str, Known]:
        """The known failures, by their vectors."""
        try:
            known = () if self._file is None else read_known(self._file)
        except FormatError as error:
            raise self.CollectError(f"--concomp-known: {self._file}: {error}") from None
        for complaint in complaints(known, (), ids, datetime.date.today()):
            raise self.CollectError(f"--concomp-known: {self._file}: {complaint}")
        return {each.id: each for each in known}


class VectorItem(pytest.Item):
    """A vector."""

    def __init__(self, *, vector: Vector, target: Target, who: Asked, **rest: Any) -> None:
        """Take the vector, and to whom it is put."""
        super().__init__(**rest)
        self._vector = vector
        self._target = target
        self._who = who
        self.known: Known | None = None

    def runtest(self) -> None:
        """Put it to the target; what costs utility alone is no failure, and is told."""
        outcome = self._target.put(self._vector)
        if outcome.breaks:
            raise (KnownFailure if self.known is not None and self.known.covers(outcome) else VectorFailed)(outcome)
        if outcome.verdict != "passed":
            pytest.xfail(f"{outcome.cost}: expected {outcome.expected}, reported {outcome.reported}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What is expected, by which statement, what came instead, and what replays it."""
        if not isinstance(excinfo.value, VectorFailed):
            return super().repr_failure(excinfo, style)
        outcome = excinfo.value.outcome
        return "\n".join([heading(outcome), *told(outcome, self._who.replay(outcome.vector.id))])

    def reportinfo(self) -> tuple[str, int, str]:
        """Where it is from, as pytest shows it."""
        return "concomp", 0, f"{self._vector.family}: {self._vector.id}"
