"""What guards pictures and pages notices what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from math import log
from pathlib import Path
from typing import Any

import pytest

from concomp.cli.compositions import pictures as compositions
from concomp.door.mechanisms import subject
from concomp.impl.audit.engine import Audit
from concomp.model.laws.profile import Profile
from concomp.pictures import attackers, chart, charts, drawing, joining, style
from concomp.pictures.pages import elements, figures
from tests import test_pictures_page as page
from tests.tools.cli import test_plots as plots
from tests.tools.cli.auditing import example
from tests.tools.pictures import test_attackers as of_attackers
from tests.tools.pictures import test_curves as of_curves
from tests.tools.pictures import test_drawing as of_drawing
from tests.tools.pictures import test_lines as of_lines
from tests.tools.pictures.pages import test_frame as of_frame

pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")


def swapped(curve: Any) -> Any:
    return tuple(reversed(directions(curve)))


def rounded_down(vertices: Any) -> Any:
    points, bends = over_epsilon(vertices)
    return tuple((x, y * (1 - 1e-12)) for x, y in points), tuple((x, y * (1 - 1e-12)) for x, y in bends)


def straight(left: Any, right: Any, *_: Any) -> Any:
    """Linear in ε, and not in E."""
    for part in range(1, 101):
        yield tuple(a + (b - a) * part / 100 for a, b in zip(left, right, strict=True))


directions, over_epsilon = charts.directions, chart.over_epsilon


BREAKAGES: dict[str, tuple[Any, str, Any, Callable[..., None], tuple[Any, ...]]] = {
    "directions are exchanged": (
        of_curves,
        "directions",
        swapped,
        of_curves.test_each_direction_is_what_an_audit_at_one_e_says,
        ("hidden_state",),
    ),
    "δ is rounded down": (
        of_curves,
        "over_epsilon",
        rounded_down,
        of_curves.demand_not_below,
        (Profile(((F(1), F(1, 3)), (F(2), F(0)))),),
    ),
    "curves are straight in ε": (
        joining,
        "_divided",
        straight,
        of_curves.test_between_vertices_a_curve_is_linear_in_e,
        (),
    ),
    "a curve is drawn through too few points": (
        joining,
        "FINE",
        1.0,
        of_lines.test_no_line_is_drawn_below_what_is_exact,
        ("eps=10",),
    ),
    "a curve falls where it was sampled last": (
        charts,
        "CLOSER",
        0,
        of_lines.test_a_line_ends_where_the_curve_does,
        (),
    ),
    "small probabilities lie below the axis": (
        compositions,
        "_small",
        lambda at_zero, asked: compositions.SMALL,
        of_lines.test_small_probabilities_have_an_axis_that_goes_up,
        ("eps=0,delta=1e-12",),
    ),
    "a curve that begins flat is taken to stay so": (
        charts,
        "FARTHEST",
        F(1, 2),
        of_curves.test_what_is_sampled_falls_where_it_does_however_flat_it_begins,
        (F(6),),
    ),
    "a small ε loses its digits": (
        of_curves,
        "epsilon",
        lambda e_eps: log(e_eps.numerator) - log(e_eps.denominator),
        of_curves.test_an_epsilon_is_the_logarithm_however_close_to_nothing,
        (F(1, 10**14),),
    ),
    "a name forges a line": (
        style,
        "one_line",
        lambda text: text,
        of_drawing.test_no_name_is_more_than_a_name,
        ("x\ny: δ = 0", r"x\ny: δ = 0"),
    ),
    "an axis has powers of ten alone": (
        drawing,
        "DECADES",
        0,
        of_drawing.test_a_logarithmic_axis_has_numbers,
        (0.22, 0.22),
    ),
    "text becomes outlines": (
        style,
        "STYLE",
        style.STYLE | {"svg.fonttype": "path"},
        of_drawing.test_what_is_written_is_text,
        (),
    ),
    "a branch is left out": (
        attackers,
        "_grown",
        lambda picture, grown=attackers._grown: [*grown(picture)][:-1],
        of_attackers.test_a_short_plan_is_a_tree_of_its_queries,
        (),
    ),
    "pictures keep their own colours": (
        figures,
        "_in_colours",
        lambda value: value,
        of_frame.test_pictures_have_the_colours_of_the_page,
        (),
    ),
    "what cannot be printed is left": (
        of_frame,
        "legible",
        lambda text: text,
        of_frame.test_what_cannot_be_printed_is_written_out,
        (),
    ),
    "quiet text is too pale": (
        of_frame,
        "SHEET",
        of_frame.SHEET.replace("--quiet: #5a6372", "--quiet: #8f98a6"),
        of_frame.test_all_that_is_written_can_be_read,
        ("light",),
    ),
}


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_breakage_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    where, what, wrong, test, arguments = BREAKAGES[name]
    monkeypatch.setattr(where, what, wrong)
    with pytest.raises(AssertionError):
        test(*arguments)


def test_an_outdated_picture_of_the_docs_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "attacker.svg").write_bytes((page.FOLDER / "attacker.svg").read_bytes().replace(b"7/16", b"8/16"))
    now = (page.FOLDER / "attacker.svg").read_bytes()
    monkeypatch.setattr(page, "made_again", lambda name, folder: now)
    page.test_a_picture_is_what_its_command_draws("attacker.svg", tmp_path)
    monkeypatch.setattr(page, "FOLDER", folder)
    with pytest.raises(AssertionError):
        page.test_a_picture_is_what_its_command_draws("attacker.svg", tmp_path)


def test_a_file_that_is_written_in_place_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def in_place(self: Any, content: bytes) -> None:
        try:
            self.path.write_bytes(content)
        except OSError as error:
            raise self._refused(f"{error.strerror}: name a file that can be written") from None

    monkeypatch.setattr(plots.Output, "write", in_place)
    with pytest.raises(AssertionError):
        plots.test_a_file_is_whole_or_as_it_was(tmp_path, monkeypatch)


def test_a_page_that_loads_something_is_noticed() -> None:
    from tests.tools.pictures.pages.reading import demand_whole

    wrong = (
        '<img src="x.png">',
        '<a href="#nowhere">x</a>',
        '<p style="background: url(x)">x</p>',
        "<script>1</script>",
    )
    for inside in wrong:
        with pytest.raises(AssertionError):
            demand_whole(elements.document("x").replace("</main>", f"{inside}</main>"))
    demand_whole(elements.document("x"))


def test_the_profile_of_both_directions_is_their_maximum() -> None:
    curve = Audit(subject(example("hidden_state")).setting).curve
    forward, backward = charts.directions(curve.of_the_model())
    assert all(curve.profile()(e) == max(forward(e), backward(e)) for e in of_curves.E_VALUES)
    assert forward(F(2)) != backward(F(2))
