"""Answers of other libraries, as plain values: what a session hands out is known by what it is."""

from __future__ import annotations

from collections.abc import Mapping, Set
from numbers import Integral, Real
from typing import Any

from concomp.model.language.readings.plain_values import is_plain


class PlainValues:
    """The answer space of all plain values."""

    def __contains__(self, value: object) -> bool:
        return is_plain(value)


def plain(answer: Any) -> Any:
    """The answer as a plain value: lists as tuples, sets as frozen ones, a mapping as the frozen set of its pairs,
    numbers of NumPy as Python's. What is none of these stays what it is, and is a failure in a session.
    """
    if is_plain(answer):
        return answer
    if isinstance(answer, list | tuple):
        return tuple(map(plain, answer))
    if isinstance(answer, Mapping):
        return frozenset((plain(key), plain(value)) for key, value in answer.items())
    if isinstance(answer, Set):
        return frozenset(map(plain, answer))
    if isinstance(answer, Integral):
        return int(answer)
    return float(answer) if isinstance(answer, Real) else answer
