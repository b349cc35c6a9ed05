"""The examples of the repository that meet the hypotheses of a statement, or violate them."""

from __future__ import annotations


def examples_of(key: str) -> list[str]:
    """The examples that speak about a statement."""
    return []
