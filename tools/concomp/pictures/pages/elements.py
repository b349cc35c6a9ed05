"""Elements of HTML, built so that no text can become markup, and the frame that all pages share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from concomp.model.printing import legible

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = Path(__file__).with_name("frame.css")
ROWS, VALUES, NUMBERS, PAIRS = "rows", "rows values", "numbers", "pairs"
"""The styles of tables: each row a block of its own on a narrow screen; the same, only as wide as need be; columns of
numbers; two columns."""


def element(tag: str, *inside: Element | str, **attributes: str) -> Element:
    """An element with texts and elements in it; a name such as class_ or data_label is class, or data-label."""
    made = Element(tag, {name.strip("_").replace("_", "-"): value for name, value in attributes.items()})
    for each in inside:
        part = each if isinstance(each, Element) else legible(each)
        if isinstance(part, Element):
            made.append(part)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + part
        else:
            made.text = (made.text or "") + part
    return made


def table(headings: Iterable[str], rows: Iterable[Iterable[Element | str]], style: str) -> Element:
    """A table of a style; each cell knows its heading, so that on a narrow screen a row can stand as a block."""
    names = list(headings)
    made = element("table", class_=style)
    SubElement(made, "thead").append(element("tr", *(element("th", name, scope="col") for name in names)))
    body = SubElement(made, "tbody")
    for row in rows:
        body.append(element("tr", *(_cell(name, part) for name, part in zip(names, row, strict=True))))
    return made


def none() -> Element:
    """What stands where there is nothing; on a narrow screen it is left out."""
    return element("span", "—", class_="none")


def section(heading: str, *inside: Element) -> Element:
    """A part of a page."""
    return element("section", element("h2", heading), *inside)


def folded(summary: str, *inside: Element) -> Element:
    """What is opened by who wants it; in print it is open."""
    return element("details", element("summary", summary), *inside)


def listed(items: Iterable[Element | str]) -> Element:
    """A list."""
    return element("ul", *(element("li", each) for each in items))


def pairs(named: Iterable[tuple[str, Element | str | None]]) -> Element:
    """Names with what they are of; what is not there is left out."""
    found = [(name, what) for name, what in named if what is not None and what != ""]
    return element("dl", *(part for name, what in found for part in (element("dt", name), element("dd", what))))


def document(title: str, *inside: Element) -> str:
    """A page that is whole by itself: nothing is loaded, and no script can run."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element(
            "meta",
            **{"http-equiv": "Content-Security-Policy", "content": POLICY},
        ),
        element("title", legible(title)),
        element("style", STYLE.read_text(encoding="utf-8")),
    )
    page = element("html", head, element("body", element("main", *inside)), lang="en")
    return f"<!DOCTYPE html>\n{tostring(page, encoding='unicode', method='html')}\n"


def _cell(name: str, part: Element | str) -> Element:
    return element("td", element("span", part), data_label=name)
