"""Core decomposition by a local protocol (HSV26 section 9; Dhulipala, Henzinger, Li, Liu, Sricharan, Zhu 2022).

The vertices of a graph are users, 0, …, n − 1, and the data of v are its neighbours N_v. In each round the server sends
the vertices A that are still there, and a threshold d, to all of A, and removes those that answer TOP: by a sparse
vector, that |N_v ∩ A| < d. As printed the server never raises d, and estimates a vertex that it removed at d by d. Here
a schedule says what d is, and what is removed at d is estimated by d − 1, which it last passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from concomp.model.applications.local_privacy import Exchanges, LocalProtocol
from concomp.model.applications.local_protocol import AskUser
from concomp.model.applications.sparse_vector import BOT, TOP
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.named.above_threshold import DONE, AboveThreshold
from concomp.model.mechanisms.named.parameters import exact_ratio, integer
from concomp.model.numbers import ParameterError, parameter
from concomp.model.registry.tags import realises

Vertices = frozenset[int]
Graph = tuple[Vertices, ...]
"""For each vertex its neighbours."""
NOTHING = Law.point(None)
"""The server has no coins."""


class Round(NamedTuple):
    """A round: its threshold d, and how many were removed in it."""

    threshold: int
    removed: int


History = tuple[Round, ...]
Schedule = Callable[[History], int | None]
"""The threshold of the next round, by the rounds before; None to stop."""


class Question(NamedTuple):
    """What a user is asked: whether fewer than `threshold` of its neighbours are active."""

    active: Vertices
    threshold: int


def listed(thresholds: Sequence[int]) -> Schedule:
    """The schedule that goes through a list of thresholds, whatever is answered.

    Raises ParameterError for thresholds that are no integers, and for a list that never rises, by which no two removed
    vertices would be told apart.
    """
    if not isinstance(thresholds, Sequence):
        raise ParameterError("thresholds", thresholds, "give a list of integers")
    given = tuple(parameter("thresholds", integer, each) for each in thresholds)
    if not any(first < second for first, second in pairwise(given)):
        raise ParameterError("thresholds", given, "let some threshold be larger than the one before it")
    return lambda history: given[len(history)] if len(history) < len(given) else None


def until_stable(last: int) -> Schedule:
    """The schedule d = 1, …, last that stays at a threshold until a round removes nobody.

    With n vertices it takes at most n + last rounds. Raises ParameterError for a `last` below 2, which never raises d.
    """
    if parameter("last", integer, last) < 2:
        raise ParameterError("last", last, "write an integer of at least 2, or d is never raised")

    def threshold(history: History) -> int | None:
        if not history:
            return 1
        now = history[-1].threshold
        if history[-1].removed:
            return now
        return now + 1 if now < last else None

    return threshold


def passed(history: History) -> int:
    """The last threshold that was tested until stable: the server went on to another, or removed nobody; 0 if none."""
    if not history or not history[-1].removed:
        return history[-1].threshold if history else 0
    last = history[-1].threshold
    return next((each.threshold for each in reversed(history) if each.threshold != last), 0)


@realises("HSV26 Section 9: core decomposition protocol")
def user_of_vertex(threshold_ratio: Fraction, query_ratio: Fraction) -> InteractiveMechanism:
    """M_v: a sparse vector that holds N_v and is asked `Question`s; TOP, and it halts, where |N_v ∩ A| + ν < d + τ.

    threshold_ratio, query_ratio: of the two-sided geometric noise τ, drawn once, and ν, drawn for each question. Its
    state is N_v, and by how much thresholds exceeded counts so far. Raises ParameterError for a ratio out of its range.
    """
    ratios = (
        parameter("threshold_ratio", exact_ratio, threshold_ratio),
        parameter("query_ratio", exact_ratio, query_ratio),
    )
    noise = AboveThreshold(*ratios, threshold=1)

    def step(state: Any, question: Any) -> Law[tuple[State, Message]]:
        if state == DONE:
            return Law.point((HALT, HALT))
        held, excesses = state if isinstance(state, tuple) else (state, ())
        excess = question.threshold - len(held & question.active)
        extended = tuple(sorted((*excesses, excess)))
        below = noise.all_below(extended) / noise.all_below(excesses)
        return Law({((held, extended), BOT): below, (DONE, TOP): 1 - below})

    return InteractiveMechanism(step, (frozenset(),), EVERYTHING, "M_v")


class Course(NamedTuple):
    """What came about so far: the rounds, who is active, and at which threshold each other vertex was removed."""

    active: Vertices
    history: History = ()
    removed: Mapping[int, int] = MappingProxyType({})

    def after(self, threshold: int, removed: Vertices) -> Course:
        """It after one more round, in which these are removed."""
        history = (*self.history, Round(threshold, len(removed)))
        return Course(self.active - removed, history, {**self.removed, **dict.fromkeys(removed, threshold)})

    def next_threshold(self, schedule: Schedule) -> int | None:
        """The threshold of the next round; None if there is none."""
        return schedule(self.history) if self.active else None


def started(vertices: int) -> Course:
    """The course before the first round."""
    return Course(frozenset(range(vertices)))


def course_of(vertices: int, schedule: Schedule, exchanges: Exchanges) -> tuple[Course, Exchanges]:
    """The course of the rounds that are over, and the exchanges of the round that is not."""
    course, left = started(vertices), exchanges
    while len(left) >= len(course.active) and (threshold := course.next_threshold(schedule)) is not None:
        answered, left = left[: len(course.active)], left[len(course.active) :]
        course = course.after(threshold, frozenset(_vertex(asked) for asked, answer in answered if answer == TOP))
    return course, left


@realises("HSV26 Section 9: core decomposition protocol")
def core_protocol(user: InteractiveMechanism, vertices: int, schedule: Schedule) -> LocalProtocol:
    """The protocol: so many vertices, each of which answers as `user`, and a server that goes by the schedule."""

    def rule(_: Any, exchanges: Exchanges) -> AskUser | None:
        course, answered = course_of(vertices, schedule, exchanges)
        threshold = course.next_threshold(schedule)
        if threshold is None:
            return None
        vertex = sorted(course.active)[len(answered)]
        return AskUser(index=vertex + 1, question=Question(course.active, threshold))

    return LocalProtocol((user,) * vertices, NOTHING, rule, "P of core decomposition")


def noiseless(graph: Graph, schedule: Schedule) -> Course:
    """The course if every user answers truthfully: TOP where |N_v ∩ A| < d."""
    course = started(len(graph))
    while (threshold := course.next_threshold(schedule)) is not None:
        few = frozenset(vertex for vertex in course.active if len(graph[vertex] & course.active) < threshold)
        course = course.after(threshold, few)
    return course


@realises("HSV26 Section 9: core decomposition protocol")
def estimates(course: Course) -> tuple[int, ...]:
    """The estimated core numbers: d − 1 of what was removed at d, and what all that remain have passed."""
    vertices = range(len(course.active) + len(course.removed))
    remaining = passed(course.history)
    return tuple(course.removed[vertex] - 1 if vertex in course.removed else remaining for vertex in vertices)


def _vertex(asked: AskUser) -> int:
    index: Any = asked.index
    return int(index) - 1


def core_numbers(graph: Graph) -> tuple[int, ...]:
    """k_G: for each vertex the largest k such that it is in a set of vertices of which each has k neighbours there."""
    found = [0] * len(graph)
    for size in range(1, len(graph) + 1):
        for chosen in combinations(range(len(graph)), size):
            least = min(len(graph[vertex].intersection(chosen)) for vertex in chosen)
            for vertex in chosen:
                found[vertex] = max(found[vertex], least)
    return tuple(found)


def graph_of(vertices: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """The graph with these edges."""
    found: list[set[int]] = [set() for _ in range(vertices)]
    for one, other in edges:
        found[one].add(other)
        found[other].add(one)
    return tuple(map(frozenset, found))


def graphs(vertices: int) -> tuple[Graph, ...]:
    """Every graph with so many vertices, each of which has its own name."""
    pairs = list(combinations(range(vertices), 2))
    chosen = (combinations(pairs, size) for size in range(len(pairs) + 1))
    return tuple(graph_of(vertices, edges) for some in chosen for edges in some)


def edge_neighbours(vertices: int) -> frozenset[tuple[Graph, Graph]]:
    """The pairs of graphs that differ in one edge, in both orders."""
    every = graphs(vertices)
    return frozenset((one, other) for one in every for other in every if _differing(one, other) == 1)


def _differing(one: Graph, other: Graph) -> int:
    return sum(len(held ^ held_there) for held, held_there in zip(one, other, strict=True)) // 2
