"""Loading the verification functions and post-processings of a user's file, and the values of their parameters."""

from __future__ import annotations

import difflib
import inspect
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

from concomp.model.language.monitor import Monitor
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.readings.json_values import JsonError, value_from_json, value_to_json
from concomp.model.language.readings.machine import Machine
from concomp.model.language.syntax.errors import LanguageError, did_you_mean
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, EnumSort, OpaqueSort, Sort
from concomp.model.language.syntax.values import Value
from concomp.model.numbers import NumberError, exact
from concomp.obligations.verify.instances import missing_methods, optional_arguments, required_arguments
from concomp.obligations.verify.user_files.importing import BadFile, error_place, error_text, import_file, refusal


@dataclass(frozen=True)
class Wanted:
    """What is looked for in a file: of which classes, and what that is called."""

    classes: tuple[type[Machine], ...]
    called: str
    remedy: str


FUNCTION = Wanted((Monitor,), "verification function", "write a class of Monitor with a `step`")
ROUTER = Wanted((PostProcessing,), "post-processing", "write a class of PostProcessing with `on_left` and `on_right`")
MACHINE = Wanted((Monitor, PostProcessing), "verification function or post-processing", FUNCTION.remedy)


@dataclass(frozen=True)
class Loaded:
    """What was found in a file.

    machine: the function or post-processing. values: of its parameters, as far as they were typed.
    arguments: the names of what was typed and its class takes as an argument.
    """

    machine: Any
    values: dict[str, Value]
    arguments: frozenset[str]


def load(
    file: str, name: str | None, values: Mapping[str, str], wanted: Wanted = MACHINE
) -> tuple[Any, dict[str, Value]]:
    """What is wanted under this name in a file, the only one if no name is given, and the values of its parameters.

    values: as the user typed them; those that the class takes as arguments are given to it.
    Raises BadFile, also for a value of what it does not have.
    """
    loaded = load_one(file, name, values, wanted)
    demand_owners(values, [loaded])
    return loaded.machine, loaded.values


def load_one(file: str, name: str | None, values: Mapping[str, str], wanted: Wanted = MACHINE) -> Loaded:
    """What is wanted under this name in a file, with those of the values that are its own; BadFile if there is none.

    values: as the user typed them, of this one and of others.
    """
    module = import_file(file)
    found = _by_name(module, file, name, wanted) if name is not None else _only(module, file, wanted)
    machine, used = _instance(found, file, values) if isinstance(found, type) else (found, set[str]())
    sorts = {parameter.name: parameter.symbol.sort for parameter in machine.definition.parameters}
    own = {key: _value(key, text, sorts[key]) for key, text in values.items() if key in sorts and key not in used}
    return Loaded(machine, own, frozenset(used))


def demand_owners(values: Mapping[str, str], loaded: Sequence[Loaded]) -> None:
    """Raise BadFile for a value of what none of them has."""
    known = frozenset[str]().union(*(each.arguments.union(each.values) for each in loaded))
    for name, text in values.items():
        if name not in known:
            owners = " and ".join(dict.fromkeys(each.machine.definition.name for each in loaded))
            has = "has" if len(loaded) == 1 else "have"
            sorts = {one.name for each in loaded for one in each.machine.definition.parameters}
            raise BadFile(f"--param {name}={text}: {owners} {has} no parameter {name!r}; {did_you_mean(name, sorts)}")


def _by_name(module: ModuleType, file: str, name: str, wanted: Wanted) -> Any:
    found = getattr(module, name, None)
    if isinstance(found, wanted.classes) or (isinstance(found, type) and issubclass(found, wanted.classes)):
        return found
    known = [*_classes(module, wanted), *_instances(module, wanted)]
    if found is not None:
        raise BadFile(f"{file}: {name!r} is no {wanted.called}; {did_you_mean(name, known)}")
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known) or 'none'}"
    raise BadFile(f"{file}: there is no {wanted.called} {name!r}; {hint}")


def _only(module: ModuleType, file: str, wanted: Wanted) -> Any:
    """The only concrete class; the only instance, if there is no class."""
    classes = _classes(module, wanted)
    concrete = {name: owner for name, owner in classes.items() if not inspect.isabstract(owner)}
    found: dict[str, Any] = concrete or _instances(module, wanted)
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise BadFile(f"{file}: has more than one {wanted.called}; name one of them: {_choices(file, found)}")
    if classes:
        [first, *_] = classes.values()
        left = f"{', '.join(classes)} has no {missing_methods(first)}"
        raise BadFile(f"{file}: {left}, so there is no {wanted.called}; write it")
    raise BadFile(f"{file}: has no {wanted.called}; {wanted.remedy}")


def _choices(file: str, found: Mapping[str, Any]) -> str:
    return ", ".join(f"{file}:{name}" for name in found)


def _classes(module: ModuleType, wanted: Wanted) -> dict[str, type[Machine]]:
    """The classes that are wanted and that the file itself defines."""
    listed = ((name, value) for name, value in vars(module).items() if isinstance(value, type))
    return {name: v for name, v in listed if issubclass(v, wanted.classes) and v.__module__ == module.__name__}


def _instances(module: ModuleType, wanted: Wanted) -> dict[str, Machine]:
    return {name: value for name, value in vars(module).items() if isinstance(value, wanted.classes)}


def _instance(owner: type[Machine], file: str, values: Mapping[str, str]) -> tuple[Machine, set[str]]:
    """An instance of a class, and which of the values it took."""
    if inspect.isabstract(owner):
        raise BadFile(f"{file}: {owner.__name__} is abstract; write its {missing_methods(owner)}")
    wanted = required_arguments(owner)
    missing = [name for name in wanted if name not in values]
    if missing:
        given = " ".join(f"--param {name}=…" for name in missing)
        raise BadFile(f"{file}: {owner.__name__} is not made without {', '.join(missing)}; give {given}")
    typed = [*wanted, *(name for name in optional_arguments(owner) if name in values)]
    try:
        return owner(**{name: _argument(name, values[name]) for name in typed}), set(typed)
    except LanguageError as error:
        raise BadFile(refusal(error)) from error
    except BaseException as error:
        raise BadFile(f"{error_place(error, file)}: {error_text(error)}; {owner.__name__} must be made") from error


def _argument(name: str, text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    try:
        number = exact(text)
    except NumberError:
        raise BadFile(
            f"--param {name}={text}: an argument of the class is a number, true or false; for another value make an "
            "instance in the file and name it, as in FILE.py:instance"
        ) from None
    return int(number) if number.denominator == 1 else number


def _value(name: str, text: str, sort: Sort) -> Value:
    if sort == BOOL and text in ("true", "false"):
        return text == "true"
    if sort == REAL:
        return _rational(name, text)
    if sort == INT and _rational(name, text).denominator == 1:
        return int(_rational(name, text))
    if isinstance(sort, EnumSort) and text in sort.enumeration.__members__:
        return sort.enumeration[text]
    if isinstance(sort, OpaqueSort):
        return text
    if sort in (BOOL, INT) or isinstance(sort, EnumSort):
        raise BadFile(f"--param {name}={text}: is no {sort.name}; {_remedy(sort)}")
    return _compound(name, text, sort)


def _remedy(sort: Sort) -> str:
    if isinstance(sort, EnumSort):
        return f"give one of {', '.join(sort.enumeration.__members__)}"
    return "give true or false" if sort == BOOL else "give an integer"


def _compound(name: str, text: str, sort: Sort) -> Value:
    """A vector or a record, written as JSON, in which numbers need no quotes."""
    try:
        written = json.loads(text, parse_int=str, parse_float=lambda number: str(exact(number)))
        return value_from_json(sort, written, name)
    except (JsonError, ValueError, RecursionError) as error:
        wrong = f"{error.place}: {error.problem}" if isinstance(error, JsonError) else "is no JSON"
        like = json.dumps(value_to_json(sort, sort.default()), ensure_ascii=False)
        raise BadFile(f"--param {name}={text}: {wrong}; write a {sort.name} like '{like}'") from None


def _rational(name: str, text: str) -> Fraction:
    try:
        return exact(text)
    except NumberError as error:
        raise BadFile(f"--param {name}={text}: is no number; {error}") from None
