"""`concomp advise` on bad input: exit status 2, and one line with place, value and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from concomp.cli import main

STREAMS = Path(__file__).resolve().parents[3] / "examples" / "verification" / "streams.py"
HEAD = 'creation = "fixed"\ndiscrete = true\n'
PARALLEL = 'creation = "parallel"\nat_most = 1\ndiscrete = true\n'
ONE = '[[mechanisms]]\nname = "a"\nfunction = "one answer"\nE = "2"\n'
COUNTER = f'[[mechanisms]]\nname = "a"\nfunction = "{STREAMS}:Counter"\nE = "2"\ncount = "unbounded"\n'
ROUTED = f'{PARALLEL}router = "{STREAMS}:{{}}"\ninputs = "{STREAMS}:{{}}"\n{COUNTER}'
FUNCTIONS = """
from concomp.model import Bool, Int, Monitor, register, require, when


class Nothing(Monitor):
    def step(self, left: Int, right: Int) -> None:
        require(left == right)


class Beyond(Monitor):
    used = register(Bool, False)

    def allows(self, message: Int) -> Bool:
        return message >= 0

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True
"""
NOISE = '[[mechanisms]]\nname = "a"\nfunction = "one answer"\ndelta = "1e-9"\nnoise = {{ kind = {} }}\n'
GUESSING = """
from concomp.model import Int, Monitor, require


class Guessing(Monitor):
    def step(self, left: Int, right: Int) -> None:
        if left == right:
            require(True)
"""


def with_function(name: str) -> str:
    return HEAD + ONE.replace("one answer", f"functions.py:{name}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD.replace("discrete = true\n", "") + ONE, "discrete: missing: add it"),
        (HEAD.replace("fixed", "parallel") + ONE, "at_most: missing: say how many"),
        (HEAD + ONE + 'eps = "1"\n', "a: both E and eps: give one of the two"),
        (HEAD + ONE + 'kind = "counter"\n', 'mechanisms[0].kind: "counter": there is no such field; remove it'),
        (HEAD.replace("fixed", "somehow") + ONE, "creation: \"somehow\": write 'fixed', 'adaptive'"),
        (HEAD + ONE.replace("one answer", "two answers"), '"two answers": name FILE.py:Name, or one of "event level"'),
        (HEAD + ONE.replace('E = "2"', 'eps = "-1/10"'), 'eps: "-1/10": eps must be at least 0'),
        (HEAD + ONE + 'delta = "3/2"\n', 'delta: "3/2": delta must be from 0 to 1'),
        (HEAD + '[[mechanisms]]\nname = "a"\nplan = "plan.toml"\nE = "2"\n', "plan.toml → plan.toml: a plan is nested"),
        (
            HEAD + NOISE.format('"discrete laplace", scale = "1e-300"'),
            f"a: noise.scale: 1/1{37 * '0'}… (303 characters): with sensitivity 1 epsilon is 1{39 * '0'}… "
            "(301 characters): give 0, or a number from 1e-300 to 1e6; give another scale or sensitivity",
        ),
        (HEAD + NOISE.format('"laplace", scale = "1e-7"'), "a: noise.scale: 1/10000000: with sensitivity 1 epsilon is"),
        (HEAD + NOISE.format('"laplace", scale = "1e400"'), "give another scale or sensitivity"),
        (HEAD + NOISE.format('"laplace", scale = 10, sensitivity = "1e300"'), "a: noise.scale: 10: with sensitivity 1"),
        (HEAD + NOISE.format('"gaussian", sigma = "1e-200"'), "give another sigma or sensitivity"),
        (HEAD + NOISE.format('"geometric", ratio = "0.' + 310 * "9" + '"'), "give another ratio or sensitivity"),
        ("a = " + 200_000 * "[", "plan.toml: lists within lists, too deep to be read: write the plan as TOML"),
        (with_function("Nothing"), "Nothing: no accepted sequence has a pair that differs"),
        (with_function("Beyond"), "Beyond: its requirements accept a message that it does not allow"),
        (with_function("Guessing").replace("functions", "guessing"), "write `with when(condition):` instead of `if`"),
        (with_function("Nobody"), "there is no verification function 'Nobody'"),
        (HEAD + ONE.replace("one answer", "no_such_file.py:F"), "there is no such file"),
        (f'{PARALLEL}router = "{STREAMS}:ByStream"\n{COUNTER}', "inputs: missing: say which inputs the router is sent"),
        (f'{PARALLEL}inputs = "{STREAMS}:OneUpdate"\n{COUNTER}', "router: missing: say what hands the inputs out"),
        (f'{HEAD}router = "{STREAMS}:ByStream"\ninputs = "{STREAMS}:OneUpdate"\n{ONE}', "router: given: remove it"),
        (f"{PARALLEL}{COUNTER}record = \"ToCounter\"\n", 'a: record: "ToCounter": there is no router; remove it'),
        (ROUTED.format("Counter", "OneUpdate"), "'Counter' is no post-processing"),
        (ROUTED.format("ByStream", "Counter"), "Counter reads messages of the sort Int, and ByStream receives"),
        (ROUTED.format("ByStream", "OneUpdate").replace("streams.py:Counter", "streams.py:OneUpdate"), "'payload'"),
        (ROUTED.format("ByStream", "OneUpdate") + 'record = "ToNobody"\n', 'and no "ToNobody"; name the record'),
    ],
)  # fmt: skip
def test_bad_input_is_told_on_one_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    (tmp_path / "functions.py").write_text(FUNCTIONS, encoding="utf-8")
    (tmp_path / "guessing.py").write_text(GUESSING, encoding="utf-8")
    ran = CliRunner().invoke(main, ["advise", str(tmp_path / "plan.toml")])
    assert (ran.exit_code, ran.stdout) == (2, ""), ran.output
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert "Traceback" not in ran.stderr
