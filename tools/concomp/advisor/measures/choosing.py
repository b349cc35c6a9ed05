"""On which scale a plan's losses are counted, and the plan's situation on a scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from concomp.advisor.hypotheses.situation import Situation
from concomp.advisor.losses.measured import Measured
from concomp.advisor.losses.scale import Scale, brought
from concomp.advisor.losses.stated import Stated, Unsaid
from concomp.advisor.plans.plan import Plan
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.parameters import PrivacyLoss
from concomp.model.laws.measures import Measure

DELTA = Fraction(1, 10**6)
"""The δ for which the least E is given if a plan asks for nothing."""
PREFERRED = [Measure.ZCDP, Measure.TCDP, Measure.RENYI, Measure.FDP, Measure.APPROXIMATE]
"""The measures that a plan without one is brought to, those first on which most is known."""
ORDERS = tuple(map(Fraction, (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)))
"""The orders that are tried, of a plan that names none."""


def delta_asked(plan: Plan) -> Fraction:
    """The δ at which measures are compared: the first asked for, the target's, or DELTA."""
    asked = [*plan.at_delta, *([] if plan.target is None else [plan.target.delta])]
    return next((delta for delta in asked if delta), DELTA)


def scale_of(plan: Plan, losses: tuple[Stated, ...]) -> Scale:
    """The scale that a plan names, or the first to which all of its losses can be brought."""
    if plan.measure is None:
        known = sorted(scales(plan, losses), key=lambda scale: PREFERRED.index(scale.measure))
        return next(scale for scale in known if _says_all(losses, scale))
    measure = Measure(plan.measure)
    return next(scale for scale in scales(plan, losses) if scale.measure is measure)


def scales(plan: Plan, losses: tuple[Stated, ...]) -> Iterator[Scale]:
    """All scales on which a plan can be looked at, of those of Rényi at one order only that of the plan's own."""
    yield from (Scale(Measure.ZCDP), Scale(Measure.FDP), *_approximate(plan))
    ends = [loss.omega for loss in losses if isinstance(loss, TCDP)]
    ends += [loss.order for loss in losses if isinstance(loss, RenyiLoss)]
    if ends:
        yield Scale(Measure.TCDP, omega=min(ends))
    yield from (Scale(Measure.RENYI, order) for order in ([plan.one_order] if plan.one_order else ORDERS))


def _approximate(plan: Plan) -> list[Scale]:
    """(ε, δ), where half of the δ that is asked for is shared by those that are touched, or by all that are created."""
    counts = dict.fromkeys(each for each in (plan.at_most, plan.created_at_most or plan.created) if each is not None)
    return [Scale(Measure.APPROXIMATE, delta=delta_asked(plan) / (2 * count)) for count in counts] or [
        Scale(Measure.APPROXIMATE)
    ]


def _says_all(losses: tuple[Stated, ...], scale: Scale) -> bool:
    return scale.measure is Measure.APPROXIMATE or not any(isinstance(brought(each, scale), Unsaid) for each in losses)


def on_scale(situation: Situation, budget: Stated | None, finite: bool, scale: Scale) -> Situation | Unsaid:
    """The situation of a plan on a scale; of (ε, δ), why there is none if some loss says nothing."""
    losses = tuple(
        (each.name, brought(each.loss, replace(scale, delta=each.at_delta or scale.delta))) for each in situation.kinds
    )
    spent = None if budget is None else brought(budget, scale)
    if scale.measure is not Measure.APPROXIMATE:
        return replace(situation, measured=Measured(scale, losses, spent, finite))
    found = Measured(scale, losses, spent)
    if found.unsaid:
        return found.unsaid[0][1]
    labels = [loss for loss in found.said if isinstance(loss, PrivacyLoss)]
    kinds = tuple(replace(kind, label=label) for kind, label in zip(situation.kinds, labels, strict=True))
    return replace(situation, kinds=kinds, budget=spent if isinstance(spent, PrivacyLoss) else None, measured=None)
