"""Expected verdicts: a table of functions, properties and verdicts that `concomp verify --expect` compares with.

In TOML a table for each function, by its name, with a line for each property; in JSON the same as objects:

    [Survey]
    witness = "proved"
    "first-pair consistent" = "proved"
    reflexive = "refuted"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from concomp.cli.errors import BadInput

VERDICTS = ("proved", "refuted", "vacuous", "unknown")
Table = Mapping[str, Mapping[str, str]]
"""Verdicts by function and property."""


def read_table(file: str) -> Table:
    """The table in a file; BadInput, with the place, if it is none."""
    # Reading files needs pydantic, for which who expects nothing would otherwise wait at every start.
    from concomp.model.files.contents import read_bytes
    from concomp.model.files.errors import FormatError
    from concomp.model.files.limits import BYTES
    from concomp.model.files.strict_json import parse

    try:
        data = read_bytes(file, BYTES)
    except FormatError as error:
        raise BadInput(f"--expect {file}: {error.value}; {error.remedy}") from None
    try:
        table = parse(data) if file.endswith(".json") else tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadInput(f"--expect {file}: is no text; name a file in TOML or JSON") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"--expect {file}: {error}; write TOML, or JSON in a file named .json") from None
    if not isinstance(table, dict):
        raise BadInput(f"--expect {file}: is no table; write a table of verdicts for each function")
    for function, verdicts in table.items():
        _check(f"--expect {file}: {function}", verdicts)
    return table


def differences(file: str, table: Table, function: str, found: Mapping[str, str]) -> list[str]:
    """What was found of a function and is not what the table says, line by line, in words."""
    if function not in table:
        return [f"{file} has no table [{function}]"]
    expected = {name.replace("->", "→"): word for name, word in table[function].items()}
    wrong = [_line(function, name, word, found.get(name)) for name, word in expected.items() if word != found.get(name)]
    more = [name for name in found if name not in expected]
    return [*wrong, *(f"{function}, {name}: is {found[name]}, and {file} does not say so" for name in more)]


def _line(function: str, name: str, expected: str, found: str | None) -> str:
    return f"{function}, {name}: {'was not asked' if found is None else f'is {found}'}, and {expected} is expected"


def _check(place: str, verdicts: object) -> None:
    if not isinstance(verdicts, dict):
        raise BadInput(f'{place}: is no table; write lines like "swap invariant" = "proved" below its name')
    for name, word in verdicts.items():
        if word not in VERDICTS:
            raise BadInput(f"{place}, {name}: {word!r} is no verdict; write one of {', '.join(VERDICTS)}")
