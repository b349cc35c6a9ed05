"""`concomp advise` on bad input: exit status 2, and one line with place, value and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from concomp.cli import main

pytestmark = pytest.mark.usefixtures("_standing_read_once")

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


MEASURE = HEAD + 'measure = "{}"\n{}\n[[mechanisms]]\nname = "a"\nfunction = "one answer"\n{}\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MEASURE.format("renyi", "", 'moment = "2"'), "order: missing: say at which order above 1"),
        (MEASURE.format("renyi", "order = 1", 'moment = "2"'), "order: 1: an order is above 1"),
        (MEASURE.format("renyi", 'order = "0/0"', 'moment = "2"'), 'order: "0/0": the denominator is zero'),
        (MEASURE.format("renyi", 'order = "two"', 'moment = "2"'), 'order: "two": '),
        (MEASURE.format("renyi", "order = 2.5", 'moment = "2"'), "order: "),
        (MEASURE.format("renyi", "order = 2", 'moment = "1/2"'), "moment: "),
        (MEASURE.format("renyi", "order = 2", 'moment = "3"\norder = 3'), "a: order: 3: losses of different orders"),
        (MEASURE.format("renyi", "order = 2", 'moment = "3"\nE = "3"'), "a: both moment and E: give one of the two"),
        (MEASURE.format("renyi", "order = 2", 'epsilon = "-1"'), "epsilon: "),
        (MEASURE.format("zcdp", "order = 2", 'rho = "1"'), "order: 2: zcdp is about no one order: remove it"),
        (MEASURE.format("zcdp", "", 'rho = "-1/2"'), "rho: "),
        (MEASURE.format("zcdp", "", 'rho = "1/2"\norder = 3'), "a: order: 3: rho is about all orders: remove it"),
        (MEASURE.format("tcdp", "", 'rho = "1/2"\nomega = 1'), "omega: 1: omega is above 1"),
        (MEASURE.format("tcdp", "", 'rho = "1/2"'), 'measure: "tcdp": no loss has an omega: state one, or write zcdp'),
        (MEASURE.format("zcdp", "", 'E = "2"\nomega = 3'), "a: omega: 3: it belongs to another measure: remove it"),
        (MEASURE.format("zcdp", "", ""), "a: neither E nor eps: give one of the two"),
        (MEASURE.format("kl", "", 'E = "2"'), 'measure: "kl": write '),
        (MEASURE.format("fdp", "", 'trade_off = [["0", "1"], ["1/2", "1/2"]]'), "goes from alpha = 0 to 1"),
        (MEASURE.format("fdp", "", 'trade_off = [["0", "1"], ["1/2", "3/4"], ["1", "0"]]'), "at most 1 - alpha"),
        (MEASURE.format("fdp", "", 'trade_off = [["0", "1/4"], ["1/2", "1/2"], ["1", "0"]]'), "does not increase"),
        (
            MEASURE.format("fdp", "", 'trade_off = [["0", "1/2"], ["1/4", "1/2"], ["1", "0"]]'),
            "a trade-off function is convex: at alpha = 1/4 at most 3/8 fits",
        ),
        (MEASURE.format("fdp", "", 'trade_off = [["1/2", "1/2"], ["0", "1"], ["1", "0"]]'), "in increasing alpha"),
        (MEASURE.format("fdp", "", 'trade_off = [["0", "1"], ["3/2", "0"]]'), "write a probability, from 0 to 1"),
        (MEASURE.format("fdp", "", "trade_off = [[0, 0.5], [1, 0]]"), "a float has been rounded already"),
        (HEAD + "created_at_most = 3\n" + ONE, 'created_at_most: 3: remove it, or write creation = "parallel"'),
        (
            PARALLEL.replace("at_most = 1", "at_most = 3\ncreated_at_most = 2") + ONE + 'count = "unbounded"\n',
            "created_at_most: 2: 3 of them may get differing inputs: give no less",
        ),
        (PARALLEL.replace("at_most = 1", "at_most = -1") + ONE, "at_most: -1: give a whole number from 1 on"),
        (
            MEASURE.format("fdp", "", 'noise = { kind = "gaussian", sigma = 1, range = ["3", "1"] }'),
            "write the least and the largest integer that is answered",
        ),
    ],
)
def test_a_measure_that_cannot_be_used_is_named_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(text, encoding="utf-8")
    ran = CliRunner().invoke(main, ["advise", str(plan)])
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert ran.stderr.count("\n") == 1
