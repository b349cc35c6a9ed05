"""`concomp site`: the statements, errata, library and pages of docs/ as a site."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from concomp.cli.errors import REMEDIES, BadInput
from concomp.cli.progress import progress
from concomp.cli.running import processors
from concomp.model.registry.registry import UnknownLabel
from concomp.obligations.runner.index import Spoiled
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.report.labels import AmbiguousLabel, read_statement

EXAMPLES = """\b
Examples:
  concomp site build/site
  concomp site build/part "HSV26 Theorem 5.4"
Open index.html in its folder, or show it to others by python -m http.server.
"""
NEEDED = ("sphinx", "furo", "myst_parser", "grandalf", "lark")


@click.command("site", epilog=EXAMPLES)
@click.argument("folder", metavar="DIR")
@click.argument("labels", nargs=-1, metavar="[LABEL]...")
def command(folder: str, labels: tuple[str, ...]) -> None:
    """Build a site in DIR: a page for each statement and erratum, graphs, the library, and the pages of docs/.

    It works offline and from files alone. A site that is in DIR already is replaced once the new one is whole, if
    there is nothing in DIR that the site did not write; any other folder is left alone. With LABELs it tells of these
    statements and of what they rest on.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise BadInput(f'concomp site needs {", ".join(missing)}: pip install "concomp[site]"')
    with progress("building the site") as count:
        from concomp.site.build import build
        from concomp.site.contents import contents_of
        from concomp.site.folder import Unusable, demand_ours
        from concomp.site.generator.run import Unbuilt

        try:
            demand_ours(Path(folder))
            project = this_project()
            keys = [read_statement(project.registry, label) for label in labels]
            contents = contents_of(project, standing(project), keys)
            pages = build(contents, Path(folder), processors(), count.say)
        except (UnknownLabel, AmbiguousLabel, Spoiled, Unusable, Unbuilt) as error:
            raise BadInput(str(error)) from None
        except OSError as error:
            remedy = REMEDIES.get(error.errno or 0, "mend it, or name another folder")
            raise BadInput(f"{error.filename or folder}: {error.strerror or error}: {remedy}") from None
    click.echo(f"{Path(folder) / 'index.html'}: {pages} pages")
