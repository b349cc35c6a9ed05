"""Named families: their sizes, and that their members are what their names say."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Any

import pytest

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import deterministic_adversary, deterministic_strategies, view
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing
from concomp.obligations.families.compositions.runs import follow, law_of, runs, script
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.continual import (
    one_round,
    random_continual_machines,
    random_continual_trees,
    two_stage,
)
from concomp.obligations.families.small.functions import (
    PAIRS,
    all_functions,
    function_accepting,
    named_functions,
    prefix_closed_functions,
    sequences_of,
)
from concomp.obligations.families.small.laws import laws, pairs_of_laws, random_pairs_of_laws
from concomp.obligations.families.small.mechanisms import BITS, machines, random_machines, random_trees, trees
from concomp.obligations.families.small.processings import MOST_INNER_QUERIES, named_processings, random_processings

TWO_PAIRS = ((0, 0), (0, 1))
SIZES: list[tuple[Family[Any], int]] = [
    (laws(3, 4), comb(6, 2)),
    (pairs_of_laws(3, 3), 100),
    (random_pairs_of_laws(5, 12, 7, 1), 7),
    (trees(1, 3), 4**2),
    (trees(2, 2), 3**6),
    (machines(2), comb(5, 3) ** 2),
    (random_trees(2, 2, 3, 5, 1), 5),
    (random_machines(2, 3, 5, 1), 5),
    (one_round(4), 25),
    (two_stage(2), 3**5),
    (random_continual_trees(3, 2, 4, 1), 4),
    (random_continual_machines(3, 6, 1), 6),
    (named_functions(), 12),
    (prefix_closed_functions(TWO_PAIRS, 1), 4),
    (prefix_closed_functions(TWO_PAIRS, 2), 25),
    (prefix_closed_functions(PAIRS[:3], 2), 9**3),
    (all_functions(TWO_PAIRS, 2), 2**6),
    (named_processings(), 8),
    (random_processings(3, 9, 1), 9),
]


@pytest.mark.parametrize(("family", "size"), SIZES, ids=lambda value: getattr(value, "name", None))
def test_a_family_has_its_size(family: Family[Any], size: int) -> None:
    assert len(family) == size == len(list(family))


def test_exhaustive_families_repeat_nothing() -> None:
    assert len(set(laws(3, 4))) == 15
    assert len({machine.name for machine in machines(2)}) == 100
    assert len({tree.name for tree in trees(2, 2)}) == 729
    assert len({tree.name for tree in two_stage(2)}) == 243


def test_weights_are_multiples_of_the_denominator() -> None:
    assert all((weight * 4).denominator == 1 for law in laws(3, 4) for _, weight in law.items())
    assert all((weight * 12).denominator == 1 for p, q in random_pairs_of_laws(5, 12, 7, 1) for _, weight in p.items())


def test_a_seed_names_the_same_family_again() -> None:
    first = [tree.name for tree in random_trees(2, 2, 3, 5, 77)]
    random_trees.cache_clear()
    assert [tree.name for tree in random_trees(2, 2, 3, 5, 77)] == first
    assert [tree.name for tree in random_trees(2, 2, 3, 5, 78)] != first


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_trees_halt_after_their_rounds(rounds: int) -> None:
    for tree in random_trees(2, rounds, 3, 3, 5):
        law = law_of(runs(tree, tree.initial_states[1], script((0,) * 5), 5))
        assert {len(said) for said in law} == {2 * rounds + 2}
        assert all(said[-1] is HALT for said in law)


def test_a_machine_can_hide_its_state() -> None:
    """For some machine the first answer is the same from both states, and the one to another query is not."""

    def answers(machine: InteractiveMechanism, start: int, queries: tuple[int, ...]) -> Law[Any]:
        return law_of(runs(machine, start, script(queries), len(queries)))

    assert any(
        answers(machine, 0, (0,)) == answers(machine, 1, (0,))
        and answers(machine, 0, (0, 1)) != answers(machine, 1, (0, 1))
        for machine in random_machines(2, 2, 60, 3)
    )


def test_two_stage_mechanisms_ignore_the_first_message() -> None:
    for mechanism in two_stage(2):
        zero, one = (mechanism.respond((), message).map(lambda reply: reply[1]) for message in BITS)
        assert zero == one


def test_prefix_closed_functions_are_prefix_closed_and_complete() -> None:
    sequences = sequences_of(TWO_PAIRS, 2)

    def closed(accepted: frozenset[Any]) -> bool:
        return all(sequence[:1] in accepted for sequence in accepted)

    listed = {
        frozenset(s for s in sequences if function.holds(s)) for function in prefix_closed_functions(TWO_PAIRS, 2)
    }
    every = {frozenset(s for s in sequences if function.holds(s)) for function in all_functions(TWO_PAIRS, 2)}
    assert len(every) == 64
    assert listed == {accepted for accepted in every if closed(accepted)}


def test_accepting_accepts_exactly_what_is_listed() -> None:
    function = function_accepting([((0, 0),), ((0, 0), (0, 1))])
    assert [function.holds(sequence) for sequence in sequences_of(TWO_PAIRS, 2)] == [
        True,
        False,
        False,
        True,
        False,
        False,
    ]


def test_post_processings_answer_after_few_queries() -> None:
    for processing in (*named_processings(), *random_processings(3, 30, 2)):
        assert _most_queries(processing) <= MOST_INNER_QUERIES, processing
    assert _most_queries(named_processings().members[4]) == MOST_INNER_QUERIES


def _most_queries(processing: InteractivePostProcessing) -> int:
    """How often a post-processing, fresh, can ask the right before it answers a message from the left."""
    waiting = {
        state
        for message in BITS
        for state, side, _ in processing.respond(processing.initial_states[0], LEFT, message)
        if side is RIGHT
    }
    asked = 0
    while waiting and asked < 10:
        asked += 1
        waiting = {
            after
            for state in waiting
            for answer in BITS
            for after, side, _ in processing.respond(state, RIGHT, answer)
            if side is RIGHT
        }
    return asked


def test_runs_give_the_law_of_the_view() -> None:
    for tree, mechanism in product(deterministic_strategies(BITS, BITS, 2), random_machines(2, 3, 4, 11)):
        seen = view(deterministic_adversary(tree), mechanism, 0, 2).map(lambda run: run[1:])
        assert law_of(runs(mechanism, 0, follow(tree), 2)) == seen
