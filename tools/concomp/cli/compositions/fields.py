"""What every file that `concomp compose` reads has: a list of mechanisms, and what is asked about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Generic, Self, TypeVar

from concomp.cli.errors import BadInput
from concomp.impl.accounting.optimal.lattice_composition import COMPONENTS
from concomp.impl.accounting.parameters import PureLoss, exponential_loss, rational_loss
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, Place, path, quoted, shown
from concomp.model.files.strict_json import parse
from concomp.model.numbers import NumberError, exact_delta

BYTES = 16 * 2**20
"""The largest file, 16 MiB."""
DIGITS = 9
T = TypeVar("T")


@dataclass(frozen=True)
class Asked(Generic[T]):
    """A list of mechanisms that is fixed in advance, and what is asked about their composition.

    components: what is known of each. at: the E and the ε at which δ is asked. delta: the δ for which a loss is asked.
    """

    components: tuple[T, ...]
    at: tuple[PureLoss, ...]
    delta: Fraction | None

    def with_options(self, count: str | None, at: tuple[PureLoss, ...], delta: Fraction | None) -> Self:
        """The same, the list `count` times over, and more asked; BadInput if that is no number, or too large."""
        components = self.components if count is None else _repeated(self.components, count)
        asked = self.delta if delta is None else delta
        return replace(self, components=components, at=(*self.at, *at), delta=asked)


def _repeated(components: Sequence[T], count: str) -> tuple[T, ...]:
    most = COMPONENTS // max(1, len(components))
    if not (count.isascii() and count.isdigit() and len(count) <= DIGITS and 1 <= int(count) <= most):
        raise BadInput(f"--count: {quoted(count)}: give a whole number from 1 to {most}")
    return tuple(components) * int(count)


def read_fields(file: str) -> dict[str, Any]:
    """The fields of the object in a file; FormatError if it holds none."""
    fields = parse(read_bytes(file, BYTES))
    if not isinstance(fields, dict):
        raise FormatError("the file", shown(fields), 'write an object, {"params": …}')
    return fields


def read_list(fields: dict[str, Any], field: str, empty: list[Any] | None = None) -> list[Any]:
    """The list in a field, which has an entry; `empty` where there is no such field."""
    entries = fields.get(field, empty)
    if not isinstance(entries, list):
        raise FormatError(field, shown(entries), "write a list")
    if field in fields and not 1 <= len(entries) <= COMPONENTS:
        raise FormatError(field, f"{len(entries)} entries", f"give between 1 and {COMPONENTS}")
    return entries


def read_entry(reader: Callable[[Any], T], entry: Any, at: Place) -> T:
    """What `reader` makes of an entry; FormatError that names the place."""
    try:
        return reader(entry)
    except NumberError as error:
        raise FormatError(path(at), shown(entry), str(error)) from None


def read_alike(entries: list[Any], reader: Callable[[Any, Place], T]) -> Iterator[T]:
    """The mechanisms in `params`; what is written alike is read once, for long lists mostly repeat a few entries."""
    seen: dict[str, T] = {}
    for index, entry in enumerate(entries):
        key = repr(entry)
        if key not in seen:
            seen[key] = reader(entry, ("params", index))
        yield seen[key]


def asked_at(fields: dict[str, Any]) -> tuple[PureLoss, ...]:
    """The E and the ε at which the least δ is asked."""
    return (*_losses(fields, "e_eps", rational_loss), *_losses(fields, "epsilon", exponential_loss))


def asked_delta(fields: dict[str, Any]) -> Fraction | None:
    """The δ for which the least loss is asked; None if there is none."""
    return read_entry(exact_delta, fields["delta"], ("delta",)) if "delta" in fields else None


def demand_fields(fields: dict[str, Any], known: Iterable[str], example: str) -> None:
    """FormatError for a field that is not among the known ones, and if there are no `params`, like the example."""
    for field in fields:
        if field not in known:
            raise FormatError(path((field,)), shown(fields[field]), "there is no such field; remove it")
    if "params" not in fields:
        raise FormatError("params", "missing", f"add it, a list of what is known of each mechanism, like {example}")


def _losses(fields: dict[str, Any], field: str, reader: Callable[[Any], PureLoss]) -> Iterator[PureLoss]:
    for index, each in enumerate(read_list(fields, field, [])):
        yield read_entry(reader, each, (field, index))
