"""Pairs whose sides are exchanged.

V[f] ∘* I(b) ∘* M answers pairs as V[f] ∘* I(1-b) ∘* M answers them exchanged, on every tape, if f does not care which
side is which.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.language import BIT, CM, F, exchanged_world, world
from concomp.obligations.derivations.systems.laws.exchanged_pairs import read_exchanged
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same, with_mechanism
from concomp.obligations.derivations.systems.suppositions import Instance, Supposition, invariant, reads_both_ways


def _exchanged(name: str, supposed: Supposition) -> Bisimulation:
    one, other = world(F, BIT, CM), exchanged_world(F, BIT, CM)

    def related(left: Config, right: Config) -> Sequence[Term]:
        return [
            *same(["M.state", "M.heard"])(left, right),
            read_exchanged("f", left["f.read"], right["f.read"]),
            *all_running(left, right),
        ]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        return [supposed.law(1, left["f.read"], right["f.read"], HEARD)]

    return Bisimulation(
        name, one, other, related, working=with_mechanism, supposed=(supposed,), given=(supposed.law(0),), known=known
    )


SIDES_EXCHANGED = _exchanged("sides exchanged, worlds exchanged", invariant(F))
LOPSIDED = _exchanged("sides exchanged, whatever f is", reads_both_ways(F))
"""What is false: f need not admit a pair whose sides are exchanged."""
