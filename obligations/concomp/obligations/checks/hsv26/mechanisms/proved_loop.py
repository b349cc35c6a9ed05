"""P ∘* M is Algorithm 1, for all P and M: line by line, by two solvers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from pydantic import JsonValue

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import count_agreeing, note_on_descriptions
from concomp.obligations.derivations.systems.descriptions.execution import (
    Execution,
    kernel_of_mechanism,
    kernel_of_processing,
)
from concomp.obligations.derivations.systems.descriptions.table import describe
from concomp.obligations.derivations.systems.instances.instances import BITS, Instance, post_processing, start_of
from concomp.obligations.derivations.systems.links import loop
from concomp.obligations.expectation import expect
from concomp.obligations.families.small.mechanisms import random_machines
from concomp.obligations.families.small.processings import (
    ASK_TWICE,
    BLUR,
    FLIP_ANSWERS,
    FORWARD,
    IGNORE,
    REMEMBER,
    STOP_AFTER_ONE,
)
from concomp.obligations.solvers import algebra

PROCESSINGS = (ASK_TWICE, BLUR, FLIP_ANSWERS, FORWARD, IGNORE, REMEMBER, STOP_AFTER_ONE)
LINES = loop.lines(loop.Algorithm())
WRONG = {
    "P is not told from which side a message comes": loop.Algorithm(tells_side=False),
    "answers of M are returned as they are": loop.Algorithm(processes_answers=False),
}


def _certificates() -> JsonValue:
    return {line.name: algebra.prove(line) for line in LINES}


def _instances() -> Iterator[Instance]:
    """P ∘* M as described and by the model."""
    for p, m in product(PROCESSINGS, random_machines(2, 2, 3, seed=215)):
        kernels = {"P": kernel_of_processing(p), "M": kernel_of_mechanism(m)}
        starts = {"P.start": p.initial_states[0], "M.start": m.initial_states[0]}
        described = Execution(describe(loop.POST_PROCESSED), kernels, starts, {})
        yield start_of(described), post_processing(p, (m, m.initial_states[0])), BITS, 2


@cache
def _described() -> int:
    return count_agreeing(_instances())


def _refuted(algorithm: loop.Algorithm) -> bool:
    """Whether both solvers find a run in which a wrong variant answers otherwise."""
    texts = [line.negation for line in loop.lines(algorithm)]
    return any(all(answer(text) == "sat" for answer in algebra.ENGINES.values()) for text in texts)


@check_of_findings("HSV26 Definition 2.15", "HSV26 Algorithm 1", find=_certificates)
def the_loop_is_what_is_composed(findings: JsonValue) -> Outcome:
    """The lines of the algorithm and the described P ∘* M ask the same of P and M, and return the same."""
    of_lines = findings if isinstance(findings, dict) else {}
    expect(
        of_lines.keys() == {line.name for line in LINES}, "the certificates are those of other lines; find them again"
    )
    for line in LINES:
        algebra.recheck(line, of_lines[line.name])
    for mistake, algorithm in WRONG.items():
        expect(_refuted(algorithm), f"no solver sees it if {mistake}")
    return Outcome(
        verdict="proved",
        scope="all mechanisms and post-processings, with any states and messages, in conversations of any length",
        witness="P sends to M, and M's answer is handed to P: both solvers meet such a run",
        control=f"both solvers find a run that differs if {', and if '.join(WRONG)}",
        notes=(
            "P and M are unknown, and draw tapes: on every tape both ask the same, in the same states, and return the "
            "same. A run in which P never answers returns nothing, on either side. HALT ends it (section 2.2.1).",
            note_on_descriptions(_described()),
        ),
    )
