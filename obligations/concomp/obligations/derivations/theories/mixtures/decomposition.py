"""Two indistinguishable systems as mixtures of four: Lyu22 Lemma 1 and the other half of its Theorem 3.

The systems are those by which a private mechanism is simulated: X(b, h), made by splitting budgets, is δ·E^b, and
N(b, h) is (1 − δ)·N^b. Queries may be any set and answers countably many, where Lyu22 takes finite sets.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import OTHER, Index
from concomp.obligations.derivations.kernel.language import le
from concomp.obligations.derivations.kernel.logic import join, solve, state
from concomp.obligations.derivations.theories.control.weights import PARAMETERS, WORLDS, G, H, mu
from concomp.obligations.derivations.theories.simulation.sharing import SUITS
from concomp.obligations.derivations.theories.simulation.simulation import (
    BY_CONTROL,
    MIXTURES_WITHOUT_NOISE,
    OUTCOMES_WITHOUT_NOISE,
    budget,
)
from concomp.obligations.derivations.theories.simulation.simulation_rules import Outcomes, Weights

THEOREM = "Lyu22 Theorem 3 (repaired)"


def _is_system(system: Weights) -> tuple[Fact, ...]:
    return system.positive, system.start, system.sums


def _remainder(bit: Index) -> tuple[Fact, Fact]:
    """M ≥ δ·E, and what is left of the two worlds is within e^ε."""
    mine, other = mu(bit, H) - budget(bit, H), mu(OTHER(bit), H) - budget(OTHER(bit), H)
    return (
        solve("M ≥ δ·E", le(budget(bit, H), mu(bit, H)), SUITS),
        solve("what is left is within e^ε", le(mine, G * other), SUITS, *PARAMETERS),
    )


EXPOSED_EXIST = state(
    join(
        *(
            fact
            for bit, system in zip(WORLDS, BY_CONTROL.exposed_systems, strict=True)
            for fact in (*_is_system(system), *_remainder(bit))
        )
    ),
    "Lyu22 Lemma 1",
)


def _four(outcomes: Outcomes, mixtures: tuple[Fact, Fact], name: str) -> Fact:
    """Four systems, and that they mix to M in both worlds."""
    systems = (*outcomes.exposed, *outcomes.noisy)
    return state(join(*(fact for system in systems for fact in _is_system(system)), *mixtures), THEOREM, name)


FOUR_EXIST = _four(BY_CONTROL.outcomes, BY_CONTROL.mixtures(*BY_CONTROL.of_noise), "only if, ε > 0")
FOUR_EXIST_AT_ZERO = _four(OUTCOMES_WITHOUT_NOISE, MIXTURES_WITHOUT_NOISE, "only if, ε = 0")
