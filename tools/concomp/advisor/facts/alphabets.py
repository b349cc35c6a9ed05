"""What a verification function accepts of the messages of a finite mechanism in a file.

Messages in files are names. Where all of them write truth values, or all integers, and the function is about these, the
file's mechanism can be audited under that function, in the place of the one in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from concomp.model.language.monitor import Monitor
from concomp.model.language.readings.functions import DefinitionFunction, complaint
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.user_files.importing import BadFile
from concomp.obligations.verify.user_files.loading import FUNCTION, load

SEQUENCES = 20_000
"""How many sequences of pairs are gone through."""
TRUTH = {"0": False, "1": True, "false": False, "true": True}
READINGS: tuple[Callable[[str], Value], ...] = (lambda name: TRUTH[name], int)
"""How the names of messages can be read."""
Pairs = tuple[tuple[str, str], ...]
Sequences = tuple[Pairs, ...]


def accepted_sequences(
    function: Monitor, values: Mapping[str, Value], messages: Sequence[str], horizon: int
) -> Sequences | None:
    """All sequences of pairs of these messages that the function accepts, up to a length.

    None if the messages cannot be read as the function's own, a parameter has no value, or there are too many.
    """
    try:
        runs = DefinitionFunction(function.definition, {**function.parameter_values, **values}, function.meanings)
        layer: list[tuple[Pairs, Any]] = [((), runs.initial)]
    except LanguageError:
        return None
    read = _read(runs, messages)
    if read is None:
        return None
    found: list[Pairs] = []
    for _ in range(horizon):
        if (len(found) + len(layer)) * len(messages) ** 2 > SEQUENCES:
            return None
        following: list[tuple[Pairs, Any]] = []
        for (sequence, state), left, right in product(layer, messages, messages):
            good, after = runs.advance(state, (read[left], read[right]))
            if good:
                following.append(((*sequence, (left, right)), after))
        found += [sequence for sequence, _ in following]
        layer = following
    return tuple(found)


def _read(function: DefinitionFunction, messages: Sequence[str]) -> dict[str, Value] | None:
    """The messages as the function's own, by the first reading that suits all of them; None if none does."""
    for reading in READINGS:
        try:
            read = {name: reading(name) for name in messages}
        except (KeyError, ValueError):
            continue
        if all(complaint(function.definition.message, (value, value)) is None for value in read.values()):
            return read
    return None


def accepted_in_file(
    file: str, name: str | None, values: Mapping[str, str], messages: Sequence[str], horizon: int
) -> Sequences | None:
    """The same of a function in a user's file; to be called in a process of its own, since it runs the file."""
    try:
        monitor, parameters = load(file, name, values, FUNCTION)
    except (BadFile, LanguageError):
        return None
    return accepted_sequences(monitor, parameters, messages, horizon)
