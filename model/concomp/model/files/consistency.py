"""What the fields of a file must have to do with one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import lcm

from concomp.model.files.errors import FormatError, Place, path, quoted, shown
from concomp.model.files.limits import DIGITS
from concomp.model.files.schema import (
    Accepted,
    Continual,
    ContinualFile,
    Document,
    Entry,
    FilterFile,
    Kernel,
    MechanismFile,
    NamedContinualFile,
    ParallelFile,
)
from concomp.model.numbers import ParameterError, rational_text


def check_document(document: Document) -> None:
    """Raise FormatError for the first thing in a document that does not fit the rest of it."""
    if isinstance(document, MechanismFile):
        _check_mechanism(document)
        return
    if isinstance(document, ContinualFile | NamedContinualFile):
        _check_continual(document, ())
        return
    for index, component in enumerate(document.components):
        _check_continual(component, ("components", index))
    if isinstance(document, ParallelFile | FilterFile) and len(document.labels) != len(document.components):
        count = f"{len(document.labels)} labels for {len(document.components)} components"
        raise FormatError("labels", count, "give one label for each component")


def _check_mechanism(document: MechanismFile) -> None:
    _check_distinct(document.states, ("states",))
    _check_distinct(document.queries, ("queries",))
    _check_distinct(document.answers, ("answers",))
    for index, state in enumerate(document.init):
        _check_declared(state, document.states, "state", ("init", index))
    _check_kernel(document.kernel, document.states, document.queries, "query", document.answers, ())


def _check_continual(document: Continual, at: Place) -> None:
    if isinstance(document, NamedContinualFile):
        _check_named(document, at)
    else:
        _check_listed(document, at)


def _check_named(document: NamedContinualFile, at: Place) -> None:
    try:
        named = document.kernel.mechanism()
    except ParameterError as error:
        place = path((*at, "kernel", *error.name.split(".")))
        raise FormatError(place, shown(error.value), error.remedy) from None
    if isinstance(document.verification, Accepted):
        messages = [str(message) for message in named.messages]
        _check_sequences(document.verification, set(messages), (*at, "verification", "sequences"))


def _check_listed(document: ContinualFile, at: Place) -> None:
    _check_distinct(document.states, (*at, "states"))
    _check_distinct(document.messages, (*at, "messages"))
    _check_distinct(document.answers, (*at, "answers"))
    _check_declared(document.init, document.states, "state", (*at, "init"))
    _check_kernel(document.kernel, document.states, document.messages, "message", document.answers, at)
    if isinstance(document.verification, Accepted):
        _check_sequences(document.verification, set(document.messages), (*at, "verification", "sequences"))


def _check_sequences(verification: Accepted, messages: set[str], at: Place) -> None:
    for number, sequence in enumerate(verification.sequences):
        for position, pair in enumerate(sequence):
            for side, message in enumerate(pair):
                _check_declared(message, messages, "message", (*at, number, position, side))


def _check_distinct(names: Sequence[str], at: Place) -> None:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            raise FormatError(path((*at, index)), quoted(name), "it is declared twice; keep one")
        seen.add(name)


def _check_declared(name: str, declared: Iterable[str], what: str, at: Place) -> None:
    if name not in declared:
        raise FormatError(path(at), quoted(name), f"no such {what}; declare it, or name one that is declared")


def _check_kernel(
    kernel: Kernel, states: Sequence[str], inputs: Sequence[str], what: str, answers: Sequence[str], at: Place
) -> None:
    known_states, known_inputs, known_answers = set(states), set(inputs), set(answers)
    for key, row in kernel.items():
        place = (*at, "kernel", key)
        _check_key(key, known_states, known_inputs, what, place)
        _check_row(row, known_states, known_answers, place)
    for state, name in product(states, inputs):
        if f"{state}|{name}" not in kernel:
            place = (*at, "kernel", f"{state}|{name}")
            raise FormatError(path(place), "missing", f"add this row; there is one for every state and {what}")


def _check_key(key: str, states: set[str], inputs: set[str], what: str, at: Place) -> None:
    parts = key.split("|")
    if len(parts) != 2:
        raise FormatError(path(at), quoted(key), f'name a row "state|{what}"')
    _check_declared(parts[0], states, "state", at)
    _check_declared(parts[1], inputs, what, at)


def _check_row(row: Sequence[Entry], states: set[str], answers: set[str], at: Place) -> None:
    denominator = 1
    for index, (probability, after, answer) in enumerate(row):
        _check_declared(after, states, "state", (*at, index, 1))
        _check_declared(answer, answers, "answer", (*at, index, 2))
        denominator = lcm(denominator, probability.denominator)
        if denominator >= 10**DIGITS:
            raise FormatError(path(at), shown(row), f"its common denominator must have at most {DIGITS} digits")
    total = sum(entry[0].numerator * (denominator // entry[0].denominator) for entry in row)
    if total != denominator:
        found = f"probabilities that sum to {_short(Fraction(total, denominator))}"
        raise FormatError(path(at), found, "make them sum to 1")


def _short(number: Fraction) -> str:
    return shown(rational_text(number)).strip('"')
