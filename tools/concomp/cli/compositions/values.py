"""A number that a measure adds up: exact, between bounds, or infinite, for machines and for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.cli.compositions.answers import SHORT
from concomp.cli.compositions.entries import INFINITE
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.display import shortened
from concomp.model.numbers import rational_text
from concomp.report.quantities import at_most, exact_and_approximate

if TYPE_CHECKING:
    from concomp.schemas.measures import Value


def value_data(value: Bounds | None) -> Value:
    """The number for machines; bounds with few digits, outward."""
    if value is None:
        return INFINITE
    short = shortened(value)
    if short.is_exact:
        return rational_text(short.low)
    return {"low": rational_text(short.low), "high": rational_text(short.high)}


def value_line(value: Bounds | None) -> str:
    """The number for people: exactly if that is short, otherwise by a decimal that is not below it."""
    if value is None:
        return INFINITE
    if value.is_exact and len(text := exact_and_approximate(value.low)) <= SHORT:
        return text
    return f"{at_most(value.high)}{' (exact with --json)' * value.is_exact}"
