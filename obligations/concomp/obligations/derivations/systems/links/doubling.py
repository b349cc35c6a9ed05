"""A post-processing without coins, moved before the identifier.

I(b) ∘* P ∘* M and P² ∘* I(b) ∘* M answer the same, for every mechanism M. What is known of P, its destination and its
response property, speaks of histories; here it is some relation between states that holds at the start and is kept by
every step that the property allows. "Reached by histories of the same pattern" is such a relation, so nothing more is
assumed than the paper does.
"""

from __future__ import annotations

from collections.abc import Sequence

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.kernels import WORLD
from concomp.obligations.derivations.systems.descriptions.messages import (
    first,
    second,
)
from concomp.obligations.derivations.systems.descriptions.parts import Config
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    CM,
    DETERMINISTIC,
    DOUBLED,
    IDENTIFIED,
    PROCESSED,
    STEPS,
    VERIFIER,
    F,
)
from concomp.obligations.derivations.systems.laws.doubling import alike
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same, with_mechanism
from concomp.obligations.derivations.systems.suppositions import (
    HALT_IS_NO_MESSAGE,
    Instance,
    Supposition,
    alike_on_both_sides,
    same_destinations,
)


def _swap(name: str, one: Index, other: Index, supposed: Supposition) -> Bisimulation:
    """Both systems, perhaps behind V[f]."""
    states = (f"{STEPS}_0.state", f"{STEPS}_1.state")
    also = ["f.read"] if one.arguments[0] == VERIFIER(F) else []  # type: ignore[union-attr]

    def related(left: Config, right: Config) -> Sequence[Term]:
        zero, second_ = (right[state] for state in states)
        return [
            terms.equality(left[f"{STEPS}.state"], terms.choice(WORLD, second_, zero)),
            *same(["M.state", "M.heard", *also])(left, right),
            alike(str(STEPS), zero, second_),
            *all_running(left, right),
        ]

    def known(left: Config, right: Config) -> Sequence[Instance]:
        here, answer = [right[state] for state in states], right["M.said"]
        return [
            HALT_IS_NO_MESSAGE.law(0, HEARD),
            supposed.law(1, *here, first(HEARD), second(HEARD)),
            supposed.law(2, *here, answer),
        ]

    return Bisimulation(
        name,
        one,
        other,
        related,
        working=with_mechanism,
        supposed=(HALT_IS_NO_MESSAGE, supposed),
        given=(supposed.law(0),),
        known=known,
    )


_BEFORE, _AFTER = IDENTIFIED(PROCESSED(DETERMINISTIC(STEPS), CM)), BEHIND(DOUBLED(STEPS), IDENTIFIED(CM))
SWAP = _swap("P and I(b) change places", _BEFORE, _AFTER, alike_on_both_sides(STEPS))
WITHOUT_RESPONSE = _swap(
    "P and I(b) change places without the response property", _BEFORE, _AFTER, same_destinations(STEPS)
)
"""What is false: what P sends to the left may depend on what it hears from there."""
SWAP_BEHIND = _swap(
    "P and I(b) change places behind V[f]",
    BEHIND(VERIFIER(F), _BEFORE),
    BEHIND(VERIFIER(F), _AFTER),
    alike_on_both_sides(STEPS),
)
