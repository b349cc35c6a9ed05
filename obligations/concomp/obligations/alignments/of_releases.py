"""Alignments of noisy maximum and of noisy sums."""

from __future__ import annotations

from concomp.model.language.syntax.expressions import Bool
from concomp.model.language.syntax.operations import Abs, ite
from concomp.model.language.syntax.sorts import BOOL, INT, Sort
from concomp.model.programs import neighbours, releases
from concomp.model.programs.program import message, parameter, register, term_of, terms_of
from concomp.obligations.alignments.alignment import Alignment, Foretold, answered, spent
from concomp.obligations.alignments.of_comparisons import as_number, number


def noisy_maximum(numbers: Sort = INT) -> Alignment:
    """b^−2: it is foretold which place wins, and the noise there is moved up by 2."""
    wins, place, last = parameter("wins"), register("place.0"), message("last", BOOL)
    zero, one = ((register(f"best.{index}", numbers), register(f"winner.{index}")) for index in (0, 1))
    before = (spent("b", numbers) <= 0) & ((place == 0) | (one[0] <= zero[0] + 1))
    ahead = (zero[1] != wins) | ((one[1] == wins) & (one[0] >= zero[0] + 1))
    invariant = (
        _both_halt()
        & (register("seen.wins", BOOL) == register("done.0", BOOL))
        & (place == register("place.1"))
        & (place >= 0)
        & _is_a_place(zero[1], place)
        & _is_a_place(one[1], place)
        & (spent("b", numbers) <= 2)
        & ite(place <= wins, before, ahead | register("done.0", BOOL))
    )
    return Alignment(
        releases.noisy_maximum(numbers),
        neighbours.at_most_one_apart(numbers),
        terms_of(eta=ite(~last & (place == wins), number(2, numbers), number(0, numbers))),
        term_of(invariant),
        terms_of(b=2),
        (Foretold("wins", term_of(last), term_of(answered()), term_of(0)),),
    )


def partial_sum(numbers: Sort = INT) -> Alignment:
    """b^−1: the noise is moved by the difference of the sums."""
    last, shift = message("last", BOOL), register("total.0", numbers) - register("total.1", numbers)
    done = as_number(ite(register("done.0", BOOL), 1, 0), numbers)
    return Alignment(
        releases.partial_sum(numbers),
        neighbours.one_differs(numbers),
        terms_of(eta=ite(last, shift, number(0, numbers))),
        term_of(_both_halt() & _sums_are_close(numbers) & (spent("b", numbers) <= done)),
        terms_of(b=1),
    )


def smart_sum(numbers: Sort = INT) -> Alignment:
    """b^−2: the noise is moved where the values differ, and once more at the end of that block."""
    totals = register("total.0", numbers) - register("total.1", numbers)
    values = message("value.0", numbers) - message("value.1", numbers)
    zero = number(0, numbers)
    left = ite(register("differed", BOOL), ite(totals == 0, number(2, numbers), number(1, numbers)), zero)
    invariant = (
        (register("shown.0", numbers) == register("shown.1", numbers))
        & _sums_are_close(numbers)
        & (spent("b", numbers) <= left)
    )
    return Alignment(
        releases.smart_sum(numbers),
        neighbours.one_differs(numbers),
        terms_of(eta=values + ite(message("ends", BOOL), totals, zero)),
        term_of(invariant),
        terms_of(b=2),
    )


def _both_halt() -> Bool:
    both: Bool = register("done.0", BOOL) == register("done.1", BOOL)
    return both


def _is_a_place(winner: object, place: object) -> Bool:
    found: Bool = (winner >= 0) & ((winner < place) | ((place == 0) & (winner == 0)))  # type: ignore[operator]
    return found


def _sums_are_close(numbers: Sort) -> Bool:
    difference = register("total.0", numbers) - register("total.1", numbers)
    close: Bool = Abs(difference) <= as_number(ite(register("differed", BOOL), 1, 0), numbers)
    return close
