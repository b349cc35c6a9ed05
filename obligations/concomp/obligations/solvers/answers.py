"""What solvers answer to SMT-LIB texts.

z3's plain solver and cvc5 read a text each with its own parser. An answer that a solver does not give, and an error
that it reports, are told apart from each other and from a refusal.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from typing import Any

import cvc5
import z3

from concomp.obligations.solvers.errors import SolverFailed

ANSWERS = ("sat", "unsat", "unknown")


def engines() -> Mapping[str, Callable[[str, int], str]]:
    """The solvers that can be asked here, by name; the program cvc5 among them where it is installed."""
    installed = {"cvc5 (program)": answer_of_program} if shutil.which("cvc5") else {}
    return {"z3": answer_of_z3, "cvc5": answer_of_cvc5, **installed}


def answer_of_z3(text: str, milliseconds: int) -> str:
    """What z3's plain solver answers to a text: sat, unsat or unknown; SolverFailed if it cannot read it."""
    solver = z3.Solver()
    solver.set("timeout", milliseconds)
    try:
        solver.from_string(text)
        return str(solver.check())
    except z3.Z3Exception as error:
        raise SolverFailed(f"z3: {error}") from error


def answer_of_cvc5(text: str, milliseconds: int) -> str:
    """What cvc5 answers to a text that its own parser reads; SolverFailed if it cannot read it."""
    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("tlimit-per", str(milliseconds))
    symbols = cvc5.SymbolManager(manager)
    parser = cvc5.InputParser(solver, symbols)
    said: list[Any] = []
    try:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
        while not (command := parser.nextCommand()).isNull():
            said.append(command.invoke(solver, symbols))
    except RuntimeError as error:
        raise SolverFailed(f"cvc5: {error}") from error
    return _only_answer("cvc5", "\n".join(map(str, said)))


def answer_of_program(text: str, milliseconds: int) -> str:
    """What the program cvc5 answers to a text on its standard input; SolverFailed if it cannot read it."""
    command = ["cvc5", "--lang=smt2", f"--tlimit={milliseconds}", "-"]
    # It keeps its limit itself; if it does not, it is stopped after as long again.
    seconds = milliseconds / 500
    try:
        ended = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return "unknown"
    except OSError as error:
        raise SolverFailed(f"cvc5 (program) cannot be run: {error}") from error
    if "interrupted by timeout" in ended.stderr:
        return "unknown"
    return _only_answer("cvc5 (program)", ended.stdout + ended.stderr)


def _only_answer(engine: str, said: str) -> str:
    match said.split():
        case [answer] if answer in ANSWERS:
            return answer
        case ["unknown", reason] if reason.startswith("("):
            return "unknown"
        case _:
            raise SolverFailed(f"{engine} says {said.strip()[:300]!r} where an answer to one text is due")
