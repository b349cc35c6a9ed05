"""What Coq and its checker say that theorems rest on: a line that is not understood is a refusal."""

from __future__ import annotations

from concomp.obligations.proof_assistant.programs import Rejected

TYPES = {
    "ClassicalDedekindReals.sig_forall_dec": (
        "forall P : nat -> Prop, (forall n : nat, {P n} + {~ P n}) -> {n : nat | ~ P n} + {forall n : nat, P n}"
    ),
    "ClassicalDedekindReals.sig_not_dec": "forall P : Prop, {~ ~ P} + {~ P}",
    "FunctionalExtensionality.functional_extensionality_dep": (
        "forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), (forall x : A, f x = g x) -> f = g"
    ),
}
"""The axioms under Coq's real numbers, and what each says: another of the same name is none of them."""
ALLOWED = frozenset(TYPES)
CLOSED = "Closed under the global context"
LISTED = {
    *("Coq.Reals.ClassicalDedekindReals.sig_forall_dec", "Coq.Reals.ClassicalDedekindReals.sig_not_dec"),
    *("Coq.Logic.FunctionalExtensionality.functional_extensionality_dep", "Coq.Logic.Classical_Prop.classic"),
}
"""What the libraries of Coq assume, used or not: the checker lists all of it, the excluded middle too."""
UNSPOILED = (
    *("CONTEXT SUMMARY", "===============", "* Theory: Set is predicative"),
    "* Constants/Inductives relying on type-in-type: <none>",
    "* Constants/Inductives relying on unsafe (co)fixpoints: <none>",
    "* Inductives whose positivity is assumed: <none>",
)
"""What the checker says where no check was switched off."""
UNDERSTOOD = {*UNSPOILED, *LISTED, "* Axioms:", "* Axioms: <none>"}


def axioms(said: str) -> tuple[str, ...]:
    """The axioms that `Print Assumptions` names; Rejected if it names another, or says what is not understood."""
    if said.strip() == CLOSED:
        return ()
    first, *rest = said.splitlines() or [""]
    if first != "Axioms:" or not rest:
        raise Rejected(f"what it rests on is not understood: Coq says {(first if rest else said.strip())[:200]!r}")
    return tuple(sorted(map(_allowed, _entries(rest))))


def demand_clean(summary: str) -> None:
    """Rejected if the checker lists more than the libraries of Coq assume, or does not say all that it has to."""
    lines = [line.strip() for line in summary.splitlines() if line.strip()]
    for line in lines:
        if line not in UNDERSTOOD:
            raise Rejected(f"coqchk lists {line[:200]!r}")
    for line in UNSPOILED:
        if line not in lines:
            raise Rejected(f"coqchk does not say {line!r}")


def _entries(lines: list[str]) -> list[str]:
    """What starts in the first column, each with the lines behind it that do not, as one line."""
    found: list[str] = []
    for line in lines:
        if line.startswith("  ") and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def _allowed(entry: str) -> str:
    name, _, says = entry.partition(" : ")
    if TYPES.get(name) != says:
        raise Rejected(f"it rests on {entry[:200]!r}")
    return name
