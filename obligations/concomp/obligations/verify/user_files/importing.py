"""Importing a user's file.

The file is imported as what it is, a program of its user's, in a process that can be ended if it does not end. What
goes wrong is told with the place in the file. A file that gives a built-in name of Python another meaning is refused:
what reads its functions uses these names too.
"""

from __future__ import annotations

import builtins
import importlib.util
import sys
import traceback
from functools import cache
from importlib.abc import Loader
from pathlib import Path
from types import ModuleType

from concomp.model.language.syntax.errors import LanguageError
from concomp.obligations.verify.user_files.places import place, short

_OURS = str(Path(__file__).parents[2])
NAMED = 5
"""The largest number of names that an error lists."""


class BadFile(ValueError):
    """A file, or a name or a value for it, that cannot be used; the message names place, value and remedy."""


@cache
def import_file(file: str) -> ModuleType:
    """The module that a file is, imported once; BadFile if it does not import."""
    path = Path(file).resolve()
    if path.is_dir():
        raise BadFile(f"{file}: is a directory; name a Python file in it")
    if not path.is_file():
        raise BadFile(f"{file}: there is no such file; name a Python file, or FILE.py:Name")
    sys.path.insert(0, str(path.parent))
    known = sys.modules.get(path.stem)
    if known is not None and getattr(known, "__file__", None) == str(path):
        # Another file of the user's has imported it: its classes are to be the same.
        return known
    title = _module_name(path)
    spec = importlib.util.spec_from_file_location(title, path)
    if spec is None or spec.loader is None:
        raise BadFile(f"{file}: is no Python file; give a file whose name ends with .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module
    try:
        changed = _run(spec.loader, module)
    except LanguageError as error:
        raise BadFile(refusal(error)) from error
    except BaseException as error:
        raise BadFile(
            f"{error_place(error, file)}: {error_text(error)}; the file must import without an error"
        ) from error
    if changed:
        names = ", ".join(changed[:NAMED]) + ", …" * (len(changed) > NAMED)
        raise BadFile(f"{file}: gives the built-in {names} another meaning; use a name of the file's own")
    return module


def _run(loader: Loader, module: ModuleType) -> list[str]:
    """Run a module; the built-in names to which it gave another meaning, which they have no longer."""
    before, now = {**builtins.__dict__}, builtins.__dict__
    try:
        loader.exec_module(module)
    finally:
        # No built-in name is used before all of them are what they were.
        changed = [name for name, value in before.items() if now.get(name) is not value]
        now.update(before)
    return changed


def refusal(error: LanguageError) -> str:
    """What the language refuses, on one line, with the place if that is the user's."""
    at = "" if error.position.file.startswith(_OURS) else f"{place(error.position)}: "
    return f"{at}{error.problem}; {error.remedy}"


def error_place(error: BaseException, file: str) -> str:
    """The innermost place of an error in the user's file."""
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"{short(error.filename)}:{error.lineno}"
    path = str(Path(file).resolve())
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f"{file}:{lines[-1]}" if lines else file


def error_text(error: BaseException) -> str:
    """What an error says, with its kind."""
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _module_name(path: Path) -> str:
    """The name under which others import the file, unless that is taken."""
    taken = path.stem in sys.modules or path.stem in sys.stdlib_module_names
    return f"user file {path}" if taken or not path.stem.isidentifier() else path.stem
