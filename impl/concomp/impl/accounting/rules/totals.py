"""What a rule has counted so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.impl.accounting.rounding import is_short, round_up
from concomp.model.numbers import rational_text


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums and products of losses, none below the truth, of bounded length.

    numbers: what is counted, each at least 0; what they mean is the rule's. is_exact: whether nothing was rounded.
    """

    numbers: tuple[Fraction, ...]
    is_exact: bool = True

    def to_json(self) -> dict[str, Any]:
        """The same as JSON, for a book that keeps it."""
        return {"numbers": [rational_text(number) for number in self.numbers], "is_exact": self.is_exact}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Totals:
        """What `to_json` made."""
        return cls(tuple(Fraction(number) for number in stored["numbers"]), bool(stored["is_exact"]))


def counted(numbers: Sequence[Fraction], is_exact: bool) -> Totals:
    """Totals of these numbers, those that have grown too long rounded up."""
    short = all(map(is_short, numbers))
    kept = tuple(numbers) if short else tuple(n if is_short(n) else round_up(n) for n in numbers)
    return Totals(kept, is_exact and short)
