"""What is too large is refused, and what only looks large is not."""

from fractions import Fraction as F

import pytest

from concomp.impl.audit import strategy
from concomp.impl.audit.beliefs import COMPUTED, explore
from concomp.impl.audit.bounds import bounds
from concomp.impl.audit.engine import Audit
from concomp.impl.audit.setting import of_document
from concomp.model.files import game, interleaving
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.positions import Allowance, TooLarge
from concomp.model.mechanisms.privacy import Game
from tests.impl.audit.audits import audit, copies_of_attack, document


def test_copies_are_interchangeable() -> None:
    """Twelve copies: 3^12 places each by name, but few by how many copies stand where."""
    found = audit(copies_of_attack(12))
    assert found.deltas(F(1)) == (1 - F(3, 4) ** 12,) * 2
    assert len(found.whole.arena.places) < 1000


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge, match="takes more than 100 steps: lower the horizon"):
        _ = Audit(of_document(document(copies_of_attack(6))), steps=100).curve
    single = document({**copies_of_attack(1)["components"][0], "type": "cm"})
    with pytest.raises(TooLarge, match="even coarse bounds take more than"):
        bounds(of_document(single), game(single), steps=100)


def test_a_plan_is_larger_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy, "SITUATIONS", 3)
    with pytest.raises(TooLarge, match="the plan distinguishes more than 3 situations: lower the horizon"):
        audit(copies_of_attack(2)).plan(F(1), 0)


def test_the_laws_of_a_mechanism_count_no_steps() -> None:
    """What is listed or looked up is allowed however many its outcomes are, so that it stays exact."""
    outcomes = 2000
    laws = [Law({(("end", side), n): F(1, outcomes) for n in range(side, outcomes + side)}) for side in (0, 1)]
    release = Game(InteractiveMechanism(lambda side, _: laws[side], (0, 1), ("draw",)), (0, 1), ("draw",), 1)
    allowance = Allowance(1000)
    explore(release, allowance)
    assert allowance.left > 800


def test_laws_in_closed_form_count_steps() -> None:
    """How far a clamped sum is beyond its clamp has laws without number, which take long to compute."""
    steps = {"law": "two_sided_geometric", "ratio": "1/2"}
    kernel = {"law": "running_sum", "of": steps, "clamp": [0, 2]}
    hidden = {"type": "cm", "kernel": kernel, "horizon": 64, "verification": {"kind": "any"}}
    (component,) = interleaving(document(hidden)).components
    with pytest.raises(TooLarge):
        explore(component, Allowance(COMPUTED * 1000))
    assert len(component.mechanism._responses) < 500
