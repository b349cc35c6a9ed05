"""`concomp explain --proof-object`, `--coq`: a derivation as data, for the independent checker, and as Coq reads it."""

from __future__ import annotations

import json
from pathlib import Path

from concomp.cli.audits.subjects import file_name
from concomp.cli.errors import BadInput
from concomp.cli.outputs.files import Output
from concomp.model.files.replacing import replace_all
from concomp.obligations.runner.project import Project

CHECKER = "python -m concomp.obligations.proof_objects.checker"


def write_proof_object(project: Project, key: str, output: Output) -> str:
    """Write the proof of a statement to a file, and say so; BadInput if it has none, or there can be no such file."""
    # The derivations are brought in where one is wanted: who only asks how a statement stands does without.
    from concomp.obligations.proof_objects.writing import proof_object
    from concomp.obligations.runner.checks import checks_about

    parts = [part for check in checks_about(project, [key]) for part in check.parts]
    if not parts:
        raise BadInput(f"--proof-object: {key} is not derived; `concomp explain {key!r} --evidence` says how it stands")
    output.write(f"{json.dumps(proof_object(parts), ensure_ascii=False)}\n".encode())
    return f"The proof is written; {CHECKER} {output.name} replays it."


def write_theorems(project: Project, key: str, folder: str) -> str:
    """Write the theorems of a statement to a folder, and say so; BadInput if there are none, or no such folder."""
    # The derivations are brought in where one is wanted: who only asks how a statement stands does without.
    from concomp.obligations.derivations.coq.libraries import claim_files, library
    from concomp.obligations.proof_assistant.exports import exports

    listed = list(exports(project, [key]))
    found = [each.theorem for each in listed if each.theorem is not None]
    if not found:
        why = next((each.reason for each in listed), "it is not derived")
        raise BadInput(f"--coq: {key}: {why}; `concomp explain {key!r} --evidence` says how it stands")
    claims = claim_files(claim for theorem in found for claim in theorem.claims)
    texts = {**library(), **claims, **{theorem.name: theorem.text for theorem in found}}
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        replace_all({Path(folder) / f"{name}.v": text.encode() for name, text in texts.items()})
    except OSError as error:
        raise BadInput(f"--coq: {file_name(folder)}: {error.strerror}: name a folder that can be written") from None
    names = " ".join(f"{name}.v" for name in texts)
    return (
        f"The theorems are written; in {folder}, for f in {names}; do coqc -R . Concomp $f; done lets Coq judge them."
    )
