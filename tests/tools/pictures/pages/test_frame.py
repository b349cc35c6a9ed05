"""The frame of all pages: nothing is loaded, colours can be read in light and dark, steps are gone through."""

from __future__ import annotations

import re
from itertools import product
from xml.etree.ElementTree import tostring

import pytest

from concomp.model.printing import legible
from concomp.pictures import style
from concomp.pictures.chart import Chart, Line
from concomp.pictures.pages.elements import STYLE, document, element
from concomp.pictures.pages.figures import COLOURS, figure
from concomp.pictures.pages.stepping import stepper
from tests.tools.pictures.pages.reading import demand_whole
from tests.tools.pictures.test_drawing import contrast

SHEET = STYLE.read_text(encoding="utf-8")
WRITTEN = ("text", "quiet", "good", "bad", "mild", "link", *(f"curve-{number}" for number in range(1, 7)))


@pytest.mark.parametrize("side", ["light", "dark"])
def test_all_that_is_written_can_be_read(side: str) -> None:
    light, dark = re.split(r"@media \(prefers-color-scheme: dark\)", SHEET, maxsplit=1)
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light if side == "light" else dark))
    assert set(WRITTEN) <= set(colours)
    for name, ground in product(WRITTEN, ("ground", "raised")):
        assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
    assert contrast(colours["curve-2"], colours["tint"]) >= 4.5


def test_a_page_says_that_nothing_is_loaded() -> None:
    page = document("a <b>", element("p", "1 < 2"))
    demand_whole(page)
    assert "default-src 'none'; style-src 'unsafe-inline'" in page
    assert "a &lt;b&gt;" in page


def test_what_cannot_be_printed_is_written_out() -> None:
    assert legible("a\x1b[31m\u202e\ud800\nb") == "a\\x1b[31m\\u202e\\ud800\nb"


def test_pictures_have_the_colours_of_the_page() -> None:
    pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")
    line = Line("c", ((0.0, 1.0), (1.0, 0.0)), ((0.0, 1.0),))
    drawn = [figure(Chart("a", "b", "x", "y", 1.0, (line,)), name) for name in ("first", "second")]
    page = document("two", *drawn)
    read = demand_whole(page)
    assert {"a", "b", "c", "x", "y"} <= {text.strip() for text in read.text.split("\n")}
    inside = page.split("<body>")[1]
    assert "var(--curve-1)" in inside
    assert [colour for colour in COLOURS if colour in inside] == []
    references = set(re.findall(r"#((?:first|second)-[\w.-]+)", inside))
    assert references
    assert references <= set(read.ids)


def test_steps_are_chosen_by_buttons_of_one_name() -> None:
    steps = [[element("p", f"what happens at {number}")] for number in range(3)]
    page = document("steps", stepper("run", "The run", steps), stepper("other", "Another", steps[:1]))
    read = demand_whole(page)
    assert read.ids == ["run-1", "run-2", "run-3", "other-1"]
    assert (
        page.count('checked="checked"') == page.count("checked") - SHEET.count("checked") - page.count('checked="') == 2
    )
    assert read.labels.count("run-2") == 3
    assert "Message 2 of 3" in read.text
    assert ".step input:checked ~ .panel { display: block; }" in SHEET


def test_every_colour_of_pictures_has_a_name() -> None:
    assert set(COLOURS) == {style.INK, style.QUIET, style.RULE, style.GROUND, style.TINT, *style.COLOURS}
    assert {f"{name}:" for name in COLOURS.values()} <= set(re.findall(r"--[\w-]+:", SHEET))
    assert tostring(element("p", "x")) == b"<p>x</p>"
