"""What the noisy answers may be, for any φ with conditions (II) and (III): HSV26 sections 10.2.3 and 10.2.4.

With denominators cleared, ψ is defined by a product: (1 − δ)(e^ε − 1)·ψ^b = e^ε(μ^b − δφ^b) − (μ^{1−b} − δφ^{1−b}). If
δ = 1 there is nothing for ψ to explain: then φ = μ.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY, OTHER, Index
from concomp.obligations.derivations.kernel.language import (
    Implication,
    Quantity,
    Real,
    Summable,
    comparisons,
    eq,
    le,
    lt,
    total,
)
from concomp.obligations.derivations.kernel.logic import (
    assume,
    define,
    define_quotient,
    detach,
    discharge,
    hypothesis,
    induction,
    instance,
    join,
    part,
    solve,
    state,
    suppose,
)
from concomp.obligations.derivations.kernel.rules import comparison, convergence, quotient, summation
from concomp.obligations.derivations.kernel.statements import SUPPOSED
from concomp.obligations.derivations.theories.control.weights import (
    DELTA,
    HQA,
    MARGINAL,
    NOT_B,
    PARAMETERS,
    START,
    WEIGHTS_CONVERGE,
    A,
    B,
    C,
    G,
    H,
    Q,
    in_worlds,
    mu,
)
from concomp.obligations.derivations.theories.series.tails import part_of_sum
from concomp.obligations.derivations.theories.simulation.simulation import NORMALISED, R

CONDITIONS = "HSV26 Conditions (I)-(IV)"
NOISE = "HSV26 Section 10.2.3: psi_t and F_(TOP,b)"
U = Quantity("u")
WORLDS_OF_B: tuple[Index, Index] = (B, NOT_B)


def phi(bit: Index, history: Index) -> Real:
    """The weight of a history if the bit is exposed, given that it is."""
    return Quantity("φ", (bit, history))


def psi(bit: Index, history: Index) -> Quantity:
    """The weight of a history if the response is the bit with noise, given that it is not exposed."""
    return Quantity("ψ", (bit, history))


def surplus(bit: Index, history: Index) -> Real:
    """The weight that exposure does not explain."""
    return mu(bit, history) - DELTA * phi(bit, history)


PHI_START = hypothesis("φ starts at 1", CONDITIONS, eq(phi(B, EMPTY), 1))
PHI_SECOND = hypothesis(
    "condition (II)",
    CONDITIONS,
    le(DELTA * phi(B, H) - C * (DELTA * phi(NOT_B, H)), mu(B, H) - C * mu(NOT_B, H)),
)
PHI_THIRD = hypothesis("condition (III)", CONDITIONS, eq(total(A, phi(B, HQA)), phi(B, H)))
PHI_CONVERGES = hypothesis("condition (III)", CONDITIONS, Summable(A, phi(B, HQA)))
EPSILON, NOT_ALL = hypothesis("ε > 0", SUPPOSED, lt(1, G)), hypothesis("δ < 1", SUPPOSED, lt(DELTA, 1))
NOISY = solve("(1 − δ)(e^ε − 1) > 0", lt(0, (1 - DELTA) * (G - 1)), EPSILON, NOT_ALL)
SOME_NOISE = (EPSILON, NOT_ALL, define_quotient("u is 1/((1 − δ)(e^ε − 1))", NOISE, U, NOISY))


def _define(bit: Index, history: Index) -> Fact:
    exceeds = G * surplus(bit, history) - surplus(OTHER(bit), history)
    return define_quotient("ψ", NOISE, psi(bit, history), NOISY, exceeds)


def _divide(bit: Index, history: Index) -> Fact:
    """The definition solved for ψ."""
    right = U * (G * surplus(bit, history) - surplus(OTHER(bit), history))
    kept = (surplus(bit, history), surplus(OTHER(bit), history))
    return solve("divided", eq(psi(bit, history), right), _define(bit, history), *SOME_NOISE, whole=kept)


RATE = solve("u ≥ 0", le(0, U), *SOME_NOISE)
PSI_POSITIVE = solve(
    "ψ ≥ 0",
    le(0, psi(B, H)),
    _divide(B, H),
    RATE,
    solve(
        "condition (II) with e^ε",
        le(surplus(NOT_B, H), G * surplus(B, H)),
        PHI_SECOND,
        *PARAMETERS,
    ),
    whole=(surplus(B, H), surplus(NOT_B, H)),
)
PSI_START = solve(
    "ψ starts at 1",
    eq(psi(B, EMPTY), 1),
    _divide(B, EMPTY),
    *in_worlds(PHI_START, WORLDS_OF_B),
    *in_worlds(START, WORLDS_OF_B),
    *SOME_NOISE,
)


def _psi_sums() -> Fact:
    parts = (*in_worlds(WEIGHTS_CONVERGE, WORLDS_OF_B), *in_worlds(PHI_CONVERGES, WORLDS_OF_B))
    define_quotient = _divide(B, HQA)
    right = U * (G * surplus(B, HQA) - surplus(NOT_B, HQA))
    below = solve("the same", le(psi(B, HQA), right), define_quotient, whole=(right,))
    converges = comparison(A, instance(PSI_POSITIVE, {H: HQA}), below, convergence(A, right, parts))
    return solve(
        "handed on",
        eq(total(A, psi(B, HQA)), psi(B, H)),
        summation(A, define_quotient, (converges, *parts)),
        _divide(B, H),
        *in_worlds(PHI_THIRD, WORLDS_OF_B),
        *in_worlds(MARGINAL, WORLDS_OF_B),
    )


NOISE_IS_A_SYSTEM = state(join(PSI_POSITIVE, PSI_START, _psi_sums()), NOISE)
MIXTURE = solve(
    "the response brings them together",
    eq(DELTA * phi(B, H) + (1 - DELTA) * (R * G * psi(B, H)) + (1 - DELTA) * (R * psi(NOT_B, H)), mu(B, H)),
    _define(B, H),
    _define(NOT_B, H),
    NORMALISED,
    *SOME_NOISE,
)

# δ = 1: φ is at most μ, and the two have the same sums.
CERTAIN = (hypothesis("δ = 1", SUPPOSED, eq(DELTA, 1)), hypothesis("ε > 0", SUPPOSED, lt(1, G)))


def missing(bit: Index, history: Index) -> Real:
    """What φ lacks of μ."""
    return Quantity("m", (bit, history))


IS_MISSING = define("what φ lacks", "by definition", eq(missing(B, H), mu(B, H) - phi(B, H)))


def _phi_is_mu() -> Fact:
    small = solve(
        "φ ≤ μ",
        le(0, missing(B, H)),
        *in_worlds(IS_MISSING, WORLDS_OF_B),
        *in_worlds(PHI_SECOND, WORLDS_OF_B),
        *CERTAIN,
        *PARAMETERS,
        witness=(eq(G, 2),),
    )
    of_answer, difference = instance(IS_MISSING, {H: HQA}), mu(B, HQA) - phi(B, HQA)
    parts = (WEIGHTS_CONVERGE, PHI_CONVERGES)
    below = solve("the same", le(missing(B, HQA), difference), of_answer)
    converges = comparison(A, instance(small, {H: HQA}), below, convergence(A, difference, parts))
    same = eq(phi(B, H), mu(B, H))
    return induction(
        same,
        H,
        solve("at the start", eq(phi(B, EMPTY), mu(B, EMPTY)), PHI_START, START),
        solve(
            "nothing is missing",
            eq(phi(B, HQA), mu(B, HQA)),
            assume(same, H),
            of_answer,
            instance(small, {H: HQA}),
            part_of_sum(instance(small, {H: HQA}), converges, A),
            summation(A, of_answer, (converges, *parts)),
            PHI_THIRD,
            MARGINAL,
            witness=(),
        ),
    )


MIXED_BACK = (
    state(MIXTURE, "HSV26 Section 10.2.4: mixture identity", "δ < 1"),
    state(_phi_is_mu(), "HSV26 Section 10.2.4: mixture identity", "δ = 1"),
)

# The exposed answers after a history of positive weight: the quotients of φ are a law.
PHI_POSITIVE = hypothesis("φ is a weight", CONDITIONS, le(0, phi(B, H)))
QUOTIENT_OF_PHI = Quantity("f", (B, H, Q, A))
INVERSE = Quantity("i", (B, H))
INVERTED = define("i is 1/φ", "by definition", Implication(lt(0, phi(B, H)), eq(INVERSE * phi(B, H), 1)))


def _exposed_law() -> Fact:
    positive = suppose(lt(0, phi(B, H)))
    of_answer = instance(PHI_POSITIVE, {H: HQA})
    part_of = solve("part of φ", le(phi(B, HQA), phi(B, H)), part_of_sum(of_answer, PHI_CONVERGES, A), PHI_THIRD)
    define_quotient = quotient(QUOTIENT_OF_PHI, of_answer, part_of)
    equation = part(define_quotient, comparisons(define_quotient.formula)[0])
    below = solve(
        "multiplied",
        le(QUOTIENT_OF_PHI, INVERSE * phi(B, HQA)),
        equation,
        detach(INVERTED, positive),
    )
    inverse_sum = convergence(A, INVERSE * phi(B, HQA), (PHI_CONVERGES,))
    converges = comparison(A, part(define_quotient, comparisons(define_quotient.formula)[1]), below, inverse_sum)
    sums = solve(
        "a law",
        eq(total(A, QUOTIENT_OF_PHI), 1),
        summation(A, equation, (converges, PHI_CONVERGES)),
        PHI_THIRD,
        positive,
    )
    return discharge(positive, join(define_quotient, sums))


EXPOSED_LAW = state(_exposed_law(), "HSV26 Section 10.2.2: F_(BOT,b)")
