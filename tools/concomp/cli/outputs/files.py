"""A file that a command writes: whole or not at all, and refused before anything is computed if it cannot be."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from concomp.cli.audits.subjects import file_name
from concomp.cli.errors import BadInput
from concomp.model.files.replacing import replace

OTHER = "name another file"


@dataclass(frozen=True)
class Output:
    """A file that can be written, as far as is known, and the option that names it."""

    option: str
    path: Path

    @property
    def suffix(self) -> str:
        """What its name ends in, without the dot and in small letters."""
        return self.path.suffix[1:].lower()

    @property
    def name(self) -> str:
        """Its name on one line."""
        return file_name(str(self.path))

    def write(self, content: bytes) -> None:
        """Write the file; what stood there stays as it is unless all of it is written. Raises BadInput."""
        try:
            replace(self.path, content)
        except OSError as error:
            raise self._refused(f"{error.strerror}: name a file that can be written") from None

    def _refused(self, why: str) -> BadInput:
        return BadInput(f"{self.option}: {self.name}: {why}")


def read_output(option: str, name: str, suffixes: Collection[str], reads: Collection[str] = ()) -> Output:
    """The file that an option names; BadInput if its name does not end in one of these, or it cannot be written.

    reads: the files that the command reads, none of which it may be.
    """
    output = Output(option, Path(name))
    if output.suffix not in suffixes:
        kinds = " or ".join(f".{each}" for each in suffixes)
        raise output._refused(f"what is written is told by the name's end: name a file that ends in {kinds}")
    return _writable(output, reads)


def read_outputs(named: Mapping[str, str | None], reads: Collection[str] = ()) -> list[Output]:
    """The files that options name, whatever they are called; BadInput if one cannot be written, or two are the same."""
    outputs = [Output(option, Path(name)) for option, name in named.items() if name is not None]
    for place, output in enumerate(outputs):
        _writable(output, reads)
        for other in outputs[:place]:
            if _is_same(output.path.resolve(), other.path.resolve()):
                raise output._refused(f"is what {other.option} writes: {OTHER}")
    return outputs


def _writable(output: Output, reads: Collection[str]) -> Output:
    try:
        _demand_writable(output, reads)
    except (OSError, RuntimeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "is no file's name"
        raise output._refused(f"{why}: {OTHER}") from None
    return output


def _demand_writable(output: Output, reads: Collection[str]) -> None:
    path = output.path.resolve()
    if path.is_dir():
        raise output._refused(f"is a folder: {OTHER}")
    if path.exists() and not path.is_file():
        raise output._refused(f"is no file that could be replaced: {OTHER}")
    if not path.parent.is_dir():
        raise output._refused("its folder is not there: make it, or name a file in one that is")
    if not os.access(path.parent, os.W_OK | os.X_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise output._refused("cannot be written: name a file that can be")
    if any(_is_same(path, Path(each).resolve()) for each in reads):
        raise output._refused(f"is what is read: {OTHER}")


def _is_same(path: Path, other: Path) -> bool:
    """Whether two names are of one file, by whatever links."""
    return path == other or (path.exists() and other.exists() and path.samefile(other))
