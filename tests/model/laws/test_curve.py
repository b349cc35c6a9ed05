"""Curves against the hockey-sticks that they stand for."""

import itertools
from fractions import Fraction as F

from hypothesis import given
from hypothesis import strategies as st

from concomp.model.laws.curve import STOP, Curve, highest, mixture
from concomp.model.laws.indistinguishability import distance, hockey_stick
from concomp.model.laws.law import Law
from tests.model.laws.strategies import e_eps, laws


def curve_of(p: Law[int], q: Law[int]) -> Curve:
    return mixture((p[outcome], q[outcome], STOP) for outcome in sorted(p.support | q.support))


odds = st.fractions(min_value=0, max_value=8, max_denominator=12)


@given(laws(), laws(), e_eps)
def test_a_curve_says_the_hockey_stick_of_both_directions(p: Law[int], q: Law[int], e: F) -> None:
    assert curve_of(p, q).forward(e) == hockey_stick(p, q, e)
    assert curve_of(p, q).backward(e) == hockey_stick(q, p, e)


@given(laws(), laws(), e_eps)
def test_the_profile_of_a_curve_is_the_distance_between_and_at_its_vertices(p: Law[int], q: Law[int], e: F) -> None:
    profile = curve_of(p, q).profile()
    vertices = [vertex for vertex, _ in profile.vertices]
    between = [(a + b) / 2 for a, b in itertools.pairwise(vertices)]
    assert all(profile(x) == distance(p, q, x) for x in [e, *vertices, *between, vertices[-1] + 1])


@given(laws(), laws(), laws(), laws(), odds)
def test_the_highest_of_two_curves_is_their_maximum(p: Law[int], q: Law[int], r: Law[int], s: Law[int], x: F) -> None:
    first, second = curve_of(p, q), curve_of(r, s)
    best = highest(first, second)
    knees = [knee for curve in (first, second, best) for knee, _ in curve.hinges]
    assert all(best(point) == max(first(point), second(point)) for point in (x, F(0), *knees))


@given(laws(), laws(), laws(), laws(), odds)
def test_the_highest_of_two_curves_is_written_with_as_few_knees_as_possible(
    p: Law[int], q: Law[int], r: Law[int], s: Law[int], x: F
) -> None:
    best = highest(curve_of(p, q), curve_of(r, s))
    knees = [knee for knee, _ in best.hinges]
    assert knees == sorted(set(knees))
    assert all(knee > 0 and weight > 0 for knee, weight in best.hinges)


@given(laws(), laws(), laws(), laws(), odds)
def test_a_mixture_is_the_curve_of_what_is_seen_in_two_rounds(
    p: Law[int], q: Law[int], r: Law[int], s: Law[int], x: F
) -> None:
    later = curve_of(r, s)
    two_rounds = mixture((p[outcome], q[outcome], later) for outcome in sorted(p.support | q.support))
    pairs = [(a, b) for a in range(4) for b in range(4)]
    assert two_rounds(x) == sum((max(F(0), p[a] * r[b] - x * q[a] * s[b]) for a, b in pairs), F(0))
