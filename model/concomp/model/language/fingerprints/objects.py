"""What objects of authors' classes hold."""

from __future__ import annotations

import copyreg
import functools
from collections.abc import Callable, Iterator
from types import MemberDescriptorType
from typing import Any

from concomp.model.language.fingerprints.named import Parts, by_name
from concomp.model.language.syntax.records import Record
from concomp.model.sameness import computed_names

_OF_COPIES = ("__getstate__", "__reduce__", "__reduce_ex__", "__getnewargs_ex__")


def fields_of(value: Any) -> Parts | None:
    """The names and values of the fields of an object; None if it may hold more, or says itself what it holds."""
    kind = type(value)
    if issubclass(kind, Record):
        return tuple((name, value.__dict__[name]) for name, _ in kind._sort.fields)
    reduced = _reduction(value)
    if reduced is None:
        return None
    make, arguments, state, *others = reduced
    entries = tuple.__getitem__(value, slice(None)) if issubclass(kind, tuple) else ()
    if make is not vars(copyreg)["__newobj__"] or arguments[1:] not in ((), entries) or others != [None, None]:
        return None
    held, slots = state if isinstance(state, tuple) else (state, None)
    owner: Any = kind
    computed = computed_names(owner)
    lasting = {n: each for n, each in {**(held or {}), **(slots or {})}.items() if n not in computed}
    return (*entries, *by_name(lasting))


def _reduction(value: Any) -> tuple[Any, ...] | None:
    """What Python would make a copy of an object of; None where its class says that itself, or there is more to it."""
    kind = type(value)
    own = [getattr(kind, name, None) is not getattr(object, name, None) for name in _OF_COPIES]
    foreign = [base for base in kind.__mro__ if base.__module__ == "builtins" and base not in (object, tuple)]
    slots = [each for base in kind.__mro__ for each in vars(base).values() if isinstance(each, MemberDescriptorType)]
    if any(own) or foreign or len({each.__name__ for each in slots}) < len(slots):
        return None
    try:
        reduced: Any = object.__reduce_ex__(value, 2)
    except Exception:  # whatever the author's code raises
        return None
    return reduced if len(reduced) == len(("maker", "arguments", "state", "entries", "items")) else None


def computed_by(value: Any) -> Iterator[tuple[str, Any, Callable[[Any], Any]]]:
    """What an object keeps of what its class computes: the names, the values, and what computes them."""
    kind: Any = type(value)
    held = getattr(value, "__dict__", {})
    for name in sorted(computed_names(kind) & held.keys()):
        owner = next(each for each in kind.__mro__ if isinstance(vars(each).get(name), functools.cached_property))
        yield name, held[name], vars(owner)[name].func
