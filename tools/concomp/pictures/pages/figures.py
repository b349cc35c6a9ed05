"""A picture inside a page: its colours are the page's, which has a light and a dark side."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, fromstring

from concomp.pictures import style
from concomp.pictures.pages.elements import element
from concomp.pictures.picture import Picture, drawn

COLOURS = {
    style.INK: "--text",
    style.QUIET: "--quiet",
    style.RULE: "--line",
    style.GROUND: "--ground",
    style.TINT: "--tint",
    **{colour: f"--curve-{number}" for number, colour in enumerate(style.COLOURS, 1)},
}
"""The names that colours have in a page."""
REFERENCES = re.compile(r"#(?!(?:[0-9a-f]{6})\b)([\w.-]+)")


def figure(picture: Picture, name: str) -> Element:
    """The picture, drawn; name: by which it is told from the other pictures of its page. Raises NoMatplotlib."""
    tree = fromstring(drawn(picture, "svg"))
    _bare(tree)
    referred = {match for each in tree.iter() for value in each.attrib.values() for match in REFERENCES.findall(value)}
    for each in tree.iter():
        _adopt(each, referred, name)
    width, height = tree.attrib["viewBox"].split()[2:]
    tree.attrib = {
        "viewBox": tree.attrib["viewBox"],
        "role": "img",
        "aria-label": f"{picture.title}. {picture.note}",
        "style": f"width: {float(width):.0f}px; aspect-ratio: {float(width):.0f} / {float(height):.0f}",
    }
    return element("div", tree, class_="figure", tabindex="0", role="group", aria_label=picture.title)


def _bare(tree: Element) -> None:
    """Take out what only a file by itself needs: namespaces and metadata."""
    for parent in tree.iter():
        for child in [each for each in parent if each.tag.endswith("}metadata")]:
            parent.remove(child)
    for each in tree.iter():
        each.tag = each.tag.rpartition("}")[2]
        each.attrib = {name.rpartition("}")[2]: value for name, value in each.attrib.items()}


def _adopt(each: Element, referred: set[str], name: str) -> None:
    """Give a part the colours of the page, and a name that no other picture has, if it needs one."""
    identifier = each.attrib.pop("id", None)
    for attribute, value in each.attrib.items():
        each.attrib[attribute] = _in_colours(REFERENCES.sub(rf"#{name}-\1", value))
    if identifier in referred:
        each.attrib["id"] = f"{name}-{identifier}"


def _in_colours(value: str) -> str:
    for colour, variable in COLOURS.items():
        value = value.replace(colour, f"var({variable})")
    return value
