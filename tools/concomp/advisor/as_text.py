"""Advice for people, who need to know no theorem by its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from concomp.advisor.advice import Advice, Comparison, Considered, FalseClaim
from concomp.advisor.as_json import FAILURE, THROUGH
from concomp.advisor.guarantees.attack import Attack
from concomp.advisor.guarantees.guarantee import OfFilter
from concomp.advisor.guarantees.theorems import in_words
from concomp.advisor.hypotheses.situation import Situation
from concomp.advisor.measures.as_text import beside_lines, leak_lines
from concomp.advisor.measures.choosing import delta_asked
from concomp.advisor.measures.guarantees import OfMeasure
from concomp.advisor.theorem_text import STATUS_TEXT, change_lines, others_in_full, others_in_short
from concomp.impl.accounting.numbers import Bounds
from concomp.obligations.runner.standing import Standing
from concomp.report.attackers import attacker_lines
from concomp.report.layout import Paragraph, Part
from concomp.report.quantities import approximate, approximate_epsilon, epsilon_at_most, exact_and_approximate
from concomp.report.text import plural

SHOWN = 40
"""The longest exact number, in characters, that is printed."""


def advice_as_text(advice: Advice, standing: Standing) -> Iterator[Part]:
    """The answer as text: what is guaranteed, the one change that matters, and the rest in short."""
    yield from _answer(advice)
    yield from _attacks(advice, standing)
    if advice.chosen is not None:
        yield from _basis_in_short(advice, advice.chosen, standing)
    yield from others_in_short(advice)


def advice_in_full(advice: Advice, standing: Standing) -> Iterator[Part]:
    """The answer as text, with every hypothesis, what is printed and false, attackers, and all other theorems."""
    yield from _answer(advice)
    if advice.chosen is not None:
        yield from _basis(advice, advice.chosen, standing)
    yield from _false_claims(advice.as_printed)
    yield from _attacks(advice, standing)
    if advice.own is not None and advice.own_attack is not None:
        yield ""
        yield f"How your own mechanisms are made to lose delta = {_number(advice.own_attack.delta)}"
        yield from attacker_lines(advice.own.document, advice.own_attack)
    yield from others_in_full(advice)


def _answer(advice: Advice) -> Iterator[Part]:
    if advice.plan.title:
        yield from (advice.plan.title, "")
    yield from _declared(advice)
    yield from _guarantee(advice)
    yield from _target(advice)
    yield from beside_lines(advice.beside, delta_asked(advice.plan))
    yield from change_lines(advice)
    if advice.discrete is not None and advice.discrete.chosen is not None:
        yield ""
        yield "With the discrete noise in place of the continuous"
        yield from list(_guarantee(advice.discrete))[1:]


def _declared(advice: Advice) -> Iterator[Part]:
    """What the number rests on that nobody checked, in one line."""
    findings = () if advice.chosen is None else advice.chosen.findings
    declared = [hypothesis.brief or hypothesis.text for hypothesis, each in findings if each.status == "declared"]
    if declared:
        yield f"Taken from the plan, not checked: {', '.join(declared)}."
        yield ""


def _guarantee(advice: Advice) -> Iterator[Part]:
    chosen = advice.chosen
    if chosen is None:
        yield "No theorem covers this plan, so nothing is guaranteed."
        for compared in advice.at_e:
            yield from _own_loss(compared, advice.situation)
        return
    yield "What is guaranteed, against every adaptive adversary"
    yield Paragraph(in_words(chosen.theorem, advice.situation))
    if advice.router is not None:
        yield Paragraph(
            f"Together with the router {advice.router.router} that holds for every two sequences of inputs to it that "
            f"form pairs which {advice.router.inputs} accepts."
        )
    if isinstance(chosen.guarantee, OfMeasure):
        yield Paragraph(f"That is: {chosen.guarantee.words}.")
    for compared in advice.at_e:
        yield Paragraph(_guarantee_at(compared))
        yield from _own_loss(compared, advice.situation)
    for delta, least in advice.at_delta:
        yield Paragraph(_least(delta, least))
    if isinstance(chosen.guarantee, OfFilter):
        yield Paragraph(
            "The optimal composition of what happens to be launched is no bound here: choices that look at answers "
            "exceed it. What is said above holds for every such choice."
        )
        yield Paragraph(
            "It is the budget itself. What the best such choice reveals could be less; that is not computed: "
            f"{chosen.guarantee.obstacle}."
            if chosen.guarantee.obstacle
            else f"It is the {_exactly(advice)}: some mechanisms with these losses, and some adversary, reveal as much."
        )


def _exactly(advice: Advice) -> str:
    """How well the worst case is known of which the answer speaks."""
    found = [*(each.delta for each in advice.at_e), *(least for _, least in advice.at_delta)]
    return "exact worst case" if all(each is None or each.is_exact for each in found) else "worst case, within bounds"


def _guarantee_at(compared: Comparison) -> str:
    where = f"At E = {_number(compared.e_eps)}, eps {approximate_epsilon(compared.e_eps)}"
    if compared.delta is None:
        return f"{where}: nothing is guaranteed at so small an E"
    return f"{where}: delta = {_bounds(compared.delta)}"


def _own_loss(compared: Comparison, situation: Situation) -> Iterator[Part]:
    """The exact value for the plan's own mechanisms."""
    if compared.exact is None:
        return
    apart = [each.name for each in situation.kinds if not each.function_in_file]
    if apart:
        yield Paragraph(
            f"Your own mechanisms, audited together for what their files accept, lose exactly delta = "
            f"{_number(compared.exact)} there; what the plan lets {', '.join(apart)} accept beyond that is not audited."
        )
        return
    text = f"Your own mechanisms, audited together, lose exactly delta = {_number(compared.exact)} there"
    gap = None if compared.delta is None else compared.delta.high - compared.exact
    met = "" if gap is None else f"; the guarantee is {'met' if gap == 0 else f'{_number(gap)} above that'}"
    yield Paragraph(f"{text}{met}.")


def _least(delta: Fraction, least: Bounds | None) -> str:
    if least is None:
        return f"For delta = {_number(delta)}: no E suffices"
    return f"For delta = {_number(delta)}: E = {_bounds(least)}, eps {epsilon_at_most(least.high)}"


def _bounds(bounds: Bounds) -> str:
    return _number(bounds.low) if bounds.is_exact else f"at most {approximate(bounds.high)}"


def _number(number: Fraction) -> str:
    text = exact_and_approximate(number) if _is_short(number) else approximate(number)
    return text if len(text) <= SHOWN else approximate(number)


def _is_short(number: Fraction) -> bool:
    return max(number.numerator.bit_length(), number.denominator.bit_length()) <= 3 * SHOWN


def _target(advice: Advice) -> Iterator[Part]:
    if advice.reached is None:
        return
    yield ""
    words = {
        "reached": "The target is reached.",
        "missed": "The target is NOT guaranteed.",
        "undecided": f"Whether the target is reached could not be decided: {_open_question(advice)}.",
    }
    yield words[advice.reached]
    if advice.fewer is not None:
        yield Paragraph(f"It would be with at most {plural(advice.fewer, 'mechanism')} that get differing inputs.")


def _open_question(advice: Advice) -> str:
    """Why it is not known whether the target is reached."""
    if advice.may_be_covered:
        return "a theorem might guarantee it that asks what was not decided"
    return "it lies within the bounds"


def _false_claims(listed: Sequence[FalseClaim]) -> Iterator[Part]:
    if listed:
        yield ""
        yield "What is printed, and not to be relied on"
    for each in listed:
        numbers = "; ".join(f"delta = {_bounds(delta)} at E = {_number(e_eps)}" for e_eps, delta in each.deltas)
        yield Paragraph(
            f"{each.statement} as printed in its paper would say {numbers}. That is false "
            f"({each.printed.erratum}). {each.printed.why}"
        )


def _basis_in_short(advice: Advice, chosen: Considered, standing: Standing) -> Iterator[Part]:
    yield ""
    yield "What this rests on"
    yield from _theorem(advice, chosen, standing)
    if chosen.declared:
        yield Paragraph(f"Taken from the plan, and not checked: {'; '.join(chosen.declared)}.")
    for each in advice.as_printed:
        yield Paragraph(
            f"{each.statement} as printed is false, and not what is used here: concomp explain {each.printed.erratum}"
        )
    if advice.own_attack is not None:
        yield Paragraph(
            f"An adversary makes your own mechanisms lose delta = {_number(advice.own_attack.delta)}: --all."
        )


def _basis(advice: Advice, chosen: Considered, standing: Standing) -> Iterator[Part]:
    yield ""
    yield "What this rests on"
    for hypothesis, finding in chosen.findings:
        yield Paragraph(f"{hypothesis.text} ({STATUS_TEXT[finding.status]}: {finding.reason})")
    yield from _theorem(advice, chosen, standing)


def _theorem(advice: Advice, chosen: Considered, standing: Standing) -> Iterator[Part]:
    key = chosen.theorem.statement
    yield Paragraph(
        f"The theorem is {key}. How far this project has established it: {standing.statuses[key]}; what it rests on: "
        f'{standing.rests(key)}. Its story: concomp explain "{key}"'
    )
    if advice.router is not None:
        yield Paragraph(
            f"That the router keeps the mechanisms' guarantee is {THROUGH}: {standing.statuses[THROUGH]}; what it "
            f"rests on: {standing.rests(THROUGH)}. For each input it must hand out finitely many, which is for its "
            "author to see to."
        )


def _attacks(advice: Advice, standing: Standing) -> Iterator[Part]:
    if advice.attack is not None:
        yield from _attack(advice.attack, advice.chosen is not None)
    if advice.leak is not None:
        yield from leak_lines(advice.leak, advice.chosen is not None, standing)


def _attack(found: Attack, covered: bool) -> Iterator[Part]:
    yield ""
    yield "What can go wrong"
    label = f"E = {_number(found.label.e_eps)}, delta = {_number(found.label.delta)}"
    yield Paragraph(
        f"{found.name} may get an input that is the same in both data sets first, and one that differs later. "
        f"A mechanism with its loss ({label}) can show at the first, harmless answer whether it will tell everything "
        f"later on. An adversary creates many, waits for one that shows it, and uses that one."
    )
    yield Paragraph(
        f"If at most {found.at_most} of them may be touched, their loss alone would be delta = "
        f"{_number(found.claimed)} at E = {_number(found.e_eps)}. The best adversary reaches, exactly:"
    )
    for count, delta in found.deltas:
        yield f"    {count:>2} created: delta = {_number(delta)}"
    if found.succeeds:
        rest = (
            "The guarantee above takes this into account." if covered else f"With more of them it goes on ({FAILURE})."
        )
        yield Paragraph(rest)
