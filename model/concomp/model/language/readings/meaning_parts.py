"""What the callables of Python, and what they hold, are made of: all on which it depends what they give."""

from __future__ import annotations

import copyreg
import dis
import functools
import sys
from collections import ChainMap
from collections.abc import Callable, Mapping
from enum import Enum, EnumType, Flag
from functools import lru_cache
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
_OF_MEMBERS = frozenset({"_value_", "_name_", "__objclass__", "_sort_order_", "_inverted_"})
_OF_ENUMERATIONS = frozenset({*vars(Enum("E", "A")), *vars(Flag("F", "A")), "__format__", "__reduce_ex__"}) - {"A"}
"""What Python notes of a member, and of an enumeration."""


def name_of_imported(value: Any) -> tuple[str, ...] | None:
    """The module, name and version of what is imported from a library, where it is found by its name; else None."""
    if isinstance(value, ModuleType):
        found = library_version(value.__name__)
        return None if found is None else (value.__name__, "", found)
    if not isinstance(value, _OF_MODULES):
        return None
    module = getattr(value, "__objclass__", value).__module__
    if module is None or (version := library_version(module)) is None:
        return None
    found_there: Any = sys.modules.get(module)
    for name in value.__qualname__.split("."):
        found_there = getattr(found_there, name, None)
    return (module, value.__qualname__, version) if found_there is value else None


def parts_of(value: Any) -> Parts | None:
    """What a value of one of Python's own classes is made of; None for a value of another class."""
    taken_apart = _PARTS.get(type(value))
    return None if taken_apart is None else taken_apart(value)


def parts_of_class(kind: type) -> Parts:
    """What a class is made of."""
    if isinstance(kind, EnumType):
        return _enumeration(kind)
    return type(kind), *kind.__bases__, *_sorted({n: each for n, each in vars(kind).items() if n not in _UNUSED})


def _enumeration(kind: EnumType) -> Parts:
    """Its members with all that they hold, and all else that its class has, but for what Python makes of members."""
    known: Mapping[str, Any] = kind.__members__
    held = (_sorted({n: each for n, each in vars(member).items() if n not in _OF_MEMBERS}) for member in known.values())
    members = tuple((name, member._value_, fields) for (name, member), fields in zip(known.items(), held, strict=True))
    others = {n: each for n, each in vars(kind).items() if n not in {*known, *_UNUSED} and not _is_of_python(n, each)}
    return (type(kind), *kind.__bases__, members, *_sorted(others))


def _is_of_python(name: str, value: Any) -> bool:
    """Whether Python has put this into an enumeration; what the author has written in its place is his."""
    return name in _OF_ENUMERATIONS and not (isinstance(value, FunctionType) and value.__module__ != "enum")


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
    if make is not vars(copyreg)["__newobj__"] or len(arguments) > 1 or others != [None, None]:
        return None
    held, slots = state if isinstance(state, tuple) else (state, None)
    computed = {
        n for owner in kind.__mro__ for n, each in vars(owner).items() if type(each) is functools.cached_property
    }
    return _sorted({n: each for n, each in {**(held or {}), **(slots or {})}.items() if n not in computed})


def _sorted(named: Mapping[str, Any]) -> Parts:
    return tuple((name, named[name]) for name in sorted(named))


def _function(function: FunctionType) -> Parts:
    known = ChainMap(function.__globals__, getattr(function, "__builtins__"))  # noqa: B009
    used = {name: known[name] for name in _global_names(function.__code__) if name in known}
    return (
        *(function.__module__, function.__qualname__, function.__code__, function.__defaults__),
        *(function.__kwdefaults__, function.__closure__, _sorted(used), _sorted(vars(function))),
    )


@lru_cache(1 << 10)
def _global_names(code: CodeType) -> frozenset[str]:
    listed = dis.get_instructions(code)
    own = {each.argval for each in listed if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return frozenset(own).union(*(_global_names(each) for each in code.co_consts if isinstance(each, CodeType)))


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
    type(functools.cache(len)): lambda each: (each.__wrapped__,),
}
