"""`make coq`: export the derived statements, let Coq accept them, and write what it accepted.

Exit status 0 if all that is exported is accepted, 1 if Coq refuses something, 2 if it is missing or another version, 3
if the time was too short. What was accepted before stays so.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from concomp.model.registry.evidence import Evidence
from concomp.model.registry.registry import UnknownLabel
from concomp.obligations.derivations.coq.compositions import STANDS_ON, composition_theorems
from concomp.obligations.derivations.coq.libraries import Files, files_of, library, library_hash
from concomp.obligations.derivations.coq.names import theorem_name
from concomp.obligations.proof_assistant import accepted
from concomp.obligations.proof_assistant.claims import compile_claims, without_claims
from concomp.obligations.proof_assistant.compiler import Compiler, NoCoq, OutOfTime, Rejected, place_of, version
from concomp.obligations.proof_assistant.exports import Export, exports
from concomp.obligations.proof_assistant.judging import Said, judged, lines, merged
from concomp.obligations.runner.cache import FOLDER
from concomp.obligations.runner.project import Project, this_project
from concomp.obligations.runner.stock import stock_of

SECONDS = 600.0
CHECKED = tuple(theorem_name(key, None) for key in STANDS_ON)
"""The theorems that the checker of Coq, which knows no tactics, goes through as well, with all that they need; besides
those about compositions."""


def main(arguments: Sequence[str]) -> int:
    """Do what the command says; the exit status."""
    given = _parser().parse_args(arguments)
    project = this_project()
    try:
        coq = version()
        keys = [project.registry.lookup(each).key for each in given.statements] or list(project.registry.statements)
        if project.clone is None:
            raise NoCoq("the result is written in a clone: git clone the project, then `make coq` there")
        return _accept(project, keys, coq, given.jobs, given.seconds, project.clone)
    except (NoCoq, UnknownLabel) as error:
        return _told(str(error), 2)
    except Rejected as error:
        return _told(f"Coq refuses what all theorems stand on: {error}", 1)
    except OutOfTime:
        return _told(_more(given.seconds), 3)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("make coq")
    parser.add_argument("statements", nargs="*", help="keys of statements; if none is named, all that are derived")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many files at a time")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long it may take")
    return parser


def _accept(project: Project, keys: Sequence[str], coq: str, jobs: int, seconds: float, clone: Path) -> int:
    listed = list(exports(project, keys))
    compiler, said = compiled(listed, clone / FOLDER / "coq", jobs, seconds)
    now = judged(listed, said, _evidence(project))
    print("\n".join(lines(now, coq)))
    path = accepted.place(clone)
    accepted.write(merged(accepted.read(path), now, keys, coq, library_hash()), path)
    if now.late:
        return _told(_more(seconds), 3)
    checked = [name for name in (*CHECKED, *composition_theorems()) if name in said and name not in now.refused]
    if checked:
        print(f"coqchk accepts {', '.join(checked)}:\n{compiler.check(checked)}")
    return 1 if now.refused else 0


def compiled(listed: Sequence[Export], folder: Path, jobs: int, seconds: float) -> tuple[Compiler, Said]:
    """What Coq says of the theorems of some exports; Rejected or OutOfTime if it does not get as far as these."""
    theorems = [each.theorem for each in listed if each.theorem is not None]
    texts = files_of(theorems)
    compiler = Compiler(folder / place_of({**library(), **texts.claims, **texts.compositions}), jobs, seconds)
    compiler.compile_in_order(library())
    refused = compile_claims(compiler, [claim for each in theorems for claim in each.claims])
    missing = without_claims(theorems, refused)
    said = compiler.compile_all({name: text for name, text in texts.exported.items() if name not in missing})
    said |= missing
    return compiler, {**said, **_composed(compiler, texts, said)}


def _composed(compiler: Compiler, texts: Files, said: Said) -> Said:
    """What Coq says of the theorems about compositions; why nothing, if it did not accept what they stand on."""
    missing = [answer for name in CHECKED if isinstance(answer := said.get(name, ""), Exception)]
    if missing:
        return dict.fromkeys(texts.composed, missing[0])
    compiler.compile_in_order(texts.compositions)
    return compiler.compile_all(texts.composed)


def _evidence(project: Project) -> dict[str, list[Evidence]]:
    found: dict[str, list[Evidence]] = {}
    for each in stock_of(project).evidence.values():
        found.setdefault(each.statement, []).append(each)
    return found


def _more(seconds: float) -> str:
    return f"{seconds:g} s were too few. Run it again, it goes on where it stopped: make coq COQ='--seconds 3600'"


def _told(message: str, status: int) -> int:
    print(f"make coq: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
