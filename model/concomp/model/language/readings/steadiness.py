"""Callables that people give, held to what they gave.

A meaning, or a value from outside, depends on its arguments alone: at arguments that are the same it gives the same.
What arguments have in common with all that are the same takes long to find. Where nobody can change it, it is found
once, and the very same arguments are known again by their identity.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from concomp.model.language.syntax.errors import LanguageError, Position
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.sameness import key, same
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.values import Value
from concomp.model.sameness import is_settled

_MEMORY = 1 << 10
"""As far back as what was given is remembered: so many arguments that are not the same."""
_SEEN = 1 << 10
"""After so many that are looked at, all are looked at again, so that none is forgotten that is still met."""
UNSEEN = object()
"""What was given at arguments that were not seen."""


@dataclass(frozen=True)
class Steady:
    """A callable that gives the same at arguments that are the same by how it is made, and is not held to it again."""

    function: Meaning

    def __call__(self, *arguments: Value) -> Value:
        """What the callable gives."""
        return self.function(*arguments)


class Answers:
    """What a callable gave.

    seen: (the identities of arguments, what else to say) ↦ what was given at these very objects.
    """

    def __init__(
        self, result: Sort, in_common: Callable[..., Hashable], name: str, position: Position | None = None
    ) -> None:
        """Take the sort of what is given, what arguments that are the same have in common, and names for messages.

        name: of the callable. position: where it is declared.
        """
        self._result = result
        self._in_common = in_common
        self._name = name
        self._position = position
        # Of what is seen but no longer looked at, the last look is at most so much further back.
        self._before = lru_cache(_MEMORY + _SEEN)(lambda common: list[Value]())
        self._seen: dict[tuple[int, ...], Value] = {}
        self._looked_at: list[tuple[Value, ...]] = []
        self.seen = self._seen.get

    def hold(self, value: Value, *arguments: Value) -> Value:
        """The value, given at the arguments; LanguageError if another was before, as far back as is remembered."""
        if not self._result.contains(value):
            return value
        known = self._before(self._in_common(*arguments))
        if not known:
            known.append(value)
        if not same(self._result, known[0], value):
            raise LanguageError(
                f"{self._name} gave {value!r} at {arguments!r}, and {known[0]!r} before at the same",
                "let it depend on the values of its arguments alone, and on nothing in which equal ones may differ",
                self._position,
            )
        self._remember(arguments, known[0])
        return value

    def _remember(self, arguments: tuple[Value, ...], value: Value) -> None:
        if len(self._looked_at) == _SEEN:
            self._seen.clear()
            self._looked_at.clear()
        # They are kept, so that their identities are not others' later.
        self._looked_at.append(arguments)
        if all(map(is_settled, arguments)):
            self._seen[tuple(map(id, arguments))] = value


def steady(function: Callable[..., Value], answers: Answers) -> Callable[..., Value]:
    """The function, held to its answers: it raises LanguageError where it gives another value than before."""

    def answer(*arguments: Value) -> Value:
        value = function(*arguments)
        if value is answers.seen(tuple(map(id, arguments)), UNSEEN):
            return value
        return answers.hold(value, *arguments)

    return answer


def answers_of(declared: Declared[Any]) -> Answers:
    """What a meaning of a declared function gave."""
    return Answers(
        declared.result,
        lambda *arguments: tuple(map(key, declared.domain, arguments)),
        f"the meaning of {declared.name}",
        declared.position,
    )


def steady_meaning(declared: Declared[Any], meaning: Meaning | None) -> Meaning | None:
    """The meaning of a declared function, held to what it gave before at arguments that are the same; see `steady`."""
    return meaning if meaning is None or isinstance(meaning, Steady) else steady(meaning, answers_of(declared))
