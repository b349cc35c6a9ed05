"""Mechanisms that answer by a script, and count who has seen the data."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from functools import cached_property

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.targets.outcomes import Refused
from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.files.evidence import LossEvidence, PropertyEvidence, definition_hash, function_hash
from concomp.model.language import Monitor, Opaque

ALWAYS = "always"


class Query(Opaque):
    """Whatever is asked."""


class AnyQueries(Monitor):
    """Every query may be asked: the data are fixed, and come with the mechanism."""

    def step(self, left: Query, right: Query) -> None:
        """Accept."""


FUNCTION = AnyQueries()
PROPERTIES = tuple(
    PropertyEvidence(subject=definition_hash(FUNCTION), property=name, kind="declared")
    for name in ("diagonal", "public")
)


@dataclass(frozen=True, eq=False)
class Scripted:
    """A mechanism that gives its answers in order; its loss is declared.

    loss: what it is charged. script: its answers on the data. fails: whether it does, on the data, once it has seen
    them. saw_data: is called when it has.
    """

    loss: Guarantee
    script: Sequence[str]
    fails: bool
    saw_data: Callable[[], None]
    name = digest = "scripted"
    function = FUNCTION
    properties = PROPERTIES

    @property
    def answers(self) -> Container[str]:
        """What it may answer."""
        return frozenset(self.script)

    @cached_property
    def evidence(self) -> LossEvidence:
        """The declaration."""
        return LossEvidence(
            subject=self.digest,
            function=function_hash(FUNCTION),
            kind="declared",
            measure=self.loss.measure,
            loss=self.loss.fields,
        )

    def begin(self, randomness: Randomness) -> Respond:
        """See the data; answer what comes next, and the last answer for ever."""
        self.saw_data()
        if self.fails:
            raise RuntimeError("scripted to fail")
        rest = iter(self.script)
        last = self.script[-1] if self.script else ""
        return lambda query: next(rest, last)


def scripted(mechanism: Mechanism, loss: Guarantee, data: str, saw_data: Callable[[], None]) -> Scripted:
    """The mechanism that a message describes, on these data; Refused if it has no answers for them."""
    answers = mechanism.answers or []
    script = answers.get(data) if isinstance(answers, dict) else answers
    if script is None:
        raise Refused(f"answers: there are none for the data {data!r}: give a list for each data")
    return Scripted(loss, tuple(script), mechanism.fails in (ALWAYS, data), saw_data)
