"""The verification functions of single mechanisms as subjects of mutation, with the sentences that they agree with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

from concomp.model.composition.single import (
    Ask,
    EventLevel,
    Neighbouring,
    NeighbouringAsPrinted,
    OnePair,
    ShortEventLevel,
    Start,
)
from concomp.model.language import Monitor
from concomp.obligations.families.functions.agreement import Word
from concomp.obligations.families.mutation.subject import MutationSubject, Setting
from concomp.obligations.families.small.functions import PAIRS
from concomp.obligations.families.small.mechanisms import BITS


@cache
def subjects() -> tuple[MutationSubject, ...]:
    """Privacy of initial states as meant and as printed, of streams, of short streams, and of one pair."""
    short = (_of_pairs(ShortEventLevel(length=length), _short(length)) for length in (1, 2, 3))
    return (
        MutationSubject("Neighbouring", (_of_states(Neighbouring, _below_or_equal),)),
        MutationSubject("NeighbouringAsPrinted", (_of_states(NeighbouringAsPrinted, _below),)),
        MutationSubject("EventLevel", (_of_pairs(EventLevel(), lambda words: _differences(words) <= 1),)),
        MutationSubject("ShortEventLevel", tuple(short)),
        MutationSubject("OnePair", (_of_pairs(OnePair(), lambda words: len(words) == 1),)),
    )


def _differences(words: Word) -> int:
    return sum(left != right for left, right in words)


def _short(length: int) -> Callable[[Word], bool]:
    return lambda words: len(words) <= length and _differences(words) <= 1


def _of_pairs(function: Monitor, holds: Callable[[Word], bool]) -> Setting:
    return Setting(function, holds, PAIRS, 4)


def _below(left: Any, right: Any) -> bool:
    """The relation ~ that only (0,1) satisfies."""
    return bool((left, right) == (0, 1))


def _below_or_equal(left: Any, right: Any) -> bool:
    return bool(left == right) or _below(left, right)


def _of_states(function: type[Monitor], begin: Callable[[Any, Any], bool]) -> Setting:
    """First two states, then identical queries; `begin` says which states."""
    messages: list[Any] = [*(Start(state=bit) for bit in BITS), *(Ask(query=bit) for bit in BITS)]

    def holds(words: Word) -> bool:
        (first, second), *rest = words
        begun = isinstance(first, Start) and isinstance(second, Start) and begin(*_states(first, second))
        return begun and all(isinstance(left, Ask) and left == right for left, right in rest)

    return Setting(function(neighbouring=_below), holds, tuple(product(messages, repeat=2)), 4)


def _states(*starts: Any) -> list[Any]:
    return [start.state for start in starts]
