"""A graph as a picture that is readable without a script: boxes with sign and label, which lead to their pages."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from concomp.model.registry.rows import Statement
from concomp.site.addresses import link
from concomp.site.contents import Contents
from concomp.site.graph.cone import Graph
from concomp.site.graph.layout import HEIGHT, WIDTH, Point, layout
from concomp.site.statuses import STATUSES

MARGIN = 12
SHORT = {
    "Theorem": "Thm",
    "Definition": "Def",
    "Corollary": "Cor",
    "Proposition": "Prop",
    "Algorithm": "Alg",
    "Section": "§",
    "Equation": "Eq",
    "Appendix": "App",
    "Constraint": "Constr",
    "Condition": "Cond",
    "Notation": "Not",
}
_NODE = Markup(
    '<a href="{href}" class="node s-{colour}{mark}" data-words="{words}"><title>{title}</title>'
    '<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>'
    '<text x="{middle}" y="{base}">{sign} {label}</text></a>'
)
_PICTURE = Markup(
    '<svg class="graph" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="group" '
    'aria-label="{label}">{arrows}{nodes}</svg>'
)


def drawing(contents: Contents, graph: Graph, here: str, marked: str = "") -> Markup:
    """The graph as SVG; here: the page that shows it; marked: the statement that it is about."""
    if len(graph.keys) < 2:
        return Markup("")
    laid = layout(graph)
    nodes = [
        _node(contents, contents.registry.statements[key], place, here, key == marked)
        for key, place in laid.places.items()
    ]
    arrows = Markup('<path class="arrow" d="{}"/>').format(" ".join(map(_way, laid.ways)))
    return _PICTURE.format(
        width=laid.width + 2 * MARGIN,
        height=laid.height + 2 * MARGIN,
        label=f"{len(graph.keys)} statements; each rests on those to its right that a line joins to it",
        arrows=arrows,
        nodes=Markup("").join(nodes),
    )


def _node(contents: Contents, row: Statement, place: Point, here: str, is_marked: bool) -> Markup:
    status = contents.standing.statuses[row.key]
    look = STATUSES[status.kind]
    x, y = place[0] - WIDTH // 2 + MARGIN, place[1] - HEIGHT // 2 + MARGIN
    return _NODE.format(
        href=link(contents.pages[row.key], here),
        colour=look.colour,
        mark=" marked" if is_marked else "",
        words=f"{row.key} {row.title}".casefold(),
        title=f"{row.key} — {row.title}: {status.kind}",
        x=x,
        y=y,
        width=WIDTH,
        height=HEIGHT,
        middle=x + WIDTH // 2,
        base=y + 17,
        sign=look.sign,
        label=_short(row.label),
    )


def _short(label: str) -> str:
    """A label that fits into a box."""
    repaired = label.endswith(" (repaired)")
    bare = label.removesuffix(" (repaired)").partition(": ")[0]
    for word, short in SHORT.items():
        bare = bare.replace(f"{word} ", f"{short} ")
    room = 11 if repaired else 13
    return (bare if len(bare) <= room else f"{bare[: room - 1]}…") + (" ✓" if repaired else "")


def _way(points: Sequence[Point]) -> str:
    """A smooth line through some points, from the right edge of a box to the left edge of another."""
    first, *passed, last = [(x + MARGIN, y + MARGIN) for x, y in points]
    x, y = first[0] + WIDTH // 2, first[1]
    path = f"M{x} {y}"
    for next_x, next_y in [*passed, (last[0] - WIDTH // 2, last[1])]:
        half = (x + next_x) // 2
        path += f"C{half} {y} {half} {next_y} {next_x} {next_y}"
        x, y = next_x, next_y
    return path
