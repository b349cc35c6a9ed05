"""Which statements speak about a verification function: by the properties that they ask of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from concomp.about.spoken import About, How, Met, Spoken, in_order
from concomp.model.registry.registry import Registry
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import report
from concomp.obligations.verify.openings import DOORS, Door
from concomp.obligations.verify.user_files.loading import FUNCTION, load
from concomp.obligations.verify.verdicts import Report, Verdict, Word
from concomp.obligations.verify.verification import SECONDS, case_of
from concomp.report.verdicts import trace_lines

HOW: Mapping[Word, How] = {
    "proved": "proved",
    "refuted": "violated",
    "vacuous": "violated",
    "unknown": "undecided",
}


def about_function(file: str, name: str | None, registry: Registry, worker: Worker) -> About:
    """The statements that speak about a verification function in a file; raises BadFile and LanguageError.

    name: of the function; None if there is only one.
    """
    machine, values = load(file, name, {}, FUNCTION)
    case = case_of(machine, None, values, None)
    found = report(worker, case, case.properties_to_ask(None), SECONDS)
    spoken = [each for door in DOORS if _is_asked(door, found) for each in _spoken(door, found, registry)]
    return in_order(found.function, "verification function", spoken)


def _verdicts(found: Report) -> dict[str, Verdict]:
    return {each.property: each for each in (found.witness, *found.verdicts)}


def _is_asked(door: Door, found: Report) -> bool:
    return set(door.needs) <= set(_verdicts(found))


def _spoken(door: Door, found: Report, registry: Registry) -> Iterator[Spoken]:
    """What a theorem says; and its printed form, where it is false and does without the hypothesis that is violated."""
    asked = [_met(_verdicts(found)[name]) for name in door.needs]
    is_open = all(each.how == "proved" for each in asked)
    remaining = [Met(each, "remains") for each in door.hypotheses]
    yield Spoken(door.theorem, "opened" if is_open else "not opened", [*asked, *remaining])
    printed = registry.statements[door.theorem].repairs
    missing = [each.hypothesis for each in asked if each.how == "violated"]
    if printed is not None and missing:
        words = f"as printed it does not ask for “{', '.join(missing)}”: mechanisms with this function can break it"
        yield Spoken(printed, "counterexample", words=words)


def _met(verdict: Verdict) -> Met:
    """What became of a property."""
    is_shown = verdict.trace is not None and verdict.verdict == "refuted"
    trace = tuple(trace_lines(verdict.trace)) if is_shown and verdict.trace is not None else ()
    words = "it accepts a pair that differs" if verdict.property == "witness" else verdict.property
    return Met(words, HOW[verdict.verdict], verdict.reason or verdict.scope, trace, verdict.obstacle)
