"""What is searched for: a row for each claim of a statement, with the space that is walked."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.obligations.search.candidates import Space
from concomp.obligations.search.claims import (
    Excess,
    consistent_parallel,
    double_delta,
    filtered_composition,
    fixed_mechanisms,
    fixed_parameters,
    lazy_simulation,
    parallel,
    product_claim,
    pure_parallel,
    smaller_part,
    sum_claim,
    waiting_budget_of,
)
from concomp.obligations.search.functions import (
    any_function,
    consistent,
    interactive_functions,
    rising_functions,
    swap_invariant,
)
from concomp.obligations.search.kernels import hidden_shape, staged_shape, started_shape, two_worlds_shape

STAGED = staged_shape(2, 20)
COARSE = staged_shape(2, 10)
HIDDEN = hidden_shape(2, 2, 12)


@dataclass(frozen=True, eq=False)
class Objective:
    """A claim as something to be exceeded.

    key: of the statement in the registry. form: which claim of it, in words. space: the candidates.
    excess: by which part a candidate exceeds the claim.
    refutable: whether the claim is known to be false.
    """

    key: str
    form: str
    space: Space
    excess: Excess
    refutable: bool = False


OBJECTIVES: dict[str, Objective] = {
    "5.4-sum": Objective(
        "HSV26 Theorem 5.4",
        "δ + δ' with 4 copies and 3 slots",
        Space(COARSE, rising_functions(2)),
        parallel(4, 3, sum_claim),
        refutable=True,
    ),
    "5.4-product": Objective(
        "HSV26 Theorem 5.4",
        "1 − (1 − δ)(1 − δ') with 3 copies and 2 slots",
        Space(STAGED, rising_functions(2)),
        parallel(3, 2, product_claim),
        refutable=True,
    ),
    "5.6": Objective(
        "HSV26 Lemma 5.6",
        "a lazy simulation with the budget δ",
        Space(two_worlds_shape(20), any_function(2)),
        lazy_simulation(1),
        refutable=True,
    ),
    "5.4-repaired-a": Objective(
        "HSV26 Theorem 5.4 (repaired)",
        "case (a), one slot, 3 copies",
        Space(STAGED, rising_functions(2)),
        parallel(3, 1, product_claim),
    ),
    "5.4-repaired-b": Objective(
        "HSV26 Theorem 5.4 (repaired)",
        "case (b), swap-invariant, 3 copies and 2 slots",
        Space(STAGED, swap_invariant(2)),
        parallel(3, 2, product_claim, scale=smaller_part),
    ),
    "5.4-repaired-c": Objective(
        "HSV26 Theorem 5.4 (repaired)",
        "case (c), charged min(1, 2δ), 3 copies and 2 slots",
        Space(STAGED, rising_functions(2)),
        parallel(3, 2, product_claim, double_delta),
    ),
    "5.4-repaired-d": Objective(
        "HSV26 Theorem 5.4 (repaired)",
        "case (d), charged the least lazy budget, 3 copies and 2 slots",
        Space(STAGED, rising_functions(2)),
        parallel(3, 2, product_claim, waiting_budget_of),
    ),
    "5.6-repaired": Objective(
        "HSV26 Lemma 5.6 (repaired)",
        "a lazy simulation with the budget min(1, 2δ)",
        Space(two_worlds_shape(20), any_function(2)),
        lazy_simulation(2),
    ),
    "4.10": Objective(
        "HSV26 Theorem 4.10 (repaired)",
        "two fixed mechanisms with a hidden bit",
        Space(HIDDEN, any_function(2), members=2),
        fixed_mechanisms,
    ),
    "4.12": Objective(
        "HSV26 Theorem 4.12",
        "two slots, a menu of two, two copies of each",
        Space(STAGED, any_function(2), members=2),
        fixed_parameters(2, 2),
    ),
    "5.5": Objective(
        "HSV26 Corollary 5.5",
        "pure, 3 copies and 2 slots",
        Space(STAGED, any_function(2)),
        pure_parallel(3, 2),
    ),
    "5.14": Objective(
        "HSV26 Theorem 5.14",
        "3 copies and 2 slots, a hidden bit",
        Space(HIDDEN, consistent(2)),
        consistent_parallel(3, 2),
    ),
    "5.15": Objective(
        "HSV26 Corollary 5.15",
        "2 copies and 1 slot of interactive mechanisms",
        Space(started_shape(12), interactive_functions(3)),
        consistent_parallel(2, 1),
    ),
    "12.4": Objective(
        "HSV26 Theorem 12.4",
        "a menu of two, two copies of each, a filter on sums",
        Space(STAGED, any_function(2), members=2),
        filtered_composition(2),
    ),
}
"""By the name that the command takes."""
