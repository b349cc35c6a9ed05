"""Attributes: what `x.name` is in a step.

Fields of symbols and registers are the language's to give; functions of the author's are found in classes and
modules, to be read when they are called. What the language itself or Python keeps in an object is none of a step's
business: a symbol has other such things than what it stands for.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from collections.abc import Callable, Iterable
from enum import Enum
from types import FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

from concomp.model.language.syntax.errors import LanguageError, UnknownName, did_you_mean
from concomp.model.language.syntax.ownership import is_of_the_language
from concomp.model.language.syntax.python.callables import CHANGES, METHODS
from concomp.model.language.syntax.python.classes import Kinds, bases, is_builtin, names
from concomp.model.language.syntax.python.functions import Function
from concomp.model.language.syntax.python.values import CONTAINERS, KNOWN, PLAIN, is_a, is_symbolic
from concomp.model.language.syntax.registers import Declaration

Getter = Callable[..., object]
_OFFERED = frozenset({"step", "allows", "on_left", "on_right", "send_left", "send_right", "of"})
"""What the language's own classes have for a step."""
_INTERNAL = frozenset({"definition", "parameter_values", "meanings", "_given", "_arguments", "_declared"})
_DATA = {"numerator", "denominator"}
_FIELD_OF_TUPLE: type = type(vars(namedtuple("_One", "first"))["first"])
_DOORS = ("concomp", "concomp.model", "concomp.model.language")
_FUNCTIONS = Kinds(Function, FunctionType, MethodType)
_MISSING = object()


def attribute(value: Any, name: str, get: Getter) -> Any:
    """The attribute of a value; `get` reads the function of a property.

    Raises LanguageError if there is none, or none that a step may use.
    """
    kind = type(value)
    if name.startswith("__") and name != "__name__":
        raise _refusal(name)
    if kind in PLAIN or kind in CONTAINERS:
        return _of_plain(value, name)
    if issubclass(kind, ModuleType):
        return _of_module(value, name)
    if kind is super:
        return _above(value, name, get)
    if issubclass(kind, type):
        return _of_class(value, name)
    if kind in _FUNCTIONS:
        raise LanguageError(f"{name!r} of a function is read", "keep it in a constant of the module")
    giver, _ = _find(bases(kind), "__getattribute__")
    if giver is not None and not _is_languages(giver):
        raise LanguageError(f"{kind.__name__} says itself what its attributes are", "keep a dataclass, or a dictionary")
    held = _held(value, name)
    return _of_object(value, bases(kind), name, get) if held is _MISSING else held


def _held(value: Any, name: str) -> Any:
    """What an object keeps under the name itself, unless its class says what the name stands for."""
    held = object.__getattribute__(value, "__dict__") if type(value).__dictoffset__ else {}
    _, raw = _find(bases(type(value)), name)
    if name not in held or is_a(raw, Declaration) or _has(type(raw), {"__set__", "__delete__"}):
        return _MISSING
    if name in _INTERNAL or is_symbolic(value) or _is_languages(type(value)):
        raise _refusal(name)
    return held[name]


def _of_object(value: Any, classes: Iterable[type], name: str, get: Getter) -> Any:
    owner, raw = _find(classes, name)
    if owner is None:
        return _by_language(value, name)
    if is_a(raw, Declaration) and type(raw).__get__ is Declaration.__get__:
        return raw.__get__(value, type(value))
    if owner is Enum and not is_symbolic(value) and name in ("name", "value"):
        return getattr(value, name)
    if _is_languages(owner) and name not in _OFFERED:
        raise _refusal(name)
    kind = type(raw)
    if kind is FunctionType:
        return MethodType(raw, value)
    if kind is classmethod:
        return MethodType(raw.__func__, type(value))
    if kind is staticmethod:
        return raw.__func__
    if kind is property and raw.fget is not None:
        return get(raw.fget, value)
    if kind is MemberDescriptorType:
        return raw.__get__(value, type(value))
    if kind is _FIELD_OF_TUPLE:
        return getattr(value, name)
    return _constant(raw, name)


def _above(value: Any, name: str, get: Getter) -> Any:
    """What `super().name` is: in a method of the object, in a class method of the class itself."""
    own: Any = value.__self_class__
    classes = bases(own)[bases(own).index(value.__thisclass__) + 1 :]
    return _in_class(own, classes, name) if value.__self__ is own else _of_object(value.__self__, classes, name, get)


def _by_language(value: Any, name: str) -> Any:
    """A field of a symbol, or a register that was declared in `__init__`; refused where there is none."""
    giver, _ = _find(bases(type(value)), "__getattr__")
    if giver is not None and _is_languages(giver):
        try:
            return getattr(value, name)
        except AttributeError as error:
            if isinstance(error, LanguageError):
                raise
    known = [each for owner in bases(type(value))[:-1] for each in names(owner) if not each.startswith("_")]
    raise UnknownName(f"{type(value).__name__} has no attribute {name!r}", did_you_mean(name, known))


def _of_class(owner: Any, name: str) -> Any:
    if name == "__name__":
        return type.__getattribute__(owner, "__name__")
    above = [each for each in bases(type(owner)) if not _is_languages(each) and each is not type]
    if any({name, "__getattribute__"} & names(each).keys() for each in above):
        raise LanguageError(f"the class of {owner!r} says what its {name!r} is", "keep it in a constant of the module")
    members = owner.__members__ if issubclass(owner, Enum) else {}
    if name in members:
        return members[name]
    return _in_class(owner, bases(owner), name, members)


def _in_class(owner: Any, classes: Iterable[type], name: str, members: Iterable[str] = ()) -> Any:
    """What a class has under the name by the first of the classes that holds it."""
    holder, raw = _find(classes, name)
    if holder is None:
        raise UnknownName(f"{owner.__name__} has no attribute {name!r}", did_you_mean(name, [*members]))
    if _is_languages(holder) and name not in _OFFERED:
        raise _refusal(name)
    if type(raw) is classmethod:
        return MethodType(raw.__func__, owner)
    if type(raw) is staticmethod:
        return raw.__func__
    if type(raw) is FunctionType:
        return raw
    return _constant(raw, name)


def _of_module(module: ModuleType, name: str) -> Any:
    held = vars(module)
    if name in held:
        return held[name]
    # The doors of this package bring their names when they are first used.
    if module in map(sys.modules.get, _DOORS):
        return getattr(module, name)
    raise UnknownName(f"{module.__name__} has no attribute {name!r}", did_you_mean(name, held))


def _of_plain(value: Any, name: str) -> Any:
    kind = type(value)
    known = METHODS.get(kind, frozenset()) | CHANGES.get(kind, frozenset())
    if name in known or (name in _DATA and hasattr(kind, name)):
        return getattr(value, name)
    if not hasattr(kind, name):
        raise UnknownName(f"{kind.__name__} has no attribute {name!r}", did_you_mean(name, known))
    raise LanguageError(f"`{name}` of a {kind.__name__} is outside of what a step may use", "write it otherwise")


def _constant(raw: object, name: str) -> object:
    """What a class holds as it is; what computes itself when it is read is no constant."""
    if _has(type(raw), {"__get__", "__set__", "__delete__"}) and not isinstance(raw, type):
        raise LanguageError(f"{name!r} computes itself when it is read", "write a method, or a property")
    return raw


def _has(kind: type, special: set[str]) -> bool:
    """Whether the class, or one above it, defines one of the names."""
    return any(special & names(owner).keys() for owner in bases(kind))


def _find(classes: Iterable[type], name: str) -> tuple[type | None, Any]:
    """The first of the classes that has the name, and what it holds."""
    return next(((owner, names(owner)[name]) for owner in classes if name in names(owner)), (None, None))


def _is_languages(owner: type) -> bool:
    """Whether a class is the language's own, or one of Python's."""
    return owner in KNOWN or is_of_the_language(owner) or is_builtin(owner)


def _refusal(name: str) -> LanguageError:
    return LanguageError(
        f"`{name}` is about the symbol or object itself, not about what it stands for",
        "compare by `==`, and name the fields, registers and parameters",
    )
