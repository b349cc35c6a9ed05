"""What the callables of Python, and what they hold, are made of: all on which it depends what they give."""

from __future__ import annotations

import dis
import functools
import gc
import sys
from collections import ChainMap, namedtuple
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta, timezone
from functools import lru_cache
from operator import attrgetter, itemgetter, methodcaller
from re import Pattern
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from concomp.model.language.fingerprints.annotations import annotations_of
from concomp.model.language.fingerprints.named import Parts, by_name
from concomp.model.language.fingerprints.no_text import NoText
from concomp.model.libraries import library_version

_OF_MODULES = (FunctionType, BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType, type)
_REACHING = (globals, locals, eval, exec, __import__)
_REACHING_MODULES = frozenset(
    {"sys", "builtins", "importlib", "inspect", "gc", "pkgutil", "pickle", "marshal", "runpy", "ctypes"}
)
_REACHING_NAMES = frozenset(
    {"__globals__", "__builtins__", "__subclasses__", "f_globals", "f_locals", "sys", "_sys", "builtins", "bltns"}
)
"""By these any value in reach of Python can be read, whatever a function's text says."""


def name_of_imported(value: Any) -> tuple[str, ...] | None:
    """The module, name and version of what is imported from a library, where it is found by its name; else None.

    Raises NoText for what may reach anything.
    """
    if isinstance(value, ModuleType):
        found = library_version(value.__name__) if sys.modules.get(value.__name__) is value else None
        if found is not None:
            _demand_within_reach(value.__name__)
        return None if found is None else (value.__name__, "", found)
    if not isinstance(value, _OF_MODULES):
        return None
    module = getattr(value, "__objclass__", value).__module__
    if module is None or (version := library_version(module)) is None:
        return None
    if any(value is each for each in _REACHING):
        raise NoText(f"it calls {value.__name__}(), which may reach anything", "name what it uses")
    if module != "builtins" and not isinstance(value, type):
        _demand_within_reach(module)
    found_there: Any = sys.modules.get(module)
    for name in value.__qualname__.split("."):
        found_there = getattr(found_there, name, None)
    return (module, value.__qualname__, version) if found_there is value else None


def _demand_within_reach(module: str) -> None:
    """NoText for a module by which anything can be read."""
    if module.partition(".")[0] in _REACHING_MODULES:
        raise NoText(f"it uses the module {module}, by which it may reach anything", "name what it uses")


def parts_of(value: Any) -> Parts | None:
    """What a value of one of Python's own classes is made of; None for a value of another class."""
    taken_apart = _PARTS.get(type(value))
    return None if taken_apart is None else taken_apart(value)


def _function(function: FunctionType) -> Parts:
    known = ChainMap(function.__globals__, getattr(function, "__builtins__"))  # noqa: B009
    used = {name: known[name] for name in _global_names(function.__code__) if name in known}
    _demand_names_within_reach(function)
    _demand_modules_within_reach(used.values(), _all_names(function.__code__))
    return (
        *(function.__module__, function.__qualname__, function.__name__, function.__doc__),
        *(annotations_of(function), function.__code__, function.__defaults__),
        *(function.__kwdefaults__, function.__closure__, by_name(used), by_name(vars(function))),
    )


@lru_cache(1 << 10)
def _global_names(code: CodeType) -> frozenset[str]:
    listed = dis.get_instructions(code)
    own = {each.argval for each in listed if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return frozenset(own).union(*(_global_names(each) for each in code.co_consts if isinstance(each, CodeType)))


def _demand_names_within_reach(function: FunctionType) -> None:
    """NoText for a function that reads what its text does not name: in a module that it imports when it runs, or by an
    attribute through which anything can be read."""
    for name in sorted(_imported_names(function.__code__)):
        _demand_within_reach(name)
        if library_version(name) is None:
            raise NoText(f"{function.__qualname__} imports {name} when it runs", "import it at the top of the file")
    for name in sorted(_REACHING_NAMES & _all_names(function.__code__)):
        raise NoText(f"{function.__qualname__} reads {name}, by which it may reach anything", "name what it uses")


def _demand_modules_within_reach(used: Iterable[Any], names: frozenset[str]) -> None:
    """NoText where a module that is used has one, read here, by which anything can be read: `dataclasses.inspect`."""
    met = {id(each): each for each in used if isinstance(each, ModuleType)}
    waiting = list(met.values())
    while waiting:
        known = vars(waiting.pop())
        for held in (known[name] for name in names & known.keys()):
            if isinstance(held, ModuleType) and id(held) not in met:
                _demand_within_reach(held.__name__)
                met[id(held)] = held
                waiting.append(held)


@lru_cache(1 << 10)
def _imported_names(code: CodeType) -> frozenset[str]:
    """The modules that code imports when it runs; a relative name is one of no library."""
    own = {each.argval for each in dis.get_instructions(code) if each.opname == "IMPORT_NAME"}
    return frozenset(own).union(*map(_imported_names, _inner(code)))


@lru_cache(1 << 10)
def _all_names(code: CodeType) -> frozenset[str]:
    """The names and texts in code: an attribute may be named by a text."""
    texts = (each for each in code.co_consts if isinstance(each, str))
    return frozenset(code.co_names).union(texts, *map(_all_names, _inner(code)))


def _inner(code: CodeType) -> tuple[CodeType, ...]:
    return tuple(each for each in code.co_consts if isinstance(each, CodeType))


_Getter = type(vars(namedtuple("_", "field"))["field"])
"""What the fields of named tuples are read by."""


def _cached(cache: Any) -> Parts:
    """What a cache keeps the answers of: what it calls, whatever it says that it wraps."""
    called = [each for each in gc.get_referents(cache) if callable(each) and not isinstance(each, type)]
    if len(called) != 1:
        raise NoText("it uses a cache of what is no function", "cache a function")
    return called[0], by_name(cache.cache_parameters()), by_name(vars(cache))


def _method(method: Any) -> Parts:
    """A static or class method, which holds what was set of it beside what Python has copied from its function."""
    held = {name: each for name, each in vars(method).items() if name not in ("__annotations__", "__wrapped__")}
    return method.__func__, by_name(held)


def _code(code: CodeType) -> Parts:
    return (
        *(code.co_code, code.co_consts, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars),
        *(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags, code.co_exceptiontable),
    )


def _cell(cell: CellType) -> Parts:
    try:
        return (cell.cell_contents,)
    except ValueError:
        return ()


def _builtin(builtin: Any) -> Parts:
    return builtin.__name__, builtin.__self__


_PARTS: Mapping[type, Callable[[Any], Parts]] = {
    tuple: tuple,
    list: tuple,
    FunctionType: _function,
    CodeType: _code,
    CellType: _cell,
    MethodType: lambda method: (method.__func__, method.__self__),
    BuiltinFunctionType: _builtin,
    MethodWrapperType: _builtin,
    MemberDescriptorType: lambda slot: (slot.__name__, slot.__objclass__),
    staticmethod: _method,
    classmethod: _method,
    property: lambda each: (each.fget, each.fset, each.fdel, each.__doc__),
    functools.cached_property: lambda each: (each.func,),
    functools.partial: lambda each: (each.func, each.args, each.keywords, by_name(vars(each))),
    type(functools.cache(len)): _cached,
    **dict.fromkeys(
        (range, slice, itemgetter, attrgetter, methodcaller, date, datetime, time, timedelta, timezone, _Getter),
        lambda each: each.__reduce_ex__(4),
    ),
    Pattern: lambda each: (each.pattern, each.flags),
}
