"""Losses that are charged at once, all or none."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

from concomp.impl.accounting.guarantees import Guarantee


@dataclass(frozen=True, repr=False)
class Together:
    """Several losses that are charged at once, all or none."""

    losses: tuple[Guarantee, ...]

    def __repr__(self) -> str:
        counted = Counter(map(repr, self.losses))
        return " and ".join(text if times == 1 else f"{times} times {text}" for text, times in counted.items())


Asked: TypeAlias = Guarantee | Together
"""What is asked for: one loss, or several at once."""


def losses_of(asked: Asked) -> tuple[Guarantee, ...]:
    """The losses, one by one."""
    return asked.losses if isinstance(asked, Together) else (asked,)
