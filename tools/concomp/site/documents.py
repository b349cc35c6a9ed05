"""The pages of docs/ in the site: each is written once; here its links lead to pages of the site."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path, PurePosixPath
from posixpath import normpath

from concomp.obligations.runner.project import clone
from concomp.site.addresses import ERRATA, HOME, source_page

BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
LEFT_OUT = ("docs/defects", "docs/map")
"""Defects of other libraries, whose authors are told first; and the map, which the site tells at length."""
ELSEWHERE = {"paper_map.md": HOME, "README.md": HOME, "docs/map/errata.md": ERRATA}
_LINK = re.compile(r"(?<!!)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s#]*)(?:#[^)\s]*)?\)")
_BLOCK = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")


def root() -> Path:
    """The folder that has docs/ in it: the clone, or what an installed package carries of it."""
    return clone() or Path(str(files("concomp"))) / "pages"


def write_documents(folder: Path, modules: frozenset[str]) -> int:
    """Write the pages of docs/ for the generator, and the pictures that they show; how many pages.

    modules: those whose source has a page.
    """
    count = 0
    for name in _names():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            target.write_text(_linked((root() / name).read_text(encoding="utf-8"), name, modules), encoding="utf-8")
            count += 1
        else:
            shutil.copyfile(root() / name, target)
    return count


def _names() -> Iterator[str]:
    """The paths of pages and pictures below the root."""
    yield from (name for name in BESIDE if (root() / name).is_file())
    for path in sorted((root() / "docs").rglob("*")):
        name = path.relative_to(root()).as_posix()
        if path.suffix in (".md", ".svg", ".png") and not name.startswith(LEFT_OUT):
            yield name


def _linked(text: str, name: str, modules: frozenset[str]) -> str:
    """The text with its links as they are in the site; what code shows stays as it is."""
    known = set(_names())
    parts = _BLOCK.split(text)
    return "".join(
        part if place % 2 else _LINK.sub(lambda found: _link(found, name, known, modules), part)
        for place, part in enumerate(parts)
    )


def _link(found: re.Match[str], name: str, known: set[str], modules: frozenset[str]) -> str:
    text, target = found["text"], found["target"]
    if not target or "://" in target or target.startswith("mailto:"):
        return found[0]
    path = normpath(f"{PurePosixPath(name).parent}/{target}")
    if path in known:
        return found[0]
    if path in ELSEWHERE:
        return f"[{text}](/{ELSEWHERE[path]}.page)"
    module = path.partition("/")[2].removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    if module in modules:
        up = "../" * name.count("/")
        # As HTML, as the generator knows no such page.
        shown = _CODE.sub(lambda code: f"<code>{escape(code[1])}</code>", text)
        return f'<a href="{up}{source_page(module)}.html">{shown}</a>'
    return text
