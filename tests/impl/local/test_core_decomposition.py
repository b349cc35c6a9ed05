"""Core decomposition as it runs: in bulk as by sessions, and without noise the core numbers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from math import log, sqrt
from runpy import run_path

import networkx
import numpy as np
import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.local.core_decomposition import (
    EdgeNoise,
    by_alignment,
    by_composition,
    core_protocol,
    estimate_cores,
)
from concomp.impl.local.graphs import core_numbers, graph_of
from concomp.impl.noise.sources import SeededRandomness, SystemRandomness
from concomp.model.applications import core_decomposition as model
from concomp.model.applications.core_decomposition import Schedule, listed, until_stable
from concomp.model.applications.local_privacy import server_view
from concomp.model.numbers import ParameterError
from tests.pages import ROOT

HARDLY = EdgeNoise(F(1, 10**9), F(1, 10**9), PureDP(0), "none: noise is 0 but for a chance of 2e-9")
KARATE = graph_of(networkx.karate_club_graph().edges, range(34))


@pytest.mark.parametrize("schedule", [listed((1, 2, 2, 3, 2)), until_stable(5)], ids=["listed", "until stable"])
@pytest.mark.parametrize("noise", [by_composition("20"), by_alignment("20")], ids=["8.8", "alignment"])
def test_in_bulk_and_by_sessions_the_same_numbers_give_the_same_estimates(noise: EdgeNoise, schedule: Schedule) -> None:
    protocol = core_protocol(len(KARATE), noise, schedule)
    view = protocol.run(KARATE.held, randomness=SeededRandomness(5), trust="seeded")
    assert view.found == tuple(estimate_cores(KARATE, noise, schedule, SeededRandomness(5)))
    assert any(view.found)
    assert len(view.exchanges) > len(KARATE)


@pytest.mark.full
def test_hardly_any_noise_gives_the_core_numbers_of_all_small_graphs() -> None:
    for drawn in networkx.graph_atlas_g()[1:]:
        graph = graph_of(drawn.edges, list(drawn.nodes))
        estimated = estimate_cores(graph, HARDLY, until_stable(max(2, len(graph))), SeededRandomness(3))
        assert estimated.tolist() == core_numbers(graph).tolist()


def test_hardly_any_noise_gives_the_core_numbers() -> None:
    assert np.array_equal(estimate_cores(KARATE, HARDLY, until_stable(33), SeededRandomness(3)), core_numbers(KARATE))


@pytest.mark.parametrize("e_eps", ["2", "54.5"])
def test_both_noises_lose_what_is_asked_for(e_eps: str) -> None:
    composed, aligned = by_composition(e_eps), by_alignment(e_eps)
    assert (composed.threshold_ratio * composed.query_ratio**2) ** -2 <= F(e_eps)
    assert aligned.threshold_ratio**-2 / aligned.query_ratio <= F(e_eps)
    for noise in (composed, aligned):
        assert noise.loss.e_eps_down <= F(e_eps)
        assert float(noise.threshold_ratio) == pytest.approx(float(F(e_eps)) ** -0.25)
    assert float(composed.query_ratio) == pytest.approx(float(F(e_eps)) ** -0.125)
    assert float(aligned.query_ratio) == pytest.approx(float(F(e_eps)) ** -0.5)


def test_the_error_is_that_of_the_lemma() -> None:
    """s + t ≤ (4/ε)·ln(4n/β) + (8/ε)·ln(4n(n + D)/β), with 2/ε in place of 8/ε by alignment."""
    n, rounds, beta, eps = 500, 1000, 0.05, log(8)
    for noise, scale in ((by_composition("8"), 8), (by_alignment("8"), 2)):
        bound = 4 / eps * log(4 * n / beta) + scale / eps * log(4 * n * rounds / beta)
        assert bound - 4 <= noise.error("1/20", n, rounds) <= bound


@pytest.mark.full
@pytest.mark.parametrize("noise", [by_composition("20"), by_alignment("20")], ids=["8.8", "alignment"])
def test_errors_are_within_the_bound(noise: EdgeNoise) -> None:
    """At β = 1/2 the share of runs with a larger error is at most 1/2, but for a chance of e^−2·runs·(1/4)²."""
    last, runs, source = 33, 200, SystemRandomness()
    bound, true = noise.error("1/2", len(KARATE), len(KARATE) + last), core_numbers(KARATE)
    worse = 0
    for _ in range(runs):
        worse += abs(estimate_cores(KARATE, noise, until_stable(last), source) - true).max() > bound
    assert worse <= 3 * runs / 4


@pytest.mark.full
def test_mean_errors_on_random_graphs_are_as_the_page_says() -> None:
    """500 vertices, each pair joined with a chance of 0.3, ε = 1, each threshold from 1 to 199 once."""
    drawn = networkx.gnp_random_graph(500, 0.3, seed=1)
    graph, schedule = graph_of(drawn.edges, range(500)), listed(range(1, 200))
    true = core_numbers(graph)
    means = {
        make: [abs(estimate_cores(graph, make("2.718"), schedule, SeededRandomness(k)) - true).mean() for k in range(3)]
        for make in (by_composition, by_alignment)
    }
    assert 12 < min(means[by_composition]) <= max(means[by_composition]) < 22
    assert 0.5 < min(means[by_alignment]) <= max(means[by_alignment]) < 3


@pytest.mark.full
def test_what_runs_has_the_law_of_the_model() -> None:
    """Estimates on a triangle, in 40,000 runs: each share within 6 standard deviations of its exact chance."""
    triangle, schedule, runs = graph_of([(0, 1), (1, 2), (0, 2)]), listed((1, 3, 2)), 40_000
    noise = EdgeNoise(F(1, 4), F(1, 2), PureDP(0), "")
    user = model.user_of_vertex(noise.threshold_ratio, noise.query_ratio)
    law = server_view(model.core_protocol(user, 3, schedule), triangle.held).map(
        lambda view: model.estimates(model.course_of(3, schedule, view[1])[0])
    )
    source = SystemRandomness()
    found = Counter(tuple(estimate_cores(triangle, noise, schedule, source).tolist()) for _ in range(runs))
    assert set(found) <= {estimated for estimated, _ in law.items()}
    for estimated, chance in law.items():
        share = float(chance)
        assert abs(found[estimated] / runs - share) <= 6 * sqrt(share * (1 - share) / runs), estimated


PAIR = graph_of([(0, 1)])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: listed((3, 2, 2)),
            r"^thresholds is \(3, 2, 2\): let some threshold be larger than the one before it$",
        ),
        (lambda: listed((1, 2.0)), r"^thresholds is 2\.0: write an integer from "),
        (lambda: until_stable(1), r"^last is 1: write an integer of at least 2, or d is never raised$"),
        (lambda: by_alignment("1"), r"^e_eps is '1': E = e\^eps must be above 1"),
        (
            lambda: by_alignment(10**19),
            r"^e_eps is 10+: give a smaller one: noise of the ratio 3\.16e-10 ",
        ),
        (
            lambda: by_composition(10**37),
            r"^e_eps is 10+: give a smaller one: noise of the ratio 5\.62e-10 ",
        ),
        (lambda: by_composition(float("nan")), r"^e_eps is nan: a float has been rounded already"),
        (lambda: listed(None), r"^thresholds is None: give a list of integers$"),  # type: ignore[arg-type]
        (lambda: by_alignment("2").error("1/20", 0, 3), r"^vertices is 0: "),
        (lambda: by_alignment("2").error("1/20", 3, 0), r"^rounds is 0: "),
        (lambda: estimate_cores(PAIR, by_alignment("2"), lambda _: 1.5), r"^schedule is 1\.5: "),  # type: ignore[arg-type,return-value]
        (
            lambda: core_protocol(2, by_alignment("2"), lambda _: 1.5).run(PAIR.held),  # type: ignore[arg-type,return-value]
            r"^schedule is 1\.5: ",
        ),
        (lambda: by_alignment("2").error(0, 3, 3), r'^beta is 0: write a chance above 0 and at most 1, like "1/20"$'),
    ],
)
def test_what_is_out_of_range_is_refused(make: object, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        make()  # type: ignore[operator]


def run_example(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    """Run the example; its exit status."""
    monkeypatch.setattr("sys.argv", ["core_decomposition.py", *arguments])
    try:
        run_path(str(ROOT / "examples" / "core_decomposition.py"), run_name="__main__")
    except SystemExit as ended:
        return ended.code
    return 0


def test_the_example_prints_true_and_private_cores_and_their_errors(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_example(monkeypatch, "karate", "--eps", "4", "--seed", "1") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[3:37]] == [str(vertex) for vertex in range(34)]
    assert [int(line.split()[1]) for line in lines[3:37]] == core_numbers(KARATE).tolist()
    assert lines[37].startswith("mean error")
    composed, aligned = (float(number) for number in lines[37].split()[2:])
    assert 0 < aligned < composed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["karate", "--eps", "0"], "--eps is '0': write one from 0.00001 to 41"),
        (["karate", "--last", "1"], "last is 1: write an integer of at least 2, or d is never raised"),
        (["karate", "--beta", "2"], "beta is '2': write a chance above 0 and at most 1, like \"1/20\""),
        (["no-such-file"], "no-such-file: cannot be read as text (FileNotFoundError): name an edge list"),
    ],
)
def test_the_example_refuses_in_one_line(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_example(monkeypatch, *arguments) == 2
    assert capsys.readouterr() == ("", f"{message}\n")


@pytest.mark.parametrize("graph", ["miserables", "davis", "florentine", "planted"])
def test_the_example_runs_on_each_graph(
    graph: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_example(monkeypatch, graph, "--eps", "1", "--last", "40") == 0
    assert "largest error" in capsys.readouterr().out
