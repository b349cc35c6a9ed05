"""What is said of measures, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from concomp.advisor.guarantees.theorems import Theorem
from concomp.advisor.losses.stated import loss_in_words
from concomp.advisor.measures.leaks import Leak
from concomp.advisor.measures.side_by_side import Beside
from concomp.impl.accounting.guarantees import FDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.impl.accounting.numbers import Bounds
from concomp.obligations.runner.standing import Standing
from concomp.report.layout import Paragraph, Part
from concomp.report.quantities import epsilon_at_most, exact_and_approximate, short, shown_from_below


def beside_lines(listed: Sequence[Beside], delta: Fraction) -> Iterator[Part]:
    """The plan in all measures, one a paragraph."""
    if not listed:
        return
    yield ""
    yield f"The same plan in every measure, for delta = {exact_and_approximate(delta)}, the least first"
    for each in listed:
        yield Paragraph(f"{each.scale}: {_promised(each)}")


def _promised(beside: Beside) -> str:
    if beside.least is None or beside.theorem is None:
        return beside.reason
    return f"eps {epsilon_at_most(beside.least.high)} ({_named(beside.theorem)})"


def _named(theorem: Theorem) -> str:
    return theorem.statement + (f", {theorem.case}" if theorem.case else "")


def leak_lines(found: Leak, covered: bool, standing: Standing) -> Iterator[Part]:
    """How mechanisms with a loss of the plan lose more together than few of them do."""
    yield ""
    yield "What can go wrong"
    yield Paragraph(
        f"{found.name} may get an input that is the same in both data sets first, and one that differs later. A "
        f"mechanism that loses no more than it ({loss_in_words(found.loss)}) can announce at the first, harmless "
        f"answer, with chance p = {short(found.announces)}, that it will tell its next input, "
        f"{_truthfully(found.tells)}. An adversary creates many, waits for those that announce it, and uses "
        "these: the attack of HSV26 Theorem 13.5."
    )
    yield Paragraph(f"If at most {found.at_most} of them may be touched, together they have:")
    for count, reached in found.reached:
        yield f"    {count:>2} created: {_lost(found, reached)}"
    yield f"    in the end, with ever more of them: {_lost(found, found.limit)}"
    key = found.statement
    yield Paragraph(f"That is {key}. How far this project has established it: {standing.statuses[key]}.")
    if covered:
        yield Paragraph("The guarantee above takes this into account.")


def _truthfully(tells: Fraction) -> str:
    return "in the clear" if tells == 1 else f"truthfully with chance q = {short(tells)}"


def _lost(found: Leak, reached: Bounds) -> str:
    match found.loss:
        case RenyiLoss(order):
            return f"moment of order {order} {_value(reached)}"
        case FDP():
            return f"the trade-off function is 1 - {short(reached.low)} at 0"
        case _:
            return f"least rho {_value(reached)}"


def _value(bounds: Bounds) -> str:
    return f"= {short(bounds.low)}" if bounds.is_exact else shown_from_below(bounds).replace("≥", "at least")
