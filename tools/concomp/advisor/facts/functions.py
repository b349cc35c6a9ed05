"""Facts about verification functions: which hypotheses of the theorems they satisfy, or the trace that breaks one.

A function in the language is asked of the provers, for every length and parameter. The function of a finite mechanism
in a file is asked by going through all of its sequences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from concomp.advisor.facts.restrictions import ConsistentPart, DataFirstPart, SymmetricPart
from concomp.model.composition.single import EventLevel, Neighbouring, OnePair
from concomp.model.files.functions import verification_function
from concomp.model.files.parts import messages
from concomp.model.files.schema import Continual
from concomp.model.language.monitor import Monitor
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.values import Value
from concomp.model.mechanisms.verification import (
    VerificationFunction,
    first_pair_consistent,
    is_valid,
    swap_invariant,
    swapped,
)
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.case import report
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.user_files.importing import BadFile, refusal
from concomp.obligations.verify.user_files.loading import FUNCTION, load
from concomp.obligations.verify.verdicts import Verdict, Word
from concomp.obligations.verify.verification import case_of
from concomp.report.verdicts import trace_lines
from concomp.verification.messages import Refusal

KNOWN: Mapping[str, type[Monitor]] = {
    "event level": EventLevel,
    "data, then questions": Neighbouring,
    "one answer": OnePair,
}
"""Verification functions that a plan can name."""
CONSISTENT, SYMMETRIC, TYPED = "first-pair consistent", "swap invariant", "well typed"
DATA_FIRST = "data first"
"""That a mechanism gets its data in the first pair, and then the same inputs in both data sets."""
PARTS: Mapping[str, type[ConsistentPart | SymmetricPart]] = {CONSISTENT: ConsistentPart, SYMMETRIC: SymmetricPart}
INCLUDED = "included"
SECONDS = 20.0
SEQUENCES = 20_000
"""How many sequences of a finite mechanism are gone through."""


@dataclass(frozen=True)
class Facts:
    """What is known about a verification function.

    words: the verdicts by property. traces: of what is refuted, a shortest sequence of pairs, as lines.
    inside: of what is not proved, the name of the largest function inside that has the property, as was proved.
    problem: why the function cannot be used at all; empty if it can.
    """

    function: str
    words: Mapping[str, Word]
    traces: Mapping[str, tuple[str, ...]]
    inside: Mapping[str, str]
    problem: str = ""


def facts_of(worker: Worker, function: Monitor, values: Mapping[str, Value], seconds: float = SECONDS) -> Facts:
    """What the provers say of a function, and of the largest parts of it that have what it lacks."""
    case = case_of(function, None, values)
    found = report(worker, case, [CONSISTENT, SYMMETRIC, TYPED], seconds)
    verdicts = {each.property: each for each in found.verdicts}
    verdicts[DATA_FIRST] = _data_first(worker, function, values, verdicts[CONSISTENT], seconds)
    words = {name: each.verdict for name, each in verdicts.items()}
    traces = {
        name: tuple(trace_lines(each.trace))
        for name, each in verdicts.items()
        if each.verdict == "refuted" and each.trace is not None
    }
    problem = ""
    if found.witness.verdict == "vacuous":
        problem = found.witness.reason
    elif words[TYPED] == "refuted":
        problem = "its requirements accept a message that it does not allow: " + "; ".join(traces[TYPED][1:2])
    lacking = [name for name in PARTS if words[name] == "refuted"]
    inside = {name: part for name in lacking if (part := _part(worker, function, values, name, seconds)) is not None}
    return Facts(found.function, words, traces, inside, problem)


def _data_first(
    worker: Worker, function: Monitor, values: Mapping[str, Value], consistent: Verdict, seconds: float
) -> Verdict:
    """Whether all pairs after the first are of identical messages; what breaks consistency breaks that, too."""
    if consistent.verdict == "refuted":
        return consistent
    try:
        case = case_of(function, DataFirstPart(function), values)
        return report(worker, case, [INCLUDED], seconds)[INCLUDED]
    except (LanguageError, NotAskable):
        return Verdict(DATA_FIRST, "unknown", "", 0.0)


def _part(worker: Worker, function: Monitor, values: Mapping[str, Value], name: str, seconds: float) -> str | None:
    """The name of the largest function inside with the property, if that is proved and there is a witness."""
    try:
        part = PARTS[name](function)
        found = report(worker, case_of(part, None, values if name == CONSISTENT else {}), [name], seconds)
    except (LanguageError, NotAskable):
        return None
    return part.definition.name if found[name].verdict == "proved" else None


def facts_in_file(file: str, name: str | None, values: Mapping[str, str]) -> Facts | Refusal:
    """The same of a function in a user's file; to be called in a process of its own, since it runs the file."""
    try:
        monitor, parameters = load(file, name, values, FUNCTION)
        with new_worker() as worker:
            return facts_of(worker, monitor, parameters)
    except LanguageError as error:
        return Refusal(refusal(error))
    except (BadFile, NotAskable) as error:
        return Refusal(str(error))


def facts_of_known(name: str) -> Facts:
    """The same of a known function."""
    with new_worker() as worker:
        return facts_of(worker, KNOWN[name](), {})


def _identical_after_first(function: VerificationFunction, sequences: Iterable[Sequence[Any]]) -> bool:
    """Whether of these sequences none is accepted in which a pair after the first differs."""
    return all(not is_valid(function, each) or all(one == other for one, other in each[1:]) for each in sequences)


def facts_of_file(document: Continual, worker: Worker) -> Facts:
    """The facts about the function in a file; of a known one those of all lengths, if its sequences are too many."""
    facts, name = facts_of_document(document), document.verification.kind
    is_open = "unknown" in facts.words.values() and name in KNOWN
    return facts_of(worker, KNOWN[name](), {}) if is_open else facts


def facts_of_document(document: Continual) -> Facts:
    """The same of the function of a finite mechanism, by all of its sequences; unknown if there are too many."""
    name = document.verification.kind
    if len(messages(document)) ** (2 * document.horizon) > SEQUENCES:
        return Facts(name, dict.fromkeys((CONSISTENT, SYMMETRIC, DATA_FIRST), "unknown"), {}, {})
    function, pairs = verification_function(document.verification), list(product(messages(document), repeat=2))
    listed: list[Any] = [each for rounds in range(document.horizon + 1) for each in product(pairs, repeat=rounds)]
    tests = {CONSISTENT: first_pair_consistent, SYMMETRIC: swap_invariant, DATA_FIRST: _identical_after_first}
    words: dict[str, Word] = {}
    traces: dict[str, tuple[str, ...]] = {}
    for property_, holds in tests.items():
        broken = next((each for each in listed if not holds(function, [each])), None)
        words[property_] = "proved" if broken is None else "refuted"
        if broken is not None:
            good = broken if is_valid(function, broken) else tuple(swapped(pair) for pair in broken)
            traces[property_] = tuple(f"{number}  {left} / {right}" for number, (left, right) in enumerate(good, 1))
    return Facts(name, words, traces, {})
