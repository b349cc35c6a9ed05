"""Comparisons that Python reads otherwise than they look: `&` and `|` bind more tightly than `==` and `<`."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Sequence

from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.python.texts import Text


def check_precedence(text: Text, node: ast.Compare) -> None:
    """Raise LanguageError for a comparison with `a | b` or `a & b` without parentheses: it is with the whole."""
    sides = [node.left, *node.comparators]
    mixed = [each for each in sides if isinstance(each, ast.BinOp) and isinstance(each.op, ast.BitAnd | ast.BitOr)]
    lines = linecache.getlines(text.file) if mixed else []
    if any(not _in_parentheses(each, lines) for each in mixed):
        raise LanguageError(
            "& and | bind more tightly than this comparison",
            "put parentheses around each comparison",
            text.place(node),
        )


def _in_parentheses(node: ast.expr, lines: Sequence[str]) -> bool:
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    before = lines[first].encode()[: node.col_offset].decode().rstrip()
    after = lines[last].encode()[node.end_col_offset :].decode().lstrip()
    return before.endswith("(") and after.startswith(")")
