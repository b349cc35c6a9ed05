"""What a plan declares of its mechanisms can be believed too much: how many a filter has, what its files lose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from concomp.advisor import as_text, examination
from concomp.advisor.advice import Advice, advice_on
from concomp.advisor.as_text import advice_as_text
from concomp.advisor.facts.alphabets import Sequences, accepted_sequences
from concomp.advisor.facts.functions import Facts
from concomp.advisor.guarantees.filter_game import FilterGame
from concomp.advisor.plans.errors import PlanError
from concomp.advisor.plans.plan import Mechanism, Plan, make_plan
from concomp.model import Bool, Monitor, register, require, when
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.report.layout import lines_of
from tests.tools.advisor.situations import REGISTRY, Told, facts, mechanism
from tests.tools.advisor.test_filter_game import audited

Patch = pytest.MonkeyPatch
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TWO, LESS = PrivacyParameters(F(2), F(0)), PrivacyParameters(F(3, 2), F(0))
LOST = F(11, 441)
"""What the counter in the file loses at E = 11/10 if both of its bits may differ."""


class Anything(Monitor):
    def step(self, left: Bool, right: Bool) -> None:
        require((left == right) | (left != right))


class Once(Monitor):
    used = register(Bool, False)

    def step(self, left: Bool, right: Bool) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class Accepting(Told):
    """Tells what a function accepts as well; the facts about it are those of the least that is known."""

    def __call__(self, mechanism: Mechanism, folder: Path, place: str) -> Facts:
        if isinstance(mechanism.function, Monitor):
            return replace(facts("one-sided"), function=type(mechanism.function).__name__)
        return facts(str(mechanism.function))

    def accepted(  # type: ignore[override]
        self, mechanism: Mechanism, messages: Sequence[str], horizon: int, folder: Path
    ) -> Sequences | None:
        assert isinstance(mechanism.function, Monitor)
        return accepted_sequences(mechanism.function, {}, messages, horizon)


def advised(*mechanisms: dict[str, Any], folder: Path = EXAMPLES / "plans", **fields: Any) -> Advice:
    plan = {"discrete": True, "mechanisms": list(mechanisms), **fields}
    return advice_on(make_plan(plan), folder, Accepting(), REGISTRY)


def in_file(function: Monitor) -> dict[str, Any]:
    return {"name": "counter", "audit": "counter.json", "function": function, "E": "11/10"}


def is_honest(folder: Path) -> bool:
    """Whether counts, files and nested plans are believed no more than they may be, and what is declared is said."""
    return all([a_filter_launches_what_there_is(), a_file_is_asked(), a_nested_plan_declares(folder)])


def a_filter_launches_what_there_is() -> bool:
    """Of one kind there is one, though the budget pays for four; beside a second kind, of which it pays for more."""
    alone = advised(mechanism(E="2", count=1), creation="filter", budget={"E": "16"}, at_E=["1"])
    both = advised(
        mechanism("a", E="2", count=1), mechanism("b", E="3/2"), creation="filter", budget={"E": "9"}, at_E=["1"]
    )
    exact = [audited(budget(16), [TWO], [1]), audited(budget(9), [TWO, LESS], [1, None])]
    promised = [given.at_e[0].delta for given in (alone, both)]
    return all(
        found is not None and found.high == max(audit.deltas(F(1)))
        for found, audit in zip(promised, exact, strict=True)
    )


def budget(e_eps: int) -> PrivacyParameters:
    return PrivacyParameters(F(e_eps), F(0))


def a_file_is_asked() -> bool:
    """What loses more under the function of the plan than is stated refutes it; what does not, is audited."""
    [once] = advised(in_file(Once()), creation="fixed").situation.kinds
    try:
        advised(in_file(Anything()), creation="fixed")
    except PlanError as error:
        return once.source == "audited" and f"exact delta at this E is {LOST}, if it is sent what Anything" in str(
            error
        )
    return False


def a_nested_plan_declares(folder: Path) -> bool:
    """What is nested takes its loss from a plan that declares it, and so does the whole; that is said at the top."""
    lines = ['creation = "fixed"', "discrete = true", "[[mechanisms]]", 'name = "a"', 'function = "event level"']
    (folder / "inner.toml").write_text("\n".join([*lines, 'E = "3/2"']), encoding="utf-8")
    given = advised({"name": "whole", "plan": "inner.toml", "E": "2"}, folder=folder, creation="fixed")
    [first, *_] = lines_of(advice_as_text(given, standing(this_project())))
    said = first.startswith("Taken from the plan, not checked: ") and "losses" in first
    return said and bool(given.chosen and any("loss stated" in each for each in given.chosen.declared))


def count_not_heard(patch: Patch) -> None:
    """A filter launches a mechanism as often as its budget pays for, however few there are."""
    patch.setattr(FilterGame, "_most", property(lambda game: {label: None for label, _ in game.menu}))


def count_not_read(patch: Patch) -> None:
    """A plan of a filter forgets how many there are."""
    count = Plan.count_of
    patch.setattr(Plan, "count_of", lambda plan, each: None if plan.creation == "filter" else count(plan, each))


def only_the_file_is_asked(patch: Patch) -> None:
    """A file is audited under its own function, whatever the plan's accepts."""
    patch.setattr(examination, "_under_function", lambda document, mechanism, folder, examine: document)


def the_plan_is_believed(patch: Patch) -> None:
    """A file is said to be audited, and is not."""
    patch.setattr(examination, "_source", lambda document, label, place, within="": "audited")


def nothing_is_asked(patch: Patch) -> None:
    """A function of the plan is taken for one that cannot be read on the file."""
    patch.setattr(examination, "_under_function", lambda document, mechanism, folder, examine: None)


def nested_is_taken_for_shown(patch: Patch) -> None:
    """What a nested plan takes as given is forgotten."""
    demand = examination._demand_promised

    def forgetful(*arguments: Any) -> tuple[str, ...]:
        demand(*arguments)
        return ()

    patch.setattr(examination, "_demand_promised", forgetful)


def nothing_is_declared(patch: Patch) -> None:
    """The line at the top is left out."""
    patch.setattr(as_text, "_declared", lambda advice: iter(()))


def test_what_is_right_is_not_blamed(tmp_path: Path) -> None:
    assert is_honest(tmp_path)


@pytest.mark.parametrize(
    "breakage",
    [
        count_not_heard,
        count_not_read,
        only_the_file_is_asked,
        the_plan_is_believed,
        nothing_is_asked,
        nested_is_taken_for_shown,
        nothing_is_declared,
    ],
    ids=lambda each: each.__name__,
)
def test_a_breakage_is_noticed(breakage: Callable[[Patch], None], monkeypatch: Patch, tmp_path: Path) -> None:
    breakage(monkeypatch)
    assert not is_honest(tmp_path)
