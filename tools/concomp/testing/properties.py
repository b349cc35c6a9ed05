"""Assertions about verification functions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from concomp.door.verify import verify
from concomp.model.language.syntax.values import Value
from concomp.model.numbers import ParameterError
from concomp.obligations.verify.properties.replay import Replay
from concomp.obligations.verify.verdicts import Report, Verdict
from concomp.obligations.verify.verification import SECONDS, Verifiable, case_of
from concomp.report.verdicts import obstacle_lines, trace_lines
from concomp.testing.literals import as_test


def assert_property(
    function: Verifiable,
    name: str,
    within: Verifiable | None = None,
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
) -> None:
    """Fail unless a property of a verification function is proved; the message shows the trace that refutes it.

    The trace is shown as a table, and again as Python that can be pasted into a test.
    function: a monitor, its class, or a definition. name: of the property, like "first-pair consistent".
    within: the function that "included" and "equivalent" compare with. parameters: values of some parameters.
    seconds: the limit.
    Raises AssertionError if the property is refuted, vacuous or unknown, NotAskable if there is none of this name.

    >>> from concomp.model import Int, Monitor, require
    >>> from concomp.testing import assert_property
    >>> class Nearby(Monitor):
    ...     def step(self, left: Int, right: Int) -> None:
    ...         require((left - right <= 1) & (right - left <= 1))
    >>> assert_property(Nearby, "swap invariant")
    """
    report = verify(function, [name], within, parameters, seconds)
    verdict = report[name]
    if verdict.verdict != "proved":
        raise AssertionError("\n".join(failure_lines(report, verdict, _declared(function))))


def assert_refuted(
    function: Verifiable,
    name: str,
    length: int | None = None,
    within: Verifiable | None = None,
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
) -> None:
    """Fail unless a property is refuted, if a length is given by a shortest sequence of so many pairs.

    function, name, within, parameters, seconds: as for `assert_property`.
    Raises AssertionError if the property is proved, vacuous or unknown, or refuted by a sequence of another length,
    NotAskable if there is none of this name, ParameterError for a length that is no whole number.

    >>> from concomp.model import Int, Monitor, require
    >>> from concomp.testing import assert_refuted
    >>> class Falling(Monitor):
    ...     def step(self, left: Int, right: Int) -> None:
    ...         require(left >= right)
    >>> assert_refuted(Falling, "swap invariant", length=1)
    """
    if length is not None and (isinstance(length, bool) or not isinstance(length, int)):
        raise ParameterError("length", length, "give the number of pairs, a whole number")
    report = verify(function, [name], within, parameters, seconds)
    verdict = report[name]
    if verdict.verdict != "refuted":
        raise AssertionError("\n".join(failure_lines(report, verdict, _declared(function))))
    if length is not None and verdict.length != length:
        wanted = f"expected is a shortest sequence of length {length}, found is one of length {verdict.length}"
        raise AssertionError("\n".join([wanted, *failure_lines(report, verdict, _declared(function))]))


def assert_included(
    function: Verifiable,
    within: Verifiable,
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
) -> None:
    """Fail unless every sequence of pairs that a function accepts is accepted by another one.

    What is private with respect to `within` is then so with respect to `function`.
    within: the other function. Everything else as for `assert_property`.

    >>> from concomp.model import Int, Monitor, require
    >>> from concomp.testing import assert_included
    >>> class Same(Monitor):
    ...     def step(self, left: Int, right: Int) -> None:
    ...         require(left == right)
    >>> class Falling(Monitor):
    ...     def step(self, left: Int, right: Int) -> None:
    ...         require(left >= right)
    >>> assert_included(Falling, within=Falling)
    """
    assert_property(function, "included", within, parameters, seconds)


def assert_equivalent(
    function: Verifiable,
    within: Verifiable,
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
) -> None:
    """Fail unless two functions accept the same sequences of pairs.

    within: the other function. Everything else as for `assert_property`.

    >>> from concomp.model import Int, Monitor, require
    >>> from concomp.testing import assert_equivalent
    >>> class Falling(Monitor):
    ...     def step(self, left: Int, right: Int) -> None:
    ...         require(left >= right)
    >>> class NotRising(Monitor):
    ...     def step(self, left: Int, right: Int) -> None:
    ...         require(~(left < right))
    >>> assert_equivalent(Falling, NotRising)
    """
    assert_property(function, "equivalent", within, parameters, seconds)


def failure_lines(report: Report, verdict: Verdict, declared: Collection[str] = ()) -> Iterator[str]:
    """Why a verdict is not the expected one: the trace that it rests on, or what was tried.

    declared: the relations and functions whose meaning a solver chose.
    """
    scope = f" ({verdict.scope})" if verdict.scope else ""
    reason = f": {verdict.reason}" if verdict.reason else ""
    yield f"{report.function}: {verdict.property} is {verdict.verdict}{scope}{reason}"
    if verdict.trace is not None:
        yield from (f"  {line}" for line in trace_lines(verdict.trace))
        yield from _pasted(report.function, declared, verdict.trace)
    yield from (f"  {line}" for line in obstacle_lines(verdict.obstacle))
    if verdict.verdict == "unknown":
        yield from (f"  tried {line}" for line in verdict.tried)
    yield from (f"  warning: {line}" for line in report.warnings)


def _pasted(function: str, declared: Collection[str], trace: Replay) -> Iterator[str]:
    lines = list(as_test(function, declared, trace))
    if lines:
        yield f"as a test, which passes now{' with the right ' * bool(declared)}{' and '.join(declared)}:"
        yield from (f"  {line}" for line in lines)


def _declared(function: Verifiable) -> Collection[str]:
    return list(case_of(function).definition.declared)
