"""Which statements speak about a composition in a file: those of plans, with the rule of the file in place of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from math import prod

from concomp.about.mechanisms.bounds import Exact, decided_by_file, exact_deltas, spoken_beside
from concomp.about.mechanisms.losses import Labelled, kept, labelled, with_least_label
from concomp.about.plans import is_of_another_kind, said
from concomp.about.spoken import Spoken
from concomp.advisor.advice import FalseClaim, consider, false_claims
from concomp.advisor.as_json import FAILURE
from concomp.advisor.examination import waiting
from concomp.advisor.facts.functions import facts_of_file
from concomp.advisor.guarantees.attack import Own
from concomp.advisor.guarantees.guarantee import OfSlots
from concomp.advisor.guarantees.theorems import THEOREMS
from concomp.advisor.hypotheses.conditions import (
    COMPARABLE,
    DISCRETE,
    FEW,
    FILTERED,
    FIXED,
    PRIVATE,
    SLOTS,
    SUITABLE,
    Finding,
)
from concomp.advisor.hypotheses.situation import Kind, Situation
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps
from concomp.model.files import FormatError
from concomp.model.files.schema import CompositionFile, Continual, FilterFile, ParallelFile
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import rational_text
from concomp.model.registry.registry import Registry
from concomp.obligations.solvers.worker import Worker
from concomp.report.quantities import short

ONE = Fraction(1)


def about_composition(document: CompositionFile, registry: Registry, worker: Worker) -> Iterator[Spoken]:
    """The statements that speak about a composition; TooLarge if a loss that no label states is out of reach.

    FormatError if it is one in which nothing may differ.
    """
    if isinstance(document, ParallelFile) and not document.params:
        raise FormatError("params", "[]", "give a slot at least; without one no pair may differ, and nothing is said")
    components = _components(document)
    situation = _situation(document, components, worker)
    decided = _decided(document, components)
    exact = exact_deltas(Own(document), sorted({ONE, _judged(document, components)}))
    considered = [consider(decided_by_file(each, decided), situation) for each in THEOREMS]
    yield from (spoken_beside(each, exact) for each in considered if not is_of_another_kind(each))
    for claim in false_claims(considered, situation, tuple(exact), registry):
        yield _false(claim, exact, decided[PRIVATE.text])
    yield from _failure(situation, components, exact)


def _components(document: CompositionFile) -> list[Labelled]:
    """The components with their labels; each of several that are alike is looked at once."""
    labels = document.labels if isinstance(document, ParallelFile | FilterFile) else [None] * len(document.components)
    found: list[Labelled] = []
    for number, (component, label) in enumerate(zip(document.components, labels, strict=True), 1):
        name = f"component {number}"
        same = next((each for each in found if each.document == component and label in (None, each.label)), None)
        found.append(_component(name, component, label) if same is None else replace(same, name=name))
    return found


def _component(name: str, document: Continual, label: PrivacyParameters | None) -> Labelled:
    return with_least_label(name, document) if label is None else labelled(name, document, label)


def _situation(document: CompositionFile, components: Sequence[Labelled], worker: Worker) -> Situation:
    kinds = _kinds(components, document.components, worker)
    if isinstance(document, FilterFile):
        budget = with_e_eps(document.budget_E, document.budget_delta)
        return Situation("filter", True, kinds, None, budget)
    if isinstance(document, ParallelFile):
        return Situation("parallel", True, kinds, len(document.params), None, _slots(document))
    return Situation("fixed", True, kinds, None, None)


def _kinds(components: Sequence[Labelled], documents: Sequence[Continual], worker: Worker) -> tuple[Kind, ...]:
    """What is known of each component; of several that are alike it is found once."""
    found: list[Kind] = []
    for component, document in zip(components, documents, strict=True):
        label = with_e_eps(component.label.e_eps, component.label.delta)
        same = next((each for each in found if (each.document, each.label) == (document, label)), None)
        found.append(_kind(component, document, worker) if same is None else replace(same, name=component.name))
    return tuple(found)


def _kind(component: Labelled, document: Continual, worker: Worker) -> Kind:
    label = with_e_eps(component.label.e_eps, component.label.delta)
    waits = None if component.exceeds else waiting(document, label)
    facts = facts_of_file(document, worker)
    return Kind(component.name, label, 1, facts, "audited", document, waiting=waits)


def _slots(document: ParallelFile) -> tuple[tuple[PrivacyLoss, int], ...]:
    ordered = sorted((each.e_eps, each.delta) for each in document.params)
    return tuple((with_e_eps(*label), len([*same])) for label, same in groupby(ordered))


def _judged(document: CompositionFile, components: Sequence[Labelled]) -> Fraction:
    """An E at which the losses of those that get differing inputs add up."""
    if isinstance(document, FilterFile):
        return document.budget_E
    if isinstance(document, ParallelFile):
        return prod((each.e_eps for each in document.params), start=ONE)
    return prod((each.label.e_eps for each in components), start=ONE)


def _decided(document: CompositionFile, components: Sequence[Labelled]) -> Mapping[str, Finding]:
    """What the file itself says of hypotheses."""
    stands = Finding("holds", f'the mode "{document.mode}" lists all components, which stand from the start')
    decided = {
        SUITABLE: Finding("holds", "an adversary of the file can send nothing else"),
        PRIVATE: kept(components),
        DISCRETE: Finding("holds", "the components list their answers, or name a law of discrete ones"),
        SLOTS: stands,
    }
    if isinstance(document, ParallelFile):
        decided[FEW] = Finding("holds", "its rule refuses a differing pair to a component whose label has no free slot")
        decided[COMPARABLE] = Finding("holds", "its rule gives to those that get differing pairs slots of their labels")
    elif isinstance(document, FilterFile):
        within = f"products of E within {rational_text(document.budget_E)}, sums of δ within "
        decided[FILTERED] = Finding("holds", f"its rule keeps {within}{rational_text(document.budget_delta)}")
    else:
        decided[FIXED] = stands
    return {hypothesis.text: finding for hypothesis, finding in decided.items()}


def _false(claim: FalseClaim, exact: Exact, private: Finding) -> Spoken:
    """A statement that is false as printed, and whether a file whose labels are kept goes beyond it, as computed."""
    for e_eps, printed in claim.deltas:
        delta = exact[e_eps]
        if private.status == "holds" and delta is not None and delta > printed.high:
            at = f"its exact δ at E = {short(e_eps)} is {short(delta)}"
            return Spoken(claim.statement, "counterexample", words=f"{at}, above what is printed; {said(claim)}")
    return Spoken(claim.statement, "false as printed", words=f"{said(claim)}. {claim.printed.why}")


def _failure(situation: Situation, components: Sequence[Labelled], exact: Exact) -> Iterator[Spoken]:
    """Where only δ can be lost, whether more of it is than the slots have: that is what is proved to go wrong."""
    touched = situation.touched
    if touched is None or any(each.delta is None or each.exceeds or each.label.e_eps > 1 for each in components):
        return
    slots, delta = OfSlots(touched).delta(ONE), exact[ONE]
    if delta is not None and delta > slots.high:
        what = "what shows in components that get no differing pair is lost as well"
        words = f"its exact δ at E = 1 is {short(delta)}, above the {short(slots.high)} of its slots: {what}"
        yield Spoken(FAILURE, "opened", words=words)
