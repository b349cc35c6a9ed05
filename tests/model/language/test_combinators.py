"""A combination accepts what its parts together say, which is computed here from the parts themselves."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Annotated, Any

import pytest

from concomp.impl.monitors.verifier import compile_monitor
from concomp.model.language import (
    Bool,
    Conjunction,
    Int,
    LanguageError,
    Monitor,
    Opaque,
    Product,
    Projection,
    Real,
    Record,
    Vector,
    WithinBudget,
    ite,
    parameter,
    register,
    relation,
    require,
    when,
)
from concomp.model.language.readings.json_reading import from_json
from concomp.model.language.readings.json_writing import to_json
from concomp.model.language.readings.vocabulary import vocabulary
from tests.model.language.compositions import Create, Query
from tests.model.language.examples import DIFF, MORE, SAME, create, item, query
from tests.model.language.monitors import AtMostK, Counter, Data, EventLevel, ExactlyOne, Item, OneUser, Phases
from tests.obligations.verify.settling import verify

PAIRS = (SAME, DIFF, MORE, ("b", "b"))


def words(random: Random, pairs: Sequence[Any], count: int, length: int) -> list[list[Any]]:
    return [[random.choice(pairs) for _ in range(random.randrange(length + 1))] for _ in range(count)]


def test_a_conjunction_accepts_what_all_parts_accept() -> None:
    parts = (ExactlyOne(), AtMostK(k=2), AtMostK(k=3), Phases())
    for chosen in (parts[:2], parts[1:3], parts, parts[2:]):
        whole = Conjunction(*chosen)
        verifier = compile_monitor(whole)
        for word in words(Random(1), PAIRS, 300, 6):
            # A part that rejects for ever does so even where another's verdict comes back.
            expected = all(part(word) for part in chosen)
            assert whole(word) == expected
            verifier.reset()
            assert ([True, *[verifier.accepts(*pair) for pair in word]])[-1] == expected


def test_parts_keep_their_values_and_registers_apart() -> None:
    whole = Conjunction(AtMostK(k=2), AtMostK(k=3), EventLevel())
    assert whole.parameter_values == {"AtMostK_1_k": 2, "AtMostK_2_k": 3}
    assert [r.name for r in whole.definition.registers] == ["AtMostK_1_count", "AtMostK_2_count", "used"]
    assert whole.definition.name == "AtMostK and AtMostK and EventLevel"
    assert Conjunction(EventLevel(), AtMostK(), k=1)([DIFF])
    with pytest.raises(LanguageError, match="violates its constraint"):
        Conjunction(EventLevel(), AtMostK(), k=-1)


class A(Monitor):
    """The second pair and those after it are identical."""

    n = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.n == 0))
        self.n = 1


class A_1(A):
    """The first pair is identical."""

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.n > 0))
        self.n = 1


class A_2(A_1):
    """As A_1."""


class B(Monitor):
    """Keeps a register whose name is that of A's in a conjunction."""

    A_1_n = register(Int, 7)

    def step(self, left: Int, right: Int) -> None:
        require(self.A_1_n == 7)
        self.A_1_n = ite(left > 5, 0, 7)


@pytest.mark.parametrize("parts", [(A, A, A_1), (A, A, B), (B, A, A), (A, A_1, A, A_2), (A_1, A_2, A, A, B, B)])
def test_parts_whose_names_collide_have_registers_of_their_own(parts: tuple[type[Monitor], ...]) -> None:
    chosen = [part() for part in parts]
    whole = Conjunction(*chosen)
    names = [register.name for register in whole.definition.registers]
    assert len(set(names)) == len(names) == len(parts)
    for pairs in words(Random(2), ((1, 1), (1, 2)), 60, 4):
        assert whole(pairs) == all(part(pairs) for part in chosen)


class Titled(Monitor):
    """Keeps a register whose name a combination needs."""

    title = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        self.title += 1


def test_a_register_cannot_take_a_name_of_the_combination() -> None:
    with pytest.raises(LanguageError, match=r"(?s)Conjunction has two things called title.*rename the one of its part"):
        Conjunction(Titled(), A())


def test_a_requirement_keeps_the_place_in_the_part() -> None:
    rejection = Conjunction(AtMostK(k=2), EventLevel()).explain([DIFF, MORE])
    assert rejection is not None
    assert rejection.position.text == "require(~self.used)"


def test_a_combination_is_a_monitor_like_any_other() -> None:
    whole = Conjunction(EventLevel(), Conjunction(AtMostK(k=2), EventLevel()))
    again = pickle.loads(pickle.dumps(whole))
    assert again == whole
    assert again.definition == whole.definition
    assert hash(again) == hash(whole)
    read = from_json(to_json(whole), vocabulary(whole.definition), whole.parameter_values)
    assert read([DIFF])
    assert not read([DIFF, MORE])
    assert repr(whole) == "Conjunction(EventLevel(), Conjunction(AtMostK(k=2), EventLevel()))"


class Person(Opaque):
    """A person."""


friends = relation(Person, Person)


class Friends(Monitor):
    """Friends only."""

    seen = register(Bool, False)

    def step(self, left: Person, right: Person) -> None:
        require(friends(left, right))
        self.seen = True


def yes(left: object, right: object) -> bool:
    return True


def no(left: object, right: object) -> bool:
    return False


def test_meanings_are_those_of_the_parts() -> None:
    assert Conjunction(Friends(friends=yes), Friends(friends=yes))([("a", "b")])
    assert Conjunction(Friends(), Friends(), friends=yes)([("a", "b")])
    with pytest.raises(LanguageError, match="friends has two meanings"):
        Conjunction(Friends(friends=yes), Friends(friends=no))


class Small(Monitor):
    """Numbers up to n."""

    n = parameter(Int, where=lambda n: n >= 0)
    seen = register(Bool, False)

    def allows(self, message: Int) -> Bool:
        return message <= self.n

    def step(self, left: Int, right: Int) -> None:
        self.seen = True


class Row(Record):
    """A row of a table."""

    number: Int
    numbers: Annotated[Vector[Int], 2]


def row(number: int, *numbers: int) -> Row:
    return Row(number=number, numbers=numbers)


def test_a_projection_reads_one_component() -> None:
    whole = Projection(EventLevel(), Item, "value")
    assert whole([(item(1, "a"), item(2, "a")), (item(1, "a"), item(1, "b"))])
    assert not whole([(item(1, "a"), item(1, "b")), (item(1, "a"), item(1, "b"))])
    both = Conjunction(whole, OneUser())
    assert not both([(item(1, "a"), item(2, "a"))])
    entry = Projection(Counter(), Annotated[Vector[Real], 2], 1)
    assert entry([((0, 1), (7, 2))])
    assert not entry([((0, 1), (0, 3))])
    assert pickle.loads(pickle.dumps(entry)) == entry


def test_the_query_space_goes_with_the_parts() -> None:
    assert not Projection(Small(n=1), Row, "number")([(row(0, 0, 0), row(2, 0, 0))])
    assert Projection(Small(n=1), Row, "number")([(row(0, 9, 9), row(1, 9, 9))])
    assert not Conjunction(Small(n=1), Small(n=5))([(0, 2)])


def test_components_that_are_not_there_are_refused() -> None:
    with pytest.raises(LanguageError, match="Item has no component 'valu'"):
        Projection(EventLevel(), Item, "valu")
    with pytest.raises(LanguageError, match="component 'user' of Item is of the sort Int, and EventLevel"):
        Projection(EventLevel(), Item, "user")
    with pytest.raises(LanguageError, match="messages of two sorts, Data and Item"):
        Conjunction(EventLevel(), OneUser())


class Cost(Record):
    """Something that costs."""

    price: Real
    value: Data


def sum_of_prices(spent: Real, message: Cost) -> Real:
    return spent + message.price


def product_of_prices(spent: Real, message: Cost) -> Real:
    return spent * message.price


def cost(price: Fraction | int, left: str, right: str) -> tuple[Cost, Cost]:
    return Cost(price=price, value=left), Cost(price=price, value=right)


def test_a_budget_bounds_what_is_spent() -> None:
    part = Projection(EventLevel(), Cost, "value")
    whole = WithinBudget(part, sum_of_prices, budget=Fraction(3, 2))
    half = Fraction(1, 2)
    assert whole([cost(1, "a", "b"), cost(half, "a", "a")])
    assert not whole([cost(1, "a", "b"), cost(half, "a", "a"), cost(half, "a", "a")])
    assert not whole([cost(1, "a", "b"), cost(half, "a", "b")])
    assert not whole([(Cost(price=1, value="a"), Cost(price=half, value="a"))])
    multiplied = WithinBudget(part, product_of_prices, 1, budget=6)
    assert multiplied([cost(2, "a", "a"), cost(3, "a", "a"), cost(1, "a", "a")])
    assert not multiplied([cost(2, "a", "a"), cost(3, "a", "a"), cost(2, "a", "a")])
    assert pickle.loads(pickle.dumps(whole)) == whole
    with pytest.raises(LanguageError, match="has a budget already"):
        WithinBudget(whole, sum_of_prices)


class Started(Monitor):
    """Counts from n downwards; the initial value depends on a parameter."""

    n = parameter(Int)
    left_over = register(Int, n)

    def step(self, left: Data, right: Data) -> None:
        with when(left != right):
            self.left_over -= 1
        require(self.left_over >= 0)


class Named(Monitor):
    """Has a register that a product needs for itself."""

    created = register(Bool, False)

    def step(self, left: Data, right: Data) -> None:
        self.created = True


@pytest.mark.parametrize("part", [EventLevel(), AtMostK(k=2), ExactlyOne(), Phases(), Started(n=1)])
def test_a_product_accepts_what_the_part_accepts_for_each_mechanism(part: Monitor) -> None:
    whole = Product(part, Create, Query)
    verifier = compile_monitor(whole)
    begins = create(2, Fraction(1, 2))
    pairs = [begins, *(query(i, *pair) for i in (1, 2) for pair in (SAME, DIFF, MORE)), query(3, *SAME)]
    verdicts = []
    for word in words(Random(2), pairs, 400, 7):
        word = [begins, *word]
        expected = accepted(part, word)
        assert whole(word) == expected
        verifier.reset()
        assert [verifier.accepts(*pair) for pair in word][-1] == expected
        verdicts.append(expected)
    assert 40 < sum(verdicts) < 360


def accepted(part: Monitor, word: list[Any]) -> bool:
    """Whether queries go to mechanisms that exist, and the part accepts what each of them gets, at every length."""
    sent: list[list[Any]] = []
    for left, right in word:
        if isinstance(left, Create):
            sent.append([])
        elif not 1 <= left.index <= len(sent):
            return False
        else:
            sent[left.index - 1].append((left.payload, right.payload))
    return all(part(pairs) for pairs in sent)


def test_a_product_refuses_what_is_not_of_its_form() -> None:
    whole = Product(EventLevel(), Create, Query)
    begins = create(2, Fraction(1, 2))
    asked, others = query(1, *SAME), query(2, *SAME)
    assert not whole([(begins[0], asked[0])])
    assert not whole([(begins[0], create(3, Fraction(1, 2))[0])])
    assert not whole([begins, begins, (asked[0], others[0])])
    assert not whole([begins, query(0, *SAME)])
    with pytest.raises(LanguageError, match="field 'who' of Query is missing"):
        Product(EventLevel(), Create, Query, "who")
    with pytest.raises(LanguageError, match="field 'payload' of Query is of the sort Data"):
        Product(Counter(), Create, Query)
    with pytest.raises(LanguageError, match="keeps created, of the sort Bool"):
        Product(Named(), Create, Query)


def test_what_is_proved_of_a_combination_is_what_its_parts_say() -> None:
    report = verify(Conjunction(EventLevel(), AtMostK()), ["swap invariant", "first-pair consistent"])
    assert [(each.property, each.verdict) for each in report.verdicts] == [
        ("swap invariant", "proved"),
        ("first-pair consistent", "refuted"),
    ]
