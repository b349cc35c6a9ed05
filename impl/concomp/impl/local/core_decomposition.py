"""Core decomposition with edge-local privacy (HSV26 section 9).

Each vertex answers by a sparse vector whether fewer than d of its neighbours are left; who says so is removed at d, and
estimated by d − 1. The server goes by a schedule, and sees the answers alone. Two noises are offered for one loss E:

- `by_composition`: an edge concerns two users, of whom each loses √E (HSV26 Corollary 8.8): scales 4/ε and 8/ε.
- `by_alignment`: the user who is removed first sees one constant difference, and the other one of a single sign
  (concomp Proposition 16): scales 4/ε and 2/ε.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.local.graphs import Graph, Indices
from concomp.impl.local.protocol import Asked, LocalProtocol, LocalUser
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.functions import Comparison
from concomp.impl.mechanisms.ratios import demand_drawn, least_ratio, power, reach
from concomp.impl.mechanisms.thresholds import AboveThreshold
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.samplers import geometric_noise
from concomp.impl.noise.sources import SystemRandomness
from concomp.model.applications.core_decomposition import History, Question, Round, Schedule, passed
from concomp.model.mechanisms.named.above_threshold import ABOVE
from concomp.model.numbers import Exact, parameter
from concomp.model.registry.tags import realises


@dataclass(frozen=True)
class EdgeNoise:
    """Noise that hides an edge.

    threshold_ratio, query_ratio: of the two-sided geometric noise τ of each user, and ν of each answer. loss: what the
    server's view loses where graphs differ in one edge. statement: on what that rests.
    """

    threshold_ratio: Fraction
    query_ratio: Fraction
    loss: PureDP
    statement: str

    def error(self, beta: Exact, vertices: int, rounds: int) -> int:
        """What |τ − ν| is at most for all users and all their answers, but for a chance of at most β.

        Where the schedule is `until_stable(last)`, has vertices + last rounds, and `last` is the largest degree at
        least, every estimate is so close to the core number (HSV26 Lemma 9.1, repaired).
        Raises ParameterError for no chance, and for no numbers of vertices and rounds.
        """
        users = parameter("vertices", parameters.positive, vertices)
        each = parameter("beta", parameters.chance_up_to_one, beta) / (2 * users)
        asked = parameter("rounds", parameters.positive, rounds)
        return reach(self.threshold_ratio, each) + reach(self.query_ratio, each / asked)


def by_composition(e_eps: Exact) -> EdgeNoise:
    """Noise by which two users lose E = e^ε together, each 1/(a·b²), a = b²; ParameterError for an E out of range."""
    given = parameter("e_eps", parameters.e_eps_of_noise, e_eps)
    ratio = least_ratio(given, 8)
    demand_drawn(given, ratio**2)
    return EdgeNoise(ratio**2, ratio, PureDP(e_eps=power(1 / ratio, 8)), "HSV26 Corollary 8.8")


def by_alignment(e_eps: Exact) -> EdgeNoise:
    """Noise by which the protocol loses E = e^ε, 1/(a²·b), b = a²; ParameterError for an E out of range."""
    given = parameter("e_eps", parameters.e_eps_of_noise, e_eps)
    ratio = least_ratio(given, 4)
    demand_drawn(given, ratio**2)
    return EdgeNoise(ratio, ratio**2, PureDP(e_eps=power(1 / ratio, 4)), "concomp Proposition 16")


@realises("HSV26 Section 9: core decomposition protocol")
def core_protocol(vertices: int, noise: EdgeNoise, schedule: Schedule) -> LocalProtocol:
    """The protocol on the data `Graph.held`; its server returns the estimates, as a tuple.

    A user answers |N_v ∩ A| + ν < d + τ, which is −|N_v ∩ A| − ν ≥ 1 − d − τ, a comparison.
    """
    mechanism = AboveThreshold(threshold_ratio=noise.threshold_ratio, query_ratio=noise.query_ratio)
    user = LocalUser(mechanism, _comparison)
    return LocalProtocol((user,) * vertices, lambda: _server(vertices, schedule))


def _next(schedule: Schedule, history: History) -> int | None:
    threshold = schedule(history)
    return None if threshold is None else parameter("schedule", parameters.integer, threshold)


def _comparison(held: frozenset[int], question: Question) -> Comparison:
    return Comparison(value=-len(held & question.active), threshold=1 - question.threshold)


def _server(vertices: int, schedule: Schedule) -> Generator[Asked, str, tuple[int, ...]]:
    history: History = ()
    active, removed_at = list(range(vertices)), dict[int, int]()
    while active and (threshold := _next(schedule, history)) is not None:
        question, removed = Question(frozenset(active), threshold), set[int]()
        for vertex in active:
            if (yield Asked(vertex, question)) == ABOVE:
                removed.add(vertex)
        removed_at |= dict.fromkeys(removed, threshold)
        active = [vertex for vertex in active if vertex not in removed]
        history = (*history, Round(threshold, len(removed)))
    return tuple(removed_at[vertex] - 1 if vertex in removed_at else passed(history) for vertex in range(vertices))


def estimate_cores(graph: Graph, noise: EdgeNoise, schedule: Schedule, randomness: Randomness | None = None) -> Indices:
    """The estimates of `core_protocol`, all users run at once: the same law, the noise of a round drawn in bulk.

    randomness: the operating system's unless it is given.
    """
    source = SystemRandomness() if randomness is None else randomness
    taus, nus = (geometric_noise(ratio) for ratio in (noise.threshold_ratio, noise.query_ratio))
    degrees, bars = graph.degrees.copy(), taus.draw_many(len(graph), source)
    active, found, history = np.arange(len(graph)), np.zeros(len(graph), np.int64), list[Round]()
    while len(active) and (threshold := _next(schedule, tuple(history))) is not None:
        goes = nus.draw_many(len(active), source) - degrees[active] >= 1 - threshold + bars[active]
        removed, active = active[goes], active[~goes]
        found[removed] = threshold - 1
        degrees -= graph.lost(removed)
        history.append(Round(threshold, len(removed)))
    found[active] = passed(tuple(history))
    return found
