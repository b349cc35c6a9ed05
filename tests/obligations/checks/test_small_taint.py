"""The check of tainted variables notices an analysis that follows too little."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from concomp.model.language import taint
from concomp.model.language.handlers import PostProcessingDefinition, Send
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.obligations.checks.hsv26.mechanisms import small_taint
from concomp.obligations.expectation import Violation

CHOICE = taint._choice


def _nothing(definition: PostProcessingDefinition) -> frozenset[Term]:
    return frozenset()


def _inputs_only(definition: PostProcessingDefinition) -> frozenset[Term]:
    """What inputs go into at once."""
    inputs = frozenset({definition.on_left.received})
    updated = zip(definition.registers, definition.on_left.updates, strict=True)
    return frozenset(register.symbol for register, update in updated if taint._goes_into(inputs, update))


def _shown_whenever(send: Send) -> Iterable[Term]:
    """What is sent to the left, whatever the condition."""
    return [send.message] if send.side is LEFT else []


def _shown_whatever(send: Send) -> Iterable[Term]:
    """When something is sent to the left, whatever it is."""
    return [send.condition] if send.side is LEFT else []


def _decided_whenever(send: Send) -> Iterable[Term]:
    """What is chosen, whatever the condition."""
    return [taint._choice(send.message)] if send.side is RIGHT else []


def _created_whatever(message: Term) -> Term:
    """The index of the part that is asked; of a part that is created, nothing."""
    chosen = CHOICE(message)
    return terms.TRUE if chosen is message else chosen


def _asked_whatever(message: Term) -> Term:
    """What is created; of a part that is asked, nothing."""
    chosen = CHOICE(message)
    return chosen if chosen is message else terms.TRUE


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("_tainted", _nothing),
        ("_tainted", _inputs_only),
        ("_shown", _shown_whenever),
        ("_shown", _shown_whatever),
        ("_decisions", _decided_whenever),
        ("_choice", _created_whatever),
        ("_choice", _asked_whatever),
    ],
)
def test_what_follows_too_little_is_refuted(
    name: str, wrong: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taint, name, wrong)
    small_taint._compared.cache_clear()
    with pytest.raises(Violation, match="tainted"):
        small_taint._compared()
    small_taint._compared.cache_clear()
