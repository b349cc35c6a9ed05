"""What bounds a composition: the data, the losses of its mechanisms over all data, the product and the dependence.

The same statements are computed on families in `zhang24.compositions` and `zhang24.losses`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.confounding import (
    copies,
    data_processing,
    dependence,
    limits_of_data,
    local_composition,
    optimal_composition,
)

DISCRETE = "all laws of countably many data, all kernels with countably many outputs, both orders of any two secrets"
LEVELS = "all real e^ε ≥ 1 and δ"
PER_PAIR = "Adjacency enters as one pair of secrets, whichever it is: s_0 and s_1 stand for any two that are adjacent."
JOINT = "What several mechanisms tell is one kernel on the data, whose outputs are tuples; their noises may depend."
EVENTS = (
    "An event is given by its indicator, and has the chance of Equation (2): the mean over the data of its chance "
    "given these."
)

TABLE = (
    Derived(
        "Zhang24 Repair R1",
        "an_event_is_a_mean_over_the_data",
        "An event of outputs is a mean of numbers from 0 to 1; no such mean tells laws apart more than their excess.",
        (data_processing.BELOW_THE_PROFILE, data_processing.AS_PRIVATE_AS_THE_DATA),
        scope=f"{DISCRETE}; any number of mechanisms; {LEVELS}",
        notes=(
            PER_PAIR,
            JOINT,
            EVENTS,
            "As the second formula holds for all ε and δ, the least ε that the composition needs is at most that of "
            "telling the data.",
        ),
    ),
    Derived(
        "Zhang24 Repair R3",
        "roots_of_chances_multiply",
        "What the product does not tell is at most √g times a power; the data bound the composition.",
        (limits_of_data.AT_MOST_THE_DISTANCE, limits_of_data.BELOW_1, copies.ALL_IS_TOLD),
        scope=f"{DISCRETE}; all numbers of copies, of any mechanism; {LEVELS}",
        notes=(
            PER_PAIR,
            EVENTS,
            "The first two formulas are of the composition, whatever its mechanisms; the third is of the product, for "
            "which D(n, b, ()) is δ of n copies at e^ε = g.",
            "So for every δ from the distance of the data on, but below 1, the composition needs no ε, and the product "
            "more than any that is given, as soon as there are enough copies.",
            "Of roots is used that their square is what they are of, and that they are not negative.",
        ),
    ),
    Derived(
        "Zhang24 Repair R4",
        "what_is_private_for_all_data_is_so_of_means",
        "Mechanisms compose over every pair of data by induction, and what holds of all pairs holds of the means.",
        (local_composition.BASIC_COMPOSITION, optimal_composition.OPTIMAL_COMPOSITION),
        scope=f"{DISCRETE}; any number of mechanisms, independent given the data; all real e^ε_i ≥ 1 and δ_i",
        notes=(
            PER_PAIR,
            "Told(n, x, S) is the chance of an event of tuples; mechanism n tells first, and what S leaves then is an "
            "event of the tuples of the others.",
            "The second formula is optimal composition: Opt(n, ()) is its δ at e^ε = g. That the rows of a mechanism "
            "for any two data are a post-processing of a response is HSV26 Theorem 2.5.",
        ),
    ),
    Derived(
        "Zhang24 Repair R5",
        "the_ratio_bounds_output_by_output",
        "With 1/K′ ≤ c ≤ K each law is the other's within these factors, output by output.",
        (dependence.BOUNDED_RATIO, dependence.LARGEST_LOSS),
        scope="any M and N, each a pair of laws of countably many outputs; all real e^ε ≥ 1, δ, K, K′ and κ",
        notes=(
            PER_PAIR,
            "c is the ratio of the joint law and the product, 1 where the product gives an output no chance. κ is any "
            "number that e^L^G does not exceed.",
        ),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
