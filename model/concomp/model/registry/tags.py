"""Tags: which object of the code realises which numbered statement.

A statement's number never enters an identifier; it is attached as a tag instead, and the paper map is
computed from the tags. A tag belongs to the very object that carries it: it is kept in the object's own
``__dict__`` and is not inherited.
"""

from collections.abc import Callable
from types import ModuleType
from typing import TypeVar

_ATTRIBUTE = "__realises__"
_TABLE = "REALISES"

T = TypeVar("T")


def realises(*labels: str) -> Callable[[T], T]:
    """Mark a class or function as the realisation of one or more numbered statements.

    Parameters: `labels`, each like ``"HSV26 Definition 2.1"``.
    Returns a decorator that gives back the object unchanged.
    Raises `TypeError` for labels that are not non-empty strings, and for objects that cannot carry a tag.
    """
    if not labels or not all(isinstance(label, str) and label.strip() for label in labels):
        raise TypeError(f'realises{labels!r}: name at least one statement, as in @realises("HSV26 Definition 2.1")')

    def mark(target: T) -> T:
        try:
            setattr(target, _ATTRIBUTE, (*labels, *tags_of(target)))
        except AttributeError:
            raise TypeError(f"{target!r} cannot carry a tag: name it in the module's {_TABLE} table instead") from None
        return target

    return mark


def tags_of(target: object) -> tuple[str, ...]:
    """The labels that an object itself carries; a base class's tags are not its subclass's."""
    own = getattr(target, "__dict__", {})
    labels: tuple[str, ...] = own.get(_ATTRIBUTE, ())
    return labels


def tags_in(module: ModuleType) -> dict[str, tuple[str, ...]]:
    """The tags of everything that a module defines, by name, those of its `REALISES` table included.

    Objects that are only imported into the module are left out. Raises `ValueError` if `REALISES` names
    something that the module does not define.
    """
    found = {
        name: tags_of(value)
        for name, value in vars(module).items()
        if tags_of(value) and getattr(value, "__module__", None) == module.__name__
    }
    table: dict[str, tuple[str, ...]] = getattr(module, _TABLE, {})
    for name, labels in table.items():
        if not hasattr(module, name):
            raise ValueError(f"{module.__name__}: {_TABLE} names {name!r}, which is not there: correct or drop it")
        found[name] = (*found.get(name, ()), *labels)
    return dict(sorted(found.items()))
