"""Counterexamples as tables that can be stepped through: each row is a step, and the worlds stand side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from pydantic import JsonValue

_TRANSCRIPT = re.compile(r"transcript (?P<transcript>.*)")
_WORLDS = re.compile(r"(?P<first>.*) in world 0, (?P<second>.*) in world 1")
_STATE = re.compile(r"state (?P<state>.*), message (?P<message>.*)")
_EARLY = (
    "e^ε",
    "mechanism",
    "model",
    "program",
    "kernel",
    "label",
    "verification",
    "f accepts",
    "p",
    "q",
    "laws",
    "law",
)
_LATE = ("claimed", "as printed", "exact", "also", "least")


def steps(counterexample: Mapping[str, JsonValue]) -> Markup:
    """A counterexample as rows: what is composed, then what the adversary does, then what is claimed and what is so."""
    transcripts = {name: value for name, value in counterexample.items() if _worlds(name, value)}
    others = sorted((name for name in counterexample if name not in transcripts), key=_place)
    early = [name for name in others if _place(name) < len(_EARLY) + 1]
    rows = [_row(name, readable_value(counterexample[name])) for name in early]
    if transcripts:
        rows.append(_row("chance of each transcript", _transcripts(transcripts)))
    rows += [_row(name, readable_value(counterexample[name])) for name in others if name not in early]
    return Markup('<table class="steps"><tbody>{}</tbody></table>').format(Markup("").join(rows))


def readable_value(value: JsonValue) -> Markup:
    """A value of JSON as HTML."""
    if isinstance(value, dict):
        return _fields(value)
    if isinstance(value, list):
        return _items(value)
    return escape(_scalar(value))


def _place(name: str) -> int:
    """The place of a field in the telling."""
    folded = name.casefold()
    early = next(
        (place for place, start in enumerate(_EARLY) if folded == start or folded.startswith(f"{start} ")), None
    )
    if early is not None:
        return early
    late = next((place for place, start in enumerate(_LATE) if folded.startswith(start)), None)
    return len(_EARLY) + 1 if late is None else len(_EARLY) + 2 + late


def _row(name: str, value: Markup) -> Markup:
    return Markup('<tr class="step"><th scope="row">{}</th><td>{}</td></tr>').format(_named(name), value)


def _named(name: str) -> str:
    """A name of a field as people read it."""
    return name.replace("e_eps", "e^ε").replace("e^eps", "e^ε").replace("_", " ")


def _worlds(name: str, value: JsonValue) -> bool:
    return bool(_TRANSCRIPT.fullmatch(name) and isinstance(value, str) and _WORLDS.fullmatch(value))


def _transcripts(found: Mapping[str, JsonValue]) -> Markup:
    rows = []
    for name, value in found.items():
        answers, chances = _TRANSCRIPT.fullmatch(name), _WORLDS.fullmatch(str(value))
        assert answers is not None
        assert chances is not None
        rows.append((answers["transcript"], chances["first"], chances["second"]))
    return _table(("answers", "world 0", "world 1"), rows, are_steps=True)


def _fields(fields: Mapping[str, JsonValue]) -> Markup:
    if set(fields) == {"0", "1"}:
        return _table(("world 0", "world 1"), [(readable_value(fields["0"]), readable_value(fields["1"]))])
    states = [_STATE.fullmatch(name) for name in fields]
    if states and all(states):
        return _kernel({(found["state"], found["message"]): str(fields[found.string]) for found in states if found})
    return _table((), [(_named(name), readable_value(value)) for name, value in fields.items()])


def _kernel(chances: Mapping[tuple[str, str], str]) -> Markup:
    """What a mechanism does by its state, a column for each message."""
    messages = list(dict.fromkeys(message for _, message in chances))
    states = sorted(dict.fromkeys(state for state, _ in chances), key=lambda state: (state != "'start'", state))
    rows = [[state, *(chances.get((state, message), "—") for message in messages)] for state in states]
    return _table(("state", *(f"message {message}" for message in messages)), rows, are_steps=True)


def _items(items: Sequence[JsonValue]) -> Markup:
    records = [item for item in items if isinstance(item, dict)]
    if records and len(records) == len(items) and all(list(item) == list(records[0]) for item in records):
        heading = list(map(_named, records[0]))
        return _table(heading, [[readable_value(value) for value in item.values()] for item in records], are_steps=True)
    if all(not isinstance(item, dict | list) and len(_scalar(item)) <= 12 for item in items):
        return escape(", ".join(map(_scalar, items)))
    if all(isinstance(item, list) and all(not isinstance(each, dict | list) for each in item) for item in items):
        return escape(", ".join(f"({', '.join(map(_scalar, item))})" for item in items if isinstance(item, list)))
    lines = Markup("").join(Markup('<li class="step">{}</li>').format(_item(item)) for item in items)
    return Markup("<ol>{}</ol>").format(lines)


def _item(item: JsonValue) -> Markup:
    if isinstance(item, list) and not any(isinstance(each, dict | list) for each in item):
        return escape(f"({', '.join(map(_scalar, item))})")
    return readable_value(item)


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]], *, are_steps: bool = False) -> Markup:
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(name) for name in heading)
    body = [Markup("").join(Markup("<td>{}</td>").format(cell) for cell in row) for row in rows]
    kind = Markup(' class="step"') if are_steps else Markup("")
    lines = Markup("").join(Markup("<tr{}>{}</tr>").format(kind, line) for line in body)
    top = Markup("<thead><tr>{}</tr></thead>").format(head) if heading else Markup("")
    return Markup('<table class="inner">{}<tbody>{}</tbody></table>').format(top, lines)


def _scalar(value: JsonValue) -> str:
    if value is None:
        return "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
