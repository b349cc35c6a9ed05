"""Lists of mechanisms, as a file or as options, and what is asked about their composition."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os.path import dirname, join
from typing import Any, TypeVar

from concomp.cli.audits.profiles import audited_document, audited_file
from concomp.cli.errors import BadInput
from concomp.impl.accounting.fixed_mechanisms import Component
from concomp.impl.accounting.laws.names import read_noise
from concomp.impl.accounting.optimal.lattice_composition import COMPONENTS
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, exponential_loss, rational_loss, read_privacy_loss
from concomp.model.files import read
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, Place, path, quoted, shown
from concomp.model.files.strict_json import parse
from concomp.model.numbers import NumberError, exact_delta

BYTES = 16 * 2**20
"""The largest file, 16 MiB."""
DIGITS = 9
FIELDS = ("params", "e_eps", "epsilon", "delta")
T = TypeVar("T")


@dataclass(frozen=True)
class Query:
    """A list of mechanisms that is fixed in advance, and what is asked about its composition.

    at: the E and the ε at which the least δ is asked. delta: the δ for which the least E is asked.
    """

    components: tuple[Component, ...]
    at: tuple[PureLoss, ...]
    delta: Fraction | None


def read_query(file: str) -> Query:
    """The query in a file; FormatError if it holds none, BadInput if a mechanism file that it names does not."""
    fields = parse(read_bytes(file, BYTES))
    if not isinstance(fields, dict):
        raise FormatError("the file", shown(fields), 'write an object, {"params": …}')
    for field in fields:
        if field not in FIELDS:
            raise FormatError(path((field,)), shown(fields[field]), "there is no such field; remove it")
    if "params" not in fields:
        raise FormatError("params", "missing", 'add it, a list of [E, delta], like [["3/2", "0"]]')
    return Query(
        tuple(_components(_list(fields, "params"), dirname(file))),
        (*_asked(fields, "e_eps", rational_loss), *_asked(fields, "epsilon", exponential_loss)),
        _read(exact_delta, fields["delta"], ("delta",)) if "delta" in fields else None,
    )


def _asked(fields: dict[str, Any], field: str, reader: Callable[[Any], PureLoss]) -> Iterator[PureLoss]:
    for index, each in enumerate(_list(fields, field, [])):
        yield _read(reader, each, (field, index))


def _list(fields: dict[str, Any], field: str, empty: list[Any] | None = None) -> list[Any]:
    entries = fields.get(field, empty)
    if not isinstance(entries, list):
        raise FormatError(field, shown(entries), "write a list")
    if field in fields and not 1 <= len(entries) <= COMPONENTS:
        raise FormatError(field, f"{len(entries)} entries", f"give between 1 and {COMPONENTS}")
    return entries


def _components(entries: list[Any], folder: str) -> Iterator[Component]:
    """The mechanisms in a list; what is written alike is read once, for long lists mostly repeat a few entries."""
    seen: dict[str, Component] = {}
    for index, entry in enumerate(entries):
        key = repr(entry)
        if key not in seen:
            seen[key] = _component(entry, ("params", index), folder)
        yield seen[key]


def _component(entry: Any, at: Place, folder: str) -> Component:
    if isinstance(entry, str):
        return _read(read_privacy_loss, entry, at)
    if isinstance(entry, dict) and set(entry) == {"file"}:
        if not isinstance(entry["file"], str):
            raise FormatError(path((*at, "file")), shown(entry["file"]), "write the path of a mechanism file")
        return audited_file(join(folder, entry["file"]))
    if isinstance(entry, dict) and "type" in entry:
        return _mechanism(entry, path(at))
    if isinstance(entry, dict):
        return _read(read_noise, entry, at)
    if not isinstance(entry, list) or len(entry) != 2:
        remedy = 'write [E, delta], like ["3/2", "1/100"], "eps=0.1,delta=1e-9", {"law": …}, {"type": …} or {"file": …}'
        raise FormatError(path(at), shown(entry), remedy)
    return PrivacyLoss(_read(rational_loss, entry[0], (*at, 0)), _read(exact_delta, entry[1], (*at, 1)))


def _mechanism(contents: dict[str, Any], place: str) -> Component:
    """What a mechanism file has, its kernel listed or named, written out in the list."""
    try:
        document = read(json.dumps(contents).encode())
    except FormatError as error:
        raise FormatError(f"{place}: {error.place}", error.value, error.remedy) from None
    return audited_document(document, place)


def _read(reader: Callable[[Any], T], entry: Any, at: Place) -> T:
    try:
        return reader(entry)
    except NumberError as error:
        raise FormatError(path(at), shown(entry), str(error)) from None


def repeated(components: Sequence[Component], count: str) -> tuple[Component, ...]:
    """The list, `count` times over; BadInput if that is not a number, or the list becomes empty or too long."""
    most = COMPONENTS // max(1, len(components))
    if not (count.isascii() and count.isdigit() and len(count) <= DIGITS and 1 <= int(count) <= most):
        raise BadInput(f"--count: {quoted(count)}: give a whole number from 1 to {most}")
    return tuple(components) * int(count)
