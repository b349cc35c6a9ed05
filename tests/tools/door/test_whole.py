"""The door as a whole: it is typed, it opens quickly, and without solvers it still audits and composes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import concomp

ANNOTATED = """
from fractions import Fraction

import concomp
from concomp.model import Int, require

loss: concomp.PrivacyLoss = concomp.with_epsilon("0.1", "1e-9")
curve: concomp.PrivacyCurve = concomp.compose([loss] * 10)
least_delta: concomp.LeastDelta = concomp.compose([loss], epsilon="0.05")
least_epsilon: concomp.LeastEpsilon = concomp.compose([loss], delta="1e-6")
claim: concomp.Claim = concomp.compose([loss], e_eps=2, delta=0)
delta: Fraction = least_delta.value
epsilon: Fraction | None = least_epsilon.value
bounds: concomp.Bounds | None = least_epsilon.e_eps
vertices: tuple[tuple[Fraction, Fraction], ...] = curve.vertices

laws: tuple[concomp.Law[int], concomp.Law[int]] = (concomp.Law({0: 1}), concomp.Law({1: 1}))
audited: concomp.PrivacyCurve = concomp.audit(laws)
at_one: concomp.LeastDelta = concomp.audit(laws, epsilon=1)
for_delta: concomp.LeastEpsilon = concomp.audit("mechanism.json", delta=0)
private: concomp.Claim = concomp.audit({"type": "mechanism"}, epsilon=1, delta=0)
best: concomp.BestAttack = concomp.attack(laws, e_eps=1)
strategy: concomp.Strategy | None = best.strategy


class Falling(concomp.Monitor):
    def step(self, left: Int, right: Int) -> None:
        require(left >= right)


report: concomp.Report = concomp.verify(Falling, ["reflexive"], parameters={})
verdict: concomp.Verdict = report["reflexive"]
openings: tuple[concomp.Opening, ...] = report.opens
advice: concomp.Advice = concomp.advise("plan.toml")
plan: concomp.Plan = advice.plan
explanation: concomp.Explanation | concomp.ErratumExplanation = concomp.explain("E2")
version: str = concomp.__version__
"""


@pytest.mark.full
def test_a_type_checker_accepts_a_file_that_annotates_every_result(tmp_path: Path) -> None:
    file = tmp_path / "annotated.py"
    file.write_text(ANNOTATED, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(file)]
    typed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (typed.returncode, typed.stderr) == (0, ""), typed.stdout


def test_every_error_and_result_is_a_name_of_the_door() -> None:
    wanted = {"Undecided", "TooLarge", "ParameterError", "MechanismError", "FormatError", "PlanError", "NotAskable"}
    assert wanted < set(concomp.__all__)


WITHOUT = """
import sys
sys.modules["z3"] = sys.modules["cvc5"] = None
import concomp
from concomp.testing import assert_private
laws = concomp.Law({0: 1}), concomp.Law({0: 1})
assert concomp.audit(laws, epsilon=0, delta=0)
assert concomp.compose([concomp.with_epsilon(1)] * 3, epsilon=3, delta=0)
assert concomp.attack(laws, e_eps=1).delta == 0
assert_private(laws, epsilon=0)
print(*sorted({"click", "hypothesis", "pydantic"} & set(sys.modules)))
"""


def test_audit_and_compose_work_without_solvers() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_command_line_is_a_module() -> None:
    ran = subprocess.run([sys.executable, "-m", "concomp", "--version"], capture_output=True, text=True, check=False)
    assert ran.stdout == f"concomp {concomp.__version__}\n"
    assert (ran.returncode, ran.stderr) == (0, "")


def test_an_interrupted_question_leaves_no_answer_behind() -> None:
    from concomp.door.worker import session_worker

    with session_worker("test") as worker:
        worker.warm_up()
        assert worker._child is not None
    with pytest.raises(KeyboardInterrupt), session_worker("test") as worker:
        raise KeyboardInterrupt
    assert worker._child is None


def test_one_process_serves_all_that_is_verified() -> None:
    from concomp.door.worker import session_worker
    from tests.model.language import monitors as m

    children = []
    for function in (m.Static, m.EventLevel):
        concomp.verify(function, ["reflexive"])
        with session_worker("test") as worker:
            children.append(worker._child)
    assert children[0] is not None
    assert children[0] is children[1]
