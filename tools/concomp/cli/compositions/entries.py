"""What a file says of one mechanism under a measure: the fields that entries of `params` have, each by its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.parameters import PureLoss
from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.numbers import NumberError, ParameterError, exact

INFINITE = "infinite"
PURE = ("epsilon", "e_eps")
"""A mechanism that is (ε, 0)-DP may be given by its ε under every measure."""


def read_object(entry: Any, at: Place, remedy: str) -> dict[str, Any]:
    """The entry, if it is an object; FormatError."""
    if not isinstance(entry, dict):
        raise FormatError(path(at), shown(entry), remedy)
    return entry


def one_of(fields: Mapping[str, Any], names: tuple[str, ...], also: tuple[str, ...], at: Place, remedy: str) -> str:
    """Which of the names there is; FormatError unless it is exactly one of them, and no others but those in `also`."""
    for field in fields:
        if field not in (*names, *also):
            raise FormatError(path((*at, field)), shown(fields[field]), f"there is no such field here: {remedy}")
    given = [name for name in names if name in fields]
    if len(given) != 1:
        raise FormatError(path(at), shown(fields), f"it has {' and '.join(given) or 'no loss'}: {remedy}")
    return given[0]


def finite(reader: Callable[[Any], Fraction], entry: Any, at: Place) -> Fraction | None:
    """A number, or None if it is "infinite"; FormatError."""
    if entry == INFINITE:
        return None
    try:
        return reader(entry)
    except NumberError as error:
        raise FormatError(path(at), shown(entry), f'{error}, or write "infinite"') from None


def pure_loss_of(fields: Mapping[str, Any], name: str, at: Place) -> PureLoss:
    """The ε or E in the field of this name; FormatError."""
    try:
        return PureDP(**{name: fields[name]}).loss
    except ParameterError as error:
        raise FormatError(path((*at, name)), shown(fields[name]), error.remedy) from None


def exact_moment(value: Any) -> Fraction:
    """A moment; NumberError if it is below 1."""
    number = exact(value)
    if number < 1:
        raise NumberError('a moment is at least 1, 1 where nothing is lost: write one like "3/2"')
    return number
