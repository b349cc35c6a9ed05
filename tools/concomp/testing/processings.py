"""Assertions about post-processings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from concomp.door.worker import session_worker
from concomp.model.language.postprocessing import PostProcessing
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.case import report
from concomp.obligations.verify.doors import at_callers_line
from concomp.obligations.verify.postprocessing import SECONDS, processing_case
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import Validity
from concomp.testing.properties import failure_lines


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
    with at_callers_line():
        case = processing_case(machine, validity, sensitive, parameters)
    asked = case.properties_to_ask(None)
    with session_worker("assert_post_processing") as worker:
        found = report(worker, case, asked, seconds)
    for verdict in found.verdicts:
        if verdict.verdict != "proved":
            raise AssertionError("\n".join(failure_lines(found, verdict)))
