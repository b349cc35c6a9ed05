"""Advice: which theorem covers a plan, what it guarantees, why the others do not apply, and what can go wrong.

The answer is data; words are made of it elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import islice
from math import ceil, prod
from pathlib import Path
from typing import Literal

from concomp.advisor.examination import situation_of
from concomp.advisor.facts.routers import RouterFacts
from concomp.advisor.guarantees.attack import Attack, Own, attack, own_attack, own_mechanisms
from concomp.advisor.guarantees.guarantee import Guarantee
from concomp.advisor.guarantees.targets import Reached, reaches
from concomp.advisor.guarantees.theorems import Printed, Theorem, findings
from concomp.advisor.hypotheses.conditions import Finding, Hypothesis
from concomp.advisor.hypotheses.situation import Situation
from concomp.advisor.measures.choosing import DELTA
from concomp.advisor.measures.leaks import Leak, leak
from concomp.advisor.measures.side_by_side import Beside, side_by_side
from concomp.advisor.measures.theorems import theorems_on
from concomp.advisor.plans.plan import Plan
from concomp.advisor.provers import Examiner
from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, RationalLoss
from concomp.model.laws.measures import Measure
from concomp.model.registry.registry import Registry
from concomp.report.attackers import Attacker
from concomp.report.quantities import short, shown

LONG, MANY = 16, Fraction(3)
"""Of more losses than this it is not asked what they add up to, but what is guaranteed at this E."""
NEAT = 1000
Outcome = Literal["advice", "missed", "undecided"]


class UntrustedSource(ValueError):
    """Thrown when advice would rest on a statement that is false as it stands."""


@dataclass(frozen=True)
class Considered:
    """A theorem, what became of its hypotheses, and its guarantee if it applies."""

    theorem: Theorem
    findings: tuple[tuple[Hypothesis, Finding], ...]
    guarantee: Guarantee | None

    @property
    def failing(self) -> tuple[tuple[Hypothesis, Finding], ...]:
        """The hypotheses that do not hold, or of which that is not known."""
        return tuple(each for each in self.findings if each[1].status in ("fails", "unknown"))

    @property
    def declared(self) -> tuple[str, ...]:
        """The hypotheses that are taken from the plan."""
        return tuple(hypothesis.text for hypothesis, finding in self.findings if finding.status == "declared")


@dataclass(frozen=True)
class Change:
    """What to change in the plan: the theorem that then applies, and its hypothesis that does not hold yet."""

    theorem: Theorem
    hypothesis: Hypothesis
    finding: Finding
    is_enough: bool


@dataclass(frozen=True)
class Comparison:
    """What is guaranteed at one E, and the exact value for the plan's own mechanisms where it can be had."""

    e_eps: Fraction
    delta: Bounds | None
    exact: Fraction | None


@dataclass(frozen=True)
class FalseClaim:
    """What would be said of the plan by a statement that is false as printed; deltas: by E."""

    statement: str
    printed: Printed
    deltas: tuple[tuple[Fraction, Bounds], ...]


@dataclass(frozen=True, repr=False)
class Advice:
    """The answer.

    chosen: the theorem with the best guarantee, None if none applies. considered: all of them, in the order of the
    table. at_e: the guarantee at every E that was asked for. at_delta: the least E for every δ.
    target, reached: what was demanded, and whether it is guaranteed. fewer: the largest k with which the target would
    be reached, if it is missed.
    as_printed: what statements that are false would say. attack: what mechanisms with these labels can lose.
    own: the plan's own mechanisms, if all are in files. own_attack: the adversary against them, if it reaches more than
    the optimal composition of the slots.
    leak: the same of a plan in another measure. beside: such a plan in all measures side by side.
    discrete: the advice on the plan with the discrete twin of each noise, if some noise is continuous.
    """

    plan: Plan
    situation: Situation
    considered: tuple[Considered, ...]
    chosen: Considered | None
    at_e: tuple[Comparison, ...]
    at_delta: tuple[tuple[Fraction, Bounds | None], ...]
    target: PrivacyLoss | None
    reached: Reached | None
    fewer: int | None
    as_printed: tuple[FalseClaim, ...]
    attack: Attack | None
    own: Own | None
    own_attack: Attacker | None
    leak: Leak | None
    beside: tuple[Beside, ...]
    discrete: Advice | None

    @cached_property
    def change(self) -> Change | None:
        """The one change that comes nearest to a guarantee, where no theorem applies; None if there is no such."""
        if self.chosen is not None:
            return None
        open_to = [each for each in self.considered if each.failing and all(f.change for _, f in each.failing)]
        nearest = min(open_to, key=_distance, default=None)
        if nearest is None:
            return None
        hypothesis, finding = nearest.failing[0]
        return Change(nearest.theorem, hypothesis, finding, len(nearest.failing) == 1)

    @property
    def router(self) -> RouterFacts | None:
        """The router of the plan, if it is proved and the answer rests on that."""
        found = self.situation.router
        return found if found is not None and found.word == "proved" and self.chosen is not None else None

    @property
    def may_be_covered(self) -> bool:
        """Whether more theorems may apply than are known to: whether one asks nothing but what was not decided."""
        return any(_only_unknown(each) for each in self.considered)

    @property
    def outcome(self) -> Outcome:
        """What it comes to: advice, a target that is missed, or an answer that was not found."""
        if self.chosen is None and self.may_be_covered:
            return "undecided"
        if self.reached == "missed":
            return "missed"
        return "undecided" if self.reached == "undecided" else "advice"

    def __repr__(self) -> str:
        if self.chosen is None:
            return f"<no theorem {'is known to cover' if self.outcome == 'undecided' else 'covers'} this plan>"
        known = [(each.e_eps, each.delta) for each in self.at_e if each.delta is not None]
        promised = [f"δ {shown(delta)} at E = {short(e_eps)}" for e_eps, delta in known]
        if not self.at_e:
            least = [(delta, each) for delta, each in self.at_delta if each is not None]
            promised = [f"E {shown(each)} for δ = {short(delta)}" for delta, each in least]
        target = "" if self.reached is None else f"; the target is {self.reached}"
        return f"<{self.chosen.theorem.statement} guarantees {', '.join(promised) or 'nothing at this E'}{target}>"


def advice_on(
    plan: Plan,
    folder: Path,
    examine: Examiner,
    registry: Registry,
    source: str = "the plan",
    above: tuple[Path, ...] = (),
    theorems: Sequence[Theorem] | None = None,
) -> Advice:
    """The advice on a plan.

    folder: from where the plan names files. examine: finds out about verification functions. source: what the plan is
    called in errors. above: the files of the plans that it is nested in, itself included. theorems: what is considered,
    unless it is given what is about the plan's measure.
    Raises PlanError if the plan cannot be used, UntrustedSource if a theorem of the table is false.
    """
    promise = partial(_promise, examine=examine, registry=registry)
    situation = situation_of(plan, folder, source, above, examine, promise)
    table = theorems_on(situation) if theorems is None else theorems
    demand_trusted(table, registry)
    considered = tuple(consider(each, situation) for each in table)
    target = None if plan.target is None else plan.target.component(f"{source}: target")
    judged = _comparison_point(plan, target, situation)
    chosen = _best(considered, judged)
    own = own_mechanisms(situation)
    asked = tuple(plan.at_E) or (() if situation.measured else (judged,))
    reached = None if target is None else _target_status(considered, chosen, target, situation)
    return Advice(
        plan,
        situation,
        considered,
        chosen,
        tuple(_comparison(each, chosen, own) for each in asked),
        _least(plan, chosen),
        target,
        reached,
        _fewer(situation, target, table) if target is not None and reached == "missed" else None,
        tuple(false_claims(considered, situation, asked, registry)),
        attack(situation, plan.at_E[0] if plan.at_E else None),
        own,
        own_attack(situation, own, judged),
        leak(situation),
        side_by_side(situation, plan, source) if plan.is_measured else (),
        advice_on(plan.with_discrete_noise(), folder, examine, registry, source, above, theorems)
        if plan.has_continuous_noise and not _asks_for_finitely_many(situation)
        else None,
    )


def _asks_for_finitely_many(situation: Situation) -> bool:
    """Whether discrete answers would not be enough."""
    return situation.measured is not None and situation.measured.scale.measure is Measure.FDP


def demand_trusted(theorems: Sequence[Theorem], registry: Registry) -> None:
    """UntrustedSource if a theorem is false as the registry has it."""
    for each in theorems:
        if registry.truth(each.statement) == "false":
            remedy = registry.repair_of(each.statement) or "no statement"
            raise UntrustedSource(f"{each.statement} is false as printed: {remedy} is what may be rested on")
        repaired = registry.lookup(each.statement).repairs
        if each.printed is not None and repaired not in registry.errata[each.printed.erratum].refutes:
            raise UntrustedSource(f"{each.printed.erratum} does not refute what {each.statement} repairs")


def consider(theorem: Theorem, situation: Situation) -> Considered:
    """A theorem in the light of a situation."""
    found = findings(theorem, situation)
    applies = all(finding.status in ("holds", "declared") for _, finding in found)
    return Considered(theorem, found, theorem.guarantee(situation) if applies else None)


def _promise(
    plan: Plan, folder: Path, above: tuple[Path, ...], *, examine: Examiner, registry: Registry
) -> tuple[Guarantee, tuple[str, ...]] | None:
    chosen = advice_on(plan, folder, examine, registry, str(above[-1].name), above).chosen
    return None if chosen is None or chosen.guarantee is None else (chosen.guarantee, chosen.declared)


def _comparison_point(plan: Plan, target: PrivacyLoss | None, situation: Situation) -> Fraction:
    """The E at which guarantees are compared: the first asked for, the target's, or what the losses add up to."""
    if plan.at_E:
        return plan.at_E[0]
    aim = target or situation.budget
    if aim is not None:
        return _neat(aim.loss)
    if situation.measured is not None:
        return MANY
    touched = situation.listed if situation.at_most is None else situation.touched
    losses = [_neat(each.loss) for each in islice(touched or (), LONG + 1)]
    return MANY if len(losses) > LONG else prod(losses, start=Fraction(1))


def _neat(loss: PureLoss) -> Fraction:
    """e^ε if that is rational, else a little more than that."""
    return loss.e_eps if isinstance(loss, RationalLoss) else Fraction(ceil(rational_bounds(loss)[1] * NEAT), NEAT)


def _best(considered: Sequence[Considered], e_eps: Fraction) -> Considered | None:
    """The theorem that guarantees most, the first among equals."""

    def promised(each: Considered) -> Fraction:
        assert each.guarantee is not None
        found = each.guarantee.delta(e_eps)
        return Fraction(1) if found is None else found.high

    return min((each for each in considered if each.guarantee is not None), key=promised, default=None)


def _comparison(e_eps: Fraction, chosen: Considered | None, own: Own | None) -> Comparison:
    guaranteed = None if chosen is None or chosen.guarantee is None else chosen.guarantee.delta(e_eps)
    return Comparison(e_eps, guaranteed, None if own is None else own.delta(e_eps))


def false_claims(
    considered: Sequence[Considered], situation: Situation, asked: Sequence[Fraction], registry: Registry
) -> Iterator[FalseClaim]:
    """What false statements would say, each once, where its repaired form applies."""
    seen: set[str] = set()
    for each in considered:
        false, printed = registry.lookup(each.theorem.statement).repairs, each.theorem.printed
        if each.guarantee is not None and printed is not None and false is not None and false not in seen:
            seen.add(false)
            yield FalseClaim(false, printed, tuple((e_eps, printed.delta(situation, e_eps)) for e_eps in asked))


def _least(plan: Plan, chosen: Considered | None) -> tuple[tuple[Fraction, Bounds | None], ...]:
    if chosen is None or chosen.guarantee is None:
        return ()
    asked = plan.at_delta or ([] if plan.at_E else [DELTA])
    return tuple((delta, chosen.guarantee.least_e_eps(delta)) for delta in asked)


def _target_status(
    considered: Sequence[Considered], chosen: Considered | None, target: PrivacyLoss, situation: Situation
) -> Reached:
    """Whether the target is guaranteed; it is not missed as long as a theorem may apply that would guarantee it."""
    found = "missed" if chosen is None or chosen.guarantee is None else reaches(chosen.guarantee, target)
    possible = (each.theorem.guarantee(situation) for each in considered if _only_unknown(each))
    return "undecided" if found == "missed" and any(reaches(each, target) != "missed" for each in possible) else found


def _fewer(situation: Situation, target: PrivacyLoss, theorems: Sequence[Theorem]) -> int | None:
    """The largest k, smaller than the plan's, with which some theorem guarantees the target; None if there is none.

    Of slots or of a router it is not asked, which say more than a number.
    """
    if situation.at_most is None or situation.slots or situation.router is not None:
        return None
    low, high = 0, situation.at_most
    while high - low > 1:
        middle = (low + high) // 2
        found = [consider(each, replace(situation, at_most=middle)).guarantee for each in theorems]
        holds = any(each is not None and reaches(each, target) == "reached" for each in found)
        low, high = (middle, high) if holds else (low, middle)
    return low or None


def _distance(considered: Considered) -> tuple[bool, int, bool]:
    """How far a theorem is from applying: about another kind of plan? how much fails? is the way out unproved?"""
    failing = considered.failing
    return any(each.other_kind for _, each in failing), len(failing), not failing[0][1].is_proved


def _only_unknown(considered: Considered) -> bool:
    """Whether a theorem may apply, but it is not known of a hypothesis whether it holds."""
    return bool(considered.failing) and all(finding.status == "unknown" for _, finding in considered.failing)
