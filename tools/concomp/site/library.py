"""The library as pages: the public names of the doors, by what they are for, and where each is documented."""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from concomp.site.addresses import LIBRARY

DOORS = ("concomp", "concomp.model", "concomp.impl", "concomp.obligations", "concomp.testing")
AREAS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "questions": (
        "Questions: audit, compose, verify, advise, explain",
        ("concomp.door", "concomp.advisor", "concomp.report"),
    ),
    "sweeps": ("Sweeps", ("concomp.sweeps",)),
    "laws": ("Laws and privacy", ("concomp.model.laws", "concomp.model.numbers")),
    "language": ("Verification functions", ("concomp.model.language",)),
    "interaction": (
        "Mechanisms and interaction, as the papers define them",
        ("concomp.model.mechanisms", "concomp.model.composition", "concomp.model.applications"),
    ),
    "registry": ("Statements and evidence", ("concomp.model.registry", "concomp.model.files")),
    "verification": ("Verification", ("concomp.obligations",)),
    "accounting": ("Losses and accounting", ("concomp.impl.accounting",)),
    "mechanisms": ("Mechanisms to run", ("concomp.impl.mechanisms", "concomp.impl.random", "concomp.impl.noise")),
    "sessions": ("Sessions and ledgers", ("concomp.impl.session",)),
    "monitors": ("Monitors at run time", ("concomp.impl.monitors",)),
    "testing": ("Testing", ("concomp.testing",)),
    "others": ("Others", ("",)),
}
"""The pages of the library: title, and in which modules what they document is defined."""


@dataclass(frozen=True)
class Documented:
    """A public name: the path by which people import it, and what it is to the generator."""

    path: str
    directive: str
    defined: str


def areas() -> Mapping[str, Sequence[Documented]]:
    """The public names by area, in the order of the doors."""
    found: defaultdict[str, list[Documented]] = defaultdict(list)
    for documented, module in _public():
        area = next(name for name, (_, starts) in AREAS.items() if module.startswith(starts))
        found[area].append(documented)
    return {name: found[name] for name in AREAS if name in found}


@cache
def documented_at() -> Mapping[str, tuple[str, str]]:
    """The page and the fragment of each public object, by the dotted name of its definition."""
    return {
        documented.defined: (area_page(area), documented.path)
        for area, names in areas().items()
        for documented in names
    }


def area_page(area: str) -> str:
    """The page of an area."""
    return f"library/{area}"


def write_library(folder: Path) -> int:
    """Write the pages of the library below a folder, for the generator; how many."""
    written = dict(library_sources())
    for name, text in written.items():
        file = folder / f"{name}.rst"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return len(written)


def library_sources() -> Iterator[tuple[str, str]]:
    """The pages of the library by name, as reStructuredText."""
    yield LIBRARY, _text("Library", ["What concomp offers to programs, by what it is for.", "", *_contents()])
    for area, names in areas().items():
        lines = [line for each in names for line in (f".. {each.directive}:: {each.path}", "")]
        yield area_page(area), _text(AREAS[area][0], lines)


def _contents() -> Iterator[str]:
    for area, names in areas().items():
        listed = ", ".join(f":py:obj:`~{each.path}`" for each in names)
        yield from (f":doc:`/{area_page(area)}`", f"   {listed}", "")


def _text(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, "=" * len(title), "", *lines, ""])


def _public() -> Iterator[tuple[Documented, str]]:
    """The public names, each once, with the module that defines it."""
    seen: set[int] = set()
    for door in DOORS:
        package = import_module(door)
        for name in package.__all__:
            value = getattr(package, name)
            if isinstance(value, ModuleType) or name.startswith("__") or id(value) in seen:
                continue
            seen.add(id(value))
            module = str(getattr(value, "__module__", "") or "")
            module = module if module.startswith("concomp") else door
            defined = f"{module}.{getattr(value, '__qualname__', name)}"
            yield Documented(f"{door}.{name}", _directive(value), defined), module


def _directive(value: object) -> str:
    if inspect.isclass(value):
        return "autoexception" if issubclass(value, BaseException) else "autoclass"
    return "autofunction" if callable(value) and hasattr(value, "__qualname__") else "autodata"
