"""`concomp advise --html`: what is guaranteed of a plan, by which theorem, why not by others, and what can go wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from concomp.pictures.pages.elements import ROWS, VALUES, document, element, folded, none, pairs, section, table
from concomp.pictures.pages.figures import figure
from concomp.report.quantities import approximate_epsilon, at_most, enough, short

if TYPE_CHECKING:
    from concomp.pictures.picture import Picture
    from concomp.schemas.advice import (
        AdviseOutput,
        ConsideredData,
        GuaranteedAt,
        GuaranteedFor,
        HypothesisData,
        PrintedAt,
    )

OUTCOMES = {
    "advice": ("good", "A theorem covers this plan."),
    "missed": ("bad", "The target is not guaranteed."),
    "undecided": ("mild", "It could not be decided what is guaranteed."),
}
NOT_COVERED = ("bad", "No theorem covers this plan: nothing is guaranteed.")
STATUSES = {"holds": "good", "declared": "mild", "fails": "bad", "unknown": "mild"}
LONG = 160
"""The longest status that is not folded."""
DECLARED = "taken from the plan"


def page(found: AdviseOutput, name: str, pictures: Mapping[str, Picture]) -> str:
    """The page of an advice on a plan of this name; pictures: of what is "guaranteed", and of the "attacker"."""
    chosen = None if found["theorem"] is None else found["theorems"][found["theorem"]]
    others = [each for each in found["theorems"] if each is not chosen]
    parts = (
        *_opening(found, name, chosen),
        section("What is guaranteed", *_guaranteed(found, chosen, pictures)),
        *_change(found),
        *_basis(found, chosen),
        *_wrong(found, pictures),
        *_others(others),
    )
    return document(f"{found['title'] or name}: what is guaranteed", *parts)


def _opening(found: AdviseOutput, name: str, chosen: ConsideredData | None) -> Iterator[Element]:
    is_open = chosen is None and found["outcome"] == "advice"
    kind, words = NOT_COVERED if is_open else OUTCOMES[found["outcome"]]
    yield element("h1", found["title"] or name)
    yield element("p", element("strong", words, class_=kind), class_="verdict")
    if found["target"] is not None and found["target"]["at_most"] is not None:
        most = found["target"]["at_most"]
        yield element("p", f"It would be with at most {most} mechanisms that get differing inputs.")
    yield element("p", element("code", name), class_="quiet")


def _guaranteed(
    found: AdviseOutput, chosen: ConsideredData | None, pictures: Mapping[str, Picture]
) -> Iterator[Element]:
    if chosen is None:
        yield element("p", "Nothing, by any theorem that is established here.")
    else:
        yield element("p", f"{chosen['says']} This holds against every adaptive adversary.")
    if found["loss"]:
        yield element("p", f"That is: {found['loss']}.")
    yield from _numbers(found["at_e"], found["at_delta"])
    if "guaranteed" in pictures:
        yield figure(pictures["guaranteed"], "guaranteed")
    if found["beside"]:
        rows = (
            (each["measure"], each["statement"] or none(), _epsilon(each["epsilon"]), each["reason"] or none())
            for each in found["beside"]
        )
        yield element("h3", "The same plan in other measures", class_="plain")
        yield table(("measure", "theorem", "ε", "why none"), rows, ROWS)


def _numbers(at_e: Sequence[GuaranteedAt], at_delta: Sequence[GuaranteedFor]) -> Iterator[Element]:
    if at_e:
        rows = [(_text(each["e_eps"]), approximate_epsilon(Fraction(each["e_eps"])), _bound(each)) for each in at_e]
        if any(each["own_delta"] is not None for each in at_e):
            audited = [(*row, _own(each)) for row, each in zip(rows, at_e, strict=True)]
            yield table(("E", "ε", "δ at most", "your own lose, exactly"), audited, VALUES)
        else:
            yield table(("E", "ε", "δ at most"), rows, VALUES)
    if at_delta:
        least = ((_text(each["delta"]), _least(each["e_eps"]), _epsilon(each["epsilon"])) for each in at_delta)
        yield table(("δ", "E at most", "ε at most"), least, VALUES)


def _text(number: str) -> str:
    return short(Fraction(number))


def _bound(each: GuaranteedAt) -> Element | str:
    delta = each["delta"]
    return none() if delta is None else _enough(delta)


def _enough(number: str) -> str:
    """A number exactly where it is short, else by a decimal that is not below it."""
    return enough(Fraction(number)).removeprefix("at most ")


def _own(each: GuaranteedAt) -> Element | str:
    return none() if each["own_delta"] is None else _text(each["own_delta"])


def _least(e_eps: str | None) -> str:
    return "no E suffices" if e_eps is None else _enough(e_eps)


def _epsilon(epsilon: float | None) -> Element | str:
    return none() if epsilon is None else at_most(Fraction(epsilon)).removeprefix("at most ")


def _change(found: AdviseOutput) -> Iterator[Element]:
    change = found["change"]
    if change is not None:
        after = f"{change['statement']} applies then." if change["is_enough"] else f"{change['statement']} is nearest."
        yield section("What to change", element("p", change["change"]), element("p", after, class_="quiet"))


def _basis(found: AdviseOutput, chosen: ConsideredData | None) -> Iterator[Element]:
    if chosen is None:
        return
    told = pairs(
        [
            ("theorem", element("strong", chosen["statement"])),
            ("established", _in_short(chosen["status"])),
            ("rests on", _in_short(chosen["rests_on"] or "nothing else")),
            ("its story", element("code", f'concomp explain "{chosen["statement"]}"')),
        ]
    )
    yield section("What this rests on", told, _hypotheses(chosen["hypotheses"]), *_printed(found), *_router(found))


def _in_short(status: str) -> Element | str:
    """A status; its scope is opened by who wants it, if it is long."""
    word, _, scope = status.partition(" (")
    return status if len(status) <= LONG else folded(word, element("span", scope.removesuffix(")")))


def _hypotheses(hypotheses: Sequence[HypothesisData]) -> Element:
    rows = ((each["hypothesis"], _status(each), _reason(each)) for each in hypotheses)
    return table(("hypothesis", "status", "why"), rows, ROWS)


def _status(each: HypothesisData) -> Element:
    word = DECLARED if each["status"] == "declared" else each["status"]
    return element("span", word, class_=STATUSES[each["status"]])


def _reason(each: HypothesisData) -> Element | str:
    if not each["trace"]:
        return each["reason"] or none()
    return element("div", each["reason"], folded("the trace", element("pre", "\n".join(each["trace"]))))


def _printed(found: AdviseOutput) -> Iterator[Element]:
    """What statements that are false would say."""
    if found["as_printed"]:
        rows = (
            (f"{each['statement']} as printed ({each['erratum']})", _said(each["at_e"]), each["counterexample"])
            for each in found["as_printed"]
        )
        yield element("h3", "What is printed, and not to be relied on", class_="plain")
        yield table(("statement", "would say", "false, because"), rows, ROWS)


def _said(at_e: Iterable[PrintedAt]) -> str:
    return "; ".join(f"δ = {_text(each['delta'])} at E = {_text(each['e_eps'])}" for each in at_e)


def _router(found: AdviseOutput) -> Iterator[Element]:
    router = found["router"]
    if router is not None:
        told = [("router", element("code", router["router"])), ("inputs", element("code", router["inputs"]))]
        trace = element("pre", "\n".join(router["trace"])) if router["trace"] else None
        yield element("h3", f"The router: {router['verdict']}", class_="plain")
        yield pairs([*told, ("lacking", router["lacking"]), ("trace", trace)])


def _wrong(found: AdviseOutput, pictures: Mapping[str, Picture]) -> Iterator[Element]:
    """What can go wrong: what mechanisms with these losses can lose, and what the plan's own do."""
    parts: list[Element] = []
    attack = found["attack"]
    if attack is not None:
        claimed = f"δ = {_text(attack['claimed'])} at E = {_text(attack['e_eps'])}"
        parts.append(
            element(
                "p",
                f"{attack['mechanism']} may get an input that is the same in both data sets first, and one that "
                "differs later. A mechanism with its loss can show at the first answer whether it will tell everything "
                f"later on; an adversary creates many and uses one that does. If at most {attack['at_most']} are "
                f"touched, their loss alone would be {claimed}. What the best adversary reaches, exactly:",
            )
        )
        rows = ((str(each["copies"]), _text(each["delta"])) for each in attack["deltas"])
        parts.append(table(("created", "δ"), rows, VALUES))
    leak = found["leak"]
    if leak is not None:
        counts = ((_copies(each["copies"]), _enough(each["high"])) for each in leak["reached"])
        parts.append(
            element("p", f"What copies of {leak['mechanism']} ({leak['loss']}) can lose: {leak['statement']}.")
        )
        parts.append(table(("created", "lost together"), counts, VALUES))
    if "attacker" in pictures:
        parts.append(figure(pictures["attacker"], "attacker"))
    if parts:
        yield section("What can go wrong", *parts)


def _copies(count: int | None) -> str:
    return "any number" if count is None else str(count)


def _others(others: Sequence[ConsideredData]) -> Iterator[Element]:
    """Why other theorems do not apply, or guarantee less."""
    articles = []
    for each in others:
        failing = [one for one in each["hypotheses"] if one["status"] in ("fails", "unknown")]
        case = f", {each['case']}" if each["case"] else ""
        word = "applies, and guarantees no more" if each["applies"] else f"{len(failing)} of its hypotheses not met"
        changes = [one["change"] for one in failing if one["change"]]
        inside = [element("p", each["says"]), _hypotheses(each["hypotheses"])]
        inside += [element("p", "What would help: ", "; ".join(changes))] if changes else []
        articles.append(folded(f"{each['statement']}{case}: {word}", *inside))
    if articles:
        yield section("Other theorems", *articles)
