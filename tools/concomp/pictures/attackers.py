"""An attacker is drawn: as a tree that grows to the right, or by numbered steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from concomp.pictures import style
from concomp.pictures.attacker import SHOWN, AttackerPicture, Node
from concomp.report.text import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARGIN, TOP = 28, 68
ROW = 30
"""The height of a row of a tree."""
LINE = 19
"""The height of a line among numbered steps."""
PAD = 8
"""Between a text and its frame."""
GAP = 26
"""Between two columns, besides what is written there."""
LEAST = 480
COLOURS = {"query": style.COLOURS[0], "speaks": style.COLOURS[1], "silent": style.QUIET}


@dataclass(frozen=True)
class Placed:
    """A node of a tree where it stands: its column from the left, and its row, which may be a half, from the top."""

    node: Node
    column: int
    row: float
    reached: str
    parent: Placed | None


def attacker(picture: AttackerPicture, as_format: style.Format) -> bytes:
    """The attacker as an SVG or a PNG file; NoMatplotlib."""
    with style.in_style():
        return (_tree if picture.is_tree else _steps)(picture, as_format)


def _paper(picture: AttackerPicture, width: float, height: float) -> Axes:
    """A page whose unit is the point, from the top left."""
    figure = style.page(width, height)
    style.entitle(figure, picture.title, picture.note, MARGIN)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_axis_off()
    return axes


def _width(picture: AttackerPicture) -> float:
    """The least width, for the words above."""
    words = max(style.size(picture.title)[0] * style.TITLE / style.TEXT * 1.1, style.size(picture.note)[0])
    return max(LEAST, words + 2 * MARGIN)


def _tree(picture: AttackerPicture, as_format: style.Format) -> bytes:
    placed = list(_grown(picture))
    lefts, right = _columns(placed)
    rows = 1 + max(each.row for each in placed)
    axes = _paper(picture, max(_width(picture), right + MARGIN), TOP + ROW * rows + MARGIN / 2)
    for each in placed:
        left, middle = lefts[each.column], TOP + ROW * (each.row + 0.5)
        if each.parent is not None:
            start = lefts[each.parent.column] + _extent(each.parent.node)
            above = TOP + ROW * (each.parent.row + 0.5)
            axes.plot([start, start + PAD, start + PAD, left], [above, above, middle, middle], color=style.QUIET, lw=1)
            axes.text(start + PAD + 5, middle - 4, each.reached, color=style.QUIET)
        _box(axes, each.node, left, middle)
    return style.saved(axes.get_figure(root=True), as_format)  # type: ignore[arg-type]


def _grown(picture: AttackerPicture) -> Iterator[Placed]:
    """The nodes of the tree: each leaf in a row of its own, each query in the middle of what follows it."""
    row = 0

    def part(place: int, column: int, reached: str) -> tuple[float, list[tuple[int, float, str, int, int]]]:
        nonlocal row
        node = picture.nodes[place]
        if not node.branches:
            row += 1
            return row - 1, [(place, row - 1, reached, column, -1)]
        below = [part(each.then, column + 1, f"on {each.answers}") for each in node.branches]
        middle = (below[0][0] + below[-1][0]) / 2
        listed = [(place, middle, reached, column, -1)]
        for _, inner in below:
            offset = len(listed)
            listed += [(p, r, a, c, offset + up if up >= 0 else 0) for p, r, a, c, up in inner]
        return middle, listed

    made: list[Placed] = []
    for place, at, reached, column, up in part(0, 0, "")[1]:
        made.append(Placed(picture.nodes[place], column, at, reached, made[up] if up >= 0 else None))
    yield from made


def _extent(node: Node) -> float:
    """How wide the frame of a node is."""
    return style.size(node.text)[0] + 2 * PAD


def _columns(placed: list[Placed]) -> tuple[list[float], float]:
    """Where each column begins, and where the last one ends."""
    lefts, left = [], float(MARGIN)
    for column in range(1 + max(each.column for each in placed)):
        if column:
            left += GAP + max(style.size(each.reached)[0] for each in placed if each.column == column)
        lefts.append(left)
        left += max(_extent(each.node) for each in placed if each.column == column)
    return lefts, left


def _box(axes: Axes, node: Node, left: float, middle: float) -> None:
    """A node in its frame."""
    from matplotlib.patches import FancyBboxPatch

    width, colour = _extent(node), COLOURS[node.kind]
    is_query = node.kind == "query"
    frame = FancyBboxPatch(
        (left, middle - ROW * 0.36),
        width,
        ROW * 0.72,
        boxstyle="round,pad=0,rounding_size=5",
        edgecolor=colour,
        facecolor=style.GROUND if is_query or node.kind == "silent" else style.TINT,
        linestyle="dotted" if node.kind == "silent" else "solid",
        linewidth=1.2,
    )
    axes.add_patch(frame)
    axes.text(left + PAD, middle, node.text, va="center_baseline", color=style.INK if is_query else colour)


def _steps(picture: AttackerPicture, as_format: style.Format) -> bytes:
    shown = [node for node in picture.nodes if node.kind == "query"][:SHOWN]
    left = MARGIN + max(34.0, style.size(str(SHOWN))[0] + 2 * PAD)
    texts = [
        [f"{branch.answers}  →  {_leads(picture.nodes[branch.then])}" for branch in node.branches] for node in shown
    ]
    lines = sum(1 + len(each) for each in texts) + bool(picture.left_out)
    widest = max(style.size(each)[0] for each in [node.text for node in shown] + [t for each in texts for t in each])
    width = max(_width(picture), left + 30 + widest + MARGIN)
    axes = _paper(picture, width, TOP + LINE * lines + PAD * len(shown) + MARGIN)
    at = float(TOP)
    for node, answers in zip(shown, texts, strict=True):
        axes.text(
            left - 12, at + LINE / 2, str(node.number), ha="right", va="center", weight="bold", color=COLOURS["query"]
        )
        axes.text(left, at + LINE / 2, node.text, va="center")
        for branch, answer in zip(node.branches, answers, strict=True):
            at += LINE
            colour = COLOURS[picture.nodes[branch.then].kind] if picture.nodes[branch.then].number == 0 else style.QUIET
            axes.text(left + 16, at + LINE / 2, answer, va="center", color=colour)
        at += LINE
        axes.plot([MARGIN, width - MARGIN], [at + PAD / 2] * 2, color=style.RULE, linewidth=0.8)
        at += PAD
    if picture.left_out:
        axes.text(left, at + LINE / 2, f"and {plural(picture.left_out, 'more step')}", va="center", color=style.QUIET)
    return style.saved(axes.get_figure(root=True), as_format)  # type: ignore[arg-type]


def _leads(node: Node) -> str:
    """What an answer leads to."""
    return f"step {node.number}" if node.number else node.text
