"""Inquiries: questions with the words for what they are about, and the lemmas that their answers may rest on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.certificates.certificate import Assumed, Certificate, CertifiedClaim
from concomp.obligations.verify.encoding.assuming import assuming, missing
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.replay import Replay
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.stating.traces import on_trace
from concomp.obligations.verify.scopes import scope_of_all_lengths, scope_of_trace
from concomp.obligations.verify.verdicts import Verdict, Word


@dataclass(frozen=True)
class Lemma:
    """A property that is proved: how certificates name it, and the questions that ask for it."""

    assumed: Assumed
    questions: tuple[Question, ...]

    @property
    def systems(self) -> tuple[System, ...]:
        """The systems no bad step of which can be reached."""
        return tuple(each.system for each in self.questions)

    def is_called(self, assumed: Assumed) -> bool:
        """Whether certificates name it as they name this one."""
        return (self.assumed.function, self.assumed.property) == (assumed.function, assumed.property)

    def asks(self, questions: Iterable[Question]) -> bool:
        """Whether it is what these questions ask for, whatever that is called."""
        own, others = ([(each.meaning(), each.system) for each in listed] for listed in (self.questions, questions))
        return own == others


class NoLemma(ValueError):
    """What is proved of a property is nothing that others may rest on."""


@dataclass(frozen=True)
class Inquiry:
    """A question: the property as it was typed, and in words with what it compares; values of parameters fixed.

    lemmas: what a proof may rest on.
    """

    question: Question
    name: str
    about: str
    values: Mapping[str, Value]
    lemmas: tuple[Lemma, ...] = ()

    @property
    def subject(self) -> CertifiedClaim:
        """What a proof proves."""
        scope = ", ".join([scope_of_all_lengths(self.question.system.parameters, self.values), *self.question.given])
        assumed = tuple(each.assumed for each in self.lemmas)
        return CertifiedClaim(self.question.subject(), self.about, scope, assumed)

    @cached_property
    def proved_of(self) -> Question:
        """The question that a proof answers: the same, beside all lemmas."""
        if not self.lemmas:
            return self.question
        systems = [system for each in self.lemmas for system in each.systems]
        return replace(self.question, system=assuming(self.question.system, systems))

    @property
    def alone(self) -> Inquiry:
        """The same without lemmas."""
        return replace(self, lemmas=())

    def resting_on(self, lemmas: Sequence[Lemma]) -> Inquiry:
        """The same with these lemmas, but for those that speak of what the question does not."""
        return replace(self, lemmas=tuple(each for each in lemmas if not self._missing(each)))

    def does_not_use(self, lemmas: Sequence[Lemma]) -> list[str]:
        """For each lemma that speaks of what the question does not, what that is, in words."""
        left_out = [(each, self._missing(each)) for each in lemmas]
        told = [(each.assumed.words(), about[0]) for each, about in left_out if about]
        return [f"{words}: is not used, as it speaks of {first!r}, which is no part of this" for words, first in told]

    def _missing(self, lemma: Lemma) -> list[str]:
        found = [missing(self.question.system, each) for each in lemma.systems]
        return [terms.describe(each) for each in found if each is not None]

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
            assuming=tuple(one for each in certificates for one in each.subject.assuming),
        )

    def verdict_by_trace(self, word: Word, attempt: Attempt, trace: Replay) -> Verdict:
        """A verdict by a trace."""
        scope = scope_of_trace(len(trace.steps), {**self.values, **trace.parameters})
        tried = tuple(attempt.tried)
        stated = on_trace(attempt.stated, self.question.stated, trace)
        return Verdict(self.name, word, scope, attempt.seconds, trace.finding, trace, (), tried, stated=stated)


@dataclass(frozen=True)
class Proposition:
    """A property of a function, in words with what it compares, and the inquiries that together ask for it.

    function: what it is called as a lemma.
    """

    function: str
    about: str
    inquiries: tuple[Inquiry, ...]

    def lemma(self, manifests: Sequence[str]) -> Lemma:
        """The lemma that it is, once certificates with these hashes prove it.

        Raises NoLemma if it is proved under conditions only, or asked of an arbitrary index.
        """
        questions = [each.question for each in self.inquiries]
        for each in questions:
            if each.given:
                raise NoLemma(f"it holds only if {', and '.join(each.given)}")
            if each.indices:
                raise NoLemma(f"it is asked of one arbitrary index, {terms.describe(each.indices[0])}")
        scope = self.inquiries[0].subject.scope
        assumed = Assumed(self.function, self.about, scope, tuple(manifests))
        return Lemma(assumed, tuple(questions))
