"""The language of systems: what mechanisms, post-processings and verification functions are put together of.

Systems are indices of the kernel, so a theorem about all of them is applied by substitution, and what it then says is
computed. What machine a term stands for is computed as well, by `descriptions.table`; a term that is not in that table
stands for something of which nothing is proved move by move. A composition stands for the mechanisms that may be
created in it, each with its function f_j and its parameters, and for the parameters of k slots. A player is a
mechanism that is the same in both worlds, so that it may stand in a post-processing: it knows what it is told, and not
the secret bit, as a system may. So is a continual mechanism: the bit reaches it through the identifier I only, behind
which nothing else may stand.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.indices import OTHER, Constructor, Index, Var

M, CM, S = Var("M", "system"), Var("M", "continual mechanism"), Var("S", "player")
P, Q, R, T = (Var(name, "processing") for name in "PQRT")
STEPS = Var("P", "step functions")
F, F_INSIDE = Var("f", "function"), Var("f'", "function")
C, D = Var("C", "composition"), Var("D", "demand")
RR = Var("RR", "one-shot mechanism")
BIT = Var("c", "bit")
PARAMETERS, TRADE_OFF = Var("(ε,δ)", "parameters"), Var("φ", "trade-off function")

BEHIND = Constructor("behind", ("processing", "system"), "system", "{} ∘* {}")
CHAIN = Constructor("chain", ("processing", "processing"), "processing", "({} ∘* {})")
VERIFIER = Constructor("verifier", ("function",), "processing", "V[{}]")
PROCESSED = Constructor(
    "continual mechanism behind", ("processing", "continual mechanism"), "continual mechanism", "{} ∘* {}"
)
"""A continual mechanism behind a post-processing, to stand behind I."""
IDENTIFIER = Constructor("identifier", ("bit", "continual mechanism"), "system", "I({}) ∘* {}")
IDENTIFIED = Constructor("identified", ("continual mechanism",), "system", "I ∘* {}")
DETERMINISTIC = Constructor("deterministic", ("step functions",), "processing", "Det[{}]")
DOUBLED = Constructor("doubled", ("step functions",), "processing", "Det[{}]²")
"""A post-processing without coins, by its step functions, and two copies of it side by side."""
EXCHANGING = Constructor("exchanging", (), "processing", "X")
IDENTICAL_FIRST = Constructor("identical first pair", (), "processing", "Id₁")
IDENTICAL_ALWAYS = Constructor("identical pairs", (), "processing", "Id")
"""X exchanges the sides of each pair; Id₁ wants the first pair to be of identical messages, Id wants all to be."""

# Randomised responses and other mechanisms that answer once.
ASKED = Constructor("asked", ("one-shot mechanism",), "system", "{}")
"""A mechanism that answers once, as an interactive one."""
KEPT = Constructor("kept", ("one-shot mechanism",), "system", "kept({})")
KEPT_FOR_EVER = Constructor("kept for ever", ("one-shot mechanism",), "system", "kept for ever({})")
"""The answer of such a mechanism, drawn already; it is given once, or as often as it is asked for."""
ASKING = Constructor("asking first", ("player",), "processing", "Ask[{}]")
"""The post-processing that asks for all samples at its first message; with every message it tells S what they are."""
TOLD = Constructor("told", ("player", "one-shot mechanism"), "system", "{} told {}")
"""S, which is told the samples with every message."""
RESPONSES_OF = Constructor("responses", ("composition",), "one-shot mechanism", "Comp[RR_1, …, RR_k for {}]")
PAIRS_OF = Constructor("pairs of laws", ("composition",), "one-shot mechanism", "Comp[N_1, …, N_k for {}]")
"""For each slot the response with its parameters; or a pair of laws N_j with its trade-off function, one a world."""

# Compositions. A function of a composition admits the suitable sequences for its mechanisms that fulfil a demand.
SUITABLE = Constructor("suitable", ("composition", "demand"), "function", "f^{1}[{0}]")
QUERIES_UNREAD = Constructor("queries unread", ("composition", "demand"), "function", "unread f^{1}[{0}]")
"""The same, but that a query need not be valid for the function of its mechanism."""
OF_ALPHAS = Constructor("demand of Definition 4.9", (), "demand", "α")()
OF_PARAMETERS = Constructor("demand of Definition 4.11", (), "demand", "ε,δ")()
OF_EXCEPTIONS = Constructor("demand of Definition 5.13", (), "demand", "∞,FPC")()
OF_PURE = Constructor("demand of Definition 5.3, δ' = 0", (), "demand", "∞,0")()
OF_FILTER = Constructor("demand of Definition 12.2", (), "demand", "Filt")()
OF_FILTERED_RESPONSES = Constructor("demand of Definition 12.3", (), "demand", "RR,Filt")()
OF_TRADE_OFFS = Constructor("demand of g_FDP", (), "demand", "FDP")()
OF_CONSISTENT_TRADE_OFFS = Constructor("demand of g_{FDP,∞,FPC}", (), "demand", "FDP,∞,FPC")()
OF_FILTERED_TRADE_OFFS = Constructor("demand of g_FDP^Filt", (), "demand", "FDP,Filt")()
OF_FILTERED_PAIRS = Constructor("demand of a filter of pairs of laws", (), "demand", "N,Filt")()
"""Those of Definitions 4.11, 5.13, 12.2 and 12.3, by trade-off functions in the place of parameters."""
RESPONSES_TO = Constructor("responses to", ("composition",), "composition", "RR to {}")
PAIRS_TO = Constructor("pairs of laws to", ("composition",), "composition", "N to {}")
"""The composition of a randomised response, or of a pair of laws, for each mechanism."""
EXTENDED_CONCURRENT = Constructor("ExtConComp", ("composition",), "continual mechanism", "ExtConComp[{}]")

MEMBERS = Constructor("members", ("composition",), "members", "V[f_j] ∘* I ∘* M_j, j in {}")
SIMULATORS = Constructor("simulators", ("composition",), "simulators", "T_j ∘* RR_j, j in {}")
WAITING_SIMULATORS = Constructor(
    "waiting simulators", ("composition",), "simulators", "T_j ∘* RR_j, T_j waiting, j in {}"
)
BESIDE = Constructor("side by side", ("members",), "system", "[{}]")
"""The composition of members that are created, each when its creation query comes."""
DEALING = Constructor("dealing", ("composition", "demand", "player"), "player", "Deal^{1}[{2} in {0}]")
"""The player that hands out the slots of a composition as a demand has it; S is told each pair of queries with the
creation query of its mechanism and the sample of its slot, if it holds one."""

# A filter: each mechanism has a response of its own.
ACQUIRING = Constructor("acquiring", ("composition", "player"), "processing", "Acquire[{1} in {0}]")
"""The post-processing that creates a response for each mechanism of a composition and asks it; S is told each pair of
queries with the creation query and the sample of its mechanism."""
HANDED = Constructor("handed samples", ("player",), "processing", "Acquire'[{}]")
"""The same, handed each sample by one message."""
FRESH = Constructor("fresh samples", ("composition",), "system", "samples for {}")
"""For each creation a fresh sample of the response with its parameters, at the bit."""
TOGETHER = Constructor("together", ("simulators",), "player", "({} side by side, each told its sample)")
"""Simulators that are created by their creation queries; while it is told no sample, one does what it does without."""

INTERACTIVE = Var("X", "interactive mechanisms")
AS_CONTINUAL = Constructor("as continual mechanisms", ("interactive mechanisms",), "composition", "{} with f_~")
"""The composition of interactive mechanisms, as continual ones for f_~."""

INTERACTIVE_ONE = Var("N", "interactive mechanism")
NEIGHBOURING = Constructor("neighbouring", ("interactive mechanism",), "function", "f_~ of {}")
NEIGHBOURING_AT_FIRST = Constructor("neighbouring at first", ("interactive mechanism",), "function", "first f_~ of {}")
"""f_~, and the function that asks of the first pair only what f_~ asks."""
BEGINNING = Constructor("beginning", ("interactive mechanism",), "processing", "(s_0,s_1) of {} first")
SERVING = Constructor("serving", ("interactive mechanism",), "processing", "Serve[{}]")
"""What wants the first pair to be (s_0,s_1); and what answers it itself and hands on one of two identical queries."""
CONTINUAL = Constructor("as a continual mechanism", ("interactive mechanism",), "continual mechanism", "{} as a CM")
STARTED = Constructor("started", ("interactive mechanism",), "system", "{}(s_b) for all s_0 ~ s_1")

EVERY_INTERACTIVE = Constructor(
    "every interactive mechanism", ("interactive mechanisms",), "interactive mechanism", "every X_j of {}"
)
EVERY_CREATED = Constructor("every mechanism", ("composition",), "continual mechanism", "every M_j of {}")
EVERY_EXCEPTIONAL = Constructor(
    "every exceptional one", ("composition",), "continual mechanism", "every exceptional M_j of {}"
)
EVERY_FUNCTION = Constructor("every function", ("composition",), "function", "every f_j of {}")
EVERY_PARAMETERS = Constructor("parameters of every member", ("composition",), "parameters", "(ε_j,δ_j) of {}")
EVERY_TRADE_OFF = Constructor("trade-off function of every member", ("composition",), "trade-off function", "φ_j of {}")
"""In a formula, what holds of every mechanism, or of every function, of a composition, each with its parameters."""


def fixed_mechanisms(composition: Index) -> Index:
    """f^{α_1,…,α_k} of Definition 4.9."""
    return SUITABLE(composition, OF_ALPHAS)


def fixed_parameters(composition: Index) -> Index:
    """f^{ε_1,δ_1,…,ε_k,δ_k} of Definition 4.11."""
    return SUITABLE(composition, OF_PARAMETERS)


def consistent_parallel(composition: Index) -> Index:
    """The function of Definition 5.13."""
    return SUITABLE(composition, OF_EXCEPTIONS)


def pure_parallel(composition: Index) -> Index:
    """The function of Definition 5.3, δ' = 0."""
    return SUITABLE(composition, OF_PURE)


def filtered(composition: Index) -> Index:
    """f^Filt of Definition 12.2."""
    return SUITABLE(composition, OF_FILTER)


def responses(composition: Index) -> Index:
    """Comp[RR_1, …, RR_k], for the parameters of the slots."""
    return ASKED(RESPONSES_OF(composition))


def world(function: Index, bit: Index, continual: Index) -> Index:
    """V[f] ∘* I(bit) ∘* M in one world."""
    return BEHIND(VERIFIER(function), IDENTIFIER(bit, continual))


def guarded_world(guard: Index, function: Index, bit: Index, continual: Index) -> Index:
    """The same with something in front that lets some pairs pass only, or exchanges their sides."""
    return BEHIND(CHAIN(guard, VERIFIER(function)), IDENTIFIER(bit, continual))


def exchanged_world(function: Index, bit: Index, continual: Index) -> Index:
    """V[f] ∘* I(1-b) ∘* M, all of whose pairs are exchanged before they reach it."""
    return guarded_world(EXCHANGING(), function, OTHER(bit), continual)


def verified_mechanism(function: Index, continual: Index) -> Index:
    """V[f] ∘* I ∘* M."""
    return BEHIND(VERIFIER(function), IDENTIFIED(continual))


def verified_composition(composition: Index, demand: Index) -> Index:
    """V[f] ∘* I ∘* ExtConComp, f the function of a demand."""
    return verified_mechanism(SUITABLE(composition, demand), EXTENDED_CONCURRENT(composition))


def every_member(composition: Index) -> Index:
    """V[f_j] ∘* I ∘* M_j, for every j."""
    return verified_mechanism(EVERY_FUNCTION(composition), EVERY_CREATED(composition))


def every_exception(composition: Index) -> Index:
    """The same for every j whose first pair differs."""
    return verified_mechanism(EVERY_FUNCTION(composition), EVERY_EXCEPTIONAL(composition))


def pairs(composition: Index) -> Index:
    """Comp[N_1, …, N_k], for the trade-off functions of the slots."""
    return ASKED(PAIRS_OF(composition))


def responses_of_filter(composition: Index) -> Index:
    """V[f_RR^Filt] ∘* I ∘* ExtConComp."""
    return verified_composition(RESPONSES_TO(composition), OF_FILTERED_RESPONSES)


def pairs_of_filter(composition: Index) -> Index:
    """The same of a pair of laws for each mechanism."""
    return verified_composition(PAIRS_TO(composition), OF_FILTERED_PAIRS)
