"""Random sequences compared step by step where they cannot be listed: Lemma 11.8 and Equation (6) at scale.

The sequences are the answers of mechanisms in two worlds, up to a hundred of them, from one mechanism or several, in a
fixed order or in any that an adversary chooses. How far apart they are is the engine's δ at ε = 0; how far the steps
allow it, is counted along beliefs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from concomp.model.laws.coupling import maximal_coupling
from concomp.model.laws.indistinguishability import PrivacyParameters, total_variation
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.sequences import padded, worst_exposure, worst_exposure_at_the_end
from concomp.model.mechanisms.interactive import HALT, State
from concomp.model.mechanisms.privacy import Game
from concomp.model.reduction.laziness import extensions, likelihoods
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.engine_games import own_delta
from concomp.obligations.families.compositions.exposures import Sequences, Step
from concomp.obligations.families.scaled.two_worlds import (
    LOPSIDED,
    TILTED,
    answers_with_an_end,
    betrayal,
    in_turn,
    members,
    responses_once,
    survival,
)

DELTAS = tuple(map(Fraction, ("1/2", "1/3", "1/4", "1/10")))
IN_TURN = (
    ("lopsided, 25", "tilted, 25"),
    ("lopsided, 25", "lopsided, 100", "lopsided, 100"),
    ("hidden 0, 3", "hidden 1, 3", "lopsided, 6", "tilted, 6"),
)
LISTED = ("hidden 0, 4", "hidden 1, 4", "hidden 2, 5", "late response (2, 1/4)", "betraying, 6")
"""The sequences that are short enough to be listed as well."""


@cache
def games() -> Mapping[str, Game]:
    """Mechanisms whose answers are compared."""
    one = members()
    tossed = {f"betraying, {rounds}": betrayal(rounds, Fraction(1, 2)) for rounds in (3, 6, 60)}
    together = {f"{' | '.join(names)}, in turn": in_turn([one[name] for name in names]) for names in IN_TURN}
    chosen = {
        "RR(0, δ) in any order": responses_once([PrivacyParameters(ONE, delta) for delta in DELTAS]),
        "RR(2, 0) and RR(0, δ) in any order": responses_once([PrivacyParameters(Fraction(2), ZERO), *_exposing(3)]),
    }
    return {**one, **tossed, **together, **chosen}


def _exposing(count: int) -> list[PrivacyParameters]:
    return [PrivacyParameters(ONE, delta) for delta in DELTAS[:count]]


@check("HSV26 Lemma 11.8 (repaired)")
def long_sequences_stay_within_their_worst_exposure() -> Outcome:
    """The engine's total variation is at most the largest 1 − ∏(1 − Δ) after any common history, whatever is asked."""
    reached, beyond_end = [], []
    for name, game in games().items():
        sequences, apart = Sequences(game), own_delta(game, ONE)
        expect(apart <= sequences.exposure, f"{name} is {apart} apart, above {sequences.exposure}")
        reached += [(name, game, apart)] if 0 < apart == sequences.exposure < 1 else []
        beyond_end += [(name, apart)] if apart > sequences.exposure_at_the_end else []
    for name in LISTED:
        _is_listed_alike(name)
    chosen = first_case((each for each in reached if len(each[1].queries) > 1), "the bound is reached by no choice")
    longest = max(reached, key=lambda each: each[1].rounds)
    control = first_case(beyond_end, "the condition at the end alone is enough")
    return Outcome(
        verdict="exact",
        scope=f"{len(games())} mechanisms in two worlds, of 2 to {max(game.rounds for game in games().values())} "
        "answers: hidden states, streams, late responses, up to four in turn, up to four in any order",
        size=len(games()),
        witness=f"equality for {', '.join(name for name, *_ in reached)}; {longest[1].rounds} answers of {longest[0]}, "
        f"and whatever order is chosen of {chosen[0]}, {chosen[2]} apart",
        control=f"the condition after the last common histories alone, as printed, fails for {len(beyond_end)} of "
        f"them, such as {control[0]}, {control[1]} apart",
        notes=(
            f"{len(LISTED)} of them are listed as well: total variation and both exposures are those of the laws of "
            "sequences.",
            "Where queries can be chosen the largest total variation is held against the largest exposure, either over "
            "all adversaries.",
        ),
    )


def _is_listed_alike(name: str) -> None:
    """The laws of the whole sequences give the same total variation and exposures."""
    game = games()[name]
    (p, q), sequences = _laws(game), Sequences(game)
    listed = total_variation(p, q), worst_exposure(p, q, game.rounds), worst_exposure_at_the_end(p, q, game.rounds)
    counted = own_delta(game, ONE), sequences.exposure, sequences.exposure_at_the_end
    expect(listed == counted, f"{name}: listed {listed}, counted {counted}")


def _laws(game: Game) -> tuple[Law[tuple[Any, ...]], Law[tuple[Any, ...]]]:
    """The laws of the whole sequences in the two worlds, padded where they end."""
    chances = likelihoods(game)
    ended = chances.keys() - {past for past, _ in extensions(chances)}
    answers = {history: tuple(answer for _, answer in history) for history in chances if history in ended}
    zero, one = (Law({said: chances[history][world] for history, said in answers.items()}) for world in (0, 1))
    return padded(zero, game.rounds), padded(one, game.rounds)


@check("HSV26 Equation (6)")
def every_step_of_long_sequences_is_coupled() -> Outcome:
    """The maximal coupling of a step meets in the common continuations with 1 − Δ, after every common history."""
    cases = [(name, step) for name, game in games().items() for step in _steps(Sequences(game))]
    for name, step in cases:
        coupled = maximal_coupling(*step.laws)
        meeting = sum((coupled[answer, answer] for answer, _ in step.following), ZERO)
        expect(meeting == step.together, f"a step of {name} meets with {meeting}, not {step.together}")
    witness = first_case((case for case in cases if 0 < case[1].together < 1), "every step is all or nothing")
    control = first_case((case for case in cases if not case[1].following), "every common history goes on")
    return Outcome(
        verdict="exact",
        scope=f"{len(games())} mechanisms in two worlds with up to "
        f"{max(game.rounds for game in games().values())} answers; histories with the same beliefs count once",
        size=len(cases),
        witness=f"a step of {witness[0]} meets with probability {witness[1].together}",
        control=f"the sum is 0 where a common history of {control[0]} ends, and the proof divides by it",
    )


def _steps(sequences: Sequences) -> Iterator[Step]:
    """The steps after common histories that have not ended."""
    seen = dict.fromkeys(beliefs for layer in sequences.layers() for beliefs in layer)
    for beliefs in seen:
        yield from (step for step in sequences.steps(beliefs) if set(step.laws[0]) != {HALT})


ZEROS = Law.point(0), Law.point(0)
FINITE = {
    "zeros that end with 1/10 or 1/12": answers_with_an_end((Fraction(1, 10), Fraction(1, 12)), ZEROS, 60),
    "zeros that end with 1/3 or 1/2": answers_with_an_end((Fraction(1, 3), Fraction(1, 2)), ZEROS, 40),
    "lopsided answers that end with 1/10": answers_with_an_end((Fraction(1, 10),) * 2, LOPSIDED, 60),
    "tilted answers that end with 1/4": answers_with_an_end((Fraction(1, 4),) * 2, TILTED, 25),
    "30 zeros, one more with 1/3": survival(30, Fraction(1, 3)),
}
"""Sequences of answers that end."""


@check("HSV26 Lemma 11.5")
def long_prefixes_come_close_to_the_whole() -> Outcome:
    """The engine's T_i never falls, T − T_i is at most the chance of more than i answers in either world, and met."""
    steps, met, beyond = 0, [], []
    for name, game in FINITE.items():
        lasting = [_lasting(game, world) for world in (0, 1)]
        distances = [ZERO, *(own_delta(replace(game, rounds=size), ONE) for size in range(1, game.rounds + 1))]
        expect(distances == sorted(distances), f"the distances of the prefixes of {name} fall")
        for size, distance in enumerate(distances[:-1]):
            left, (zero, one) = distances[-1] - distance, (lasting[0][size], lasting[1][size])
            expect(left <= zero + one, f"{name}: T − T_{size} = {left} exceeds {zero + one}")
            met += [(name, size, left)] if 0 < left == zero + one else []
            beyond += [(name, size, left, zero)] if left > zero else []
            steps += 1
    witness, control = first_case(met, "the bound is met by none"), first_case(beyond, "world 1 never counts")
    return Outcome(
        verdict="exact",
        scope=f"{', '.join(FINITE)}, cut after {max(game.rounds for game in FINITE.values())} answers at the latest; "
        "every prefix",
        size=steps,
        witness=f"of {witness[0]} the first {witness[1]} answers miss {witness[2]}, exactly the bound",
        control=f"the chance in world 0 alone is not enough: the first {control[1]} answers of {control[0]} miss "
        f"{control[2]}, more than {control[3]}",
    )


def _lasting(game: Game, world: int) -> list[Fraction]:
    """The chance of more than 0, 1, … answers, the game being cut after its rounds."""
    weights, found_ = {game.states[world]: ONE}, []
    [query] = game.queries
    for _ in range(game.rounds):
        following: dict[State, Fraction] = {}
        for state, weight in weights.items():
            for (after, answer), chance in game.mechanism.respond(state, query).items():
                if answer is not HALT:
                    following[after] = following.get(after, ZERO) + weight * chance
        weights = following
        found_.append(sum(weights.values(), ZERO))
    return found_
