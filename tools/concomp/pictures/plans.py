"""The pictures of an advice: what a theorem guarantees of a plan, and how its own mechanisms are attacked."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import partial

from concomp.advisor.advice import Advice
from concomp.advisor.guarantees.guarantee import Guarantee
from concomp.impl.accounting.losses import decimals_around
from concomp.impl.accounting.parameters import ExponentialLoss
from concomp.model.mechanisms.positions import TooLarge
from concomp.pictures.attacker import NoPlan, attacker_picture
from concomp.pictures.chart import Chart, Line, Style
from concomp.pictures.charts import Sampled, both_directions, line, profile_chart
from concomp.pictures.picture import Picture

SAMPLES = 96
DIGITS = 12


def guarantee_line(advice: Advice, style: Style) -> Line | Sampled | None:
    """The guarantee of the theorem that was chosen; None if there is none, or it says nothing at any ε."""
    chosen = advice.chosen
    if chosen is None or chosen.guarantee is None:
        return None
    name = f"guaranteed by {chosen.theorem.statement}"
    vertices = chosen.guarantee.profile()
    if vertices:
        return line(name, vertices, style)
    sampled = Sampled(name, partial(_above, chosen.guarantee), style, SAMPLES)
    return None if sampled.delta(sampled.reach) is None else sampled


def guarantee_chart(advice: Advice, name: str) -> Chart | None:
    """The guarantee, and beside it what the plan's own mechanisms lose, if they are in files and few."""
    bound = guarantee_line(advice, "found")
    if bound is None:
        return None
    own: tuple[Line, ...] = ()
    if advice.own is not None:
        try:
            own = both_directions(advice.own.audit.curve.of_the_model())
        except TooLarge:
            own = ()
    lines = (bound, *(Line(f"lost by your own: {each.name}", each.points, each.bends) for each in own))
    return profile_chart(
        f"{name}: δ at every ε", "Against every adaptive adversary; bounds are drawn rounded up", lines
    )


def pictures_of(advice: Advice, name: str) -> dict[str, Picture]:
    """What is drawn on the page of an advice: what is "guaranteed", and the "attacker" of the plan's own mechanisms."""
    pictures: dict[str, Picture] = {}
    chart = guarantee_chart(advice, name)
    if chart is not None:
        pictures["guaranteed"] = chart
    if advice.own is not None and advice.own_attack is not None:
        with suppress(NoPlan):
            pictures["attacker"] = attacker_picture(name, advice.own.document, advice.own_attack)
    return pictures


def _above(guarantee: Guarantee, epsilon: Fraction) -> Fraction | None:
    """A δ that is guaranteed at ε: that of an E just below e^ε."""
    found = guarantee.delta(decimals_around(ExponentialLoss(epsilon), DIGITS).low if epsilon else Fraction(1))
    return None if found is None else found.high
