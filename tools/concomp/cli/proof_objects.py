"""`concomp explain --proof-object`: a derivation as data, for the independent checker."""

from __future__ import annotations

import json
from pathlib import Path

from concomp.cli.audits.subjects import file_name
from concomp.cli.errors import BadInput
from concomp.obligations.runner.project import Project

CHECKER = "python -m concomp.obligations.proof_objects.checker"


def write_proof_object(project: Project, key: str, file: str) -> str:
    """Write the proof of a statement to a file, and say so; BadInput if it has none, or there can be no such file."""
    # The derivations are brought in where one is wanted: who only asks how a statement stands does without.
    from concomp.obligations.proof_objects.writing import proof_object
    from concomp.obligations.runner.checks import checks_about

    parts = [part for check in checks_about(project, [key]) for part in check.parts]
    if not parts:
        raise BadInput(f"--proof-object: {key} is not derived; `concomp explain {key!r} --evidence` says how it stands")
    text = json.dumps(proof_object(parts), ensure_ascii=False)
    try:
        Path(file).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(
            f"--proof-object: {file_name(file)}: {error.strerror}: name a file that can be written"
        ) from None
    return f"The proof is written; {CHECKER} {file} replays it."
