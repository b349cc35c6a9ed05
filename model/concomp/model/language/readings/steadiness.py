"""Callables that people give, held to what they gave.

A meaning, or a value from outside, depends on its arguments alone: at arguments that are the same it gives the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

from concomp.model.language.syntax.errors import LanguageError, Position
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.sameness import key, same
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.values import Value

_MEMORY = 1 << 10


def steady(
    function: Callable[..., Value],
    result: Sort,
    in_common: Callable[..., Hashable],
    name: str,
    position: Position | None = None,
) -> Callable[..., Value]:
    """The function, which raises LanguageError where it gives another value than before, as far back as is remembered.

    result: the sort of what it gives; what is not of that sort is not looked at. in_common: what arguments that are the
    same have in common. name: of the function, for messages. position: where it is declared.
    """
    before = lru_cache(_MEMORY)(lambda same_arguments: list[Value]())

    def answer(*arguments: Value) -> Value:
        value = function(*arguments)
        if not result.contains(value):
            return value
        known = before(in_common(*arguments))
        if not known:
            known.append(value)
        if not same(result, known[0], value):
            raise LanguageError(
                f"{name} gave {value!r} at {arguments!r}, and {known[0]!r} before at the same",
                "let it depend on the values of its arguments alone, and on nothing in which equal ones may differ",
                position,
            )
        return value

    return answer


def steady_meaning(declared: Declared[Any], meaning: Meaning | None) -> Meaning | None:
    """The meaning of a declared function, held to what it gave before at arguments that are the same; see `steady`."""
    if meaning is None:
        return None
    return steady(
        meaning,
        declared.result,
        lambda *arguments: tuple(map(key, declared.domain, arguments)),
        f"the meaning of {declared.name}",
        declared.position,
    )
