"""The checks of HSV26 at scale notice wrong claims, spoiled values, labels that are too small, and missing controls."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.audit.setting import everything
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.interleaving import FREE
from concomp.model.mechanisms.randomised_response import interactive_randomised_response
from concomp.obligations.checks.hsv26.composition.at_scale import consistent, filtered, fixed, parallel
from concomp.obligations.expectation import Violation
from concomp.obligations.families.compositions import engine_games
from concomp.obligations.families.compositions.bounds import pure_profile, response_profile
from concomp.obligations.families.compositions.components import response_component
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled import attack, judgement, terms
from concomp.obligations.families.scaled.components import (
    LARGE,
    SMALL,
    late,
    opposite_noise,
    shown_response,
    stream,
)
from concomp.obligations.families.scaled.composition import Scaled, relabel
from concomp.obligations.families.scaled.consistent import BOTH_WAYS, interactive_component
from concomp.obligations.families.scaled.filtered import STEPWISE, sums
from concomp.obligations.families.scaled.mechanisms import EVENT, RISING_EVENT, RISING_SECRET, SECRET_FIRST
from concomp.obligations.families.small.leaking import THEN_RISING
from tests.meta.at_scale import SPOILED, Patch, Subject, budget, family, findings, leaks

PURE = PrivacyParameters(Fraction(2), ZERO)


def lists() -> Family[Scaled]:
    return family(
        Scaled((late(LARGE, 3, RISING_EVENT), shown_response(SMALL, 3, SECRET_FIRST)), terms.FixedList()),
        Scaled((stream(LARGE, 2, EVENT),) * 3, terms.FixedList()),
    )


def offers() -> Family[Scaled]:
    return family(Scaled((stream(LARGE, 2, EVENT),) * 3, terms.FixedSlots((LARGE, LARGE))))


def pure_ones() -> Family[Scaled]:
    return family(budget(late(PURE, 2, RISING_EVENT), 3, 3))


def consistent_ones() -> Family[Scaled]:
    return family(Scaled((shown_response(LARGE, 3, RISING_SECRET),) * 3, terms.ConsistentSlots((LARGE, LARGE))))


def interactive_ones() -> Family[Scaled]:
    part = interactive_component(interactive_randomised_response(LARGE), BOTH_WAYS, Fraction(2), 2)
    return family(Scaled((part,) * 3, terms.ConsistentSlots((LARGE, LARGE))))


def markets() -> Family[Scaled]:
    steps = (
        response_component(label)
        for label in (PURE, PrivacyParameters(Fraction(3), ZERO), PrivacyParameters(Fraction(1), Fraction(1, 4)))
    )
    return family(Scaled(tuple(steps), STEPWISE), Scaled((late(LARGE, 2, EVENT),) * 2, sums("4", "1/2")))


SUBJECTS = {
    "4.10": Subject(fixed.fixed_mechanisms_at_scale, fixed, "fixed_lists", lists),
    "4.12": Subject(fixed.fixed_parameters_at_scale, fixed, "fixed_slots", offers),
    "5.2": Subject(parallel.many_copies_of_a_leak, parallel, "leaks", leaks),
    "5.5": Subject(parallel.pure_mechanisms_at_scale, parallel, "pure_ones", pure_ones),
    "5.14": Subject(consistent.consistent_mechanisms_at_scale, consistent, "consistent_ones", consistent_ones),
    "5.15": Subject(consistent.interactive_mechanisms_at_scale, consistent, "interactive_ones", interactive_ones),
    "12.4": Subject(filtered.filters_at_scale, filtered, "filtered_ones", markets),
}
each_subject = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)


@each_subject
def test_unbroken_they_hold(subject: Subject, monkeypatch: Patch) -> None:
    subject.use(monkeypatch)
    outcome = subject.recheck(findings(subject))
    assert "meet their bound with equality" in outcome.witness
    assert outcome.control


@each_subject
@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_spoiled_findings_are_noticed(subject: Subject, spoil: Callable[[Any], None], monkeypatch: Patch) -> None:
    subject.use(monkeypatch)
    told = findings(subject)
    spoil(told)
    with pytest.raises(Violation):
        subject.recheck(told)


# The machinery.


def claims_of_one_response_less(patch: Patch) -> None:
    patch.setattr(terms, "response_profile", lambda parameters: response_profile(tuple(parameters)[1:] or (PURE,)))
    patch.setattr(terms, "pure_profile", lambda slots: pure_profile(tuple(slots)[1:]))
    patch.setattr(terms, "total_exposure", lambda parts: Fraction(1, 10))
    patch.setattr(terms._UnderFilter, "claimed", lambda self, parts: response_profile((PURE,)).vertices)


@each_subject
def test_a_claim_that_is_too_small_is_noticed_when_searched_and_when_looked_at(
    subject: Subject, monkeypatch: Patch
) -> None:
    told = findings(subject)
    claims_of_one_response_less(monkeypatch)
    subject.use(monkeypatch)
    with pytest.raises(Violation, match="exceeds"):
        judgement.value_all(subject.small())
    with pytest.raises(Violation):
        subject.recheck(told)


def an_accountant_of_half_the_truth(patch: Patch) -> None:
    right, trees = terms.responses_at, terms.interleaved_delta
    patch.setattr(terms, "responses_at", lambda *given: right(*given) / 2)
    patch.setattr(terms, "interleaved_delta", lambda *given: trees(*given) / 2)


def adversaries_that_gain_nothing(patch: Patch) -> None:
    patch.setattr(attack, "advantage", lambda *_: ZERO)


def plans_that_ask_another_part(patch: Patch) -> None:
    right = attack.query_pair
    patch.setattr(attack, "query_pair", lambda zero, one, index: right(one, zero, index))


def an_engine_that_overlooks_a_part(patch: Patch) -> None:
    """What is valued again has one part less."""
    right = Scaled.audit.func  # type: ignore[attr-defined]
    patch.setattr(Scaled, "reached", property(lambda self: right(Scaled(self.parts[:1], self.terms)).curve.profile()))


BROKEN = (
    an_accountant_of_half_the_truth,
    adversaries_that_gain_nothing,
    plans_that_ask_another_part,
    an_engine_that_overlooks_a_part,
)


@each_subject
@pytest.mark.parametrize("breakage", BROKEN, ids=lambda breakage: breakage.__name__)
def test_a_broken_oracle_is_noticed(subject: Subject, breakage: Callable[[Patch], None], monkeypatch: Patch) -> None:
    told = findings(subject)
    subject.use(monkeypatch)
    breakage(monkeypatch)
    with pytest.raises((Violation, ValueError)):
        subject.recheck(told)


def rules_that_forbid_nothing(patch: Patch) -> None:
    right = engine_games._setting
    patch.setattr(engine_games, "_setting", lambda games, labels, rule, tag: right(games, labels, FREE, everything))


def rules_that_allow_no_more_than_one_mechanism(patch: Patch) -> None:
    right = engine_games._setting
    patch.setattr(engine_games, "_setting", lambda games, labels, rule, tag: right(games[:1], labels[:1], rule, tag))


@pytest.mark.parametrize("name", ["4.12", "5.14", "5.15"])
def test_an_engine_that_plays_without_the_rule_is_noticed(name: str, monkeypatch: Patch) -> None:
    rules_that_forbid_nothing(monkeypatch)
    with pytest.raises(Violation, match="exceeds"):
        judgement.value_all(SUBJECTS[name].small())


@each_subject
def test_an_engine_that_plays_too_little_is_noticed(subject: Subject, monkeypatch: Patch) -> None:
    """What is found then is below every bound, but it is not what is made to meet it."""
    rules_that_allow_no_more_than_one_mechanism(monkeypatch)
    subject.use(monkeypatch)
    told = judgement.value_all(getattr(subject.module, subject.name)())
    with pytest.raises(Violation, match=r"no bound is met|which is less|by other means"):
        subject.recheck(told)


@each_subject
def test_an_engine_that_differs_from_the_model_is_noticed(subject: Subject, monkeypatch: Patch) -> None:
    """Values below every bound, but not those of the model's own induction."""
    right = Scaled.reached.func  # type: ignore[attr-defined]
    known = subject.small()
    halved = [Profile(tuple((e_eps, delta / 2) for e_eps, delta in right(member).vertices)) for member in known]
    for member, profile in zip(known, halved, strict=True):
        member.__dict__["reached"] = profile
    with pytest.raises(Violation, match="the model's induction"):
        judgement.value_all(known)


def test_a_label_that_is_too_small_is_noticed() -> None:
    claimed = PrivacyParameters(Fraction(2), Fraction(1, 5))
    member = Scaled((relabel(late(LARGE, 2, EVENT), claimed),) * 2, terms.FixedList())
    with pytest.raises(Violation, match="a label is too small"):
        judgement.value_all(family(member))


# Controls.


def without_what_tells_lists_from_choices(patch: Patch) -> None:
    members = [member for member in markets() if member.terms is not STEPWISE]
    patch.setattr(filtered, "filtered_ones", lambda: family(*members))


def test_a_family_of_filters_without_adaptive_parameters_is_noticed(monkeypatch: Patch) -> None:
    without_what_tells_lists_from_choices(monkeypatch)
    with pytest.raises(Violation, match="the worst accepted list bounds"):
        filtered.filters_at_scale[0].recheck(judgement.value_all(filtered.filtered_ones()))


def test_a_family_that_one_slot_less_bounds_is_noticed(monkeypatch: Patch) -> None:
    """There is nothing that fits the second slot."""
    known = family(Scaled((late(LARGE, 2, EVENT),), terms.FixedSlots((LARGE, PURE))))
    monkeypatch.setattr(fixed, "fixed_slots", lambda: known)
    monkeypatch.setattr(fixed, "without_the_last_slot", lambda member: response_profile((LARGE,)).vertices)
    with pytest.raises(Violation, match="the responses of all slots but one bound all"):
        fixed.fixed_parameters_at_scale[0].recheck(judgement.value_all(known))


def test_inconsistent_functions_that_are_consistent_are_noticed(monkeypatch: Patch) -> None:
    subject = SUBJECTS["5.14"]
    subject.use(monkeypatch)
    monkeypatch.setattr(consistent, "inconsistent_ones", lambda: consistent_ones().members)
    with pytest.raises(Violation, match="consistency need not be asked for"):
        subject.recheck(findings(subject))


def test_a_family_with_inconsistent_functions_is_noticed(monkeypatch: Patch) -> None:
    known = family(Scaled((late(LARGE, 2, EVENT),), terms.ConsistentSlots((LARGE,))))
    monkeypatch.setattr(consistent, "consistent_ones", lambda: known)
    monkeypatch.setattr(judgement, "replay_attack", lambda member, e_eps: member.reached(e_eps))
    with pytest.raises(Violation, match="not first-pair consistent"):
        consistent.consistent_mechanisms_at_scale[0].recheck(judgement.value_all(known))


def test_impure_mechanisms_that_are_pure_are_noticed(monkeypatch: Patch) -> None:
    subject = SUBJECTS["5.5"]
    subject.use(monkeypatch)
    monkeypatch.setattr(parallel, "opposite", lambda *_: opposite_noise(PURE, THEN_RISING))
    with pytest.raises(Violation, match="keep the bound of pure responses"):
        subject.recheck(findings(subject))
