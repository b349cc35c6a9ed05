"""The answers of ExtConComp written out by hand: from those of the created mechanisms alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from concomp.model.composition.concurrent import CLOSED
from concomp.model.composition.messages import Create, Query
from concomp.model.laws.law import Law, product_law
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, HALT, InteractiveMechanism
from concomp.obligations.families.compositions.answers import Answers, answers_from
from concomp.obligations.families.compositions.small_components import small_components
from concomp.obligations.families.small.mechanisms import BITS


def interleaved_answers(
    parts: Sequence[tuple[InteractiveMechanism, Any, Sequence[Any]]], order: Sequence[int]
) -> Law[Answers]:
    """The law of interleaved answers: each part answers its own queries, independently; `order` names the parts."""
    own = [_without_end(part, start, queries) for part, start, queries in parts]

    def interleaved(drawn: tuple[Answers, ...]) -> Answers:
        waiting = [iter(listed) for listed in drawn]
        return tuple(next(waiting[index - 1]) for index in order)

    return product_law(own).map(interleaved)


def _without_end(part: InteractiveMechanism, start: Any, queries: Sequence[Any]) -> Law[Answers]:
    """The law of as many answers as there are queries, CLOSED from a halt on."""
    return answers_from(part, start, queries).map(
        lambda given: (
            *(CLOSED if answer is HALT else answer for answer in given),
            *[CLOSED] * (len(queries) - len(given)),
        )
    )


def answers_by_hand(messages: Sequence[Any]) -> Law[Answers]:
    """The law of ExtConComp's answers, from those of the created mechanisms alone."""
    created: list[Any] = []
    asked: list[list[Any]] = []
    order: list[Any] = []
    for message in messages:
        index: Any = message.index if type(message) is Query else 0
        if type(message) is Create:
            created.append(message)
            asked.append([])
            order.append(None)
        elif 1 <= index <= len(created):
            asked[index - 1].append(message.payload)
            order.append(index)
        else:
            order.append(HALT)
            break
    parts = [(create.mechanism, create.initial, queries) for create, queries in zip(created, asked, strict=True)]
    talk = [index for index in order if isinstance(index, int)]

    def with_signals(given: Answers) -> Answers:
        waiting = iter(given)
        return tuple(ACKNOWLEDGED if at is None else HALT if at is HALT else next(waiting) for at in order)

    return interleaved_answers(parts, talk).map(with_signals)


def messages_to(indices: Sequence[int]) -> list[Any]:
    creations = [each.create for each in small_components()]
    return [*creations, *(Query(payload=bit, index=index) for bit in BITS for index in indices)]
