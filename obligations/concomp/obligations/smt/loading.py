"""Loading the verification functions of a user's file.

The file is imported as what it is, a program of its user's, in a process that can be ended if it does not end. What
goes wrong is told with the place in the file.
"""

from __future__ import annotations

import difflib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from concomp.model.language.definition import Definition
from concomp.model.language.errors import LanguageError, did_you_mean
from concomp.model.language.monitor import Monitor
from concomp.model.language.sorts import BOOL, INT, REAL, EnumSort, Sort
from concomp.model.language.values import Value
from concomp.obligations.smt.plain import place, short
from concomp.obligations.smt.verification import required_arguments

_OURS = str(Path(__file__).parents[1])


class BadFile(ValueError):
    """A file, or a name or a value for it, that cannot be used; the message names place, value and remedy."""


def load(file: str, name: str | None, values: Mapping[str, str]) -> tuple[Monitor, dict[str, Value]]:
    """The monitor of this name in a file, the only one if no name is given, and the values of its parameters.

    values: as the user typed them; those that the class takes as arguments are given to it.
    Raises BadFile.
    """
    module = imported(file)
    found = _named(module, file, name) if name is not None else _only(module, file)
    monitor, used = _made(found, file, values) if isinstance(found, type) else (found, set[str]())
    rest = {key: text for key, text in values.items() if key not in used}
    return monitor, {key: _parameter(monitor.definition, key, text) for key, text in rest.items()}


@cache
def imported(file: str) -> ModuleType:
    """The module that a file is, imported once; BadFile if it does not import."""
    path = Path(file).resolve()
    if not path.is_file():
        raise BadFile(f"{file}: there is no such file; name a Python file, or FILE.py:Name")
    sys.path.insert(0, str(path.parent))
    title = _module_name(path)
    spec = importlib.util.spec_from_file_location(title, path)
    if spec is None or spec.loader is None:
        raise BadFile(f"{file}: is no Python file; give a file whose name ends with .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module
    try:
        spec.loader.exec_module(module)
    except LanguageError as error:
        raise BadFile(refusal(error)) from error
    except (Exception, SystemExit) as error:
        raise BadFile(f"{_where(error, path, file)}: {_said(error)}; the file must import without an error") from error
    return module


def refusal(error: LanguageError) -> str:
    """What the language refuses, on one line, with the place if that is the user's."""
    where = "" if error.position.file.startswith(_OURS) else f"{place(error.position)}: "
    return f"{where}{error.problem}; {error.remedy}"


def _module_name(path: Path) -> str:
    """The name under which others import the file, unless that is taken."""
    taken = path.stem in sys.modules or path.stem in sys.stdlib_module_names
    return f"user file {path}" if taken or not path.stem.isidentifier() else path.stem


def _where(error: BaseException, path: Path, file: str) -> str:
    """The innermost place of an error in the user's file."""
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"{short(error.filename)}:{error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{file}:{lines[-1]}" if lines else file


def _said(error: BaseException) -> str:
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _named(module: ModuleType, file: str, name: str) -> Any:
    found = getattr(module, name, None)
    if isinstance(found, Monitor) or (isinstance(found, type) and issubclass(found, Monitor)):
        return found
    known = [*_classes(module), *_instances(module)]
    if found is not None:
        raise BadFile(f"{file}: {name!r} is no verification function; {did_you_mean(name, known)}")
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known) or 'none'}"
    raise BadFile(f"{file}: there is no verification function {name!r}; {hint}")


def _only(module: ModuleType, file: str) -> Any:
    """The only concrete class; the only instance, if there is no class."""
    classes = _classes(module)
    concrete = {name: owner for name, owner in classes.items() if not inspect.isabstract(owner)}
    found: dict[str, Any] = concrete or _instances(module)
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise BadFile(f"{file}: has several verification functions; name one of them: {_choices(file, found)}")
    if classes:
        raise BadFile(f"{file}: {', '.join(classes)} has no `step`, so there is no verification function; write it")
    raise BadFile(f"{file}: has no verification function; write a class of Monitor with a `step`")


def _choices(file: str, found: Mapping[str, Any]) -> str:
    return ", ".join(f"{file}:{name}" for name in found)


def _classes(module: ModuleType) -> dict[str, type[Monitor]]:
    """The monitor classes that the file itself defines."""
    listed = ((name, value) for name, value in vars(module).items() if isinstance(value, type))
    return {name: v for name, v in listed if issubclass(v, Monitor) and v.__module__ == module.__name__}


def _instances(module: ModuleType) -> dict[str, Monitor]:
    return {name: value for name, value in vars(module).items() if isinstance(value, Monitor)}


def _made(owner: type[Monitor], file: str, values: Mapping[str, str]) -> tuple[Monitor, set[str]]:
    """An instance of a class, and which of the values it took."""
    if inspect.isabstract(owner):
        raise BadFile(f"{file}: {owner.__name__} is abstract; write its `step`")
    wanted = required_arguments(owner)
    missing = [name for name in wanted if name not in values]
    if missing:
        given = " ".join(f"--param {name}=…" for name in missing)
        raise BadFile(f"{file}: {owner.__name__} is not made without {', '.join(missing)}; give {given}")
    try:
        return owner(**{name: _argument(name, values[name]) for name in wanted}), set(wanted)
    except LanguageError as error:
        raise BadFile(refusal(error)) from error
    except Exception as error:
        path = Path(file).resolve()
        raise BadFile(f"{_where(error, path, file)}: {_said(error)}; {owner.__name__} must be made") from error


def _argument(name: str, text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    number = _rational(name, text)
    return int(number) if number.denominator == 1 else number


def _parameter(definition: Definition, name: str, text: str) -> Value:
    """The value of a parameter, as the user typed it."""
    sorts = {parameter.name: parameter.symbol.sort for parameter in definition.parameters}
    if name not in sorts:
        raise BadFile(
            f"--param {name}={text}: {definition.name} has no parameter {name!r}; {did_you_mean(name, sorts)}"
        )
    return _value(name, text, sorts[name])


def _value(name: str, text: str, sort: Sort) -> Value:
    if sort == BOOL and text in ("true", "false"):
        return text == "true"
    if sort == REAL:
        return _rational(name, text)
    if sort == INT and _rational(name, text).denominator == 1:
        return int(_rational(name, text))
    if isinstance(sort, EnumSort) and text in sort.enumeration.__members__:
        return sort.enumeration[text]
    raise BadFile(f"--param {name}={text}: is no {sort.name}; {_remedy(sort)}")


def _remedy(sort: Sort) -> str:
    if isinstance(sort, EnumSort):
        return f"give one of {', '.join(sort.enumeration.__members__)}"
    remedies = {BOOL: "give true or false", INT: "give an integer"}
    return remedies.get(sort, "make an instance with this value in the file and name it, as in FILE.py:instance")


def _rational(name: str, text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadFile(f"--param {name}={text}: is no number; write an integer, p/q or a decimal") from None
