"""Core numbers of a graph, true and private: no user tells a server more of any edge than the noise lets through.

    python examples/core_decomposition.py GRAPH [--eps 4] [--last D] [--rounds R] [--beta 1/20] [--seed 1]

GRAPH is karate, miserables, davis, florentine (they take networkx: pip install networkx), planted, a sparse graph of
200 vertices 80 of which are a dense part, or a file, an edge list like those of SNAP. Noise is drawn twice, by each of
two theorems once, for the same loss ε of an edge. Numbers of 4 to 9, as these small graphs have, drown in the noise at
ε = 1; those of a dense part stand out. Thresholds go from 1 to `--last`, each tested until nobody is removed, for which
errors are bounded, or in `--rounds` rounds. `--seed` repeats a run, and then protects nobody.
"""

from __future__ import annotations

import argparse
import random
import sys
from fractions import Fraction

import concomp
from concomp.impl import SeededRandomness
from concomp.impl.local.core_decomposition import by_alignment, by_composition, estimate_cores
from concomp.impl.local.edge_lists import EdgeListError, read_edge_list
from concomp.impl.local.graphs import core_numbers, graph_of
from concomp.model.applications.core_decomposition import listed, until_stable
from concomp.model.numbers import ParameterError

BUILT_IN = {
    "karate": "karate_club_graph",
    "miserables": "les_miserables_graph",
    "davis": "davis_southern_women_graph",
    "florentine": "florentine_families_graph",
}
THEOREMS = {"composition": by_composition, "alignment": by_alignment}


def read_graph(name):
    if name == "planted":
        return planted(200, 80)
    if name not in BUILT_IN:
        return read_edge_list(name)
    try:
        import networkx
    except ImportError:
        raise ParameterError("GRAPH", name, "it is one of networkx's: pip install networkx") from None
    graph = getattr(networkx, BUILT_IN[name])()
    return graph_of(graph.edges, list(graph.nodes))


def planted(vertices, dense):
    """Each pair is an edge with a chance of 1/50, and one within the dense part with a chance of 4/5."""
    numbers = random.Random(19)
    pairs = ((one, other) for other in range(vertices) for one in range(other))
    edges = [pair for pair in pairs if numbers.random() < (0.8 if pair[1] < dense else 0.02)]
    return graph_of(edges, range(vertices))


def read_e_eps(eps):
    """A rational E just below e^ε, of moderate length."""
    e_eps = concomp.PureDP(eps).e_eps_down
    if not 1 + 1e-5 < e_eps < 1e18:
        raise ParameterError("--eps", eps, "write one from 0.00001 to 41")
    return Fraction(int(e_eps * 10**12), 10**12)


def read_schedule(last, rounds):
    if rounds is None:
        return until_stable(last)
    if rounds < 1:
        raise ParameterError("--rounds", rounds, "write an integer of at least 1")
    return listed([threshold for threshold in range(1, last + 1) for _ in range(rounds)])


def main(arguments):
    graph = read_graph(arguments.graph)
    true = core_numbers(graph)
    # The largest degree is private: a public bound of it is that there are no more vertices.
    last = max(2, len(graph) - 1) if arguments.last is None else arguments.last
    schedule, estimated, e_eps = read_schedule(last, arguments.rounds), {}, read_e_eps(arguments.eps)
    for name, theorem in THEOREMS.items():
        noise = theorem(e_eps)
        seeded = None if arguments.seed is None else SeededRandomness(arguments.seed)
        estimated[name] = estimate_cores(graph, noise, schedule, seeded)
        said = f"rounds for each threshold: {arguments.rounds}"
        if arguments.rounds is None:
            bound = noise.error(arguments.beta, len(graph), len(graph) + last)
            said = f"errors are at most {bound}, but for a chance of {arguments.beta}"
        print(f"{name} ({noise.statement}): {said}")
    print(f"{'vertex':<18} {'true':>6}", *(f"{name:>14}" for name in estimated))
    for index, name in enumerate(graph.names):
        print(f"{name!s:<18} {true[index]:>6}", *(f"{found[index]:>14}" for found in estimated.values()))
    for what, of in (("mean error", lambda errors: errors.mean()), ("largest error", lambda errors: errors.max())):
        print(f"{what:<18} {'':>6}", *(f"{of(abs(found - true)):>14.4g}" for found in estimated.values()))


def read_arguments():
    parser = argparse.ArgumentParser(description="Core numbers of a graph, true and private.")
    parser.add_argument("graph", metavar="GRAPH")
    parser.add_argument("--eps", default="4", help="what an edge may lose")
    parser.add_argument("--last", type=int, help="the largest threshold, a public bound of the degrees")
    parser.add_argument("--rounds", type=int, help="for each threshold; until nobody is removed, if not given")
    parser.add_argument("--beta", default="1/20", help="the chance of larger errors")
    parser.add_argument("--seed", type=int)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        main(read_arguments())
    except (ParameterError, EdgeListError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
