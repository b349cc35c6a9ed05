"""A run as JUnit reads it: a test case for each vector, a suite for each family."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, tostring

from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import Run


def junit(run: Run, known: Collection[str]) -> bytes:
    """The XML of a run; vectors that are not claimed, or known to fail, are skipped."""
    root = Element("testsuites", name=f"{run.identity.name} {run.identity.version}")
    for family, outcomes in groupby(run.outcomes, key=lambda outcome: outcome.vector.family):
        _suite(root, family, list(outcomes), known)
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _suite(root: Element, family: str, outcomes: Sequence[Outcome], known: Collection[str]) -> None:
    failures = [each for each in outcomes if each.breaks and each.vector.id not in known]
    tests, failed = str(len(outcomes)), str(len(failures))
    suite = SubElement(root, "testsuite", name=family, tests=tests, failures=failed, errors="0")
    for each in outcomes:
        case = SubElement(suite, "testcase", classname=f"concomp.{family}", name=each.vector.id)
        if each in failures:
            failure = SubElement(case, "failure", type=each.cost or each.verdict, message=_text(each.reported))
            failure.text = _text(f"{each.vector.why}\nby {'; '.join(each.vector.statements)}\nexpected {each.expected}")
        elif each.verdict != "passed":
            reason = "known to fail" if each.vector.id in known else f"{each.verdict} {each.cost or ''}".strip()
            SubElement(case, "skipped", message=reason)


def _text(text: str) -> str:
    """The text without what XML cannot hold."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "�" for letter in text)
