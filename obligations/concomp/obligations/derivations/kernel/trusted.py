"""The trusted rules: what each says, once and precisely. Nothing else makes facts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SAYS: Mapping[str, str] = MappingProxyType(
    {
        "given": "A hypothesis, of the statement named.",
        "defined": (
            "A definition: an equation that says what a quantity is of which nothing was known or supposed before."
        ),
        "solved": (
            "Follows from the premises by arithmetic of the reals, or from the description of two systems move by "
            "move; two solvers refute the contrary."
        ),
        "instance": (
            "What holds for all values of an index holds for any one; for every one of several, what it concludes of "
            "every one follows from what it supposes of every one."
        ),
        "joined": "Several facts are one.",
        "part": "Of several facts, some.",
        "assumed": "The hypothesis of an induction.",
        "deduced": "What follows from an assumption is an implication, for all values of what is fixed in it.",
        "induction": (
            "What holds at the start, 0 or the empty history, and at every successor, n+1 or h·q·a, of a value at "
            "which it holds, holds for all natural numbers or histories."
        ),
        "detached": "An implication whose premise holds has a conclusion that holds.",
        "either bit": "What holds at a bit and at the other holds for all bits.",
        "renamed": "What a bound variable is called makes no difference.",
        "extensionality": "Equal terms have the same sums, suprema and limits.",
        "comparison": "If 0 ≤ f ≤ g for every answer and Σ g converges absolutely, so does Σ f.",
        "combination": (
            "The sum of a linear combination, with coefficients that do not depend on the answer, of terms whose sums "
            "converge absolutely converges absolutely."
        ),
        "summation": (
            "A linear inequality or equation that holds for every answer, with coefficients that do not depend on the "
            "answer, holds for the sums, from any answer on, if these converge absolutely."
        ),
        "first term": "Σ_{a≥k} f(a) = f(k) + Σ_{a≥k+1} f(a) if the sum converges absolutely.",
        "supremum": ("If f ≤ B for every index of a set that is not empty, and B does not depend on it, sup f ≤ B."),
        "upper bound": "If f ≤ B for every index, and B does not depend on it, f ≤ sup f for every index.",
        "selection": (
            "A strategy is a first query and, for every answer, a strategy for what follows, chosen independently. If "
            "f ≥ 0 and Σ_a f(then(s,a), first(s), a) converges absolutely and is at most B for every strategy s, then "
            "Σ_a sup_s f(s, q, a) ≤ B for every query q."
        ),
        "quotient": ("If 0 ≤ n ≤ d, there is a q with q·d = n and 0 ≤ q ≤ 1; it is given a name that is not in use."),
        "monotone limit": "If f(n) ≤ f(n+1) ≤ B for all n, and B does not depend on n, lim f = sup f.",
        "vanishing tails": (
            "If B ≤ Σ_{a≥k} f(a) for all k, where the sum converges absolutely and B does not depend on k, then B ≤ 0."
        ),
        "simulation": (
            "Let μ(b, ()) = 1 and μ(b, h·q·a) = μ(b, h)·κ(b, h, q, a), where κ is the law of the answers of M(s_b). "
            "Let 0 ≤ β ≤ 1 ≤ e^ε, and let every outcome r of RR_ε,β come with weights W_r(h) of a history alone, "
            "W_r(h) ≥ 0, W_r(()) = β for ⊤0 and ⊤1 and 1 − β for ⊥0 and ⊥1, such that Σ_a W_r(h·q·a) converges "
            "absolutely and is W_r(h) for every history and query. If (1 + e^ε)·μ(b, h) = (1 + e^ε)·W_⊤b(h) + "
            "e^ε·W_⊥b(h) + W_⊥(1−b)(h) for every history and both bits, there is one post-processing T with one "
            "initial state that asks for the response once, answers q after h by a with probability W_r(h·q·a)/W_r(h), "
            "by anything where W_r(h) = 0, and gives the answers of every h the weight μ(b, h)."
        ),
        "weights determine views": (
            "Two mechanisms with discrete answers that give the answers of every history with the same weight are "
            "equivalent: the views of every adversary have the same law. If after every history each query has a law "
            "of answers, that is so of whatever gives them all the same weights."
        ),
        "laziness": (
            "Let λ be 0 or 1, a function of a history, 1 for none, 0 after 0, and for a query more the same whatever "
            "the answer is. If the weights of a simulation by RR_ε,β are those of ⊤0 as of ⊤1, and of ⊥0 as of ⊥1, "
            "where λ = 1, there is a post-processing of the interactive response that asks first whether the bit is "
            "exposed, answers by that as long as λ = 1, and asks for the bit, once, when a query ends this; every "
            "history has the same weight."
        ),
        "two responses": (
            "Let the chances of RR_ε,β(b) to show a bit with noise be that of RR_0,β(b) to expose nothing times those "
            "of RR_ε,0(b), which always shows one. What asks IRR_ε,β(b) whether the bit is exposed, and then, perhaps, "
            "for the bit, is equivalent to what looks at RR_0,β(b) first, and at an independent RR_ε,0(b) only if that "
            "exposes nothing and the bit is asked for."
        ),
        "tapes": (
            "Mechanisms draw tapes of their own before the first message, and answer by what they drew. Two systems of "
            "the same mechanisms that answer the same to the same messages on all tapes give every transcript the same "
            "weight, and are equivalent: the views of every adversary have the same law, whatever answers are."
        ),
        "equivalence": (
            "Privacy speaks of views only: of two that are equivalent both are (ε,δ)-DP, or none; so it is by a "
            "trade-off function."
        ),
        "data processing": (
            "An adversary with a post-processing inside is an adversary; the view of the adversary alone is a function "
            "of its view; and a function of (ε,δ)-indistinguishable views gives (ε,δ)-indistinguishable ones, a "
            "function of views of a trade-off function no smaller one."
        ),
        "every mechanism": (
            "What is derived of the weights of a mechanism of which nothing is known but hypotheses holds of every "
            "mechanism of which they hold: that after every history each query has a law of answers is to have "
            "discrete answers, that no strategy reaches more than δ is to be (ε,δ)-DP."
        ),
        "any ε": "The ε of parameters is positive or 0; what holds in both cases holds.",
        "identical pairs": (
            "If V[f] ∘* I(0) ∘* M and V[f] ∘* I(1) ∘* M answer identical pairs alike on all tapes, a lemma about "
            "mechanisms whose worlds answer alike where λ = 1 holds of V[f] ∘* I ∘* M, with λ = 1 while all pairs are "
            "identical."
        ),
        "exchanged pairs": (
            "If V[f] ∘* I(b) ∘* M answers as V[f] ∘* I(1-b) ∘* M answers with all pairs exchanged, on all tapes, both "
            "have the same weights; a history of identical pairs is itself when exchanged."
        ),
        "drawn first": (
            "The answer of a mechanism that is asked once may be drawn before it is asked: a system with it has, as "
            "weights, the means by the law of that answer of the weights that it has once the answer is given."
        ),
        "each by its simulator": (
            "A mechanism and a simulator that is equivalent to it have the same share of every transcript."
        ),
        "each by a simulator that waits": (
            "The first answer of IRR_ε,0(b) is always that b is not exposed, the second is that of RR_ε,0(b): a "
            "simulator that is equivalent to an (ε,0)-DP mechanism, and asks IRR_ε,0 once while all pairs are "
            "identical, is told RR_ε,0(b) when a pair differs, and what it answers before does not depend on it: it is "
            "what it answers without a sample."
        ),
        "among all": (
            "What holds of every mechanism of a composition, in all runs, holds of every exceptional one: in those in "
            "which its first pair differs."
        ),
        "discrete answers together": (
            "Countably many values each are countably many in all: mechanisms with discrete answers have them side by "
            "side. So have simulators that are equivalent to such mechanisms, each told a sample of the response with "
            "its parameters, and what is answered in the place of these in world 0."
        ),
        "identical first pairs": (
            "A mechanism of a composition whose first pair is identical has the share that it has behind what lets "
            "only such runs pass: if that answers alike in both worlds, it is its share in world 0."
        ),
        "independent tapes": (
            "The tapes of different mechanisms with discrete answers are independent. A transcript that the function "
            "of a composition does not admit has weight 0; it admits none in which a creation is not acknowledged. If "
            "a composition follows a transcript exactly if each of its mechanisms follows its part, the weight of one "
            "that is admitted is the product of their shares; if each is told a fresh sample of its own, it is the "
            "product of their means. If independent samples are drawn for slots first, it is the mean, over these, of "
            "the product of the shares of those that hold slots, each by the sample of its own, times the product of "
            "the shares of the others; that a sample is told late changes nothing if it made no difference before."
        ),
        "free slots": (
            "Whoever takes a slot finds it free and fitting, by what solvers prove: the slot of its own number; or, by "
            "counting, one of the slots with its parameters."
        ),
        "slots in numbers": (
            "What solvers prove of slots, of the number that is 1 if a mechanism holds a slot, and 0 if not: a slot "
            "that it holds is held by no earlier mechanism, and it holds no other; the sample of the slot has the law "
            "of the response with its parameters."
        ),
        "takers hold one slot": (
            "In a transcript that a function admits, who takes a slot holds one, if there is one to take by this "
            "function, and who takes none holds none."
        ),
        "pair after pair": (
            "If a function that has read a pair, whichever it is, admits identical pairs only, it is first-pair "
            "consistent."
        ),
        "answers as a continual mechanism": (
            "An interactive mechanism that is told its initial state acknowledges it, and answers as it does otherwise."
        ),
        "any responses": (
            "Of the responses of a composition it was supposed that they answer, with countably many values, or that "
            "there is one for each mechanism, and that mechanisms have simulators with them; which laws they have in "
            "either world was not, and parameters were compared only. So what was derived is so with trade-off "
            "functions in the place of parameters, and with pairs of laws on countably many values in that of "
            "responses: one for each trade-off function, or, where each mechanism has a response, one for each "
            "mechanism."
        ),
        "first pair by first pair": (
            "An adversary against an exceptional V[f_~] ∘* I ∘* M begins with two neighbouring initial states: if for "
            "all (s_0,s_1) it is (ε,δ)-DP when that is the first pair, it is (ε,δ)-DP; so it is by a trade-off "
            "function."
        ),
    }
)
"""The rules of plain logic first, those on sums, suprema and limits, and those on systems."""
