"""A small right filter behind the protocol, for others to break in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from concomp.conformance.protocol.commands import Mechanism
from concomp.conformance.protocol.losses import Loss
from concomp.conformance.protocol.numbers import read_number
from concomp.conformance.reference.scripted import ALWAYS
from concomp.conformance.reference.target import Reference
from concomp.conformance.targets.outcomes import Refused
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import ParameterError

FAILED: dict[str, Any] = {"failed": True}
Losses = tuple[PrivacyParameters, ...]


@dataclass
class Book:
    """What was launched: the budget, the data, the losses that were charged, and the answers that were given."""

    budget: PrivacyParameters
    data: str
    losses: Losses = ()
    answers: list[str] = field(default_factory=list)
    refusals: int = 0


@dataclass(frozen=True)
class Script:
    """A mechanism that was launched, its loss, and the book that it belongs to."""

    mechanism: Mechanism
    loss: PrivacyParameters
    book: Book


class Plain(Reference):
    """A filter by basic composition, for E and δ, with scripted mechanisms only."""

    claims = ({"claim": "filter", "measure": "approximate", "arithmetic": "exact"}, {"claim": "failures"})

    def __init__(self) -> None:
        """Begin without handles."""
        super().__init__()
        self._books: dict[str, Book | Script] = {}

    def open(self, kind: str, measure: str, budget: Loss | None, data: str) -> dict[str, Any]:
        """An empty book."""
        return self._keep(Book(self.read(budget), data))

    def launch(self, on: str, mechanism: Mechanism) -> dict[str, Any]:
        """Charge, then run."""
        book = self._books[on]
        assert isinstance(book, Book)
        loss = self.read(mechanism.loss)
        if not self.accepts(book, loss):
            self.refuse(book, loss)
            raise Refused("over budget")
        self.charge(book, loss, mechanism)
        return self._keep(Script(mechanism, loss, book))

    def ask(self, on: str, query: Any) -> dict[str, Any]:
        """The one answer of a script."""
        script = self._books[on]
        assert isinstance(script, Script)
        if script.mechanism.fails in (ALWAYS, script.book.data):
            return FAILED
        answers = script.mechanism.answers or []
        answer = (answers[script.book.data] if isinstance(answers, dict) else answers)[0]
        script.book.answers.append(answer)
        self.hear(script, answer)
        return {"answer": answer}

    def read(self, loss: Loss | None) -> PrivacyParameters:
        """A loss; Refused for what is none."""
        if loss is None or loss.e_eps is None:
            raise Refused("give e_eps")
        try:
            return PrivacyParameters(read_number(loss.e_eps), read_number(loss.delta))
        except ParameterError as error:
            raise Refused(str(error)) from None

    def accepts(self, book: Book, loss: PrivacyParameters) -> bool:
        """Whether basic composition admits one more."""
        return within((*book.losses, loss), book.budget)

    def charge(self, book: Book, loss: PrivacyParameters, mechanism: Mechanism) -> None:
        """Write down a loss."""
        book.losses = (*book.losses, loss)

    def refuse(self, book: Book, loss: PrivacyParameters) -> None:
        """A refusal changes nothing."""

    def hear(self, script: Script, answer: str) -> None:
        """An answer changes nothing."""

    def _keep(self, kept: Book | Script) -> dict[str, Any]:
        name = f"p{len(self._books)}"
        self._books[name] = kept
        return {"handle": name}


def within(losses: Losses, budget: PrivacyParameters) -> bool:
    """Basic composition."""
    e_eps, delta = Fraction(1), Fraction(0)
    for loss in losses:
        e_eps, delta = e_eps * loss.e_eps, delta + loss.delta
    return e_eps <= budget.e_eps and delta <= budget.delta
