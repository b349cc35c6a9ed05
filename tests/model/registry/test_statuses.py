"""Statuses are computed: each rule, the order, and the roll-up along dependencies."""

from collections.abc import Callable, Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concomp.model.registry.evidence import Evidence
from concomp.model.registry.registry import Registry, UnknownLabel, assemble, load
from concomp.model.registry.statuses import (
    STRENGTH,
    Condition,
    Status,
    StatusKind,
    rests_on,
    status_of,
    statuses,
    statuses_below,
)
from tests.model.registry.rows import evidence, refuted_and_repaired, statement

ROW = statement("Lemma 1.1")


def current(_: Evidence) -> Condition:
    return "current"


def only(one: Evidence) -> Callable[[Evidence], Condition]:
    return lambda each: "current" if each is one else "stale"


def of_row(evidences: Sequence[Evidence], condition: Callable[[Evidence], Condition] = current) -> Status:
    return status_of(ROW, evidences, condition, encoded=True, checked=bool(evidences))


def of_all(registry: Registry, *evidences: Evidence, encoded: Collection[str] = ()) -> dict[str, Status]:
    return statuses(registry, evidences, current, encoded=encoded, checked=())


def test_the_order_is_the_documented_one() -> None:
    order = sorted(STRENGTH, key=lambda kind: STRENGTH[kind])
    assert [kind for kind in order if kind != "repaired"] == [
        "refuted", "vacuous", "failed", "missing", "stale", "not encoded", "stated", "assumed", "sampled", "tested",
        "exact", "proved to n", "proved",
    ]  # fmt: skip
    assert STRENGTH["repaired"] == STRENGTH["refuted"]


@pytest.mark.parametrize(
    ("evidences", "status"),
    [
        ([], "stated"),
        ([evidence(ROW, "proved")], "proved (all of them)"),
        ([evidence(ROW, "proved to n")], "proved to 12 (all of them)"),
        ([evidence(ROW, "exact")], "exact (all of them; 4 cases)"),
        ([evidence(ROW, "exact", size=1)], "exact (all of them; 1 case)"),
        ([evidence(ROW, "tested", size=100)], "tested (all of them; 100 cases)"),
        ([evidence(ROW, "sampled")], "sampled (all of them)"),
        ([evidence(ROW, "assumed", witness=None)], "assumed (a textbook)"),
        ([evidence(ROW, "refuted", witness=None)], "refuted (all of them)"),
        ([evidence(ROW, "proved", witness=None)], "vacuous (all of them)"),
        ([evidence(ROW, "tested"), evidence(ROW, "proved")], "proved (all of them)"),
        ([evidence(ROW, "proved"), evidence(ROW, "refuted")], "refuted (all of them)"),
        ([evidence(ROW, "proved"), evidence(ROW, "tested", witness=None)], "vacuous (all of them)"),
        ([evidence(ROW, "exact", witness=None), evidence(ROW, "refuted")], "refuted (all of them)"),
        ([evidence(ROW, "proved", part="for pure DP")], "stated (proved for pure DP)"),
        (
            [evidence(ROW, "exact"), evidence(ROW, "proved", part="for pure DP")],
            "exact (proved for pure DP; otherwise all of them; 4 cases)",
        ),
        ([evidence(ROW, "proved"), evidence(ROW, "exact", part="for pure DP")], "proved (all of them)"),
        ([evidence(ROW, "proved"), evidence(ROW, "refuted", part="for pure DP")], "refuted (all of them)"),
    ],
)
def test_the_status_of(evidences: Sequence[Evidence], status: str) -> None:
    assert str(of_row(evidences)) == status


def test_without_evidence_and_code_the_reason_is_shown() -> None:
    prose = statement("Lemma 1.1", not_encoded="prose")
    assert str(status_of(ROW, [], current, encoded=False, checked=False)) == "not encoded (not yet)"
    assert str(status_of(prose, [], current, encoded=False, checked=False)) == "not encoded (prose)"


@pytest.mark.parametrize("encoded", [False, True])
def test_a_check_without_its_evidence_is_missing_it(encoded: bool) -> None:
    assert str(status_of(ROW, [], current, encoded=encoded, checked=True)) == "missing"


def test_stale_evidence_counts_only_beside_fresh() -> None:
    old, new = evidence(ROW, "proved"), evidence(ROW, "tested")
    assert str(of_row([old], only(new))) == "stale"
    assert of_row([old, new], only(new)).kind == "tested"
    refuted = evidence(ROW, "refuted")
    assert of_row([refuted, new], only(new)).kind == "tested"


def test_evidence_that_was_not_confirmed_has_failed() -> None:
    old, failed, new = (evidence(ROW, verdict) for verdict in ("proved", "exact", "tested"))
    conditions: dict[int, Condition] = {id(old): "stale", id(failed): "failed", id(new): "current"}
    assert str(of_row([old, failed], lambda each: conditions[id(each)])) == "failed"
    assert of_row([old, failed, new], lambda each: conditions[id(each)]).kind == "tested"


verdicts = st.sampled_from(["proved", "proved to n", "exact", "tested", "sampled", "assumed"])


@given(st.lists(verdicts, min_size=1, max_size=4))
def test_more_evidence_never_weakens_unless_it_spoils(chosen: list[str]) -> None:
    evidences = [evidence(ROW, verdict) for verdict in chosen]
    strengths = [of_row(evidences[: n + 1]).strength for n in range(len(evidences))]
    assert strengths == sorted(strengths)
    assert strengths[-1] == max(of_row([one]).strength for one in evidences)


def test_a_refuted_statement_is_repaired_when_its_repair_holds() -> None:
    registry = refuted_and_repaired()
    false, repair = (registry.statements[f"HSV26 Lemma 1.1{suffix}"] for suffix in ("", " (repaired)"))
    refuted = evidence(false, "refuted")
    for verdict, kind in [
        ("assumed", "refuted"),
        ("sampled", "refuted"),
        ("tested", "repaired"),
        ("proved", "repaired"),
    ]:
        computed = of_all(registry, refuted, evidence(repair, verdict))
        assert computed[false.key].kind == kind
        assert computed[repair.key].kind == verdict
    assert str(computed[false.key]) == "repaired (refuted as printed)"
    assert of_all(registry, refuted)[false.key].kind == "refuted"


def test_a_repair_alone_does_not_refute() -> None:
    registry = refuted_and_repaired()
    repair = registry.statements["HSV26 Lemma 1.1 (repaired)"]
    assert (
        of_all(registry, evidence(repair, "proved"), encoded=("HSV26 Lemma 1.1",))["HSV26 Lemma 1.1"].kind == "stated"
    )


def test_evidence_about_an_unknown_statement_is_an_error() -> None:
    with pytest.raises(UnknownLabel, match=r"HSV26 Lemma 9\.9"):
        of_all(refuted_and_repaired(), evidence(statement("Lemma 9.9"), "proved"))


def test_who_depends_on_the_print_rests_on_refuted_and_who_names_the_repair_on_the_repair() -> None:
    registry = refuted_and_repaired()
    own = {
        "HSV26 Lemma 1.1": Status("repaired", "refuted as printed"),
        "HSV26 Lemma 1.1 (repaired)": Status("exact", "small ones"),
        "HSV26 Lemma 1.2": Status("proved"),
        "HSV26 Lemma 1.3": Status("proved"),
    }
    rest = rests_on(registry, own)
    assert rest["HSV26 Lemma 1.1"] is None
    assert rest["HSV26 Lemma 1.2"] == Status("refuted", "HSV26 Lemma 1.1 as printed")
    assert rest["HSV26 Lemma 1.3"] == Status("exact", "small ones")


def test_naming_both_the_print_and_the_repair_rests_on_the_repair() -> None:
    small = refuted_and_repaired()
    both = statement("Lemma 1.4", "Lemma 1.1", "Lemma 1.1 (repaired)")
    registry = assemble([*small.statements.values(), both], small.errata.values())
    own = dict.fromkeys(registry.statements, Status("proved")) | {"HSV26 Lemma 1.1": Status("repaired")}
    assert rests_on(registry, own)[both.key] == Status("proved")


@pytest.mark.parametrize("kind", ["discussion", "table", "footnote", "remark"])
def test_commentary_has_no_weight_but_is_looked_through(kind: str) -> None:
    registry = assemble(
        [
            statement("Lemma 1.1"),
            statement("Lemma 1.2", "Lemma 1.1", kind=kind),
            statement("Lemma 1.3", "Lemma 1.2"),
            statement("Lemma 1.4", kind=kind),
            statement("Lemma 1.5", "Lemma 1.4"),
        ],
        [],
    )
    own = dict.fromkeys(registry.statements, Status("proved"))
    own |= {
        "HSV26 Lemma 1.1": Status("tested"),
        "HSV26 Lemma 1.2": Status("stated"),
        "HSV26 Lemma 1.4": Status("stated"),
    }
    rest = rests_on(registry, own)
    assert rest["HSV26 Lemma 1.3"] == Status("tested")
    assert rest["HSV26 Lemma 1.5"] is None


kinds: list[StatusKind] = [kind for kind in STRENGTH if kind != "repaired"]


@given(st.data())
def test_the_roll_up_is_the_weakest_of_all_that_is_reachable(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 7))
    rows = [
        statement(f"Lemma 1.{n}", *(f"Lemma 1.{m}" for m in range(n) if data.draw(st.booleans()))) for n in range(size)
    ]
    registry = assemble(rows, [])
    own = {row.key: Status(data.draw(st.sampled_from(kinds))) for row in rows}
    for key, status in rests_on(registry, own).items():
        reachable = [own[target].strength for target in registry.dependencies(key)]
        assert (None if status is None else status.strength) == min(reachable, default=None)


def test_the_registry_that_ships_rolls_up() -> None:
    registry = load()
    own = {
        key: Status("repaired") if registry.truth(key) == "false" and registry.repair_of(key) else Status("exact")
        for key in registry.statements
    }
    rest = rests_on(registry, own)
    assert set(rest) == set(registry.statements)
    assert rest["HSV26 Corollary 5.5"] == Status("exact")  # proved from the repairs
    assert rest["HSV26 Theorem 12.4"] == Status("exact")
    assert rest["HSV26 Theorem 1.5"] == Status("refuted", "HSV26 Theorem 5.4 as printed")
    assert rest["HSV26 Definition 2.1"] is None


def test_what_is_below_a_statement_is_every_kind_with_the_nearest_example_the_weakest_first() -> None:
    registry = assemble(
        [
            statement("Lemma 1.1"),
            statement("Lemma 1.2", "Lemma 1.1"),
            statement("Lemma 1.3"),
            statement("Remark 1.4", "Lemma 1.2", kind="remark"),
            statement("Lemma 1.5", "Remark 1.4", "Lemma 1.3"),
        ],
        [],
    )
    own = {
        "HSV26 Lemma 1.1": Status("assumed", "a book"),
        "HSV26 Lemma 1.2": Status("exact", "far"),
        "HSV26 Lemma 1.3": Status("exact", "near"),
        "HSV26 Remark 1.4": Status("stated"),
        "HSV26 Lemma 1.5": Status("proved"),
    }
    assert list(statuses_below(registry, own, "HSV26 Lemma 1.5").items()) == [
        ("assumed", ("HSV26 Lemma 1.1", Status("assumed", "a book"))),
        ("exact", ("HSV26 Lemma 1.3", Status("exact", "near"))),
    ]
    assert statuses_below(registry, own, "HSV26 Lemma 1.1") == {}


def test_the_weakest_below_is_what_a_statement_rests_on() -> None:
    registry = refuted_and_repaired()
    own = dict.fromkeys(registry.statements, Status("exact")) | {"HSV26 Lemma 1.1": Status("repaired")}
    for key, weakest in rests_on(registry, own).items():
        below = list(statuses_below(registry, own, key).values())
        assert (below[0][1].strength if below else None) == (None if weakest is None else weakest.strength)
