"""`concomp compose`: exact answers, bounds where there is no common unit, and bad input."""

import json
import math
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.cli import main
from concomp.cli.compositions.fields import BYTES
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.mechanisms.randomised_response import composed_responses

E_EPS = st.fractions(min_value=1, max_value=9, max_denominator=9)
DELTAS = st.sampled_from([F(0), F(1, 7), F(1, 2), F(1)])


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["compose", *arguments])


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return json.loads(result.stdout)


def written(folder: Path, content: Any) -> str:
    file = folder / "parameters.json"
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return str(file)


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("concomp: ")
    return line


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(E_EPS, DELTAS), min_size=1, max_size=4), st.lists(E_EPS, min_size=1, max_size=3))
def test_results_of_a_file_are_those_of_the_definition(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[F, F]], points: list[F]
) -> None:
    """Whatever the parameters, small lists are answered exactly, in the order asked."""
    file = written(
        tmp_path_factory.mktemp("list"),
        {"params": [[str(e), str(d)] for e, d in pairs], "e_eps": [str(e) for e in points]},
    )
    found = data("--file", file)
    laws = composed_responses([PrivacyParameters(*pair) for pair in pairs])
    expected = [{"e_eps": str(e), "delta": str(distance(*laws, e))} for e in points]
    assert found == {"schema": "concomp.compose/1", "results": expected}


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(E_EPS, DELTAS), min_size=1, max_size=4),
    st.fractions(min_value=0, max_value=1, max_denominator=30),
)
def test_the_least_e_of_a_file_is_enough_and_least(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[F, F]], delta: F
) -> None:
    file = written(
        tmp_path_factory.mktemp("list"), {"params": [[str(e), str(d)] for e, d in pairs], "delta": str(delta)}
    )
    found = data("--file", file)
    laws = composed_responses([PrivacyParameters(*pair) for pair in pairs])
    assert list(found) == ["schema", "e_eps", "epsilon"]
    if found["e_eps"] is None:
        assert distance(*laws, F(10) ** 9) > delta
        assert found["epsilon"] is None
    else:
        least = F(found["e_eps"])
        assert distance(*laws, least) <= delta
        assert least == 1 or distance(*laws, (1 + 999 * least) / 1000) > delta
        assert math.isclose(found["epsilon"], math.log(least), rel_tol=1e-12, abs_tol=0 if least == 1 else 1e-15)


def test_known_figures() -> None:
    found = data("--param", "E=11/10", "--count", "100", "--delta", "1e-6")
    assert math.isclose(found["epsilon"], 4.530195026, abs_tol=1e-9)
    assert math.isclose(math.log(F(found["e_eps"])), found["epsilon"], rel_tol=1e-14)


def test_epsilon_is_never_below_the_truth() -> None:
    """ε = 1/10 is composed once: the answer at δ = 0 is e^(1/10), and the float for it lies above 1/10."""
    found = data("--param", "eps=1/10", "--delta", "0")
    assert F(1, 10) <= F(found["epsilon"]) < F(1, 10) + F(1, 10**15)
    assert F(found["e_eps_low"]) <= F(math.exp(0.1)) + F(1, 10**15)
    assert F(found["e_eps_high"]) >= F(math.exp(0.1)) - F(1, 10**15)


def test_losses_without_a_common_unit_have_bounds_on_both_sides() -> None:
    found = data("--param", "eps=0.1", "--param", "E=3/2,delta=1/1000", "--e-eps", "5/4", "--delta", "1/100")
    (result,) = found["results"]
    low, high = F(result["delta_low"]), F(result["delta_high"])
    odds = [(math.exp(0.1), 1.0), (1.0, math.exp(0.1))]
    exact = sum(max(0.0, p * r - 1.25 * q * s) for p, q in odds for r, s in [(1.5, 1.0), (1.0, 1.5)]) / (
        (1 + math.exp(0.1)) * 2.5
    )
    assert float(low) <= 1 - 0.999 * (1 - exact) <= float(high)
    assert float((high - low) / low) < 1e-3
    assert list(found) == ["schema", "results", "e_eps_low", "e_eps_high", "epsilon", "reasons"]
    (reason,) = found["reasons"]
    text = run("--param", "eps=0.1", "--param", "E=3/2", "--e-eps", "5/4").stdout.splitlines()
    assert text[-1] == f"Why the bounds are apart: {reason}."
    assert reason.startswith("the losses have no common unit of use")
    assert F(found["e_eps_low"]) < F(found["e_eps_high"])


def test_files_and_options_say_the_same(tmp_path: Path) -> None:
    file = written(tmp_path, {"params": [["11/10", "0"], ["3/2", "1e-3"]], "e_eps": ["2"], "delta": "0.01"})
    options = ["--param", "E=11/10", "--param", "E=1.5,delta=1/1000", "--e-eps", "2", "--delta", "1/100"]
    assert data("--file", file) == data(*options)
    assert data("--file", file, "--count", "3") == data(*options, "--count", "3")


def test_for_people() -> None:
    assert run("--param", "E=2,delta=1/10", "--param", "E=2", "--e-eps", "3/2", "--delta", "1/10").stdout == (
        "Optimal composition of 2 mechanisms whose parameters are fixed in advance.\n"
        "At E = 3/2 (1.5): delta = 7/20 (0.35)\n"
        "For delta = 1/10 (0.1): the least E is 4, eps at most 1.3863\n"
    )
    assert "no E suffices" in run("--param", "E=2,delta=1/10", "--delta", "1/11").stdout
    assert "1 mechanism whose" in run("--param", "E=2", "--e-eps", "1").stdout
    long = run("--param", "E=11/10", "--count", "100", "--e-eps", "2").stdout
    assert "(exact with --json)" in long
    assert max(map(len, long.splitlines())) < 120


def test_help_shows_an_example_and_warns() -> None:
    told = " ".join(run("--help").stdout.split())
    assert "concomp compose --param eps=0.1,delta=1e-9 --count 100 --delta 1e-6" in told
    assert "The list must be fixed in advance" in told


@pytest.mark.parametrize(
    ("content", "place", "value", "remedy"),
    [
        (b"", "the file", "empty", "write"),
        (b"[]", "the file", "[]", "write an object"),
        (b"[" * 100_000, "the file", "nested too deeply", "16 deep"),
        (b'{"params": [], "params": []}', "the file", 'key "params"', "twice"),
        ({"e_eps": ["2"]}, "params", "missing", "add it"),
        ({"params": []}, "params", "0 entries", "between 1 and"),
        ({"params": "2"}, "params", '"2"', "write a list"),
        ({"params": ["2"]}, "params[0]", '"2"', "write eps or E"),
        ({"params": [["2"]]}, "params[0]", '["2"]', "write [E, delta]"),
        ({"params": [["2", "0"], ["1/2", "0"]]}, "params[1][0]", '"1/2"', "at least 1"),
        ({"params": [["2", "3/2"]]}, "params[0][1]", '"3/2"', "from 0 to 1"),
        ({"params": [["nan", "0"]]}, "params[0][0]", '"nan"', "write a rational"),
        ({"params": [["2/0", "0"]]}, "params[0][0]", '"2/0"', "denominator is zero"),
        (b'{"params": [[NaN, "0"]]}', "params[0][0]", "NaN", "as a string"),
        (b'{"params": [[1.5, "0"]]}', "params[0][0]", '"1.5"', "as a string"),
        ({"params": [[True, "0"]]}, "params[0][0]", "true", "write a rational"),
        ({"params": [["2", "0"]], "e_eps": ["0"]}, "e_eps[0]", '"0"', "at least 1"),
        ({"params": [["2", "0"]], "e_eps": []}, "e_eps", "0 entries", "between 1 and"),
        ({"params": [["2", "0"]], "delta": ["0"]}, "delta", '["0"]', "write a rational"),
        ({"params": [["2", "0"]], "colour": 1}, "colour", "1", "no such field"),
        ({"params": [["9" * 10**6, "0"]]}, "params[0][0]", '"999', "at most 4000 digits"),
    ],
)
def test_a_wrong_file_is_told_by_place_value_and_remedy(
    tmp_path: Path, content: Any, place: str, value: str, remedy: str
) -> None:
    file = written(tmp_path, content)
    line = refused(run("--file", file))
    assert line.startswith(f"concomp: {file}: {place}: {value}")
    assert remedy in line
    assert len(line) < 300 + len(file)


def test_losses_at_the_ends_of_the_range_are_composed_and_shown() -> None:
    assert "eps at most 1E+6" in run("--param", "eps=1000000", "--delta", "1/3").stdout
    assert "eps at most " in run("--param", "E=1e3000", "--count", "100", "--delta", "1e-6").stdout
    assert "delta = ~5.00000E-101" in run("--param", "eps=1e-100", "--count", "1", "--e-eps", "1").stdout


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    """A million parameters of a million digits: refused by its size."""
    file = tmp_path / "huge.json"
    with file.open("wb") as stream:
        stream.truncate(10**12)
    assert f"1000000000000 bytes: give a file of at most {BYTES} bytes" in refused(run("--file", str(file)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--param: missing"),
        (["--param", "E=2"], "nothing is asked"),
        (["--param", "0.1", "--e-eps", "2"], '--param: "0.1": write eps or E'),
        (["--param", "E=2,eps=1", "--e-eps", "2"], "write eps or E"),
        (["--param", "E=2,E=3", "--e-eps", "2"], "write eps or E"),
        (["--param", "eps=-1", "--e-eps", "2"], '--param: "eps=-1": eps must be at least 0'),
        (["--param", "eps=nan", "--e-eps", "2"], "write a rational"),
        (["--param", "eps=1e-3000", "--e-eps", "2"], '"eps=1e-3000": give 0, or a number from 1e-300 to 1e6'),
        (["--param", "eps=1e3000", "--e-eps", "2"], "from 1e-300 to 1e6"),
        (["--param", f"E=1.{'0' * 400}1", "--e-eps", "2"], "give 1, or a number from 1 + 1e-300 on"),
        (["--param", "E=1/2", "--e-eps", "2"], "at least 1"),
        (["--param", "E=2,delta=2", "--e-eps", "2"], "delta must be from 0 to 1"),
        (["--param", "E=2", "--e-eps", "1/2"], '--e-eps: "1/2": E = e^eps must be at least 1'),
        (["--param", "E=2", "--delta", "-1"], '--delta: "-1": delta must be from 0 to 1'),
        (["--param", "E=2", "--delta", "0", "--count", "0"], '--count: "0": give a whole number from 1'),
        (["--param", "E=2", "--delta", "0", "--count", "-3"], '--count: "-3"'),
        (["--param", "E=2", "--delta", "0", "--count", "9" * 5000], "--count"),
        (["--param", "E=2", "--delta", "0", "--count", "1000001"], "from 1 to 1000000"),
        (["--param", "E=" + "9" * 10**5, "--delta", "0"], "at most 4000 digits"),
        (["--file", "\0"], "name a file that can be read"),
    ],
)
def test_a_wrong_option_is_told_with_a_remedy(arguments: list[str], message: str) -> None:
    line = refused(run(*arguments))
    assert message in line
    assert len(line) < 400


def test_a_question_is_asked_in_one_place(tmp_path: Path) -> None:
    file = written(tmp_path, {"params": [["2", "0"]], "delta": "0"})
    assert "--delta: the file has a delta as well" in refused(run("--file", file, "--delta", "0"))
    assert "--param: there is a --file as well" in refused(run("--file", file, "--param", "E=2"))


def test_at_an_epsilon_the_sum_of_epsilons_is_exact(tmp_path: Path) -> None:
    ten = ["--param", "eps=0.1", "--count", "10"]
    assert data(*ten, "--eps", "1")["results"] == [{"epsilon": "1", "delta": "0"}]
    [below] = data(*ten, "--eps", "0.9999999999")["results"]
    assert (below["epsilon"], F(below["delta_low"]) > 0) == ("9999999999/10000000000", True)
    assert "At eps = 1: delta = 0\n" in run(*ten, "--eps", "1").stdout
    file = written(tmp_path, {"params": ["eps=1/2", "eps=1/2"], "epsilon": ["1"], "e_eps": ["3"]})
    assert data("--file", file)["results"] == [{"e_eps": "3", "delta": "0"}, {"epsilon": "1", "delta": "0"}]
    assert '--eps: "-1": eps must be at least 0' in refused(run(*ten, "--eps", "-1"))
    wrong = written(tmp_path, {"params": ["eps=1/2"], "epsilon": ["x"]})
    assert "epsilon[0]" in refused(run("--file", wrong))
