"""Places in files, as seen from where the user stands."""

from __future__ import annotations

import os
from pathlib import Path

from concomp.model.language.syntax.errors import Position


def place(position: Position) -> str:
    """A place in a file, as seen from where the user stands."""
    return f"{short(position.file)}:{position.line}"


def short(file: str) -> str:
    """The path of a file, relative if it is below the current directory."""
    path = Path(file)
    here = Path(os.getcwd())
    return str(path.relative_to(here)) if path.is_absolute() and path.is_relative_to(here) else file
