"""The search for violations: exact objectives, moves that stay in their class, and a course that a seed decides."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.verification import first_pair_consistent
from concomp.model.reduction.laziness import likelihoods, same_answers, simulation_system, with_budget
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.components import response_component
from concomp.obligations.families.compositions.engine_games import delta_at, own_delta
from concomp.obligations.families.compositions.interleaving import unfold
from concomp.obligations.families.compositions.shapes import standard
from concomp.obligations.families.compositions.sparse import copies
from concomp.obligations.families.small.functions import function_accepting
from concomp.obligations.families.small.leaking import opposed_kinds
from concomp.obligations.runner.pool import NO_LIMIT, Workers, local, within
from concomp.obligations.search.__main__ import main
from concomp.obligations.search.candidates import Candidate, Member, shift_alike, shift_mirrored
from concomp.obligations.search.claims import accepting_two, responses
from concomp.obligations.search.climb import climb
from concomp.obligations.search.functions import Accepted, consistent, swap_invariant
from concomp.obligations.search.journal import Journal, SpoiledJournal, Task, as_data, read_back
from concomp.obligations.search.kernels import Kernel
from concomp.obligations.search.objectives import OBJECTIVES, STAGED
from concomp.obligations.search.playing import filtered_curve, game_of, labels_of, own_curve, sparse_curve
from concomp.obligations.search.pool import SearchFailed, search, search_all
from concomp.obligations.solvers.linear import Infeasible, settle

THEN_RISING: Accepted = frozenset({((0, 0),), ((0, 0), (0, 1))})
THEN_EITHER = THEN_RISING | {((0, 0), (1, 0))}
HALF = (10, 10)


def staged(a: int, b: int, c: int, d: int, accepted: Accepted = THEN_RISING) -> Candidate:
    """Two kinds of equal chance that answer 1 with a, b and c, d twentieths on 0 and 1."""
    rows = (HALF, HALF, (20 - a, a), (20 - b, b), (20 - c, c), (20 - d, d))
    return Candidate((Member(Kernel(STAGED, rows), accepted),))


OPPOSED = staged(10, 0, 0, 10)


def test_the_engine_agrees_with_likelihood_trees() -> None:
    game = game_of(OPPOSED.members[0])
    curve = sparse_curve([game] * 3, [Fraction(2)] * 3, [Fraction(2)] * 2)
    node = standard(unfold(opposed_kinds(Fraction(1, 2)), function_accepting(THEN_RISING), ((0, 0), (0, 1)), 2))
    for e_eps in map(Fraction, ("1", "3/2", "2", "4", "9")):
        assert delta_at(curve, e_eps) == copies(node, Fraction(2), 3, 2).delta(e_eps)
        assert own_delta(game, e_eps) == copies(node, "", 1, 1).delta(e_eps)


@pytest.mark.parametrize("name", ["5.4-product", "5.4-repaired-a", "5.4-repaired-c", "5.4-repaired-d"])
def test_the_known_violation_exceeds_the_printed_claim_only(name: str) -> None:
    objective = OBJECTIVES[name]
    assert (objective.excess(OPPOSED) > 0) == objective.refutable


def test_what_may_be_exchanged_keeps_the_printed_claim() -> None:
    assert OBJECTIVES["5.4-product"].excess(replace_function(OPPOSED, THEN_EITHER)) <= 0


def replace_function(candidate: Candidate, accepted: Accepted) -> Candidate:
    return replace(candidate, members=tuple(replace(member, accepted=accepted) for member in candidate.members))


def test_responses_reach_their_claims() -> None:
    response = staged(15, 5, 15, 5, frozenset({((0, 0),), ((0, 0), (0, 1)), ((0, 0), (1, 0))}))
    two = replace(response, members=response.members * 2)
    assert OBJECTIVES["5.5"].excess(response) == 0
    assert [OBJECTIVES[name].excess(two) for name in ("4.10", "4.12", "12.4")] == [0, 0, 0]
    consistent_one = staged(15, 5, 15, 5, frozenset({((0, 1),), ((0, 1), (0, 1))}))
    assert OBJECTIVES["5.14"].excess(consistent_one) == 0


@pytest.mark.parametrize("name", list(OBJECTIVES))
def test_moves_stay_in_the_space(name: str) -> None:
    space, random = OBJECTIVES[name].space, Random(1)
    candidate = space.draw(random)
    for _ in range(60):
        candidate = space.move(random, candidate)
        for member in candidate.members:
            assert all(sum(row) == space.shape.unit and min(row) >= 0 for row in member.kernel.rows)
            assert all(each[:-1] in member.accepted for each in member.accepted if len(each) > 1)
            assert member.accepted <= {*space.functions.universe}


@pytest.mark.parametrize("name", ["5.4-product", "4.10", "5.15"])
def test_a_member_is_played_as_verified_and_identified(name: str) -> None:
    space, random = OBJECTIVES[name].space, Random(4)
    for _ in range(12):
        member = space.draw(random).members[0]
        game = game_of(member)
        by_definition = continual_game(
            function_accepting(member.accepted), member.kernel.mechanism(), game.queries, member.kernel.shape.rounds
        )
        assert likelihoods(game) == likelihoods(by_definition)


def test_labels_are_the_least_parameters_at_the_corners() -> None:
    """A known mechanism: two kinds, one answer of probability 1/2 that only one message brings."""
    assert labels_of(own_curve(game_of(OPPOSED.members[0]))) == [
        PrivacyParameters(Fraction(1), Fraction(1, 2)),
        PrivacyParameters(Fraction(2), Fraction(1, 4)),
    ]


def test_the_game_of_responses_under_a_filter_is_worth_one_of_each() -> None:
    for deltas in (("1/5", "1/3"), ("1/3", "1/5"), ("1/4", "1/4")):
        labels = [PrivacyParameters(Fraction(3, 2), Fraction(delta)) for delta in deltas]
        budget = sum(label.delta for label in labels)
        parts = [response_component(label) for label in labels]
        games = [continual_game(part.function, part.mechanism, part.pairs, 1) for part in parts]
        cheaper = frozenset(index for index in (0, 1) if 2 * labels[index].delta <= budget)
        accepts = accepting_two(cheaper)
        for spent in ([0], [1], [0, 0], [0, 1], [1, 1], [0, 0, 1]):
            assert accepts(spent) == (len(spent) <= 2 and sum(labels[index].delta for index in spent) <= budget)
        curve = filtered_curve(games * 2, [0, 1] * 2, accepts)
        assert curve.profile().vertices == tuple(responses(labels))
        assert tuple(responses(labels)) == response_profile(tuple(labels)).vertices


def test_moves_that_keep_what_is_alike_alike() -> None:
    random = Random(3)
    for move in (shift_alike, shift_mirrored):
        for _ in range(30):
            rows = move(random, OBJECTIVES["5.4-product"].space, OPPOSED).members[0].kernel.rows
            assert (rows[0], rows[2]) == (rows[1], rows[5])
            assert rows[3] == rows[4]


def test_classes_of_functions_keep_their_promise() -> None:
    random = Random(2)
    for _ in range(20):
        invariant = swap_invariant(2).draw(random)
        assert invariant == {tuple((right, left) for left, right in each) for each in invariant}
        function = function_accepting(consistent(2).draw(random))
        assert first_pair_consistent(function, consistent(2).universe)


def test_a_mechanism_halts_where_its_shape_ends() -> None:
    mechanism = OPPOSED.members[0].kernel.mechanism()
    assert dict(mechanism.respond("done", 0).items()) == {(HALT, HALT): 1}


def test_the_product_form_is_found() -> None:
    entry = search(Task("5.4-product", 3, 4000))
    assert entry.violates
    assert entry.evaluations < 4000


def test_the_lazy_lemma_is_found_and_refuted_by_multipliers() -> None:
    objective = OBJECTIVES["5.6"]
    found = climb(objective.excess, objective.space.draw, objective.space.move, 5, 300)
    assert found.excess > 0
    mechanism = found.best.members[0].kernel.mechanism()
    zero, one = mechanism.initial_states
    game = Game(mechanism, (zero, one), (0, 1), 2)
    chances = likelihoods(game)
    answers = [
        settle(with_budget(simulation_system(chances, label.e_eps, same_answers(chances)), label.delta))
        for label in labels_of(own_curve(game))
    ]
    assert any(isinstance(answer, Infeasible) for answer in answers)
    assert OBJECTIVES["5.6-repaired"].excess(found.best) <= 0


@pytest.mark.parametrize("name", [name for name, each in OBJECTIVES.items() if not each.refutable])
def test_nothing_is_found_against_what_is_true(name: str) -> None:
    assert not search(Task(name, 0, 30)).violates


def test_a_seed_decides_the_course() -> None:
    assert search(Task("5.5", 5, 40)) == search(Task("5.5", 5, 40))
    assert search(Task("5.5", 5, 40)).best != search(Task("5.5", 6, 40)).best


TASKS = [Task("5.6", seed, 20) for seed in range(4)]


def done(journal: Journal, workers: Workers) -> set[Task]:
    return {entry.task for entry in search_all(TASKS, journal, workers)}


def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    with ThreadPoolExecutor(2) as executor:
        assert done(journal, within(executor)) == {*TASKS}
        assert done(journal, within(executor)) == set()
        lines = journal.path.read_text().splitlines(keepends=True)
        journal.path.write_text("".join(lines[:2]) + lines[2][:25])
        assert len(done(journal, within(executor))) == 2
    assert sorted(journal.path.read_text().splitlines(keepends=True)) == sorted(lines)


@pytest.mark.parametrize("name", ["5.6", "4.10"])
def test_a_journal_is_read_back(name: str, tmp_path: Path) -> None:
    objective, journal = OBJECTIVES[name], Journal(tmp_path / "journal")
    entry = search(Task(name, 1, 25))
    journal.add(entry)
    (read,) = journal.entries()
    assert read == entry
    candidate = read_back(read.best, objective.space.shape)
    assert as_data(candidate) == entry.best
    assert objective.excess(candidate) == Fraction(entry.excess)


def test_a_spoiled_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text(json.dumps({"task": {}}) + "\n")
    with pytest.raises(SpoiledJournal, match="line 1 is no entry of a search: remove the line"):
        Journal(path).entries()
    result = CliRunner().invoke(main, [str(path), "5.6"])
    assert (result.exit_code, "line 1" in result.output) == (2, True)
    path.write_text("my notes")
    with pytest.raises(SpoiledJournal, match='line 1: "my notes": no such line was being written'):
        Journal(path).entries()


def test_searches_run_in_processes_of_their_own(tmp_path: Path) -> None:
    assert done(Journal(tmp_path / "journal"), local(2, NO_LIMIT)) == {*TASKS}


def test_a_search_that_fails_is_named(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    with ThreadPoolExecutor(1) as executor, pytest.raises(SearchFailed, match=r"no objective seed 3: .*KeyError"):
        list(search_all([TASKS[0], Task("no objective", 3, 20)], journal, within(executor)))


def test_an_executor_of_dask_will_do(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        journal = Journal(tmp_path / "journal")
        assert done(journal, within(client.get_executor())) == {*TASKS}
        assert {entry.task for entry in journal.entries()} == {*TASKS}


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name, each in OBJECTIVES.items() if each.refutable])
def test_what_is_false_is_found_on_nine_of_ten_seeds(name: str) -> None:
    assert sum(search(Task(name, seed, 6000)).violates for seed in range(100, 110)) >= 9
