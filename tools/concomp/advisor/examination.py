"""From a plan to a situation: functions are verified, files audited, nested plans advised on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from concomp.advisor.audited import audited, least_moment
from concomp.advisor.facts.functions import KNOWN, Facts, facts_of_document
from concomp.advisor.guarantees.guarantee import STEPS, Guarantee
from concomp.advisor.hypotheses.situation import Kind, Situation, Source
from concomp.advisor.hypotheses.slots import group_of
from concomp.advisor.losses.stated import Stated, Unsaid
from concomp.advisor.measures.choosing import on_scale, scale_of
from concomp.advisor.plans.errors import PlanError
from concomp.advisor.plans.plan import Mechanism, Plan, read_plan
from concomp.advisor.provers import Examiner
from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files import FormatError, read_file
from concomp.model.files.lowering import game
from concomp.model.files.parts import messages
from concomp.model.files.schema import Accepted, Continual, NamedContinualFile
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import rational_text
from concomp.model.reduction.laziness import likelihoods, same_answers
from concomp.model.reduction.waiting import waiting_budget

HISTORIES = 20_000
"""How many queries the histories of a mechanism may have in all, so that what waiting costs is found at once."""

NOTHING_SAID = with_e_eps(1, 1)
"""What holds of anything: the (ε, δ) of a mechanism whose loss is stated in another measure."""

Promise = Callable[[Plan, Path, tuple[Path, ...]], tuple[Guarantee, tuple[str, ...]] | None]
"""What is guaranteed of a nested plan, and what that takes as given; from the folder of its files and the plans that it
is nested in."""


def situation_of(
    plan: Plan, folder: Path, source: str, above: tuple[Path, ...], examine: Examiner, promise: Promise
) -> Situation:
    """The situation of a plan.

    folder: from where its files are named. source: what it is called in errors. above: the plans that it is nested in.
    Raises PlanError if something that it names cannot be used.
    """
    kinds = tuple(
        _kind(each, plan, folder, f"{source}: {each.name}", above, examine, promise) for each in plan.mechanisms
    )
    stated = None if plan.budget is None else plan.stated(plan.budget, f"{source}: budget")
    budget = stated if isinstance(stated, PrivacyLoss) else None
    slots = _slots(plan, source)
    kinds = tuple(_in_slot(each, tuple(slots), source) for each in kinds)
    most = [*slots.values()] or [plan.at_most or 0]
    router = None if plan.router is None else examine.router(plan, kinds, most, folder, source)
    situation = Situation(
        plan.creation,
        plan.discrete,
        kinds,
        plan.touched,
        budget,
        tuple(slots.items()),
        router,
        plan.created_at_most,
    )
    return _on_scale(situation, plan, stated, source) if plan.is_measured else situation


def _on_scale(situation: Situation, plan: Plan, budget: Stated | None, source: str) -> Situation:
    """The situation on the scale of the plan; PlanError if a loss says nothing as (ε, δ)."""
    losses = tuple(each.loss for each in situation.kinds)
    scale = scale_of(plan, losses if budget is None else (*losses, budget))
    found = on_scale(situation, budget, plan.finite_communication, scale)
    if isinstance(found, Unsaid):
        raise PlanError(f"{source}: measure", f'"{scale}"', f"{found.reason}; {found.remedy}")
    return found


def _slots(plan: Plan, source: str) -> dict[PrivacyLoss, int]:
    """How many slots there are of each loss."""
    slots: dict[PrivacyLoss, int] = {}
    for each in plan.slots:
        label = each.component(source)
        slots[label] = slots.get(label, 0) + each.count
    return slots


def _in_slot(kind: Kind, slots: Sequence[PrivacyLoss], source: str) -> Kind:
    """The kind with the slot that it takes; PlanError if there are slots and none covers its loss."""
    if not slots:
        return kind
    group = group_of(kind.label, slots)
    if group is None:
        raise PlanError(f"{source}: slots", f"none is as large as the loss of {kind.name}", "add one that is")
    return replace(kind, group=group)


def _kind(
    mechanism: Mechanism,
    plan: Plan,
    folder: Path,
    place: str,
    above: tuple[Path, ...],
    examine: Examiner,
    promise: Promise,
) -> Kind:
    document = None if mechanism.audit is None else _document(folder / mechanism.audit, place)
    count, stated = plan.count_of(mechanism), _stated(mechanism, plan, document, place)
    if not isinstance(stated, PrivacyLoss):
        return _measured_kind(mechanism, stated, count, document, folder, place, examine)
    label = stated
    if mechanism.plan is not None:
        declared = _demand_promised(label, folder / mechanism.plan, place, above, promise)
        return Kind(mechanism.name, label, count, None, "nested plan", declared=declared)
    if document is None:
        facts = examine(mechanism, folder, place)
        return Kind(mechanism.name, label, count, facts, "declared", noise=mechanism.noise)
    if mechanism.function is None:
        facts, audited = _own_facts(document, mechanism, folder, place, examine), _source(document, label, place)
        return Kind(mechanism.name, label, count, facts, audited, document, waiting=waiting(document, label))
    # The audit is about the function that the plan names, wherever that can be read on the file's messages.
    facts = examine(mechanism, folder, place)
    under = _under_function(document, mechanism, folder, examine)
    if under is None:
        return Kind(mechanism.name, label, count, facts, "declared", document, function_in_file=False)
    within = f", if it is sent what {facts.function} accepts"
    return Kind(mechanism.name, label, count, facts, _source(under, label, place, within), under)


def _stated(mechanism: Mechanism, plan: Plan, document: Continual | None, place: str) -> Stated:
    """The loss of a mechanism as it is stated; of one in a file that states none, the least that it has."""
    stated = plan.stated(mechanism, place)
    if stated is not None:
        return stated
    assert document is not None
    order = plan.one_order
    if plan.measure == "renyi" and order is not None and order.denominator == 1:
        moment = least_moment(document, int(order), place)
        return RenyiLoss(order, moment)
    return _least_label(document, mechanism.delta, place)


def _measured_kind(
    mechanism: Mechanism,
    stated: Stated,
    count: int | None,
    document: Continual | None,
    folder: Path,
    place: str,
    examine: Examiner,
) -> Kind:
    """A kind whose loss is stated in another measure than (ε, δ)."""
    kind = Kind(
        mechanism.name,
        NOTHING_SAID,
        count,
        None,
        "declared",
        document,
        noise=mechanism.noise,
        stated=stated,
        at_delta=mechanism.delta,
    )
    if document is not None and mechanism.function is None:
        facts = _own_facts(document, mechanism, folder, place, examine)
        return replace(kind, facts=facts, source=audited(document, stated, place))
    facts = examine(mechanism, folder, place)
    under = None if document is None else _under_function(document, mechanism, folder, examine)
    if under is None:
        return replace(kind, facts=facts, function_in_file=document is None)
    within = f", if it is sent what {facts.function} accepts"
    return replace(kind, facts=facts, source=audited(under, stated, place, within), document=under)


def _own_facts(document: Continual, mechanism: Mechanism, folder: Path, place: str, examine: Examiner) -> Facts:
    """The facts about the function in a file; of a known one those of all lengths, if its sequences are too many."""
    facts, name = facts_of_document(document), document.verification.kind
    if "unknown" in facts.words.values() and name in KNOWN:
        return examine(mechanism.model_copy(update={"function": name}), folder, place)
    return facts


def _under_function(document: Continual, mechanism: Mechanism, folder: Path, examine: Examiner) -> Continual | None:
    """The mechanism in the file under the function that the plan names; None if that cannot be had."""
    sequences = examine.accepted(mechanism, messages(document), document.horizon, folder)
    if sequences is None:
        return None
    listed = [list(sequence) for sequence in sequences]
    return document.model_copy(update={"verification": Accepted(kind="accepted", sequences=listed)})


def _document(file: Path, place: str) -> Continual:
    try:
        document = read_file(file)
    except FormatError as error:
        raise PlanError(f"{place}: audit: {file.name}", f"{error.place}: {error.value}", error.remedy) from None
    if not isinstance(document, Continual):
        raise PlanError(f"{place}: audit", f'"{file.name}" has type "{document.type}"', 'give one of type "cm"')
    return document


def _least_label(document: Continual, delta: Fraction, place: str) -> PrivacyLoss:
    """The least loss that the mechanism in a file has at this δ; PlanError if no E suffices, or it takes too much."""
    stated = f"delta = {rational_text(delta)}"
    try:
        least = Audit(of_document(document), STEPS).curve.profile().least_e_eps(delta)
    except TooLarge as error:
        raise PlanError(place, "neither E nor eps", f"give one: the file is too large to find it ({error})") from None
    if least is None:
        raise PlanError(f"{place}: delta", stated, "no E suffices for the mechanism in the file; give a larger delta")
    return with_e_eps(least, delta)


def _source(document: Continual, label: PrivacyLoss, place: str, within: str = "") -> Source:
    """Where the label comes from; PlanError, which says within what, if the mechanism in the file loses more."""
    low, high = rational_bounds(label.loss)
    audit = Audit(of_document(document), STEPS)
    try:
        if max(audit.deltas(low)) <= label.delta:
            return "audited"
        exact = max(audit.deltas(high))
    except TooLarge:
        return "declared"
    if exact > label.delta:
        stated = f"delta = {rational_text(label.delta)}"
        remedy = (
            f"the file's exact delta at this E is {rational_text(exact)}{within}; state at least that, or a larger E"
        )
        raise PlanError(f"{place}: delta", stated, remedy)
    return "declared"


def waiting(document: Continual, label: PrivacyLoss) -> Fraction | None:
    """The least budget with which the mechanism is simulated lazily at its ε; None if it has too many histories, or if
    its kernel is named: only a play of it is looked at then, and what is simulated is the mechanism itself.
    """
    if isinstance(document, NamedContinualFile):
        return None
    try:
        chances = likelihoods(game(document), HISTORIES)
    except TooLarge:
        return None
    return waiting_budget(chances, rational_bounds(label.loss)[0], same_answers(chances))


def _demand_promised(
    label: PrivacyLoss, file: Path, place: str, above: tuple[Path, ...], promise: Promise
) -> tuple[str, ...]:
    """What the nested plan takes as given; PlanError unless it is guaranteed to have the loss that is stated for it."""
    resolved = file.resolve()
    if resolved in above:
        going_round = " → ".join(each.name for each in (*above[above.index(resolved) :], resolved))
        raise PlanError(f"{place}: plan", going_round, "a plan is nested in itself; break the cycle")
    promised = promise(read_plan(file), file.parent, (*above, resolved))
    low, _ = rational_bounds(label.loss)
    found = None if promised is None else promised[0].delta(low)
    if promised is None or found is None:
        raise PlanError(f"{place}: plan", f'"{file.name}"', "no theorem guarantees it anything at this E; advise on it")
    if found.high > label.delta:
        least = rational_text(found.high) if found.is_exact else f"about {float(found.high):.3g}"
        raise PlanError(
            f"{place}: delta", f"delta = {rational_text(label.delta)}", f"the nested plan is guaranteed {least} only"
        )
    return promised[1]
