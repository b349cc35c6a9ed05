"""Files of differential confounding: secrets, the data that depend on them, and the mechanisms that read the data."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.setting import Setting, all_pairs
from concomp.model.files import limits
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, Place, path, quoted, shown
from concomp.model.files.fields import Probability, refused
from concomp.model.files.reading import in_shape
from concomp.model.files.schema import Name
from concomp.model.files.strict_json import parse, top_level
from concomp.model.laws.law import ZERO, Law
from concomp.model.numbers import rational_text

Y = TypeVar("Y", bound=Hashable)
Row = list[tuple[Probability, Name]]
Rows = dict[Name, Row]
MERGE = "take fewer mechanisms, or merge answers"


def _pairs(value: object) -> object:
    """The pairs listed, or None for all of them."""
    if value != "all" and not isinstance(value, list):
        raise refused('write "all", or a list of pairs of secrets')
    return None if value == "all" else value


class ConfoundingFile(BaseModel):
    """What is secret, what depends on it, what reads that, and which secrets are not to be told apart.

    Rows are lists of [probability, name]; those of `joint` of [probability, one answer of each mechanism].
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["confounding"]
    prior: Annotated[dict[Name, Probability], Field(min_length=1)]
    data: Rows
    mechanisms: Annotated[dict[Name, Rows], Field(min_length=1)]
    joint: dict[Name, list[tuple[Probability, list[Name]]]] | None = None
    pairs: Annotated[
        list[tuple[Name, Name]] | None,
        BeforeValidator(_pairs, json_schema_input_type=Literal["all"] | list[tuple[Name, Name]]),
    ] = Field(default="all", validate_default=True)


def read_confounding_file(file: str | Path) -> Deployment:
    """What a file deploys; FormatError, its place within the file, if it describes no such thing."""
    return read_confounding(parse(read_bytes(file, limits.BYTES)))


def read_confounding(parsed: object) -> Deployment:
    """What the fields of a file deploy; FormatError for the first of them that does not fit."""
    fields = top_level(parsed)
    if fields.get("type") != "confounding":
        found = shown(fields["type"]) if "type" in fields else "missing"
        raise FormatError("type", found, 'write "confounding"; `concomp audit` reads the other types')
    file = in_shape(ConfoundingFile, fields)
    _check_prior(file.prior)
    data = _kernel(file.data, file.prior, "secret", ("data",))
    values = list(dict.fromkeys(value for law in data.values() for value in law))
    mechanisms = {
        name: _kernel(rows, values, "data value", ("mechanisms", name)) for name, rows in file.mechanisms.items()
    }
    pairs = None if file.pairs is None else _listed(file.pairs, file.prior)
    secrets = len(file.prior)
    _check_size(mechanisms, values, secrets * (secrets - 1) if pairs is None else 2 * len(pairs))
    pairs = all_pairs(file.prior) if pairs is None else pairs
    if not pairs:
        raise FormatError(
            "pairs",
            shown("all" if file.pairs is None else file.pairs),
            "no two secrets are adjacent: name a pair of two that differ",
        )
    joint = None if file.joint is None else _joint(file.joint, mechanisms, values)
    return Deployment(Setting(Law(file.prior), data, pairs), mechanisms, joint)


def _check_prior(prior: Mapping[str, Fraction]) -> None:
    for secret, chance in prior.items():
        if chance == 0:
            raise FormatError(path(("prior", secret)), "0", "give the secret a chance, or leave it out")
    _check_total(prior.values(), ("prior",))


def _kernel(rows: Rows, inputs: Iterable[str], what: str, at: Place) -> dict[str, Law[str]]:
    _check_inputs(rows, inputs, what, at)
    return {given: _law(rows[given], (*at, given)) for given in inputs}


def _check_inputs(rows: Mapping[str, object], inputs: Iterable[str], what: str, at: Place) -> None:
    known = set(inputs)
    for given in rows:
        if given not in known:
            raise FormatError(path((*at, given)), "a row", f"there is no {what} {quoted(given)}; remove it")
    for given in inputs:
        if given not in rows:
            raise FormatError(path((*at, given)), "missing", f"add this row; there is one for every {what}")


def _law(row: Sequence[tuple[Fraction, Y]], at: Place) -> Law[Y]:
    _check_total((weight for weight, _ in row), at)
    return Law.gather((outcome, weight) for weight, outcome in row)


def _check_total(weights: Iterable[Fraction], at: Place) -> None:
    total = sum(weights, ZERO)
    if total != 1:
        found = shown(rational_text(total)).strip('"')
        raise FormatError(path(at), f"probabilities that sum to {found}", "make them sum to 1")


def _listed(pairs: Sequence[tuple[str, str]], secrets: Mapping[str, Fraction]) -> frozenset[tuple[str, str]]:
    for index, pair in enumerate(pairs):
        for side, secret in enumerate(pair):
            if secret not in secrets:
                raise FormatError(path(("pairs", index, side)), quoted(secret), "no such secret; name one of the prior")
        if pair[0] == pair[1]:
            raise FormatError(path(("pairs", index)), shown(list(pair)), "it names one secret twice; name two")
    return frozenset(pairs)


def _joint(
    rows: Mapping[str, Sequence[tuple[Fraction, list[str]]]],
    mechanisms: Mapping[str, Mapping[str, Law[str]]],
    values: Sequence[str],
) -> dict[str, Law[tuple[Any, ...]]]:
    _check_inputs(rows, values, "data value", ("joint",))
    for value, row in rows.items():
        for index, (_, answers) in enumerate(row):
            if len(answers) != len(mechanisms):
                place = path(("joint", value, index, 1))
                raise FormatError(place, f"{len(answers)} answers", f"give {len(mechanisms)}, one of each mechanism")
    joint = {
        value: _law([(weight, tuple(answers)) for weight, answers in rows[value]], ("joint", value)) for value in values
    }
    for position, (name, mechanism) in enumerate(mechanisms.items()):
        for value in values:
            if joint[value].map(lambda answers, place=position: answers[place]) != mechanism[value]:  # type: ignore[misc]
                found = f"another law of the answers of {quoted(name)}"
                raise FormatError(path(("joint", value)), found, "make it that of the mechanism's row")
    return joint


def _check_size(mechanisms: Mapping[str, Mapping[str, Law[str]]], values: Sequence[str], pairs: int) -> None:
    answers = prod(len({y for law in mechanism.values() for y in law}) for mechanism in mechanisms.values())
    for number, most, what, remedy in (
        (answers, limits.JOINT_ANSWERS, "joint answers", MERGE),
        (answers * len(values), limits.JOINT_ENTRIES, "joint answers over all data values", MERGE),
        (answers * pairs, limits.JOINT_PAIRS, "joint answers over all adjacent secrets", f"name fewer pairs, {MERGE}"),
    ):
        if number > most:
            raise FormatError(
                "mechanisms", f"{_shown(number)} {what}", f"at most {most} are composed exactly: {remedy}"
            )


def _shown(number: int) -> str:
    return str(number) if number < 10**15 else f"more than 10^{number.bit_length() * 3 // 10}"
