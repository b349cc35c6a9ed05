"""The source of modules, highlighted: a definition with its lines, and the whole of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from pygments import highlight
from pygments.filter import simplefilter
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text, _TokenType

from concomp.obligations.runner.sources import locate
from concomp.report.places import definition_of

LONGEST = 60
"""The most lines of a definition that a page shows; the page of the module has them all."""


@dataclass(frozen=True)
class Excerpt:
    """A definition: the module, its first and its last line, the lines as HTML, and how many more there are."""

    module: str
    first: int
    last: int
    html: str
    more: int


def excerpt(module: str, name: str) -> Excerpt | None:
    """The definition of an object of a module; None if it is not found in its text."""
    found = definition_of(module, name)
    text = _text(module)
    if found is None or text is None:
        return None
    first, last = lines_of(found)
    shown = text.splitlines()[first - 1 : min(last, first - 1 + LONGEST)]
    return Excerpt(module, first, last, _highlighted("\n".join(shown), first), max(0, last - first + 1 - LONGEST))


def lines_of(statement: ast.stmt | ast.Call) -> tuple[int, int]:
    """The first and the last line of a definition, its decorators included."""
    decorators = getattr(statement, "decorator_list", ())
    return min([statement.lineno, *(each.lineno for each in decorators)]), statement.end_lineno or statement.lineno


def whole(module: str) -> str | None:
    """The whole text of a module as HTML, each line with an anchor like "L12"; None if it has no file."""
    text = _text(module)
    return None if text is None else _highlighted(text, 1, anchors=True)


def _highlighted(text: str, first: int, *, anchors: bool = False) -> str:
    """Lines of Python as HTML; the style sheet numbers them, from the number at which they are said to begin."""
    lexer = PythonLexer(stripnl=False)
    lexer.add_filter(simplefilter(_coloured)())
    lines: str = highlight(text, lexer, HtmlFormatter(nowrap=True))
    named = (_line(line, f' id="L{at}"' if anchors else "") for at, line in enumerate(lines.splitlines(), 1))
    return f'<div class="highlight numbered" style="--first: {first - 1}"><pre>{"".join(named)}</pre></div>'


def _line(html: str, name: str) -> str:
    return f"<span{name}>{html}\n</span>"


def _coloured(
    _: object, lexer: object, stream: Iterable[tuple[_TokenType, str]], options: object
) -> Iterator[tuple[_TokenType, str]]:
    """Leaves the rest of the text plain, which makes pages half as long."""
    for kind, value in stream:
        found = next((each for each in _COLOURED if kind in each), None)
        yield (Text if found is None else found), value


_COLOURED = (Comment, String, Keyword, Number, Name.Function, Name.Class, Name.Decorator, Operator.Word)


@cache
def _text(module: str) -> str | None:
    file = locate(module)
    return None if file is None else file.read_text(encoding="utf-8")
