"""For the tests of those who write verification functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from concomp.model.language.values import Value
from concomp.obligations.smt.plain import trace_lines
from concomp.obligations.smt.verdicts import Report, Verdict
from concomp.obligations.smt.verification import SECONDS, Subject, verify


def assert_property(
    function: Subject,
    name: str,
    within: Subject | None = None,
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
) -> None:
    """Fail unless a property of a verification function is proved; the message shows the trace that refutes it.

    function: a monitor, its class, or a definition. name: of the property, like "first-pair consistent".
    within: the function that "included" and "equivalent" compare with. parameters: values of some parameters.
    seconds: the limit.
    Raises AssertionError if the property is refuted, vacuous or unknown, NotAskable if there is none of this name.
    """
    report = verify(function, [name], within, parameters, seconds)
    verdict = report[name]
    if verdict.verdict != "proved":
        raise AssertionError("\n".join(_message(report, verdict)))


def _message(report: Report, verdict: Verdict) -> Iterator[str]:
    scope = f" ({verdict.scope})" if verdict.scope else ""
    reason = f": {verdict.reason}" if verdict.reason else ""
    yield f"{report.function}: {verdict.property} is {verdict.verdict}{scope}{reason}"
    if verdict.trace is not None:
        yield from (f"  {line}" for line in trace_lines(verdict.trace))
    if verdict.verdict == "unknown":
        yield from (f"  tried {line}" for line in verdict.tried)
