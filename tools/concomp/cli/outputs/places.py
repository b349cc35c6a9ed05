"""Whether there is room for what is proved, before anything is: a folder for certificates, a file for evidence."""

from __future__ import annotations

import os
from pathlib import Path

from concomp.cli.errors import BadInput


def demand_folder(directory: str) -> None:
    """Raise BadInput unless certificates can be written to the directory, which is made if it is not there."""
    try:
        Path(directory).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--certificate {directory}: {error.strerror}; name a directory that can be made") from None
    if not os.access(directory, os.W_OK):
        raise BadInput(f"--certificate {directory}: cannot be written to; name another directory")


def demand_file(file: str) -> None:
    """Raise BadInput unless a file can be written there."""
    path = Path(file)
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise BadInput(f"--evidence {file}: cannot be written; name a file in a directory that is there")
