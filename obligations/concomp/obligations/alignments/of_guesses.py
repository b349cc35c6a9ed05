"""Alignments of guess-and-check and of its two parts.

The tolerance's noise is moved up by 1, so that a guess that passes still does. At a wrong one, the noise of the
distance is moved by as much as the gap to the tolerance has grown, and that of the value shown by the difference of
the values.
"""

from __future__ import annotations

from typing import Any

from concomp.model.language.syntax.expressions import Bool, wrap
from concomp.model.language.syntax.operations import Abs, ite
from concomp.model.language.syntax.sorts import INT, Sort
from concomp.model.programs import guesses, neighbours
from concomp.model.programs.comparisons import POSITIVES
from concomp.model.programs.program import NoisyProgram, message, register, term_of, terms_of
from concomp.obligations.alignments.alignment import Alignment, in_world_0, spent
from concomp.obligations.alignments.of_comparisons import as_number, number


def check(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−2N: that of a sparse vector, for distances."""
    return _counted(guesses.check(numbers))


def guess_and_check(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−2N·c^−N: moreover the value shown is moved by the difference."""
    return _counted(guesses.guess_and_check(numbers))


def answers(numbers: Sort = INT) -> Alignment:
    """c^−N: each value is moved by the difference."""
    shown = register("answers.0")
    invariant = (
        (shown == register("answers.1"))
        & (shown >= 0)
        & (shown <= POSITIVES)
        & (spent("c", numbers) <= as_number(shown, numbers))
    )
    return Alignment(
        guesses.answers(numbers),
        neighbours.at_most_one_apart(numbers),
        terms_of(shown=_value(0, numbers) - _value(1, numbers)),
        term_of(invariant),
        terms_of(c=POSITIVES),
    )


def _counted(program: NoisyProgram) -> Alignment:
    numbers, wrongs = program.numbers, register("wrongs.0")
    one, zero = number(1, numbers), number(0, numbers)
    nearer = _distance(0, numbers) - _distance(1, numbers)
    moved = {"first_rho": one, "gamma": ite(_wrong(program), one + nearer, zero)}
    budget: dict[str, Any] = {"a": 1, "b": 2 * POSITIVES}
    invariant = (
        (register("rho.1", numbers) == register("rho.0", numbers) + 1)
        & (wrongs == register("wrongs.1"))
        & (wrongs >= 0)
        & (wrongs <= POSITIVES)
        & (spent("a", numbers) <= 1)
        & (spent("b", numbers) <= as_number(2 * wrongs, numbers))
    )
    if guesses.SHOWN in program.draws:
        moved["shown"] = ite(_wrong(program), _value(0, numbers) - _value(1, numbers), zero)
        budget["c"] = POSITIVES
        invariant = invariant & (spent("c", numbers) <= as_number(wrongs, numbers))
    return Alignment(
        program, neighbours.at_most_one_apart(numbers), terms_of(**moved), term_of(invariant), terms_of(**budget)
    )


def _wrong(program: NoisyProgram) -> Bool:
    """Whether the guess is wrong in world 0."""
    wrong: Bool = wrap(INT, in_world_0(program, program.answer[0])) == 1
    return wrong


def _distance(world: int, numbers: Sort) -> Any:
    return Abs(_value(world, numbers) - message("guess", numbers))


def _value(world: int, numbers: Sort) -> Any:
    return message(f"value.{world}", numbers)
