"""Rows of a long table of cases: every so many run in `make test`, all of them in `make test-full`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def thinned(rows: Iterable[Any], one_in: int) -> list[Any]:
    """Parameters of a test: the first of each `one_in` rows always, the others in the full tests.

    Neighbouring rows of a table are mostly of a kind, so that what is left of each kind stands in its place.
    """
    return [row if place % one_in == 0 else _full(row) for place, row in enumerate(rows)]


def _full(row: Any) -> Any:
    if isinstance(row, type(pytest.param())):
        return pytest.param(*row.values, id=row.id, marks=(*row.marks, pytest.mark.full))
    return (
        pytest.param(*row, marks=pytest.mark.full)
        if isinstance(row, tuple)
        else pytest.param(row, marks=pytest.mark.full)
    )
