"""What values are made of: parts, and named parts in the order of their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Parts = tuple[Any, ...]


def by_name(named: Mapping[str, Any]) -> Parts:
    """Named parts, in the order of their names."""
    return tuple((name, named[name]) for name in sorted(named))
