"""The text of a function.

What is read has to be what Python would run: the file is compiled again, and the code of the function is looked for
among what comes out.
"""

from __future__ import annotations
import __future__

import ast
import linecache
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from types import CodeType

from concomp.model.language.syntax.errors import LanguageError, Position, is_machinery
from concomp.model.language.syntax.python.subset import outside
from concomp.model.language.syntax.source import FunctionNode, definitions

_FUTURE = reduce(or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
_LIBRARY = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib")})
_REMEDY = "keep the function in a file, one lambda a line, and load the file again if it was changed"


@dataclass(frozen=True, eq=False)
class Text:
    """A function as it stands in a file."""

    file: str
    node: FunctionNode
    name: str

    def place(self, node: ast.AST) -> Position:
        """Where a part of it stands."""
        return place(self.file, node)


def place(file: str, node: ast.AST) -> Position:
    """Where a node of the file's syntax tree stands; without columns if it takes several lines."""
    line, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    if line != end:
        return Position(file, line)
    return Position(file, line, getattr(node, "col_offset", None), getattr(node, "end_col_offset", None))


def is_authors(file: str) -> bool:
    """Whether a file is neither this language's own nor of Python's library."""
    return not is_machinery(file) and (not file.startswith(_LIBRARY) or "-packages" in file)


def text_of(code: CodeType) -> Text:
    """The text that code was compiled from.

    Raises LanguageError if it is not available, is not what was compiled, or has what no step may use.
    """
    return _text_of(code.co_filename, code, tuple(code.co_positions()), code.co_exceptiontable)


# Codes are equal whatever their files are, the places of their instructions and what they do on exceptions.
@lru_cache(maxsize=1024)
def _text_of(file: str, code: CodeType, places: tuple[object, ...], exceptions: bytes) -> Text:
    node = _node(file, code)
    if node is None:
        # The file may have been read before it was changed and loaded again.
        linecache.checkcache(file)
        node = _node(file, code)
    if node is None:
        problem = f"the source of {code.co_name} cannot be read, or is not what runs"
        raise LanguageError(problem, _REMEDY, Position(file, code.co_firstlineno))
    text = Text(file, node, code.co_name)
    for part, problem, remedy in outside(node):
        raise LanguageError(problem, remedy, text.place(part))
    return text


def _node(file: str, code: CodeType) -> FunctionNode | None:
    lines = "".join(linecache.getlines(file))
    twins = _twins(lines, code)
    fitting = [node for node in definitions(lines, code) if twins and _is_of(node, twins[0])]
    return fitting[0] if len(fitting) == 1 else None


def is_compiled_from(text: str, code: CodeType) -> bool:
    """Whether code is what this text, as it stands, is compiled to at its place."""
    return bool(_twins(text, code))


def _twins(text: str, code: CodeType) -> list[CodeType]:
    """The codes that a text is compiled to at the place of this one, and that are the same."""
    named = [each for each in _codes(text, code.co_flags & _FUTURE) if each.co_name == code.co_name]
    return [each for each in named if each.co_firstlineno == code.co_firstlineno and _is_same(each, code)]


def _is_of(node: FunctionNode, code: CodeType) -> bool:
    """Whether a definition that begins on the line is that of the code; of several lambdas, the one with its body."""
    if not isinstance(node, ast.Lambda):
        return True
    body = node.body
    where = (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset)
    return any(_may_be(each, where) for each in code.co_positions())


def _is_same(one: CodeType, other: CodeType) -> bool:
    same = _bare(one) == _bare(other) and one.co_exceptiontable == other.co_exceptiontable
    return same and all(map(_may_be, one.co_positions(), other.co_positions()))


def _bare(code: CodeType) -> CodeType:
    """The code without the places of its instructions, of which Python may have been told to keep no columns."""
    inner = tuple(_bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


def _may_be(one: tuple[int | None, ...], other: tuple[int | None, ...]) -> bool:
    """Whether two places are one, as far as both are known."""
    return all(each == known or each is None or known is None for each, known in zip(one, other, strict=True))


@lru_cache(maxsize=64)
def _codes(lines: str, future: int) -> tuple[CodeType, ...]:
    """All codes of functions that a file is compiled to, with these features of later versions."""
    try:
        return tuple(_inner(compile(lines, "", "exec", flags=future, dont_inherit=True)))
    except (SyntaxError, ValueError):
        return ()


def _inner(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _inner(constant)
