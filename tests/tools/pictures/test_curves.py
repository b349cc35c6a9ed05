"""Curves as they are drawn: exactly what was found, in both directions, and never below it."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.door.mechanisms import subject
from concomp.impl.accounting.fixed_mechanisms import compose_mechanisms
from concomp.impl.accounting.parameters import ExponentialLoss, rational_loss, with_e_eps, with_epsilon
from concomp.impl.audit.engine import Audit
from concomp.model.laws.balls import precision
from concomp.model.laws.profile import Profile
from concomp.pictures.chart import epsilon, over_epsilon
from concomp.pictures.charts import Sampled, both_directions, directions, line, profile_chart
from tests.tools.cli.auditing import example

E_VALUES = [F(1), F(6, 5), F(4, 3), F(7, 4), F(2), F(5, 2), F(3), F(4), F(9)]


@pytest.mark.parametrize("name", ["attack_2", "hidden_state", "two_continual"])
def test_each_direction_is_what_an_audit_at_one_e_says(name: str) -> None:
    audit = Audit(subject(example(name)).setting)
    forward, backward = directions(audit.curve.of_the_model())
    afresh = Audit(subject(example(name)).setting)
    assert [(forward(e), backward(e)) for e in E_VALUES] == [afresh.deltas(e) for e in E_VALUES]


def test_directions_that_are_the_same_are_one_line() -> None:
    def drawn(name: str) -> list[str]:
        return [each.name for each in both_directions(Audit(subject(example(name)).setting).curve.of_the_model())]

    assert drawn("attack_2") == ["both directions"]
    assert drawn("hidden_state") == ["world 0 over world 1", "world 1 over world 0"]


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    """Convex and falling: sums of hinges at rational knees."""
    knees = draw(st.lists(st.fractions(F(10, 9), 50, max_denominator=9), min_size=1, max_size=5, unique=True))
    points = [F(1), *sorted(knees)]
    return Profile(tuple((e, sum((max(F(0), knee - e) / (60 * len(knees)) for knee in knees), F(0))) for e in points))


@settings(max_examples=20)
@given(profiles())
def test_no_point_lies_below_what_was_found(profile: Profile) -> None:
    demand_not_below(profile)


def demand_not_below(profile: Profile) -> None:
    """An AssertionError if a point that is drawn of a profile lies below it."""
    points, bends = over_epsilon(profile.vertices)
    assert [x for x, _ in points] == sorted({x for x, _ in points})
    assert set(bends) <= set(points)
    for x, y in points:
        e_eps = F(math.exp(x)).limit_denominator(10**9)
        assert math.isclose(y, profile(max(F(1), e_eps)), rel_tol=1e-6, abs_tol=1e-9)
    assert all(F(y) >= delta for (_, y), (_, delta) in zip(bends, profile.vertices, strict=True))


def test_between_vertices_a_curve_is_linear_in_e() -> None:
    points, bends = over_epsilon([(F(1), F(1, 2)), (F(3), F(0))])
    assert bends == ((0.0, 0.5), (math.log(3), 0.0))
    assert len(points) > 50
    assert all(math.isclose(y, (3 - math.exp(x)) / 4, abs_tol=1e-12) for x, y in points)


def test_numbers_of_any_length_have_a_place() -> None:
    assert epsilon(F(10**400)) == pytest.approx(400 * math.log(10))
    points, _ = over_epsilon([(F(1), F(1)), (F(10) ** 500, F(0))])
    assert all(0 <= y <= 1 and math.isfinite(x) for x, y in points)
    assert line("", [(F(1), F(1, 3)), (F(2), F(0)), (F(9), F(0))]).points[-1][0] == math.log(2)


@pytest.mark.parametrize("parameters", [[with_e_eps("3/2")] * 3, [with_epsilon("0.1", "1e-9")] * 20])
def test_a_composition_is_drawn_through_what_it_is_at_each_loss_from_above(parameters: list) -> None:  # type: ignore[type-arg]
    composition = compose_mechanisms(parameters)
    drawn = Sampled("", lambda epsilon: composition.delta(ExponentialLoss(epsilon)).high).line(F(1))
    heights = dict(drawn.points)
    for x, y in drawn.points[:: len(drawn.points) // 20]:
        e_eps = rational_loss(F(math.exp(x)).limit_denominator(10**12) if x else 1)
        assert y >= float(composition.delta(e_eps).low) * (1 - 1e-9)
    assert F(heights[0.0]) >= composition.delta(rational_loss(1)).high


@pytest.mark.parametrize("falls", [F(1, 10), F(6), F(700)])
def test_what_is_sampled_falls_where_it_does_however_flat_it_begins(falls: F) -> None:
    steep = Sampled("steep", lambda epsilon: F(1, 2) if epsilon < falls else F(0))
    far = line("far", [(F(1), F(1, 2)), (F(10) ** 400, F(0))])
    drawn = profile_chart("", "", [steep, far]).lines[0].points
    assert max(x for x, y in drawn if y) == pytest.approx(float(falls), rel=1e-2)
    assert drawn[-1] == (profile_chart("", "", [steep, far]).right, 0)
    assert falls <= profile_chart("", "", [steep]).right


@pytest.mark.parametrize("far", [F(1, 10**14), F(1, 10**16), F(1, 10**300), F(1), F(10) ** 300])
def test_an_epsilon_is_the_logarithm_however_close_to_nothing(far: F) -> None:
    with precision(2000):
        exact = float(rational_loss(1 + far).logarithm().mid())
    assert epsilon(1 + far) == pytest.approx(exact, rel=1e-15, abs=0)
