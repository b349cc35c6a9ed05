"""Alignments of sparse vectors.

Where a value may be larger in world 1, the threshold's noise is moved up by 1, so that what was below stays below. At
a positive, the noise of the value is moved by as much as the gap to the threshold has shrunk: by 1 less the
difference.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.expressions import Bool, wrap
from concomp.model.language.syntax.operations import ite
from concomp.model.language.syntax.sorts import BOOL, INT, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE
from concomp.model.programs import comparisons, neighbours
from concomp.model.programs.comparisons import POSITIVES
from concomp.model.programs.neighbours import Neighbours
from concomp.model.programs.program import NoisyProgram, message, parameter, register, term_of, terms_of
from concomp.obligations.alignments.alignment import Alignment, Foretold, in_world_0, spent


def sparse_vector(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−2N, for values at most 1 apart."""
    return counted(comparisons.sparse_vector(numbers), neighbours.at_most_one_apart(numbers), 1, 2)


def exceeding(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−2N, where a value has to exceed the threshold."""
    return counted(comparisons.exceeding_sparse_vector(numbers), neighbours.at_most_one_apart(numbers), 1, 2)


def increasing(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−N, for values that are larger in world 1."""
    return counted(comparisons.sparse_vector(numbers), neighbours.larger_in_world_1(numbers), 1, 1)


def decreasing(numbers: Sort = INT) -> Alignment:
    """b^−N, for values that are smaller in world 1: the threshold's noise stays."""
    return counted(comparisons.sparse_vector(numbers), neighbours.smaller_in_world_1(numbers), 0, 1)


def of_one_sign(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−N, for differences of one sign, whichever it is."""
    up = ite(parameter("up", BOOL), number(1, numbers), number(0, numbers))
    return counted(comparisons.sparse_vector(numbers), neighbours.of_one_sign(numbers), up, 1)


def zero_then_constant(numbers: Sort = INT) -> Alignment:
    """a^−1 or b^−1, for one positive, and differences that are 0 at first and then constant.

    It is foretold whether the difference begins before the program halts; if it does not, nothing is moved.
    """
    relation = neighbours.zero_then_constant(numbers)
    one, zero, reached = number(1, numbers), number(0, numbers), parameter("reached", BOOL)
    difference, begun = parameter("difference", numbers), register("begun", BOOL)
    up, down = reached & (difference == 1), reached & (difference == -1)
    program = replace(comparisons.sparse_vector(numbers), parameters=term_of(POSITIVES == 1))
    moved = counted(program, relation, ite(up, one, zero), 1)
    known = (register("seen.reached", BOOL) == begun) & (~begun | reached)
    few = spent("b", numbers) <= ite(down, as_number(register("positives.0"), numbers), zero)
    return replace(
        moved,
        invariant=terms.conjunction([moved.invariant, term_of(known & few)]),
        budget=terms_of(a=ite(difference == 1, one, zero), b=ite(difference == -1, one, zero)),
        foretold=(Foretold("reached", term_of(begun | message("begins", BOOL)), TRUE, FALSE),),
    )


def numeric_sparse_vector(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−2N·c^−N: the number that is shown is moved by the difference."""
    return counted(
        comparisons.numeric_sparse_vector(numbers), neighbours.at_most_one_apart(numbers), 1, 2, ("released",)
    )


def gap_sparse_vector(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−2N: the noise is moved so that the gap is the same."""
    return counted(comparisons.gap_sparse_vector(numbers), neighbours.at_most_one_apart(numbers), 1, 2)


def renewed_sparse_vector(numbers: Sort = INT) -> Alignment:
    """(a·b²)^−N: τ is moved as often as it is drawn, but for the last time, when it no longer matters."""
    program = comparisons.renewed_sparse_vector(numbers)
    one, zero, count = number(1, numbers), number(0, numbers), register("positives.0")
    fresh = ite(_shows(program, 1) & (count + 1 < POSITIVES), one, zero)
    drawn = ite(count == POSITIVES, count, count + 1)
    invariant = (
        ((register("tau.1", numbers) == register("tau.0", numbers) + 1) | (count == POSITIVES))
        & _counts_agree()
        & (spent("a", numbers) <= as_number(drawn, numbers))
        & (spent("b", numbers) <= as_number(2 * count, numbers))
    )
    return Alignment(
        program,
        neighbours.at_most_one_apart(numbers),
        terms_of(first_tau=1, nu=_shrunk(program, one), fresh_tau=fresh),
        term_of(invariant),
        terms_of(a=POSITIVES, b=2 * POSITIVES),
    )


def adaptive_sparse_vector(numbers: Sort = INT) -> Alignment:
    """a^−1·b^−4N: a far positive moves noise of ratio b by at most 2, another one noise of ratio b² by at most 2."""
    program = comparisons.adaptive_sparse_vector(numbers)
    zero, units, shrunk = number(0, numbers), register("spent.0"), 1 - _difference(numbers)
    strong, weak = (ite(_shows(program, kind), shrunk, zero) for kind in (2, 1))
    invariant = (
        (register("tau.1", numbers) == register("tau.0", numbers) + 1)
        & (units == register("spent.1"))
        & (units >= 0)
        & (units <= 2 * POSITIVES)
        & (spent("a", numbers) <= 1)
        & (spent("b", numbers) <= as_number(2 * units, numbers))
    )
    return Alignment(
        program,
        neighbours.at_most_one_apart(numbers),
        terms_of(first_tau=1, strong=strong, weak=weak),
        term_of(invariant),
        terms_of(a=1, b=4 * POSITIVES),
    )


def counted(program: NoisyProgram, relation: Neighbours, tau: Any, each: int, also: tuple[str, ...] = ()) -> Alignment:
    """The alignment of a program that halts after N positives, with one τ.

    tau: by how much τ is moved, up. each: by how much ν is moved at a positive, at most. also: draws of ratio c that
    are moved by the difference at a positive.
    """
    numbers, count = program.numbers, register("positives.0")
    up = number(tau, numbers) if isinstance(tau, int) else tau
    shifts = {"first_tau": up, "nu": _shrunk(program, up)}
    budget = {"a": up, "b": _times(each, POSITIVES)}
    invariant = (
        (register("tau.1", numbers) == register("tau.0", numbers) + up)
        & _counts_agree()
        & (spent("a", numbers) <= up)
        & (spent("b", numbers) <= as_number(_times(each, count), numbers))
    )
    for name in also:
        shifts[name] = ite(_shows(program, 1), -_difference(numbers), number(0, numbers))
        budget["c"] = POSITIVES
        invariant = invariant & (spent("c", numbers) <= as_number(count, numbers))
    return Alignment(program, relation, terms_of(**shifts), term_of(invariant), terms_of(**budget))


def number(value: int, numbers: Sort) -> Any:
    """A number, as an expression of this sort."""
    return wrap(numbers, terms.constant(numbers, value))


def as_number(expression: Any, numbers: Sort) -> Any:
    """An expression of an integer, as one of this sort."""
    return wrap(numbers, term_of(expression, numbers))


def _times(number: int, expression: Any) -> Any:
    return expression if number == 1 else number * expression


def _counts_agree() -> Bool:
    zero, one = register("positives.0"), register("positives.1")
    agree: Bool = (zero == one) & (zero >= 0) & (zero <= POSITIVES)
    return agree


def _shrunk(program: NoisyProgram, tau: Any) -> Any:
    """By how much the gap shrinks, at a positive: by what τ is moved, less the difference."""
    return ite(_shows(program, 1), tau - _difference(program.numbers), number(0, program.numbers))


def _shows(program: NoisyProgram, kind: int) -> Bool:
    """Whether in world 0 the first number that is shown is this one."""
    shown: Bool = wrap(INT, in_world_0(program, program.answer[0])) == kind
    return shown


def _difference(numbers: Sort) -> Any:
    return message("value.1", numbers) - message("value.0", numbers)
