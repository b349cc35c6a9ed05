"""What a check is made of.

A check consists of its own module and every module of ours that is imported from there on. The imports are read off
the text, so nothing is run. A package counts when its name is imported from, with its `__init__` as it stands and the
stub beside it, which says what it brings in when it is first used; the `__init__` of a folder that is only passed
through does not, for it defines nothing that the check uses. Imports for type checkers alone are left out.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from pkgutil import extend_path

from concomp.model.files.replacing import replace
from concomp.obligations.runner import fingerprints
from concomp.obligations.runner.fingerprints import docstrings_digest, fingerprint

LIBRARIES = {"cvc5": "cvc5", "flint": "python-flint", "z3": "z3-solver"}
"""Imported name of a library that computes ↦ the distribution whose version is recorded."""
FILE = "sources.json"


@dataclass(frozen=True)
class Text:
    """What is read off the text of a module.

    code: the digest of what it does. docstrings: that of what it says of itself. imports: every name it imports, as far
    as the text tells; some are no modules.
    """

    code: str
    docstrings: str
    imports: tuple[str, ...]

    @cached_property
    def libraries(self) -> frozenset[str]:
        """The libraries that compute, of those that are imported."""
        return frozenset(name.partition(".")[0] for name in self.imports) & LIBRARIES.keys()


class Sources:
    """The sources of checks as they are when they are first asked for; each file is read once.

    memory: the folder in which what is read off a text is remembered; None to remember nothing.
    """

    def __init__(self, memory: Path | None = None) -> None:
        self._memory = None if memory is None else memory / FILE
        self._remembered = _read_cache(self._memory)
        self._read: dict[str, tuple[str, Text] | None] = {}
        self._consisting: dict[str, dict[str, Text]] = {}
        self._digests: dict[str, str] = {}
        self._versions: dict[str, dict[str, str]] = {}

    def of(self, module: str) -> dict[str, Text]:
        """The modules of ours that `module` consists of, itself included; raises ModuleNotFoundError."""
        if module not in self._consisting:
            self._consisting[module] = self._reachable(module)
        return self._consisting[module]

    def digest(self, module: str) -> str:
        """The digest of what the sources of a module do, and of their names but its own: a check may be moved."""
        if module not in self._digests:
            named = sorted(("" if name == module else name, text.code) for name, text in self.of(module).items())
            self._digests[module] = _digest(part for pair in named for part in pair)
        return self._digests[module]

    def digest_with_docstrings(self, module: str) -> str:
        """The same with docstrings, which may be part of what a check says."""
        return _digest((self.digest(module), *(text.docstrings for _, text in sorted(self.of(module).items()))))

    def versions(self, module: str) -> dict[str, str]:
        """The versions of Python and of the libraries that the sources of a module compute with."""
        if module not in self._versions:
            names = {name for text in self.of(module).values() for name in text.libraries}
            used = {name: _version(LIBRARIES[name]) for name in names}
            python = ".".join(platform.python_version_tuple()[:2])
            self._versions[module] = dict(sorted({**used, "python": python}.items()))
        return self._versions[module]

    def remember(self) -> None:
        """Keep what was read for the next time, unless the folder cannot be written."""
        read = dict(entry for entry in self._read.values() if entry is not None)
        if self._memory is None or read.keys() <= self._remembered.keys():
            return
        kept = {key: asdict(text) for key, text in (self._remembered | read).items()}
        with suppress(OSError):
            self._memory.parent.mkdir(exist_ok=True)
            replace(self._memory, json.dumps(kept).encode())

    def _reachable(self, module: str) -> dict[str, Text]:
        ours = {"concomp", module.partition(".")[0]}
        found: dict[str, Text] = {}
        waiting = [module]
        while waiting:
            name = waiting.pop()
            text = self._text(name) if name not in found and name.partition(".")[0] in ours else None
            if text is not None:
                found[name] = text
                waiting.extend(text.imports)
        if module not in found:
            raise ModuleNotFoundError(f"the module {module} has no source file", name=module)
        return found

    def _text(self, name: str) -> Text | None:
        if name not in self._read:
            path = locate(name)
            self._read[name] = None if path is None else self._text_at(name, path)
        entry = self._read[name]
        return None if entry is None else entry[1]

    def _text_at(self, name: str, path: Path) -> tuple[str, Text]:
        stub = path.with_suffix(".pyi")
        content = path.read_bytes() + (b"\n" + stub.read_bytes() if stub.exists() else b"")
        key = hashlib.sha256(b"\0".join((_reader(), name.encode(), path.name.encode(), content))).hexdigest()
        return key, self._remembered.get(key) or text_of(name, content, path.name == "__init__.py")


@cache
def _reader() -> bytes:
    """The texts of the modules that read texts: what other ones read off is worth nothing."""
    return b"\0".join(Path(file).read_bytes() for file in (__file__, fingerprints.__file__))


def _read_cache(file: Path | None) -> dict[str, Text]:
    """What was read before; nothing if it cannot be read, for then it is read off the texts again."""
    if file is None:
        return {}
    try:
        kept = json.loads(file.read_bytes())
        return {key: Text(each["code"], each["docstrings"], tuple(each["imports"])) for key, each in kept.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def locate(module: str) -> Path | None:
    """The file of a module or of a package's `__init__`; None for a namespace package, and for what is no module."""
    spec = _spec(module, tuple(sys.path))
    origin = None if spec is None else spec.origin
    return Path(origin) if origin is not None and origin.endswith(".py") else None


@cache
def _spec(module: str, search: tuple[str, ...]) -> ModuleSpec | None:
    parent = module.rpartition(".")[0]
    if not parent:
        return PathFinder.find_spec(module, list(search))
    above = _spec(parent, search)
    entries = None if above is None else _within(parent, above)
    return None if entries is None else PathFinder.find_spec(module, entries)


def _within(name: str, spec: ModuleSpec) -> list[str] | None:
    """Where the modules of a package lie, those of its other portions among them; None if it is no package."""
    if spec.submodule_search_locations is None:
        return None
    found = list(spec.submodule_search_locations)
    return found if "." in name else extend_path(found, name)


def text_of(name: str, content: bytes, is_package: bool) -> Text:
    """What is read off the text of the module `name`."""
    tree = ast.parse(content)
    package = name if is_package else name.rpartition(".")[0]
    imports = tuple(dict.fromkeys(_names(package, _that_runs(tree.body))))
    return Text(fingerprint(tree), docstrings_digest(tree), imports)


def _that_runs(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module without those for type checkers alone."""
    for statement in body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            yield from statement.orelse
        else:
            yield statement


def _names(package: str, body: Iterable[ast.stmt]) -> Iterator[str]:
    for node in (node for statement in body for node in ast.walk(statement)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(package, node)
            yield base
            # What is taken from a package may be a module of its own.
            for alias in node.names:
                yield f"{base}.{alias.name}"


def _absolute(package: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parent = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*parent, node.module] if node.module else parent)
