"""A derivation of a few facts, and a Coq that says what a test wants it to."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import NEXT, ZERO, Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le
from concomp.obligations.derivations.kernel.logic import assume, define, hypothesis, induction, solve

ORIGIN = "HSV26 Definition 3.1"
N = Var("n", "number")


def w(at: Index) -> Real:
    """What starts at 1 and shrinks."""
    return Quantity("w", (at,))


def r(at: Index) -> Real:
    """By how much."""
    return Quantity("r", (at,))


@cache
def starts_small() -> Fact:
    """What starts at 1 is at most 1 at the start."""
    return solve("at the start", le(w(ZERO), 1), define("w at the start", ORIGIN, eq(w(ZERO), 1)))


@cache
def stays_small() -> Fact:
    """What starts at 1, and is multiplied by at most 1 each time, stays at most 1."""
    step = define("w after a step", ORIGIN, eq(w(NEXT(N)), w(N) - r(N)))
    shrinks = hypothesis("what is taken is no less than 0", ORIGIN, le(0, r(N)))
    bounded = le(w(N), 1)
    return induction(
        bounded, N, starts_small(), solve("one step", le(w(NEXT(N)), 1), assume(bounded, N), step, shrinks)
    )


TEXT = """\
(* Small. To be read: the definitions, the hypotheses H1, H2, ..., and the theorem, which stands last. *)
From Coq Require Import Reals.
From Concomp Require Import Rules Views Claims.
Open Scope R_scope.
Section Statement.
Variable r : nat -> R.
Fixpoint w (i1 : nat) : R :=
  match i1 with
  | O => 1
  | (S n) => ((w n) - (r n))
  end.
Hypothesis H1 : forall (n : nat), 0 <= (r n).
"""
"""How the file of its theorem begins."""


def pretend(folder: Path, *, version: str = "8.16.1", says: str = "", seconds: float = 0, refuses: str = "") -> str:
    """Write a coqc and a coqchk that are none, and refuse a file that says something; PATH, if they are to be found."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "#!/bin/sh",
        f'if [ "$1" = --print-version ]; then echo "{version} 4.13.1"; exit 0; fi',
        f"sleep {seconds}" if seconds else ":",
        "for file; do :; done",
        f"if grep -q '{refuses}' \"$file\"; then echo 'Error: not proved' >&2; exit 1; fi" if refuses else ":",
        f"printf '%s\\n' '{says}'",
    ]
    for name in ("coqc", "coqchk"):
        script = folder / name
        script.write_text("\n".join(lines) + "\n", encoding="utf-8")
        script.chmod(0o755)
    return f"{folder}:/usr/bin:/bin"
