"""How pictures look, and how one becomes a file: the same bytes each time, text as text."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from concomp.model.printing import one_line
from concomp.report.text import shorten

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Format = Literal["svg", "png"]
INK, QUIET, RULE, GROUND = "#1b1f27", "#5a6372", "#d5d9e0", "#ffffff"
TINT = "#fdf0e4"
"""Behind what stands out."""
COLOURS = ("#0b57b0", "#a14a00", "#156b35", "#7a2fa0", "#00667a", "#b3191f")
"""Of lines, each with a contrast of at least 4.5 to 1 on the ground."""
DASHES: tuple[object, ...] = ("solid", (0, (6, 2)), (0, (2, 1.5)), (0, (8, 2, 2, 2)), (0, (4, 4)), (0, (1, 3)))
"""Of lines, so that no two are told apart by colour alone."""
TITLE, TEXT = 13, 10
"""Sizes of letters, in points."""
LETTERS = 84
"""The longest title."""
PIXELS = 2
"""Pixels to a point, of a PNG."""
INSTALL = 'pip install "concomp[plot]"'
STYLE: dict[Any, Any] = {
    "figure.dpi": 72,
    "figure.facecolor": GROUND,
    "axes.facecolor": GROUND,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": QUIET,
    "axes.labelsize": TEXT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelsize": TEXT,
    "ytick.labelsize": TEXT,
    "text.color": INK,
    "text.parse_math": False,
    "font.size": TEXT,
    "lines.linewidth": 2,
    "path.simplify": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "concomp",
}


class NoMatplotlib(Exception):
    """Thrown when something is to be drawn, and what draws it is not installed; its text is how to install it."""


def demand_matplotlib() -> None:
    """Raise NoMatplotlib if there is no matplotlib."""
    if find_spec("matplotlib") is None:
        raise NoMatplotlib(f"pictures are drawn by matplotlib, which is not installed: {INSTALL}")


@contextmanager
def in_style() -> Iterator[None]:
    """Whatever is drawn meanwhile looks as pictures of concomp do, and not as its user's settings say."""
    demand_matplotlib()
    # It speaks of fonts and of its cache on standard error, which is for what concerns the user.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def page(width: float, height: float) -> Figure:
    """An empty page, of a size in points."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width / 72, height / 72))
    FigureCanvasAgg(figure)
    return figure


def entitle(figure: Figure, title: str, note: str, left: float) -> None:
    """Say what is seen, and below that against whom and how exactly."""
    width, height = figure.get_size_inches() * 72
    figure.text(left / width, 1 - 26 / height, shorten(title, LETTERS), size=TITLE, weight="bold")
    figure.text(left / width, 1 - 44 / height, note, color=QUIET)


def size(text: str) -> tuple[float, float]:
    """How wide and how high a line of text is, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    width, _, _ = text_to_path.get_text_width_height_descent(one_line(text), FontProperties(size=TEXT), False)
    return float(width), TEXT + 3


def saved(figure: Figure, as_format: Format) -> bytes:
    """A figure as a file holds it, whose texts are names that somebody gave, of which none is markup or control."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        if isinstance(text, Text):
            text.set_text(one_line(text.get_text()))
    written = BytesIO()
    if as_format == "svg":
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": "concomp"})
        # Lines end in no space, so that the file can be kept beside sources.
        return b"\n".join(line.rstrip() for line in written.getvalue().splitlines()) + b"\n"
    figure.savefig(written, format="png", dpi=72 * PIXELS, metadata={"Software": None})
    return written.getvalue()
