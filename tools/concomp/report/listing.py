"""The list of statements that some words fit: a line each, with its status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from concomp.obligations.runner.standing import Standing
from concomp.report.explain import status_data
from concomp.report.layout import Part, Table
from concomp.report.text import plural, shorten

if TYPE_CHECKING:
    from concomp.schemas.statements import ListOutput

LABEL, TITLE, STATUS = 36, 40, 20
"""The widths of the columns, which make a line of 100."""


def listing(standing: Standing, keys: Sequence[str]) -> list[Part]:
    """A table of these statements, and how many they are."""
    rows = [standing.registry.statements[key] for key in keys]
    cells = ((shorten(row.key, LABEL), shorten(row.title, TITLE), _status(standing, row.key)) for row in rows)
    return [Table(tuple(cells), verdict=2), "", plural(len(keys), "statement")]


def _status(standing: Standing, key: str) -> str:
    return shorten(standing.statuses[key].kind, STATUS)


def listing_as_json(standing: Standing, keys: Sequence[str]) -> ListOutput:
    """The same for machines."""
    rows = [standing.registry.statements[key] for key in keys]
    return {
        "schema": "concomp.list/1",
        "statements": [
            {
                "key": row.key,
                "source": row.source,
                "label": row.label,
                "kind": row.kind,
                "title": row.title,
                "section": row.section,
                **status_data(standing, row.key),
            }
            for row in rows
        ],
    }
