"""A lemma for each fact, and a hypothesis for what is given."""

from __future__ import annotations

from collections.abc import Mapping

from concomp.obligations.derivations.coq.scopes import Scope, closing
from concomp.obligations.derivations.coq.steps import defining, proof
from concomp.obligations.derivations.coq.terms import Writer, in_order
from concomp.obligations.derivations.kernel.definitions import defined_symbol
from concomp.obligations.derivations.kernel.facts import Assumption, Fact
from concomp.obligations.derivations.kernel.indices import OTHER, Compound, Var
from concomp.obligations.derivations.kernel.language import Formula, free


class Lemmas:
    """The texts of facts, each of which names those before it."""

    def __init__(self, writer: Writer, same: Mapping[Fact, Fact]) -> None:
        """Begin with none; same: for each fact the one that says the same, which has its name."""
        self._writer = writer
        self._alike: dict[Fact, list[Fact]] = {}
        for fact, other in same.items():
            self._alike.setdefault(other, []).append(fact)
        self._names: dict[Fact, str] = {}
        self._hypotheses = self._lemmas = 0

    def hypothesis(self, fact: Fact) -> str:
        """What is given, as a hypothesis."""
        self._hypotheses += 1
        name = self._call(fact, f"H{self._hypotheses}")
        return f"Hypothesis {name} : {self.closed(fact.formula)}."

    def lemma(self, fact: Fact) -> str:
        """The lemma of a fact, and its proof."""
        fixed, assumptions, others = closing(fact)
        called = {each: f"A{place}" for place, each in enumerate(assumptions, 1)}
        scope = Scope(self._writer, frozenset({*fixed, *others}), frozenset(fixed), called, self._names)
        supposed = [f"({name} : {self._assumed(each)})" for each, name in called.items()]
        bound = [*map(self._writer.binder, fixed), *supposed, *map(self._writer.binder, others)]
        variable = self._writer.names.of_variable
        told = [*map(variable, fixed), *called.values(), *map(variable, others)]
        formula = self._writer.formula(fact.formula)
        statement = f"forall {' '.join(bound)}, {formula}" if bound else formula
        intros = f"intros {' '.join(told)}. " if told else ""
        proved = f"{intros}{_tactics(fact, scope)}"
        self._lemmas += 1
        name = self._call(fact, f"f{self._hypotheses + self._lemmas}")
        return f"Lemma {name} : {statement}.\nProof. {proved} Qed."

    def closed(self, formula: Formula) -> str:
        """A formula for all values of its variables."""
        return self._writer.closed(in_order(free(formula)), self._writer.formula(formula))

    def name(self, fact: Fact) -> str:
        """What a fact is called."""
        return self._names[fact]

    def _assumed(self, assumption: Assumption) -> str:
        loose = in_order(free(assumption.formula) - assumption.fixes)
        return self._writer.closed(loose, self._writer.formula(assumption.formula))

    def _call(self, fact: Fact, name: str) -> str:
        self._names |= dict.fromkeys(self._alike[fact], name)
        return name


def _tactics(fact: Fact, scope: Scope) -> str:
    """What proves the lemma of a fact once its variables are there."""
    match fact.rule.name:
        case "defined":
            return _by_definition(fact, scope)
        case "either bit":
            one, other = map(scope.use, fact.premises)
            known = f"pose proof {one} as at_one. pose proof {other} as at_other."
            return f"{known} bits; first [exact at_one | exact at_other]."
        case "instance" if bits := _split(fact):
            listed = ", ".join(map(scope.writer.names.of_variable, bits))
            return f"pose proof {proof(fact, scope)} as instance. destruct {listed}; exact instance."
    return f"exact {proof(fact, scope)}."


def _split(fact: Fact) -> list[Var]:
    """The bits of which an instance puts in the other, so that 1 − (1 − b) is b only after a split into cases."""
    values = fact.using["values"]
    assert isinstance(values, Mapping)
    others = [each for each in values.values() if isinstance(each, Compound) and each.constructor is OTHER]
    return in_order({each.arguments[0] for each in others if isinstance(each.arguments[0], Var)})


def _by_definition(fact: Fact, scope: Scope) -> str:
    """The tactics that prove the equation of a definition: it computes, once bits and numbers are split into cases."""
    numbers = [index for index in in_order(free(fact.formula)) if index.sort in ("number", "history")]
    split = "".join(f" | destruct {scope.writer.names.of_variable(each)}; exact equation" for each in numbers)
    name = scope.writer.names.of_symbol(defined_symbol(fact.formula))
    return (
        f"pose proof {defining(fact, scope)} as equation. "
        f"first [exact equation | bits; exact equation | bits; unfold {name}; solve [symmetric]{split}]."
    )
