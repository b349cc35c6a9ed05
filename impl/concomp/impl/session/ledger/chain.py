"""The chain: each entry has the hash of all that it says and of the entry before it.

What is edited, deleted or put between is noticed, unless all hashes after it are written anew. What is cut off the end
is not, nor a copy that was kept and put back: for these, keep the hash of the newest head somewhere else.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
LINKED = ("number", "nonce", "kind", "label", "asked", "totals", "evidence", "time", "previous")
"""The columns of an entry that its hash is about."""
OF_NESTED = ("path", "opens", "within")
"""Those that are null where there is no nested session. There they are left out, so that what was written before there
were any has the hash that it had."""
FOUNDING = ("name", "measure", "rule", "budget", "time")
"""The columns of a book that the first link is about."""


def write(value: Any) -> str:
    """JSON text, the same for the same value."""
    return ENCODER.encode(value)


def founding_hash(book: Mapping[str, Any]) -> str:
    """The hash of an empty book."""
    return _founding_hash(*(book[column] for column in FOUNDING))


def entry_hash(entry: Mapping[str, Any]) -> str:
    """The hash of an entry, by which the next one knows it."""
    nested = [entry[column] for column in OF_NESTED]
    return _hash([entry[column] for column in LINKED] + (nested if any(each is not None for each in nested) else []))


@lru_cache(maxsize=1024)
def _founding_hash(*founding: Any) -> str:
    """The same; a book is charged often, and never changes these."""
    return _hash([*founding])


def _hash(values: list[Any]) -> str:
    return hashlib.sha256(write(values).encode()).hexdigest()
