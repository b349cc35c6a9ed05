"""`concomp compose --plot`: what lists of mechanisms lose together, in one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from concomp.cli.compositions.answers import Answers, loss_text
from concomp.cli.errors import BadInput, Undecided
from concomp.impl.accounting.fixed_mechanisms import Between, Composition
from concomp.impl.accounting.losses import epsilon_of
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
    """A list of mechanisms, composed, and what it is called."""

    name: str
    composition: Composition


def compositions_drawn(lists: Sequence[Named], answers: Answers) -> Chart:
    """The curves of lists, the first of which was asked about; Undecided."""
    title = "δ of each composition at every ε" if len(lists) > 1 else "δ of the composition at every ε"
    note = "Fixed in advance, used concurrently and adaptively; bounds are drawn rounded up"
    for each in lists:
        if isinstance(each.composition, Between):
            raise BadInput(f"--plot: {each.name}: has a mechanism that is asked again and again: {ALONE}")
    try:
        small = _small([_above(each.composition, Fraction(0)) for each in lists], answers.delta)
        right = max(_right(each.composition, small) for each in lists)
        curves = [(each.name, samples(partial(_above, each.composition), right, small)) for each in lists]
    except NotDecided as error:
        raise Undecided(f"--plot: {error}") from None
    return composition_chart(title, note, curves, _marks(answers, right), float(small))


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


def _above(composition: Composition, epsilon: Fraction) -> Fraction:
    """A δ that suffices at ε."""
    return composition.delta(ExponentialLoss(epsilon)).high


def _small(at_zero: Sequence[Fraction], asked: Fraction | None) -> Fraction:
    """The δ below which nothing is drawn."""
    largest = max(at_zero)
    small = min(SMALL, largest / 1000) if largest else SMALL
    return max(LEAST, min(small, asked / 10) if asked else small)


def _right(composition: Composition, small: Fraction) -> Fraction:
    """The ε from which on a curve is not drawn."""
    low_enough = max(small, composition.delta_in_the_end.high * HARDLY)
    high = Fraction(1, 8)
    while high < FARTHEST and _above(composition, high) > low_enough:
        high *= 2
    while high > NEAREST and _above(composition, high / 2) <= low_enough:
        high /= 2
    low = high / 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if _above(composition, middle) <= low_enough else (middle, high)
    return high


def _marks(answers: Answers, right: Fraction) -> Iterator[Mark]:
    """What was asked and found, where it lies in the picture."""
    for loss, delta in zip(answers.at, answers.deltas, strict=True):
        at = _epsilon(loss)
        if at <= right and delta.high > 0:
            yield Mark(f"δ {at_most(delta.high)} at {loss_text(loss)}", (float(at), float(delta.high)))
    if answers.delta is not None and answers.least is not None and answers.delta > 0:
        epsilon = epsilon_of(answers.least).high
        if epsilon <= right:
            yield Mark(
                f"ε {at_most(epsilon)} for δ = {approximate(answers.delta)}", (float(epsilon), float(answers.delta))
            )


def _epsilon(loss: PureLoss) -> Fraction:
    return loss.epsilon if isinstance(loss, ExponentialLoss) else epsilon_of(known(loss.e_eps)).high
