"""Sweeps: each row is the audit of its point, whoever finds it, and what was stopped is gone on with."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import concomp
from tests.tools.sweeps.family import releases

EXAMPLES = Path(__file__).parents[3] / "examples"
COUNTER: dict[str, Any] = {
    "type": "cm",
    "kernel": {"law": "running_counter", "ratio": "1/2", "clamp": [0, 3]},
    "horizon": 2,
    "verification": {"kind": "event level"},
}
GRID: dict[str, Any] = {"ratio": ["1/2", "2/3"], "horizon": [1, 3], "clamp": [(0, 1), "2:4"]}


def test_every_point_has_its_row_and_each_is_the_audit_of_its_point() -> None:
    found = concomp.sweep(COUNTER, GRID, e_eps=["3/2"], delta="1/100")
    expected = []
    for ratio, horizon, clamp in product(["1/2", "2/3"], [1, 3], [[0, 1], [2, 4]]):
        kernel = {**COUNTER["kernel"], "ratio": ratio, "clamp": clamp}
        audited = concomp.audit({**COUNTER, "kernel": kernel, "horizon": horizon})
        least = audited.epsilon(delta="1/100").e_eps
        assert least is not None
        point = {"ratio": ratio, "horizon": str(horizon), "clamp": f"{clamp[0]}:{clamp[1]}"}
        expected.append((point, str(audited.delta(e_eps="3/2").value), str(least.high)))
    rows = [(row["point"], row["results"][0]["delta"], (row["least"] or {})["e_eps"]) for row in found.rows]
    assert rows == expected


class Losing(ThreadPoolExecutor):
    """An executor that loses every other task, as one does whose worker is killed; `losses` times."""

    def __init__(self, losses: int) -> None:
        super().__init__(1)
        self.losses = losses

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        if self.losses:
            self.losses -= 1
            lost: Future[Any] = Future()
            lost.set_exception(RuntimeError("the worker was killed"))
            return lost
        return super().submit(work, *arguments, **named)


@pytest.mark.parametrize("executor", [Losing(0), Losing(5)], ids=["whole", "losing"])
def test_an_executor_brings_the_same_table(executor: Executor) -> None:
    with executor:
        found = concomp.sweep(releases, {"ratio": ["1/3", "1/2"], "rounds": [1, 2]}, e_eps=[2], executor=executor)
    assert found == concomp.sweep(releases, {"ratio": ["1/3", "1/2"], "rounds": [1, 2]}, e_eps=[2])
    assert str(found).splitlines() == [
        "ratio  rounds  delta at E = 2",
        "1/3    1       1/4 (0.25)",
        "1/3    2       7/16 (0.4375)",
        "1/2    1       0",
        "1/2    2       2/9 (~0.222222)",
    ]


def test_a_stopped_sweep_goes_on_from_its_rows(tmp_path: Path) -> None:
    keep, grid = tmp_path / "rows", {"ratio": ["1/3", "1/2", "2/3"]}
    with (
        Losing(100) as executor,
        pytest.raises(concomp.SweepStopped, match=r"0 of 3 rows are found .*worker was killed"),
    ):
        concomp.sweep(releases, grid, e_eps=[2], executor=executor, keep=keep)
    whole = concomp.sweep(releases, grid, e_eps=[2], keep=keep)
    lines = keep.read_text().splitlines(keepends=True)
    assert len(lines) == 3
    told = json.loads(lines[0])
    told["row"]["results"][0]["delta"] = "1/7"
    keep.write_text(json.dumps(told) + "\n" + lines[1] + lines[2][:20])
    again = concomp.sweep(releases, grid, e_eps=[2], keep=keep)
    assert again.rows[0]["results"][0]["delta"] == "1/7", "a row that is kept is found again"
    assert again.rows[1:] == whole.rows[1:]
    assert concomp.sweep(releases, grid, e_eps=[3], keep=keep).rows[0]["results"][0]["e_eps"] == "3"
    for written, said in ((b"nonsense\n", "nonsense"), (b"\xff\xfe\n", "\ufffd\ufffd")):
        keep.write_bytes(written)
        with pytest.raises(concomp.FormatError, match=f'line 1: "{said}": remove it, and its row is found again'):
            concomp.sweep(releases, grid, e_eps=[2], keep=keep)


ROW: dict[str, Any] = {
    "point": {"horizon": "2"},
    "results": [{"e_eps": "3/2", "delta": "1/4"}],
    "least": {"delta": "1/100", "e_eps": "3"},
    "failure": None,
}
DAMAGED: list[tuple[Any, str]] = [
    (None, "row: null"),
    ({**ROW, "results": []}, "row: no answer to what is asked at horizon=2"),
    ({**ROW, "results": [{"e_eps": "3/2", "delta": "x"}]}, 'row.results[0].delta: "x"'),
    ({**ROW, "results": [{"e_eps": "3/2", "delta": 0.5}]}, "row.results[0].delta: 0.5"),
    ({**ROW, "results": [{"e_eps": "3/2", "delta": "1/0"}]}, 'row.results[0].delta: "1/0"'),
    ({**ROW, "results": [{"e_eps": "3/2", "delta": "5"}]}, "row: no answer to what is asked at horizon=2"),
    ({**ROW, "results": [{"e_eps": "2", "delta": "1/4"}]}, "row: no answer to what is asked at horizon=2"),
    ({**ROW, "point": {}}, "row: no answer to what is asked at horizon=2"),
    ({**ROW, "point": {"horizon": 2}}, "row.point.horizon: 2"),
    ({**ROW, "least": None}, "row: no answer to what is asked at horizon=2"),
    ({**ROW, "least": {"delta": "1/100", "e_eps": "1/2"}}, "row: no answer to what is asked at horizon=2"),
    ({**ROW, "failure": "too large"}, "row: no answer to what is asked at horizon=2"),
    ({"point": {"horizon": "2"}}, "row.results: an object of 1 fields"),
    ({**ROW, "more": 1}, "row.more: 1"),
]


@pytest.mark.parametrize(("row", "said"), DAMAGED)
def test_a_row_that_is_damaged_is_named_and_not_believed(tmp_path: Path, row: Any, said: str) -> None:
    keep, asked = tmp_path / "rows", {"e_eps": ["3/2"], "delta": "1/100"}
    concomp.sweep(COUNTER, {"horizon": [2]}, keep=keep, **asked)
    about = json.loads(keep.read_text())["about"]
    keep.write_text(json.dumps({"about": about, "row": row}) + "\n")
    with pytest.raises(concomp.FormatError) as raised:
        concomp.sweep(COUNTER, {"horizon": [2]}, keep=keep, **asked)
    assert str(raised.value) == f"{keep}, line 1: {said}: remove it, and its row is found again"


def test_rows_as_they_are_written_are_no_damage(tmp_path: Path) -> None:
    keep, release = tmp_path / "rows", {"law": "two_sided_geometric", "ratio": f"1/{48 * '3'}"}
    mechanism = {**COUNTER, "kernel": release, "verification": {"kind": "any"}}
    found = concomp.sweep(mechanism, {"horizon": [1, 150]}, e_eps=[2], delta="1/10", keep=keep)
    assert len(found.rows[1]["results"][0]["delta"]) > 10_000, "longer than Python converts at once"
    assert concomp.sweep(mechanism, {"horizon": [1, 150]}, e_eps=[2], delta="1/10", keep=keep) == found
    assert str(found).splitlines()[2] == "150      ~1              ~2.43251E+7128"


@pytest.mark.parametrize("written", [b"[" * 100_000 + b"\n", b'{"about": "a"}\n', b"[]\n"])
def test_a_line_that_is_no_row_is_named(tmp_path: Path, written: bytes) -> None:
    keep = tmp_path / "rows"
    keep.write_bytes(written)
    with pytest.raises(concomp.FormatError, match=r"line 1: .*: remove it, and its row is found again"):
        concomp.sweep(COUNTER, {"horizon": [2]}, e_eps=[2], keep=keep)


def test_another_file_is_not_written_over(tmp_path: Path) -> None:
    """A file of one line without an end is no row that was being written."""
    keep = tmp_path / "mechanism.json"
    keep.write_text(json.dumps(COUNTER), encoding="utf-8")
    with pytest.raises(concomp.FormatError, match="no such line was being written: name another file"):
        concomp.sweep(COUNTER, {"horizon": [2]}, e_eps=[2], keep=keep)
    assert json.loads(keep.read_text(encoding="utf-8")) == COUNTER


def test_a_file_of_rows_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keep = tmp_path / "rows"
    keep.write_bytes(b"x" * 101)
    monkeypatch.setattr("concomp.model.files.lines.BYTES", 100)
    with pytest.raises(concomp.FormatError, match="rows: 101 bytes: give a file of at most 100 bytes"):
        concomp.sweep(COUNTER, {"horizon": [2]}, e_eps=[2], keep=keep)


WRONG: list[tuple[Any, Any, type[Exception], str]] = [
    (releases, {}, concomp.ParameterError, "grid is {}: give at least one name with its values"),
    (releases, {"ratio": []}, concomp.ParameterError, r"grid\['ratio'\] is \[\]: give a list of at least one value"),
    (releases, {"ratio": 2}, concomp.ParameterError, r"grid\['ratio'\] is 2: give a list of at least one value"),
    (releases, {3: [2]}, concomp.ParameterError, "grid is 3: write names as text"),
    (releases, 3, concomp.ParameterError, "grid is 3: give at least one name with its values"),
    (releases, {"ratio": [0.5]}, concomp.ParameterError, r"grid\['ratio'\] is 0.5: a float has been rounded already"),
    (releases, {"ratio": ["1/2", "0.5"]}, concomp.ParameterError, r"grid\['ratio'\] is '0.5': it stands twice"),
    (releases, {"clamp": ["1:x"]}, concomp.ParameterError, r"grid\['clamp'\] is '1:x': write"),
    (releases, {"ratio": [1]}, concomp.NoMechanism, "ratio=1: ratio is 1: write a ratio strictly between 0 and 1"),
    (
        releases,
        {"rounds": list(range(100_001))},
        concomp.ParameterError,
        "grid is '100001 points': give at most 100000",
    ),
    (COUNTER, {"leaves": [2]}, concomp.NoMechanism, r'leaves=2: kernel\["leaves"\]: 2: there is no such field'),
    (COUNTER, {"clamp": [(2, 1)]}, concomp.NoMechanism, r"clamp=2:1: .* the ends are reversed"),
    (releases, {"size": [1]}, concomp.NoMechanism, "size=1: TypeError: .* the names of the grid are its arguments"),
    (
        releases,
        {"ratio": ["1/2"], "clamp": [1]},
        concomp.NoMechanism,
        "clamp is 1: write two integers",
    ),
    (lambda size: 1 / (size - 1), {"size": [1]}, concomp.NoMechanism, "ZeroDivisionError: .* correct the function"),
    (3, {"ratio": ["1/2"]}, concomp.MechanismError, "the mechanism is int: give a function that returns a game"),
]


@pytest.mark.parametrize(("mechanism", "grid", "error", "message"), WRONG)
def test_what_is_wrong_is_told_and_nothing_is_left_out(
    mechanism: Any, grid: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        concomp.sweep(mechanism, grid, e_eps=[2])


def test_something_must_be_asked() -> None:
    with pytest.raises(concomp.ParameterError, match="say at which E, or for which delta"):
        concomp.sweep(releases, {"ratio": ["1/2"]})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"e_eps": 2}, "e_eps is 2: give a list of them"),
        ({"e_eps": "2"}, "e_eps is '2': give a list of them"),
        ({"e_eps": [2], "executor": 3}, "executor is 3: give one of the kind of concurrent.futures, or leave it out"),
        ({"e_eps": [2], "keep": 3}, "keep is 3: give the path of a file"),
    ],
)
def test_what_is_asked_and_who_works_are_demanded_too(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(concomp.ParameterError, match=message):
        concomp.sweep(COUNTER, {"horizon": [1]}, **arguments)


def test_what_takes_too_much_is_said_in_its_row_and_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keep = tmp_path / "rows"
    monkeypatch.setattr("concomp.sweeps.rows.STEPS", 2000)
    found = concomp.sweep(releases, {"rounds": [1, 500], "ratio": ["1/2"]}, e_eps=[1], keep=keep)
    assert len(keep.read_text().splitlines()) == 1
    assert [row["failure"] is None for row in found.rows] == [True, False]
    assert str(found).endswith("too large")


@pytest.mark.full
@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="pip install concomp[dask] brings Dask")
def test_on_dask_a_killed_worker_changes_nothing(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    example = importlib.import_module("sweep_on_dask")
    monkeypatch.setitem(example.GRID, "leaves", [1, 2, 7])
    killed: list[int] = []
    kill = os.kill
    monkeypatch.setattr(os, "kill", lambda pid, number: (killed.append(pid), kill(pid, number)))
    example.main(tmp_path / "rows", after=20)
    assert len(killed) == 1
    assert len((tmp_path / "rows").read_text().splitlines()) == 120
    assert capsys.readouterr().out == f"{concomp.sweep(example.TREE, example.GRID, e_eps=[2])}\n"
    sys.modules.pop("sweep_on_dask")
