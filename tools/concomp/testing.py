"""For the tests of those who write verification functions and post-processings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.postprocessing import verify_post_processing
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import Validity
from concomp.obligations.verify.verdicts import Report, Verdict
from concomp.obligations.verify.verification import SECONDS, Subject, verify
from concomp.report.verdicts import trace_lines


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


def assert_post_processing(
    machine: PostProcessing | type[PostProcessing],
    validity: Validity,
    sensitive: Iterable[Sensitivity] = (),
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
) -> None:
    """Fail unless a post-processing has all four properties; the message shows the first that it has not.

    machine, validity, sensitive, parameters, seconds: as for `verify_post_processing`.
    Raises AssertionError if a property is refuted, vacuous or unknown, NotAskable if the messages do not fit.
    """
    report = verify_post_processing(machine, validity, sensitive, parameters, seconds)
    for verdict in report.verdicts:
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
    yield from (f"  warning: {line}" for line in report.warnings)
