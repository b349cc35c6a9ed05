"""What solvers answer to texts that ask several questions, each under an assumption of its own."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping

import cvc5
import z3

from concomp.obligations.solvers.answers import ANSWERS
from concomp.obligations.solvers.assumptions import QUESTION
from concomp.obligations.solvers.errors import SolverFailed

Answers = tuple[str, ...]
"""The answer to each question of a text: sat, unsat or unknown."""


def engines() -> Mapping[str, Callable[[str, int], Answers]]:
    """The solvers that can be asked here, by name; the program cvc5 among them where it is installed."""
    installed = {"cvc5 (program)": answers_of_program} if shutil.which("cvc5") else {}
    return {"z3": answers_of_z3, "cvc5": answers_of_cvc5, **installed}


def answers_of_z3(text: str, milliseconds: int) -> Answers:
    """What z3's plain solver answers to each question of a text; SolverFailed if it cannot read it."""
    common, *asked = text.split(f"({QUESTION} (")
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    try:
        solver.from_string(common)
        return tuple(str(solver.check(z3.Bool(each.removesuffix("))\n").strip("|")))) for each in asked)
    except z3.Z3Exception as error:
        raise SolverFailed(f"z3: {error}") from error


def answers_of_cvc5(text: str, milliseconds: int) -> Answers:
    """What cvc5 answers to each question of a text that its own parser reads; SolverFailed if it cannot read it."""
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("incremental", "true")
    solver.setOption("tlimit-per", str(milliseconds))
    symbols = cvc5.SymbolManager(manager)
    parser = cvc5.InputParser(solver, symbols)
    said: list[str] = []
    try:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
        while not (command := parser.nextCommand()).isNull():
            said.append(str(command.invoke(solver, symbols)))
    except RuntimeError as error:
        raise SolverFailed(f"cvc5: {error}") from error
    return _answers("cvc5", text, "".join(said))


def answers_of_program(text: str, milliseconds: int) -> Answers:
    """What the program cvc5 answers to each question of a text on its standard input; SolverFailed if it does not."""
    command = ["cvc5", "--lang=smt2", "--incremental", f"--tlimit-per={milliseconds}", "-"]
    # It keeps its limits itself; if it does not, it is stopped after as long again.
    seconds = text.count(QUESTION) * milliseconds / 500
    try:
        ended = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return ("unknown",)
    except OSError as error:
        raise SolverFailed(f"cvc5 (program) cannot be run: {error}") from error
    return _answers("cvc5 (program)", text, ended.stdout + ended.stderr)


def _answers(engine: str, text: str, said: str) -> Answers:
    """What was said, if it is an answer to each question of the text; an unknown one may come with its reason."""
    listed = tuple(line.partition(" (")[0] for line in said.split("\n") if line)
    if len(listed) != text.count(f"({QUESTION} ") or not set(listed) <= set(ANSWERS):
        raise SolverFailed(f"{engine} says {said.strip()[:300]!r} where an answer to each question is due")
    return listed
