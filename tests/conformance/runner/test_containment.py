"""A target that misbehaves is named for what it did, is started again, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from concomp.conformance.runner import playing
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.judgement import Judgement, judge
from concomp.conformance.runner.memory import resident
from concomp.conformance.runner.misbehaviour import KINDS, CannotStart
from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.running import run
from concomp.conformance.vectors.vector import Vector
from tests.conformance.runner.misbehaving import WAYS

SCRIPT = Path(__file__).with_name("misbehaving.py")
LIMITS = Limits(seconds=4.0, memory=300 << 20, line=1 << 20, output=4 << 20)
QUICK = (
    *("segmentation fault", "leave a child in a session of its own", "one endless line"),
    *("no JSON", "twice"),
)
TIDY = """\
import atexit, json, sys, time
from pathlib import Path
atexit.register(lambda: [time.sleep(0.2), Path(sys.argv[1]).write_text("tidied")])
for line in sys.stdin:
    message = json.loads(line)
    me = {"name": "tidy", "version": "1", "language": "Python", "claims": []}
    print(json.dumps({"seq": message["seq"], "ok": me if message["cmd"] == "start" else {}}), flush=True)
    if message["cmd"] == "stop":
        break
"""
PURE = {"claim": "filter", "measure": "pure"}


def vector(name: str, data: str) -> Vector:
    opening = {"cmd": "open", "kind": "filter", "measure": "pure", "budget": {"e_eps": "2"}, "data": data}
    steps = [{"send": opening, "expect": {"is": "granted"}}]
    fields = {"family": "robustness", "statements": ["Haney23 Definition 2.7"], "claims": [PURE], "why": "it is one"}
    return Vector.model_validate({"id": name, "steps": steps, **fields})


def adapter(way: str) -> list[str]:
    return [sys.executable, "-S", str(SCRIPT), way]


@pytest.mark.parametrize("way", QUICK)
def test_misbehaviour_is_named_and_the_run_goes_on(way: str) -> None:
    demand_contained(way)


@pytest.mark.full
@pytest.mark.parametrize("way", [way for way in WAYS if way not in QUICK])
def test_all_misbehaviour_is_named_and_the_run_goes_on(way: str) -> None:
    demand_contained(way)


def demand_contained(way: str) -> None:
    vectors = [vector("a", "0"), vector("b", "misbehave"), vector("c", "0")]
    mark = f"{os.getpid()} {way}"
    before, bad, after = run([*adapter(way), mark], vectors, LIMITS).outcomes
    assert (before.verdict, after.verdict) == ("passed", "passed")
    assert (bad.verdict, bad.cost) == (WAYS[way][0], "robustness")
    assert left_by(mark) == []


def left_by(mark: str) -> list[str]:
    """The processes whose command has this mark in it, which every child of a misbehaving adapter has."""
    listed = subprocess.run(["ps", "-Awwo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if mark in line and " ps " not in line]


def test_what_does_not_start_again_fails_what_is_left(tmp_path: Path) -> None:
    once = tmp_path / "once"
    command = ["sh", "-c", 'mkdir "$1" && shift && exec "$@"', "sh", str(once), *adapter("segmentation fault")]
    found = run(command, [vector("a", "0"), vector("b", "misbehave"), vector("c", "0")], LIMITS, jobs=2)
    assert [each.verdict for each in found.outcomes] == ["passed", "crashed", "exited"]
    assert found.outcomes[2].reported.startswith("it does not start again: exited: with status 1; mkdir: ")


def test_a_target_that_is_told_to_stop_may_end_by_itself(tmp_path: Path) -> None:
    script, left = tmp_path / "tidy.py", tmp_path / "left"
    script.write_text(TIDY, encoding="utf-8")
    run([sys.executable, "-S", str(script), str(left)], [vector("a", "0")])
    assert left.read_text("utf-8") == "tidied"


def test_every_kind_of_misbehaviour_is_shown() -> None:
    assert {kind for kind, _ in WAYS.values()} == set(KINDS)
    assert len(WAYS) >= 20


def test_the_last_of_standard_error_is_told() -> None:
    [outcome] = run(adapter("complain"), [vector("b", "misbehave")], LIMITS).outcomes
    assert outcome.reported == "with status 3"
    assert outcome.errors.splitlines()[-1] == "the last complaint"


def test_what_cannot_be_judged_costs_its_vector_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list[object]()

    def fails_once(*arguments: Any) -> Judgement:
        judged.append(arguments)
        if len(judged) == 2:
            raise KeyError("a field\nof two lines")
        return judge(*arguments)

    monkeypatch.setattr(playing, "judge", fails_once)
    before, bad, after = run(adapter("hang"), [vector(name, "0") for name in "abc"], LIMITS).outcomes
    assert (before.verdict, after.verdict) == ("passed", "passed")
    assert (bad.verdict, bad.cost) == ("failed", "robustness")
    assert bad.reported == "no judgement: KeyError: 'a field\\nof two lines'"


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["no-such-program-anywhere"], "No such file or directory"),
        (["true"], "exited: with status 0"),
        (["echo", "hello"], 'garbage: no JSON: "hello"'),
        (["echo", '{"seq": 1, "refused": "protocol 2 only"}'], "it answers start by refused: protocol 2 only"),
    ],
)
def test_what_does_not_start_is_told_on_one_line(command: list[str], text: str) -> None:
    with pytest.raises(CannotStart) as raised:
        Conversation(command, LIMITS)
    assert str(raised.value) == text


def test_nothing_is_left_where_the_runner_is_killed() -> None:
    mark = f"{os.getpid()} killed from outside"
    code = (
        "from concomp.conformance.runner.conversation import Conversation\n"
        "from concomp.conformance.runner.process import Limits\n"
        "import sys, time\n"
        "conversation = Conversation(sys.argv[1:], Limits())\n"
        "print('ready', flush=True)\n"
        "time.sleep(1000)"
    )
    command = [sys.executable, "-c", code, *adapter("hang"), mark]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as runner:
        assert runner.stdout is not None
        assert runner.stdout.readline() == b"ready\n"
        assert resident(runner.pid) > 10 << 20
        assert len(left_by(mark)) == 3
        runner.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 5
    while left_by(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert left_by(mark) == []
