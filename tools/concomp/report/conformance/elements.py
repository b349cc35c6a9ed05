"""Elements of HTML, built so that no text can become markup."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, tostring

POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def element(tag: str, *inside: Element | str, **attributes: str) -> Element:
    """An element with texts and elements in it; a name such as class_ or data_label is class, or data-label."""
    made = Element(tag, {name.strip("_").replace("_", "-"): value for name, value in attributes.items()})
    for part in inside:
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


def document(title: str, style: str, *inside: Element) -> str:
    """A page that is whole by itself: nothing is loaded, and no script can run."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element(
            "meta",
            **{"http-equiv": "Content-Security-Policy", "content": "default-src 'none'; style-src 'unsafe-inline'"},
        ),
        element("title", title),
        element("style", style),
    )
    page = element("html", head, element("body", element("main", *inside)), lang="en")
    return f"<!DOCTYPE html>\n{tostring(page, encoding='unicode', method='html')}\n"


def _cell(name: str, part: Element | str) -> Element:
    return element("td", element("span", part), data_label=name)
