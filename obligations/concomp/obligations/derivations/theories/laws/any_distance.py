"""Distances in general: of them nothing is used but what Haney23 Definition 2.1 says.

For a distance and a threshold d, Far(a) is 0 if the views of the adversary a on x and on x' are within d, otherwise 1;
FarWith(a, r) is the same with the coin r of the adversary, which then tosses no coins.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import Index, Var
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, le, supremum
from concomp.obligations.derivations.kernel.logic import hypothesis, solve, state
from concomp.obligations.derivations.kernel.rules import least
from concomp.obligations.derivations.kernel.statements import SUPPOSED

DISTANCE, PRIVATE = "Haney23 Definition 2.1", "Haney23 Definition 2.2"
E, R = Var("e", "number"), Var("r", "number")


def far(adversary: Index) -> Real:
    """0 if the views of an adversary are within d, otherwise 1."""
    return Quantity("Far", (adversary,))


def far_with(adversary: Index, toss: Index) -> Real:
    """0 if they are with one of its coins, otherwise 1."""
    return Quantity("FarWith", (adversary, toss))


# Adversaries that toss coins: Lemma 2.3.
MIXTURE = hypothesis(
    "a view is the mixture of the coin and the view with it, and a mixture is no further apart than what is mixed: "
    "FarWith(e, r) is 0 if the views of e with its coin r are within d, otherwise 1",
    DISTANCE,
    le(far(E), supremum(R, far_with(E, R))),
)
ONE_COIN = hypothesis("an adversary with one coin is an adversary", PRIVATE, le(far_with(E, R), supremum(E, far(E))))


def over_all_coins(private: Fact) -> Fact:
    """The views of an adversary are within d, if those with each of its coins are."""
    return solve("over all coins", le(far(E), 0), MIXTURE, least(R, private))


def _deterministic_suffice() -> tuple[Fact, Fact]:
    each = hypothesis(
        "the views of every deterministic adversary, e with the coin r, are within d: FarWith is 0, otherwise 1",
        SUPPOSED,
        le(far_with(E, R), 0),
    )
    every = hypothesis("M is d-D DP: Far(e) is 0 if the views of e are within d, otherwise 1", SUPPOSED, le(far(E), 0))
    alone = solve("with one coin", le(far_with(E, R), 0), ONE_COIN, least(E, every))
    key = "Haney23 Lemma 2.3"
    return (
        state(over_all_coins(each), key, "any distance, if"),
        state(alone, key, "any distance, only if"),
    )


DETERMINISTIC_SUFFICE = _deterministic_suffice()

# Each adversary has the views of a processed mechanism of its own: Corollary 2.18.
OF_EACH = Quantity("FarOf", (E, R))
"""0 if the views of e with the coin r, a deterministic adversary, with its own P ∘ M are within d, otherwise 1."""
SAME = hypothesis(
    "each deterministic adversary A has the views of A with P ∘ M, P and M being chosen for A",
    SUPPOSED,
    eq(far_with(E, R), OF_EACH),
)
OF_EACH_PRIVATE = hypothesis(
    "the P ∘ M of each adversary is d-D DP: FarOf is 0 if its views are within d, otherwise 1", SUPPOSED, le(OF_EACH, 0)
)
SIMULATED = over_all_coins(solve("each adversary", le(far_with(E, R), 0), SAME, OF_EACH_PRIVATE))
