"""Pages that need no generator: the sources of modules, and addresses that lead on to a statement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from concomp.site.addresses import earlier_page, link, source_page
from concomp.site.contents import Contents
from concomp.site.source_code import whole
from concomp.site.templates import render


def modules_of(contents: Contents) -> frozenset[str]:
    """The modules whose source has a page: those of objects that realise statements, and of checks."""
    standing = contents.standing
    objects = {tagged.module for key in contents.keys for tagged in standing.objects.get(key, ())}
    checks = {each.check.rpartition(".")[0] for key in contents.keys for each in standing.evidence.get(key, ())}
    return frozenset(module for module in objects | checks if whole(module) is not None)


def write_plain_pages(contents: Contents, folder: Path) -> int:
    """Write them into the site; how many."""
    count = 0
    for name, html in [*_sources(contents), *_addresses(contents)]:
        file = folder / f"{name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html, encoding="utf-8")
        count += 1
    return count


def _sources(contents: Contents) -> Iterator[tuple[str, str]]:
    for module in sorted(modules_of(contents)):
        here = source_page(module)
        realised = [
            key for key in contents.keys for tagged in contents.standing.objects.get(key, ()) if tagged.module == module
        ]
        checked = [
            key
            for key in contents.keys
            for each in contents.standing.evidence.get(key, ())
            if each.check.rpartition(".")[0] == module
        ]
        told = {"module": module, "source": whole(module), "keys": list(dict.fromkeys([*realised, *checked]))}
        yield here, render("plain/source.html", contents, here, **told)


def _addresses(contents: Contents) -> Iterator[tuple[str, str]]:
    """The numbers of an earlier version of a paper."""
    for key, labels in contents.earlier.items():
        if key in contents.pages:
            for label in labels:
                here = earlier_page(contents.registry.statements[key].source, label)
                told = {"label": label, "key": key, "address": link(contents.pages[key], here)}
                yield here, render("plain/moved.html", contents, here, **told)
