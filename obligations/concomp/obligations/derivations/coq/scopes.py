"""What is at hand where a fact is proved: variables, and what is assumed of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from concomp.obligations.derivations.coq.terms import Writer, anything, in_order
from concomp.obligations.derivations.kernel.facts import Assumption, Fact
from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Real, free

CALLED = {"given", "defined"}


@dataclass(frozen=True)
class Scope:
    """Where a fact is proved.

    variables: what may be written. fixed: those of which assumptions speak. known: what proves each assumption. lemmas:
    the name of what proves each earlier fact.
    """

    writer: Writer
    variables: frozenset[Var]
    fixed: frozenset[Var]
    known: Mapping[Assumption, str]
    lemmas: Mapping[Fact, str]

    def having(self, *variables: Var) -> Scope:
        """The scope with further variables."""
        return replace(self, variables=self.variables | {*variables})

    def knowing(self, assumption: Assumption, proof: str) -> Scope:
        """The scope with an assumption that something proves."""
        return replace(self, known={**self.known, assumption: proof}, variables=self.variables | assumption.fixes)

    def value(self, variable: Var) -> str:
        """A variable, or, where it is not at hand, anything of its sort."""
        return self.writer.names.of_variable(variable) if variable in self.variables else anything(variable.sort)

    def anything(self, sort: str) -> str:
        """Anything of a sort."""
        return anything(sort)

    def at_hand(self, terms: Iterable[Real], text: str, *bound: Var) -> str:
        """A text in which variables of terms that are neither at hand nor bound are anything of their sorts."""
        missing = in_order(frozenset().union(*map(free, terms)) - self.variables - {*bound})
        named = (f"let {self.writer.names.of_variable(each)} := {anything(each.sort)} in " for each in missing)
        return f"({''.join(named)}{text})" if missing else text

    def loose(self, formula: Formula) -> list[Var]:
        """The variables of a formula that no assumption at hand fixes."""
        return in_order(free(formula) - self.fixed)

    def hypothesis(self, name: str, generalised: Iterable[Var], assumption: Assumption) -> str:
        """What proves an assumption by a name that holds for all values of some variables."""
        kept = in_order(free(assumption.formula) - assumption.fixes)
        bound = " ".join(map(self.writer.binder, kept))
        inside = self.having(*kept)
        values = " ".join(map(inside.value, generalised))
        applied = f"({name} {values})" if values else name
        return f"(fun {bound} => {applied})" if bound else applied

    def use(self, fact: Fact, values: Mapping[Var, Index] | None = None) -> str:
        """What proves an earlier fact here, at some values of its variables."""
        put_in = {variable: self.writer.index(index) for variable, index in (values or {}).items()}
        if fact.rule.name == "assumed":
            (assumption,) = fact.assumptions
            proof = self.known[assumption]
            arguments = in_order(free(fact.formula) - assumption.fixes)
            listed = [put_in.get(each, self.value(each)) for each in arguments]
        else:
            proof = self.lemmas[fact]
            fixed, assumptions, others = closing(fact)
            listed = [
                *map(self.value, fixed),
                *(self.known[each] for each in assumptions),
                *(put_in.get(each, self.value(each)) for each in others),
            ]
        return f"({' '.join([proof, *listed])})" if listed else proof


def closing(fact: Fact) -> tuple[list[Var], list[Assumption], list[Var]]:
    """What the lemma of a fact is closed over: what its assumptions fix, these, and the other variables."""
    assumptions = sorted(
        fact.assumptions, key=lambda each: (str(each.formula), str(each.over), str(in_order(each.fixes)))
    )
    return in_order(fact.fixed), assumptions, in_order(free(fact.formula) - fact.fixed)
