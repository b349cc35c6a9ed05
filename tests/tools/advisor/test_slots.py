"""Slots: listed ones, and the worst choice of so many mechanisms; judged by all choices and by exact audits."""

from __future__ import annotations

import json
from fractions import Fraction as F
from itertools import combinations, product
from pathlib import Path

import pytest

from concomp.advisor.hypotheses.slots import covers, group_of, worst_choice
from concomp.advisor.plans.errors import PlanError
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps, with_epsilon
from concomp.model.laws.indistinguishability import PrivacyParameters
from tests.tools.advisor.situations import advice, mechanism, rested_on
from tests.tools.advisor.test_filter_game import response

SMALL, LARGE = with_e_eps(F(3, 2)), with_e_eps(3, F(1, 10))
ASIDE = with_e_eps(2, F(1, 5))


def test_what_covers_what() -> None:
    assert covers(LARGE, SMALL)
    assert not covers(SMALL, LARGE)
    assert not covers(LARGE, ASIDE)
    assert covers(with_epsilon(1), with_e_eps(2))
    assert not covers(with_epsilon(1), with_e_eps(3))
    assert covers(with_epsilon(1), with_epsilon(1))


def test_a_mechanism_takes_a_slot_of_its_own_loss_or_the_first_that_covers_it() -> None:
    assert group_of(SMALL, [LARGE, SMALL]) == 1
    assert group_of(SMALL, [LARGE, ASIDE]) == 0
    assert group_of(LARGE, [SMALL, ASIDE]) is None


@pytest.mark.parametrize("at_most", [1, 2, 3, 4])
@pytest.mark.parametrize("labels", [(SMALL, LARGE), (LARGE, ASIDE), (SMALL, ASIDE, LARGE)], ids=["2", "aside", "3"])
def test_the_worst_choice_is_at_least_as_bad_as_every_choice(labels: tuple[PrivacyLoss, ...], at_most: int) -> None:
    kinds = [(label, 1 + number) for number, label in enumerate(labels)]
    worst = worst_choice(kinds, at_most)
    assert worst is not None
    created = [label for label, count in kinds for _ in range(count)]
    for size in range(min(at_most, len(created)) + 1):
        for chosen in combinations(created, size):
            for e_eps in (F(1), F(2), F(4)):
                assert delta(chosen, e_eps) <= delta(worst, e_eps)


def delta(listed: tuple[PrivacyLoss, ...], e_eps: F) -> F:
    return best_composition(listed).delta(e_eps).high if listed else F(0)


def test_where_labels_are_in_order_the_worst_choice_is_met() -> None:
    assert worst_choice([(SMALL, None), (LARGE, 2)], 4) == (LARGE, LARGE, SMALL, SMALL)
    assert worst_choice([(SMALL, 1)], 3) == (SMALL,)
    assert worst_choice([(LARGE, 1), (ASIDE, 1)], 2) == (with_e_eps(3, F(1, 5)),) * 2


PLAN = (
    mechanism("small", "data, then questions", E="3/2", count="unbounded"),
    mechanism("large", "data, then questions", E="3", delta="1/10", count="unbounded"),
)
SLOTS = [{"E": "3/2", "count": 2}, {"E": "3", "delta": "1/10"}]


def test_listed_slots_are_composed() -> None:
    given = advice("parallel", *PLAN, slots=SLOTS, at_E=["2", "4"])
    assert rested_on(given) == ("HSV26 Corollary 5.15", "")
    for each in given.at_e:
        assert each.delta is not None
        assert each.delta.value == delta((SMALL, SMALL, LARGE), each.e_eps)
        covered = advice("parallel", *PLAN, at_most=3, at_E=[str(each.e_eps)]).at_e[0].delta
        assert covered is not None
        assert each.delta.high < covered.high


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"slots": SLOTS, "at_most": 3}, "at_most: given beside slots: the slots say how many"),
        ({"slots": [{"E": "3/2"}]}, "slots: none is as large as the loss of large: add one that is"),
        ({"slots": [{"delta": "1/2"}]}, r"slots\[0\]: neither E nor eps: give one of the two"),
        ({"slots": [{"E": "3", "delta": "2"}]}, r"slots\[0\].delta: \"2\": delta"),
        ({}, "at_most: missing"),
    ],
)
def test_slots_that_contradict_the_plan(fields: dict[str, object], said: str) -> None:
    with pytest.raises(PlanError, match=said):
        advice("parallel", *PLAN, **fields)


def test_more_slots_than_mechanisms() -> None:
    with pytest.raises(PlanError, match="slots: 3: there are 1 mechanisms; give no more"):
        advice("parallel", mechanism(E="3/2"), slots=[{"E": "3/2", "count": 3}])


@pytest.mark.parametrize(("k", "counts"), list(product([1, 2], [1, 2])))
def test_slots_and_a_number_say_the_same_of_one_loss(k: int, counts: int) -> None:
    """Several entries of one loss are one."""
    kind = mechanism(function="one answer", E="3/2", count="unbounded")
    listed = [{"E": "3/2", "count": k}, {"E": "3/2", "count": counts}]
    one = advice("parallel", kind, slots=listed, at_E=["2"]).at_e
    assert one == advice("parallel", kind, at_most=k + counts, at_E=["2"]).at_e


def answering(folder: Path, name: str, e_eps: str, delta: str, count: int) -> dict[str, object]:
    """A kind of randomised responses, in a file: their data first, then nothing more."""
    document = response(PrivacyParameters(F(e_eps), F(delta))) | {"verification": {"kind": "data, then questions"}}
    (folder / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    return {"name": name, "audit": f"{name}.json", "E": e_eps, "delta": delta, "count": count}


@pytest.mark.parametrize(
    "fields",
    [{"slots": [{"E": "3/2"}, {"E": "3", "delta": "1/10"}]}, {"at_most": 2}],
    ids=["one of each", "any two"],
)
def test_randomised_responses_lose_what_is_guaranteed(tmp_path: Path, fields: dict[str, object]) -> None:
    """By an audit of four, of which two get differing data: what is guaranteed is reached, and not exceeded."""
    kinds = [answering(tmp_path, "small", "3/2", "0", 2), answering(tmp_path, "large", "3", "1/10", 2)]
    given = advice("parallel", *kinds, folder=tmp_path, at_E=["1", "3/2", "2", "3", "9/2"], **fields)
    assert rested_on(given) == ("HSV26 Corollary 5.15", "")
    assert given.own_attack is None
    for each in given.at_e:
        assert each.delta is not None
        assert each.exact == each.delta.value


def test_pure_mechanisms_leave_the_delta_of_their_slots_unused() -> None:
    """Under a function that is not consistent, so that only what holds of purely private ones covers them."""
    given = advice(
        "parallel", mechanism(E="3/2", count="unbounded"), slots=[{"E": "3/2", "delta": "1/2"}], at_E=["3/2"]
    )
    assert rested_on(given) == ("HSV26 Corollary 5.5", "")
    assert given.at_e[0].delta is not None
    assert given.at_e[0].delta.value == 0
