"""The author's functions that run.

Each function of the author's that runs on symbols is read, also one that a step calls: Python would silently let it
mean something else just as the step.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FrameType
from typing import Any

from concomp.model.language.syntax.errors import is_machinery
from concomp.model.language.syntax.expressions import is_symbol
from concomp.model.language.syntax.python.silence import check_assignments, check_silence
from concomp.model.language.syntax.terms import Term

_LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


@contextmanager
def functions_read() -> Iterator[None]:
    """Read all functions that run meanwhile, at the end; LanguageError if one means something else than it says.

    Where a profiler is at work already, it is not disturbed.
    """
    if sys.getprofile() is not None:
        yield
        return
    seen: dict[CodeType, tuple[dict[str, Any], set[str]]] = {}

    def see(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and _is_authors(frame.f_code.co_filename):
            _, names = seen.setdefault(frame.f_code, (frame.f_globals, set()))
            names.update(_names_of_symbols(frame))

    sys.setprofile(see)
    try:
        yield
    finally:
        sys.setprofile(None)
    for code, (known, names) in seen.items():
        check_assignments(code)
        if names:
            check_silence(code, known, frozenset(names))


@cache
def _is_authors(file: str) -> bool:
    return not is_machinery(file) and not file.startswith(_LIBRARIES)


def _names_of_symbols(frame: FrameType) -> list[str]:
    """The arguments, and names of enclosing functions, that hold symbols, or are a machine itself.

    None of them if terms are handed over: what works on these extends the language, and is no author's function.
    """
    code = frame.f_code
    held = [*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount], *code.co_freevars]
    values = {name: frame.f_locals[name] for name in held if name in frame.f_locals}
    if any(isinstance(value, Term) for value in values.values()):
        return []
    return [name for name, value in values.items() if name == "self" or _holds(value)]


def _holds(value: object) -> bool:
    return is_symbol(value) or (isinstance(value, tuple | list) and any(map(is_symbol, value)))
