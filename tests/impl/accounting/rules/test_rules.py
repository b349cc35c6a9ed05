"""Each rule admits what its theorem covers, refuses what it does not, and counts a refusal as nothing."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import log, prod, sqrt
from statistics import median
from time import process_time
from typing import Any

import pytest
from flint import fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP, RenyiDP
from concomp.impl.accounting.numbers import rounded_up
from concomp.impl.accounting.rules.accumulating import Accumulating
from concomp.impl.accounting.rules.basic import basic
from concomp.impl.accounting.rules.conjunction import all_of
from concomp.impl.accounting.rules.fully_adaptive import FullyAdaptive, fully_adaptive
from concomp.impl.accounting.rules.gaussian import gaussian
from concomp.impl.accounting.rules.pure import pure
from concomp.impl.accounting.rules.renyi import renyi
from concomp.impl.accounting.rules.rule import Refusal, Rule, RuleFor
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.accounting.rules.zcdp import zcdp
from concomp.model.laws.balls import precision
from concomp.model.numbers import ParameterError
from concomp.model.registry.registry import load


def admitted(rule: Rule, *losses: Guarantee) -> list[bool]:
    """Which of the losses are admitted, one after the other."""
    totals, verdicts = rule.start, []
    for loss in losses:
        after = rule.charge(totals, loss)
        verdicts.append(isinstance(after, Totals))
        totals = after if isinstance(after, Totals) else totals
    return verdicts


def after(rule: Rule, *losses: Guarantee) -> Totals:
    """The totals after losses that are all admitted."""
    totals = rule.start
    for loss in losses:
        charged = rule.charge(totals, loss)
        assert isinstance(charged, Totals)
        totals = charged
    return totals


TENTH, UNIT = PureDP("1/10"), PureDP(e_eps=3)


@pytest.mark.parametrize(
    ("rule", "losses", "verdicts"),
    [
        (pure(PureDP("3/10")), [TENTH] * 4, [True, True, True, False]),
        (pure(PureDP(1)), [PureDP(rounded_up(0.1))] * 10, [True] * 9 + [False]),
        (pure(PureDP(e_eps=9)), [UNIT, UNIT, UNIT, PureDP(e_eps=1)], [True, True, False, True]),
        (pure(PureDP(e_eps=9)), [PureDP(e_eps=10), UNIT], [False, True]),
        (pure(PureDP(e_eps=9)), [TENTH, UNIT, UNIT, PureDP(e_eps="27/10")], [True, True, False, True]),
        (pure(PureDP(e_eps=1)), [PureDP(0), PureDP("1e-300")], [True, False]),
        (basic(ApproxDP(1, "1/10")), [ApproxDP("1/2", "1/10")] * 2, [True, False]),
        (basic(ApproxDP(1, "1/10")), [ApproxDP(0, "1/11"), UNIT, TENTH], [True, False, True]),
        (basic(ApproxDP(e_eps=2, delta=0)), [ApproxDP(e_eps=2), ApproxDP(e_eps=1)], [True, True]),
        (zcdp(ZCDP("1/2")), [ZCDP("1/4"), PureDP("1/2"), ZCDP("1/8"), ZCDP("1e-9")], [True, True, True, False]),
        (renyi(RenyiDP({2: 1, 4: 1})), [RenyiDP({2: 0, 4: 1}), RenyiDP({2: 1, 4: "1/9"})], [True, False]),
        (renyi(RenyiDP({2: 1, 4: 1})), [ZCDP("1/4"), ZCDP("1/4")], [True, False]),
        (gaussian(GaussianDP(5)), [GaussianDP(3), GaussianDP(4), GaussianDP("1/9")], [True, True, False]),
    ],
)
def test_losses_are_admitted_while_they_fit(rule: Rule, losses: list[Guarantee], verdicts: list[bool]) -> None:
    assert admitted(rule, *losses) == verdicts


def test_a_mixed_loss_is_rounded_up() -> None:
    rule = pure(PureDP(e_eps=9))
    reading = rule.spent(after(rule, TENTH, UNIT))
    spent = reading.guarantee
    assert isinstance(spent, PureDP)
    assert not reading.is_exact
    assert abs(float(spent.epsilon_up) - (log(3) + 0.1)) < 1e-15


def test_readings_say_what_was_spent_and_what_remains() -> None:
    rule = basic(ApproxDP(e_eps=6, delta="1/10"))
    totals = after(rule, ApproxDP(e_eps=2, delta="1/30"))
    assert repr(rule.spent(totals)) == "ApproxDP(e_eps=2, delta='1/30')"
    assert repr(rule.remaining(totals)) == "ApproxDP(e_eps=3, delta='1/15')"
    refusal = rule.charge(totals, ApproxDP(e_eps=4))
    assert refusal == Refusal(ApproxDP(e_eps=4), rule.spent(totals), rule.remaining(totals))


RULES: list[tuple[RuleFor, Guarantee]] = [
    (pure, PureDP(1)),
    (pure, PureDP(e_eps=3)),
    (basic, ApproxDP(1, "1/10")),
    (fully_adaptive("1/100"), ApproxDP(1, "1/10")),
    (zcdp, ZCDP(1)),
    (all_of([basic, fully_adaptive("1/100")]), ApproxDP(2, "1/10")),
]
LOSSES = st.fractions(0, "1/2", max_denominator=40).map(PureDP) | st.fractions(1, 2, max_denominator=40).map(
    lambda e_eps: PureDP(e_eps=e_eps)
)


@pytest.mark.parametrize(("make", "budget"), RULES)
@settings(max_examples=25, deadline=None)
@given(losses=st.lists(LOSSES, max_size=8))
def test_what_remains_is_admitted(make: RuleFor, budget: Guarantee, losses: list[PureDP]) -> None:
    rule = make(budget)
    totals = rule.start
    for loss in losses:
        charged = rule.charge(totals, loss)
        totals = charged if isinstance(charged, Totals) else totals
    for rest in rule.remaining(totals).guarantees:
        if len(rule.remaining(totals).guarantees) == 1:
            assert isinstance(rule.charge(totals, rest), Totals)


class TestFullyAdaptive:
    BUDGET = ApproxDP(1, "1e-5")

    def rule(self, delta_prime: str = "1e-6") -> FullyAdaptive:
        return FullyAdaptive(self.BUDGET, Fraction(delta_prime))

    def test_more_small_losses_fit_than_by_basic_composition(self) -> None:
        losses = [PureDP("1/100")] * 400
        most = int((sqrt(2 * log(1e6) + 2) - sqrt(2 * log(1e6))) ** 2 * 10**4)
        assert most > 100
        assert admitted(self.rule(), *losses) == [index < most for index in range(400)]

    def test_the_bound_never_exceeds_the_budget(self) -> None:
        rule = self.rule()
        with precision(400):
            assert rule._bound(rule.most_squares) <= 1
            assert rule._bound(rule.most_squares + Fraction(1, 10**50)) > 1

    def test_delta_prime_is_paid_first(self) -> None:
        rule = self.rule("1e-5")
        assert admitted(rule, ApproxDP("1/100", "1e-9"), PureDP("1/100")) == [False, True]
        assert repr(rule.spent(rule.start)) == "ApproxDP(e_eps=1, delta='1/100000')"

    def test_the_reading_is_the_tighter_one(self) -> None:
        rule = self.rule()
        spent = rule.spent(after(rule, ApproxDP("1/10", "1e-7"))).guarantee
        assert isinstance(spent, ApproxDP)
        assert spent.delta == Fraction(11, 10**7)
        assert 0 <= float(spent.epsilon_up) - (sqrt(2 * log(1e6) / 100) + 1 / 200) < 1e-14

    @pytest.mark.parametrize(
        ("delta_prime", "message"),
        [
            ("0", "delta_prime is '0': delta' must be above 0, and at most the budget's delta"),
            ("2", "delta_prime is '2': delta' must be above 0, and at most the budget's delta"),
            ("1e-4", "delta_prime is 1/10000: give at most the budget's delta, 1/100000"),
        ],
    )
    def test_another_delta_prime_is_refused(self, delta_prime: str, message: str) -> None:
        with pytest.raises(ParameterError) as thrown:
            fully_adaptive(delta_prime)(self.BUDGET)
        assert str(thrown.value) == message

    def test_at_delta_prime_1_the_root_vanishes(self) -> None:
        rule = FullyAdaptive(ApproxDP(1, 1), Fraction(1))
        assert admitted(rule, PureDP("7/5"), PureDP("19/100"), PureDP("1/10")) == [True, True, False]


class TestSlots:
    def test_a_launch_keeps_its_slot(self) -> None:
        # By the optimal composition of slots 3 and (1, 1/4), at E = 3, δ is 1/4.
        rule = slots([PureDP(e_eps=3), ApproxDP(0, "1/4")])(ApproxDP(e_eps=3, delta="1/4"))
        assert admitted(rule, PureDP(e_eps="5/3"), PureDP(e_eps=3), ApproxDP(0, "1/4")) == [True, False, True]

    def test_the_smallest_slot_that_fits_is_taken(self) -> None:
        rule = slots([PureDP(e_eps=4), PureDP(e_eps=2)])(ApproxDP(e_eps=8))
        totals = after(rule, PureDP(e_eps="3/2"))
        assert repr(rule.remaining(totals)) == "ApproxDP(e_eps=4)"
        assert repr(rule.spent(totals)) == "ApproxDP(e_eps=2)"
        assert repr(rule.remaining(rule.start)) == "ApproxDP(e_eps=4) or ApproxDP(e_eps=2)"
        assert repr(rule.remaining(after(rule, UNIT, PureDP(1 / Fraction(2))))) == "nothing"

    def test_slots_beyond_the_budget_are_refused(self) -> None:
        with pytest.raises(ParameterError, match="give fewer or smaller ones"):
            slots([PureDP(e_eps=3)] * 2)(ApproxDP(e_eps=3, delta="1/10"))
        with pytest.raises(ParameterError, match=r"the slots is .*: give at least one"):
            slots([])(ApproxDP(1))


class TestConjunction:
    def test_every_rule_must_admit(self) -> None:
        rule = all_of([basic, fully_adaptive("1/10")])(ApproxDP(2, "1/5"))
        alone = fully_adaptive("1/10")(ApproxDP(2, "1/5"))
        losses = [PureDP("1/4")] * 12
        by_each = zip(admitted(basic(ApproxDP(2)), *losses), admitted(alone, *losses), strict=True)
        assert admitted(rule, *losses) == [one and other for one, other in by_each]
        assert rule.name == "all of: basic; fully adaptive, delta' = 1/10"
        assert len(rule.spent(rule.start).guarantees) == 2

    @pytest.mark.parametrize("rules", [None, 5, "basic", [5], [None], {"basic": basic}, [basic, PureDP(1)]])
    def test_what_is_no_rule_is_named(self, rules: Any) -> None:
        with pytest.raises(ParameterError, match=r"(the rules|a rule) is .*: give (a list of rules|what makes a rule)"):
            all_of(rules)

    def test_all_keep_to_the_budget(self) -> None:
        with pytest.raises(ParameterError, match=r"make the rule for the budget that it is given"):
            all_of([pure, lambda budget: pure(PureDP(50))])(PureDP(1))

    def test_none_is_refused(self) -> None:
        with pytest.raises(ParameterError, match=r"the rules is .*: give at least one"):
            all_of([])


class TestOdometer:
    """The sums of a rule, read without a budget, and made a rule again by another one."""

    @pytest.mark.parametrize(
        ("rule", "losses"),
        [
            (pure(PureDP(1)), [TENTH, UNIT]),
            (basic(ApproxDP(1, "1/10")), [ApproxDP("1/2", "1/10"), UNIT]),
            (fully_adaptive("1/10")(ApproxDP(1, "1/5")), [ApproxDP("1/4", "1/10"), UNIT]),
            (zcdp(ZCDP("1/9")), [ZCDP("1/10"), UNIT]),
            (renyi(RenyiDP({2: 1, 4: 1})), [ZCDP("1/4"), UNIT]),
            (gaussian(GaussianDP(1)), [GaussianDP("4/5"), GaussianDP(1)]),
        ],
    )
    def test_it_refuses_nothing_and_reads_the_same(
        self, rule: Accumulating[Guarantee], losses: list[Guarantee]
    ) -> None:
        odometer = rule.as_odometer()
        totals = odometer.start
        for loss in losses:
            totals = odometer.add(totals, loss)
        assert odometer.privacy_loss(totals).guarantees == rule.spent(totals).guarantees
        assert admitted(rule, *losses) == [True, False]
        assert not rule.is_within(totals)

    def test_as_a_filter_it_goes_on_while_the_reading_is_within_the_threshold(self) -> None:
        odometer = fully_adaptive("1/10")(ApproxDP(1, "1/5")).as_odometer()
        rule = odometer.as_filter(ApproxDP(5, "1/5"))
        reading = odometer.privacy_loss(odometer.add(odometer.start, PureDP(1))).guarantee
        assert isinstance(reading, ApproxDP)
        assert admitted(rule, PureDP(1)) == [True]
        assert admitted(odometer.as_filter(reading), PureDP("1.0001")) == [False]
        assert rule == fully_adaptive("1/10")(ApproxDP(5, "1/5"))

    def test_a_threshold_in_another_measure_is_refused(self) -> None:
        with pytest.raises(ParameterError, match=r"this rule is for a budget made by PureDP"):
            pure(PureDP(1)).as_odometer().as_filter(ZCDP(1))
        with pytest.raises(ParameterError, match=r"say what is lost at order 4 as well"):
            renyi(RenyiDP({2: 1, 4: 1})).as_odometer().as_filter(RenyiDP({2: 1}))

    def test_a_budget_at_more_orders_than_are_read_is_refused(self) -> None:
        odometer = renyi(RenyiDP({2: 1, 4: 1})).as_odometer()
        with pytest.raises(ParameterError, match=r"give one at just the orders that are read, like RenyiDP\(\{2: 100"):
            odometer.as_filter(RenyiDP({2: 100, 4: 100, 8: "1/10"}))
        assert odometer.as_filter(RenyiDP({2: 100, 4: 100})).budget == RenyiDP({2: 100, 4: 100})


def prod_of(numbers: Iterable[int]) -> fmpz:
    """The product of many numbers, by halves."""
    factors = [fmpz(number) for number in numbers]
    while len(factors) > 1:
        factors = [prod(factors[at : at + 2], start=fmpz(1)) for at in range(0, len(factors), 2)]
    return factors[0]


class TestLength:
    """What is counted stays short, however many launches there are."""

    def test_products_over_distinct_primes_are_rounded_up(self) -> None:
        primes = [number for number in range(2, 4000) if all(number % d for d in range(2, int(number**0.5) + 1))]
        rule, exact = pure(PureDP(e_eps=10**9)), Fraction(1)
        totals = rule.start
        for prime in primes:
            factor = Fraction(prime + 1, prime)
            exact *= factor
            charged = rule.charge(totals, PureDP(e_eps=factor))
            assert isinstance(charged, Totals)
            totals = charged
        assert exact.numerator.bit_length() > 512
        assert not totals.is_exact
        assert exact < totals.numbers[1] < exact * (1 + Fraction(1, 10**50))
        assert totals.numbers[1].numerator.bit_length() <= 512
        assert repr(rule.spent(totals)).endswith(", rounded")

    @pytest.mark.full
    def test_a_hundred_thousand_launches_over_distinct_primes_are_counted(self) -> None:
        """At the end as fast as at the start, and never below the exact product, which has millions of bits."""
        sieve = bytearray([1]) * 1_300_000
        for number in range(2, 1141):
            sieve[number * number :: number] = bytes(len(range(number * number, len(sieve), number)))
        primes = [number for number in range(2, len(sieve)) if sieve[number]][:100_000]
        assert len(primes) == 100_000
        rule = pure(PureDP(e_eps=10**9))
        totals, took = rule.start, list[float]()
        for prime in primes:
            start = process_time()
            charged = rule.charge(totals, PureDP(e_eps=Fraction(prime + 1, prime)))
            took.append(process_time() - start)
            assert isinstance(charged, Totals)
            totals = charged
        above, below = prod_of(prime + 1 for prime in primes), prod_of(primes)
        number = totals.numbers[1]
        assert not totals.is_exact
        assert number.numerator.bit_length() <= 512
        assert fmpz(number.denominator) * above < fmpz(number.numerator) * below
        assert fmpz(number.numerator) * below * 10**45 < fmpz(number.denominator) * above * (10**45 + 1)
        assert median(took[-10_000:]) < 2 * median(took[100:10_100])

    def test_short_products_stay_exact(self) -> None:
        rule = pure(PureDP(e_eps=10**9))
        totals = after(rule, *[PureDP(e_eps="11/10")] * 100)
        assert totals == Totals((Fraction(0), Fraction(11, 10) ** 100))

    def test_totals_are_stored_and_read_again(self) -> None:
        rule = basic(ApproxDP(1, "1/10"))
        totals = after(rule, ApproxDP("1/3", "1/77"))
        assert Totals.from_json(totals.to_json()) == totals


@pytest.mark.parametrize("rule", [make(budget) for make, budget in RULES] + [slots([UNIT])(ApproxDP(e_eps=3))])
def test_every_rule_rests_on_statements_that_are_not_false(rule: Rule) -> None:
    registry = load()
    for label in rule.source.split("; "):
        assert registry.truth(label) != "false"


@pytest.mark.parametrize(("rule", "budget"), [(pure, ZCDP(1)), (basic, PureDP(1)), (zcdp, PureDP(1))])
def test_a_budget_in_another_measure_is_refused(rule: RuleFor, budget: Guarantee) -> None:
    with pytest.raises(ParameterError, match=r"the budget is .*: this rule is for a budget made by "):
        rule(budget)


def test_every_measure_has_its_usual_rule() -> None:
    budgets = [PureDP(1), ApproxDP(1), ZCDP(1), RenyiDP({2: 1}), GaussianDP(1)]
    assert [usual_rule(budget).name for budget in budgets] == ["pure", "basic", "zcdp", "renyi", "gaussian"]
    with pytest.raises(ParameterError, match=r"the budget is 5: give PureDP\(…\), ApproxDP\(…\)"):
        usual_rule(5)  # type: ignore[arg-type]
