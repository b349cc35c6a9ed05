"""Running Sphinx over a folder of sources."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import click
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace

from concomp.door.version import __version__
from concomp.site.generator.extension import STATIC

SETTINGS: Mapping[str, object] = {
    "project": "concomp",
    "html_title": "concomp",
    "extensions": ["myst_parser", "sphinx.ext.autodoc", "concomp.site.generator.extension"],
    "html_theme": "furo",
    "html_static_path": [str(STATIC)],
    "html_css_files": ["site.css"],
    "html_js_files": [("steps.js", {"defer": "defer"}), ("graph.js", {"defer": "defer"})],
    "html_copy_source": False,
    "html_show_sourcelink": False,
    "html_show_search_summary": False,
    "html_show_copyright": False,
    "html_use_index": False,
    "html_last_updated_fmt": None,
    "html_permalinks": False,
    "smartquotes": False,  # It would make apostrophes of primes.
    "templates_path": [str(STATIC.parent / "layout")],
    "html_theme_options": {"navigation_with_keys": True, "top_of_page_buttons": []},
    "pygments_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "myst_heading_anchors": 4,
    "autodoc_typehints": "signature",
    "autodoc_member_order": "bysource",
    "autodoc_default_options": {"members": True},
    "python_use_unqualified_type_names": True,
    "add_module_names": False,
    "toc_object_entries": False,
    "default_role": "code",
    "language": "en",
    "suppress_warnings": ["toc.not_included", "myst.header", "myst.xref_missing"],
}


KEPT = "nothing was replaced"


class Unbuilt(Exception):
    """Thrown when the generator could not make the site, or not all of it."""


def run(sources: Path, folder: Path, pages: Mapping[str, str], processors: int, work: Path) -> None:
    """Make the site of some sources in a folder; raises Unbuilt, be it for a warning.

    Sphinx gives no more than a warning where it could not write a file.

    pages: those of statements and errata by their names, for links. processors: how many processes write.
    work: a folder for what Sphinx remembers.
    """
    warnings = StringIO()
    settings = {**SETTINGS, "release": __version__, "version": __version__, "concomp_pages": dict(pages)}
    try:
        with docutils_namespace():
            app = Sphinx(sources, None, folder, work, "html", settings, None, warnings, parallel=processors)
            app.build(force_all=True)
    except SphinxError as error:
        raise Unbuilt(f"the generator stopped: {error}; {KEPT}") from error
    finally:
        logging.getLogger("sphinx").handlers.clear()
    told = click.unstyle(warnings.getvalue()).replace(f"{sources}/", "").splitlines()
    if told:
        more = f" (and {len(told) - 1} more)" if len(told) > 1 else ""
        raise Unbuilt(f"the generator warns: {told[0]}{more}: mend it, or make room if that is missing; {KEPT}")
