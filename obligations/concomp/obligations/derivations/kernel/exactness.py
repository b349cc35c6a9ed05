"""Exactly what is asked for: what a rule is given, and what that consists of, is of the very types written there.

An object of another class may say that it equals everything, be another at each look, or stand in a cache in the place
of what it says it equals. So it is refused before anything is asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from functools import cache, wraps
from inspect import Parameter, signature
from types import MappingProxyType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from concomp.obligations.derivations.kernel.sealing import IllFormed, is_one_of, is_sealed

P = ParamSpec("P")
R = TypeVar("R")
Fits = Callable[[object], bool]
Wanted = tuple[Fits, str]
"""Whether something is what is wanted, and what that is."""
_KINDS: Mapping[object, tuple[type, ...]] = {
    tuple: (tuple,),
    frozenset: (frozenset,),
    Sequence: (tuple, list),
    Collection: (tuple, list, frozenset),
    Mapping: (dict, MappingProxyType),
}
"""Of which types something is that may be of several."""


def exactly(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function take only what is of the very types that it writes; IllFormed for anything else."""
    shape = signature(function)

    @cache
    def wanted() -> tuple[list[tuple[str, Wanted]], tuple[str, Wanted] | None, dict[str, Wanted]]:
        """What each argument is to be: those with a place, the others that have none, and those with a name."""
        hints = get_type_hints(function)
        listed = [each for each in shape.parameters.values() if each.name in hints]
        of = {each.name: _wanted(hints[each.name]) for each in listed}
        placed = [(each.name, of[each.name]) for each in listed if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
        rest = [(each.name, of[each.name]) for each in listed if each.kind is Parameter.VAR_POSITIONAL]
        return placed, next(iter(rest), None), of

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        placed, rest, of = wanted()
        for (name, want), value in zip(placed, args, strict=False):
            _demand_fit(want, name, value)
        for value in args[len(placed) :] if rest else ():
            assert isinstance(rest, tuple)
            _demand_fit(rest[1], rest[0], value)
        for name, value in kwargs.items():
            if name in of:
                _demand_fit(of[name], name, value)
        return function(*args, **kwargs)

    # What is not checked is no door.
    del checked.__wrapped__
    checked.__signature__ = shape  # type: ignore[attr-defined]
    return checked


def demand_fields(what: object) -> None:
    """Make sure that the fields of an object are of the very types that its class writes; IllFormed if one is not."""
    for name, want in _of_fields(type(what)):
        _demand_fit(want, f"{type(what).__name__}.{name}", getattr(what, name))


def _of_fields(kind: type) -> tuple[tuple[str, Wanted], ...]:
    """What each field of a class is to be, by the class itself: one may say that it equals another."""
    if id(kind) not in _FIELDS:
        hints = get_type_hints(kind)
        listed = fields(kind)
        _FIELDS[id(kind)] = kind, tuple((each.name, _wanted(hints[each.name])) for each in listed if each.init)
    return _FIELDS[id(kind)][1]


_FIELDS: dict[int, tuple[type, tuple[tuple[str, Wanted], ...]]] = {}


def _wanted(annotation: Any) -> Wanted:
    return fits(annotation), _words(annotation)


def _words(annotation: Any) -> str:
    if isinstance(annotation, type) and not get_args(annotation):
        return annotation.__name__
    inner = get_args(annotation)
    if get_origin(annotation) in (None, Callable, Literal):
        return "a function" if get_origin(annotation) is Callable else str(annotation)
    listed = " or ".join(dict.fromkeys(_words(each) for each in inner if each is not ...))
    return listed if get_origin(annotation) in (Union, UnionType) else f"{get_origin(annotation).__name__} of {listed}"


def _demand_fit(want: Wanted, name: str, value: object) -> None:
    fit, text = want
    if not fit(value):
        raise IllFormed(f"{name} is a {type(value).__name__}, or has another type inside: write {text}, exactly")


def fits(annotation: Any) -> Fits:
    """Whether an object is exactly of what an annotation names, and so is all that it says to be inside."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        cases = [fits(each) for each in inner]
        return lambda value: any(case(value) for case in cases)
    if origin is Literal:
        return lambda value: type(value) is str and value in inner
    if origin is tuple and (len(inner) != 2 or inner[1] is not ...):
        return _places([fits(each) for each in inner])
    if origin in _KINDS:
        return _all_of(_KINDS[origin], [fits(each) for each in inner if each is not ...])
    if origin is Callable:
        # A function may return something else each time: what it returns is looked at where it is called.
        return callable
    if not isinstance(annotation, type):
        raise TypeError(f"{annotation} names no types that a rule may be given")
    kinds = (annotation, *(annotation.__subclasses__() if is_sealed(annotation) else ()))
    return lambda value: is_one_of(kinds, value)


def _places(places: Sequence[Fits]) -> Fits:
    def fit(value: object) -> bool:
        if type(value) is not tuple or len(value) != len(places):
            return False
        return all(place(each) for place, each in zip(places, value, strict=True))

    return fit


def _all_of(kinds: tuple[type, ...], inner: Sequence[Fits]) -> Fits:
    def fit(value: object) -> bool:
        if not is_one_of(kinds, value):
            return False
        assert isinstance(value, Collection)
        values = value.values() if isinstance(value, Mapping) else ()
        of_values = inner[-1]
        return all(map(inner[0], value)) and all(map(of_values, values))

    return fit
