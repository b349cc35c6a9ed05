"""Docstrings as the generator reads them: what stands between backticks is code, everything else plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from concomp.model.registry.tags import tags_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_CODE = re.compile(r"(`+[^`]+`+)")
_MARKUP = re.compile(r"([\\*|_])")


def prepare(_: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Rewrite the lines of a docstring in place, and add which statements the object realises."""
    prepared = [line if line.lstrip().startswith(">>>") else _plain(line) for line in lines]
    tags = tags_of(value) if what in ("class", "function", "method", "exception") else ()
    realised = [f"Realises {', '.join(tags)}.", ""] if tags else []
    lines[:] = [*prepared, "", *realised]


def _plain(line: str) -> str:
    parts = _CODE.split(line)
    return "".join(
        f"``{part.strip('`')}``" if place % 2 else _MARKUP.sub(r"\\\1", part) for place, part in enumerate(parts)
    )
