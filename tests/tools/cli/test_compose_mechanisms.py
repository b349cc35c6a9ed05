"""`concomp compose` of mechanisms: noise by its law, files by their profile, beside parameters."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import concomp
from concomp.cli import main
from concomp.impl.accounting.optimal.display import shortened
from concomp.model import InteractiveMechanism

ROOT = Path(__file__).parents[3]
RR = str(ROOT / "examples/rr.json")
HIDDEN = str(ROOT / "examples/hidden_state.json")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["compose", *arguments])


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return json.loads(result.stdout)


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    return line


def test_noise_is_composed_by_its_law() -> None:
    result = run("--mechanism", "discrete_gaussian:variance=100", "--count", "100", "--delta", "1e-6")
    first, second = result.stdout.splitlines()
    assert first == "Composition by privacy-loss laws of 100 mechanisms fixed in advance."
    assert second.endswith("eps at most 4.88658")


def test_a_list_may_hold_all_kinds(tmp_path: Path) -> None:
    """What the file says, the options say as well, and Python does."""
    file = tmp_path / "list.json"
    (tmp_path / "rr.json").write_bytes(Path(RR).read_bytes())
    noise = {"law": "discrete_laplace", "scale": "10", "sensitivity": "3"}
    params: list[Any] = ["eps=0.1", noise, {"file": "rr.json"}]
    file.write_text(json.dumps({"params": params, "epsilon": ["1"]}), encoding="utf-8")
    mechanisms = ["--mechanism", "discrete_laplace:scale=10,sensitivity=3", "--mechanism", RR]
    found = data("--file", str(file))
    assert found == data("--param", "eps=0.1", *mechanisms, "--eps", "1")
    params[-1] = json.loads(Path(RR).read_text(encoding="utf-8"))
    file.write_text(json.dumps({"params": params, "epsilon": ["1"]}), encoding="utf-8")
    assert found == data("--file", str(file))
    listed = [concomp.with_epsilon("0.1"), concomp.discrete_laplace(10, 3), RR]
    least = concomp.compose(listed, epsilon=1)
    assert least.bounds == concomp.Bounds(F(found["results"][0]["delta_low"]), F(found["results"][0]["delta_high"]))
    assert found["basis"] in least.scope


def test_what_answers_once_composes_by_its_whole_profile() -> None:
    """Two mechanisms with three answers lose less than any point of their profile says."""
    yes = concomp.Law({"a": F(6, 10), "b": F(3, 10), "c": F(1, 10)})
    no = concomp.Law({"a": F(1, 10), "b": F(3, 10), "c": F(6, 10)})
    both = concomp.compose([(yes, no)] * 2, e_eps=3)
    exact = sum(max(F(0), yes[x] * yes[y] - 3 * no[x] * no[y]) for x in "abc" for y in "abc")
    assert both.bounds.low <= exact <= both.bounds.high <= exact * (1 + F(1, 10**14))
    assert both.scope == "composition by privacy-loss laws of 2 mechanisms, fixed in advance"
    for e_eps, delta in concomp.audit((yes, no)).vertices:
        assert concomp.compose([concomp.with_e_eps(e_eps, delta)] * 2, e_eps=3).value >= both.value


def test_what_is_asked_again_composes_by_the_best_point_of_its_profile() -> None:
    found = concomp.compose([HIDDEN] * 3, e_eps=5)
    points = [concomp.with_e_eps(*point) for point in concomp.audit(HIDDEN).vertices]
    best = min(concomp.compose([point] * 3, e_eps=5).value for point in points)
    assert found.bounds == shortened(concomp.Bounds(concomp.audit(HIDDEN, e_eps=5).value, best))
    assert found.scope.startswith("composition by HSV26 Theorem 4.12 at a point of each profile of 3 mechanisms")
    least = concomp.compose([HIDDEN, concomp.discrete_laplace(2)], delta="1/10")
    assert least.value is not None
    assert ", the others by their privacy-loss laws of 2" in least.scope


def test_points_of_a_profile_refute_nothing() -> None:
    """From below counts what one mechanism attains by itself, and what those without a profile do."""
    alone, composed = concomp.audit(HIDDEN, e_eps=2).bounds, concomp.compose([HIDDEN], e_eps=2).bounds
    assert alone.is_exact
    assert composed.low == alone.low < composed.high
    with pytest.raises(concomp.Undecided):
        concomp.compose([HIDDEN], e_eps=2, delta=(composed.low + composed.high) / 2)
    assert not concomp.compose([HIDDEN] * 2, e_eps=2, delta=alone.low / 2)
    noise, both = [concomp.discrete_laplace("1/2")] * 2, {"e_eps": F(5)}
    assert concomp.compose([HIDDEN, *noise], **both).bounds.low == concomp.compose(noise, **both).bounds.low
    least = concomp.compose([HIDDEN] * 2, delta="1/4")
    assert least.e_eps is not None
    assert least.e_eps.low == 2 < least.e_eps.high
    leaky = [HIDDEN, concomp.with_e_eps(2, "1/8"), concomp.with_e_eps(2, "1/8")]
    assert concomp.compose(leaky, delta="1/5").bounds is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mechanism", "discrete_gaussian:variance=0"], "write a variance from 1e-6 to 4e7"),
        (
            ["--mechanism", "discrete_gaussian"],
            "give variance and, unless it is 1, sensitivity, like discrete_",
        ),
        (
            ["--mechanism", "gaussian:variance=1"],
            "name the law of the noise, one of discrete_gaussian, discrete_laplace, ",
        ),
        (["--mechanism", "two_sided_geometric:ratio=1"], "write a ratio between 0 and 1"),
        (["--mechanism", "two_sided_geometric:ratio=0"], "write a ratio between 0 and 1"),
        (["--mechanism", "discrete_laplace:scale=1,scale=2"], "write each field once"),
        (["--mechanism", "discrete_laplace:scale=1,law=2"], "write each field once"),
        (["--mechanism", "nowhere.json"], "nowhere.json: the file: No such file or directory"),
        (["--mechanism", RR, "--file", RR], "--mechanism: there is a --file as well"),
        (
            ["--param", "eps=1e6", "--count", "300", "--delta", "1e-6"],
            "would have millions of digits: give",
        ),
    ],
)
def test_bad_input_is_told_on_one_line(arguments: list[str], message: str) -> None:
    asked = arguments if "--delta" in arguments else [*arguments, "--eps", "1"]
    assert message in refused(*asked)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"type": "sm"}, 'params[0]: type: "sm": write one of "mechanism", "cm", "composition"'),
        ({"law": "laplace"}, "params[0]: an object of 1 fields: name the law of the noise, one of"),
        ({"law": "discrete_laplace", "scale": 1.5}, "write the number as a string"),
        ({"file": 3}, "params[0].file: 3: write the path of a mechanism file"),
        (7, 'write [E, delta], like ["3/2", "1/100"], "eps=0.1,delta=1e-9", {"law": …}, {"type": …} or {"file": …}'),
    ],
)
def test_a_bad_entry_is_named(tmp_path: Path, entry: object, message: str) -> None:
    file = tmp_path / "list.json"
    file.write_text(json.dumps({"params": [entry], "epsilon": ["1"]}), encoding="utf-8")
    assert message in refused("--file", str(file))


def test_python_names_what_cannot_be_composed() -> None:
    with pytest.raises(concomp.ParameterError, match=r"mechanisms\[1\] is 3: write with_epsilon.*give a law like"):
        concomp.compose([concomp.discrete_laplace(1), 3])  # type: ignore[list-item]
    with pytest.raises(concomp.ParameterError, match="give a list of them"):
        concomp.compose("examples/rr.json")
    with pytest.raises(concomp.ParameterError, match="known between bounds: ask at one E"):
        concomp.compose([concomp.discrete_laplace(1)]).vertices  # noqa: B018


def test_a_law_that_is_not_symmetric_is_not_refuted_by_its_larger_order(tmp_path: Path) -> None:
    """Twice the same draw: 11/40 is attained in one order of the worlds, 13/40 in different ones, never 17/40."""
    kernel = {
        "0|q": [["1/2", "0", "a"], ["1/2", "0", "b"]],
        "1|q": [["1/10", "1", "a"], ["9/10", "1", "b"]],
    }
    mechanism = {"type": "mechanism", "states": ["0", "1"], "queries": ["q"], "answers": ["a", "b"]}
    draw = {**mechanism, "init": ["0", "1"], "kernel": kernel, "horizon": 1}
    assert concomp.audit({**draw, "horizon": 2}, e_eps="5/2").value == F(11, 40)
    least = concomp.compose([draw] * 2, e_eps="5/2")
    assert 0 <= F(11, 40) - least.bounds.low < F(1, 10**6)
    assert 0 <= least.bounds.high - F(17, 40) < F(1, 10**6)
    with pytest.raises(concomp.Undecided, match="on both sides of 2/5"):
        concomp.compose([draw] * 2, e_eps="5/2", delta="2/5")
    assert not concomp.compose([draw] * 2, e_eps="5/2", delta="27/100")
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(draw), encoding="utf-8")
    asked = ("--mechanism", str(file), "--count", "2", "--e-eps", "5/2")
    assert "delta = from ~0.275000 to ~0.425000 (--json prints both)" in run(*asked).stdout
    assert F(data(*asked)["results"][0]["delta_low"]) == least.bounds.low


TWO_QUESTIONS = {
    "often": ((F(3, 5), F(2, 5)), (F(2, 5), F(3, 5))),
    "rarely": ((F(1, 10), F(0)), (F(0), F(1, 10)), (F(9, 10), F(9, 10))),
}
"""The chances of each answer to each question, in the two worlds."""


def test_one_question_does_not_show_the_larger_profile_of_two() -> None:
    def respond(bit: int, question: str) -> concomp.Law[tuple[int, int]]:
        pairs = TWO_QUESTIONS[question]
        return concomp.Law({(bit, answer): pair[bit] for answer, pair in enumerate(pairs) if pair[bit]})

    asked = concomp.game(InteractiveMechanism(respond, (0, 1), tuple(TWO_QUESTIONS)), rounds=1)
    for e_eps in (F(1), F(5, 4), F(3, 2), F(2), F(9, 4)):
        found = concomp.compose([asked] * 2, e_eps=e_eps).bounds
        assert found.low <= _of_two(e_eps) <= found.high


def _of_two(e_eps: F) -> F:
    """The δ of an adversary that chooses the second question by the first answer."""

    def second(p: F, q: F) -> F:
        return max(sum((max(F(0), p * r - e_eps * q * s) for r, s in pairs), F(0)) for pairs in TWO_QUESTIONS.values())

    return max(sum((second(p, q) for p, q in pairs), F(0)) for pairs in TWO_QUESTIONS.values())


def test_an_endless_list_is_refused() -> None:
    with pytest.raises(concomp.ParameterError, match="mechanisms is 'more than 1000000': give between 1 and 1000000"):
        concomp.compose(itertools.repeat(concomp.with_epsilon("0.1")), e_eps=1)


def test_the_help_says_when_an_answer_is_exact() -> None:
    text = " ".join(run("--help").stdout.split())
    assert "Of parameters, answers are exact rationals, or bounds on both sides where" in text
    assert "What is composed by a privacy-loss law is bounded on both sides" in text
    result = data("--mechanism", RR, "--count", "3", "--e-eps", "2")["results"][0]
    assert F(result["delta_low"]) < F(result["delta_high"])


UNEVEN = concomp.Law({0: F(2, 5), 1: F(3, 5)}), concomp.Law({0: F(1, 3), 1: F(2, 3)})
"""Two laws that are not the same in both orders."""


def test_what_exposes_for_sure_leaves_nothing_to_tell() -> None:
    found = concomp.compose([concomp.with_e_eps(2, 1), UNEVEN], e_eps=2)
    assert found.bounds == concomp.Bounds(F(1), F(1))


@pytest.mark.full
def test_the_least_e_from_below_is_what_one_order_attains() -> None:
    """Far from where the larger laws reach δ: one order attains 17.5917663…, by its binomial law."""
    low = concomp.compose([UNEVEN] * 20, delta="1e-6").e_eps.low
    assert F("17.5917663") < low < F("17.5917668")
