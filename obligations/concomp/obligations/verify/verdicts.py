"""Verdicts.

What is found out about a property of a function: proved, with a certificate that two solvers accept; refuted, with a
trace that was replayed on the function itself; vacuous, where nothing interesting can happen at all; or unknown, with
what was tried. There is no other way to say proved or refuted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from concomp.model.language.syntax.errors import Position, did_you_mean
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.certificates.certificate import Assumed, Certificate
from concomp.obligations.verify.properties.replay import Replay

if TYPE_CHECKING:
    from concomp.model.files.evidence import PropertyEvidence

Word = Literal["proved", "refuted", "unknown", "vacuous"]


Outcome = Literal[
    "is kept",
    "is kept as long as the property has not failed",
    "fails at the start",
    "fails on the trace",
    "is not kept from a state that the other lines allow",
    "is not settled",
    "is not used",
]
"""What came of a condition that the author states.

What is kept holds throughout where the property is proved; elsewhere nothing is known of what comes after that has
failed. Only one that fails at the start, or on the trace that is shown, is known not to hold throughout: whether a
state from which one is not kept can be reached is not known, nor is anything of one that no solver settles, or of which
the property says nothing.
"""
KEPT: Outcome = "is kept"
KEPT_SO_LONG: Outcome = "is kept as long as the property has not failed"
FAILS_ON_TRACE: Outcome = "fails on the trace"


@dataclass(frozen=True)
class StatedLine:
    """A condition that the author states, and what came of it.

    position: where it stands. shown: the start, or the step, at which it fails, or why nothing is known of it, in
    words; empty if it is kept.
    """

    position: Position
    outcome: Outcome
    shown: str

    def where_proved(self) -> StatedLine:
        """The same where the property is proved, and so never fails."""
        return replace(self, outcome=KEPT) if self.outcome == KEPT_SO_LONG else self


@dataclass(frozen=True, repr=False)
class Verdict:
    """What is found out about one property.

    scope: for which lengths and parameters the verdict is, in words.
    reason: what the trace shows, or why the property is vacuous; empty where the word says it all.
    seconds: how long it took. trace: the replayed run, of a witness or a refutation. certificates: of a proof,
    one for each question that the property asks.
    tried: the stages that were gone through, each with what came of it.
    unsatisfiable: vacuous, because the parameters can have no values.
    given: what is supposed besides the constraints on parameters, in words, where the verdict is for all lengths.
    stated: what came of each condition that the author states to hold throughout.
    obstacle: of what is unknown, a step that violates the property in a state that no invariant excludes which was
    found, in words; whether that state can be reached is not known. Empty if none was found.
    """

    property: str
    verdict: Word
    scope: str
    seconds: float = field(compare=False)
    reason: str = ""
    trace: Replay | None = None
    certificates: tuple[Certificate, ...] = ()
    tried: tuple[str, ...] = field(default=(), compare=False)
    unsatisfiable: bool = False
    given: tuple[str, ...] = ()
    stated: tuple[StatedLine, ...] = field(default=(), compare=False)
    obstacle: str = field(default="", compare=False)
    assuming: tuple[Assumed, ...] = ()

    @cached_property
    def is_certified(self) -> bool:
        """Whether it is proved, by certificates."""
        return self.verdict == "proved" and bool(self.certificates)

    @cached_property
    def length(self) -> int | None:
        """The number of messages in the trace, if there is one."""
        return None if self.trace is None else len(self.trace.steps)

    def __repr__(self) -> str:
        return f"<{self._words()}>"

    def _words(self) -> str:
        """The property and its verdict, and by which lemmas it is proved."""
        by = "".join(f", by {each.words()}" for each in self.assuming)
        return f"{self.property} {self.verdict}{f' ({self.scope})' * bool(self.scope)}{by}"


@dataclass(frozen=True)
class Opening:
    """A theorem that the verdicts open, and the hypotheses that remain open, in words."""

    theorem: str
    hypotheses: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Report:
    """The verdicts on one function; each is also an attribute, as in `report.first_pair_consistent`.

    parameters: the values at which parameters were fixed.
    witness: an accepted sequence with a pair that differs, or why there is none.
    opens: the theorems that the verdicts open.
    warnings: what is written in the function and does not matter, in words.
    evidence: of what is proved of the function alone, for a session; none of one that cannot be written as JSON.
    """

    function: str
    description: str
    parameters: Mapping[str, Value]
    witness: Verdict
    verdicts: tuple[Verdict, ...]
    opens: tuple[Opening, ...]
    warnings: tuple[str, ...] = ()
    evidence: tuple[PropertyEvidence, ...] = ()

    @property
    def usable_at_run_time(self) -> bool:
        """Whether a refusal at run time, where every message is paired with itself, tells nothing, unconditionally."""
        proved = {each.property for each in self.verdicts if each.verdict == "proved" and not each.given}
        return {"diagonal", "public"} <= proved

    def __getitem__(self, name: str) -> Verdict:
        """The verdict on the property of this name; KeyError if it was not asked."""
        known = {each.property: each for each in (self.witness, *self.verdicts)}
        if name not in known:
            raise KeyError(f"{name!r} was not asked of {self.function}; {did_you_mean(name, known)}")
        return known[name]

    def __getattr__(self, name: str) -> Verdict:
        known = {attribute(each.property): each for each in (self.witness, *self.verdicts)}
        if name.startswith("__") or name not in known:
            raise AttributeError(f"{name!r} was not asked of this function; {did_you_mean(name, known)}")
        return known[name]

    def __repr__(self) -> str:
        return f"<{self.function}: {', '.join(each._words() for each in self.verdicts)}>"

    def words(self) -> dict[str, Word]:
        """The verdicts' words, by property."""
        return {each.property: each.verdict for each in self.verdicts}


def attribute(name: str) -> str:
    """The attribute of a report under which the property of this name is found."""
    return name.replace("-", "_").replace(" ", "_")
