"""`concomp audit` of the examples, against numbers that are found otherwise."""

import itertools
import json
from collections.abc import Callable
from fractions import Fraction as F
from functools import partial
from pathlib import Path
from typing import Any

import pytest

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
from tests.model.files.documents import as_fraction
from tests.thinning import thinned
from tests.tools.cli.auditing import EXAMPLES, MEASURED, NAMED, NAMES, data, deltas, example, run

POINTS = [F(1), F(3, 2), F(2), F(3), F(7, 2), F(6), F(10)]


def test_every_example_is_tested() -> None:
    assert sorted(file.stem for file in EXAMPLES.glob("*.json")) == sorted([*NAMES, *NAMED, *MEASURED])
    readme = (EXAMPLES / "README.md").read_text()
    assert all(f"`{name}.json`" in readme for name in [*NAMES, *NAMED, *MEASURED])


def test_randomised_response_has_the_profile_of_its_parameters() -> None:
    """Its δ at E is 1/10 + 9/10 · max(0, 3/4 − E/4)."""
    assert deltas("rr", POINTS) == [F(1, 10) + F(9, 10) * max(F(0), (3 - e) / 4) for e in POINTS]
    assert data("rr")["profile"] == [["1", "11/20"], ["3", "1/10"]]


@pytest.mark.parametrize("name", thinned(["hidden_state", "rr", "attack_1"], 3))
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
