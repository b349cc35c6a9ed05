"""Definitions that the checker lets stand together: each quantity has one value, whatever the variables are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations, product

import pytest

from concomp.obligations.proof_objects.checker.definitions import definition, demand_consistent
from concomp.obligations.proof_objects.checker.terms import Refused, Term

N, B, H, Q, A = (
    ("var", *each) for each in (("n", "number"), ("b", "bit"), ("h", "history"), ("q", "query"), ("a", "number"))
)
ZERO, NEXT, FIRST, OTHER = ("zero",), ("successor", N), ("bit 0",), ("other", B)


def of(*places: Term) -> Term:
    return ("quantity", "A", *places)


def known(place: Term) -> Term:
    return ("quantity", "k", place)


CONTRADICTING = {
    "a later number": [("=", of(B, NEXT), known(N)), ("=", of(B, N), known(N))],
    "a longer history": [("=", of(B, ("extended", H, Q, A)), known(H)), ("=", of(B, H), known(H))],
    "the other bit": [("=", of(N, OTHER), known(B)), ("=", of(N, B), known(B))],
}


@pytest.mark.parametrize("name", CONTRADICTING)
def test_one_quantity_has_one_definition(name: str) -> None:
    with pytest.raises(Refused, match="is defined by"):
        demand_consistent(definition("defined", each) for each in CONTRADICTING[name])


def test_a_definition_may_be_another_one_at_some_of_its_indices() -> None:
    demand_consistent(
        definition("defined", each) for each in [("=", of(N, FIRST), known(FIRST)), ("=", of(N, B), known(B))]
    )


def value(index: Term, at: Mapping[Term, int]) -> int:
    match index:
        case ("successor", before):
            return value(before, at) + 1
        case ("other", bit):
            return 1 - value(bit, at)
        case ("zero",) | ("bit 0",):
            return 0
    return at[index]


def tables() -> Iterator[tuple[Term, Mapping[tuple[int, int], set[tuple[str, int]]]]]:
    """Small definitions A(x, y) = k(z), and what each says of A at the first values of its variables."""
    for left, right, of_which in product([B, OTHER, FIRST], [N, ZERO, NEXT], [N, B, ZERO, FIRST, NEXT, OTHER]):
        formula = ("=", of(left, right), known(of_which))
        said = defaultdict(set)
        for bit, number in product(range(2), range(4)):
            at = {B: bit, N: number}
            sort = "bit" if of_which in (B, FIRST, OTHER) else "number"
            said[value(left, at), value(right, at)].add((sort, value(of_which, at)))
        yield formula, said


def test_what_stands_together_contradicts_nothing() -> None:
    accepted = 0
    for (one, of_one), (other, of_other) in combinations(tables(), 2):
        try:
            demand_consistent(definition("defined", each) for each in (one, other))
        except Refused:
            continue
        accepted += 1
        assert all(len(of_one[each] | of_other[each]) == 1 for each in of_one.keys() & of_other.keys()), (one, other)
    assert accepted > 20
