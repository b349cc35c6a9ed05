"""Alignments that are proved, and what they claim on all small instances; what is not of their form is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest

from concomp.model.language.syntax.operations import ite
from concomp.model.language.syntax.sorts import INT, REAL, Sort
from concomp.model.language.syntax.terms import TRUE
from concomp.model.programs.laws import Instance
from concomp.model.programs.program import message, parameter, register, term_of, terms_of
from concomp.model.programs.vocabulary import ProgramError
from concomp.obligations.alignments import of_comparisons, of_joined_users, of_releases
from concomp.obligations.alignments.alignment import Alignment, Foretold
from concomp.obligations.alignments.bound import bound
from concomp.obligations.alignments.claims import claims
from concomp.obligations.alignments.field import EXAMPLES, settle
from concomp.obligations.alignments.proving import prove
from concomp.obligations.alignments.trial import compared
from concomp.obligations.expectation import Violation

MAKERS: tuple[Callable[[Sort], Alignment], ...] = (
    of_comparisons.sparse_vector,
    of_comparisons.exceeding,
    of_comparisons.increasing,
    of_comparisons.decreasing,
    of_comparisons.of_one_sign,
    of_comparisons.zero_then_constant,
    of_comparisons.numeric_sparse_vector,
    of_comparisons.gap_sparse_vector,
    of_comparisons.renewed_sparse_vector,
    of_comparisons.adaptive_sparse_vector,
    of_releases.noisy_maximum,
    of_releases.partial_sum,
    of_releases.smart_sum,
    of_joined_users.peeled,
    of_joined_users.questioned,
)
RATIOS = {"a": F(1, 3), "b": F(1, 2)}


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("sort", [INT, REAL], ids=lambda sort: sort.name)
def test_every_claim_is_proved(make: Callable[[Sort], Alignment], sort: Sort) -> None:
    proof = prove(make(sort))
    assert proof.holds
    assert len(proof.claims) == len(claims(make(sort)))


@pytest.mark.parametrize(
    ("make", "differences", "parameters"),
    [
        (of_comparisons.exceeding, (-1, 0, 1), {"N": 1}),
        pytest.param(of_comparisons.sparse_vector, (-1, 0, 1), {"N": 2}, marks=pytest.mark.full),
        pytest.param(of_comparisons.renewed_sparse_vector, (-1, 0, 1), {"N": 2}, marks=pytest.mark.full),
        pytest.param(of_comparisons.increasing, (0, 1), {"N": 2}, marks=pytest.mark.full),
        (of_comparisons.decreasing, (0, -1), {"N": 2}),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_no_small_instance_exceeds_what_is_proved(
    make: Callable[[], Alignment], differences: tuple[int, ...], parameters: Mapping[str, int]
) -> None:
    alignment = make()
    ratios = {name: RATIOS[name] for name in alignment.program.ratios}
    instance = Instance(alignment.program, ratios, parameters)
    most = bound(alignment, ratios, parameters)
    judged = 0
    for zero in product((-1, 2), repeat=2):
        for apart in product(differences, repeat=2):
            one = [value + by for value, by in zip(zero, apart, strict=True)]
            worlds = [[{"value": value, "threshold": 0} for value in values] for values in (zero, one)]
            for answers in product([(0,), (1,)], repeat=2):
                if sum(answer for (answer,) in answers[:-1]) >= parameters["N"]:
                    continue
                ratio = instance.ratio(*worlds, answers)
                assert ratio is not None
                assert ratio <= most
                judged += 1
    assert judged >= 40


def test_an_example_that_shows_nothing_is_noticed() -> None:
    shown_nothing = replace(EXAMPLES[0], claim=F(15, 1), tried=compared([(0, 0)], []))
    with pytest.raises(Violation, match=r"^SVT is neither proved nor refuted$"):
        settle(shown_nothing)


WRONG_FORM = {
    "grows with the noise": (
        lambda right: replace(right, shifts=terms_of(first_tau=1, nu=message("nu"))),
        r"^shift of nu: grows with the noise nu; put it in conditions only$",
    ),
    "first noise by what comes later": (
        lambda right: replace(right, shifts=terms_of(first_tau=register("positives.0"))),
        r"^shift of first_tau: depends on register positives\.0: Int; it may depend on parameter N: Int$",
    ),
    "no draw": (
        lambda right: replace(right, shifts=terms_of(mu=1)),
        r"^mu is moved and is not drawn; name one of first_tau, nu$",
    ),
    "invariant over noise": (
        lambda right: replace(right, invariant=term_of(message("nu") == 0)),
        r"^invariant: depends on message nu: Int; it may depend on ",
    ),
    "budget over registers": (
        lambda right: replace(right, budget=terms_of(b=register("positives.0"))),
        r"^budget: depends on register positives\.0: Int; it may depend on parameter N: Int$",
    ),
    "foretelling noise": (
        lambda right: replace(right, foretold=(Foretold("f", term_of(message("nu") > 0), TRUE, TRUE),)),
        r"^f, foretold: depends on message nu: Int; it may depend on ",
    ),
    "foretelling a parameter": (
        lambda right: replace(right, foretold=(Foretold("N", TRUE, term_of(1), term_of(1)),)),
        r"^sparse vector: alignment: N stands for two things; rename one$",
    ),
    "relation over hidden noise": (
        lambda right: replace(right, neighbours=replace(right.neighbours, holds=term_of(register("tau.0") == 0))),
        r"^relation: depends on register tau\.0: Int; it may depend on ",
    ),
}


@pytest.mark.parametrize(("change", "message"), WRONG_FORM.values(), ids=WRONG_FORM)
def test_what_is_not_of_the_form_is_refused(change: Callable[[Alignment], Alignment], message: str) -> None:
    with pytest.raises(ProgramError, match=message):
        claims(change(of_comparisons.sparse_vector()))


def test_what_says_nothing_proves_nothing() -> None:
    right = of_comparisons.sparse_vector()
    same = replace(right, neighbours=replace(right.neighbours, holds=term_of(message("value.0") == message("value.1"))))
    proof = prove(same)
    assert proof.vacuous
    assert not proof.holds


def test_branches_may_depend_on_noise() -> None:
    right = of_comparisons.sparse_vector()
    moved = replace(right, shifts=terms_of(first_tau=1, nu=ite(message("nu") > parameter("N"), 1, 0)))
    assert not prove(moved).holds
