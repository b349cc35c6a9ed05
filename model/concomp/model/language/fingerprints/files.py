"""The files in which authors wrote what a meaning reaches, and all of theirs that these import.

What a meaning gives may depend on anything that stands in its file: on annotations, on what was registered with an
abstract class, on what one object was told of another; and as well on what was set or registered in a file that is
imported there. Not all of this can be seen of the objects, so the whole text of each such file counts. What was typed
into a console, or made by `exec`, has no file; there the objects are all that there is.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from types import FunctionType, ModuleType

from concomp.model.language.fingerprints.imports import imported_modules
from concomp.model.language.fingerprints.no_text import NoText
from concomp.model.language.syntax.source import definitions
from concomp.model.libraries import library_version, spec_of


@dataclass(frozen=True)
class _File:
    """An author's file as it was read, with the authors' modules that it imports."""

    module: str
    text: str
    hash: str
    imports: frozenset[str]


_files: dict[int, tuple[_File, object]] = {}


def files_of(values: Iterable[object]) -> list[tuple[str, str]]:
    """The authors' files in which these functions and classes stand, and all that these import, whatever those import
    in turn: the names of their modules and the hashes of their texts, in order.

    Raises NoText if a file in which a function stands is not what was loaded.
    """
    found = {file.module: file for value in values if (file := _file_of(value)) is not None}
    met = set(found)
    waiting = list(found.values())
    while waiting:
        names = waiting.pop().imports - met
        met |= names
        imported = [file for name in names if (file := _file_named(name)) is not None]
        waiting += imported
        found.update((file.module, file) for file in imported)
    return sorted((file.module, file.hash) for file in found.values())


def _file_of(value: object) -> _File | None:
    """The author's file in which a function or a class stands; None if it stands in none."""
    module = _module_of(value)
    if module is None or getattr(module, "__file__", None) is None or library_version(module.__name__) is not None:
        return None
    file = _loaded(module)
    if isinstance(value, FunctionType) and not _stands_in(value, module, file.text):
        raise NoText(
            f"{value.__qualname__} does not stand in {module.__file__} where it stood when it was loaded",
            "load the file again",
        )
    return file


def _module_of(value: object) -> ModuleType | None:
    if isinstance(value, FunctionType):
        module = sys.modules.get(value.__globals__.get("__name__", ""))
        return module if module is not None and vars(module) is value.__globals__ else None
    return sys.modules.get(str(value.__module__)) if isinstance(value, type) else None


def _file_named(name: str) -> _File | None:
    """The file of the module of this name, which may not be loaded yet; None for what has no file."""
    module = sys.modules.get(name)
    if isinstance(module, ModuleType):
        return None if getattr(module, "__file__", None) is None else _loaded(module)
    spec = spec_of(name)
    if spec is None or not spec.has_location:
        return None
    return _read(name, str(spec.origin), spec.parent or "", {"__name__": name, "__loader__": spec.loader})


def _loaded(module: ModuleType) -> _File:
    """The file of a loaded module, as it was when it was first asked for; it is another after each loading."""
    loaded_by = module.__spec__ or module
    if id(loaded_by) not in _files:
        file = _read(module.__name__, str(module.__file__), module.__package__ or "", vars(module))
        # What it was loaded by is kept, so that nothing else gets its id.
        _files[id(loaded_by)] = file, loaded_by
    return _files[id(loaded_by)][0]


def _read(module: str, place: str, package: str, known: dict[str, object]) -> _File:
    linecache.checkcache(place)
    return _file(module, place, package, "".join(linecache.getlines(place, known)))


@lru_cache(1 << 10)
def _file(module: str, place: str, package: str, text: str) -> _File:
    """The file of this text at a place; what it imports is looked for once."""
    imports = frozenset(each for each in imported_modules(text, package) if _is_authors(each))
    return _File(module, text, sha256(text.encode(errors="surrogatepass")).hexdigest(), imports)


def _is_authors(module: str) -> bool:
    """Whether there is a module of this name, and it is of no library."""
    return library_version(module) is None and (module in sys.modules or spec_of(module) is not None)


def _stands_in(function: FunctionType, module: ModuleType, text: str) -> bool:
    """Whether a function that was read from a module's file begins in this text where it began there; of a file that
    cannot be read nobody can say."""
    return not text or function.__code__.co_filename != module.__file__ or bool(definitions(text, function.__code__))
