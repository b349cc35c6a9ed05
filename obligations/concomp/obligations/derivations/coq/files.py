"""The text of a theorem: all that it is about, and a lemma for each fact that it is derived from."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.obligations.derivations.coq.arithmetic import Claim, all_claims
from concomp.obligations.derivations.coq.definitions import by_symbol, definitions
from concomp.obligations.derivations.coq.equations import equation
from concomp.obligations.derivations.coq.lemmas import Lemmas
from concomp.obligations.derivations.coq.terms import Writer
from concomp.obligations.derivations.coq.vocabulary import vocabulary
from concomp.obligations.derivations.kernel.facts import Fact

NEEDED = ("Rules", "Views", "Claims")
"""The files that the text of a theorem stands on."""
TO_READ = "To be read: the definitions, the hypotheses H1, H2, ..., and the theorem, which stands last."


@dataclass(frozen=True)
class Theorem:
    """A theorem in Coq.

    text: of its file. definitions: of all that it is about. statement: what it supposes and says. claims: of
    arithmetic, that it rests on.
    """

    name: str
    text: str
    definitions: str
    statement: str
    claims: tuple[Claim, ...]


def theorem(name: str, fact: Fact) -> Theorem:
    """The theorem that a fact is, whose file is called `name`; Unwritten if it says what Coq has no words for."""
    words = vocabulary(fact)
    names = words.names()
    writer = Writer(names)
    defined = by_symbol(equation(each) for each in words.facts if each.rule.defines)
    about = [*words.sorts(), *words.undefined(defined, names), *definitions(defined, writer)]
    lemmas = Lemmas(writer, words.same)
    supposed = [lemmas.hypothesis(each) for each in words.facts if each.rule.name == "given"]
    proved = [lemmas.lemma(each) for each in words.facts if each.rule.name not in ("given", "assumed")]
    concluded = f"Theorem {name} : {lemmas.closed(fact.formula)}."
    lines = [
        f"(* {name}. {TO_READ} *)",
        "From Coq Require Import Reals.",
        f"From Concomp Require Import {' '.join(NEEDED)}.",
        "Open Scope R_scope.",
        "Section Statement.",
        *about,
        *supposed,
        *proved,
        concluded,
        "Proof.",
        f"  exact {lemmas.name(fact)}.",
        "Qed.",
        "End Statement.",
        f"Print Assumptions {name}.",
        "",
    ]
    statement = "\n".join([*supposed, concluded])
    return Theorem(name, "\n".join(lines), "\n".join(about), statement, tuple(all_claims(words.facts)))
