"""The example functions accept and reject the words of the table, and run as verification functions."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concomp.model.language import (
    REJECTED,
    Bool,
    Int,
    LanguageError,
    Map,
    Monitor,
    Opaque,
    Real,
    TotalMap,
    UnknownName,
    elsewhen,
    otherwise,
    parameter,
    register,
    relation,
    require,
    when,
)
from concomp.model.mechanisms.verification import VerificationFunction, is_valid
from tests.model.language.compositions import Create, Slot, SparseParallel
from tests.model.language.examples import (
    ASKED,
    DIFF,
    EXAMPLES,
    MORE,
    NEIGHBOURS,
    SAME,
    SLOTS,
    Example,
    Word,
    create,
    item,
    query,
)
from tests.model.language.monitors import AtMostK, Counter, Data, Dataset, EventLevel, ExactlyOne, Item, OneUser, Static

by_name = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


@by_name
def test_accepted_words_are_accepted(example: Example) -> None:
    for word in example.accepted:
        assert example.monitor(word), str(example.monitor.explain(word))
        assert example.monitor.explain(word) is None


@by_name
def test_some_accepted_word_differs_unless_none_may(example: Example) -> None:
    differs = any(left != right for word in example.accepted for left, right in word)
    assert differs or example.name in ("8 for k = 0", "no slots")


@by_name
def test_rejected_words_are_rejected_at_the_last_message(example: Example) -> None:
    for word in example.rejected:
        assert not example.monitor(word)
        rejection = example.monitor.explain(word)
        assert rejection is not None
        assert rejection.position.file.endswith(("monitors.py", "compositions.py"))
        assert rejection.position.text.startswith(("require(", "accept_if("))


@by_name
def test_the_empty_word_is_accepted(example: Example) -> None:
    assert example.monitor(())


@by_name
def test_a_monitor_is_a_verification_function(example: Example) -> None:
    function: VerificationFunction = example.monitor
    for word in (*example.accepted, *example.rejected):
        assert is_valid(function, word) == example.monitor(word)


@by_name
def test_states_are_hashable_and_memory_does_not_change_them(example: Example) -> None:
    for word in (*example.accepted, *example.rejected):
        state = example.monitor.initial
        for pair in word:
            if state is not REJECTED:
                assert example.monitor.advance(state, pair) == example.monitor._function._evaluate(state, pair)
            _, state = example.monitor.advance(state, pair)
            hash(state)


@by_name
def test_values_that_are_no_pair_of_messages_are_rejected_for_ever(example: Example) -> None:
    [word, *_] = example.accepted
    left, right = word[0]
    none: list[object] = [
        None,
        3,
        "ab",
        [left, right],
        (left,),
        (left, right, right),
        (left, []),
        ([], right),
        ({}, {}),
    ]
    for wrong in none:
        verdict, state = example.monitor.advance(example.monitor.initial, wrong)
        assert (verdict, state) == (False, REJECTED)
        assert example.monitor.advance(state, word[0]) == (False, REJECTED)
        rejection = example.monitor.explain([wrong])
        assert rejection is not None
        assert rejection.index == 0


def test_true_is_no_number_even_after_one_was_seen() -> None:
    assert Counter().advance(Counter().initial, (1, 1))[0]
    assert not Counter().advance(Counter().initial, (True, True))[0]
    assert not Counter().advance(Counter().initial, (1.0, 1.0))[0]


def test_a_rejection_names_message_line_and_registers() -> None:
    rejection = OneUser().explain([(item(1, "a"), item(1, "b")), SAME])
    assert rejection is not None
    assert rejection.index == 1
    assert "the left message 'a' is not of the sort Item" in str(rejection)
    rejection = OneUser().explain([(item(1, "a"), item(1, "b")), (item(2, "a"), item(2, "b"))])
    assert rejection is not None
    assert rejection.position.text == "require(~self.chosen | (self.target == left.user))"
    assert rejection.registers == {"chosen": True, "target": 1}


def test_two_requirements_of_equal_terms_keep_their_own_lines() -> None:
    class Twice(Monitor):
        seen = register(Bool, False)

        def step(self, left: Data, right: Data) -> None:
            require(left == right)
            require(left == right)
            self.seen = True

    first, second = Twice().definition.requirements
    assert first.condition is second.condition
    assert second.position.line == first.position.line + 1


def test_requirements_are_sticky_and_accept_if_is_not() -> None:
    assert not EventLevel()([DIFF, MORE, SAME])
    assert not ExactlyOne()([SAME])
    assert ExactlyOne()([SAME, DIFF])
    assert ExactlyOne().explain([SAME, DIFF]) is None


def test_parameters_are_symbols_in_the_definition_and_values_when_run() -> None:
    symbolic = AtMostK()
    assert [p.name for p in symbolic.definition.parameters] == ["k"]
    assert symbolic.definition is AtMostK(k=3).definition
    assert AtMostK(k=3).parameter_values == {"k": 3}
    with pytest.raises(LanguageError, match=r"runs without a value of k[\s\S]*AtMostK\(k=\.\.\.\)"):
        symbolic([SAME])


def test_a_value_that_violates_its_constraint_is_refused() -> None:
    with pytest.raises(LanguageError, match=r"parameter k of AtMostK is -1[\s\S]*where=lambda k: k >= 0"):
        AtMostK(k=-1)
    with pytest.raises(LanguageError, match=r"parameter k of AtMostK is '2'[\s\S]*give a Int"):
        AtMostK(k="2")
    with pytest.raises(LanguageError, match="parameter slots of SparseParallel"):
        SparseParallel(1, slots=(Slot(e_eps=1, delta=0),))
    with pytest.raises(LanguageError, match="parameter slots of SparseParallel"):
        SparseParallel(1, slots=SLOTS)
    with pytest.raises(UnknownName, match="did you mean 'slots'"):
        SparseParallel(1, slot=SLOTS)


def test_sizes_are_ordinary_arguments_and_definitions_follow_them() -> None:
    sizes = [len(SparseParallel(k).definition.requirements) for k in (0, 1, 3)]
    assert sizes == [4, 4, 4]
    assert [register.symbol.sort.name for register in SparseParallel(3).definition.registers][-1] == "Vector(Bool, 3)"


def test_a_value_without_a_text_is_no_parameter() -> None:
    class Silent:
        def __repr__(self) -> str:
            raise RuntimeError

    class Chosen(Monitor):
        only = parameter(Opaque)

        def step(self, left: Opaque, right: Opaque) -> None:
            require(left == self.only)

    with pytest.raises(LanguageError, match="parameter only of Chosen has no text: __repr__ of Silent raises Runtime"):
        Chosen(only=Silent())


def test_a_register_may_begin_at_a_parameter() -> None:
    class Allowance(Monitor):
        budget = parameter(Int, where=lambda budget: budget >= 0)
        left_over = register(Int, budget)

        def step(self, left: Data, right: Data) -> None:
            with when(left != right):
                self.left_over -= 1
            require(self.left_over >= 0)

    assert Allowance(budget=1)([DIFF, SAME])
    assert not Allowance(budget=1)([DIFF, MORE])
    assert not Allowance(budget=0)([DIFF])


def test_monitors_of_equal_arguments_are_equal_and_survive_pickling() -> None:
    assert AtMostK(k=2) == AtMostK(k=2) != AtMostK(k=3)
    assert hash(SparseParallel(2, slots=SLOTS)) == hash(SparseParallel(2, slots=SLOTS))
    copy = pickle.loads(pickle.dumps(SparseParallel(2, slots=SLOTS)))
    assert copy == SparseParallel(2, slots=SLOTS)
    assert copy([create(2, Fraction(0)), query(1, "a", "b")])
    assert pickle.loads(pickle.dumps(REJECTED)) is REJECTED


def test_a_relation_without_meaning_is_decided_by_axioms_or_by_what_the_monitor_is_given() -> None:
    close = relation(Dataset, Dataset, reflexive=True, symmetric=True)

    class Close(Monitor):
        def step(self, left: Dataset, right: Dataset) -> None:
            require(close(left, right))

    assert Close()([(1, 1)])
    with pytest.raises(LanguageError, match=r"close\(1, 2\) is not decided by the axioms"):
        Close()([(1, 2)])
    bound = Close(close=lambda x, y: abs(x - y) == 1)
    assert bound([(1, 2)])
    assert not bound([(1, 3)])


def test_maps_keep_no_default_entries_in_the_state() -> None:
    class Toggle(Monitor):
        on = register(Map[Int, Bool], False)

        def step(self, left: Int, right: Int) -> None:
            self.on[left] = ~self.on[right]

    toggle = Toggle()
    _, once = toggle.advance(toggle.initial, (5, 5))
    _, twice = toggle.advance(once, (5, 5))
    assert once == (TotalMap(False, {5: True}),)
    assert twice == toggle.initial
    assert hash(twice) == hash(toggle.initial)


def test_running_products_are_exact() -> None:
    class Product(Monitor):
        bound = parameter(Real, where=lambda bound: (bound >= 0) & (bound <= 1))
        keep = register(Real, 1)

        def step(self, left: Create, right: Create) -> None:
            require(left == right)
            self.keep = self.keep * (1 - left.delta)
            require(1 - self.keep <= self.bound)

    monitor = Product(bound=Fraction(19, 100))
    tenth = create(2, Fraction(1, 10))
    assert monitor([tenth, tenth])
    assert not monitor([tenth, tenth, create(2, Fraction(1, 10**30))])


def test_nested_blocks_act_as_python_branches() -> None:
    class Walk(Monitor):
        x = register(Int, 0)
        y = register(Int, 0)

        def step(self, left: Int, right: Int) -> None:
            with when(left > 0):
                self.x += 1
                with when(self.x > right):
                    self.y = self.x
                with elsewhen(self.x == right):
                    self.y = -self.x
                with otherwise():
                    self.x = 10
                require(self.y != 2)
            with otherwise():
                self.y += self.x

    def python_step(x: int, y: int, left: int, right: int) -> tuple[int, int] | None:
        if left > 0:
            x += 1
            if x > right:
                y = x
            elif x == right:
                y = -x
            else:
                x = 10
            if y == 2:
                return None
        else:
            y += x
        return x, y

    walk = Walk()
    numbers = range(-2, 4)
    for x in numbers:
        for y in numbers:
            for left in (-1, 0, 1):
                for right in numbers:
                    expected = python_step(x, y, left, right)
                    verdict, state = walk.advance((x, y), (left, right))
                    assert (verdict, state) == ((True, expected) if expected else (False, REJECTED))


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("ab"))), st.integers(0, 4))
def test_at_most_k_counts(word: list[tuple[str, str]], k: int) -> None:
    assert AtMostK(k=k)(word) == (sum(left != right for left, right in word) <= k)


FUZZ = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=2) | st.fractions(),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=1), inner),
    max_leaves=6,
)


@given(st.sampled_from(EXAMPLES), st.lists(FUZZ, max_size=3))
def test_no_message_raises(example: Example, messages: list[object]) -> None:
    if example.name in ("5", "6"):
        messages = [message for message in messages if message not in (NEIGHBOURS, ASKED)]
    verdict = example.monitor(messages)
    assert isinstance(verdict, bool)
    assert verdict == (example.monitor.explain(messages) is None)


def test_words_of_the_table_are_words() -> None:
    words: list[Word] = [word for example in EXAMPLES for word in (*example.accepted, *example.rejected)]
    assert all(len(pair) == 2 for word in words for pair in word)
    assert isinstance(item(1, "a"), Item)
    assert Static().definition.message.name == "Ask | Init"
