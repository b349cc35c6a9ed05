"""The language of systems: what mechanisms, post-processings and verification functions are put together of.

Systems are indices of the kernel, so a theorem about all of them is applied by substitution, and what it then says is
computed. A composition stands for the mechanisms that may be created in it, each with its function f_j and its
parameters, and for the parameters of k slots.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import OTHER, Constructor, Index, Var
from concomp.obligations.derivations.kernel.language import Proposition

M = Var("M", "system")
P, Q, R = (Var(name, "processing") for name in "PQR")
F, F_INSIDE = Var("f", "function"), Var("f'", "function")
C = Var("C", "composition")

BEHIND = Constructor("behind", ("processing", "system"), "system", "{} ∘* {}")
CHAIN = Constructor("chain", ("processing", "processing"), "processing", "({} ∘* {})")
VERIFIER = Constructor("verifier", ("function",), "processing", "V[{}]")
DOUBLED = Constructor("doubled", ("processing",), "processing", "{}²")
IDENTIFIED = Constructor("identified", ("system",), "system", "I ∘* {}")
EXTENDED_CONCURRENT = Constructor("ExtConComp", (), "system", "ExtConComp")()

FIXED_MECHANISMS = Constructor("f of Definition 4.9", ("composition",), "function", "f^α[{}]")
FIXED_PARAMETERS = Constructor("f of Definition 4.11", ("composition",), "function", "f^ε,δ[{}]")
CONSISTENT_PARALLEL = Constructor("f of Definition 5.13", ("composition",), "function", "f^FPC[{}]")
PURE_PARALLEL = Constructor("f of Definition 5.3, δ' = 0", ("composition",), "function", "f^∞,0[{}]")
FILTERED = Constructor("f of Definition 12.2", ("composition",), "function", "f^Filt[{}]")
FILTERED_RESPONSES = Constructor("f of Definition 12.3", ("composition",), "function", "f_RR^Filt[{}]")

MEMBERS = Constructor("members", ("composition",), "members", "V[f_j] ∘* I ∘* M_j, j in {}")
SIMULATORS = Constructor("simulators", ("composition",), "members", "T_j ∘* RR_j, j in {}")
WAITING_SIMULATORS = Constructor("waiting simulators", ("composition",), "members", "T_j ∘* RR_j, T_j waiting, j in {}")
INFORMED = Constructor("given samples", ("members",), "members", "{}, given the samples")
FIRST_IDENTICAL = Constructor(
    "members whose first pair is identical",
    ("composition", "bit"),
    "members",
    "V[f_j] ∘* I({1}) ∘* M_j, j in {0}, of which the first pair is identical",
)
ALL_IDENTICAL = Constructor(
    "members of which all pairs are identical",
    ("composition", "bit"),
    "members",
    "V[f_j] ∘* I({1}) ∘* M_j, j in {0}, of which all pairs are identical",
)
BESIDE = Constructor("side by side", ("members",), "system", "[{}]")
"""The composition of members that are created, each when its creation query comes."""

INTERACTIVE = Var("X", "interactive mechanisms")
AS_CONTINUAL = Constructor("as continual mechanisms", ("interactive mechanisms",), "composition", "{} with f_~")
"""The composition of interactive mechanisms, as continual ones for f_~."""

PLAYER = Constructor("player", ("function",), "processing", "P[{}]")
"""The post-processing P of a theorem: it plays the simulators, as the function of the theorem hands out slots."""
INFORMED_PLAYER = Constructor(
    "told the samples", ("function", "composition"), "system", "V[{0}] ∘* P[{0}], told the samples of {1}"
)
RESPONSES = Constructor("responses", ("composition",), "system", "Comp[RR_1, …, RR_k for {}]")

WORLD = Constructor("world", ("function", "system", "bit"), "system", "V[{0}] ∘* I({2}) ∘* {1}")
EXCHANGED_WORLD = Constructor(
    "world with exchanged pairs", ("function", "system", "bit"), "system", "X ∘* V[{0}] ∘* I({2}) ∘* {1}"
)
BIT = Var("b", "bit")


def verified_world(function: Index, system: Index, bit: Index) -> Index:
    """V[f] ∘* I(b) ∘* M in one world."""
    return WORLD(function, system, bit)


def exchanged_world(function: Index, system: Index, bit: Index) -> Index:
    """V[f] ∘* I(1-b) ∘* M, all of whose pairs are exchanged before they reach it."""
    return EXCHANGED_WORLD(function, system, OTHER(bit))


def verified_mechanism(function: Index, system: Index) -> Index:
    """V[f] ∘* I ∘* M."""
    return BEHIND(VERIFIER(function), IDENTIFIED(system))


def invariant(function: Index) -> Proposition:
    """That a function does not care which side is which."""
    return Proposition("{} is invariant under exchanging the sides of all pairs", (function,))


def verified_composition(function: Index) -> Index:
    """V[f] ∘* I ∘* ExtConComp."""
    return BEHIND(VERIFIER(function), IDENTIFIED(EXTENDED_CONCURRENT))


def responses_behind_player(function: Index, responses: Index) -> Index:
    """V[f] ∘* P ∘* the responses."""
    return BEHIND(CHAIN(VERIFIER(function), PLAYER(function)), responses)


def responses_of_filter(composition: Index) -> Index:
    """V[f_RR^Filt] ∘* I ∘* ExtConComp."""
    return verified_composition(FILTERED_RESPONSES(composition))


def private(system: Index) -> Proposition:
    """That a system is (ε,δ)-DP."""
    return Proposition("{} is (ε,δ)-DP", (system,))


def alike_on_both_sides(processing: Index) -> Proposition:
    """The first two properties of section 6.1."""
    return Proposition("{} has the destination property and the response property", (processing,))


def carries_over(processing: Index, function: Index, inside: Index) -> Proposition:
    """The third property of section 6.1."""
    return Proposition("{} has the {} → {} property", (processing, function, inside))


def suitable(function: Index, composition: Index) -> Proposition:
    """That a function admits only suitable sequences."""
    return Proposition("{} admits suitable sequences only, for the mechanisms of {}", (function, composition))


def consistent(composition: Index) -> Proposition:
    """That all functions f_j are first-pair consistent."""
    return Proposition("every f_j of {} is first-pair consistent", (composition,))


def members_private(composition: Index) -> Proposition:
    """That every M_j is private for its own function and parameters."""
    return Proposition("every M_j of {} is (ε_j,δ_j)-DP with respect to f_j, ε_j > 0", (composition,))


def members_pure(composition: Index) -> Proposition:
    """That every M_j is (ε_j,0)-DP for its own function."""
    return Proposition("every M_j of {} is (ε_j,0)-DP with respect to f_j, ε_j > 0", (composition,))


def waiting(simulators: Index) -> Proposition:
    """That a simulator needs its sample only once a pair differs."""
    return Proposition(
        "what {} answers does not depend on the sample of RR_j while all pairs are identical", (simulators,)
    )


def members_private_at_zero_too(composition: Index) -> Proposition:
    """The same where ε_j may be 0."""
    return Proposition("every M_j of {} is (ε_j,δ_j)-DP with respect to f_j, ε_j ≥ 0", (composition,))


def exceptional_private(composition: Index) -> Proposition:
    """That every M_j whose first pair differs is private for its own function and parameters."""
    return Proposition("every exceptional M_j of {} is (ε_j,δ_j)-DP with respect to f_j, ε_j > 0", (composition,))


def answers(system: Index) -> Proposition:
    """That what a system answers first is no HALT."""
    return Proposition("the sample of {} is no HALT", (system,))


def responses_fit(composition: Index) -> Proposition:
    """That there is a response for every creation query, with the same parameters."""
    return Proposition(
        "every mechanism of {} has a response with its parameters, whose function admits (0,1)", (composition,)
    )
