"""Core decomposition: what the server sees, line by line, and what it estimates."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from concomp.model.applications.core_decomposition import (
    Course,
    Graph,
    Question,
    Schedule,
    Vertices,
    core_numbers,
    core_protocol,
    estimates,
    listed,
    noiseless,
)
from concomp.model.applications.local_privacy import View, server_view
from concomp.model.applications.local_protocol import AskUser
from concomp.model.applications.sparse_vector import BOT, TOP
from concomp.model.laws.law import ONE, Law
from concomp.model.programs.comparisons import exceeding_sparse_vector, sparse_vector
from concomp.model.programs.laws import Instance
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.core_decompositions import THRESHOLDS, A, B, labelled, stable, user

ANSWERS = {BOT: 0, TOP: 1}


@cache
def line(held: Vertices, asked: tuple[tuple[Vertices, int], ...], answers: tuple[str, ...]) -> Fraction:
    """The chance that a user answers so, by its lines: noise is summed out as for any program."""
    # |N_v ∩ A| + ν < d + τ, for integers and symmetric noise.
    inputs = [{"value": -len(held & active), "threshold": 1 - threshold} for active, threshold in asked]
    return compared().chance(inputs, [(ANSWERS[answer],) for answer in answers])


@cache
def compared() -> Instance:
    """The comparisons of a user."""
    return Instance(sparse_vector(), {"a": A, "b": B}, {"N": 1})


def by_lines(graph: Graph, thresholds: tuple[int, ...]) -> Law[View]:
    """The law of what the server sees, by the lines: for each vertex the round in which it is removed, or none.

    Given these rounds, A is known in each, and the users answer with independent noise.
    """
    vertices, never = range(len(graph)), len(thresholds)
    law: dict[View, Fraction] = {}
    for rounds in product(range(never + 1), repeat=len(graph)):
        sent = [
            (frozenset(vertex for vertex in vertices if rounds[vertex] >= number), threshold)
            for number, threshold in enumerate(thresholds)
        ]
        told = [
            (AskUser(index=vertex + 1, question=Question(*sent[number])), TOP if rounds[vertex] == number else BOT)
            for number in range(never)
            for vertex in sorted(sent[number][0])
        ]
        law[None, tuple(told)] = prod(
            (
                line(
                    graph[vertex],
                    tuple(sent[: rounds[vertex] + 1]),
                    (*(BOT,) * rounds[vertex], *((TOP,) if rounds[vertex] < never else ())),
                )
                for vertex in vertices
            ),
            start=ONE,
        )
    return Law(law)


def as_printed(course: Course) -> tuple[int, ...]:
    """The printed estimates: d of who is removed at d, and 0 of all others."""
    return tuple(course.removed.get(vertex, 0) for vertex in range(len(course.active) + len(course.removed)))


def never_raised(rounds: int) -> Schedule:
    """The printed schedule: d = 1 in each of n rounds."""
    return lambda history: 1 if len(history) < rounds else None


@check("HSV26 Section 9: core decomposition protocol")
def the_server_sees_what_the_lines_say_and_peels() -> Outcome:
    """The view has the law of the lines; without noise, d raised, the estimates are the core numbers."""
    for graph in labelled():
        course, true = noiseless(graph, stable(graph)), core_numbers(graph)
        expect(estimates(course) == true, f"on {graph} the estimates are not {true}")
        printed = as_printed(course)
        expect(printed == tuple(each + 1 for each in true), f"on {graph} the printed estimates are {printed}")
    for graph in labelled(3):
        once = as_printed(noiseless(graph, never_raised(len(graph))))
        expect(set(once) <= {0, 1}, f"on {graph}, d never raised, the printed estimates are {once}")
    small = [(graph, thresholds) for graph in labelled(3) for thresholds in THRESHOLDS]
    for graph, thresholds in small:
        seen = server_view(core_protocol(user(), len(graph), listed(thresholds)), graph)
        expect(seen == by_lines(graph, thresholds), f"on {graph} and {thresholds} the view has another law")
    smallest = first_case(labelled(), "there is no graph")
    exceeds = Instance(exceeding_sparse_vector(), {"a": A, "b": B}, {"N": 1})
    told = [{"value": 0, "threshold": 0}]
    expect(exceeds.chance(told, [(1,)]) != compared().chance(told, [(1,)]), "|N ∩ A| ≤ d has the same law")
    return Outcome(
        verdict="exact",
        scope="the law of the view: all graphs with up to 3 vertices, 3 rounds, d rising and falling, noise of ratios "
        "1/4 and 1/2; estimates without noise: all labelled graphs with up to 5 vertices",
        size=len(small) + len(labelled()),
        witness=f"on all {len(labelled())} graphs the estimates d − 1 are the core numbers",
        control=f"the printed estimates d are the core number + 1 on each of them, and 1 in place of 0 on {smallest}; "
        "|N_v ∩ A| ≤ d in place of < has another law",
        notes=(
            "As printed d is never raised, and all estimates are 0 or 1 (E35): here a schedule says what d is.",
            "Who is never removed gets the last d that was tested until stable (E64).",
        ),
    )
