"""The author's functions that run.

Each function of the author's that runs on symbols is read, also one that a step calls: Python would silently let it
mean something else just as the step.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType, FrameType
from typing import Any

from concomp.model.language.syntax.errors import is_machinery
from concomp.model.language.syntax.expressions import is_symbol
from concomp.model.language.syntax.python.silence import check_assignments, check_silence
from concomp.model.language.syntax.terms import Term

_LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))

_PLAIN = frozenset({int, bool, str, float, Fraction, type(None)})
_TYPES = frozenset({"type", "isinstance", "int", "bool", "str", "float"})


@contextmanager
def functions_read() -> Iterator[None]:
    """Read all functions that run meanwhile, at the end; LanguageError if one means something else than it says.

    All of them, unless nothing can reach a symbol there: one may come by a dictionary, an attribute, or a variable of
    the module.
    """
    seen: dict[CodeType, tuple[dict[str, Any], set[str]]] = {}
    extending = set[CodeType]()

    def see(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and _is_authors(frame.f_code.co_filename):
            values = _values(frame)
            if _is_apart(frame.f_code, values):
                return
            _, names = seen.setdefault(frame.f_code, (frame.f_globals, set()))
            names.update(name for name, value in values.items() if name == "self" or _holds(value))
            # What works on terms extends the language, and is no author's function.
            if any(isinstance(value, Term) for value in values.values()):
                extending.add(frame.f_code)

    # Where a profiler is at work already, it is not disturbed.
    busy = sys.getprofile() is not None
    before: Any = sys.gettrace() if busy else None
    watch: Callable[[Any], None] = sys.settrace if busy else sys.setprofile
    watch(see)
    try:
        yield
    finally:
        watch(before)
    for code, (known, names) in seen.items():
        check_assignments(code)
        if code not in extending:
            check_silence(code, known, frozenset(names))


@cache
def _is_authors(file: str) -> bool:
    return not is_machinery(file) and not file.startswith(_LIBRARIES)


def _is_apart(code: CodeType, values: Mapping[str, object]) -> bool:
    """Whether a function gets plain values alone, and names nothing else but Python's types."""
    return {*map(type, values.values())} <= _PLAIN and {*code.co_names} <= _TYPES


def _values(frame: FrameType) -> dict[str, object]:
    """The arguments of a function, and what it takes from those that enclose it, by name."""
    code = frame.f_code
    several = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    held = [*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + several], *code.co_freevars]
    return {name: frame.f_locals[name] for name in held if name in frame.f_locals}


def _holds(value: object) -> bool:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ()
    return is_symbol(value) or any(map(is_symbol, inside))
