"""Which colours of a style sheet cannot be read on the grounds that it has, by the contrast that WCAG 2 asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product

from tests.tools.pictures.test_drawing import contrast

TEXT, LINES = 4.5, 3.0
GROUNDS = ("page", "tint", "here")
"""The page itself, what is set off from it, and what is pointed at."""
NOT_WRITTEN = ("frame", *GROUNDS)


def too_faint(sheet: str) -> Iterator[tuple[str, str, str]]:
    """Side, colour and ground of what is written and cannot be read."""
    for side, colours in sides(sheet).items():
        for name, ground in product(colours.keys() - NOT_WRITTEN, GROUNDS):
            if contrast(colours[name], colours[ground]) < TEXT:
                yield side, name, ground


def faint_arrows(sheet: str) -> Iterator[str]:
    """The sides on which the arrows of a graph do not stand out from the page."""
    [opacity] = re.findall(r"\.arrow \{[^}]*stroke: var\(--quiet\); stroke-opacity: ([\d.]+)", sheet)
    for side, colours in sides(sheet).items():
        if contrast(_mixed(colours["quiet"], colours["page"], float(opacity)), colours["page"]) < LINES:
            yield side


def sides(sheet: str) -> dict[str, dict[str, str]]:
    """The colours by name: light, dark if that is chosen, and dark if the reader's machine asks for it."""
    parts = re.split(r'body\[data-theme="dark"\]|@media \(prefers-color-scheme: dark\)', sheet)
    light, chosen, asked = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", part)) for part in parts)
    day, night = _pages()
    return {"light": {**light, "page": day}, "chosen": {**chosen, "page": night}, "asked": {**asked, "page": night}}


@cache
def _pages() -> tuple[str, str]:
    """The colours of the page that the theme lays under it, light and dark."""
    theme = files("furo").joinpath("theme", "furo", "static", "styles", "furo.css").read_text(encoding="utf-8")
    found = dict.fromkeys(re.findall(r"--color-background-primary:(#[0-9a-f]+)", theme))
    light, dark = (each if len(each) == 7 else "#" + "".join(2 * digit for digit in each[1:]) for each in found)
    return light, dark


def _mixed(colour: str, ground: str, opacity: float) -> str:
    """A colour of this opacity on a ground."""
    parts = [[int(each[place : place + 2], 16) for place in (1, 3, 5)] for each in (colour, ground)]
    return "#" + "".join(
        f"{round(opacity * over + (1 - opacity) * under):02x}" for over, under in zip(*parts, strict=True)
    )
