"""`make coq`: export the derived statements, let Coq accept them, and write what it accepted.

Exit status 0 if all that is exported is accepted, 1 if Coq or its checker refuses something, 2 if what is given cannot
be used, or Coq is missing or another version, 3 if something was left undecided: time was too short, the disk is full,
or a program ended without an answer. A result is written once the checker agrees; what was accepted before stays so.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from concomp.model.registry.evidence import Evidence
from concomp.model.registry.registry import UnknownLabel
from concomp.obligations.derivations.coq.compositions import STANDS_ON
from concomp.obligations.derivations.coq.libraries import Files, files_of, library
from concomp.obligations.derivations.coq.names import theorem_name
from concomp.obligations.proof_assistant import accepted
from concomp.obligations.proof_assistant.claims import compile_claims, without_claims
from concomp.obligations.proof_assistant.compiler import Compiler, place_of
from concomp.obligations.proof_assistant.exports import Export, exports
from concomp.obligations.proof_assistant.judging import Said, judged, lines, merged
from concomp.obligations.proof_assistant.programs import NoCoq, OutOfTime, Rejected, Undecided, version
from concomp.obligations.runner.cache import FOLDER
from concomp.obligations.runner.index import Spoiled
from concomp.obligations.runner.project import Project, this_project
from concomp.obligations.runner.stock import stock_of

SECONDS = 600.0
MOST_SECONDS = 1e6
MOST_JOBS = 1000
FULL = (errno.ENOSPC, errno.EDQUOT)
NEEDED = tuple(theorem_name(key, None) for key in STANDS_ON)
"""The exported theorems that those about compositions stand on."""


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
    except (NoCoq, UnknownLabel, Spoiled) as error:
        return _told(str(error), 2)
    except Rejected as error:
        return _told(f"Coq refuses what all theorems stand on: {error}", 1)
    except Undecided as error:
        return _told(_more(error, given.seconds), 3)
    except KeyboardInterrupt:
        return _told("interrupted. Run it again, it goes on where it stopped", 130)
    except OSError as error:
        if error.errno in FULL:
            return _told(_more(Undecided(f"{error.strerror}"), given.seconds), 3)
        return _told(f"{error.filename}: {error.strerror}: make it a place that can be written", 2)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong on one line."""
        self.exit(2, f"make coq: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("make coq")
    parser.add_argument("statements", nargs="*", help="keys of statements; if none is named, all that are derived")
    parser.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, help="how many files at a time")
    parser.add_argument("--seconds", type=_seconds, default=SECONDS, help="how long it may take")
    return parser


def _jobs(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) <= MOST_JOBS):
        raise argparse.ArgumentTypeError(f"{text!r}: give a whole number from 1 to {MOST_JOBS}")
    return int(text)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < float(text) <= MOST_SECONDS:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r}: give a number of seconds above 0, at most {MOST_SECONDS:g}")


def _accept(project: Project, keys: Sequence[str], coq: str, jobs: int, seconds: float, clone: Path) -> int:
    path = accepted.place(clone)
    before = accepted.read(path)
    listed = list(exports(project, keys))
    compiler, said = compiled(listed, clone / FOLDER / "coq", jobs, seconds)
    now = judged(listed, said)
    print("\n".join(lines(now, coq)))
    if now.names:
        try:
            compiler.check(now.names)
        except Rejected as error:
            return _told(f"the checker of Coq does not accept these: {error}", 1)
        print(f"coqchk accepts {len(now.names)} theorems, and all that they need")
    accepted.write(merged(before, now, coq, _evidence(project)), path)
    for why in now.undecided.values():
        return _told(_more(why, seconds), 3)
    return 1 if now.refused else 0


def compiled(listed: Sequence[Export], folder: Path, jobs: int, seconds: float) -> tuple[Compiler, Said]:
    """What Coq says of the theorems of some exports; Rejected or Undecided if it does not get as far as these."""
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
    missing = [answer for name in NEEDED if isinstance(answer := said.get(name, ""), Exception)]
    if missing:
        return dict.fromkeys(texts.composed, missing[0])
    compiler.compile_in_order(texts.compositions)
    return compiler.compile_all(texts.composed)


def _evidence(project: Project) -> dict[str, list[Evidence]]:
    found: dict[str, list[Evidence]] = {}
    for each in stock_of(project).evidence.values():
        found.setdefault(each.statement, []).append(each)
    return found


def _more(why: Undecided, seconds: float) -> str:
    if isinstance(why, OutOfTime):
        return f"{seconds:g} s were too few. Run it again, it goes on where it stopped: make coq COQ='--seconds 3600'"
    return f"undecided: {why}. Mend that and run it again, it goes on where it stopped"


def _told(message: str, status: int) -> int:
    print(f"make coq: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
