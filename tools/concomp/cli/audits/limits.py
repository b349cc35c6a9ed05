"""Limits of an audit: what is certified before one is hit is told on the way, and is what is left then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from concomp.cli.audits.answered import Answered
from concomp.cli.audits.bounds import Found, answer_by_bounds, asked_about, between, bounds_text
from concomp.cli.audits.exact import answer_exactly
from concomp.cli.audits.questions import Questions
from concomp.cli.audits.subjects import read_subject
from concomp.cli.errors import BadInput
from concomp.cli.quantities import read_option
from concomp.door.mechanisms import Subject
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import NumberError, exact
from concomp.obligations.processes.child import tell

COARSE = (100_000,)
"""The steps of bounds that are found before an exact answer is tried: less than a second."""
FINER = (100_000, 1_000_000)
"""The same before finer bounds are tried."""
LARGEST = 10**6
"""The most seconds, and GiB, that can be asked for."""


@dataclass(frozen=True)
class Limits:
    """The limits that were asked for.

    seconds: None if it is left to the command. memory: in bytes, None likewise.
    """

    seconds: float | None
    memory: int | None

    @property
    def asked(self) -> bool:
        """Whether there is one, so that what is left by it matters."""
        return self.seconds is not None or self.memory is not None


def read_limits(seconds: str | None, memory: str | None) -> Limits:
    """The limits that the options --time, in seconds, and --memory, in GiB, ask for; BadInput if one is none."""
    return Limits(
        None if seconds is None else float(_positive("--time", seconds)),
        None if memory is None else int(_positive("--memory", memory) * 2**30),
    )


def answer(file: str, questions: Questions, with_bounds: bool, so_far: bool, as_data: bool) -> Answered:
    """An audit.

    so_far: whether the texts of bounds are told on the way, the best so far last. Raises what answers raise.
    """
    subject = read_subject(file)
    for found in _before(subject, questions, FINER if with_bounds else COARSE) if so_far else ():
        tell(bounds_text(found, _without_target(questions), as_data))
    return (answer_by_bounds if with_bounds else answer_exactly)(subject, file, questions, as_data)


def _before(subject: Subject, questions: Questions, steps: tuple[int, ...]) -> Iterator[Found]:
    """Bounds that are known at once, and those that so many steps bring."""
    asked = asked_about(questions) or (() if questions.target is None else (questions.target.e_eps,))
    if not asked and questions.delta is None:
        return
    aim = replace(_without_target(questions), e_eps=asked)
    nothing = None if questions.delta is None else (Fraction(1), None)
    yield Found(subject.horizon, tuple((e_eps, (ZERO, ONE)) for e_eps in asked), nothing, None)
    for each in steps:
        try:
            yield between(subject, aim, each)
        except TooLarge:
            continue


def _without_target(questions: Questions) -> Questions:
    return replace(questions, target=None, target_loss=None)


def _positive(option: str, text: str) -> Fraction:
    number = read_option(option, text, _exact)
    if not 0 < number <= LARGEST:
        raise BadInput(f"{option}: {text}: give a positive number, at most {LARGEST}")
    return number


def _exact(text: str) -> Fraction:
    try:
        return exact(text)
    except NumberError:
        raise NumberError("write a decimal, like 30 or 0.5") from None
