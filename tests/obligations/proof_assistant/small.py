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


CLEAN = """\

CONTEXT SUMMARY
===============

* Theory: Set is predicative

* Axioms:
    Coq.Logic.FunctionalExtensionality.functional_extensionality_dep
    Coq.Reals.ClassicalDedekindReals.sig_not_dec
    Coq.Reals.ClassicalDedekindReals.sig_forall_dec
    Coq.Logic.Classical_Prop.classic

* Constants/Inductives relying on type-in-type: <none>

* Constants/Inductives relying on unsafe (co)fixpoints: <none>

* Inductives whose positivity is assumed: <none>

"""
"""What the checker of Coq 8.16.1 says of Lemma 4.7."""
CLOSED = "Closed under the global context"


def pretend(
    folder: Path,
    *,
    version: str = "8.16.1",
    says: str = CLOSED,
    seconds: float = 0,
    refuses: str = "",
    does: str = "",
    lists: str = CLEAN,
) -> str:
    """Write a coqc and a coqchk that are none; PATH, if they are to be found.

    The one says a text of every file, after some seconds, refuses one that has some words in it, and before it writes
    anything does what is told in the language of the shell; the other lists a text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f'if [ "$1" = --print-version ]; then echo "{version} 4.13.1"; exit 0; fi',
        f"sleep {seconds}" if seconds else ":",
        "for file; do :; done",
        f"if grep -q '{refuses}' \"$file\"; then echo 'Error: not proved' >&2; exit 1; fi" if refuses else ":",
        does or ":",
        ': > "${file%.v}.vo"',
        f"printf '%s\\n' '{says}'",
    ]
    for name, script in (("coqc", "\n".join(lines)), ("coqchk", f"printf '%s' '{lists}' >&2")):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return f"{folder}:/usr/bin:/bin"
