"""What a target accepts, read out once: every series of launches is made, in both worlds, and the replies are kept.

A refused launch belongs to a series as well, for a target may behave otherwise after it. The attacker who is looked
for afterwards is played against these replies alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from concomp.conformance.games.menu import BITS, Menu

WORLDS = (0, 1)
Attempt = tuple[int, int]
"""(place of the offer on the menu, noisy bit that it is to show)."""
Series = tuple[Attempt, ...]
Step = tuple[int, int | None]
"""(place of the offer on the menu, noisy bit that it showed, None if the launch was refused)."""
History = tuple[Step, ...]
Replies = tuple[bool, ...]
"""Of each attempt of a series, whether it was accepted."""


class Erratic(Exception):
    """Thrown if a target replies to the same history in two ways."""

    def __init__(self, world: int, history: History, offer: int) -> None:
        """Take the world, the history, and the offer that was both accepted and refused after it."""
        self.world, self.history, self.offer = world, history, offer
        super().__init__(f"in world {world}, after {history}, offer {offer} was accepted once and refused once")


class Reading(Protocol):
    """What a target accepts."""

    def accepts(self, history: History, offer: int) -> tuple[bool, bool]:
        """Whether the offer is accepted after the history: in world 0, in world 1."""

    def place(self, history: History) -> History:
        """What matters of a history for all that is accepted from then on."""


Place = Callable[[History], History]


def whole(history: History) -> History:
    """The history with its answers, on which what is accepted may depend."""
    return history


def launches_alone(history: History) -> History:
    """The history as it would be with nothing but zeros for answers."""
    return tuple((offer, None if bit is None else 0) for offer, bit in history)


def every_series(menu: Menu) -> Iterator[Series]:
    """All series of attempts, with all answers: what is accepted may depend on these."""
    return product(tuple(product(range(len(menu.offers)), BITS)), repeat=menu.depth)


def every_series_of_launches(menu: Menu) -> Iterator[Series]:
    """All series of attempts, with nothing but zeros for answers: enough where these do not count."""
    return product(tuple((offer, 0) for offer in range(len(menu.offers))), repeat=menu.depth)


@dataclass(frozen=True, eq=False)
class Record:
    """A reading of replies that were written down.

    place: what matters of a history. replies: by world, place and offer, whether it was accepted.
    """

    place: Place
    replies: tuple[dict[tuple[History, int], bool], dict[tuple[History, int], bool]]

    def accepts(self, history: History, offer: int) -> tuple[bool, bool]:
        """Whether the offer is accepted after the history: in world 0, in world 1; KeyError if it was not read out."""
        at = self.place(history), offer
        return self.replies[0][at], self.replies[1][at]


def record(place: Place, played: Iterable[tuple[int, Series, Sequence[bool]]]) -> Record:
    """The reading of (world, series, whether each of its attempts was accepted); Erratic if they contradict another."""
    replies: tuple[dict[tuple[History, int], bool], ...] = ({}, {})
    for world, series, accepted in played:
        history: History = ()
        for (offer, bit), reply in zip(series, accepted, strict=True):
            at = place(history), offer
            if replies[world].setdefault(at, reply) != reply:
                raise Erratic(world, history, offer)
            history = (*history, (offer, bit if reply else None))
    zero, one = replies
    return Record(place, (zero, one))
