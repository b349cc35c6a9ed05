"""Addresses: where each page of the site is. They follow from labels alone and never change.

A page is named as the generator names it, by its path without the ending, such as "hsv26/theorem-5-4/index".
"""

from __future__ import annotations

from posixpath import dirname, relpath

from concomp.model.registry.rows import Statement
from concomp.obligations.runner.store import slug

HOME = "index"
ERRATA = "errata/index"
GRAPH = "graph"
LIBRARY = "library/index"
DOCUMENTATION = "docs/index"


def statement_page(row: Statement) -> str:
    """The page of a statement."""
    return f"{slug(row.source)}/{slug(row.label)}/index"


def paper_page(source: str) -> str:
    """The page of a paper: its table of contents."""
    return f"{slug(source)}/index"


def graph_page(source: str) -> str:
    """The graph of a paper."""
    return f"{slug(source)}/{GRAPH}/index"


def chapter_page(source: str, title: str) -> str:
    """The page of a chapter of a paper, such as "Section 5"."""
    return f"{slug(source)}/contents/{slug(title)}/index"


def earlier_page(source: str, label: str) -> str:
    """The address of what an earlier version of a paper calls by another number."""
    return f"{slug(source)}/earlier-version/{slug(label)}/index"


def erratum_page(name: str) -> str:
    """The page of an erratum."""
    return f"errata/{slug(name)}/index"


def source_page(module: str) -> str:
    """The page that shows the source of a module."""
    return f"source/{module}"


def link(target: str, origin: str, fragment: str = "") -> str:
    """The relative address of a page as it is linked to from another."""
    path = f"{relpath(target, dirname(origin) or '.')}.html"
    return f"{path}#{fragment}" if fragment else path
