"""Orders of pairs and of answers: HSV26 section 10.3.1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import compress, permutations, product
from random import Random

from pydantic import JsonValue

from concomp.model.language.syntax.expressions import Bool, Real
from concomp.model.language.syntax.operations import all_of, any_of
from concomp.model.laws.law import ZERO
from concomp.model.reduction.balanced import after, before
from concomp.model.reduction.control import WeightPair
from concomp.model.reduction.laziness import extensions
from concomp.model.reduction.order import is_well_order, recursively
from concomp.model.reduction.plane import (
    SQUARE,
    HalfPlane,
    extreme_points,
    is_maximal,
    lexicographic_maximum,
    maximal_on_diagonal,
    precedes,
    precedes_as_printed,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check, check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.reductions.mechanisms import SCOPE, instances
from concomp.obligations.solvers.algebra import claim, prove, real, recheck

GRID = 6
POLYGONS = 50
SCOPE_OF_POLYGONS = (
    f"{POLYGONS} intersections of [0,1]² with three random half-planes a·x0 + b·x1 ≤ k/12, a and b in −3, …, 3 (seed "
    f"1027), compared with the pairs of multiples of 1/{GRID}"
)


@cache
def polygons() -> tuple[tuple[HalfPlane, ...], ...]:
    """Random polygons; some are empty."""
    random = Random(1027)

    def half_plane() -> HalfPlane:
        zero, one = random.choice([pair for pair in product(range(-3, 4), repeat=2) if any(pair)])
        return HalfPlane(Fraction(zero), Fraction(one), Fraction(random.randint(-4, 24), 12))

    return tuple((*SQUARE, *(half_plane() for _ in range(3))) for _ in range(POLYGONS))


def _known(bounds: Sequence[HalfPlane]) -> list[WeightPair]:
    """The pairs of a grid that lie in a polygon, and its extreme points."""
    inside = [pair for pair in _grid(GRID) if all(pair in bound for bound in bounds)]
    return [*inside, *extreme_points(bounds)]


@check("HSV26 Definition 10.26")
def maximal_pairs_cannot_be_raised() -> Outcome:
    """A pair of a polygon is maximal exactly if no other of its known pairs is as large in both worlds."""
    chosen, unmatched = 0, []
    for bounds in polygons():
        known = _known(bounds)
        diagonal = maximal_on_diagonal(bounds)
        if diagonal is not None:
            chosen += 1
            expect(is_maximal(diagonal, [*known, diagonal]), f"{diagonal} of {bounds} is not maximal")
        for pair in known:
            if pair[0] == pair[1] and pair != diagonal:
                beyond = [each for each in _beyond(pair, bounds) if each != pair]
                expect(bool(beyond), f"{pair} of {bounds} is maximal, and on the diagonal, but not found")
        unmatched += [bounds] if known and diagonal is None else []
    control = first_case(unmatched, "every polygon has a maximal pair on the diagonal")
    return Outcome(
        verdict="exact",
        scope=SCOPE_OF_POLYGONS,
        size=len(polygons()),
        witness=f"{chosen} of them have a maximal pair on the diagonal",
        control=f"the largest pair on the diagonal is not maximal in {_extent(control)}, and {len(unmatched) - 1} more",
    )


def _beyond(pair: WeightPair, bounds: Sequence[HalfPlane]) -> list[WeightPair]:
    zero, one = pair
    above = (HalfPlane(Fraction(-1), ZERO, -zero), HalfPlane(ZERO, Fraction(-1), -one))
    return list(extreme_points([*bounds, *above]))


def _extent(bounds: Sequence[HalfPlane]) -> str:
    corners = ", ".join(f"({zero}, {one})" for zero, one in sorted(set(extreme_points(bounds))))
    return f"the polygon with the corners {corners}"


@check("HSV26 Lemma 10.28")
def the_lexicographic_maximum_is_maximal() -> Outcome:
    """Every non-empty polygon has one pair that all known pairs precede; it is in the polygon, and maximal."""
    proper, apart = 0, []
    for bounds in polygons():
        known, best = _known(bounds), lexicographic_maximum(bounds)
        expect((best is None) == (not known), f"{_extent(bounds)}: found {best}")
        if best is None:
            continue
        proper += 1
        expect(all(best in bound for bound in bounds), f"{best} is not in {_extent(bounds)}")
        expect(all(precedes(pair, best) for pair in known), f"{best} does not come last in {_extent(bounds)}")
        expect(is_maximal(best, known), f"{best} is not maximal in {_extent(bounds)}")
        last = [pair for pair in known if all(precedes(other, pair) for other in known)]
        expect(set(last) == {best}, f"{last} all come last in {_extent(bounds)}")
        apart += [bounds] if any(is_maximal(pair, known) and pair != best for pair in known) else []
    control = first_case(apart, "only the lexicographic maximum is maximal")
    return Outcome(
        verdict="exact",
        scope=SCOPE_OF_POLYGONS,
        size=proper,
        witness=f"{proper} of the {len(polygons())} are not empty",
        control=f"being maximal alone leaves a choice in {_extent(control)}, and in {len(apart) - 1} more",
        notes=(
            "The constraints on ξ and φ leave none: their sets hold the larger of two of their pairs in each world.",
        ),
    )


# The order itself.

_Reals = tuple[Real, Real]
_A, _B, _C = ((real(f"{name}0"), real(f"{name}1")) for name in "abc")


def _before(first: _Reals, second: _Reals) -> Bool:
    return any_of((first[0] < second[0], all_of((first[0] == second[0], first[1] <= second[1]))))


def _before_as_printed(first: _Reals, second: _Reals) -> Bool:
    return any_of((first[0] <= second[0], all_of((first[0] == second[0], first[1] <= second[1]))))


ORDER = (
    claim(
        "antisymmetric",
        hypotheses=(_before(_A, _B), _before(_B, _A)),
        conclusion=all_of((_A[0] == _B[0], _A[1] == _B[1])),
        interesting=_A[0] == Fraction(1, 2),
        false_variant=_A[0] == _A[1],
    ),
    claim(
        "transitive",
        hypotheses=(_before(_A, _B), _before(_B, _C)),
        conclusion=_before(_A, _C),
        interesting=all_of((_A[0] == _B[0], _B[0] < _C[0])),
        false_variant=_before(_C, _A),
    ),
    claim(
        "total",
        conclusion=any_of((_before(_A, _B), _before(_B, _A))),
        interesting=all_of((_A[0] == _B[0], _A[1] < _B[1])),
        false_variant=_before(_A, _B),
    ),
    claim(
        "the printed relation is total only",
        hypotheses=(_before_as_printed(_A, _B), _before_as_printed(_B, _A)),
        conclusion=_A[0] == _B[0],
        interesting=_A[1] != _B[1],
        false_variant=_A[1] == _B[1],
    ),
)


def _certificates() -> JsonValue:
    return {part.name: prove(part) for part in ORDER}


@check_of_findings("HSV26 Definition 10.27 (repaired)", find=_certificates)
def the_repaired_order_is_total(findings: JsonValue) -> Outcome:
    """Antisymmetric, transitive and total for all pairs of reals, by two solvers; on a grid it is that of tuples."""
    expect(isinstance(findings, dict), "the certificates are missing")
    assert isinstance(findings, dict)
    for part in ORDER:
        recheck(part, findings.get(part.name))
    for first, second in product(_grid(2), repeat=2):
        expect(precedes(first, second) == (first <= second), f"{first} and {second} are ordered otherwise")
    return Outcome(
        verdict="proved",
        scope="all pairs of reals",
        witness="two pairs that are equal in world 0 only, and precede a third",
        control="with ≤ for <, as printed, two different pairs precede each other: both solvers show one",
    )


def first_pair_of_pairs_without_order() -> tuple[WeightPair, WeightPair, int]:
    """The first two different pairs, by denominators, that precede each other as printed, and how many came before."""
    cases = ((first, second) for denominator in (1, 2) for first, second in product(_grid(denominator), repeat=2))
    for number, (first, second) in enumerate(cases):
        if first != second and precedes_as_printed(first, second) and precedes_as_printed(second, first):
            return first, second, number
    raise AssertionError("the printed relation is an order")


def _grid(denominator: int) -> list[WeightPair]:
    steps = [Fraction(k, denominator) for k in range(denominator + 1)]
    return [(zero, one) for zero in steps for one in steps]


@check("HSV26 Definition 10.27")
def the_printed_relation_is_no_order() -> Outcome:
    """The first two different pairs, by denominators, that precede each other."""
    first, second, number = first_pair_of_pairs_without_order()
    expect(precedes(first, second) != precedes(second, first), "the repaired order does not tell them apart")
    return Outcome(
        verdict="refuted",
        scope="pairs of multiples of 1, then of 1/2",
        size=number + 1,
        witness="the repaired order tells the two apart",
        control="no earlier case in the enumeration refutes it",
        counterexample={
            "first pair": str(tuple(map(str, first))),
            "second pair": str(tuple(map(str, second))),
            "as printed": "each precedes the other, so that neither is the maximum of the two",
        },
        notes=(
            "Where it is used nothing goes wrong: the sets in question have one pair that is the largest in both "
            "worlds.",
        ),
    )


# The order of the answers.


@check("HSV26 Definition 10.24", "HSV26 Remark 10.23")
def answers_come_before_at_or_after() -> Outcome:
    """Γ_{<a}, a and Γ_{>a} share out the answers; what comes before a is what came before its predecessor, and that."""
    queries = [(instance, extended) for instance in instances() for extended in extensions(instance.chances).values()]
    for instance, extended in queries:
        values = [instance.chances[history] for history in extended]
        for bit, place in product((0, 1), range(len(values))):
            below, above = before(place, values, bit), after(place, values, bit)
            whole = sum((value[bit] for value in values), ZERO)
            expect(below + values[place][bit] + above == whole, f"{instance}: the answers to {extended} are not shared")
            earlier = before(place - 1, values, bit) + values[place - 1][bit] if place else ZERO
            expect(below == earlier, f"{instance}: {extended} has an answer without a predecessor")
    control = first_case(
        (
            instance
            for instance, extended in queries
            if any(instance.chances[history][0] for history in extended)
            and before(0, [instance.chances[history] for history in extended], 0)
            != sum((instance.chances[history][0] for history in extended), ZERO)
        ),
        "nothing comes after the first answer",
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(queries),
        witness=f"{max(len(extended) for _, extended in queries)} answers to one query",
        control=f"Γ_{{<a}} alone is not all answers for {control}",
    )


LETTERS = ("a", "b", "c")


@check("HSV26 Definition 10.22")
def well_orders_are_the_orders_of_numberings() -> Outcome:
    """Of all relations on three elements the well-orders are those by which some numbering goes up."""
    pairs = [(x, y) for x in LETTERS for y in LETTERS]
    numberings = [dict(zip(order, range(3), strict=True)) for order in permutations(LETTERS)]
    numbered = {frozenset((x, y) for x, y in pairs if number[x] < number[y]) for number in numberings}
    relations = [frozenset(compress(pairs, chosen)) for chosen in product((False, True), repeat=len(pairs))]
    orders = [related for related in relations if is_well_order(LETTERS, _relation(related))]
    expect(set(orders) == numbered, f"{len(orders)} relations are well-orders, {len(numbered)} go up with a numbering")
    circle = frozenset({("a", "b"), ("b", "c"), ("c", "a")})
    expect(not is_well_order(LETTERS, _relation(circle)), "a circle is a well-order")
    return Outcome(
        verdict="exact",
        scope="all relations on three elements",
        size=len(relations),
        witness=f"{len(orders)} well-orders",
        control="a circle relates every two elements in one way, and has no least element",
        notes=("Countably many elements are numbered by the natural numbers; a set of numbers has a least one.",),
    )


def _relation(related: frozenset[tuple[str, str]]) -> Callable[[str, str], bool]:
    return lambda x, y: (x, y) in related


@check("HSV26 Lemma 10.25")
def recursion_determines_one_function() -> Outcome:
    """For every rule that makes a bit of the bits before, exactly one function on three elements follows it."""
    histories = [bits for length in range(3) for bits in product((0, 1), repeat=length)]
    rules = [dict(zip(histories, bits, strict=True)) for bits in product((0, 1), repeat=len(histories))]
    for rule in rules:
        following = [bits for bits in product((0, 1), repeat=3) if all(bits[k] == rule[bits[:k]] for k in range(3))]
        found_one = recursively(LETTERS, _rule(rule))
        expect([tuple(found_one.values())] == following, f"{rule} is followed by {following}, not by {found_one}")
    later = [bits for bits in product((0, 1), repeat=2) if bits[0] == bits[1]]
    expect(len(later) == 2, "a rule that looks ahead determines one function too")
    return Outcome(
        verdict="exact",
        scope="all rules for three elements with values 0 and 1",
        size=len(rules),
        witness="each is followed by one function, the one that recursion finds",
        control="a rule that looks ahead, f(a) = f(b) and f(b) = f(a), is followed by two",
        notes=("For order type ω it is recursion over the natural numbers, which is all that is used here.",),
    )


def _rule(table: dict[tuple[int, ...], int]) -> Callable[[str, dict[str, int]], int]:
    return lambda _, values: table[tuple(values.values())]
