"""Failures that are known: a TOML file that names vectors, with a reason, and until when each is put up with."""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from concomp.conformance.runner.outcomes import Outcome
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, path, shown

BYTES = 1 << 20
"""The largest file."""
LONGEST = 500
"""The most characters of a reason that is written for people to replace."""
NO_ISSUE = "none yet"
Text = Annotated[str, Field(min_length=1)]


class Known(BaseModel):
    """A failure that is known: of which vector, why, where that is followed, and the last day on which it may fail."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Text
    reason: Text
    issue: Text
    expires: datetime.date


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    known: list[Known] = Field(default_factory=list)


def read_known(file: str) -> tuple[Known, ...]:
    """The known failures in a file; FormatError for what is none."""
    try:
        listed = _File.model_validate(tomllib.loads(read_bytes(file, BYTES).decode("utf-8"))).known
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(file, "no TOML", f"{error}: correct it") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        remedy = f"{first['msg']}: give each [[known]] an id, a reason, an issue and expires = 2027-01-31"
        raise FormatError(path(first["loc"]), shown(first["input"]), remedy) from None
    for name in {each.id for each in listed}:
        if sum(each.id == name for each in listed) > 1:
            raise FormatError(file, name, "it is listed twice: list it once")
    return tuple(listed)


def adopted(failed: Iterable[Outcome], expires: datetime.date) -> str:
    """The file in which these failures are known: what a first adoption starts from, each with what was seen."""
    return "\n".join(_entry(each, expires) for each in failed)


def _entry(outcome: Outcome, expires: datetime.date) -> str:
    seen = f"{outcome.cost or outcome.verdict}: {outcome.vector.why} Expected {outcome.expected}"
    written = (
        ("id", _quoted(outcome.vector.id)),
        ("reason", _quoted(f"{seen}; reported {outcome.reported}")),
        ("issue", _quoted(NO_ISSUE)),
        ("expires", f"{expires}"),
    )
    return "\n".join(("[[known]]", *(f"{name} = {value}" for name, value in written), ""))


def _quoted(text: str) -> str:
    """The text as TOML writes it, on one line and shortened."""
    short = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    return json.dumps(short, ensure_ascii=False)


def complaints(
    known: Iterable[Known], outcomes: Iterable[Outcome], ids: Iterable[str], today: datetime.date
) -> Iterator[str]:
    """What is wrong with a list of known failures: names of no vector, what has expired, what does not fail any more.

    ids: of all vectors there are. Those that were not put to the target are not judged.
    """
    put = {each.vector.id: each for each in outcomes if each.verdict != "not claimed"}
    there = set(ids)
    for each in known:
        if each.id not in there:
            yield f"{each.id}: there is no such vector: remove it"
        elif each.expires < today:
            yield f"{each.id}: known until {each.expires} ({each.issue}): mend it, or say anew until when"
        elif each.id in put and put[each.id].verdict == "passed":
            yield f"{each.id}: it passes now: remove it"
