"""Alignments of wrong programs are refused, and a checker that asks for less would have accepted what is false."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction as F

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.expressions import wrap
from concomp.model.language.syntax.operations import ite
from concomp.model.language.syntax.sorts import BOOL, INT, Sort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.programs import comparisons, joined_users, neighbours
from concomp.model.programs.laws import Instance
from concomp.model.programs.neighbours import Neighbours
from concomp.model.programs.program import Draw, NoisyProgram, message, parameter, register, term_of, terms_of
from concomp.obligations.alignments import (
    claims,
    field,
    guesses,
    joined,
    least,
    of_comparisons,
    of_guesses,
    of_joined_users,
    of_releases,
)
from concomp.obligations.alignments.alignment import Alignment, spent
from concomp.obligations.alignments.field import EXAMPLES, Example, settle
from concomp.obligations.alignments.of_comparisons import as_number
from concomp.obligations.alignments.proving import prove
from concomp.obligations.alignments.trial import Trial, compared
from concomp.obligations.checks.concomp.alignments import WRONG
from concomp.obligations.expectation import Violation

ANSWERS, AT_FIRST, KEPT, BUDGET = (
    "answers are kept",
    "the invariant holds at first",
    "the invariant is kept",
    "no more is moved than the budget",
)
WINS = register("place.0") == parameter("wins")


@pytest.mark.parametrize(
    "example",
    [each for each in EXAMPLES if each.name in WRONG] + [*least.CONTROLS, *guesses.WRONG, *joined.TOO_LITTLE],
    ids=lambda each: each.name,
)
def test_every_wrong_program_is_refuted(example: Example) -> None:
    verdict = settle(example)
    assert not verdict.proved
    assert verdict.ratio is None or verdict.ratio > example.claim


def endless() -> Alignment:
    """As if it halted after one positive."""
    right = of_comparisons.sparse_vector()
    invariant = (register("tau.1") == register("tau.0") + 1) & (spent("a") <= 1) & (spent("b") <= 2)
    program, budget_of_one = comparisons.endless_sparse_vector(), terms_of(a=1, b=2)
    return Alignment(program, right.neighbours, right.shifts, term_of(invariant), budget_of_one)


def noiseless() -> Alignment:
    """As if the threshold's noise were enough."""
    right = of_comparisons.sparse_vector()
    invariant = (register("tau.1") == register("tau.0") + 1) & (spent("a") <= 1)
    program = comparisons.noiseless_sparse_vector()
    return Alignment(program, right.neighbours, terms_of(first_tau=1), term_of(invariant), terms_of(a=1))


def fresh(moved: bool) -> Alignment:
    """As if τ, drawn anew for each value, had to be moved once, or not at all later."""
    right = of_comparisons.counted(comparisons.fresh_sparse_vector(), neighbours.at_most_one_apart(), 1, 2)
    return replace(right, shifts={**right.shifts, "fresh_tau": term_of(1 if moved else 0)})


def shown(program: NoisyProgram) -> Alignment:
    """As if the value could be shown beside the comparison."""
    return of_comparisons.counted(program, neighbours.at_most_one_apart(), 1, 2)


def changed(alignment: Alignment, **shifts: object) -> Alignment:
    return replace(alignment, shifts={**alignment.shifts, **terms_of(**shifts)})


def budget(alignment: Alignment, **most: object) -> Alignment:
    return replace(alignment, budget={**alignment.budget, **terms_of(**most)})


def still_seen() -> NoisyProgram:
    """Two users who see each other throughout."""
    right = joined_users.peeled_users()
    seen = {terms.leaf("register", BOOL, f"left_{user}"): terms.TRUE for user in joined_users.USERS}
    answers = tuple(
        term_of(ite(register(f"left_{user}", BOOL), wrap(INT, substitute(answer, seen)), 0))
        for user, answer in zip(joined_users.USERS, right.answer, strict=True)
    )
    following = {
        **right.following,
        **{
            f"left_{user}": term_of(register(f"left_{user}", BOOL) & (wrap(INT, answer) == 0))
            for user, answer in zip(joined_users.USERS, answers, strict=True)
        },
    }
    return replace(right, answer=answers, following=following)


REFUSED: dict[str, tuple[Callable[[], Alignment], set[str]]] = {
    "threshold fresh, moved once": (lambda: fresh(moved=False), {KEPT}),
    "threshold fresh, moved each time": (lambda: fresh(moved=True), {KEPT}),
    "no halt": (endless, {KEPT}),
    "no noise of values": (noiseless, {ANSWERS}),
    "value shown": (lambda: shown(comparisons.value_shown()), {ANSWERS}),
    "threshold not moved": (lambda: changed(of_comparisons.sparse_vector(), first_tau=0), {AT_FIRST}),
    "value not moved": (lambda: changed(of_comparisons.sparse_vector(), nu=0), {ANSWERS, KEPT}),
    "one for each positive": (lambda: budget(of_comparisons.sparse_vector(), b=comparisons.POSITIVES), {BUDGET}),
    "threshold for nothing": (lambda: budget(of_comparisons.sparse_vector(), a=0), {BUDGET}),
    "released number not moved": (lambda: changed(of_comparisons.numeric_sparse_vector(), released=0), {ANSWERS}),
    "gap not kept": (lambda: changed(of_comparisons.gap_sparse_vector(), nu=0), {ANSWERS, KEPT}),
    "threshold not moved anew": (lambda: changed(of_comparisons.renewed_sparse_vector(), fresh_tau=0), {KEPT}),
    "weak value not moved": (lambda: changed(of_comparisons.adaptive_sparse_vector(), weak=0), {ANSWERS, KEPT}),
    "winner moved by 1": (
        lambda: changed(of_releases.noisy_maximum(), eta=ite(~message("last", BOOL) & WINS, 1, 0)),
        {KEPT},
    ),
    "smart sum for 1": (lambda: budget(of_releases.smart_sum(), b=1), {BUDGET}),
    "value shown not moved": (lambda: changed(of_guesses.guess_and_check(), shown=0), {ANSWERS}),
    "3ε for guess-and-check": (lambda: budget(of_guesses.guess_and_check(), c=0), {BUDGET}),
    "noise of the sum not moved": (lambda: changed(of_releases.partial_sum(), eta=0), {ANSWERS}),
    "ends of an edge for 2·ε1": (lambda: budget(of_joined_users.peeled(), b=0), {BUDGET}),
    "ends of an edge for ε1 + ε2": (lambda: budget(of_joined_users.peeled(), a=1), {BUDGET}),
    "nobody is removed first": (lambda: changed(of_joined_users.peeled(), first_tau_u=0), {AT_FIRST}),
    "who is removed is still seen": (
        lambda: replace(of_joined_users.peeled(), program=still_seen()),
        {ANSWERS, KEPT},
    ),
    "any sets for 2·ε1 + ε2": (lambda: budget(of_joined_users.questioned(), b=1), {BUDGET}),
}


@pytest.mark.parametrize(("make", "refused"), REFUSED.values(), ids=REFUSED)
def test_a_wrong_alignment_is_refused(make: Callable[[], Alignment], refused: set[str]) -> None:
    proof = prove(make())
    assert set(proof.refused) == refused
    assert all("sat" in said.values() and "unknown" not in said.values() for said in proof.refused.values())
    assert not proof.vacuous


def collapsing(numbers: Sort = INT) -> Alignment:
    """Noise 0, 1 and 2 brings 1 in world 0, noise 1 in world 1: all three are moved to one."""
    eta, value, asked = message("eta", numbers), message("value", numbers), register("asked")
    one = ite(value == 0, (eta >= 0) & (eta <= 2), eta == 1)
    program = NoisyProgram(
        "three against one",
        numbers,
        (),
        (Draw("eta", "b"),),
        terms_of(asked=0),
        (term_of(ite(one, 1, 0)),),
        terms_of(asked=asked + 1),
        term_of(asked < 1),
    )
    zero_and_one = Neighbours(
        "0 and 1", term_of((message("value.0", numbers) == 0) & (message("value.1", numbers) == 1))
    )
    shift = ite(eta == 0, 1, ite(eta == 2, -1, 0))
    count = register("asked.0")
    invariant = (
        (count == register("asked.1"))
        & (count >= 0)
        & (spent("b", numbers) <= as_number(count, numbers))
        & (count <= 1)
    )
    return Alignment(program, zero_and_one, terms_of(eta=shift), term_of(invariant), terms_of(b=1))


def test_noise_that_is_moved_to_the_same_is_refused() -> None:
    assert set(prove(collapsing()).refused) == {"eta is moved one-to-one"}


COLLAPSED = Example(
    "", "three against one", lambda sort=INT: collapsing(sort), {"b": F(1, 2)}, F(2),
    Trial([{"value": 0}], [{"value": 1}], [(1,)]),
)  # fmt: skip
FREE_THRESHOLD = Example(
    "", "threshold for nothing", lambda sort=INT: free_threshold(sort), field.SCALED, F(4),
    compared(field.MANY, field.LOW), field.ONE_POSITIVE,
)  # fmt: skip
NOTHING_MOVED = Example(
    "", "nothing moved", lambda sort=INT: nothing_moved(sort), field.SCALED, F(1),
    compared(field.MANY, field.LOW), field.ONE_POSITIVE,
)  # fmt: skip


def free_threshold(sort: Sort) -> Alignment:
    right = of_comparisons.sparse_vector(sort)
    free = term_of(spent("a", sort) <= 0)
    return replace(budget(right, a=0), invariant=terms.conjunction([right.invariant, free]))


def nothing_moved(sort: Sort) -> Alignment:
    right = of_comparisons.sparse_vector(sort)
    count, same = register("positives.0"), register("tau.0", sort) == register("tau.1", sort)
    still = same & (spent("a", sort) <= 0) & (spent("b", sort) <= 0) & (count == count)
    return replace(right, shifts=terms_of(), invariant=term_of(still), budget=terms_of())


BREAKAGES: dict[str, tuple[Example, str, Callable[..., object]]] = {
    "one-to-one is not asked": (COLLAPSED, "_one_to_one", lambda *given: ()),
    "first draws cost nothing": (
        FREE_THRESHOLD,
        "_spent",
        lambda alignment, draws, before: SPENT(alignment, draws if draws != alignment.program.first else (), before),
    ),
    "answers need not be kept": (
        NOTHING_MOVED,
        "_step",
        lambda alignment: [each for each in STEP(alignment) if each.name == KEPT],
    ),
}
SPENT, STEP = claims._spent, claims._step


@pytest.mark.parametrize(("example", "name", "broken"), BREAKAGES.values(), ids=BREAKAGES)
def test_a_checker_that_asks_for_less_is_noticed(
    example: Example, name: str, broken: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It proves what an exact ratio contradicts; as it stands, it refuses."""
    assert example.alignment is not None
    assert not prove(example.alignment()).holds
    ratio = example.ratio
    assert ratio is not None
    assert ratio > example.claim
    monkeypatch.setattr(claims, name, broken)
    monkeypatch.setattr(field, "_proved", lambda make, sort: field.demand_proved(make(INT)))
    with pytest.raises(Violation, match="both proved and refuted"):
        settle(example)


def test_a_law_without_its_far_ends_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = Instance(comparisons.sparse_vector(), {"a": F(1, 4), "b": F(1, 2)}, {"N": 1})
    inputs = [{"value": 0, "threshold": 0}]
    assert instance.chance(inputs, [(0,)]) + instance.chance(inputs, [(1,)]) == 1
    monkeypatch.setattr("concomp.model.programs.exponential_sums.ExponentialSum.total", lambda self, start: F(0))
    assert instance.chance(inputs, [(0,)]) + instance.chance(inputs, [(1,)]) < 1
