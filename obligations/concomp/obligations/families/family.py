"""Named families.

A check that covers finitely many cases says which: a family has a name that a reader understands, its members,
and their number. Exhaustive families hold everything of their description; the others are drawn with a fixed
seed and say so in their name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T", covariant=True)


@dataclass(frozen=True, eq=False)
class Family(Generic[T]):
    """A named finite family.

    name: what it consists of, in words that fit after "over".
    members: all of them, in a fixed order.
    """

    name: str
    members: tuple[T, ...]

    def __iter__(self) -> Iterator[T]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __repr__(self) -> str:
        return f"{self.name}; {len(self)} of them"
