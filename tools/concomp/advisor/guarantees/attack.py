"""Attacks: how badly mechanisms with given labels can fail, exactly, by the audit engine.

Where a function lets an identical pair come first and a differing one later, "at most k of many get differing inputs"
does not mean the loss of k: an adversary creates many, sees at their first, harmless answers which of them show more,
and only then chooses the k. The delta of those that were never chosen is lost as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from concomp.advisor.facts.functions import CONSISTENT
from concomp.advisor.guarantees.guarantee import STEPS, OfSlots
from concomp.advisor.guarantees.worst_case import opening_up
from concomp.advisor.hypotheses.situation import Situation
from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.parameters import PrivacyLoss, RationalLoss
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files.lowering import game
from concomp.model.files.schema import ConcurrentFile, Continual, Document, FilterFile, ParallelFile
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import rational_text
from concomp.report.attackers import Attacker, best_attacker

FURTHER = (0, 1, 2, 4)
"""How many mechanisms there are besides those that may get differing inputs."""
TOUCHED = 8
"""The most mechanisms that may get differing inputs for an attack to be looked for."""
LARGEST = 6
"""The most mechanisms of a plan that are audited together."""


@dataclass(frozen=True)
class Attack:
    """What worst-case mechanisms with a label of the plan lose, by how many of them there are.

    name: the kind of mechanism whose label it is. e_eps: where it is judged. claimed: what the optimal composition of
    the slots would say. deltas: (number of copies, δ that the best adversary reaches, exactly).
    """

    name: str
    label: PrivacyParameters
    at_most: int
    e_eps: Fraction
    claimed: Fraction
    deltas: tuple[tuple[int, Fraction], ...]

    @property
    def succeeds(self) -> bool:
        """Whether more is lost than the optimal composition of the slots says."""
        return any(delta > self.claimed for _, delta in self.deltas)


def attack(situation: Situation, e_eps: Fraction | None) -> Attack | None:
    """The attack on mechanisms with the labels of a plan.

    None if its functions or labels leave no room for one, or too many may be touched for it to be computed.
    """
    if situation.at_most is None or situation.measured is not None:
        return None
    open_to = [
        each
        for each in situation.kinds
        if each.label.delta > 0 and each.facts is not None and each.facts.words.get(CONSISTENT) == "refuted"
    ]
    if not open_to:
        return None
    worst = max(open_to, key=lambda each: each.label.delta)
    low, _ = rational_bounds(worst.label.loss)
    label, k = PrivacyParameters(low, worst.label.delta), situation.room(worst)
    if k > TOUCHED:
        return None
    judged = label.e_eps**k if e_eps is None else e_eps
    counts = [k + more for more in FURTHER if worst.count is None or k + more <= worst.count]
    found = tuple((count, delta) for count in counts if (delta := copies(label, count, k, judged)) is not None)
    slots = OfSlots((worst.label,) * k).delta(judged)
    return Attack(worst.name, label, k, judged, slots.high, found) if found else None


def copies(label: PrivacyParameters, count: int, at_most: int, e_eps: Fraction) -> Fraction | None:
    """δ at this E of so many copies of the mechanism that opens up, some of them touched; None if it takes too much."""
    text = [rational_text(label.e_eps), rational_text(label.delta)]
    fields = {
        "type": "composition",
        "mode": "parallel",
        "components": [opening_up(label)] * count,
        "labels": [text] * count,
        "params": [text] * at_most,
    }
    return Own(ParallelFile.model_validate(fields)).delta(e_eps)


@dataclass(frozen=True)
class Own:
    """A plan's own mechanisms, composed as it says; or what is in a file, as it is there."""

    document: Document

    @cached_property
    def audit(self) -> Audit:
        """The audit of all of them together."""
        return Audit(of_document(self.document), STEPS)

    def delta(self, e_eps: Fraction) -> Fraction | None:
        """The least δ at this E; None if it takes too much."""
        try:
            return max(self.audit.deltas(e_eps))
        except TooLarge:
            return None

    def attacker(self, e_eps: Fraction) -> Attacker | None:
        """The adversary that reaches it, replayed; None if it takes too much."""
        try:
            return best_attacker(game(self.document), self.audit, e_eps)
        except TooLarge:
            return None


def own_mechanisms(situation: Situation) -> Own | None:
    """The plan's own mechanisms, if all are in files, and few."""
    listed = [each.document for each in situation.kinds for _ in range(each.count or LARGEST + 1)]
    documents = [each for each in listed if each is not None]
    is_measured_filter = situation.creation == "filter" and situation.measured is not None
    if len(documents) != len(listed) or len(listed) > LARGEST or is_measured_filter:
        return None
    document = _composition(situation, documents)
    return None if document is None else Own(document)


def own_attack(situation: Situation, own: Own | None, e_eps: Fraction) -> Attacker | None:
    """The adversary against the plan's own mechanisms, if it reaches more than the optimal composition of the slots."""
    if own is None or situation.touched is None or situation.measured is not None:
        return None
    lost = own.delta(e_eps)
    return own.attacker(e_eps) if lost is not None and lost > OfSlots(situation.touched).delta(e_eps).high else None


def _composition(situation: Situation, documents: list[Continual]) -> ConcurrentFile | ParallelFile | FilterFile | None:
    fields: dict[str, object] = {"type": "composition", "components": documents}
    if situation.creation in ("fixed", "adaptive"):
        return ConcurrentFile.model_validate({**fields, "mode": "concurrent"})
    if situation.budget is not None:
        return _filter(situation.budget, situation, fields)
    return ParallelFile.model_validate({**fields, "mode": "parallel", **_counting(situation)})


def _counting(situation: Situation) -> dict[str, object]:
    """Labels and parameters by which the rule only counts: a label for each group of slots."""
    groups = [each.group for each in situation.kinds for _ in range(each.count or 0)]
    room = [count for _, count in situation.slots] or [situation.at_most or 0]
    slots = [number for number, count in enumerate(room) for _ in range(count)]
    return {name: [str(1 + number) for number in listed] for name, listed in (("labels", groups), ("params", slots))}


def _filter(budget: PrivacyLoss, situation: Situation, fields: dict[str, object]) -> FilterFile | None:
    labels = [budget, *situation.listed]
    if not all(isinstance(each.loss, RationalLoss) for each in labels):
        return None
    (most, of_delta), *charged = [[_text(each), rational_text(each.delta)] for each in labels]
    rule = {"mode": "filter", "labels": charged, "budget_E": most, "budget_delta": of_delta}
    return FilterFile.model_validate({**fields, **rule})


def _text(label: PrivacyLoss) -> str:
    return rational_text(rational_bounds(label.loss)[0])
