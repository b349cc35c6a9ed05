"""Advice can be wrong, and is then found out: a false hypothesis, a list in place of a filter, a refuted statement."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import pytest
from flint import fmpq

from concomp.advisor.advice import Advice, UntrustedSource, advice_on
from concomp.advisor.facts.routers import Recipient, facts_of_router, routes_of
from concomp.advisor.guarantees.attack import copies
from concomp.advisor.guarantees.filter_game import FilterGame, Line, State, _Play
from concomp.advisor.guarantees.guarantee import Guarantee, OfFilter, OfSlots
from concomp.advisor.guarantees.theorems import THEOREMS, Theorem, _filter, _pure_slots
from concomp.advisor.hypotheses.conditions import ALL_CONSISTENT, ALL_SYMMETRIC, BOUNDED, FEW, PURE, WAITING, Hypothesis
from concomp.advisor.hypotheses.situation import Situation
from concomp.advisor.plans.plan import make_plan
from concomp.impl.accounting.losses import LossSum
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import flint_rational, with_e_eps
from concomp.model.composition.routed import INDEX, PAYLOAD, RoutedInputs
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Recorder
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.verify.proving.stages import new_worker
from tests.tools.advisor.situations import REGISTRY, mechanism, told
from tests.tools.advisor.test_filter_game import audited, posed, unlimited
from tests.tools.advisor.test_routed_privacy import ByStream, Counter, OneUpdate, ToCounter, Update
from tests.tools.advisor.test_waiting import COUNTEREXAMPLE, advised

LEAKY = mechanism(E="3/2", delta="1/4", count=3)
MENU = [mechanism("a", E="3/2"), mechanism("b", E="4"), mechanism("c", E="2", delta="1/4")]
BUDGET = {"E": "6", "delta": "1/4"}
JUDGED = F(2)


def advice(fields: dict[str, object], theorems: tuple[Theorem, ...]) -> Advice:
    return advice_on(make_plan({"discrete": True, **fields}), Path(), told, REGISTRY, theorems=theorems)


def parallel(theorems: tuple[Theorem, ...]) -> Advice:
    fields = {"creation": "parallel", "at_most": 1, "mechanisms": [LEAKY], "at_E": ["3/2"]}
    return advice(fields, theorems)


def exceeded(given: Advice) -> bool:
    """Whether worst-case mechanisms with the labels of the plan lose more than is guaranteed."""
    if given.chosen is None or given.chosen.guarantee is None:
        return False
    promised = given.chosen.guarantee.delta(F(3, 2))
    assert promised is not None
    return copies(PrivacyParameters(F(3, 2), F(1, 4)), 3, 1, F(3, 2)) > promised.high  # type: ignore[operator]


def without(*dropped: Hypothesis) -> tuple[Theorem, ...]:
    """The table without some hypotheses."""
    return tuple(
        replace(each, hypotheses=tuple(one for one in each.hypotheses if one not in dropped)) for each in THEOREMS
    )


def test_the_table_as_it_is_promises_nothing_that_is_exceeded() -> None:
    given = parallel(THEOREMS)
    assert given.chosen is not None
    assert not exceeded(given)


@pytest.mark.parametrize("dropped", [ALL_CONSISTENT, PURE], ids=["consistent", "pure"])
def test_a_theorem_offered_with_a_false_hypothesis_is_exceeded(dropped: Hypothesis) -> None:
    assert exceeded(parallel(without(dropped)))


def test_what_all_that_are_created_expose_must_be_counted() -> None:
    def forgetful(situation: Situation) -> Guarantee:
        return replace(original(situation), spare=Bounds(F(1, 4), F(1, 4)))

    [repaired] = [each for each in THEOREMS if each.case == "at most one"]

    def original(situation: Situation) -> OfSlots:
        found = repaired.guarantee(situation)
        assert isinstance(found, OfSlots)
        return found

    assert not exceeded(parallel((repaired,)))
    assert exceeded(parallel((replace(repaired, guarantee=forgetful),)))


def test_bounds_on_how_many_there_are_cannot_be_left_out() -> None:
    fields = {"creation": "parallel", "at_most": 1, "mechanisms": [{**LEAKY, "count": "unbounded"}]}
    assert advice(fields, THEOREMS).chosen is None
    assert advice(fields, without(BOUNDED, ALL_SYMMETRIC)).chosen is not None


@dataclass(frozen=True)
class OfList:
    """Wrong: the optimal composition of a list that was launched in place of the filter's game."""

    lists: tuple[OfSlots, ...]

    def delta(self, e_eps: F) -> Bounds:
        return max((each.delta(e_eps) for each in self.lists), key=lambda found: found.high)

    def least_e_eps(self, delta: F) -> Bounds | None:
        return None

    def limit(self) -> tuple[LossSum, Bounds]:
        return self.lists[0].limit()

    def profile(self) -> list[tuple[F, F]]:
        return []


def as_a_list(situation: Situation) -> Guarantee:
    a, b, c = (each.label for each in situation.kinds)
    # All that the budget pays for, and nothing can be added to.
    return OfList((OfSlots((a, a, a, a)), OfSlots((a, b)), OfSlots((a, a, c))))


def filtered(theorems: tuple[Theorem, ...]) -> Advice:
    fields = {"creation": "filter", "mechanisms": MENU, "budget": BUDGET, "at_E": [str(JUDGED)]}
    return advice(fields, theorems)


def game_exceeds(given: Advice) -> bool:
    """Whether the exact game of the filter, which the plan's labels allow, is worth more than is guaranteed."""
    assert given.chosen is not None
    assert given.chosen.guarantee is not None
    game = _filter(given.situation)
    assert isinstance(game, OfFilter)
    assert game.game is not None
    worth, promised = game.game.value(JUDGED), given.chosen.guarantee.delta(JUDGED)
    assert promised is not None
    return worth > promised.high


def test_optimal_composition_offered_for_a_filter_is_exceeded() -> None:
    [of_filter] = [each for each in THEOREMS if each.statement == "HSV26 Theorem 12.4"]
    assert not game_exceeds(filtered((of_filter,)))
    assert game_exceeds(filtered((replace(of_filter, guarantee=as_a_list),)))


def test_a_router_that_is_taken_at_its_word_is_exceeded() -> None:
    """It touches two, the plan says one: without the proof, what two worst-case mechanisms lose is not covered."""
    pure = mechanism(E="3/2", count="unbounded")
    fields = {"creation": "parallel", "at_most": 1, "mechanisms": [pure], "at_E": ["3/2"]}
    routed = {**fields, "router": "refuted", "inputs": "Inputs"}
    assert advice(routed, THEOREMS).chosen is None
    believed = advice(routed, without(FEW))
    assert believed.at_e[0].delta is not None
    assert copies(PrivacyParameters(F(3, 2), F(0)), 2, 2, F(3, 2)) > believed.at_e[0].delta.high  # type: ignore[operator]


class ByValue(ByStream):
    """Wrong: the update chooses its counter."""

    def on_left(self, update: Update) -> None:
        self.send_right(ToCounter(index=update.value, payload=update.value))


def test_handing_out_to_different_mechanisms_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that takes the index from one data set alone lets a router through that shows the other."""

    def proved() -> bool:
        with new_worker() as worker:
            router = ByValue()
            routes = routes_of(router, [Recipient("counter", None, "", None, 0, None)], [Counter()])
            return facts_of_router(worker, router, OneUpdate(), routes, [1]).word == "proved"

    def careless(self: RoutedInputs, recorder: Recorder, number: int, left: Term, right: Term) -> None:
        payload = terms.field(right, PAYLOAD)
        moved = terms.make("record", (terms.field(left, INDEX), payload), right.sort)
        hand(self, recorder, number, left, moved)

    hand = RoutedInputs._hand
    assert not proved()
    monkeypatch.setattr(RoutedInputs, "_hand", careless)
    assert proved()


def test_waiting_that_is_taken_to_cost_delta_is_exceeded(tmp_path: Path) -> None:
    """Delta itself is what is printed; what waiting costs covers the exact loss."""
    # Asked of a mechanism of which waiting costs twice its delta, too.
    [waiting] = [each for each in without(WAITING) if each.case == "what waiting costs"]
    cheap = replace(waiting, guarantee=_pure_slots(lambda kind: kind.label.delta))

    def covers(theorem: Theorem) -> bool:
        given = advised(tmp_path, COUNTEREXAMPLE, F(1), theorems=(theorem,))
        [found] = given.at_e
        assert found.exact is not None
        assert found.delta is not None
        return found.exact <= found.delta.high

    assert covers(waiting)
    assert not covers(cheap)


def test_slots_that_are_forgotten_are_missed() -> None:
    """Of two losses the larger one alone, or the smaller one as often: less than one of each loses."""
    kinds = [mechanism("a", "one answer", E="3/2"), mechanism("b", "one answer", E="4")]
    slots = [{"E": "3/2"}, {"E": "4"}]
    given = advice({"creation": "parallel", "slots": slots, "mechanisms": kinds, "at_E": ["5"]}, THEOREMS)
    assert given.at_e[0].delta is not None
    both = [with_e_eps(F(3, 2)), with_e_eps(4)]
    lost = both_lose([PrivacyParameters(F(3, 2), F(0)), PrivacyParameters(F(4), F(0))], F(5))
    assert given.at_e[0].delta.high == lost
    assert all(OfSlots(wrong).delta(F(5)).high < lost for wrong in ((both[0], both[0]), (both[1],)))


def both_lose(labels: list[PrivacyParameters], e_eps: F) -> F:
    """δ of randomised responses side by side, by enumeration of what they answer."""
    total = F(0)
    for answers in product((True, False), repeat=len(labels)):
        chances = [F(1), F(1)]
        for label, truth in zip(labels, answers, strict=True):
            odds = [label.e_eps / (label.e_eps + 1), 1 / (label.e_eps + 1)]
            chances = [chances[b] * odds[b if truth else 1 - b] for b in (0, 1)]
        total += max(F(0), chances[0] - e_eps * chances[1])
    return total


def test_a_game_without_what_is_exposed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of a filter is compared with an audit of it; here exposed bits are forgotten."""
    after = _Play._after

    def forgetful(play: _Play, state: State, number: int, odds: fmpq) -> Line:
        towards, against = after(play, state, number, odds)
        return towards - flint_rational(play.game._labels[number].delta) * odds, against

    budget, menu = posed("three kinds")
    exact = max(audited(budget, menu).deltas(JUDGED))
    assert FilterGame(budget, unlimited(*menu)).value(JUDGED) == exact
    monkeypatch.setattr(_Play, "_after", forgetful)
    assert FilterGame(budget, unlimited(*menu)).value(JUDGED) < exact


def test_what_is_called_not_valid_is_refuted_by_that_very_erratum() -> None:
    [theorem] = [each for each in THEOREMS if each.case == "twice delta"]
    assert theorem.printed is not None
    wrong = replace(theorem, printed=replace(theorem.printed, erratum="E5"))
    with pytest.raises(UntrustedSource, match="E5 does not refute what HSV26 Theorem 5"):
        parallel((wrong,))


def test_no_answer_rests_on_a_refuted_statement() -> None:
    printed = tuple(replace(each, statement=each.statement.removesuffix(" (repaired)")) for each in THEOREMS)
    with pytest.raises(UntrustedSource, match=r"Theorem 4\.10 is false as printed: HSV26 Theorem 4\.10 \(repaired\)"):
        parallel(printed)
