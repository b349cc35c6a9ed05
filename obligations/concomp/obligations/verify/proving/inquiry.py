"""Inquiries: questions with the words for what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.certificates.certificate import Certificate, CertifiedClaim
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.replay import Replay
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.scopes import scope_of_all_lengths, scope_of_trace
from concomp.obligations.verify.verdicts import Verdict, Word


@dataclass(frozen=True)
class Inquiry:
    """A question: the property as it was typed, and in words with what it compares; values of parameters fixed."""

    question: Question
    name: str
    about: str
    values: Mapping[str, Value]

    @property
    def subject(self) -> CertifiedClaim:
        """What a proof proves."""
        scope = ", ".join([scope_of_all_lengths(self.question.system.parameters, self.values), *self.question.given])
        return CertifiedClaim(self.question.subject(), self.about, scope)

    def verdict(
        self, word: Word, attempt: Attempt, reason: str = "", certificates: tuple[Certificate, ...] = ()
    ) -> Verdict:
        """A verdict for all lengths."""
        return Verdict(
            self.name,
            word,
            self.subject.scope,
            attempt.seconds,
            reason,
            certificates=certificates,
            tried=tuple(attempt.tried),
            given=self.question.given,
            stated=tuple(attempt.stated),
            obstacle=attempt.obstacle if word == "unknown" else "",
        )

    def verdict_by_trace(self, word: Word, attempt: Attempt, trace: Replay) -> Verdict:
        """A verdict by a trace."""
        scope = scope_of_trace(len(trace.steps), {**self.values, **trace.parameters})
        tried = tuple(attempt.tried)
        stated = tuple(attempt.stated)
        return Verdict(self.name, word, scope, attempt.seconds, trace.finding, trace, (), tried, stated=stated)
