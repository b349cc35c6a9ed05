"""What two entries of a map have in common is proved of two arbitrary indices."""

from __future__ import annotations

from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.properties.properties import ask, compare
from concomp.obligations.verify.proving.proofs import paired_obligations
from tests.model.language.monitors import EventLevel
from tests.obligations.verify import keyed as k
from tests.obligations.verify.settling import verify

FIRST_PAIR = "first-pair consistent"


def test_a_global_budget_limits_what_any_two_keys_spend() -> None:
    report = verify(k.GlobalBudget(), ["included"], within=k.TwoKeyBudget())
    assert report["included"].verdict == "proved"
    assert any("two indices" in line for line in report["included"].tried)
    assert report["included"].scope == "all lengths, all total"


def test_budgets_of_two_keys_are_no_global_one_and_none_that_is_smaller() -> None:
    converse = verify(k.TwoKeyBudget(), ["included"], within=k.GlobalBudget())
    tighter = verify(k.GlobalBudget(), ["included"], within=k.TightTwoKeyBudget())
    assert (converse["included"].verdict, tighter["included"].verdict) == ("refuted", "refuted")


def test_that_one_key_is_marked_at_most_is_about_two_keys() -> None:
    assert verify(k.TwoMarks(), [FIRST_PAIR])[FIRST_PAIR].verdict == "proved"
    found = verify(k.ManyMarks(), [FIRST_PAIR])[FIRST_PAIR]
    assert (found.verdict, found.length) == ("refuted", 3)


def test_where_an_index_is_given_or_no_map_is_kept_there_are_no_pairs() -> None:
    system = lower(compare("included", k.GlobalBudget().definition, k.TwoKeyBudget().definition).system).system
    [obligation] = paired_obligations(system)
    assert {each.name for each in obligation.system.parameters} >= {"the index", "the other index"}
    assert paired_obligations(system, tuple(each.symbol for each in system.parameters)) == []
    assert paired_obligations(lower(ask("prefix closed", EventLevel().definition).system).system) == []
