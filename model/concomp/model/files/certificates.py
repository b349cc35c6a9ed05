"""Simulation certificates as files: how the tables of a post-processing are written, and read again.

A file is a tree of histories, each before those that continue it. A step tells how long a history is, its last query
and answer, and with which chance this answer is given after each outcome of the randomised response, null where the
post-processing has no row:

    {"schema": "concomp.audit.certificate/2", "e_eps": "2", "delta": "1/4", "steps": [
      [1, "ask", "yes", ["1", "0", "2/3", "1/3"]],
      [2, "ask", "no", [null, "0", "1", "1/2"]], …]}

Files of the first version, which listed the rows of the tables with their whole histories, are read as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, PlainSerializer, PlainValidator, StrictInt

from concomp.model.files.errors import FormatError, Place, path, shown
from concomp.model.files.fields import Delta, EEps, Probability, field
from concomp.model.files.reading import in_shape
from concomp.model.files.strict_json import parse
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import HALT, Message
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.privacy import Game, possible_answers
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY, Response
from concomp.model.mechanisms.universality import RESPONSES
from concomp.model.numbers import DIGITS, exact_probability, rational_text
from concomp.model.reduction.certificate import Certificate
from concomp.model.reduction.laziness import History

SCHEMA: Literal["concomp.audit.certificate/2"] = "concomp.audit.certificate/2"
FIRST: Literal["concomp.audit.certificate/1"] = "concomp.audit.certificate/1"
OUTCOMES: Mapping[str, Response] = {
    "exposed 0": (EXPOSED, 0),
    "exposed 1": (EXPOSED, 1),
    "noisy 0": (NOISY, 0),
    "noisy 1": (NOISY, 1),
}
"""The outcomes of the response, as files of the first version name them."""
Table = dict[tuple[Response, History, Message], dict[Message, Fraction]]


def _share(value: object) -> Fraction | None:
    return None if value is None else field(exact_probability)(value)


def _share_text(share: Fraction | None) -> str | None:
    if share is not None and share.denominator >= 10**DIGITS:
        raise TooLarge(f"a chance in the certificate has more than {DIGITS} digits")
    return None if share is None else rational_text(share)


Share = Annotated[Fraction | None, PlainValidator(_share), PlainSerializer(_share_text, return_type=str | None)]
Length = Annotated[StrictInt, Field(ge=1)]
Step = tuple[Length, JsonValue, JsonValue, tuple[Share, Share, Share, Share]]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, serialize_by_alias=True)

    e_eps: EEps
    delta: Delta

    @property
    def privacy(self) -> PrivacyParameters:
        """What the mechanism is certified for."""
        return PrivacyParameters(self.e_eps, self.delta)


class CertificateFile(_Shape):
    """A post-processing of randomised response that imitates a mechanism, as a tree of histories."""

    schema_: Literal["concomp.audit.certificate/2"] = Field(alias="schema")
    steps: list[Step]


class Row(BaseModel):
    """What the post-processing answers, after an outcome of the response and a history, to a query."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    response: Literal["exposed 0", "exposed 1", "noisy 0", "noisy 1"]
    history: list[tuple[JsonValue, JsonValue]]
    query: JsonValue
    law: list[tuple[Probability, JsonValue]]


class RowsFile(_Shape):
    """The first version: the rows of the tables."""

    schema_: Literal["concomp.audit.certificate/1"] = Field(alias="schema")
    table: list[Row]


@dataclass(frozen=True)
class Names:
    """How the queries and the answers of a mechanism are written, as JSON."""

    query: Callable[[Message], JsonValue]
    answer: Callable[[Message], JsonValue]


BY_REPR = Names(repr, repr)


def certificate_text(certificate: Certificate, names: Names) -> str:
    """The canonical text of a certificate; TooLarge for a chance that is too long to be read again."""
    return json.dumps(certificate_data(certificate, names), ensure_ascii=False, separators=(",", ":")) + "\n"


def certificate_data(certificate: Certificate, names: Names) -> dict[str, JsonValue]:
    """The same as JSON data."""
    shares: dict[History, list[Fraction | None]] = {}
    for (shown_, past, query), law in certificate.table.items():
        for answer, share in law.items():
            history = (*past, (query, answer))
            shares.setdefault(history, [None] * len(RESPONSES))[RESPONSES.index(shown_)] = share
    words = {history: tuple((_key(names.query(q)), _key(names.answer(a))) for q, a in history) for history in shares}
    return {
        "schema": SCHEMA,
        "e_eps": rational_text(certificate.privacy.e_eps),
        "delta": rational_text(certificate.privacy.delta),
        "steps": [_step(history, shares[history], names) for history in sorted(shares, key=words.__getitem__)],
    }


def digest(certificate: Certificate, names: Names) -> str:
    """A hash of the text of a certificate."""
    return sha256(certificate_text(certificate, names).encode()).hexdigest()


def read_certificate(data: bytes, game: Game, names: Names) -> Certificate:
    """The certificate that JSON bytes write, in the messages of a game; FormatError if they write none."""
    return certificate_from(parse(data), game, names)


def certificate_from(fields: Any, game: Game, names: Names) -> Certificate:
    """The certificate that JSON data write, in the messages of a game; FormatError if they write none."""
    version = fields.get("schema") if isinstance(fields, dict) else None
    known = _Known(game, names)
    if version == SCHEMA:
        file = in_shape(CertificateFile, fields)
        return Certificate(file.privacy, _from_steps(file.steps, known))
    if version == FIRST:
        rows = in_shape(RowsFile, fields)
        return Certificate(rows.privacy, _from_rows(rows.table, known))
    raise FormatError("the file", shown(fields), f'give a certificate, {{"schema": "{SCHEMA}", …}}')


def _step(history: History, shares: Iterable[Fraction | None], names: Names) -> JsonValue:
    query, answer = history[-1]
    return [len(history), names.query(query), names.answer(answer), [_share_text(share) for share in shares]]


class _Known:
    """The queries and answers of a game, by their names."""

    def __init__(self, game: Game, names: Names) -> None:
        self._queries = {_key(names.query(query)): query for query in game.queries}
        self._answers = {_key(names.answer(answer)): answer for answer in (HALT, *possible_answers(game))}

    def query(self, name: JsonValue, at: Place) -> Message:
        """The query of this name; FormatError if there is none."""
        return _look_up(self._queries, name, at)

    def answer(self, name: JsonValue, at: Place) -> Message:
        """The answer of this name; FormatError if there is none."""
        return _look_up(self._answers, name, at)

    def history(self, pairs: Iterable[tuple[JsonValue, JsonValue]], at: Place) -> History:
        """The history of these names."""
        return tuple((self.query(query, at), self.answer(answer, at)) for query, answer in pairs)


def _look_up(known: Mapping[str, Message], name: JsonValue, at: Place) -> Message:
    if _key(name) not in known:
        raise FormatError(path(at), shown(name), "the mechanism has no such name; recheck against its own file")
    return known[_key(name)]


def _key(name: JsonValue) -> str:
    return json.dumps(name, sort_keys=True)


def _from_steps(steps: Iterable[Step], known: _Known) -> Table:
    table: Table = {}
    for at, past, query, answer, shares in _histories(steps, known):
        for shown_, share in zip(RESPONSES, shares, strict=True):
            if share is None:
                continue
            row = table.setdefault((shown_, past, query), {})
            if answer in row:
                raise FormatError(path(at), "a second step for the same history", "write the certificate again")
            row[answer] = share
    return table


def _histories(
    steps: Iterable[Step], known: _Known
) -> Iterator[tuple[Place, History, Message, Message, tuple[Fraction | None, ...]]]:
    """The steps with the histories before them."""
    past: History = ()
    for index, (length, query_name, answer_name, shares) in enumerate(steps):
        at: Place = ("steps", index)
        if length > len(past) + 1:
            raise FormatError(
                path(at), f"a history of length {length} after one of length {len(past)}", "write the certificate again"
            )
        query, answer = known.query(query_name, (*at, 1)), known.answer(answer_name, (*at, 2))
        past = past[: length - 1]
        yield at, past, query, answer, shares
        past = (*past, (query, answer))


def _from_rows(rows: Iterable[Row], known: _Known) -> Table:
    table: Table = {}
    for index, row in enumerate(rows):
        at: Place = ("table", index)
        history = known.history(row.history, (*at, "history"))
        key = OUTCOMES[row.response], history, known.query(row.query, (*at, "query"))
        law = {known.answer(answer, (*at, "law")): share for share, answer in row.law}
        if key in table:
            raise FormatError(path(at), "a second row for the same history and query", "write the certificate again")
        if len(law) < len(row.law):
            raise FormatError(path((*at, "law")), "an answer twice", "write the certificate again")
        table[key] = law
    return table
