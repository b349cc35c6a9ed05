"""Changes of Python objects.

Python runs a guarded block whatever its condition is, so a list or an object that is changed in one is changed in
every case. How a block changes it cannot be told from its source alone; so what the author's function can reach is
compared before the block and after it.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from itertools import islice
from operator import length_hint
from types import FrameType, FunctionType, GeneratorType, ModuleType
from typing import Any

from concomp.model.language.syntax.expressions import Symbolic
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import Sort
from concomp.model.language.syntax.terms import Term

REACH = 2000
"""How many objects are looked at."""
_WHOLE = (ModuleType, FunctionType, Symbolic, Declared, Sort, Term, str, bytes, int, float)
"""What cannot change, or knows itself where it may be read."""


class Reachable:
    """The objects that a function can reach, as they are now."""

    def __init__(self, frame: FrameType) -> None:
        """Take the function that runs."""
        named = [value for name, value in frame.f_globals.items() if not name.startswith("__")]
        self._author = frame.f_globals.get("__name__")
        reached = islice(self._reach([*frame.f_locals.values(), *named]), REACH)
        self._known = [(each, list(self._parts(each))) for each in reached]

    @property
    def changed(self) -> object | None:
        """An object that has other parts than it had, or None."""
        return next((each for each, parts in self._known if not _same(parts, list(self._parts(each)))), None)

    def _reach(self, roots: Iterable[object]) -> Iterator[object]:
        """The objects that have parts, nearest first, each once."""
        waiting, seen = deque(roots), set[int]()
        while waiting:
            value = waiting.popleft()
            if id(value) in seen or isinstance(value, _WHOLE):
                continue
            seen.add(id(value))
            waiting.extend(self._parts(value))
            yield value

    def _parts(self, value: Any) -> Iterator[object]:
        match value:
            case type():
                # The classes of others are many, and no step of the author's changes them by its own text.
                yield from vars(value).values() if value.__module__ == self._author else ()
            case list() | tuple() | deque() | set() | frozenset() | bytearray() | memoryview() | array():
                yield from value
            case ContextVar():
                yield value.get(None)
            case GeneratorType():
                yield -1 if value.gi_frame is None else value.gi_frame.f_lasti
            case Iterator():
                yield length_hint(value, -1)
            case dict():
                for key, held in value.items():
                    yield key
                    yield held
            case _:
                yield from self._attributes(value)

    def _attributes(self, value: Any) -> Iterator[object]:
        """What an object holds, in its slots as well; of another's object, what it holds publicly."""
        own = type(value).__module__ == self._author
        held = vars(value) if hasattr(value, "__dict__") else {}
        yield from (part for name, part in held.items() if own or not name.startswith("_"))
        for owner in type(value).__mro__ if own else ():
            slots = vars(owner).get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                yield getattr(value, name, None)


def _same(before: list[object], after: list[object]) -> bool:
    pairs = zip(before, after, strict=False)
    return len(before) == len(after) and all(one is other or (_is_number(one) and one == other) for one, other in pairs)


def _is_number(value: object) -> bool:
    return isinstance(value, int)
