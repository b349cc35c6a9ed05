"""Mechanisms that get identical pairs.

A mechanism that gets identical pairs only answers the same in both worlds, on every tape. Under a first-pair consistent
function it does if its first pair is identical.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, Index
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import initial
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.language import (
    CM,
    IDENTICAL_ALWAYS,
    IDENTICAL_FIRST,
    F,
    guarded_world,
    world,
)
from concomp.obligations.derivations.systems.laws.first_pairs import PAIR, began
from concomp.obligations.derivations.systems.links.bisimulation import (
    Bisimulation,
    Relation,
    all_running,
    same,
    with_mechanism,
)
from concomp.obligations.derivations.systems.suppositions import Instance, Supposition, consistent, reads_pairs


def _runs(name: str, worlds: tuple[Index, Index], related: Relation, *supposed: Supposition) -> Bisimulation:
    """Both worlds of V[f] ∘* I(b) ∘* M, in front of which something may let some pairs pass only."""
    zero, one = worlds

    def alike(left: Config, right: Config) -> Sequence[Term]:
        return [*related(left, right), *all_running(left, right)]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        values = {PAIR: HEARD}
        return [
            each.law(number, *(values.get(symbol, left["f.read"]) for symbol in law.symbols))
            for each in supposed
            for number, law in enumerate(each.laws)
        ]

    return Bisimulation(name, zero, one, alike, working=with_mechanism, supposed=supposed, known=known)


def _worlds(guard: Index) -> tuple[Index, Index]:
    return guarded_world(guard, F, BIT_0, CM), guarded_world(guard, F, BIT_1, CM)


def _began_alike(left: Config, right: Config) -> Sequence[Term]:
    begun, reading = f"{IDENTICAL_FIRST()}.begun", left["f.read"]
    as_read = terms.choice(left[begun], began("f", reading), terms.equality(reading, initial("f")))
    return [*same([begun, "f.read", "M.state", "M.heard"])(left, right), as_read]


_same_run = same(["f.read", "M.state", "M.heard"])
IDENTICAL_RUNS = _runs("identical pairs, identical runs", _worlds(IDENTICAL_FIRST()), _began_alike, consistent(F))
IDENTICAL_PAIRS = _runs("identical pairs only", _worlds(IDENTICAL_ALWAYS()), _same_run)
UNLIKE_PAIRS = _runs("any pairs", (world(F, BIT_0, CM), world(F, BIT_1, CM)), _same_run)
"""What is false: pairs may differ."""
INCONSISTENT = _runs("identical runs without consistency", _worlds(IDENTICAL_FIRST()), _began_alike, reads_pairs(F))
"""What is false: f need not be first-pair consistent."""
