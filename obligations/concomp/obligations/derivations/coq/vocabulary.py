"""What a derivation speaks of: its facts, each once, its sorts and its quantities, and what these are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from concomp.obligations.derivations.coq.names import Names
from concomp.obligations.derivations.coq.terms import EVENTS, OPEN_SORTS, type_of
from concomp.obligations.derivations.kernel.definitions import Symbol, indices_of, occurrences, symbol
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Compound, Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Implication, Proposition, Quantity
from concomp.obligations.derivations.kernel.statements import in_order_of_use


@dataclass(frozen=True)
class Vocabulary:
    """A derivation, and what it speaks of.

    facts: each once, premises first. same: for each fact the one that says the same for the same reason. indices,
    quantities: all that occur.
    """

    facts: Sequence[Fact]
    same: Mapping[Fact, Fact]
    indices: Sequence[Index]
    quantities: Sequence[Quantity]

    def names(self) -> Names:
        """Names for its variables and its quantities."""
        variables = dict.fromkeys(index for index in self.indices if isinstance(index, Var))
        return Names([*variables], [*dict.fromkeys(map(symbol, self.quantities))])

    def sorts(self) -> list[str]:
        """The sorts of which nothing is known, each with something of it, and functions between them."""
        used = {index.sort for index in self.indices}
        # Histories and strategies are made of queries.
        needed = used | ({"query"} if used & {"history", "strategy"} else set())
        texts = [f"Variable {sort} : Type.\nVariable some_{sort} : {sort}." for sort in OPEN_SORTS if sort in needed]
        if "query" in needed:
            texts += ["Notation history := (history_ query).", "Notation strategy := (strategy_ query)."]
        if "strategy" in needed:
            texts.append("Definition some_strategy : strategy := fun _ => some_query.")
        for constructor in dict.fromkeys(each.constructor for each in self.indices if isinstance(each, Compound)):
            if constructor.name in EVENTS:
                arrows = " -> ".join(map(type_of, (*constructor.takes, constructor.sort)))
                texts.append(f"Variable {EVENTS[constructor.name]} : {arrows}.")
        return texts

    def undefined(self, defined: Iterable[Symbol], names: Names) -> list[str]:
        """The quantities that are not defined, with their types."""
        kinds: dict[Symbol, tuple[str, ...]] = {}
        for each in self.quantities:
            kinds.setdefault(symbol(each), tuple(index.sort for index in each.at))
        known = {*defined}
        return [
            f"Variable {names.of_symbol(each)} : {' -> '.join([*map(type_of, sorts), 'R'])}."
            for each, sorts in kinds.items()
            if each not in known
        ]


def vocabulary(fact: Fact) -> Vocabulary:
    """What a fact, and all that it is derived from, speaks of."""
    same = _merged(in_order_of_use(fact, lambda _: True))
    facts = list(dict.fromkeys(same.values()))
    terms = [term for each in facts for term in (each.formula, *each.using.values())]
    indices = dict.fromkeys(index for term in terms for index in _indices(term))
    quantities = dict.fromkeys(quantity for each in facts for quantity in _quantities(each.formula))
    return Vocabulary(facts, same, [*indices], [*quantities])


def _merged(facts: Iterable[Fact]) -> dict[Fact, Fact]:
    """For each fact the first that says the same for the same reason."""
    first: dict[object, Fact] = {}
    same: dict[Fact, Fact] = {}
    for fact in facts:
        arguments = tuple((name, repr(value)) for name, value in fact.using.items())
        premises = tuple(id(same[each]) for each in fact.premises)
        reason = (fact.rule.name, fact.formula, premises, arguments, fact.assumptions)
        same[fact] = first.setdefault(reason, fact)
    return same


def _indices(term: object) -> Iterator[Index]:
    if isinstance(term, tuple):
        for each in term:
            yield from _indices(each)
    elif isinstance(term, Mapping):
        for variable, index in term.items():
            yield from _indices(variable)
            yield from _indices(index)
    else:
        yield from indices_of(term)


def _quantities(formula: Formula) -> Iterator[Quantity]:
    if isinstance(formula, Proposition):
        yield from formula.of
    elif isinstance(formula, Implication):
        yield from _quantities(formula.premise)
        yield from _quantities(formula.conclusion)
    else:
        yield from occurrences(formula)
