"""Plays: no adversary of the whole mechanism does better at any E, in either direction, alone or beside others."""

from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_game, of_interleaving
from concomp.model.files.functions import NAMED
from concomp.model.laws.law import Law, product_law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.interleaving import FREE, Interleaving
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.mechanisms.named.catalogue import NamedMechanism
from concomp.model.mechanisms.named.play import ANY, DATA_FIRST, EVENT_LEVEL, FIRST_PAIR_CONSISTENT, ONE_ANSWER
from concomp.model.mechanisms.named.releases import GeometricRelease, RandomisedResponse
from concomp.model.mechanisms.named.streams import BinaryTree, RunningCounter
from concomp.model.mechanisms.named.sums import RunningSum
from concomp.model.mechanisms.privacy import Game, continual_game, profile
from concomp.model.mechanisms.randomised_response import noisy_bit
from concomp.model.numbers import ParameterError

HALF, RATIO = F(1, 2), F(2, 3)
CLAMPS = [None, (0, 1), (-2, 3), (1, 2), (2, 5), (-3, 0), (-4, -2), (5, 9), (1, 1)]
ONE_DIFFERENCE = [EVENT_LEVEL, DATA_FIRST, ONE_ANSWER]


def in_full(named: NamedMechanism, kind: str, rounds: int) -> Game:
    """The game in which every pair may be sent that the verification function lets through."""
    return continual_game(NAMED[kind], named.mechanism, product(named.messages, repeat=2), rounds)


def curve(game: Game) -> Curve:
    return Audit(of_game(game)).curve


def played(named: NamedMechanism, kind: str, rounds: int) -> Game:
    play = named.play(kind, rounds)
    assert play is not None
    return play.game()


def assert_nothing_lost(named: NamedMechanism, kind: str, rounds: int) -> None:
    assert curve(played(named, kind, rounds)) == curve(in_full(named, kind, rounds)), (named, kind)


@pytest.mark.parametrize("clamp", [None, (0, 2), (1, 1), (1, 4), (-3, 0), (3, 4)])
def test_the_ends_of_the_values_are_enough_for_releases(clamp: Any) -> None:
    for kind in (ANY, FIRST_PAIR_CONSISTENT, *ONE_DIFFERENCE):
        assert_nothing_lost(GeometricRelease(HALF, clamp, (0, 2)), kind, 2)
        assert_nothing_lost(RandomisedResponse(F(3), F(1, 10)), kind, 2)


def test_what_is_not_clamped_is_told_without_loss() -> None:
    for named, wide in (
        (GeometricRelease(RATIO, values=(0, 2)), GeometricRelease(RATIO, (-5, 7), (0, 2))),
        (RunningCounter(RATIO), RunningCounter(RATIO, (-4, 8))),
        (BinaryTree(2, RATIO), BinaryTree(2, RATIO, (-3, 6))),
    ):
        assert curve(in_full(named, ANY, 2)) == curve(in_full(wide, ANY, 2))


@pytest.mark.parametrize("clamp", CLAMPS)
def test_the_first_bit_differs_and_the_others_bring_sums_into_the_clamp(clamp: Any) -> None:
    for kind in ONE_DIFFERENCE:
        assert_nothing_lost(RunningCounter(RATIO, clamp), kind, 3)
        assert_nothing_lost(BinaryTree(3, RATIO, clamp), kind, 3)
    assert_nothing_lost(BinaryTree(4, RATIO, clamp), EVENT_LEVEL, 4)


def test_a_tree_loses_as_many_responses_as_it_has_levels() -> None:
    tree = BinaryTree(32, RATIO, (-8, 24))
    zero, one = (product_law([noisy_bit(1 / RATIO, bit)] * tree.levels) for bit in (0, 1))
    deltas = Audit(of_game(played(tree, EVENT_LEVEL, 32))).deltas(F(2))
    assert deltas[0] == sum(max(zero[answer] - 2 * one[answer], F(0)) for answer in zero) > 0


def test_two_pairs_are_enough_for_above_threshold() -> None:
    for kind in (ANY, FIRST_PAIR_CONSISTENT, ONE_ANSWER):
        assert_nothing_lost(AboveThreshold(HALF, RATIO), kind, 4)
        assert_nothing_lost(AboveThreshold(RATIO, HALF, threshold=0, values=(-1, 1)), kind, 2)


def test_above_threshold_loses_less_than_its_bound_and_half_of_it_is_not_enough() -> None:
    vector = AboveThreshold(RATIO, HALF)
    vertices = profile(played(vector, ANY, 4)).vertices
    assert RATIO**-1 * HALF**-1 < vertices[-1][0] < RATIO**-1 * HALF**-2


@pytest.mark.parametrize("clamp", [None, (0, 1), (0, 2), (1, 3), (-2, 0)])
def test_a_sum_tells_its_first_item(clamp: Any) -> None:
    summed = RunningSum(RandomisedResponse(F(3)), clamp)
    for kind in ONE_DIFFERENCE if clamp in (None, (0, 1), (0, 2)) else ():
        assert_nothing_lost(summed, kind, 3)
    if clamp is None:
        assert_nothing_lost(summed, ANY, 3)
    else:
        assert summed.play(ANY, 3) is None


@pytest.mark.parametrize("clamp", [(0, 1), (1, 2), (0, 2)])
def test_a_clamp_leaves_the_hidden_sum_as_it_is(clamp: tuple[int, int]) -> None:
    summed, items = RunningSum(RandomisedResponse(F(3)), clamp), (1, 0, 1)
    transcripts = Law.point((0, ()))
    for item in items:
        transcripts = transcripts.bind(
            lambda run, item=item: summed.mechanism.respond(run[0], item).map(
                lambda outcome: (outcome[0], (*run[1], outcome[1]))
            )
        )
    sums = product_law(noisy_bit(F(3), item) for item in items).map(
        lambda bits: tuple(min(max(sum(bits[:count]), clamp[0]), clamp[1]) for count in (1, 2, 3))
    )
    assert transcripts.map(lambda run: run[1]) == sums


def test_a_sum_of_geometric_noise_is_what_it_is_of() -> None:
    release, summed = GeometricRelease(RATIO), RunningSum(GeometricRelease(RATIO))
    assert curve(played(summed, ANY, 2)) == curve(in_full(release, ANY, 2))
    clamped = RunningSum(GeometricRelease(RATIO), (0, 5))
    assert curve(played(clamped, EVENT_LEVEL, 9)) == curve(in_full(release, ANY, 1))
    for kind in (EVENT_LEVEL, "data, then questions"):
        assert curve(played(clamped, kind, 2)) == curve(in_full(clamped, kind, 2))
    assert clamped.play(ANY, 2) is None


def test_sums_that_cannot_be_had_are_refused() -> None:
    with pytest.raises(ParameterError, match=r"clamp is \(2, 4\): let it contain 0 and 1"):
        RunningSum(GeometricRelease(RATIO), (2, 4))
    with pytest.raises(ParameterError, match=r"of.clamp is \(0, 1\): what is summed stays hidden"):
        RunningSum(GeometricRelease(RATIO, (0, 1)))
    with pytest.raises(ParameterError, match=r"of.delta is 1/2: only bits that are never marked"):
        RunningSum(RandomisedResponse(F(3), HALF))


def test_beside_others_plays_lose_nothing() -> None:
    named = [RunningCounter(RATIO, (1, 3)), GeometricRelease(HALF, (0, 3), (0, 2)), BinaryTree(2, HALF, (-1, 0))]
    rounds = len(named) * 2
    games = [[each(one, EVENT_LEVEL, 2) for one in named] for each in (in_full, played)]
    for horizon in (2, rounds):
        sides = [Interleaving(tuple(each), FREE, horizon, lambda pair, _: pair) for each in games]
        full, plays = (Audit(of_interleaving(side)).curve for side in sides)
        assert full == plays


def test_a_tree_halts_after_its_leaves() -> None:
    mechanism = BinaryTree(2, RATIO).mechanism
    state = mechanism.initial_state
    for _ in range(2):
        state = next(iter(mechanism.respond(state, 1)))[0]
    assert mechanism.respond(state, 1) == Law.point((HALT, HALT))
