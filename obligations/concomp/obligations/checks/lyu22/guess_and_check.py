"""Guess-and-check: the law of its lines and of its parts, and its loss for every length by alignments of noise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from concomp.model.applications.guess_and_check import PASS, Guesses, guess_and_check
from concomp.model.applications.guess_and_check import WRONG as SAID_WRONG
from concomp.model.applications.guess_and_check_of_parts import guess_and_check_of_parts, processing
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.language import PostProcessing
from concomp.model.language.syntax.sorts import INT, REAL, Sort
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.programs import guesses
from concomp.model.programs.laws import Instance
from concomp.model.programs.program import NoisyProgram
from concomp.model.registry.evidence import Outcome
from concomp.obligations.alignments import of_guesses
from concomp.obligations.alignments.alignment import Alignment
from concomp.obligations.alignments.field import Example
from concomp.obligations.alignments.guesses import BOUNDS, WRONG
from concomp.obligations.alignments.proving import demand_proved
from concomp.obligations.alignments.rule import ALIGNMENT
from concomp.obligations.alignments.words import reached, refuted
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.applications.guess_variants import AsksForTwice, ShowsValues

A, R = Fraction(1, 4), Fraction(1, 2)
TOLERANCE, LENGTH = 1, 2
ENDS = (-1, 4)
INSIDE = (0, 3)
"""Some numbers shown that are not clamped."""
SENT = ((0, 0), (1, 0), (0, 3), (3, 1))
"""Values and guesses of them."""
Course = tuple[tuple[tuple[int, int], object], ...]
"""Messages and what is answered to each."""


def instance_of(wrongs: int) -> Guesses:
    """Guess-and-check that halts after so many WRONG."""
    return Guesses(A, R, wrongs, TOLERANCE, ENDS)


def courses(wrongs: int) -> Iterator[Course]:
    """Every course of so many messages in which it does not halt before the last."""
    said = (PASS, *((SAID_WRONG, shown) for shown in INSIDE))
    for course in product(product(SENT, said), repeat=LENGTH):
        if sum(answer != PASS for _, answer in course[:-1]) < wrongs:
            yield course


def lines(program: NoisyProgram, wrongs: int) -> Instance:
    """The lines as a program with the noise of this check."""
    return Instance(program, {"a": A, "b": R, "c": R}, {"N": wrongs, "tolerance": TOLERANCE})


def by_lines(program: Instance, course: Course) -> Fraction:
    """The chance of a course by the lines; noise is summed out as for any program."""
    inputs = [{"value": value, "guess": guess} for (value, guess), _ in course]
    return program.chance(inputs, [(0, 0) if answer == PASS else (1, _number(answer)) for _, answer in course])


def chance(mechanism: InteractiveMechanism, course: Course) -> Fraction:
    """The chance of a course."""
    total, state = Fraction(1), mechanism.initial_state
    for message, wanted in course:
        law = mechanism.respond(state, message)
        found = [(after, part) for (after, answer), part in law.items() if answer == wanted]
        if not found:
            return Fraction(0)
        [(state, part)] = found
        total *= part
    return total


@check("Lyu22 Algorithm 1")
def guess_and_check_has_the_law_of_its_lines_and_of_its_parts() -> Outcome:
    """The chance of every course, by its lines, by the model, and by the post-processing of a check and answers."""
    count = 0
    for wrongs in (1, 2):
        mechanism, wanted = guess_and_check(instance_of(wrongs)), lines(guesses.guess_and_check(), wrongs)
        for course in courses(wrongs):
            expect(chance(mechanism, course) == by_lines(wanted, course), f"{course} has another chance by its lines")
            count += 1
        expect(_same(mechanism, guess_and_check_of_parts(instance_of(wrongs))), f"c = {wrongs}: its parts differ")
    fresh = lines(guesses.fresh_guess_and_check(), 2)
    other = first_case(
        (each for each in courses(2) if by_lines(fresh, each) != by_lines(wanted, each)),
        "noise of the tolerance that is drawn anew brings the same law",
    )
    for wrong in (ShowsValues, AsksForTwice):
        expect(not _same(guess_and_check(instance_of(1)), _of_parts(wrong)), f"{wrong.__name__} has the same law")
    late = first_case((each for each in courses(2) if each[0][1] != PASS and each[1][1] != PASS), "none is wrong twice")
    return Outcome(
        verdict="exact",
        scope=f"noise of integers, of ratio 1/4 for the tolerance {TOLERANCE} and 1/2 otherwise, c = 1 and 2; all "
        f"courses of {LENGTH} guesses, of {len(SENT)} values with guesses; the post-processing of its parts has the "
        f"same law of {LENGTH + 1} answers, with its halt",
        size=count,
        witness=f"two guesses in a row are wrong with the chance {by_lines(wanted, late)} on some course",
        control=f"ρ drawn anew for each guess has another law on {other}; so have a P that shows the value, and "
        "one that asks for twice the value",
    )


def _same(mechanism: InteractiveMechanism, other: InteractiveMechanism) -> bool:
    started = (mechanism, mechanism.initial_state), (other, other.initial_state)
    return equivalent(*started, SENT[:2], LENGTH + 1)


def _of_parts(described: type[PostProcessing]) -> InteractiveMechanism:
    return post_process(processing(instance_of(1), described), extended_concurrent_composition())


def _number(answer: object) -> int:
    assert isinstance(answer, tuple)
    return int(answer[1])


@check("Lyu22 Lemma 6")
def moved_noise_brings_the_same_verdicts() -> Outcome:
    """Noise of integers and of reals is moved so that the same guesses pass: 3ε, and no less."""
    return _proved(of_guesses.check, BOUNDS[:2], "a guess is judged", "e^(ε/c) = 2, 3ε")


@check("Lyu22 Lemma 7")
def moved_noise_brings_the_same_values() -> Outcome:
    """Noise of each value is moved by the difference: ε, and no less."""
    return _proved(of_guesses.answers, BOUNDS[2:3], "a value is shown", "e^(ε/c) = 2, ε")


@check("Lyu22 Theorem 5")
def moved_noise_brings_the_same_verdicts_and_values() -> Outcome:
    """Noise of integers and of reals is moved so that the same guesses pass and the same is shown: 4ε, and no less."""
    outcome = _proved(of_guesses.guess_and_check, BOUNDS[3:], "a guess is judged", "e^(ε/c) = 2, 4ε")
    return outcome.model_copy(update={"control": refuted(WRONG)})


def _proved(make: Callable[[Sort], Alignment], reaching: Sequence[Example], step: str, claim: str) -> Outcome:
    proofs = [demand_proved(make(sort)) for sort in (INT, REAL)]
    return Outcome(
        verdict="proved",
        scope="all lengths, any c ≥ 1 and tolerance; values at most 1 apart and guesses chosen in any way from the "
        "answers; noise of reals (Laplace) and of integers (two-sided geometric)",
        size=sum(len(each.claims) for each in proofs),
        witness=f"{step} of values that differ; with {claim}: {reached(reaching, 10_000)}",
        control=refuted(WRONG[2:3]),
        rules=(ALIGNMENT,),
    )
