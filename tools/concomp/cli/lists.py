"""Lists of privacy parameters, as a file or as options, and what is asked about their composition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from concomp.cli.errors import BadInput
from concomp.impl.accounting.optimal.lattice_composition import COMPONENTS
from concomp.impl.accounting.parameters import PrivacyLoss, rational_loss, read_privacy_loss
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, Place, path, quoted, shown
from concomp.model.files.strict_json import parse
from concomp.model.numbers import NumberError, exact_delta, exact_e_eps

BYTES = 16 * 2**20
"""The largest file, 16 MiB."""
DIGITS = 9
FIELDS = ("params", "e_eps", "delta")
T = TypeVar("T")


@dataclass(frozen=True)
class Query:
    """A list of parameters that is fixed in advance, and what is asked about its composition."""

    components: tuple[PrivacyLoss, ...]
    e_eps: tuple[Fraction, ...]
    delta: Fraction | None


def read_query(file: str) -> Query:
    """The query in a file; FormatError if it holds none."""
    fields = parse(read_bytes(file, BYTES))
    if not isinstance(fields, dict):
        raise FormatError("the file", shown(fields), 'write an object, {"params": …}')
    for field in fields:
        if field not in FIELDS:
            raise FormatError(path((field,)), shown(fields[field]), "there is no such field; remove it")
    if "params" not in fields:
        raise FormatError("params", "missing", 'add it, a list of [E, delta], like [["3/2", "0"]]')
    return Query(
        tuple(_components(_list(fields, "params"))),
        tuple(_read(exact_e_eps, each, ("e_eps", index)) for index, each in enumerate(_list(fields, "e_eps", []))),
        _read(exact_delta, fields["delta"], ("delta",)) if "delta" in fields else None,
    )


def _list(fields: dict[str, Any], field: str, empty: list[Any] | None = None) -> list[Any]:
    entries = fields.get(field, empty)
    if not isinstance(entries, list):
        raise FormatError(field, shown(entries), "write a list")
    if field in fields and not 1 <= len(entries) <= COMPONENTS:
        raise FormatError(field, f"{len(entries)} entries", f"give between 1 and {COMPONENTS}")
    return entries


def _components(entries: list[Any]) -> Iterator[PrivacyLoss]:
    """The parameters in a list; what is written alike is read once, for long lists mostly repeat a few parameters."""
    seen: dict[str, PrivacyLoss] = {}
    for index, entry in enumerate(entries):
        key = repr(entry)
        if key not in seen:
            seen[key] = _component(entry, ("params", index))
        yield seen[key]


def _component(entry: Any, at: Place) -> PrivacyLoss:
    if isinstance(entry, str):
        return _read(read_privacy_loss, entry, at)
    if not isinstance(entry, list) or len(entry) != 2:
        raise FormatError(path(at), shown(entry), 'write [E, delta], like ["3/2", "1/100"], or "eps=0.1,delta=1e-9"')
    return PrivacyLoss(_read(rational_loss, entry[0], (*at, 0)), _read(exact_delta, entry[1], (*at, 1)))


def _read(reader: Callable[[Any], T], entry: Any, at: Place) -> T:
    try:
        return reader(entry)
    except NumberError as error:
        raise FormatError(path(at), shown(entry), str(error)) from None


def repeated(components: Sequence[PrivacyLoss], count: str) -> tuple[PrivacyLoss, ...]:
    """The list, `count` times over; BadInput if that is not a number, or the list becomes empty or too long."""
    most = COMPONENTS // max(1, len(components))
    if not (count.isascii() and count.isdigit() and len(count) <= DIGITS and 1 <= int(count) <= most):
        raise BadInput(f"--count: {quoted(count)}: give a whole number from 1 to {most}")
    return tuple(components) * int(count)
