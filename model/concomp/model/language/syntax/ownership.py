"""What the language itself defines of the classes that are written in it.

A class that an author writes runs by what the language says of all classes of its kind. That it does is looked at
whenever the class is read: no class of its own, and no base of it, may say that otherwise, and the classes of the
language must still be those that were loaded.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from types import GetSetDescriptorType
from typing import TypeVar

from concomp.model.language.syntax.errors import LanguageError

C = TypeVar("C", bound=type)

_loaded: dict[type, Mapping[str, object]] = {}
"""The classes of the language, each with what it defined when it was loaded."""
_OF_EVERY_CLASS = frozenset(
    {"__module__", "__qualname__", "__doc__", "__annotations__", "__annotate__", "__annotate_func__"}
    | {"__annotations_cache__", "__conditional_annotations__", "__firstlineno__", "__static_attributes__"}
    | {"__weakref__", "__abstractmethods__", "_abc_impl", "__parameters__", "__orig_bases__", "__type_params__"}
    | {"__slots__", "__match_args__", "__init_subclass__", "__class_getitem__"}
    | {"__repr__", "__str__", "__format__", "__dir__", "__sizeof__", "__realises__"}
)
"""What Python notes of a class, how it is made and printed: nothing runs by it."""


def of_the_language(owner: C) -> C:
    """A class of the language itself: what it defines now, no class below it may define anew."""
    _loaded[owner] = dict(vars(owner))
    return owner


def is_of_the_language(owner: type) -> bool:
    """Whether the class is one of the language itself."""
    return any(owner is each for each in _loaded)


def own_names(owner: type) -> frozenset[str]:
    """What the language, or Python itself, defines of every object of the class."""
    of_the_language = [names for base in owner.__mro__ for names in (_loaded.get(base, {}), _annotated(base))]
    return frozenset[str]().union(vars(object), *of_the_language) - _OF_EVERY_CLASS


def demand_own(
    owner: type, root: type, holders: str, free: Collection[str] = (), allowed: tuple[type, ...] = ()
) -> None:
    """Raise LanguageError if a class, or a base of it, defines anew what the language says of all classes below root.

    holders: what has these names, in words. free: the names that authors define. allowed: the classes of values that
    may stand under the others.
    """
    if root not in owner.__mro__ or type(owner) is not type(root):
        raise LanguageError(
            f"{owner.__name__} is no class that Python makes below {root.__name__}",
            f"write `class {owner.__name__}({root.__name__})`, without a metaclass",
        )
    if type(root) in _loaded:
        _demand_loaded(type(root))
    names = own_names(owner) - frozenset(free)
    for base in owner.__mro__:
        if base in _loaded:
            _demand_loaded(base)
        elif base is not object:
            for name in _defined_anew(base, names, allowed):
                who = owner.__name__ if base is owner else f"{base.__name__}, a base of {owner.__name__},"
                raise LanguageError(
                    f"{who} defines {name!r}, a name that {holders} has",
                    "choose another name for it" if base is owner else "choose another name for it, or drop the base",
                )


def _annotated(base: type) -> Mapping[str, object]:
    """What the objects of a class of the language hold."""
    return inspect.get_annotations(base) if base in _loaded else {}


def _defined_anew(base: type, names: Collection[str], allowed: tuple[type, ...]) -> Iterator[str]:
    for name, value in vars(base).items():
        of_python = name == "__dict__" and type(value) is GetSetDescriptorType
        if name in names and type(value) not in allowed and not of_python and base is not Enum:
            yield name


def _demand_loaded(base: type) -> None:
    """Raise LanguageError if a class of the language has been changed since."""
    then, now = _loaded[base], vars(base)
    for name in (then.keys() | now.keys()) - _OF_EVERY_CLASS:
        if name not in then or then[name] is not now.get(name):
            raise LanguageError(
                f"{base.__name__}.{name}, of the language itself, was given another meaning",
                "leave the classes of the language as they are",
            )
