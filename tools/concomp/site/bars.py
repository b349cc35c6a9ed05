"""Bars: how many statements have which status, as lengths and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from concomp.model.registry.statuses import StatusKind
from concomp.site.contents import Contents
from concomp.site.statuses import ORDER, STATUSES

_PIECE = Markup('<span class="s-{}" style="flex-grow:{}" title="{} {}"></span>')
_WORD = Markup('<li><span class="sign s-{}" aria-hidden="true">{}</span> {} {}</li>')


def bar(contents: Contents, keys: Sequence[str]) -> Markup:
    """The bar of some statements, the strongest status first."""
    counted: Counter[StatusKind] = Counter(contents.standing.statuses[key].kind for key in keys)
    kinds = [kind for kind in ORDER if counted[kind]]
    pieces = Markup("").join(_PIECE.format(STATUSES[kind].colour, counted[kind], counted[kind], kind) for kind in kinds)
    words = Markup("").join(
        _WORD.format(STATUSES[kind].colour, STATUSES[kind].sign, counted[kind], kind) for kind in kinds
    )
    return Markup('<div class="bar" aria-hidden="true">{}</div><ul class="bar-words">{}</ul>').format(pieces, words)
