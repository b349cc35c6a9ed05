"""The law of the answers of a mechanism to listed messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message
from concomp.obligations.families.compositions.runs import law_of, runs, script

Answers = tuple[Message, ...]


def answers(mechanism: InteractiveMechanism, messages: Sequence[Any]) -> Law[Answers]:
    """The law of the answers of a continual mechanism to listed messages, up to its halt."""
    return answers_from(mechanism, mechanism.initial_state, messages)


def answers_from(mechanism: InteractiveMechanism, state: Any, messages: Sequence[Any]) -> Law[Answers]:
    """The law of the answers from a state."""
    return law_of(runs(mechanism, state, script(messages), len(messages))).map(lambda said: said[1::2])
