"""What statements say about mechanism files: labels kept, bounds beside the exact δ, printed statements broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from concomp.about.file import about_file
from concomp.about.mechanisms.bounds import TOO_LARGE
from concomp.about.spoken import About, Met, Spoken
from concomp.advisor.guarantees.attack import Own
from concomp.cli import main
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.registry.registry import load
from concomp.obligations.solvers.worker import Worker
from tests.tools.about.mechanisms import EXAMPLES, about_example, changed, too_little

PRINTED, REPAIRED = "HSV26 Theorem 5.4", "HSV26 Theorem 5.4 (repaired)"


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A process of solvers."""
    with Worker() as solvers:
        yield solvers


def _of(about: About, statement: str, case: str = "") -> Spoken:
    [found] = [each for each in about.spoken if each.statement == statement and each.case == case]
    return found


def _violated(spoken: Spoken) -> list[Met]:
    return [each for each in spoken.hypotheses if each.how == "violated"]


def test_what_is_printed_is_broken_by_what_is_lost_exactly(worker: Worker) -> None:
    about = about_example("uneven_streams", worker)
    broken = _of(about, PRINTED)
    assert (about.kind, broken.verdict) == ("parallel composition", "counterexample")
    assert "its exact δ at E = 1 is 797/6080" in broken.words
    assert "152939/1216000" in broken.words
    assert _of(about, REPAIRED, "twice delta").verdict == "opened"
    [uneven] = _violated(_of(about, REPAIRED, "both ways round"))
    assert uneven.trace == ("1  0 / 0", "2  0 / 1")


def test_what_is_not_broken_is_only_not_to_be_relied_on(tmp_path: Path, worker: Worker) -> None:
    def with_larger_labels(contents: dict[str, Any]) -> None:
        contents.update(labels=[["10/9", "1/10"]] * 3, params=[["10/9", "1/10"]] * 2)

    about = about_file(str(changed("uneven_streams", tmp_path, with_larger_labels)), load(), worker)
    assert _of(about, PRINTED).verdict == "false as printed"


def test_a_label_that_is_exceeded_is_shown_with_the_exact_delta_and_who_reaches_it(
    tmp_path: Path, worker: Worker
) -> None:
    def with_a_smaller_label(contents: dict[str, Any]) -> None:
        contents["labels"][1] = ["10/9", "1/50"]

    about = about_file(str(changed("uneven_streams", tmp_path, with_a_smaller_label)), load(), worker)
    assert {each.verdict for each in about.spoken} == {"not opened"}
    private = next(each for each in _violated(about.spoken[0]) if "loss stated" in each.hypothesis)
    assert private.reason == (
        "component 2: the exact δ at E = 10/9 (~1.11111) is 1/40 (0.025), above 1/50 (0.02), the label's"
    )
    assert private.trace[0] == 'send ("0", "0")'


def test_a_filter_keeps_its_budget_and_its_bound_is_reached(worker: Worker) -> None:
    about = about_example("filter", worker)
    found = _of(about, "HSV26 Theorem 12.4")
    assert (found.verdict, too_little(about)) == ("opened", [])
    assert "E = 6: δ = 1/4 (0.25) is guaranteed, 1/4 (0.25) is exact" in found.words
    assert any(
        each.reason == "its rule keeps products of E within 6, sums of δ within 1/4" for each in found.hypotheses
    )
    assert "δ = 7/10 (0.7) is guaranteed, 3/5 (0.6) is exact" in _of(about, "HSV26 Theorem 4.12").words


def test_a_concurrent_composition_has_the_losses_that_the_audit_finds(worker: Worker) -> None:
    found = _of(about_example("two_continual", worker), "HSV26 Theorem 4.10 (repaired)")
    assert found.verdict == "opened"
    assert any(
        each.reason == "component 1: δ = 0 at E = 2; component 2: δ = 0 at E = 3/2 (1.5)" for each in found.hypotheses
    )


def test_slots_are_not_enough_where_what_shows_elsewhere_is_lost_too(worker: Worker) -> None:
    about = about_example("attack_3", worker)
    found = _of(about, "HSV26 Theorem 5.2 (repaired)")
    assert (found.verdict, "37/64" in found.words) == ("opened", True)
    alone = about_example("attack_1", worker)
    assert "HSV26 Theorem 5.2 (repaired)" not in {each.statement for each in alone.spoken}


def test_a_continual_mechanism_says_what_it_could_take_part_in(worker: Worker) -> None:
    about = about_example("histogram_twin", worker)
    assert _of(about, "HSV26 Lemma 4.7").verdict == "opened"
    [consistent] = _violated(_of(about, "HSV26 Theorem 5.14"))
    assert (consistent.hypothesis, consistent.trace) == ("first-pair consistent", ("1  0 / 0", "2  0 / 1"))


def test_a_mechanism_that_answers_once_is_a_response(worker: Worker) -> None:
    about = about_example("rr", worker)
    assert {each.statement for each in about.spoken} == {"Lyu22 Theorem 3 (repaired)", "HSV26 Theorem 2.5"}
    assert "E = 1: δ = 11/20 (0.55) is guaranteed, 11/20 (0.55) is exact" in about.spoken[0].words
    assert [each.statement for each in about_example("hidden_state", worker).spoken] == ["Lyu22 Theorem 3 (repaired)"]


def test_what_is_too_large_is_said(tmp_path: Path, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Own, "delta", lambda own, e_eps: None)
    about = about_example("filter", worker)
    found = _of(about, "HSV26 Theorem 12.4")
    assert found.words.endswith(TOO_LARGE)
    declared = next(each for each in found.hypotheses if each.how == "declared")
    assert declared.reason == "too large for an exact answer: component 1, component 2, component 3"


def test_a_loss_out_of_reach_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(own: Own) -> None:
        raise TooLarge("an exact answer takes more than 1000000 steps")

    monkeypatch.setattr(Own, "audit", property(refuse))
    ran = CliRunner().invoke(main, ["explain", "--about", str(EXAMPLES / "two_continual.json")])
    assert (ran.exit_code, ran.stderr.count("\n")) == (3, 1)
    assert "two_continual.json: an exact answer takes more" in ran.stderr


def test_without_slots_nothing_is_said(tmp_path: Path) -> None:
    file = changed("attack_1", tmp_path, lambda contents: contents.update(params=[]))
    ran = CliRunner().invoke(main, ["explain", "--about", str(file)])
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    assert "attack_1.json: params: []: give a slot at least" in ran.stderr


def test_many_messages_are_not_listed_in_sequences(tmp_path: Path, worker: Worker) -> None:
    kernel = {"law": "two_sided_geometric", "ratio": "1/2", "values": [0, 150]}
    file = tmp_path / "wide.json"
    contents = {"type": "cm", "kernel": kernel, "horizon": 2, "verification": {"kind": "any"}}
    file.write_text(json.dumps(contents), encoding="utf-8")
    found = _of(about_file(str(file), load(), worker), "HSV26 Theorem 5.14")
    assert {each.how for each in found.hypotheses} == {"holds", "remains", "undecided"}


def test_bad_files_are_one_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    for contents in ("", "[]", '{"type": "machine"}', json.dumps({"type": "confounding"})):
        file.write_text(contents, encoding="utf-8")
        ran = CliRunner().invoke(main, ["explain", "--about", str(file)])
        assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
        assert "bad.json: " in ran.stderr


@pytest.mark.full
@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_nothing_that_is_guaranteed_of_an_example_is_below_what_is_lost(file: Path, worker: Worker) -> None:
    assert too_little(about_example(file.stem, worker)) == []
