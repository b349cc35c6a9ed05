"""The rule that alignments rest on, and why it holds.

Fix a deterministic adversary and a set A of series of answers. In world 0 the noise n = (n_1, n_2, …) brings the
answers o(n), and has the weight w(n) = ∏ w_k(n_k). Let T move the noise so that T(n) brings the same answers in world
1, let T be one-to-one on the noise that brings answers in A, and let w(n) ≤ E·w(T(n)).

Noise of integers: P_0(A) = Σ w(n) ≤ E·Σ w(T(n)) ≤ E·P_1(A), where the sums are over all n with o(n) in A; the images
T(n) are different from each other, and all bring answers in A in world 1. (What a run does not draw is summed out.)

Noise of reals: w is a density. T adds to n_k an amount that depends on n_1, …, n_{k−1} and on which of countably many
cases n is in; so on each case T has a triangular derivative with ones on the diagonal and keeps volumes, and the
images of the cases do not overlap. The same line holds with integrals.

The claims give what is supposed of T: answers are kept, step by step, from the invariant; a series of answers fixes
what is foretold; two series of noise with the same answers and the same image are equal in the first draw, then in
the second, and so on; and w(n)/w(T(n)) = ∏ ratio^(|n_k| − |n_k + s_k|) ≤ ∏ ratio^−|s_k|, rates counted, is at most ∏
ratio^−budget. A randomised adversary is a mixture of deterministic ones.
"""

ALIGNMENT = (
    "alignment: if all noise that brings certain answers in one world is moved, one-to-one and by amounts that only "
    "what was drawn before and countably many cases decide, to noise that brings them in the other and is at least 1/E "
    "times as likely, then the answers are at most E times as likely"
)
