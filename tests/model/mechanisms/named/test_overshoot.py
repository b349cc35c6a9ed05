"""How far a hidden sum is beyond the end of a clamp, against sums over so much noise that the rest does not matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction as F
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.overshoot import Overshoot, at_zero
from concomp.model.mechanisms.named.releases import GeometricRelease
from concomp.model.mechanisms.named.sums import RunningSum

RATIO = F(1, 2)
FAR, CLOSE = 48, F(1, 2**20)
NOISE = TwoSidedGeometric(RATIO)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.integers(-4, 4), st.none() | st.integers(0, 5)), max_size=3))
def test_weights_are_those_of_sums_over_noise(moves: list[tuple[int, int | None]]) -> None:
    """After each number that is added the sum stays beyond the end, or crosses to the other one so many away."""
    found, by_sums = at_zero(RATIO), {0: F(1)}
    for by, width in moves:
        moved, before = found.moved(by), by_sums
        expected = {m: sum(w * NOISE.mass(m - n - by) for n, w in before.items()) for m in range(-FAR, FAR)}
        assert all(abs(moved(m) - expected[m]) < CLOSE for m in range(-12, 12))
        found = moved.staying() if width is None else moved.crossing(width)
        side = {m: expected[m] for m in range(FAR)} if width is None else crossed(expected, width)
        assert abs(found.whole - sum(side.values())) < CLOSE
        assert all(abs(found(n) - side[n]) < CLOSE for n in range(8))
        found, by_sums = found.scaled(), {n: w / found.whole for n, w in side.items()}
        assert found.whole == 1


def crossed(weights: dict[int, F], width: int) -> dict[int, F]:
    return {-width - m: w for m, w in weights.items() if m <= -width}


def test_what_was_just_hidden_is_hidden_by_how_far_alone() -> None:
    """Noise has no memory: where a sum came from does not tell how far beyond the end it is."""
    assert {at_zero(RATIO).moved(-distance).staying().scaled() for distance in range(1, 5)} == {
        Overshoot(RATIO, (), (1 - RATIO,))
    }


@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(-1, 2), min_size=1, max_size=3), st.sampled_from([(-1, 2), (-2, 3), (-3, 2)]))
@example([-1, -1], (-1, 2))
def test_answers_are_those_of_sums_that_go_on_beyond_the_clamp(items: list[int], clamp: tuple[int, int]) -> None:
    summed = RunningSum(GeometricRelease(RATIO, values=(-1, 2)), clamp).mechanism
    seen: Weights = {(("at", 0), ()): F(1)}
    hidden: Weights = {(0, ()): F(1)}
    for item in items:
        seen = moved_on(seen, lambda state, item=item: summed.respond(state, item).items())  # type: ignore[misc]
        hidden = moved_on(
            hidden,
            lambda total, item=item: [  # type: ignore[misc]
                ((after, min(max(after, clamp[0]), clamp[1])), NOISE.mass(after - total - item))
                for after in range(total + item - 8, total + item + 9)
            ],
        )
    by_answers, by_sums = answers_of(seen), answers_of(hidden)
    assert sum(by_answers.values()) == 1
    assert all(abs(by_answers[each] - by_sums.get(each, F(0))) < F(1, 50) for each in by_answers)


Weights = dict[tuple[Any, tuple[Any, ...]], F]


def moved_on(weights: Weights, respond: Callable[[Any], Iterable[Any]]) -> Weights:
    """The weights of (state, answers so far) after one more item."""
    found: Weights = {}
    for (state, answers), weight in weights.items():
        for (after, answer), chance in respond(state):
            key = after, (*answers, answer)
            found[key] = found.get(key, F(0)) + weight * chance
    return found


def answers_of(weights: Weights) -> dict[tuple[Any, ...], F]:
    found: dict[tuple[Any, ...], F] = {}
    for (_, answers), weight in weights.items():
        found[answers] = found.get(answers, F(0)) + weight
    return found
