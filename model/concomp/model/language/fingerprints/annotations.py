"""Annotations as texts.

A meaning may read them, by `fields` or `get_type_hints`, and `isinstance` does where a protocol has fields. A class in
an annotation is known by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ForwardRef, get_args, get_origin

from concomp.model.language.readings.plain_values import is_plain, plain_text

Text = list[Any]


def annotations_of(value: object) -> Text:
    """The annotations of a function or a class, as texts; of a class, its own."""
    try:
        held: Mapping[str, Any] = getattr(value, "__annotations__", None) or {}
    except Exception:  # later Pythons compute them when they are asked for, and names in them may not be there
        return []
    if isinstance(value, type) and held is not vars(value).get("__annotations__", held):
        return []
    return [[name, annotation_text(each)] for name, each in held.items()]


def fields_of_dataclass(kind: type) -> Text:
    """What a dataclass says of the sorts of its fields."""
    fields: Mapping[str, Any] = vars(kind).get("__dataclass_fields__", {})
    return [[name, annotation_text(each.type)] for name, each in fields.items()]


def annotation_text(annotation: Any) -> Any:
    """An annotation as JSON: plain values, classes by their names, and what is made of such."""
    if is_plain(annotation):
        return plain_text(annotation)
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return ["class", annotation.__module__, annotation.__qualname__]
    if isinstance(annotation, ForwardRef):
        return ["forward", annotation.__forward_arg__]
    if isinstance(annotation, list | tuple):
        return ["list", *map(annotation_text, annotation)]
    parts = [
        *map(annotation_text, get_args(annotation)),
        *map(annotation_text, getattr(annotation, "__metadata__", ())),
    ]
    kind = type(annotation)
    named = str(getattr(annotation, "__name__", ""))
    origin = get_origin(annotation)
    return [kind.__qualname__, named, origin.__qualname__ if isinstance(origin, type) else str(origin), *parts]
