"""Malformed arguments of `verify` and `verify_post_processing` are refused by name, at the asker's line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import concomp
from concomp.model.language import Int, LanguageError, Monitor, PostProcessing, parameter, require
from concomp.obligations.verify.properties.properties import NotAskable


class AtLeastThree(Monitor):
    """Differences up to k, which is at least 3."""

    k = parameter(Int, where=lambda k: k >= 3)

    def step(self, left: Int, right: Int) -> None:
        require(left - right <= self.k)


class AtMostTwo(Monitor):
    """Differences up to k, which is at most 2."""

    k = parameter(Int, where=lambda k: k <= 2)

    def step(self, left: Int, right: Int) -> None:
        require(left - right <= self.k)


class Forward(PostProcessing):
    """All is handed on, k added to answers."""

    k = parameter(Int, where=lambda k: k >= 3)

    def on_left(self, query: Int) -> None:
        self.send_right(query)

    def on_right(self, answer: Int) -> None:
        self.send_left(answer + self.k)


def of_function(**arguments: Any) -> None:
    concomp.verify(AtLeastThree, ["included"], within=AtLeastThree, **arguments)


def of_processing(**arguments: Any) -> None:
    concomp.verify_post_processing(Forward, **arguments)


MALFORMED: list[tuple[str, object, str]] = [
    ("parameters", [("k", 3)], """parameters is [('k', 3)]; give a mapping by parameters' names, like {"k": 3}"""),
    ("parameters", [], """parameters is []; give a mapping by parameters' names, like {"k": 3}"""),
    ("parameters", 0, """parameters is 0; give a mapping by parameters' names, like {"k": 3}"""),
    ("parameters", {3: 3}, """parameters: 3 is no name; give names of parameters, like {"k": 3}"""),
    ("links", [("k", "k")], """links is [('k', 'k')]; give a mapping by parameters' names, like {"k": "w"}"""),
    ("links", {3: "k"}, """links: 3 is no name; give names of parameters, like {"k": "w"}"""),
    ("links", {"k": 3}, "links: 'k' is linked to 3; give the name of a parameter, as text"),
    ("links", {"k": ["k"]}, "links: 'k' is linked to ['k']; give the name of a parameter, as text"),
    ("links", {"q": "k"}, "link q=k: AtLeastThree has no parameter 'q'; declared are: k"),
    ("validity", 3, "validity is 3; give concomp.validity_of(f, f', {})"),
]
DOORS: dict[Callable[..., None], frozenset[str]] = {
    of_function: frozenset({"parameters", "links"}),
    of_processing: frozenset({"parameters", "validity"}),
}


@pytest.mark.parametrize(
    ("ask", "argument", "value", "problem"),
    [(ask, argument, *rest) for ask, known in DOORS.items() for argument, *rest in MALFORMED if argument in known],
)
def test_a_malformed_argument_is_named(ask: Callable[..., None], argument: str, value: object, problem: str) -> None:
    with pytest.raises(NotAskable) as caught:
        ask(**{argument: value})
    assert str(caught.value) == problem


def handed_on() -> None:
    concomp.verify(AtLeastThree(k=3), ["included"], within=AtMostTwo)


def handed_back() -> None:
    concomp.verify(AtLeastThree, ["included"], within=AtMostTwo(k=1))


REFUSED: list[tuple[Callable[[], None], str]] = [
    (lambda: of_function(parameters={"k": 2}), "parameter k of AtLeastThree is 2, which violates its constraint"),
    (lambda: of_function(parameters={"k": 3.0}), "parameter k of AtLeastThree is 3.0"),
    (lambda: of_function(parameters={"q": 3}), "AtLeastThree has no parameter 'q'"),
    (lambda: of_processing(parameters={"k": 2}), "parameter k of Forward is 2, which violates its constraint"),
    (lambda: of_processing(parameters={"q": 3}), "Forward has no parameter 'q'"),
    (handed_on, "parameter k of AtMostTwo is 3, which violates its constraint"),
    (handed_back, "parameter k of AtLeastThree is 1, which violates its constraint"),
]


@pytest.mark.parametrize(("ask", "problem"), REFUSED, ids=[problem for _, problem in REFUSED])
def test_a_refused_value_is_at_the_asker_s_line(ask: Callable[[], None], problem: str) -> None:
    with pytest.raises(LanguageError) as caught:
        ask()
    assert caught.value.problem == problem
    assert caught.value.position.file == __file__
    assert "concomp.verify" in caught.value.position.text


class ReadsTooSoon(Monitor):
    """A function whose author reads a parameter in `__init__` where it is given a value."""

    k = parameter(Int)

    def __init__(self, **given: Any) -> None:
        if given:
            self.twice = self.k
        super().__init__(**given)

    def step(self, left: Int, right: Int) -> None:
        require(left == right)


def test_an_author_s_error_stays_at_the_author_s_line() -> None:
    with pytest.raises(LanguageError) as caught:
        concomp.verify(AtLeastThree, ["included"], within=ReadsTooSoon, parameters={"k": 3})
    assert caught.value.position.text == "self.twice = self.k"
