"""Drawings: the same bytes each time, text as text, every name in its place, and nobody's settings."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree.ElementTree import fromstring

import numpy as np
import pytest

from concomp.door.mechanisms import subject
from concomp.impl.audit.engine import Audit
from concomp.pictures import style
from concomp.pictures.chart import Chart, Line, Mark
from concomp.pictures.charts import both_directions, profile_chart
from concomp.pictures.labels import Box, densely, place
from concomp.pictures.picture import drawn
from tests.tools.cli.auditing import example

pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")
AGAIN = """
import sys
from concomp.pictures.chart import Chart, Line
from concomp.pictures.picture import drawn
chart = Chart("a", "b", "x", "y", 1.0, (Line("c", ((0.0, 1.0), (1.0, 0.0))),))
sys.stdout.buffer.write(drawn(chart, "svg"))
"""
SIMPLE = Chart("a", "b", "x", "y", 1.0, (Line("c", ((0.0, 1.0), (1.0, 0.0))),))


def hidden_state() -> Chart:
    curve = Audit(subject(example("hidden_state")).setting).curve.of_the_model()
    marks = [Mark("what was asked", (0.5, 0.3))]
    return profile_chart("hidden_state.json: $x^2$ <&>", "a note", both_directions(curve), marks)


def test_what_is_written_is_text() -> None:
    tree = fromstring(drawn(hidden_state(), "svg"))
    texts = {each.text for each in tree.iter() if each.tag.endswith("}text")}
    wanted = {
        "hidden_state.json: $x^2$ <&>",
        "a note",
        "world 0 over world 1",
        "world 1 over world 0",
        "what was asked",
        "ε (nats)",
        "δ (probability)",
    }
    assert wanted <= texts


@pytest.mark.parametrize(
    ("name", "shown"),
    [("a\x01b", r"a\x01b"), ("x\ny: δ = 0", r"x\ny: δ = 0"), ("\u202egpj", r"\u202egpj"), ("\ud800", r"\ud800")],
)
def test_no_name_is_more_than_a_name(name: str, shown: str) -> None:
    tree = fromstring(drawn(Chart(name, name, name, name, 1.0, (Line(name, SIMPLE.lines[0].points),)), "svg"))
    texts = [each.text or "" for each in tree.iter() if each.tag.endswith("}text")]
    assert texts.count(shown) == 5
    assert all(text.isprintable() for text in texts)


@pytest.mark.parametrize(("lowest", "highest"), [(0.22, 0.22), (2.5e-6, 2.6e-6), (1e-9, 1.0), (0.003, 0.3)])
def test_a_logarithmic_axis_has_numbers(lowest: float, highest: float) -> None:
    chart = Chart("", "", "", "δ", 1.0, (Line("", ((0.0, highest), (1.0, lowest))),), floor=1e-9)
    texts = [each.text or "" for each in fromstring(drawn(chart, "svg")).iter() if each.tag.endswith("}text")]
    assert len([text for text in texts if "e-" in text or text == "1"]) >= 2


def test_nothing_in_it_tells_when_or_where_it_was_made(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 9\nsvg.fonttype: path\nfont.size: 30\n")
    command = [sys.executable, "-c", AGAIN]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert ran.stdout == drawn(SIMPLE, "svg")
    assert ran.stderr == b""
    text = ran.stdout.decode()
    assert "dc:date" not in text
    assert str(tmp_path) not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def test_a_png_is_one() -> None:
    written = drawn(SIMPLE, "png")
    assert written.startswith(b"\x89PNG")
    assert written == drawn(SIMPLE, "png")


def test_the_settings_of_others_are_left_as_they_are() -> None:
    import matplotlib

    with matplotlib.rc_context({"lines.linewidth": 7.5}):
        drawn(SIMPLE, "svg")
        assert matplotlib.rcParams["lines.linewidth"] == 7.5


def test_names_stand_clear_of_lines_and_of_each_other() -> None:
    xs = np.linspace(0, 500, 200)
    along = [densely(np.stack([xs, height * np.exp(-xs / 200)], axis=1)) for height in (300, 220, 150)]
    inside = Box(-200, -200, 900, 700)
    boxes = [each for each in place([(120, 13)] * 3, along, np.empty((0, 2)), inside) if each is not None]
    assert len(boxes) == 3
    assert all(box.distance(every) > 0 for box in boxes for every in along)
    assert all(one.distance(other.edges()) > 0 for one, other in combinations(boxes, 2))
    assert all(box.lies_in(inside) for box in boxes)


def test_where_there_is_no_room_no_place_is_found() -> None:
    along = [densely(np.array([[0.0, 0.0], [100.0, 0.0]]))]
    assert place([(400, 13)], along, np.empty((0, 2)), Box(0, 0, 100, 100)) == [None]


def test_lines_without_room_are_named_in_a_list() -> None:
    lines = tuple(Line(f"a line with a long name, number {each}", ((0.0, 1.0), (1.0, 0.0))) for each in range(9))
    text = drawn(Chart("a", "b", "x", "y", 1.0, lines), "svg").decode()
    assert [each.name for each in lines if each.name not in text] == []


@pytest.mark.parametrize("colour", [style.INK, style.QUIET, *style.COLOURS])
def test_what_is_written_can_be_read(colour: str) -> None:
    assert contrast(colour, style.GROUND) >= 4.5


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG 2 defines it."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
