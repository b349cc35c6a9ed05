"""What Sphinx is taught: our pages, what is beside and above each, and that a statement named anywhere is a link."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from concomp.site.addresses import link
from concomp.site.generator.docstrings import prepare
from concomp.site.generator.parser import META, PageParser
from concomp.site.page import SUFFIX, Page

if TYPE_CHECKING:
    from sphinx.application import Sphinx

STATIC = Path(__file__).parents[1] / "theme" / "static"


def setup(app: Sphinx) -> dict[str, bool]:
    """Teach it."""
    app.setup_extension("furo")  # Which else comes in too late for its settings.
    app.add_config_value("concomp_pages", {}, "env", types=[dict])
    app.add_source_suffix(SUFFIX, "page")
    app.add_source_parser(PageParser)
    app.add_post_transform(StatementLinks)
    app.connect("autodoc-process-docstring", prepare)
    app.connect("html-page-context", _around)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class StatementLinks(SphinxPostTransform):
    """Makes a link of each statement that a page of docs/ or a docstring names."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Put links in place of labels like "HSV26 Theorem 5.4" outside links, headings and code."""
        pages: dict[str, str] = self.config.concomp_pages
        if not pages or META in self.env.metadata[self.env.docname]:
            return
        label = re.compile(
            r"(?<![\w])(" + "|".join(sorted(map(re.escape, pages), key=len, reverse=True)) + r")(?![\w])"
        )
        for text in list(self.document.findall(nodes.Text)):
            if not _is_prose(text):
                continue
            parts = label.split(text.astext())
            if len(parts) > 1:
                parent = text.parent
                place = parent.index(text)
                parent[place : place + 1] = [
                    self._part(part, pages, at % 2 == 1) for at, part in enumerate(parts) if part
                ]

    def _part(self, text: str, pages: dict[str, str], is_label: bool) -> nodes.Node:
        if not is_label:
            return nodes.Text(text)
        return nodes.reference(
            "", text, internal=True, refuri=link(pages[text], self.env.docname), classes=["statement-link"]
        )


def _is_prose(text: nodes.Text) -> bool:
    node: Any = text.parent
    while node is not None:
        if isinstance(node, nodes.reference | nodes.literal | nodes.literal_block | nodes.title | nodes.raw):
            return False
        node = node.parent
    return True


def _around(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Tell the template of a page of ours what is beside it and above it."""
    meta = (context.get("meta") or {}) if doctree is not None else {}
    page = meta.get(META)
    context["above"] = []
    if isinstance(page, Page):
        context["above"] = [{"link": link(target, name), "title": title} for target, title in page.above[:-1]]
        titles = app.env.titles
        for side, target in (("prev", page.previous), ("next", page.next)):
            context[side] = {"link": link(target, name), "title": titles[target].astext()} if target in titles else None
