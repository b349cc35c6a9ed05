"""What is charted: profiles in both directions with the bound of a theorem, compositions, and trade-off functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from concomp.door.answers import float_above
from concomp.model.laws.curve import Curve
from concomp.model.laws.profile import Profile
from concomp.pictures.chart import Chart, Line, Mark, Style, Vertex, over_epsilon
from concomp.pictures.joining import Point, joined

EPSILON, DELTA = "ε (nats)", "δ (probability)"
ROOM = 1.12
"""The part of the x axis beyond the last vertex."""
SAMPLES = 240
CLOSER = 12
"""How often what is left between two samples is halved, where a curve falls to the floor."""
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
    return Line(name, joined(samples(delta, right)), (), style)


def samples(delta: Callable[[Fraction], Fraction], right: Fraction, floor: Fraction = Fraction(0)) -> list[Point]:
    """A curve at evenly spaced ε up to the right, and ever more closely to where it falls to the floor."""
    found = {at: delta(at) for at in (right * place / SAMPLES for place in range(SAMPLES + 1))}
    low = max((at for at in found if found[at] > floor), default=right)
    high = min((at for at in found if at > low), default=right)
    for _ in range(CLOSER):
        if low < high:
            middle = (low + high) / 2
            found[middle] = delta(middle)
            low, high = (middle, high) if found[middle] > floor else (low, middle)
    return [(float(at), float_above(found[at])) for at in sorted(found)]


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


def composition_chart(
    title: str, note: str, curves: Sequence[tuple[str, Sequence[Point]]], marks: Iterable[Mark], floor: float
) -> Chart:
    """Compositions by points (ε, δ), of which small δ matter: on a logarithmic axis, and no further than this δ."""
    lines = tuple(_down_to(floor, name, points) for name, points in curves)
    seen = tuple(mark for mark in marks if mark.point[1] >= floor)
    return Chart(title, note, EPSILON, DELTA, max(points[-1][0] for _, points in curves), lines, seen, floor)


def _down_to(floor: float, name: str, points: Sequence[Point]) -> Line:
    """A line that ends where it falls below the axis; what lies below as a whole is named alone."""
    seen = joined(points, floor)
    return Line(name if seen else f"{name} (below {floor:.0e})", seen)


def trade_off_chart(title: str, note: str, functions: Iterable[tuple[str, Sequence[Vertex]]]) -> Chart:
    """Trade-off functions by their vertices (α, β), below that of what tells nothing."""
    corners = [(name, tuple((float(a), -float_above(-b)) for a, b in vertices)) for name, vertices in functions]
    lines = [Line(name, points, points) for name, points in corners]
    nothing = Line("nothing is told: 1 − α", ((0.0, 1.0), (1.0, 0.0)), style="reference")
    return Chart(title, note, "α (chance of a false alarm)", "β (chance of a miss)", 1.0, (*lines, nothing))
