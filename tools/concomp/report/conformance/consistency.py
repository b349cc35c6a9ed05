"""A report that was read from a file, held against itself: what no run can have written is refused."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING

from concomp.conformance.runner.misbehaviour import KINDS
from concomp.conformance.runner.outcomes import BREAKING
from concomp.model.files.errors import FormatError, shown

if TYPE_CHECKING:
    from concomp.schemas.conformance import ClaimData, ConformOutput, KnownData, VectorData

REMEDY = "give the file as concomp conform --json has written it"


def demand_consistent(report: ConformOutput) -> None:
    """FormatError for the first place at which a report contradicts itself."""
    for place, value, why in _contradictions(report):
        raise FormatError(place, shown(value), f"{why}: {REMEDY}")


Contradiction = tuple[str, object, str]
"""The place, the value there, and what it contradicts."""


def _contradictions(report: ConformOutput) -> Iterator[Contradiction]:
    names = {each["id"] for each in report["known"]}
    failed = {each["id"] for each in report["vectors"] if each["verdict"] not in ("passed", "not claimed")}
    for number, vector in enumerate(report["vectors"]):
        yield from _of_vector(f"vectors[{number}]", vector, names)
    for number, claim in enumerate(report["claims"]):
        yield from _of_claim(f"claims[{number}]", claim, failed)
    for number, known in enumerate(report["known"]):
        yield from _of_known(f"known[{number}]", known)
    if len(names) < len(report["known"]):
        yield "known", report["known"], "a vector is listed twice"
    if report["conforms"]:
        yield from _of_verdict(report)


def _of_vector(place: str, vector: VectorData, known: set[str]) -> Iterator[Contradiction]:
    verdict, cost = vector["verdict"], vector["cost"]
    if verdict not in ("passed", "failed", "unsupported", "not claimed", *KINDS):
        yield f"{place}.verdict", verdict, "it is no verdict"
    if verdict in ("passed", "unsupported", "not claimed") and cost is not None:
        yield f"{place}.cost", cost, f"the verdict is {verdict}, which has none"
    if verdict == "failed" and cost is None:
        yield f"{place}.cost", cost, "the verdict is failed, which has one"
    if verdict in KINDS and cost != "robustness":
        yield f"{place}.cost", cost, f"the verdict is {verdict}, which costs robustness"
    if vector["known"] and (verdict in ("passed", "not claimed") or vector["id"] not in known):
        yield f"{place}.known", True, "it is no failure that the report lists as known"


def _of_claim(place: str, claim: ClaimData, failed: set[str]) -> Iterator[Contradiction]:
    run, passed, first = claim["run"], claim["passed"], claim["first"]
    if not 0 <= passed <= run:
        yield f"{place}.passed", passed, f"it is not among {run} that were run"
    verdict = "not tested" if run == 0 else "passed" if passed == run else "failed"
    if claim["verdict"] != verdict:
        yield f"{place}.verdict", claim["verdict"], f"by {passed} of {run} it is {verdict}"
    if verdict != "failed" and claim["cost"] is not None:
        yield f"{place}.cost", claim["cost"], f"the verdict is {verdict}, which has none"
    if (first in failed) != (verdict == "failed") or (first is not None and first not in failed):
        yield f"{place}.first", first, f"the verdict is {verdict}, and the vectors do not agree"


def _of_known(place: str, known: KnownData) -> Iterator[Contradiction]:
    try:
        datetime.date.fromisoformat(known["expires"])
    except ValueError:
        yield f"{place}.expires", known["expires"], "it is no day"


def _of_verdict(report: ConformOutput) -> Iterator[Contradiction]:
    """What a target that conforms has nothing of."""
    put = [each for each in report["vectors"] if each["verdict"] != "not claimed"]
    if not put:
        yield "conforms", True, "nothing was put to the target"
    if report["complaints"]:
        yield "conforms", True, "something is wrong with the list of known failures"
    for each in put:
        if (each["verdict"] == "unsupported" or each["cost"] in BREAKING) and not each["known"]:
            yield "conforms", True, f"{shown(each['id'])} breaks it"
