"""Places: the scalars of an obligation that stand for what a system speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import MapSort, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.vectors.open_vectors import OpenVectorSort
from concomp.obligations.verify.encoding.codes import code_of
from concomp.obligations.verify.encoding.coordinates import entry_leaf
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.scalars import Lowered, leaves
from concomp.obligations.verify.encoding.tracked import INDEX, entry_at


@dataclass(frozen=True)
class Place:
    """Scalars, and what they stand for.

    suffix: what is written behind the name of the whole, for an entry of it. sort: of what they stand for.
    """

    suffix: str
    sort: Sort
    scalars: tuple[Term, ...]


def places(symbol: Term, obligation: Obligation) -> Iterator[Place]:
    """What stands for a register, a parameter or an input of the system that an obligation is about.

    Of a map that is its entry at each index, of a vector whose length is a parameter the entry at the arbitrary
    coordinate.
    """
    match symbol.sort:
        case MapSort() as sort:
            for index in (each.symbol for each in obligation.system.parameters):
                written = "index" if index is INDEX else terms.leaf_name(index)
                entries = tuple(entry_at(leaf, index) for leaf in leaves(symbol) if isinstance(leaf.sort, MapSort))
                yield Place(f"[{written}]", sort.entry, entries)
        case OpenVectorSort() as sort:
            yield Place("[i]", sort.entry, (entry_leaf(symbol),))
        case sort:
            yield Place("", sort, leaves(symbol))


def sorted_values(lowered: Lowered, obligation: Obligation) -> Invariant:
    """That the registers of an obligation have values of their sorts; it always holds, by the way that they change."""
    known = {each.symbol for each in obligation.system.registers}
    found = (place for register in lowered.source.registers for place in places(register.symbol, obligation))
    legal = (code_of(each.sort).legal(each.scalars) for each in found if known.issuperset(each.scalars))
    return tuple(each for each in legal if each is not terms.TRUE)
