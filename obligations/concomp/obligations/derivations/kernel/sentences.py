"""All that can be said in words: a closed table of sentences, each with what it is about.

A proposition is one of these sentences about indices of the sorts that it takes, and about the quantities that it
names; what is not in the table cannot be said. So nobody says in words what no rule concludes, and every quantity that
a sentence is about is seen: what is defined behind it is defined wherever it is used. A sentence that a rule adds
stands here, and in the table of the independent checker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from concomp.obligations.derivations.kernel.exactness import demand_fields
from concomp.obligations.derivations.kernel.sealing import IllFormed, demand_places, sealed

MOVE_BY_MOVE = "move by move, "
"""How every sentence begins that solvers answer for, and no other: it is for the rules that know its question."""
BUDGET, WAITS, ODDS, WEIGHT = (), ("history",), (), ("bit", "history")
"""What β, λ, e^ε and μ are of, where a sentence names them."""


@final
@sealed
@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its text with a place for each thing that it is about, the sorts of these, and what is named.

    takes: the sort of each index, or several that it may be of. names: for each quantity, what it is a function of.
    """

    text: str
    takes: tuple[str, ...]
    names: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        """Refuse a text that has not a place for each of these."""
        demand_fields(self)
        demand_places(self.text, len(self.takes) + len(self.names))

    def demand_about(self, sorts: tuple[str, ...], names: tuple[tuple[str, ...], ...]) -> None:
        """Refuse a sentence that is not in the table, and what it is not about."""
        if self not in SENTENCES:
            raise IllFormed(f"“{self.text}” is none of the sentences of the kernel: say one of these")
        takes = [wanted.split(" or ") for wanted in self.takes]
        fit = len(sorts) == len(takes) and all(sort in wanted for sort, wanted in zip(sorts, takes, strict=True))
        if not fit or names != self.names:
            raise IllFormed(f"“{self.text}” is about {(*self.takes, *self.names)}, not about {(*sorts, *names)}")

    @property
    def is_of_moves(self) -> bool:
        """Whether solvers answer for it."""
        return self.text.startswith(MOVE_BY_MOVE)


# Privacy, and what it supposes.
PRIVATE = Sentence("{} is {}-DP", ("system", "parameters or trade-off function"))
DISCRETE = Sentence("{} has discrete answers", ("system or interactive mechanism",))
POSITIVE = Sentence("ε > 0 in {}", ("parameters",))
ZERO = Sentence("ε = 0 in {}", ("parameters",))
PURE = Sentence("δ = 0 in {}", ("parameters",))
EQUIVALENT = Sentence("{} and {} are equivalent", ("system", "system"))
COUNTABLE = Sentence("{} has countably many segments", ("trade-off function",))
FINITE = Sentence("{} communicates finitely", ("system",))

# Simulators of every mechanism.
SIMULATED = Sentence("some T ∘* RR_{1}(b) and {0} are equivalent, for b = 0 and b = 1", ("system", "parameters"))
SIMULATED_BY_PAIR = Sentence(
    "some T ∘* N_{1}(b) and {0} are equivalent, for b = 0 and b = 1, N_{1} being a pair of laws on countably many "
    "values whose trade-off function is {1}",
    ("system", "trade-off function"),
)
SIMULATED_BY_OWN_PAIR = Sentence(
    "some T ∘* N(b) and {0} are equivalent, for b = 0 and b = 1, N being a pair of laws on countably many values that "
    "is {1}-DP",
    ("system", "trade-off function"),
)
SIMULATED_LAZILY = Sentence(
    "some T ∘* IRR_{1}, the bit exposed with probability {2}, and {0} are equivalent, for b = 0 and b = 1; T "
    "queries IRR at most once while all pairs are identical, and at most twice",
    ("system", "parameters"),
    (BUDGET,),
)
SIMULATED_LAZILY_BY_DELTA = Sentence(
    "some T ∘* IRR_{1}, the bit exposed with the probability δ in {1}, and {0} are equivalent, for b = 0 and "
    "b = 1; T queries IRR at most once while all pairs are identical, and at most twice",
    ("system", "parameters"),
)
BUDGET_IS_ENOUGH = Sentence(
    "{2} is at least W∞() of {0} for the ε in {1}, λ being 1 while all pairs are identical, and at most 1",
    ("system", "parameters"),
    (BUDGET,),
)

# Simulators of the one mechanism M(s_b), whose weights and e^ε are named.
WEIGHED_ALIKE = Sentence(
    "T ∘* RR_ε,{0}(b) gives every history the weight {2} of M(s_b), for b = 0 and b = 1, where e^ε is {1}",
    (),
    (BUDGET, ODDS, WEIGHT),
)
SIMULATES = Sentence(
    "T ∘* RR_ε,{0}(b) and M(s_b) are equivalent, for b = 0 and b = 1, where e^ε is {1} and {2} the weight of M(s_b)",
    (),
    (BUDGET, ODDS, WEIGHT),
)
SIMULATES_LAZILY = Sentence(
    "P ∘* IRR_ε,{0}(b) and M(s_b) are equivalent, for b = 0 and b = 1; P queries IRR once where {1} = 1, at most "
    "twice elsewhere; e^ε is {2} and {3} the weight of M(s_b)",
    (),
    (BUDGET, WAITS, ODDS, WEIGHT),
)
SIMULATES_LATER = Sentence(
    "P ∘* (RR_0,{0}(b), RR_ε,0(b)) and M(s_b) are equivalent, for b = 0 and b = 1; P looks at RR_ε,0(b) only "
    "where {1} = 0; e^ε is {2} and {3} the weight of M(s_b)",
    (),
    (BUDGET, WAITS, ODDS, WEIGHT),
)

# Slots.
SUB_MULTISET = Sentence(
    "by {}, the parameters of those that hold a slot, or take one, form a sub-multiset of the slots'",
    ("function",),
)
SUB_MULTISET_OF_TRADE_OFFS = Sentence(
    "by {}, the trade-off functions of those that hold a slot, or take one, form a sub-multiset of the slots'",
    ("function",),
)
CREATED_IN_ORDER = Sentence(
    "by {}, the j-th mechanism is that of α_j, with the parameters of slot j, j ≤ k",
    ("function",),
)
FINDS_FREE_SLOT = Sentence("by {}, whoever takes a slot finds a free one with its own parameters", ("function",))

# What solvers answer for.
ALIKE_AT_START = Sentence(f"{MOVE_BY_MOVE}{{}} and {{}} are alike at the start", ("system or processing",) * 2)
ALIKE_AFTER_MESSAGE = Sentence(
    f"{MOVE_BY_MOVE}{{}} and {{}} are alike, and send the same, after both have heard a message",
    ("system or processing",) * 2,
)
ALIKE_AFTER_MOVE = Sentence(
    f"{MOVE_BY_MOVE}{{}} and {{}} are alike, and send the same, after one of their mechanisms has answered",
    ("system or processing",) * 2,
)
HAS_READ_A_PAIR = Sentence(f"{MOVE_BY_MOVE}{{}} has read a pair once it has admitted one", ("function",))
IDENTICAL_ONCE_READ = Sentence(
    f"{MOVE_BY_MOVE}{{}} admits identical pairs only once it has read one",
    ("function",),
)
ALL_FOLLOW_AT_START = Sentence(f"{MOVE_BY_MOVE}the empty transcript is followed by all", ())
PARTS_FOLLOW = Sentence(f"{MOVE_BY_MOVE}a transcript is followed exactly if every mechanism follows its part", ())
NO_HOLDER_AT_START = Sentence(f"{MOVE_BY_MOVE}nobody holds a slot at the start", ())
SLOTS_ARE_KEPT = Sentence(f"{MOVE_BY_MOVE}whoever holds a slot keeps it, taken and with its own parameters", ())
SLOTS_DIFFER = Sentence(f"{MOVE_BY_MOVE}different mechanisms hold different slots", ())
NO_SLOT_BEFORE_CREATION = Sentence(f"{MOVE_BY_MOVE}no slot is taken before the first creation", ())
SLOT_OF_ITS_NUMBER = Sentence(
    f"{MOVE_BY_MOVE}the slot of a new mechanism's number is free and has its parameters, if they are α_j's",
    (),
)
NONE_COUNTED_AT_FIRST = Sentence(f"{MOVE_BY_MOVE}before the first slot none with given parameters is counted", ())
COUNTED_ON = Sentence(
    f"{MOVE_BY_MOVE}slot after slot, a free one with given parameters is known if their number is positive, that "
    "is one less when one is taken, and that of all slots with these parameters as long as none is taken",
    (),
)
ALL_FREE_AT_START = Sentence(
    f"{MOVE_BY_MOVE}at the start the free slots with given parameters are all that have these",
    (),
)
FREE_OR_HELD = Sentence(
    f"{MOVE_BY_MOVE}when a slot is taken, the slots with given parameters are still the free ones and the held ones",
    (),
)
ONE_IS_FREE = Sentence(
    f"{MOVE_BY_MOVE}if the mechanisms that hold a slot, or take one, with given parameters are at most the slots "
    "with these, one of these slots is free",
    (),
)

# What is supposed of functions and post-processings, each with its laws.
CONSISTENT = Sentence(
    "{0} is first-pair consistent, for a predicate “f.began identical” [for all m: if (f.admits(f.initial, m)"
    " and is_pair(m) and first(m) = second(m)), then f.began identical(f.continues(f.initial, m)); for all r,"
    " m: if (f.admits(r, m) and f.began identical(r)), then f.began identical(f.continues(r, m)); for all r, "
    "m: if (f.began identical(r) and f.admits(r, m) and is_pair(m)), then (is_pair(m) and first(m) = "
    "second(m))]",
    ("function",),
)
READS_PAIRS = Sentence(
    "{0} reads pairs, for a predicate “f.began identical” [for all m: if (f.admits(f.initial, m) and "
    "is_pair(m) and first(m) = second(m)), then f.began identical(f.continues(f.initial, m)); for all r, m: "
    "if (f.admits(r, m) and f.began identical(r)), then f.began identical(f.continues(r, m))]",
    ("function",),
)
INVARIANT = Sentence(
    "{0} is invariant under exchanging the sides of all pairs, for a relation “f.read exchanged” [f.read "
    "exchanged(f.initial, f.initial); for all r, rˣ, m: if (f.read exchanged(r, rˣ) and is_pair(m)), then "
    "(f.admits(r, m) = f.admits(rˣ, pair(second(m), first(m))) and f.read exchanged(f.continues(r, m), "
    "f.continues(rˣ, pair(second(m), first(m)))))]",
    ("function",),
)
READS_BOTH_WAYS = Sentence(
    "{0} reads pairs both ways, for a relation “f.read exchanged” [f.read exchanged(f.initial, f.initial); "
    "for all r, rˣ, m: if (f.read exchanged(r, rˣ) and is_pair(m)), then f.read exchanged(f.continues(r, m), "
    "f.continues(rˣ, pair(second(m), first(m))))]",
    ("function",),
)
NO_PAIR_WITH_HALT = Sentence(
    "HALT is no message, so no pair has it [for all m: not (is_pair(m) and (first(m) = halt or second(m) = halt))]",
    (),
)
ALIKE_ON_BOTH_SIDES = Sentence(
    "{0} has the destination property and the response property, for a relation “P.alike” between its states "
    "[P.alike(P.start, P.start); for all P_0, P_1, x_0, x_1: if P.alike(P_0, P_1), then ((P.to right(P_0, "
    "false, x_0) and not P.said(P_0, false, x_0) = halt) = (P.to right(P_1, false, x_1) and not P.said(P_1, "
    "false, x_1) = halt) and P.alike(P.next(P_0, false, x_0), P.next(P_1, false, x_1)) and ((P.to right(P_0, "
    "false, x_0) and not P.said(P_0, false, x_0) = halt) or P.said(P_0, false, x_0) = P.said(P_1, false, "
    "x_1))); for all P_0, P_1, a: if (P.alike(P_0, P_1) and not a = halt), then ((P.to right(P_0, true, a) "
    "and not P.said(P_0, true, a) = halt) = (P.to right(P_1, true, a) and not P.said(P_1, true, a) = halt) "
    "and P.alike(P.next(P_0, true, a), P.next(P_1, true, a)) and ((P.to right(P_0, true, a) and not "
    "P.said(P_0, true, a) = halt) or P.said(P_0, true, a) = P.said(P_1, true, a)))]",
    ("step functions",),
)
SAME_DESTINATIONS = Sentence(
    "{0} has the destination property, for a relation “P.alike” between its states [P.alike(P.start, "
    "P.start); for all P_0, P_1, x_0, x_1: if P.alike(P_0, P_1), then ((P.to right(P_0, false, x_0) and not "
    "P.said(P_0, false, x_0) = halt) = (P.to right(P_1, false, x_1) and not P.said(P_1, false, x_1) = halt) "
    "and P.alike(P.next(P_0, false, x_0), P.next(P_1, false, x_1))); for all P_0, P_1, a: if (P.alike(P_0, "
    "P_1) and not a = halt), then ((P.to right(P_0, true, a) and not P.said(P_0, true, a) = halt) = (P.to "
    "right(P_1, true, a) and not P.said(P_1, true, a) = halt) and P.alike(P.next(P_0, true, a), P.next(P_1, "
    "true, a)))]",
    ("step functions",),
)
CARRIES_OVER = Sentence(
    "{0} has the {1} → {2} property, for a relation “P: valid so far by f and f'” [P: valid so far by f and "
    "f'(f.initial, f'.initial, P.start, P.start); for all r, r', P_0, P_1, x_0, x_1: if (P: valid so far by f"
    " and f'(r, r', P_0, P_1) and f.admits(r, pair(x_0, x_1))), then (P: valid so far by f and "
    "f'(f.continues(r, pair(x_0, x_1)), (f'.continues(r', pair(P.said(P_0, false, x_0), P.said(P_1, false, "
    "x_1))) if P.to right(P_0, false, x_0) and not P.said(P_0, false, x_0) = halt, else r'), P.next(P_0, "
    "false, x_0), P.next(P_1, false, x_1)) and (if (P.to right(P_0, false, x_0) and not P.said(P_0, false, "
    "x_0) = halt), then f'.admits(r', pair(P.said(P_0, false, x_0), P.said(P_1, false, x_1))))); for all r, "
    "r', P_0, P_1, a: if (P: valid so far by f and f'(r, r', P_0, P_1) and not a = halt), then (P: valid so "
    "far by f and f'(r, (f'.continues(r', pair(P.said(P_0, true, a), P.said(P_1, true, a))) if P.to "
    "right(P_0, true, a) and not P.said(P_0, true, a) = halt, else r'), P.next(P_0, true, a), P.next(P_1, "
    "true, a)) and (if (P.to right(P_0, true, a) and not P.said(P_0, true, a) = halt), then f'.admits(r', "
    "pair(P.said(P_0, true, a), P.said(P_1, true, a)))))]",
    (
        "step functions",
        "function",
        "function",
    ),
)
READS_ALONG = Sentence(
    "{0} hands on what {1} and {2} read, for a relation “P: valid so far by f and f'” [P: valid so far by f "
    "and f'(f.initial, f'.initial, P.start, P.start); for all r, r', P_0, P_1, x_0, x_1: if (P: valid so far "
    "by f and f'(r, r', P_0, P_1) and f.admits(r, pair(x_0, x_1))), then P: valid so far by f and "
    "f'(f.continues(r, pair(x_0, x_1)), (f'.continues(r', pair(P.said(P_0, false, x_0), P.said(P_1, false, "
    "x_1))) if P.to right(P_0, false, x_0) and not P.said(P_0, false, x_0) = halt, else r'), P.next(P_0, "
    "false, x_0), P.next(P_1, false, x_1)); for all r, r', P_0, P_1, a: if (P: valid so far by f and f'(r, "
    "r', P_0, P_1) and not a = halt), then P: valid so far by f and f'(r, (f'.continues(r', pair(P.said(P_0, "
    "true, a), P.said(P_1, true, a))) if P.to right(P_0, true, a) and not P.said(P_0, true, a) = halt, else "
    "r'), P.next(P_0, true, a), P.next(P_1, true, a))]",
    (
        "step functions",
        "function",
        "function",
    ),
)
INCLUDED = Sentence(
    "what is valid for {0} is valid for {1}, for a relation “f along f'” [f along f'(f.initial, f'.initial); for all "
    "r, r', m: if (f along f'(r, r') and f.admits(r, m)), then (f'.admits(r', m) and f along f'(f.continues(r, m), "
    "f'.continues(r', m)))]",
    ("function", "function"),
)
ANSWERS = Sentence(
    "{0} answers, and does not halt [not sample of RR = halt]",
    ("one-shot mechanism",),
)
RESPONSES_FIT = Sentence(
    "every mechanism of {0} has a response with its parameters, whose function admits (0,1) [not 0 = halt; "
    "not 1 = halt; for all α: is_create(C: response to(α)) and RR to C: is response(C: response to(α)) and "
    "RR to C: in query space(C: response to(α), 0) and RR to C: in query space(C: response to(α), 1) and RR "
    "to C: admits(C: response to(α), RR to C: begins(C: response to(α)), pair(0, 1)) and RR to C: "
    "parameters(C: response to(α)) = C: parameters(α)]",
    ("composition",),
)
PAIRS_FIT = Sentence(
    "every mechanism of {} has a pair of laws N of its own, for a one-shot mechanism that is created by a query "
    "with its trade-off function, answers, and whose function admits (0,1)",
    ("composition",),
)
RESPONSES_EXIST = Sentence(
    "every mechanism of {0} has a response, whose function admits (0,1) [not 0 = halt; not 1 = halt; for all "
    "α: is_create(C: response to(α)) and RR to C: is response(C: response to(α)) and RR to C: in query "
    "space(C: response to(α), 0) and RR to C: in query space(C: response to(α), 1) and RR to C: admits(C: "
    "response to(α), RR to C: begins(C: response to(α)), pair(0, 1))]",
    ("composition",),
)
NEIGHBOURING_STATES = Sentence(
    "s_0 and s_1 stand for any two neighbouring initial states of {0} [N: is an initial state(N: s_0) and not N: s_0 "
    "= halt and N: is an initial state(N: s_1) and not N: s_1 = halt and N: neighbouring(N: s_0, N: s_1)]",
    ("interactive mechanism",),
)

SENTENCES = frozenset(each for each in globals().values() if type(each) is Sentence)
"""All that can be said."""
