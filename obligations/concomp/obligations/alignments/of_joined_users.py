"""Alignments of two users of a local protocol, joined by an edge in one world.

Where the edge is gone in world 1, counts fall: both τ are moved down by 1, and ν at a TOP that does not see the edge,
where the count has not fallen. Where the edge is new, counts rise, so that nobody says TOP earlier: in a core
decomposition only who is removed first sees the edge at its TOP, and its τ is moved up by 1; who that is, is foretold.
"""

from __future__ import annotations

from typing import Any

from concomp.model.language.syntax.expressions import Bool, wrap
from concomp.model.language.syntax.operations import ite
from concomp.model.language.syntax.sorts import BOOL, INT, Sort
from concomp.model.language.syntax.terms import FALSE
from concomp.model.programs.joined_users import PRESENT, USERS, one_edge, other, peeled_users, questioned_users
from concomp.model.programs.program import NoisyProgram, message, parameter, register, term_of, terms_of
from concomp.obligations.alignments.alignment import Alignment, Foretold, answered, in_world_0, spent
from concomp.obligations.alignments.of_comparisons import number


def peeled(numbers: Sort = INT) -> Alignment:
    """a^−2·b^−1, for a core decomposition, whatever the graph, the thresholds and the rounds."""
    program, down = peeled_users(numbers), _falls(numbers)
    one, zero = number(1, numbers), number(0, numbers)
    taus = {user: ite(down, -one, ite(_first(user), one, zero)) for user in USERS}
    nus = {user: ite(down & _says_top(program, user) & ~_left(other(user)), -one, zero) for user in USERS}
    both_gone = ~_left("u") & ~_left("v")
    invariant = _in_step(numbers, taus) & (spent("b", numbers) <= ite(down & both_gone, one, zero))
    some_gone = ~_left("u") | ~_left("v")
    for user in USERS:
        seen = register(f"seen.first_{user}", BOOL)
        invariant = invariant & (seen == some_gone) & ~(seen & _left(user) & _first(user))
    event = (answered(0) == 1) | (answered(1) == 1)
    foretold = tuple(
        Foretold(f"first_{user}", term_of(event), term_of(answered(place) == 1), FALSE)
        for place, user in enumerate(USERS)
    )
    shifts = terms_of(**_moved(taus, nus))
    return Alignment(program, one_edge(numbers), shifts, term_of(invariant), terms_of(a=2, b=1), foretold)


def questioned(numbers: Sort = INT) -> Alignment:
    """a^−2·b^−2, for a server that asks about any sets."""
    program, down = questioned_users(numbers), _falls(numbers)
    one, zero = number(1, numbers), number(0, numbers)
    taus = {user: ite(down, -one, zero) for user in USERS}
    nus = {}
    gone = zero
    for user in USERS:
        # Falling, a TOP is kept where the count fell with τ; rising, where it did not rise.
        sees = message(f"sees_{user}", BOOL)
        nus[user] = ite(_says_top(program, user) & ((down & ~sees) | (~down & sees)), -one, zero)
        gone = gone + ite(_left(user), zero, one)
    invariant = _in_step(numbers, taus) & (spent("b", numbers) <= gone)
    return Alignment(program, one_edge(numbers), terms_of(**_moved(taus, nus)), term_of(invariant), terms_of(a=2, b=2))


def _moved(taus: dict[str, Any], nus: dict[str, Any]) -> dict[str, Any]:
    return {
        **{f"first_tau_{user}": shift for user, shift in taus.items()},
        **{f"nu_{user}": shift for user, shift in nus.items()},
    }


def _in_step(numbers: Sort, taus: dict[str, Any]) -> Bool:
    """Both worlds have removed the same users, each τ is moved so, and no more than 2 is spent on these."""
    invariant: Bool = spent("a", numbers) <= 2
    for user, shift in taus.items():
        tau_0, tau_1 = (register(f"tau_{user}.{world}", numbers) for world in (0, 1))
        invariant = invariant & (tau_1 == tau_0 + shift) & (_left(user) == register(f"left_{user}.1", BOOL))
    return invariant


def _falls(numbers: Sort) -> Bool:
    falls: Bool = parameter(PRESENT, numbers) == 1
    return falls


def _first(user: str) -> Any:
    return parameter(f"first_{user}", BOOL)


def _left(user: str) -> Any:
    return register(f"left_{user}.0", BOOL)


def _says_top(program: NoisyProgram, user: str) -> Bool:
    answer = in_world_0(program, program.answer[USERS.index(user)])
    says: Bool = wrap(INT, answer) == 1
    return says
