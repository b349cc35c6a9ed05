"""A run as JUnit reads it: a test case for each vector, a suite for each family, and what else speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, tostring

from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import Run
from concomp.model.printing import legible

WHOLE = "the run"
"""The suite of what speaks against a run as a whole."""


def junit(run: Run, known: Collection[str], replay: Callable[[Outcome], str], objections: Sequence[str] = ()) -> bytes:
    """The XML of a run; vectors that are not claimed, or known to fail, are skipped, and so is what does no harm.

    replay: the command that puts one vector to the target again. objections: why it does not conform, whatever became
    of its vectors; each is a test case that fails.
    """
    root = Element("testsuites", name=f"{run.identity.name} {run.identity.version}")
    for family, outcomes in groupby(run.outcomes, key=lambda outcome: outcome.vector.family):
        _suite(root, family, list(outcomes), known, replay)
    if objections:
        _objections(root, objections)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _objections(root: Element, objections: Sequence[str]) -> None:
    number = str(len(objections))
    counts = {"tests": number, "failures": number, "skipped": "0", "errors": "0"}
    suite = SubElement(root, "testsuite", {"name": WHOLE, **counts})
    for each in objections:
        case = SubElement(suite, "testcase", classname="concomp", name=legible(each))
        SubElement(case, "failure", type="run", message=legible(each))


def _suite(
    root: Element, family: str, outcomes: Sequence[Outcome], known: Collection[str], replay: Callable[[Outcome], str]
) -> None:
    failures = [each for each in outcomes if each.breaks and each.vector.id not in known]
    skipped = [each for each in outcomes if each.verdict != "passed" and each not in failures]
    numbers = {"tests": outcomes, "failures": failures, "skipped": skipped, "errors": ()}
    counts = {name: str(len(each)) for name, each in numbers.items()}
    suite = SubElement(root, "testsuite", {"name": family, **counts})
    for each in outcomes:
        case = SubElement(suite, "testcase", classname=f"concomp.{family}", name=each.vector.id)
        if each in failures:
            failure = SubElement(case, "failure", type=each.cost or each.verdict, message=each.reported)
            failure.text = legible("\n".join(_told(each, replay)))
        elif each in skipped:
            reason = "known to fail" if each.vector.id in known else f"{each.verdict} {each.cost or ''}".strip()
            SubElement(case, "skipped", message=reason)
        if each.errors:
            SubElement(case, "system-err").text = each.errors


def _told(outcome: Outcome, replay: Callable[[Outcome], str]) -> tuple[str, ...]:
    vector = outcome.vector
    by, expected = f"by {'; '.join(vector.statements)}", f"expected {outcome.expected}"
    return vector.why, by, expected, f"reported {outcome.reported}", f"replay {replay(outcome)}"
