"""Lists of privacy parameters, as a file or as options, and what is asked about their composition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from concomp.cli.errors import BadInput
from concomp.impl.accounting.numbers import ParameterError, exact
from concomp.impl.accounting.optimal.components import Component, with_e_eps, with_epsilon
from concomp.impl.accounting.optimal.composed import COMPONENTS
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, Place, path, quoted, shown
from concomp.model.files.strict_json import parse

BYTES = 16 * 2**20
"""The largest file, 16 MiB."""
DIGITS = 9
FIELDS = ("params", "e_eps", "delta")
T = TypeVar("T")


@dataclass(frozen=True)
class Query:
    """A list of parameters that is fixed in advance, and what is asked about its composition."""

    components: tuple[Component, ...]
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
        tuple(_e_eps(entry, ("e_eps", index)) for index, entry in enumerate(_list(fields, "e_eps", empty=[]))),
        _read(read_probability, fields["delta"], ("delta",)) if "delta" in fields else None,
    )


def _list(fields: dict[str, Any], field: str, empty: list[Any] | None = None) -> list[Any]:
    entries = fields.get(field, empty)
    if not isinstance(entries, list):
        raise FormatError(field, shown(entries), "write a list")
    if field in fields and not 1 <= len(entries) <= COMPONENTS:
        raise FormatError(field, f"{len(entries)} entries", f"give between 1 and {COMPONENTS}")
    return entries


def _components(entries: list[Any]) -> Iterator[Component]:
    """The parameters in a list; what is written alike is read once, for long lists mostly repeat a few parameters."""
    seen: dict[str, Component] = {}
    for index, entry in enumerate(entries):
        key = repr(entry)
        if key not in seen:
            seen[key] = _component(entry, ("params", index))
        yield seen[key]


def _component(entry: Any, at: Place) -> Component:
    if not isinstance(entry, list) or len(entry) != 2:
        raise FormatError(path(at), shown(entry), 'write [E, delta], like ["3/2", "1/100"]')
    delta = _read(read_probability, entry[1], (*at, 1))
    return _read(lambda text: _made(with_e_eps, read_e_eps(text), delta), entry[0], (*at, 0))


def _e_eps(entry: Any, at: Place) -> Fraction:
    return _read(read_e_eps, entry, at)


def _read(reader: Callable[[str], T], entry: Any, at: Place) -> T:
    if not isinstance(entry, str):
        raise FormatError(path(at), shown(entry), 'write a rational as a string, like "1/2" or "3"')
    try:
        return reader(entry)
    except ValueError as error:
        raise FormatError(path(at), quoted(entry), str(error)) from None


def read_number(text: str) -> Fraction:
    """The rational that "p/q", "p" or a decimal like "1e-9" writes; ValueError, whose message is the remedy."""
    try:
        return exact(text, "number")
    except ParameterError as error:
        raise ValueError(str(error).rpartition(": ")[2]) from None


def read_e_eps(text: str) -> Fraction:
    """E = e^ε, at least 1; ValueError, whose message is the remedy."""
    number = read_number(text)
    if number < 1:
        raise ValueError("E = e^eps must be at least 1")
    return number


def read_probability(text: str) -> Fraction:
    """δ, from 0 to 1; ValueError, whose message is the remedy."""
    number = read_number(text)
    if not 0 <= number <= 1:
        raise ValueError("delta must be from 0 to 1")
    return number


def read_option(option: str, text: str, reader: Callable[[str], T]) -> T:
    """What `reader` makes of an option; BadInput that names the option."""
    try:
        return reader(text)
    except ValueError as error:
        raise BadInput(f"{option}: {quoted(text)}: {error}") from None


def read_component(text: str) -> Component:
    """The parameters that "eps=0.1,delta=1e-9" or "E=11/10" write; ValueError, whose message is the remedy."""
    parts = [part.partition("=") for part in text.split(",")]
    named = {name.strip(): value.strip() for name, _, value in parts}
    if len(named) < len(parts) or set(named) - {"delta"} not in ({"eps"}, {"E"}):
        raise ValueError("write eps or E and, unless it is 0, delta, like eps=0.1,delta=1e-9 or E=11/10,delta=0")
    delta = read_probability(named.get("delta", "0"))
    if "E" in named:
        return _made(with_e_eps, read_e_eps(named["E"]), delta)
    epsilon = read_number(named["eps"])
    if epsilon < 0:
        raise ValueError("eps must be at least 0")
    return _made(with_epsilon, epsilon, delta)


def _made(make: Callable[[Fraction, Fraction], Component], loss: Fraction, delta: Fraction) -> Component:
    try:
        return make(loss, delta)
    except ParameterError as error:
        raise ValueError(str(error).rpartition(": ")[2]) from None


def repeated(components: Sequence[Component], count: str) -> tuple[Component, ...]:
    """The list, `count` times over; BadInput if that is not a number, or the list becomes empty or too long."""
    most = COMPONENTS // max(1, len(components))
    if not (count.isascii() and count.isdigit() and len(count) <= DIGITS and 1 <= int(count) <= most):
        raise BadInput(f"--count: {quoted(count)}: give a whole number from 1 to {most}")
    return tuple(components) * int(count)
