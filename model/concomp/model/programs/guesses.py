"""Guess-and-check: a guess of a value passes, or is wrong, and then the value is shown with noise (Lyu22 appendix B).

A guess is wrong if its distance from the value, with noise γ, is not below the tolerance with noise ρ. ρ is noise of
ratio a, γ of ratio b, and that of the values shown of ratio c. It halts after N wrong guesses; the paper calls N c. An
answer is 1 for WRONG and 0 for PASS, with the number that is shown besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from concomp.model.language.syntax.expressions import Bool
from concomp.model.language.syntax.operations import Abs, ite
from concomp.model.language.syntax.sorts import INT, Sort
from concomp.model.programs.comparisons import AT_LEAST_ONE, POSITIVES
from concomp.model.programs.program import Draw, NoisyProgram, message, parameter, register, term_of, terms_of
from concomp.model.registry.tags import realises

RHO, GAMMA, SHOWN = Draw("first_rho", "a"), Draw("gamma", "b"), Draw("shown", "c")
HIDDEN = "rho"


@dataclass(frozen=True)
class Guessed:
    """What a step compares: the leaves of a program of these numbers."""

    numbers: Sort

    @property
    def value(self) -> Any:
        """The value, f(X)."""
        return message("value", self.numbers)

    @property
    def distance(self) -> Any:
        """How far the guess is from the value."""
        return Abs(self.value - message("guess", self.numbers))

    @property
    def noisy(self) -> Any:
        """The distance with noise."""
        return self.distance + message(GAMMA.name, self.numbers)

    @property
    def wrong(self) -> Bool:
        """Whether the distance with noise is not below the tolerance with its noise."""
        wrong: Bool = self.noisy >= parameter("tolerance", self.numbers) + register(HIDDEN, self.numbers)
        return wrong

    @property
    def count(self) -> Any:
        """How many were wrong."""
        return register("wrongs")

    @property
    def nothing(self) -> Any:
        """The number 0."""
        return self.value - self.value


@realises("Lyu22 Algorithm 1")
def guess_and_check(numbers: Sort = INT) -> NoisyProgram:
    """At WRONG it shows the value with fresh noise; after the N-th it halts."""
    step = Guessed(numbers)
    shown = ite(step.wrong, step.value + message(SHOWN.name, numbers), step.nothing)
    return _counting("guess-and-check", step, (GAMMA, SHOWN), (ite(step.wrong, 1, 0), shown))


@realises("Lyu22 Lemma 6")
def check(numbers: Sort = INT) -> NoisyProgram:
    """No value is shown."""
    step = Guessed(numbers)
    return _counting("guess-and-check that shows no value", step, (GAMMA,), (ite(step.wrong, 1, 0),))


@realises("Lyu22 Lemma 7")
def answers(numbers: Sort = INT) -> NoisyProgram:
    """It shows N values, each with fresh noise."""
    count = register("answers")
    return NoisyProgram(
        "values with noise",
        numbers,
        (),
        (SHOWN,),
        terms_of(answers=0),
        (term_of(message("value", numbers) + message(SHOWN.name, numbers)),),
        terms_of(answers=count + 1),
        term_of(count < POSITIVES),
        parameters=AT_LEAST_ONE,
    )


def endless_guess_and_check(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: WRONG is not counted, and it never halts."""
    step = Guessed(numbers)
    shown = ite(step.wrong, step.value + message(SHOWN.name, numbers), step.nothing)
    answer = (term_of(ite(step.wrong, 1, 0)), term_of(shown))
    return NoisyProgram(
        "guess-and-check without halt", numbers, (RHO,), (GAMMA, SHOWN), terms_of(rho=message(RHO.name, numbers)),
        answer, terms_of(rho=register(HIDDEN, numbers)), term_of(True), common=("guess",), hidden=HIDDEN,
    )  # fmt: skip


def fresh_guess_and_check(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: the tolerance's noise is drawn anew for each guess."""
    step = Guessed(numbers)
    fresh = Draw("fresh_rho", "a")
    shown = ite(step.wrong, step.value + message(SHOWN.name, numbers), step.nothing)
    name, answer = "guess-and-check, ρ renewed for each guess", (ite(step.wrong, 1, 0), shown)
    return _counting(name, step, (GAMMA, SHOWN, fresh), answer, message(fresh.name, numbers))


def distance_shown(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: at WRONG it shows the distance with the very noise of the comparison."""
    step = Guessed(numbers)
    shown = ite(step.wrong, step.noisy, step.nothing)
    return _counting("guess-and-check that shows the compared distance", step, (GAMMA,), (ite(step.wrong, 1, 0), shown))


def _counting(
    name: str, step: Guessed, draws: tuple[Draw, ...], answer: tuple[Any, ...], rho: Any = None
) -> NoisyProgram:
    kept = register(HIDDEN, step.numbers) if rho is None else rho
    return NoisyProgram(
        name,
        step.numbers,
        (RHO,),
        draws,
        terms_of(rho=message(RHO.name, step.numbers), wrongs=0),
        tuple(map(term_of, answer)),
        terms_of(rho=kept, wrongs=step.count + ite(step.wrong, 1, 0)),
        term_of(step.count < POSITIVES),
        common=("guess",),
        parameters=AT_LEAST_ONE,
        hidden=HIDDEN,
    )
