"""The modules that a file imports, read off its text: nothing is executed.

All import statements count, wherever they stand. Where modules are imported by texts (`import_module("data")`, a
package's `__all__`), each text in the file that may name a module counts: how it comes to the import cannot be read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import resolve_name
from itertools import accumulate

_BY_TEXT = frozenset({"importlib", "import_module", "__import__", "runpy", "run_module", "pkgutil", "__all__"})
_MODULE = re.compile(r"\.*[^\W\d]\w*(\.[^\W\d]\w*)*")


def imported_modules(text: str, package: str) -> frozenset[str]:
    """The names of the modules that a file of this text may import, with the packages that these lie in.

    package: the package that the file is of, in which its relative imports are; "" for none. Some of the names may be
    of no module: whether `from data import row` imports a module is not read off the text. Empty for no text of Python.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    names = {name for each in ast.walk(tree) for name in _named_by(each, package)}
    if _BY_TEXT & _words(tree):
        names |= set(_named_by_texts(tree, package))
    return frozenset(each for name in (*names, package) for each in _with_packages(name))


def _with_packages(module: str) -> Iterator[str]:
    """The packages that the module of this name lies in, outermost first, and the module; none for no name."""
    return accumulate(filter(None, module.split(".")), "{}.{}".format)


def _named_by(node: ast.AST, package: str) -> Iterator[str]:
    """The modules that an import statement names."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        source = _absolute("." * node.level + (node.module or ""), package)
        yield from (f"{source}.{each.name}" for each in node.names if source)


def _named_by_texts(tree: ast.AST, package: str) -> Iterator[str]:
    """The modules that the texts in a file may name, by their whole names or within its package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _MODULE.fullmatch(node.value):
            yield from (_absolute(node.value, package), _absolute(f".{node.value}", package))


def _absolute(name: str, package: str) -> str:
    """The whole name of a module; "" where a relative one leads out of its package."""
    try:
        return resolve_name(name, package or None)
    except ImportError:
        return ""


def _words(tree: ast.AST) -> set[str]:
    """The names, attributes and imported names in a file."""
    nodes = list(ast.walk(tree))
    return {
        *(each.id for each in nodes if isinstance(each, ast.Name)),
        *(each.attr for each in nodes if isinstance(each, ast.Attribute)),
        *(word for each in nodes if isinstance(each, ast.alias) for word in each.name.split(".")),
        *(word for each in nodes if isinstance(each, ast.ImportFrom) for word in (each.module or "").split(".")),
    }
