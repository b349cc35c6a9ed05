"""Tags: which public object realises which numbered statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
ATTRIBUTE = "__realises__"


def realises(*labels: str) -> Callable[[T], T]:
    """Tag an object with the statements it realises, such as "HSV26 Definition 2.1"; the object is unchanged."""

    def tag(tagged: T) -> T:
        setattr(getattr(tagged, "fget", tagged), ATTRIBUTE, labels)
        return tagged

    return tag


def tags_of(tagged: object) -> tuple[str, ...]:
    """The labels that an object itself carries, inherited ones left out."""
    own = getattr(tagged, "__dict__", {})
    labels: tuple[str, ...] = own.get(ATTRIBUTE, ())
    return labels
