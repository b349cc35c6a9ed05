"""`concomp compose --plot`: what lists of mechanisms lose together, in one picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from concomp.cli.compositions.answers import Answers, loss_text
from concomp.cli.compositions.conversions import Converted
from concomp.cli.errors import BadInput, Undecided
from concomp.impl.accounting.fixed_mechanisms import Between, Composition
from concomp.impl.accounting.losses import epsilon_of
from concomp.impl.accounting.measures.conversion import delta_at
from concomp.impl.accounting.measures.curves import RenyiCurve
from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.optimal.tails import Undecided as NotDecided
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss
from concomp.pictures.chart import Chart, Mark
from concomp.pictures.charts import composition_chart, samples, trade_off_chart
from concomp.report.quantities import approximate, at_most
from concomp.report.text import shorten

if TYPE_CHECKING:
    from concomp.schemas.measures import MeasureOutput

SMALL = Fraction(1, 10**9)
"""Curves are drawn until δ is no larger, a tenth of the δ asked about, or hardly falls any more; where none is as large
at ε = 0, a thousandth of the largest."""
LEAST = Fraction(1, 10**290)
"""What floats show."""
HARDLY = Fraction(21, 20)
NEAREST, FARTHEST = Fraction(1, 1 << 20), Fraction(1 << 10)
"""The ε axis ends between these."""
ALONE = "its curve takes too long here: ask at single eps, or draw the mechanism alone by audit"
LETTERS = 48
STEPS = 8
"""How often the end of the ε axis is made more exact."""


@dataclass(frozen=True)
class Named:
    """A list of mechanisms, composed, and what it is called.

    above: a δ that suffices at each ε. in_the_end: one that does for every ε large enough.
    """

    name: str
    above: Callable[[Fraction], Fraction]
    in_the_end: Fraction


@dataclass(frozen=True)
class Found:
    """What was asked about the first list, and found: a δ at each loss, and an ε for a δ."""

    deltas: Sequence[tuple[PureLoss, Fraction]]
    delta: Fraction | None
    epsilon: Fraction | None


def found_exactly(answers: Answers) -> Found:
    """What was found of parameters, laws and profiles: the upper bounds."""
    least = None if answers.least is None else epsilon_of(answers.least).high
    return Found(
        [(loss, delta.high) for loss, delta in zip(answers.at, answers.deltas, strict=True)], answers.delta, least
    )


def found_by_moments(converted: Converted) -> Found:
    """What follows from moments."""
    return Found(list(zip(converted.at, converted.deltas, strict=True)), converted.delta, converted.epsilon)


def named(name: str, composition: Composition) -> Named:
    """A list that was composed by parameters, laws or profiles; BadInput if its curve takes too long."""
    if isinstance(composition, Between):
        raise BadInput(f"--plot: {name}: has a mechanism that is asked again and again: {ALONE}")
    above = _above(lambda loss: composition.delta(loss).high)
    return Named(name, above, composition.delta_in_the_end.high)


def named_by_moments(name: str, curve: RenyiCurve | None) -> Named:
    """A list that was composed by its moments, None where they are infinite: the δ that follows from them."""
    if curve is None:
        return Named(name, lambda _: Fraction(1), Fraction(1))
    above = _above(lambda loss: delta_at(curve, loss))
    return Named(name, above, above(FARTHEST))


def compositions_drawn(lists: Sequence[Named], found: Found) -> Chart:
    """The curves of lists, the first of which was asked about; Undecided."""
    title = "δ of each composition at every ε" if len(lists) > 1 else "δ of the composition at every ε"
    note = "Fixed in advance, used concurrently and adaptively; bounds are drawn rounded up"
    try:
        small = _small([each.above(Fraction(0)) for each in lists], found.delta)
        right = max([*(_right(each, small) for each in lists), *_asked(found)])
        curves = [(each.name, samples(each.above, right, small)) for each in lists]
    except NotDecided as error:
        raise Undecided(f"--plot: {error}") from None
    marks = [*_marks(found)]
    if any(mark.point[1] < small for mark in marks):
        note = f"{note}; below {float(small):.0e} nothing is drawn"
    return composition_chart(title, note, curves, marks, float(small))


def trade_off_drawn(name: str, found: MeasureOutput) -> Chart | None:
    """The trade-off function of a composition; None if the measure is another, or it bends too often."""
    if found["measure"] != "fdp" or found["trade_off"] is None:
        return None
    vertices = [(Fraction(alpha), Fraction(beta)) for alpha, beta in found["trade_off"]]
    note = "A test between two neighbouring data sets, against every adaptive adversary"
    return trade_off_chart("What a test of the composition achieves", note, [(name, vertices)])


def listed(texts: Sequence[str], count: str | None) -> str:
    """What a list is called that options give."""
    times = "" if count is None else f"{count} × "
    return shorten(f"{times}{' + '.join(texts)}", LETTERS)


def _above(delta: Callable[[PureLoss], Fraction]) -> Callable[[Fraction], Fraction]:
    """The same, of ε."""
    return lambda epsilon: delta(ExponentialLoss(epsilon))


def _small(at_zero: Sequence[Fraction], asked: Fraction | None) -> Fraction:
    """The δ below which nothing is drawn."""
    largest = max(at_zero)
    small = min(SMALL, largest / 1000) if largest else SMALL
    return max(LEAST, min(small, asked / 10) if asked else small)


def _right(each: Named, small: Fraction) -> Fraction:
    """The ε from which on a curve is not drawn."""
    low_enough = max(small, each.in_the_end * HARDLY)
    high = Fraction(1, 8)
    while high < FARTHEST and each.above(high) > low_enough:
        high *= 2
    while high > NEAREST and each.above(high / 2) <= low_enough:
        high /= 2
    low = high / 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if each.above(middle) <= low_enough else (middle, high)
    return high


def _asked(found: Found) -> Iterator[Fraction]:
    """Each ε that was asked or found, so that none lies beyond the picture."""
    yield from (_epsilon(loss) for loss, _ in found.deltas)
    if found.epsilon is not None:
        yield found.epsilon


def _marks(found: Found) -> Iterator[Mark]:
    """What was asked and found, where it lies in the picture."""
    for loss, delta in found.deltas:
        if delta > 0:
            yield Mark(f"δ {at_most(delta)} at {loss_text(loss)}", (float(_epsilon(loss)), float(delta)))
    if found.delta is not None and found.epsilon is not None and found.delta > 0:
        name = f"ε {at_most(found.epsilon)} for δ = {approximate(found.delta)}"
        yield Mark(name, (float(found.epsilon), float(found.delta)))


def _epsilon(loss: PureLoss) -> Fraction:
    return loss.epsilon if isinstance(loss, ExponentialLoss) else epsilon_of(known(loss.e_eps)).high
