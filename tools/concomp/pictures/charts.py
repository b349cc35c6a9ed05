"""What is charted: profiles in both directions with the bound of a theorem, compositions, and trade-off functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

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
SMALL, HARDLY = Fraction(1, 10**9), Fraction(101, 100)
NEAREST, FARTHEST = Fraction(1, 4), Fraction(1 << 10)
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


@dataclass(frozen=True)
class Sampled:
    """A curve of which no vertices are known.

    delta: a δ that suffices at an ε, which falls; None where there is none. count: how many samples are taken.
    """

    name: str
    delta: Callable[[Fraction], Fraction | None]
    style: Style = "found"
    count: int = SAMPLES

    @cached_property
    def reach(self) -> Fraction:
        """The ε from where on δ is small, or hardly falls any more, however far one goes."""
        in_the_end = self.delta(FARTHEST)
        if in_the_end is None:
            return FARTHEST
        low_enough = max(SMALL, in_the_end * HARDLY)
        right = NEAREST
        while right < FARTHEST and ((here := self.delta(right)) is None or here > low_enough):
            right *= 2
        return right

    def line(self, right: Fraction) -> Line:
        """The curve up to an ε."""
        return Line(self.name, joined(samples(self.delta, right, count=self.count)), (), self.style)


def samples(
    delta: Callable[[Fraction], Fraction | None],
    right: Fraction,
    floor: Fraction = Fraction(0),
    count: int = SAMPLES,
) -> list[Point]:
    """A curve at evenly spaced ε up to the right, and ever more closely to where it falls to the floor."""
    asked = ((at, delta(at)) for at in (right * place / count for place in range(count + 1)))
    found = {at: here for at, here in asked if here is not None}
    low = max((at for at in found if found[at] > floor), default=right)
    high = min((at for at in found if at > low), default=right)
    for _ in range(CLOSER):
        middle = (low + high) / 2
        if low < high and (here := delta(middle)) is not None:
            found[middle] = here
            low, high = (middle, high) if here > floor else (low, middle)
    return [(float(at), float_above(found[at])) for at in sorted(found)]


def profile_chart(title: str, note: str, curves: Iterable[Line | Sampled], marks: Iterable[Mark] = ()) -> Chart:
    """Profiles, as they are: δ from 0 on. What is sampled is so up to the end of the axis."""
    drawn, points = tuple(curves), tuple(marks)
    ends = [float(each.reach) if isinstance(each, Sampled) else each.points[-1][0] for each in drawn]
    right = max([*ends, *(mark.point[0] for mark in points)]) * ROOM or 1.0
    lines = tuple(each.line(Fraction(right)) if isinstance(each, Sampled) else each for each in drawn)
    return Chart(title, note, EPSILON, DELTA, right, lines, points)


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
