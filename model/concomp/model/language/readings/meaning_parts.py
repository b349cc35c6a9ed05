"""What the callables of Python, and what they hold, are made of: all on which it depends what they give."""

from __future__ import annotations

import copyreg
import dis
import functools
import gc
import sys
from collections import ChainMap, namedtuple
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta, timezone
from enum import Enum, EnumType, Flag
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

from concomp.model.language.syntax.records import Record
from concomp.model.libraries import library_version
from concomp.model.sameness import computed_names

Parts = tuple[Any, ...]
_OF_MODULES = (FunctionType, BuiltinFunctionType, MethodDescriptorType, WrapperDescriptorType, type)
_UNUSED = frozenset(
    {
        *("__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__annotations__", "__orig_bases__"),
        *("__annotate__", "__annotate_func__", "__annotations_cache__", "__static_attributes__", "__firstlineno__"),
        *("__dataclass_fields__", "__dataclass_params__", "__parameters__", "__abstractmethods__", "_abc_impl"),
    }
)
"""What Python notes of a class: no method depends on it but one that looks at its own class."""
_OF_SORTS = _UNUSED | {"_sort"}
_OF_MEMBERS = frozenset({"_value_", "_name_", "__objclass__", "_sort_order_", "_inverted_"})
_OF_ENUMERATIONS = frozenset({*vars(Enum("E", "A")), *vars(Flag("F", "A")), "__format__", "__reduce_ex__"}) - {
    *("A", "_boundary_"),
}
"""What Python notes of a member, and of an enumeration."""


class NoText(ValueError):
    """Thrown for what has no text; with the remedy."""

    def __init__(self, reason: str, remedy: str) -> None:
        """Take what is so, and what to do instead."""
        super().__init__(reason)
        self.remedy = remedy


_REACHING = (globals, locals, eval, exec, __import__)
_REACHING_MODULES = frozenset(
    {"sys", "builtins", "importlib", "inspect", "gc", "pkgutil", "pickle", "marshal", "runpy", "ctypes"}
)
_REACHING_NAMES = frozenset({"__globals__", "__builtins__", "__subclasses__", "f_globals", "f_locals"})
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


def parts_of_class(kind: type) -> Parts:
    """What a class is made of."""
    if isinstance(kind, EnumType):
        return _enumeration(kind)
    listed = {n: each for n, each in vars(kind).items() if n not in _UNUSED}
    return type(kind), *kind.__bases__, *_sorted(listed), *_sorted(_metadata(kind))


def _metadata(kind: type) -> Mapping[str, Any]:
    """What a dataclass says of its fields, where it does."""
    fields = vars(kind).get("__dataclass_fields__", {})
    return {name: dict(each.metadata) for name, each in fields.items() if each.metadata}


def _enumeration(kind: EnumType) -> Parts:
    """Its members with all that they hold, and all else that its class has, but for what Python makes of members."""
    known = {*kind.__members__, *_UNUSED}
    others = {n: each for n, each in vars(kind).items() if n not in known and not _is_of_python(n, each)}
    return (type(kind), *kind.__bases__, _members(kind), *_sorted(others))


def _members(kind: EnumType) -> Parts:
    """The members of an enumeration: their names, values and all else that they hold."""
    known: Mapping[str, Any] = kind.__members__
    return tuple((name, each._value_, _sorted(_fields_of_member(each))) for name, each in known.items())


def _is_of_python(name: str, value: Any) -> bool:
    """Whether Python has put this into an enumeration; what the author has written in its place is his."""
    return name in _OF_ENUMERATIONS and not (isinstance(value, FunctionType) and value.__module__ != "enum")


def authors_parts(kind: type) -> Parts:
    """What authors have written into a class of values and those that it is made of, beside the values' fields."""
    written = [
        (owner.__qualname__, _sorted(others))
        for owner in kind.__mro__
        if library_version(owner.__module__) is None and (others := _written_into(owner))
    ]
    return (*written, *(_members(kind) if isinstance(kind, EnumType) else ()))


def _written_into(owner: type) -> Mapping[str, Any]:
    return {n: each for n, each in vars(owner).items() if n not in _OF_SORTS and not _is_made(owner, n, each)}


def _is_made(owner: type, name: str, value: Any) -> bool:
    """Whether Python has made this for an enumeration."""
    return isinstance(owner, EnumType) and (name in owner.__members__ or _is_of_python(name, value))


def _fields_of_member(member: Any) -> Mapping[str, Any]:
    return {name: each for name, each in vars(member).items() if name not in _OF_MEMBERS}


def fields_of(value: Any) -> Parts | None:
    """The names and values of the fields of an object; None if it may hold more, or says itself what it holds."""
    kind = type(value)
    if issubclass(kind, Record):
        return tuple((name, value.__dict__[name]) for name, _ in kind._sort.fields)
    if getattr(kind, "__getstate__", None) is not getattr(object, "__getstate__", None):
        return None
    try:
        reduced: Any = object.__reduce_ex__(value, 2)
    except TypeError:
        return None
    if len(reduced) != len(("maker", "arguments", "state", "entries", "items")):
        return None
    make, arguments, state, *others = reduced
    entries = tuple.__getitem__(value, slice(None)) if issubclass(kind, tuple) else ()
    if make is not vars(copyreg)["__newobj__"] or arguments[1:] not in ((), entries) or others != [None, None]:
        return None
    held, slots = state if isinstance(state, tuple) else (state, None)
    owner: Any = kind
    computed = computed_names(owner)
    lasting = {n: each for n, each in {**(held or {}), **(slots or {})}.items() if n not in computed}
    return (*entries, *_sorted(lasting))


def computed_by(value: Any) -> Iterator[tuple[str, Any, Callable[[Any], Any]]]:
    """What an object keeps of what its class computes: the names, the values, and what computes them."""
    kind: Any = type(value)
    held = getattr(value, "__dict__", {})
    for name in sorted(computed_names(kind) & held.keys()):
        owner = next(each for each in kind.__mro__ if isinstance(vars(each).get(name), functools.cached_property))
        yield name, held[name], vars(owner)[name].func


def _sorted(named: Mapping[str, Any]) -> Parts:
    return tuple((name, named[name]) for name in sorted(named))


def _function(function: FunctionType) -> Parts:
    known = ChainMap(function.__globals__, getattr(function, "__builtins__"))  # noqa: B009
    used = {name: known[name] for name in _global_names(function.__code__) if name in known}
    _demand_names_within_reach(function)
    return (
        *(function.__module__, function.__qualname__, function.__code__, function.__defaults__),
        *(function.__kwdefaults__, function.__closure__, _sorted(used), _sorted(vars(function))),
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
    return called[0], _sorted(cache.cache_parameters()), _sorted(vars(cache))


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
    MemberDescriptorType: lambda slot: (slot.__name__,),
    staticmethod: lambda method: (method.__func__,),
    classmethod: lambda method: (method.__func__,),
    property: lambda each: (each.fget, each.fset, each.fdel),
    functools.cached_property: lambda each: (each.func,),
    functools.partial: lambda each: (each.func, each.args, each.keywords, _sorted(vars(each))),
    type(functools.cache(len)): _cached,
    **dict.fromkeys(
        (range, slice, itemgetter, attrgetter, methodcaller, date, datetime, time, timedelta, timezone, _Getter),
        lambda each: each.__reduce_ex__(4),
    ),
    Pattern: lambda each: (each.pattern, each.flags),
}
