"""Objects as a key: what was found out about very these objects is remembered, and of no others."""

from __future__ import annotations

from operator import is_
from typing import Any


class VerySame:
    """Objects in an order; the same as others only if each is the very same, whatever they say of themselves."""

    __slots__ = ("_hash", "objects")

    def __init__(self, *objects: Any) -> None:
        """Take the objects, and hold them, so that none of their addresses is given to another."""
        self.objects = objects
        self._hash = hash(tuple(map(id, objects)))

    def __eq__(self, other: object) -> bool:
        if type(other) is not VerySame or len(self.objects) != len(other.objects):
            return False
        return all(map(is_, self.objects, other.objects))

    def __hash__(self) -> int:
        return self._hash
