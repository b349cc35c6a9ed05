"""Steps that are gone through one by one, by mouse or by arrow keys, without a script; in print all are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from concomp.pictures.pages.elements import element


def stepper(name: str, legend: str, steps: Sequence[Sequence[Element]]) -> Element:
    """The steps, of which one is seen; name: by which these are told from the other steps of their page."""
    parts = [_step(name, number, len(steps), inside) for number, inside in enumerate(steps, 1)]
    return element("fieldset", element("legend", legend), *(part for each in parts for part in each), class_="steps")


def _step(name: str, number: int, of: int, inside: Sequence[Element]) -> Iterator[Element]:
    chosen = {"checked": "checked"} if number == 1 else {}
    identifier = f"{name}-{number}"
    choice = element("input", type="radio", name=name, id=identifier, **chosen)
    turning = [
        element("label", text, for_=f"{name}-{to}", class_="turn")
        for text, to in (("← before", number - 1), ("next →", number + 1))
        if 1 <= to <= of
    ]
    yield element(
        "div",
        choice,
        element("label", str(number), for_=identifier, class_="number"),
        element("div", element("h4", f"Message {number} of {of}"), *inside, element("p", *turning), class_="panel"),
        class_="step",
    )
