"""Annotations as texts.

A meaning may read them, by `fields` or `get_type_hints`, and `isinstance` does where a protocol has fields. A class in
an annotation is known by its name, and what an annotation is made of by the hash of its text: parts that occur often,
as in `X = tuple[X, X]`, are written once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, ForwardRef, TypeVar, get_args, get_origin

from concomp.model.language.fingerprints.no_text import NoText
from concomp.model.language.readings.plain_values import is_plain, plain_text

T = TypeVar("T")
Text = list[Any]


def annotations_of(value: object) -> Text:
    """The annotations of a function or a class, as texts; of a class, its own. NoText for what cannot be read."""
    try:
        held: Mapping[str, Any] = getattr(value, "__annotations__", None) or {}
    except Exception:  # later Pythons compute them when they are asked for, and names in them may not be there
        return []
    if isinstance(value, type) and held is not vars(value).get("__annotations__", held):
        return []
    return read_notes(value, "annotations", lambda: _texts(dict(held)))


def fields_of_dataclass(kind: type) -> Text:
    """What a dataclass says of the sorts of its fields. NoText for what cannot be read."""
    fields: Mapping[str, Any] = vars(kind).get("__dataclass_fields__", {})
    return read_notes(kind, "dataclass fields", lambda: _texts({name: each.type for name, each in fields.items()}))


def read_notes(value: Any, notes: str, read: Callable[[], T]) -> T:
    """What Python notes of a function or a class, as `read` has it; NoText where the author has put other things in its
    place that cannot be read so."""
    try:
        return read()
    except (NoText, RecursionError):
        raise
    except Exception as error:  # whatever the author's code raises
        reason = f"the {notes} of {value.__qualname__} cannot be read ({type(error).__name__})"
        raise NoText(reason, "let them be as Python makes them, of classes, typing's forms and plain values") from None


def _texts(annotations: Mapping[str, Any]) -> Text:
    writing = _Writing()
    return [[name, writing.text(each)] for name, each in annotations.items()]


class _Writing:
    """The writing of annotations, whose common parts are written once."""

    def __init__(self) -> None:
        """Begin with no part written."""
        self._known: dict[int, tuple[str, object]] = {}

    def text(self, annotation: Any) -> Any:
        """An annotation as JSON: plain values, classes by their names, what is made of such by its parts' hashes."""
        if is_plain(annotation):
            return plain_text(annotation)
        if isinstance(annotation, type) and get_origin(annotation) is None:
            return ["class", annotation.__module__, annotation.__qualname__]
        if isinstance(annotation, ForwardRef):
            return ["forward", annotation.__forward_arg__]
        if isinstance(annotation, list | tuple):
            return ["list", *map(self._hash, annotation)]
        parts = map(self._hash, (*get_args(annotation), *getattr(annotation, "__metadata__", ())))
        named = str(getattr(annotation, "__name__", ""))
        origin = get_origin(annotation)
        origin_text = origin.__qualname__ if isinstance(origin, type) else str(origin)
        return [type(annotation).__qualname__, named, origin_text, *parts]

    def _hash(self, part: Any) -> str:
        if id(part) not in self._known:
            written = sha256(json.dumps(self.text(part)).encode()).hexdigest()
            # The part is kept, so that nothing else gets its id.
            self._known[id(part)] = written, part
        return self._known[id(part)][0]
