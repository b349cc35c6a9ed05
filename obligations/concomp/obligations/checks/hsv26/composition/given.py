"""Composition of mechanisms that are given: Comp of non-interactive ones, ConComp of interactive ones."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.composition.concurrent import concurrent_composition
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism, componentwise, composition
from concomp.model.mechanisms.privacy import Game, least_delta
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.answers import answers_from
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.by_hand import interleaved_answers
from concomp.obligations.families.compositions.interleaving import lies_below
from concomp.obligations.families.small.laws import laws
from concomp.obligations.families.small.mechanisms import BITS, random_machines, random_trees, tree


@check("HSV26 Section 4: Comp and ConComp")
def composed_mechanisms_run_independently() -> Outcome:
    """Comp and ConComp answer with products of their parts' laws, and ConComp stays within Comp of the responses."""
    family = laws(2, 2)
    cases = 0
    for rows in product(family, repeat=4):
        first, second = (
            NonInteractiveMechanism(dict(zip(BITS, two, strict=True)).__getitem__, BITS) for two in (rows[:2], rows[2:])
        )
        for datasets in product(BITS, repeat=2):
            law = composition([first, second]).output(datasets)
            expect(
                all(
                    law[x, y] == first.output(datasets[0])[x] * second.output(datasets[1])[y]
                    for x, y in product(BITS, repeat=2)
                ),
                f"Comp of {rows} on {datasets} is not the product",
            )
            cases += 1
    neighbours = componentwise([((0, 1), (1, 0)), ((0, 1),)])
    expect(sorted(neighbours) == [((0, 0), (1, 1)), ((1, 0), (0, 1))], f"componentwise neighbours are {neighbours}")
    interactive = (*random_trees(2, 2, 3, 4, seed=41), *random_machines(2, 3, 4, seed=42))
    noisy = tree([(0, 0), (1, 0)], (Fraction(1, 4), 1 - Fraction(1, 4)), 2, "noisy bit")
    pairs = [*zip(interactive, interactive[4:], strict=False), (noisy, noisy)]
    for first_im, second_im in pairs:
        _dispatches(first_im, second_im)
    games = [_concurrent_game(*pair) for pair in pairs]
    exceeded, tight = [], []
    for (first_im, second_im), game in zip(pairs, games, strict=True):
        labels = tuple(
            PrivacyParameters(
                Fraction(3), least_delta(Game(m, (m.initial_states[0], m.initial_states[1]), BITS, 2), Fraction(3))
            )
            for m in (first_im, second_im)
        )
        bound = response_profile(labels).vertices
        expect(_dominated(game, bound), f"{game.mechanism} exceeds Comp of {labels}")
        fewer = response_profile(labels[:1]).vertices
        exceeded += [game] if not _dominated(game, fewer) else []
        tight += [(game, e, d) for e, d in bound if e > 1 and 0 < d == least_delta(game, e)]
    control = first_case(exceeded, "the randomised response of one part alone bounds both")
    witness = first_case(tight, "no composition meets its bound where ε > 0")
    return Outcome(
        verdict="exact",
        scope=f"Comp of all pairs of coins with weights k/2; ConComp of {len(pairs)} pairs of random two-round "
        "mechanisms, every E ≥ 1",
        size=cases + len(pairs),
        witness=f"{witness[0].mechanism} needs δ = {witness[2]} at e^ε = {witness[1]}, as much as the responses",
        control=f"one response fewer does not bound {control.mechanism}",
        notes=(
            "The known theorem about ConComp is here examined, not proved; it is taken from Vadhan and Wang, Lyu, and "
            "Vadhan and Zhang.",
            "Comp as an interactive mechanism has the tuple of data sets as its initial state and answers one query.",
        ),
    )


def _dominated(game: Game, bound: Sequence[tuple[Fraction, Fraction]]) -> bool:
    return lies_below(lambda e_eps: least_delta(game, e_eps), bound)


def _dispatches(first: InteractiveMechanism, second: InteractiveMechanism) -> None:
    """Expect that ConComp answers a list of queries as its parts answer theirs."""
    parts = (first, second)
    combined = concurrent_composition(parts)
    for queries in product(product(BITS, (1, 2)), repeat=3):
        for state in combined.initial_states:
            starts: Any = state
            expected = interleaved_answers(
                [
                    (part, start, [query for query, index in queries if index == number])
                    for number, (part, start) in enumerate(zip(parts, starts, strict=True), 1)
                ],
                [index for _, index in queries],
            )
            expect(answers_from(combined, state, queries) == expected, f"{combined} answers {queries} otherwise")


def _concurrent_game(first: InteractiveMechanism, second: InteractiveMechanism) -> Game:
    combined = concurrent_composition([first, second])
    states = (
        (first.initial_states[0], second.initial_states[0]),
        (first.initial_states[1], second.initial_states[1]),
    )
    return Game(combined, states, tuple(product(BITS, (1, 2))), 4)
