"""What is charted: profiles in both directions with the bound of a theorem, compositions, and trade-off functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from concomp.door.answers import float_above
from concomp.model.laws.curve import Curve
from concomp.model.laws.profile import Profile
from concomp.pictures.chart import Chart, Line, Mark, Style, Vertex, joined, over_epsilon

EPSILON, DELTA = "ε (nats)", "δ (probability)"
ROOM = 1.12
"""The part of the x axis beyond the last vertex."""
SAMPLES = 240
SMALL, FARTHEST = Fraction(1, 10**9), Fraction(64)
ONE = Fraction(1)


def directions(curve: Curve) -> tuple[Profile, Profile]:
    """The least δ of world 0 over world 1 for every E, and of world 1 over world 0, from the curve of both."""
    later = [knee for knee, _ in curve.hinges if knee > 1]
    earlier = sorted(1 / knee for knee, _ in curve.hinges if knee < 1)
    return (
        Profile(tuple((e_eps, curve.forward(e_eps)) for e_eps in (ONE, *later))),
        Profile(tuple((e_eps, curve.backward(e_eps)) for e_eps in (ONE, *earlier))),
    )


def line(name: str, vertices: Sequence[Vertex], style: Style = "found") -> Line:
    """A profile by its vertices (E, δ)."""
    falling = [*vertices]
    while len(falling) > 1 and falling[-1][1] == falling[-2][1]:
        falling.pop()
    points, bends = over_epsilon(falling)
    return Line(name, points, bends if style == "found" else (), style)


def both_directions(curve: Curve) -> tuple[Line, ...]:
    """The profiles of both directions; one line where they are the same."""
    forward, backward = directions(curve)
    if forward == backward:
        return (line("both directions", forward.vertices),)
    return line("world 0 over world 1", forward.vertices), line("world 1 over world 0", backward.vertices)


def sampled(name: str, delta: Callable[[Fraction], Fraction], right: Fraction, style: Style = "found") -> Line:
    """A curve of which δ is known at each ε, exactly or from above, at evenly spaced ε up to the right."""
    at = [right * place / SAMPLES for place in range(SAMPLES + 1)]
    return Line(name, joined([(float(epsilon), float_above(delta(epsilon))) for epsilon in at]), (), style)


def reach(delta: Callable[[Fraction], Fraction | None]) -> Fraction:
    """The ε from where δ is small, or hardly falls any more; delta: a δ at an ε, None where there is none."""
    right = Fraction(1, 4)
    while right < FARTHEST:
        here, there = delta(right), delta(2 * right)
        if here is not None and (here <= SMALL or (there is not None and here - there <= here / 100)):
            return right
        right *= 2
    return right


def profile_chart(title: str, note: str, lines: Iterable[Line], marks: Iterable[Mark] = ()) -> Chart:
    """Profiles, as they are: δ from 0 on."""
    drawn, points = tuple(lines), tuple(marks)
    last = max([each.points[-1][0] for each in drawn] + [mark.point[0] for mark in points])
    return Chart(title, note, EPSILON, DELTA, last * ROOM or 1.0, drawn, points)


def composition_chart(title: str, note: str, lines: Iterable[Line], marks: Iterable[Mark], floor: Fraction) -> Chart:
    """Compositions, of which small δ matter: on a logarithmic axis, that ends at this δ at the latest."""
    drawn, points = tuple(lines), tuple(marks)
    last = max(each.points[-1][0] for each in drawn)
    return Chart(title, note, EPSILON, DELTA, last, drawn, points, float(floor))


def trade_off_chart(title: str, note: str, functions: Iterable[tuple[str, Sequence[Vertex]]]) -> Chart:
    """Trade-off functions by their vertices (α, β), below that of what tells nothing."""
    corners = [(name, tuple((float(a), float(b)) for a, b in vertices)) for name, vertices in functions]
    lines = [Line(name, points, points) for name, points in corners]
    nothing = Line("nothing is told: 1 − α", ((0.0, 1.0), (1.0, 0.0)), style="reference")
    return Chart(title, note, "α (chance of a false alarm)", "β (chance of a miss)", 1.0, (*lines, nothing))
