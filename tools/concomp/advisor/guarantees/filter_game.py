"""The game of a filter.

A filter lets an adversary launch what a budget still pays for, in view of all earlier answers. The worst that can be
launched is a randomised response, and what it leaves behind is how often each was launched, and by how much the
answers favour one world; the way there does not matter. So the best adversary is found by going back from where nothing
can be launched any more, once for each such state.

At one E the value is Σ max(0, P − E·Q) over the views, and so the largest of many functions A − E·B, one for each way
to play: convex and piecewise linear in E. The way that is best at one E bounds the value everywhere from below; going
from E = 1 to where that bound meets a given δ, again and again, ends at the least E exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from flint import fmpq

from concomp.impl.accounting.parameters import flint_rational
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.positions import TooLarge

STATES = 10_000
"""The most states of a game that is played out."""
LISTED = 1_000
"""The most states of a game whose whole profile is listed."""
LAUNCHES = 200
"""The most launches in a row."""
VERTICES = 64
"""The most vertices of a profile that is listed."""
ZERO, ONE = fmpq(0), fmpq(1)
State = tuple[tuple[int, ...], tuple[int, ...]]
"""How often each label was launched, and how many more of its answers spoke for the suspected world than against."""
Line = tuple[fmpq, fmpq]
"""(A, B), for A − E·B."""


@dataclass(frozen=True)
class FilterGame:
    """The game in which randomised responses of a menu are launched within a budget.

    menu: what can be launched, and how often at most, None for as often as the budget pays for.
    """

    budget: PrivacyParameters
    menu: tuple[tuple[PrivacyParameters, int | None], ...]

    @cached_property
    def obstacle(self) -> str:
        """Why it cannot be played out; empty if it can."""
        try:
            return "" if len(self._affordable) > 1 else "the budget pays for nothing"
        except TooLarge as error:
            return str(error)

    def value(self, e_eps: Fraction) -> Fraction:
        """δ that the best adversary reaches at this E; TooLarge if there are too many states."""
        towards, against = self._line(e_eps)
        return towards - e_eps * against

    def least_e_eps(self, delta: Fraction) -> Fraction | None:
        """The least E ≥ 1 at which the value is at most δ, None if there is none; TooLarge as above."""
        e_eps = Fraction(1)
        while True:
            towards, against = self._line(e_eps)
            if towards - e_eps * against <= delta:
                return e_eps
            if against == 0:
                return None
            e_eps = (towards - delta) / against

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        """The vertices of E ↦ δ on E ≥ 1; TooLarge if these or the states are too many."""
        if sum(map(_ways, self._affordable)) > LISTED:
            raise TooLarge(f"the game has more than {LISTED} states")
        first, last = Fraction(1), max(Fraction(1), self.budget.e_eps)
        vertices = sorted({first, *self._between(first, last), last})
        listed = [(e_eps, self.value(e_eps)) for e_eps in vertices]
        # After the last vertex δ stays as it is.
        while len(listed) > 1 and listed[-2][1] == listed[-1][1]:
            del listed[-1]
        return [each for number, each in enumerate(listed) if not _on_a_line(listed[max(0, number - 1) : number + 2])]

    def _between(self, low: Fraction, high: Fraction) -> list[Fraction]:
        """Where the best way to play changes between two E."""
        found: list[Fraction] = []
        open_parts = [(low, high)]
        while open_parts:
            left, right = open_parts.pop()
            (a, b), (c, d) = self._line(left), self._line(right)
            if b == d or a - left * b == c - left * d or a - right * b == c - right * d:
                continue
            meeting = (a - c) / (b - d)
            if len(found) >= VERTICES:
                raise TooLarge(f"the profile has more than {VERTICES} vertices")
            found.append(meeting)
            if self.value(meeting) > a - meeting * b:
                open_parts += [(left, meeting), (meeting, right)]
        return sorted(found)

    @cached_property
    def _lines(self) -> dict[Fraction, tuple[Fraction, Fraction]]:
        return {}

    def _line(self, e_eps: Fraction) -> tuple[Fraction, Fraction]:
        """(A, B) of a way to play that is best at this E."""
        if e_eps not in self._lines:
            nothing = (0,) * len(self._labels)
            towards, against = _Play(self, flint_rational(e_eps), {}).best((nothing, nothing), ONE)
            self._lines[e_eps] = Fraction(int(towards.p), int(towards.q)), Fraction(int(against.p), int(against.q))
        return self._lines[e_eps]

    @cached_property
    def _labels(self) -> tuple[PrivacyParameters, ...]:
        return tuple(self._most)

    @cached_property
    def _most(self) -> dict[PrivacyParameters, int | None]:
        """How often each label that loses something can be launched; None for as often as the budget pays for."""
        most: dict[PrivacyParameters, int | None] = {}
        for label, count in self.menu:
            if label.e_eps > 1 or label.delta > 0:
                others = most.get(label, 0)
                most[label] = None if count is None or others is None else count + others
        return most

    @cached_property
    def _affordable(self) -> frozenset[tuple[int, ...]]:
        """How often each label may have been launched together; TooLarge if the states of these are too many."""
        nothing = (0,) * len(self._labels)
        known, last, states = {nothing}, {nothing: self.budget}, 0
        while last:
            following: dict[tuple[int, ...], PrivacyParameters] = {}
            for launched, rest in last.items():
                states += _ways(launched)
                if states > STATES or sum(launched) > LAUNCHES:
                    raise TooLarge(f"it has more than {STATES} states, or {LAUNCHES} launches in a row")
                for number, (label, most) in enumerate(self._most.items()):
                    if most is not None and launched[number] >= most:
                        continue
                    if label.e_eps <= rest.e_eps and label.delta <= rest.delta:
                        after = PrivacyParameters(rest.e_eps / label.e_eps, rest.delta - label.delta)
                        following[_with(launched, number, 1)] = after
            known |= set(following)
            last = following
        return frozenset(known)


@dataclass(frozen=True)
class _Play:
    """The game at one E; known: the lines of states that were looked at."""

    game: FilterGame
    e_eps: fmpq
    known: dict[State, Line]

    def best(self, state: State, odds: fmpq) -> Line:
        """(A, B) from a state on, where the suspected world has the weight `odds`, and the other one 1."""
        if state not in self.known:
            ways = [(odds, ONE) if odds > self.e_eps else (ZERO, ZERO)]
            ways += [self._after(state, number, odds) for number in self._affordable(state[0])]
            self.known[state] = max(ways, key=lambda line: line[0] - self.e_eps * line[1])
        return self.known[state]

    def _affordable(self, launched: tuple[int, ...]) -> list[int]:
        numbers = range(len(launched))
        return [number for number in numbers if _with(launched, number, 1) in self.game._affordable]

    def _after(self, state: State, number: int, odds: fmpq) -> Line:
        """The line if this label is launched: its bit is exposed, or an answer speaks for or against."""
        label, (launched, nets) = self.game._labels[number], state
        e_eps, delta = flint_rational(label.e_eps), flint_rational(label.delta)
        more = _with(launched, number, 1)
        towards = self.best((more, _with(nets, number, 1)), odds * e_eps)
        against = self.best((more, _with(nets, number, -1)), odds / e_eps)
        # The other world shows an answer that speaks against it with odds 1 : E.
        rare, frequent = (1 - delta) / (1 + e_eps), (1 - delta) * e_eps / (1 + e_eps)
        return (
            delta * odds + rare * towards[0] + frequent * against[0],
            rare * towards[1] + frequent * against[1],
        )


def _with(numbers: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + more, *numbers[place + 1 :])


def _ways(launched: Sequence[int]) -> int:
    """How many states there are with so many launches."""
    ways = 1
    for times in launched:
        ways *= times + 1
    return ways


def _on_a_line(three: Sequence[tuple[Fraction, Fraction]]) -> bool:
    """Whether the middle one of three points lies on the line through the others."""
    if len(three) < 3:
        return False
    (a, x), (b, y), (c, z) = three
    return (b - a) * (z - x) == (c - a) * (y - x)
