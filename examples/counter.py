"""A mechanism of one's own: a counter of visits, told with noise, under a verification function of the language."""

from __future__ import annotations

from fractions import Fraction

from concomp.model import Bool, Int, InteractiveMechanism, Law, Monitor, Record, continual_game, register, require, when


class Visit(Record):
    user: Int
    counts: Bool


class OneUser(Monitor):
    """All the visits that differ belong to one user."""

    found = register(Bool, False)
    user = register(Int, 0)

    def step(self, left: Visit, right: Visit) -> None:
        require(left.user == right.user)
        with when(left != right):
            require(~self.found | (self.user == left.user))
            self.found = True
            self.user = left.user


def count(total, visit):
    """Counts modulo 3, and tells the count with odds 2 : 1 : 1."""
    total = (total + (1 if visit.counts else 0)) % 3
    odds = {total: Fraction(1, 2), (total + 1) % 3: Fraction(1, 4), (total + 2) % 3: Fraction(1, 4)}
    return Law({(total, told): weight for told, weight in odds.items()})


visits = [Visit(user=user, counts=counts) for user in (1, 2) for counts in (False, True)]
counter = continual_game(
    OneUser(),
    InteractiveMechanism(count, (0,), visits),
    pairs=[(left, right) for left in visits for right in visits],
    rounds=4,
)
