"""Failures that are known: a TOML file that names vectors, with a reason, and until when each is put up with."""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from concomp.conformance.runner.outcomes import Outcome, gravity, gravity_of
from concomp.conformance.vectors.expectations import Cost
from concomp.model.files.contents import read_bytes
from concomp.model.files.errors import FormatError, path, shown
from concomp.model.printing import one_line

BYTES = 1 << 20
"""The largest file."""
LONGEST = 500
"""The most characters of a reason that is written for people to replace."""
NO_ISSUE = "none yet"
Accepted = Cost | Literal["unsupported"]
Text = Annotated[str, Field(min_length=1)]


class Known(BaseModel):
    """A failure that is known: of which vector, why, where that is followed, and the last day on which it may fail.

    cost: the gravest that is put up with; whatever is graver is no known failure, whatever the reason says.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Text
    reason: Text
    issue: Text
    cost: Accepted = "utility"
    expires: datetime.date

    def covers(self, outcome: Outcome) -> bool:
        """Whether what came of a vector is what is known of it, and no graver."""
        return outcome.vector.id == self.id and gravity(outcome) >= gravity_of(self.cost)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    known: list[Known] = Field(default_factory=list)


def read_known(file: str) -> tuple[Known, ...]:
    """The known failures in a file; FormatError for what is none."""
    written = _read(file)
    try:
        listed = _File.model_validate(written).known
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        remedy = f"{first['msg']}: give each [[known]] an id, a reason, an issue and expires = 2027-01-31"
        raise FormatError(path(first["loc"]), shown(first["input"]), remedy) from None
    for name in {each.id for each in listed}:
        if sum(each.id == name for each in listed) > 1:
            raise FormatError(one_line(file), one_line(name), "it is listed twice: list it once")
    return tuple(listed)


def _read(file: str) -> dict[str, Any]:
    data = read_bytes(file, BYTES)
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        # So Python tells what is no TOML, and as well a number of too many digits, and what is nested too deep.
        raise FormatError(one_line(file), "no TOML", f"{one_line(str(error))}: correct it") from None


def adopted(failed: Iterable[Outcome], expires: datetime.date) -> str:
    """The file in which these failures are known: what a first adoption starts from, each with what was seen."""
    return "\n".join(_entry(each, expires) for each in failed)


def _entry(outcome: Outcome, expires: datetime.date) -> str:
    seen = f"{outcome.cost or outcome.verdict}: {outcome.vector.why} Expected {outcome.expected}"
    written = (
        ("id", _quoted(outcome.vector.id)),
        ("reason", _quoted(f"{seen}; reported {outcome.reported}")),
        ("issue", _quoted(NO_ISSUE)),
        ("cost", _quoted(outcome.cost or "unsupported")),
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
            yield f"{one_line(each.id)}: there is no such vector: remove it"
        elif each.expires < today:
            yield f"{each.id}: known until {each.expires} ({one_line(each.issue)}): mend it, or say anew until when"
        elif each.id in put and put[each.id].verdict == "passed":
            yield f"{each.id}: it passes now: remove it"
