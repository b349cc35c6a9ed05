"""`concomp audit --attacker`: the best attackers, told as trees or in steps, and replayed."""

from fractions import Fraction as F
from typing import Any

import pytest

from concomp.impl.audit import strategy
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files import game, read_file
from concomp.report import attackers
from tests.tools.cli.auditing import NAMES, data, example, run


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
