"""What is reported: a run, what is known to fail in it, and whether the target conforms."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.conformance.report.known import Known
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import Run
from concomp.conformance.targets.commands import Asked

NOTHING = "Nothing was put to the target: it claims nothing that the chosen vectors are about."


@dataclass(frozen=True)
class Report:
    """A run, the failures that are known, and what is wrong with the list of these."""

    asked: Asked
    run: Run
    known: tuple[Known, ...]
    complaints: tuple[str, ...]

    @property
    def conforms(self) -> bool:
        """Whether something was put to the target, and nothing of it breaks it but what is known to."""
        return not self.breaking and not self.objections

    @property
    def objections(self) -> tuple[str, ...]:
        """Why the target does not conform, whatever became of its vectors."""
        return self.complaints if self.run.executed else (NOTHING, *self.complaints)

    @property
    def breaking(self) -> list[Outcome]:
        """What breaks the target, and is not known to."""
        return [each for each in self.run.executed if each.breaks and not self.is_known(each)]

    def is_known(self, outcome: Outcome) -> bool:
        """Whether a vector is known to fail, and fails no graver than is known."""
        return any(each.covers(outcome) for each in self.known)

    @property
    def known_ids(self) -> set[str]:
        """The names of the vectors whose failures are known."""
        return {each.vector.id for each in self.run.executed if self.is_known(each)}

    def replay(self, outcome: Outcome) -> str:
        """The command that puts a vector to the target again."""
        return self.asked.replay(outcome.vector.id)
