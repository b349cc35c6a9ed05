"""Queries on the sums of columns: monotone, and 1-sensitive where each sum changes by at most 1.

Of a query both are equivalent to q(x) ≤ q(y) ≤ q(x) + 1 for all x ≤ y ≤ x + 1, coordinate by coordinate.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from random import Random
from typing import Protocol

from concomp.impl.mechanisms import parameters
from concomp.model.language.fingerprints.texts import meaning_to_json
from concomp.model.language.readings.json_values import JsonError
from concomp.model.language.syntax.sorts import INT, VectorSort
from concomp.model.numbers import ParameterError, parameter

Sums = tuple[int, ...]
SMALL, TRIED = 3, 400
"""A query is tried on vectors of sums below SMALL, and on others at random, so many of each."""
WIDE = 1 << 20
"""The largest sum that is tried."""


class Query(Protocol):
    """A function of the sums of columns, all at least 0, with values of at least 0."""

    def __call__(self, sums: Sums, /) -> int:
        """Its value."""

    @property
    def digest(self) -> str:
        """The hash of all that determines its values; ParameterError where that cannot be written."""


@dataclass(frozen=True, init=False)
class LargestSum:
    """The largest sum, or the k-th largest, and 0 where there are fewer; it is monotone and 1-sensitive.

    place: k. Raises ParameterError for one that is no positive number.
    """

    place: int = 1

    def __init__(self, place: int = 1) -> None:
        """Take k."""
        object.__setattr__(self, "place", parameter("place", parameters.positive, place))

    def __call__(self, sums: Sums) -> int:
        """The k-th largest."""
        if self.place == 1:
            return max(sums)
        return sorted(sums)[-self.place] if self.place <= len(sums) else 0

    @property
    def digest(self) -> str:
        """That of its name."""
        return hashlib.sha256(repr(self).encode()).hexdigest()


@dataclass(frozen=True)
class DeclaredQuery:
    """A query of an author, who declares that it is monotone and 1-sensitive; it is tried when a histogram is made.

    function: from a tuple of integers of at least 0, one a column, to such an integer; the same for the same tuple.
    """

    function: Callable[[Sums], int]

    def __call__(self, sums: Sums) -> int:
        """What the function gives."""
        return self.function(sums)

    @property
    def digest(self) -> str:
        """The hash of all that determines what the function gives; ParameterError where that has no text."""
        try:
            written = meaning_to_json("query", self.function, [VectorSort(INT, 1)])
        except JsonError as error:
            problem = str(error)
        else:
            return hashlib.sha256(json.dumps(written).encode()).hexdigest()
        raise ParameterError("query", self.function, problem)


def demand_monotone(query: Query, columns: int) -> None:
    """ParameterError if a query is found not to be monotone and 1-sensitive, of natural numbers, or to have no value.

    It is tried on public vectors only, none of which depends on a stream.
    """
    for sums in _tried(columns):
        value = _value(query, sums)
        for place in range(columns):
            above = (*sums[:place], sums[place] + 1, *sums[place + 1 :])
            if _value(query, above) < value:
                problem = f"it is {value} at {sums} and {_value(query, above)} at {above}"
                raise ParameterError("query", query, f"give a monotone one: {problem}")
        raised = tuple(total + 1 for total in sums)
        if _value(query, raised) > value + 1:
            problem = f"it is {value} at {sums} and {_value(query, raised)} at {raised}"
            raise ParameterError("query", query, f"give a 1-sensitive one: {problem}")


def _tried(columns: int) -> Iterator[Sums]:
    yield from islice(product(range(SMALL), repeat=columns), TRIED)
    random = Random(columns)
    for _ in range(TRIED):
        bits = random.randrange(1, WIDE.bit_length())
        yield tuple(random.randrange(1 << bits) for _ in range(columns))


def _value(query: Query, sums: Sums) -> int:
    try:
        value: object = query(sums)
    except Exception as error:
        problem = f"at {sums} it raises {type(error).__name__}"
        raise ParameterError("query", query, f"give one that has a value everywhere: {problem}") from error
    if type(value) is not int or value < 0:
        raise ParameterError(
            "query", query, f"give one whose values are integers of at least 0: at {sums} it is {value!r}"
        )
    return value
