"""Privacy profiles."""

import itertools
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concomp.model.laws.indistinguishability import hockey_stick
from concomp.model.laws.law import Law
from concomp.model.laws.profile import Profile, hinge, total, upper
from tests.model.laws.strategies import e_eps, laws

weights = st.fractions(min_value=0, max_value=1, max_denominator=8)
hinges = st.builds(hinge, weights, weights)
profiles = st.lists(hinges, min_size=1, max_size=4).map(total)


def profile_of(p: Law[int], q: Law[int]) -> Profile:
    return total(hinge(weight, q[outcome]) for outcome, weight in p.items())


@given(laws(), laws(), e_eps)
def test_profile_of_two_laws_is_their_hockey_stick(p: Law[int], q: Law[int], e: F) -> None:
    assert profile_of(p, q)(e) == hockey_stick(p, q, e)


@given(profiles, profiles, e_eps)
def test_sums_and_maxima_are_pointwise(first: Profile, second: Profile, e: F) -> None:
    assert (first + second)(e) == first(e) + second(e)
    assert upper(first, second)(e) == max(first(e), second(e))


@given(profiles, profiles)
def test_vertices_are_few_and_increasing(first: Profile, second: Profile) -> None:
    vertices = upper(first, second).vertices
    assert vertices[0][0] == 1
    assert [e for e, _ in vertices] == sorted({e for e, _ in vertices})
    slopes = [(d1 - d0) / (e1 - e0) for (e0, d0), (e1, d1) in itertools.pairwise(vertices)]
    assert slopes == sorted(set(slopes)), "convex, and no vertex on a line"
    assert all(slope < 0 for slope in slopes)


@given(profiles, weights)
def test_least_e_eps_is_least(profile: Profile, delta: F) -> None:
    least = profile.least_e_eps(delta)
    if least is None:
        assert profile.vertices[-1][1] > delta
    else:
        assert profile(least) <= delta
        assert least == 1 or profile((1 + 99 * least) / 100) > delta


def test_profiles_begin_at_one() -> None:
    with pytest.raises(ValueError, match="e_eps is 1/2"):
        hinge(F(1, 2), F(0))(F(1, 2))
