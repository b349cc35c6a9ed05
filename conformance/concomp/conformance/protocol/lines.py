"""Lines of JSON, read as they are written: no text stands for two values, so that all who read one read the same."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NoReturn


def read_json(line: bytes) -> Any:
    """The value that a line writes in UTF-8; ValueError for a mark of byte order, a name twice, NaN, or no JSON."""
    return json.loads(line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_refuse)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in an object")
    return found


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")
