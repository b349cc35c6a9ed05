"""`concomp audit`: exact answers for the examples, in text and as data, and its exit statuses."""

import itertools
import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction as F
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.cli.audits import bounds as by_bounds
from concomp.cli.audits import exact
from concomp.impl.audit import bounds, strategy
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files import game, interleaving, read_file
from concomp.model.files.functions import verification_function
from concomp.model.files.parts import continual_mechanism
from concomp.model.files.schema import ConcurrentFile, ParallelFile
from concomp.model.mechanisms.interleaving import solve
from concomp.model.mechanisms.privacy import least_delta, least_delta_by_definition, profile
from concomp.obligations.families.compositions.interleaving import (
    Charge,
    interleaved_delta,
    no_rule,
    unfold,
    within_slots,
)
from concomp.report import attackers
from concomp.report.quantities import approximate_epsilon
from tests.model.files.documents import as_fraction

EXAMPLES = Path(__file__).parents[3] / "examples"
NAMES = ["rr", "hidden_state", "two_continual", "attack_1", "attack_2", "attack_3", "filter", "tree_counters"]
NAMED = ["running_counter", "binary_tree", "threshold_and_releases", "histogram_twin"]
"""Those that test_named_audits.py and the tests of histograms are about."""
MEASURED = ["renyi_attack_1", "renyi_attack_2", "renyi_attack_3", "zcdp_attack"]
"""Those that test_audited_measures.py is about."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["audit", *arguments])


def test_a_target_at_an_epsilon_is_decided_at_that_epsilon(tmp_path: Path) -> None:
    # e^1.1 = 3.0041660239464331…: one ratio is just below it, the other just above.
    for chance, status in ((F("3.00416602394643"), 0), (F("3.00416602394644"), 1)):
        high = chance / (1 + chance)
        kernel = {
            "0|ask": [[str(high), "0", "0"], [str(1 - high), "0", "1"]],
            "1|ask": [[str(1 - high), "1", "0"], [str(high), "1", "1"]],
        }
        fields = {"type": "mechanism", "states": ["0", "1"], "queries": ["ask"], "answers": ["0", "1"]}
        file = tmp_path / "near.json"
        file.write_text(json.dumps({**fields, "init": ["0", "1"], "kernel": kernel, "horizon": 1}))
        for options in ((), ("--bounds",)):
            found = run(str(file), "--target", "eps=1.1,delta=0", *options)
            assert (found.exit_code, found.stderr) == (status, "")
        told = json.loads(run(str(file), "--target", "eps=1.1,delta=0", "--json").stdout)["target"]
        assert (told["epsilon"], told["exceeded"]) == ("11/10", bool(status))


def example(name: str) -> str:
    return str(EXAMPLES / f"{name}.json")


def data(name: str, *arguments: str) -> Any:
    result = run(example(name), *arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def deltas(name: str, e_eps: list[F]) -> list[F]:
    asked = [argument for e in e_eps for argument in ("--e-eps", str(e))]
    return [as_fraction(result["delta"]) for result in data(name, *asked)["results"]]


# The examples, against numbers that are found otherwise.

POINTS = [F(1), F(3, 2), F(2), F(3), F(7, 2), F(6), F(10)]


def test_every_example_is_tested() -> None:
    assert sorted(file.stem for file in EXAMPLES.glob("*.json")) == sorted([*NAMES, *NAMED, *MEASURED])
    readme = (EXAMPLES / "README.md").read_text()
    assert all(f"`{name}.json`" in readme for name in [*NAMES, *NAMED, *MEASURED])


def test_randomised_response_has_the_profile_of_its_parameters() -> None:
    """Its δ at E is 1/10 + 9/10 · max(0, 3/4 − E/4)."""
    assert deltas("rr", POINTS) == [F(1, 10) + F(9, 10) * max(F(0), (3 - e) / 4) for e in POINTS]
    assert data("rr")["profile"] == [["1", "11/20"], ["3", "1/10"]]


@pytest.mark.parametrize("name", ["rr", "hidden_state", "attack_1"])
def test_small_examples_are_worth_what_their_best_adversary_reaches(name: str) -> None:
    whole = game(read_file(example(name)))
    assert deltas(name, POINTS) == [least_delta_by_definition(whole, e) for e in POINTS]


def test_the_hidden_state_matters(tmp_path: Path) -> None:
    """Were the state shown, δ would be larger: an alert mechanism tells the worlds apart better than a calm one."""
    shown = json.loads(Path(example("hidden_state")).read_text())
    for row in shown["kernel"].values():
        for entry in row:
            entry[2] = f"{entry[2]}, {entry[1].split()[0]}"
    shown["answers"] = [f"{answer}, {state}" for answer in shown["answers"] for state in ("calm", "alert")]
    file = tmp_path / "shown.json"
    file.write_text(json.dumps(shown))
    result = json.loads(run(str(file), "--e-eps", "1", "--json").stdout)
    assert as_fraction(result["results"][0]["delta"]) > deltas("hidden_state", [F(1)])[0] == F(73, 160)


def nodes(name: str) -> list[Any]:
    """The components of an example, unfolded by the enumeration that shares no code with the audit."""
    document = read_file(example(name))
    assert isinstance(document, ConcurrentFile | ParallelFile)
    return [
        unfold(
            continual_mechanism(component),
            verification_function(component.verification),
            list(itertools.product(component.messages, component.messages)),
            component.horizon,
        )
        for component in document.components
    ]


def test_two_continual_mechanisms_interleaved_are_worth_what_enumeration_and_the_whole_game_say() -> None:
    points = [F(1), F(4, 3), F(5, 3), F(2), F(3)]
    found = deltas("two_continual", points)
    assert found == [interleaved_delta(nodes("two_continual"), e, (), no_rule) for e in points]
    assert found == [least_delta(game(read_file(example("two_continual"))), e) for e in points]
    assert found == [F(1, 3), F(2, 9), F(29, 180), F(1, 10), F(0)]


@pytest.mark.parametrize(("copies", "expected"), [(1, F(1, 4)), (2, F(7, 16)), (3, F(37, 64))])
def test_copies_of_which_one_may_differ_expose_the_world_as_if_all_might(copies: int, expected: F) -> None:
    found = deltas(f"attack_{copies}", [F(1), F(5)])
    assert found == [expected, expected] == [1 - F(3, 4) ** copies] * 2
    slots: Charge[frozenset[int]] = within_slots(["label"] * copies, ["label"])
    assert found[0] == interleaved_delta(nodes(f"attack_{copies}"), F(1), frozenset[int](), slots)


def one_of_two(shown: Callable[[F], F], e: F) -> F:
    """First the response with odds 3/2, then the better of two others at the odds that its answer leaves."""
    return F(3, 5) * shown(e * F(2, 3)) + F(2, 5) * shown(e * F(3, 2))


def response(e_eps: F, delta: F, x: F) -> F:
    """Σ max(0, P − x·Q) of a randomised response."""
    high, low = e_eps / (1 + e_eps), 1 / (1 + e_eps)
    return delta + (1 - delta) * (max(F(0), high - x * low) + max(F(0), low - x * high))


def test_a_filter_lets_the_answer_choose_what_is_bought_next() -> None:
    second, third = partial(response, F(4), F(0)), partial(response, F(2), F(1, 4))
    adaptive = one_of_two(lambda x: max(second(x), third(x)), F(2))
    fixed = max(one_of_two(second, F(2)), one_of_two(third, F(2)))
    assert deltas("filter", [F(2)]) == [adaptive] == [F(21, 50)]
    assert adaptive > fixed
    assert deltas("filter", POINTS) == [least_delta(game(read_file(example("filter"))), e) for e in POINTS]


@pytest.mark.parametrize("name", ["rr", "hidden_state", "attack_1", "attack_2"])
def test_the_profile_is_that_of_the_whole_game(name: str) -> None:
    vertices = [(as_fraction(e), as_fraction(delta)) for e, delta in data(name)["profile"]]
    assert tuple(vertices) == profile(game(read_file(example(name)))).vertices


def test_interleaved_counters_are_worth_what_the_model_says_of_short_ones(tmp_path: Path) -> None:
    """The example, cut to four queries in all, against the model; at full length it is pure from E = 2^8 on."""
    document = json.loads(Path(example("tree_counters")).read_text())
    short = tmp_path / "short.json"
    short.write_text(json.dumps({**document, "horizon": 4}))
    expected = solve(interleaving(read_file(short))).curve.profile()
    found = json.loads(run(str(short), "--json").stdout)["profile"]
    assert tuple((as_fraction(e), as_fraction(delta)) for e, delta in found) == expected.vertices
    whole = data("tree_counters")
    assert (whole["horizon"], whole["profile"][0], whole["profile"][-1]) == (16, ["1", "1429/2187"], ["256", "0"])


def test_an_attacker_that_is_too_large_for_a_tree_is_told_in_steps() -> None:
    """As a decision tree it has 263,235 queries; replayed through what its steps share it reaches δ exactly."""
    (attacker,) = data("tree_counters", "--e-eps", "1", "--attacker")["attackers"]
    assert (attacker["delta"], attacker["tree"], len(attacker["plan"])) == ("1429/2187", None, 28)
    assert queries(attacker["plan"]) == 263_235
    told = run(example("tree_counters"), "--e-eps", "1", "--attacker").stdout
    assert "26 steps, which as a decision tree would be 263235 queries:" in told
    assert '  step 26: send ("0", "0") to component ' in told
    assert "It reaches delta = 1429/2187 (~0.653406); replayed against the mechanism, exactly this." in told


def queries(plan: list[Any]) -> int:
    """The queries on all paths of a plan; each step is followed by later ones only."""
    counts: dict[int, int] = {}
    for index in reversed(range(len(plan))):
        counts[index] = 1 + sum(counts[then] for then in plan[index]["on"].values()) if "on" in plan[index] else 0
    return counts[0]


def test_an_attacker_that_is_too_large_to_show_is_replayed_nevertheless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy, "SITUATIONS", 20)
    (attacker,) = data("tree_counters", "--e-eps", "1", "--attacker")["attackers"]
    assert attacker == {"e_eps": "1", "suspected": 0, "delta": "1429/2187", "tree": None, "plan": None}
    told = run(example("tree_counters"), "--e-eps", "1", "--attacker").stdout
    assert "situations, which are not listed." in told
    assert "It reaches delta = 1429/2187 (~0.653406); replayed against the mechanism, exactly this." in told


def test_of_many_steps_the_first_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attackers, "STEPS", 5)
    told = run(example("tree_counters"), "--e-eps", "1", "--attacker").stdout.splitlines()
    assert "  and 21 more steps; --json writes all." in told
    assert not any(line.startswith("  step 6") for line in told)


def test_the_trade_off_curve() -> None:
    found = data("two_continual", "--trade-off")["trade_off"]
    assert found[0][0] == "0"
    assert found[-1] == ["1", "0"]
    assert data("rr", "--trade-off")["trade_off"] == [["0", "9/10"], ["9/40", "9/40"], ["9/10", "0"], ["1", "0"]]
    told = run(example("rr"), "--trade-off").stdout
    assert "  alpha = 9/40 (0.225)  beta = 9/40 (0.225)" in told


def test_bounds_meet_where_the_exact_value_is_affordable() -> None:
    found = data("rr", "--bounds", "--e-eps", "2", "--delta", "1/10", "--target", "E=2,delta=1")
    assert found["results"] == [{"e_eps": "2", "delta_low": "13/40", "delta_high": "13/40"}]
    assert found["least"] == {"delta": "1/10", "e_eps_low": "3", "e_eps_high": "3"}
    assert found["target"]["exceeded"] is False
    assert run(example("rr"), "--bounds", "--target", "E=2,delta=0").exit_code == 1
    assert "At E = 1: delta = 11/20 (0.55)" in run(example("rr"), "--bounds").stdout


def test_bounds_where_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = max(deltas("tree_counters", [F(3)]))
    monkeypatch.setattr(by_bounds, "LONG", 10**9)
    monkeypatch.setattr(bounds, "SIZES", (4,))
    (result,) = data("tree_counters", "--bounds", "--e-eps", "3")["results"]
    assert as_fraction(result["delta_low"]) <= exact <= as_fraction(result["delta_high"])
    assert "(gap" in run(example("tree_counters"), "--bounds", "--e-eps", "3").stdout
    between = run(example("tree_counters"), "--bounds", "--target", f"E=3,delta={exact}")
    assert between.exit_code in (0, 3)
    assert run(example("tree_counters"), "--bounds", "--target", "E=3,delta=1").exit_code == 0
    assert run(example("tree_counters"), "--bounds", "--target", "E=3,delta=0").exit_code == 1
    monkeypatch.setattr(by_bounds, "BOUND_STEPS", 10)
    refused = run(example("hidden_state"), "--bounds")
    assert refused.exit_code == 3
    assert "even coarse bounds take more" in refused.stderr


def test_a_product_of_components_is_never_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_bounds, "LONG", 10**9)
    monkeypatch.setattr(by_bounds, "BOUND_STEPS", 10)
    found = run(example("tree_counters"), "--bounds")
    assert found.exit_code == 0
    assert "At E = 1: delta from 0 to 1 (gap 1)" in found.stdout
    assert "as if nothing tied them together; component 1 is too large, and is taken to give everything" in found.stdout


# Certificates.


@pytest.mark.parametrize(("name", "e_eps"), [("rr", 1), ("hidden_state", 2), ("attack_1", 2), ("filter", 2)])
def test_a_certificate_is_written_and_rechecked(tmp_path: Path, name: str, e_eps: int) -> None:
    file = str(tmp_path / "certificate.json")
    result = run(example(name), "--e-eps", str(e_eps), "--certificate", file)
    assert result.exit_code == 0
    assert "--recheck checks it" in result.stdout
    told, found = run(example(name), "--recheck", file), run(example(name), "--recheck", file, "--json")
    assert (told.exit_code, found.exit_code) == (0, 0)
    assert "The certificate holds" in told.stdout
    least = max(deltas(name, [F(e_eps)]))
    assert json.loads(found.stdout).items() >= {"holds": True, "e_eps": str(e_eps), "delta": str(least)}.items()


def test_a_certificate_is_rechecked_in_a_fresh_process(tmp_path: Path) -> None:
    file = str(tmp_path / "certificate.json")
    assert run(example("rr"), "--target", "E=2,delta=1/3", "--certificate", file).exit_code == 0
    program = [sys.executable, "-c", "from concomp.cli import main; main()", "audit"]
    ended = subprocess.run([*program, example("rr"), "--recheck", file], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "private with E = 2, delta = 1/3" in ended.stdout


def test_a_certificate_of_another_mechanism_does_not_hold(tmp_path: Path) -> None:
    file, other = str(tmp_path / "certificate.json"), tmp_path / "other.json"
    assert run(example("rr"), "--e-eps", "2", "--certificate", file).exit_code == 0
    document = json.loads(Path(example("rr")).read_text())
    document["init"] = document["init"][::-1]
    other.write_text(json.dumps(document))
    result = run(str(other), "--recheck", file)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "does not hold: ((" in result.stdout
    assert run(example("filter"), "--recheck", file).exit_code == 2


def test_a_certificate_of_a_game_in_python(tmp_path: Path) -> None:
    file, subject = str(tmp_path / "certificate.json"), tmp_path / "own.py"
    subject.write_text((EXAMPLES / "counter.py").read_text().replace("rounds=4", "rounds=2"))
    assert run(f"{subject}:counter", "--e-eps", "2", "--certificate", file).exit_code == 0
    assert run(f"{subject}:counter", "--recheck", file).exit_code == 0


def test_there_is_no_certificate_for_a_target_that_is_exceeded(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    result = run(example("rr"), "--target", "E=2,delta=1/100", "--certificate", str(file))
    assert result.exit_code == 1
    assert "is exceeded: the least delta is 13/40 (0.325)\nNo certificate was written" in result.stdout
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--certificate", "OUT"], "--certificate: for which E?"),
        (["--certificate", "OUT", "--e-eps", "2", "--e-eps", "3"], "--certificate: for which E?"),
        (["--certificate", example("rr"), "--e-eps", "2"], "is the mechanism itself: name another file"),
        (["--certificate", "/nowhere/at/all", "--e-eps", "2"], "name a file that can be written"),
        (["--recheck", "OUT", "--e-eps", "2"], "--recheck: the certificate says what it is about"),
        (["--recheck", "/nowhere/at/all"], "No such file or directory"),
        (["--recheck", "EMPTY"], "the file: an object of 0 fields: give a certificate"),
        (["--recheck", "HALF"], "steps: missing: add it"),
        (["--recheck", "OLD"], "table: missing: add it"),
        (["--recheck", "FOREIGN"], "the mechanism has no such name"),
        (["--recheck", "MORE"], 'more: "x": there is no such field'),
        (["--recheck", "BROKEN"], "table[0].response: missing: add it"),
        (["--recheck", "TWICE"], "table[1]: a second row for the same history and query"),
        (["--recheck", "AGAIN"], "table[0].law: an answer twice"),
        (["--recheck", "NEGATIVE"], 'table[0].law[0][0]: "-1/2": write a probability'),
        (["--recheck", example("rr")], "the file: an object of 7 fields: give a certificate"),
    ],
)
def test_wrong_certificates_are_told_on_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    start = {"schema": "concomp.audit.certificate/1", "e_eps": "2", "delta": "0"}
    row: dict[str, Any] = {"response": "noisy 0", "history": [], "query": "nothing", "law": []}
    known = {**row, "query": "ask"}
    contents: dict[str, Any] = {
        "EMPTY": {},
        "HALF": {**start, "schema": "concomp.audit.certificate/2"},
        "OLD": start,
        "MORE": {**start, "table": [], "more": "x"},
        "FOREIGN": {**start, "table": [row]},
        "TWICE": {**start, "table": [known, known]},
        "AGAIN": {**start, "table": [{**known, "law": [["1/2", "noisy 0"]] * 2}]},
        "NEGATIVE": {**start, "table": [{**known, "law": [["-1/2", "noisy 0"]]}]},
        "BROKEN": {**start, "table": [{"x": "1"}]},
    }
    for name, content in contents.items():
        (tmp_path / name).write_text(json.dumps(content))
    named = [str(tmp_path / each) if each in ("OUT", *contents) else each for each in arguments]
    result = run(example("rr"), *named)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert message in line


# In Python.


def test_a_game_in_python_is_audited_in_a_process_of_its_own() -> None:
    result = run(f"{EXAMPLES / 'counter.py'}:counter", "--e-eps", "1", "--attacker", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert found["results"][0]["delta"] == found["attackers"][0]["delta"] == "113/256"
    assert found["attackers"][0]["tree"]["send"] == [
        "Visit(user=1, counts=False)",
        "Visit(user=1, counts=True)",
    ]


def test_the_only_game_of_a_python_file_needs_no_name() -> None:
    named, unnamed = (run(f"{EXAMPLES / 'counter.py'}{name}", "--e-eps", "2") for name in (":counter", ""))
    assert (unnamed.exit_code, unnamed.stdout) == (0, named.stdout)


GAME = "from concomp.model import Game\n{} = {}Game.__new__(Game)\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "own.py: holds no Game: make one, for example by concomp.model.continual_game"),
        (
            GAME.format("first", "second = "),
            "own.py: holds 2 games: name one of them: {0}:first, {0}:second",
        ),
    ],
)
def test_none_or_several_games_are_told_on_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(text)
    result = run(str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"concomp: {tmp_path}/{message.format(file)}\n"


@pytest.mark.parametrize(
    ("text", "name", "status", "message"),
    [
        ("x = 1", "x", 2, "int: make it a Game"),
        ("x = 1", "y", 2, "there is no such name"),
        ("x = ", "x", 2, "SyntaxError"),
        ("1/0", "x", 2, "own.py:1: ZeroDivisionError: division by zero; the file must import without an error"),
        ("import builtins; builtins.list = None", "x", 2, "gives the built-in list another meaning"),
        ("import os; os._exit(7)", "x", 2, "ended with status 7"),
        (None, "x", 2, "no such file"),
    ],
)
def test_what_is_wrong_with_a_python_file_is_told_on_one_line(
    tmp_path: Path, text: str | None, name: str, status: int, message: str
) -> None:
    file = tmp_path / "own.py"
    if text is not None:
        file.write_text(text)
    result = run(f"{file}:{name}")
    assert (result.exit_code, result.stdout) == (status, "")
    (line,) = result.stderr.splitlines()
    assert message in line


# Data.


def test_results_come_in_the_order_asked_with_both_directions() -> None:
    found = data("hidden_state", "--e-eps", "2", "--e-eps", "1", "--e-eps", "2")
    assert list(found) == ["schema", "horizon", "results", "profile"]
    assert (found["schema"], found["horizon"]) == ("concomp.audit/1", 2)
    assert [result["e_eps"] for result in found["results"]] == ["2", "1", "2"]
    for result in found["results"]:
        assert list(result) == ["e_eps", "delta_0", "delta_1", "delta"]
        assert as_fraction(result["delta"]) == max(as_fraction(result["delta_0"]), as_fraction(result["delta_1"]))


def test_the_two_directions_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "lopsided.json"
    document = json.loads(Path(example("rr")).read_text())
    document["kernel"]["bit 0|ask"] = [["1", "bit 0", "noisy 0"]]
    document["kernel"]["bit 1|ask"] = [["1/2", "bit 1", "noisy 0"], ["1/2", "bit 1", "noisy 1"]]
    file.write_text(json.dumps(document))
    found = json.loads(run(str(file), "--e-eps", "4/2", "--attacker", "--json").stdout)
    assert found["results"] == [{"e_eps": "2", "delta_0": "0", "delta_1": "1/2", "delta": "1/2"}]
    (attacker,) = found["attackers"]
    assert (attacker["suspected"], attacker["delta"]) == (1, "1/2")
    assert attacker["tree"] == {"send": "ask", "on": {"noisy 0": {"say": None}, "noisy 1": {"say": 1}}}


@pytest.mark.parametrize(("delta", "e_eps"), [("1/10", "3"), ("0.325", "2"), ("1", "1"), ("1/11", None)])
def test_the_least_e_for_a_delta_is_found_or_said_not_to_exist(delta: str, e_eps: str | None) -> None:
    assert data("rr", "--delta", delta)["least"]["e_eps"] == e_eps
    told = run(example("rr"), "--delta", delta)
    expected = "no E suffices; delta is at least 1/10 (0.1) at every E" if e_eps is None else f"the least E is {e_eps}"
    assert told.exit_code == 0
    assert expected in told.stdout


@pytest.mark.parametrize(
    ("target", "status"), [("E=1,delta=11/20", 0), ("E=1,delta=0.5499", 1), ("delta=1/10, E=3", 0), ("E=3,delta=0", 1)]
)
def test_the_status_is_one_only_if_a_target_is_exceeded(target: str, status: int) -> None:
    told, found = run(example("rr"), "--target", target), run(example("rr"), "--target", target, "--json")
    assert told.exit_code == found.exit_code == status
    assert ("is exceeded" in told.stdout) == json.loads(found.stdout)["target"]["exceeded"] == (status == 1)
    assert (told.stderr, found.stderr) == ("", "")


# Text.


def test_the_profile_is_told_when_nothing_else_is_asked() -> None:
    assert run(example("rr")).stdout == (
        "Exact privacy against every adaptive adversary, 1 query.\n"
        "The least delta for every E >= 1: linear between these, constant after the last.\n"
        "  E = 1  eps 0         delta = 11/20 (0.55)\n"
        "  E = 3  eps ~1.09861  delta = 1/10 (0.1)\n"
    )
    asked = run(example("rr"), "--e-eps", "1.5").stdout
    assert "At E = 3/2 (1.5): delta = 7/16 (0.4375)" in asked
    assert "every E >= 1" not in asked
    assert "every E >= 1" in run(example("rr"), "--e-eps", "1.5", "--profile").stdout


def test_the_attacker_is_a_tree_to_follow() -> None:
    assert run(example("attack_1"), "--e-eps", "1", "--attacker").stdout.splitlines()[4:] == [
        "The best attacker at E = 1, world 0 over world 1:",
        '  send ("0", "0") to component 1',
        '  on "closed"',
        "    say nothing",
        '  on "open"',
        '    send ("0", "1") to component 1',
        '    on "0"',
        "      say: world 0",
        '    on "1"',
        "      say nothing",
        "  It reaches delta = 1/4 (0.25); replayed against the mechanism, exactly this.",
    ]


def test_the_attacker_does_not_waste_queries() -> None:
    """After a copy that stays closed it turns to the next one."""
    tree = data("attack_2", "--attacker")["attackers"][0]["tree"]
    assert tree["send"] == {"component": 1, "pair": ["0", "0"]}
    assert tree["on"]["closed"]["send"] == {"component": 2, "pair": ["0", "0"]}


@pytest.mark.parametrize("name", NAMES)
def test_there_is_an_attacker_for_every_e_that_is_asked_for(name: str) -> None:
    found = data(name, "--attacker", "--e-eps", "2", "--e-eps", "1", "--target", "E=5/4,delta=1")
    best = {result["e_eps"]: result["delta"] for result in found["results"]}
    reached = {attacker["e_eps"]: attacker["delta"] for attacker in found["attackers"]}
    assert list(reached) == ["2", "1", "5/4"]
    assert best.items() <= reached.items()


def test_an_attacker_whose_replay_disagrees_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Curve, "forward", lambda curve, e_eps: F(99, 100))
    document = read_file(example("rr"))
    with pytest.raises(RuntimeError, match="internal error: the attacker at E = 1 should reach 99/100, its replay"):
        attackers.best_attacker(game(document), Audit(of_document(document)), F(1))


def test_help_shows_an_example() -> None:
    assert "concomp audit examples/rr.json" in run("--help").stdout


def test_what_is_too_large_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "STEPS", 10)
    result = run(example("attack_3"))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "the exact value takes more than 10 steps: lower the horizon" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("e_eps", "shown"),
    [(F(1), "0"), (F(11, 6), "~0.606136"), (1 + F(1, 10**40), "~1.00000E-40"), (F(10**2000), "~4605.17")],
)
def test_epsilon_is_shown_to_six_digits(e_eps: F, shown: str) -> None:
    assert approximate_epsilon(e_eps) == shown


def test_exact_numbers_of_any_length_are_printed(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    tiny = 10**900
    kernel = {
        "s|q": [[f"1/{tiny}", "s", "a"], [f"{tiny - 1}/{tiny}", "s", "b"]],
        "t|q": [[f"2/{tiny}", "t", "a"], [f"{tiny - 2}/{tiny}", "t", "b"]],
    }
    shape = {"type": "mechanism", "states": ["s", "t"], "queries": ["q"], "answers": ["a", "b"], "init": ["s", "t"]}
    file.write_text(json.dumps({**shape, "kernel": kernel, "horizon": 6}))
    text, found = run(str(file)), run(str(file), "--json")
    assert (text.exit_code, found.exit_code) == (0, 0)
    assert max(len(delta) for _, delta in json.loads(found.stdout)["profile"]) > 5000


def test_an_epsilon_is_taken_at_an_e_just_below() -> None:
    below = F("2.718281828459")
    assert data("rr", "--eps", "1")["results"] == data("rr", "--e-eps", str(below))["results"]
    text = run(example("rr"), "--eps", "1", "--eps", "0", "--target", "eps=0.5,delta=0.5").stdout.splitlines()
    assert text[1:3] == [
        "For eps = 1, E is taken just below e^eps: 2718281828459/1000000000000 (~2.71828)",
        "For eps = 1/2 (0.5), E is taken just below e^eps: 16487212707001/10000000000000 (~1.64872)",
    ]
    assert "For eps = 1, E is taken just below" in run(example("rr"), "--eps", "1", "--bounds").stdout
    assert run(example("rr"), "--target", "eps=0.5,delta=0.1").exit_code == 1
