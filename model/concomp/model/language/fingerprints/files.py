"""The files in which authors wrote what a meaning reaches.

What a meaning gives may depend on anything that stands in its file: on annotations, on what was registered with an
abstract class, on what one object was told of another. Not all of this can be seen of the objects, so the whole text
of each such file counts. What was typed into a console, or made by `exec`, has no file; there the objects are all that
there is.
"""

from __future__ import annotations

import linecache
import sys
from dataclasses import dataclass
from hashlib import sha256
from types import FunctionType, ModuleType

from concomp.model.language.fingerprints.no_text import NoText
from concomp.model.language.syntax.source import definitions
from concomp.model.libraries import library_version


@dataclass(frozen=True)
class _File:
    """An author's file as it was read, and what its module was loaded by then; that is another after each loading."""

    loaded_by: object
    text: str
    hash: str


_files: dict[int, _File] = {}


def file_of(value: object) -> str | None:
    """The hash of the text of the author's file in which a function or a class stands; None if it stands in none.

    Raises NoText if the file is not what was loaded.
    """
    module = _module_of(value)
    if module is None or getattr(module, "__file__", None) is None or library_version(module.__name__) is not None:
        return None
    file = _read(module)
    if isinstance(value, FunctionType) and not _stands_in(value, module, file.text):
        raise NoText(
            f"{value.__qualname__} does not stand in {module.__file__} where it stood when it was loaded",
            "load the file again",
        )
    return file.hash


def _module_of(value: object) -> ModuleType | None:
    if isinstance(value, FunctionType):
        module = sys.modules.get(value.__globals__.get("__name__", ""))
        return module if module is not None and vars(module) is value.__globals__ else None
    return sys.modules.get(str(value.__module__)) if isinstance(value, type) else None


def _read(module: ModuleType) -> _File:
    """A module's file, as it was when it was first asked for after it was loaded."""
    loaded_by = module.__spec__ or module
    if id(loaded_by) not in _files:
        linecache.checkcache(str(module.__file__))
        text = "".join(linecache.getlines(str(module.__file__), vars(module)))
        # What it was loaded by is kept, so that nothing else gets its id.
        _files[id(loaded_by)] = _File(loaded_by, text, sha256(text.encode(errors="surrogatepass")).hexdigest())
    return _files[id(loaded_by)]


def _stands_in(function: FunctionType, module: ModuleType, text: str) -> bool:
    """Whether a function that was read from a module's file begins in this text where it began there; of a file that
    cannot be read nobody can say."""
    return not text or function.__code__.co_filename != module.__file__ or bool(definitions(text, function.__code__))
