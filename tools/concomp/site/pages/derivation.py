"""The page of a long derivation."""

from __future__ import annotations

from collections.abc import Iterator

from concomp.site.contents import Contents
from concomp.site.derivation import derivation_page, is_long, stretches
from concomp.site.page import Page, Part
from concomp.site.templates import render


def derivations(contents: Contents, key: str) -> Iterator[Page]:
    """The pages of the long derivations of a statement."""
    row = contents.registry.statements[key]
    for evidence in contents.standing.evidence.get(key, ()):
        if is_long(evidence):
            here = derivation_page(contents, evidence)
            parts = stretches(evidence.outcome.derivation)
            html = render("statement/lines.html", contents, here, stretches=parts, opened=True)
            lead = render("statement/derivation_lead.html", contents, here, evidence=evidence, row=row)
            part = Part("Line by line", html, "lines", is_searched=False)
            yield Page(here, f"{key} — derivation", lead, [part], is_wide=True)
