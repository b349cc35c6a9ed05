"""Two users of a local protocol who may be joined by an edge: each tells by a sparse vector whether few neighbours are
left, and halts when it says so.

What the two answer depends on the edge, and on what else the server knows: the other users hold the same in both
worlds, and given what was answered they answer with the same chances. `edge` is 1 where there is one, 0 where not.
`count_u` and `count_v` are the neighbours that u and v have besides each other, of those that they are asked about.
τ is noise of ratio a, ν of ratio b. An answer is 1 for TOP; who is not asked shows 0.
"""

from __future__ import annotations

from typing import Any

from concomp.model.language.syntax.expressions import Bool
from concomp.model.language.syntax.operations import ite
from concomp.model.language.syntax.sorts import BOOL, INT, Sort
from concomp.model.language.syntax.terms import TRUE
from concomp.model.programs.neighbours import Neighbours
from concomp.model.programs.program import Draw, NoisyProgram, message, parameter, register, term_of, terms_of
from concomp.model.registry.tags import realises

USERS = "uv"
PRESENT = "present"
"""1 if the edge is there in world 0, and not in world 1; 0 if it is the other way about."""


@realises("concomp Proposition 16")
def peeled_users(numbers: Sort = INT) -> NoisyProgram:
    """Core decomposition: in each round both are asked about all who are left, so that a removed one counts no more."""
    asked = {user: register(f"left_{user}", BOOL) for user in USERS}
    sees = {user: register(f"left_{other(user)}", BOOL) for user in USERS}
    return _answering("core decomposition", numbers, asked, sees, ("count_u", "count_v", "threshold"))


@realises("concomp Proposition 16")
def questioned_users(numbers: Sort = INT) -> NoisyProgram:
    """A server that asks whom it likes about any set of vertices: `sees_u` says whether v is in the one of u."""
    asked = {user: register(f"left_{user}", BOOL) & message(f"asked_{user}", BOOL) for user in USERS}
    sees = {user: message(f"sees_{user}", BOOL) for user in USERS}
    names = (*(f"{name}_{user}" for name in ("asked", "sees", "count") for user in USERS), "threshold")
    return _answering("questions about any sets", numbers, asked, sees, names)


def one_edge(numbers: Sort = INT) -> Neighbours:
    """The edge is in one of the worlds, throughout; in which is a parameter."""
    zero, one, present = (
        message("edge.0", numbers),
        message("edge.1", numbers),
        parameter(PRESENT, numbers),
    )
    return Neighbours(
        "of two users who are joined in one world",
        term_of((zero == present) & (zero + one == 1)),
        parameters=term_of((present == 0) | (present == 1)),
    )


def other(user: str) -> str:
    """The other user."""
    return USERS[1 - USERS.index(user)]


def _answering(
    name: str, numbers: Sort, asked: dict[str, Bool], sees: dict[str, Bool], common: tuple[str, ...]
) -> NoisyProgram:
    edge, threshold = message("edge", numbers), message("threshold", numbers)
    nothing = edge - edge

    def top(user: str) -> Any:
        count = message(f"count_{user}", numbers) + ite(sees[user], edge, nothing)
        noisy = count + message(f"nu_{user}", numbers)
        return asked[user] & (noisy < threshold + register(f"tau_{user}", numbers))

    first = tuple(Draw(f"first_tau_{user}", "a") for user in USERS)
    draws = tuple(Draw(f"nu_{user}", "b") for user in USERS)
    taus = {f"tau_{user}": register(f"tau_{user}", numbers) for user in USERS}
    left = {f"left_{user}": register(f"left_{user}", BOOL) & ~top(user) for user in USERS}
    return NoisyProgram(
        name,
        numbers,
        first,
        draws,
        terms_of(
            **{f"tau_{user}": message(f"first_tau_{user}", numbers) for user in USERS},
            **{f"left_{user}": True for user in USERS},
        ),
        tuple(term_of(ite(top(user), 1, 0)) for user in USERS),
        terms_of(**taus, **left),
        TRUE,
        inputs=("edge",),
        common=common,
    )
