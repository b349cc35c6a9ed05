"""A link cannot be about other systems than it shows, nor use what it does not say: attacks, and what refuses them.

The first is "Theorem 5.4 with δ′ = 0", once proved by giving two systems the machines of a sample that is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.terms import FALSE, TRUE, constant, equality, implication, leaf, negation
from concomp.obligations.derivations.kernel.facts import WrongStep
from concomp.obligations.derivations.kernel.indices import Constructor, Index, Var
from concomp.obligations.derivations.kernel.logic import hypothesis, solve_in_words
from concomp.obligations.derivations.kernel.proofs import prove
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.guards import identical
from concomp.obligations.derivations.systems.descriptions.messages import HALTING, MESSAGE
from concomp.obligations.derivations.systems.descriptions.table import describe, with_left
from concomp.obligations.derivations.systems.links import doubling, first_pairs, inwards, samples
from concomp.obligations.derivations.systems.links.bisimulation import (
    INDEX,
    Bisimulation,
    all_running,
    no_instance,
    same,
)
from concomp.obligations.derivations.systems.links.stages import Stage
from concomp.obligations.derivations.systems.properties import private
from concomp.obligations.derivations.systems.suppositions import Law, Supposition
from concomp.obligations.derivations.systems.system_rules import related, solve_stage, tapes
from concomp.obligations.expectation import Violation

PAIR = first_pairs.PAIR
C, D, F, M = systems.C, systems.D, systems.F, systems.M
KEPT = samples.SAMPLE_KEPT
COMPOSED = systems.verified_composition(C, systems.OF_PURE)


def trivially(one: Index, other: Index) -> Bisimulation:
    """Two systems with the relation of the sample that is kept."""
    return Bisimulation("trivial", one, other, KEPT.relation, working=KEPT.working)


def relations_with_machines() -> Any:
    """The attack as it was: the machines of one link given to two other systems."""
    return Bisimulation(  # type: ignore[call-arg]
        "trivial", COMPOSED, systems.responses(C), KEPT.left, KEPT.right, KEPT.relation, working=KEPT.working
    ).stages


def relabelled() -> dict[str, Callable[[], Any]]:
    return {
        "a composition that is a sample": lambda: related(trivially(COMPOSED, systems.responses(C))),
        "machines of another link": relations_with_machines,
        "a link with other ends": lambda: related(replace(KEPT, one=COMPOSED, other=systems.responses(C))),
        "simulators where P's player is meant": lambda: describe(systems.TOGETHER(systems.SIMULATORS(C))),
        "simulators of which nothing is described": lambda: describe(systems.BESIDE(systems.SIMULATORS(C))),
        "a composition put in for one": lambda: describe(
            systems.VERIFIER(systems.SUITABLE(systems.AS_CONTINUAL(systems.INTERACTIVE), D))
        ),
        "a theorem's demand, unread": lambda: describe(systems.VERIFIER(systems.pure_parallel(C))),
        "a constructor of one's own": lambda: describe(Constructor("mine", (), "system", "M")()),
        "a processing for a mechanism": lambda: trivially(systems.P, M),
        "two mechanisms called alike": lambda: trivially(
            systems.BEHIND(Var("M", "processing"), M), systems.BEHIND(systems.P, M)
        ),
        "two terms written alike": lambda: trivially(
            systems.BEHIND(systems.VERIFIER(F), M),
            systems.BEHIND(Constructor("V[f] of mine", (), "processing", "V[f]")(), M),
        ),
        "a function that is called as the mechanism": lambda: trivially(
            systems.BEHIND(systems.VERIFIER(Var("M", "function")), M), systems.responses(C)
        ),
        "a mechanism that is called as a function of which something is supposed": lambda: replace(
            first_pairs.UNLIKE_PAIRS, supposed=(first_pairs.consistent(Var("M", "function")),)
        ),
        "stages of another link": lambda: tapes(
            first_pairs.UNLIKE_PAIRS, *map(solve_stage, first_pairs.IDENTICAL_PAIRS.stages)
        ),
        "a law that is not supposed": lambda: related(
            replace(first_pairs.UNLIKE_PAIRS, known=lambda left, right: [Law((), FALSE).at()])
        ),
        "a law that is left out of the formula": lambda: related(replace(first_pairs.IDENTICAL_RUNS, supposed=())),
        "a start that is not supposed": lambda: related(replace(doubling.SWAP, supposed=())),
        "a question that answers for a theorem": lambda: solve_in_words(
            Stage("trivial", private(COMPOSED, systems.PARAMETERS), (), TRUE, TRUE, FALSE)
        ),
    }


@pytest.mark.parametrize("name", list(relabelled()))
def test_a_link_between_other_systems_is_refused(name: str) -> None:
    with pytest.raises((WrongStep, TypeError)):
        relabelled()[name]()


def _about_the_next_message(left: Any, right: Any) -> Any:
    """What holds at the start, is kept by the message that is heard, and is then known of the next one as well."""
    begun = f"{systems.IDENTICAL_FIRST()}.begun"
    return [*SAME_RUN(left, right), implication(left[begun], identical(HEARD))]


def _another_at_other_indices(left: Any, right: Any, index: Any) -> Any:
    """True at the index at which it is proved, and more where it is used."""
    return [identical(HEARD)] if index is not INDEX else []


SAME_RUN = first_pairs.UNLIKE_PAIRS.relation


def _changing() -> Callable[[Any, Any], Any]:
    """Nothing when it is first asked, and afterwards what is false."""
    asked: list[int] = []

    def relation(left: Any, right: Any) -> Any:
        asked.append(1)
        return SAME_RUN(left, right) if len(asked) == 1 else [FALSE]

    return relation


def relations() -> dict[str, Callable[[], Any]]:
    consistent_alike = first_pairs.INCONSISTENT
    return {
        "about the next message": lambda: related(
            replace(consistent_alike, relation=_about_the_next_message, supposed=(), known=no_instance)
        ),
        "about a register of neither": lambda: related(
            replace(first_pairs.UNLIKE_PAIRS, relation=lambda left, right: [leaf("register", BOOL, "mine")])
        ),
        "at work, about the next message": lambda: related(
            replace(first_pairs.UNLIKE_PAIRS, working=lambda left, right: [identical(HEARD)])
        ),
    }


@pytest.mark.parametrize("name", list(relations()))
def test_a_relation_is_between_registers(name: str) -> None:
    with pytest.raises(WrongStep, match="no register of its systems"):
        relations()[name]()


def test_what_is_used_at_another_index_is_what_is_proved() -> None:
    """A relation that says more where it is used says there what it says where it is proved."""
    link = replace(
        first_pairs.UNLIKE_PAIRS,
        everywhere=_another_at_other_indices,
        used_at=lambda left, right: [constant(INT, 0)],
    )
    with pytest.raises(Violation, match="the negation sat"):
        prove(related(link))


def test_a_relation_is_asked_once() -> None:
    with pytest.raises(Violation, match="the negation sat"):
        prove(related(replace(first_pairs.UNLIKE_PAIRS, relation=_changing())))


def test_the_laws_that_are_shown_are_those_that_are_used() -> None:
    """Whoever answers otherwise for letters than for names is asked for neither."""

    def build(function: str) -> tuple[Law, ...]:
        return (Law((PAIR,), equality(PAIR, PAIR) if function == "g" else identical(PAIR)),)

    harmless = Supposition("{0} is a function", (F,), ("g",), build)
    link = replace(
        first_pairs.UNLIKE_PAIRS,
        supposed=(harmless,),
        known=lambda left, right: [harmless.laws[0].at(HEARD)],
    )
    proved = str(related(link).formula)
    assert proved.startswith("if f is a function [for all m: is_pair(m) and first(m) = second(m)], then")


def test_laws_are_asked_for_once() -> None:
    asked: list[str] = []

    def build(function: str) -> tuple[Law, ...]:
        asked.append(function)
        return (Law((), TRUE if len(asked) == 1 else FALSE),)

    harmless = Supposition("{0} is harmless", (F,), ("g",), build)
    assert harmless.laws == (Law((), TRUE),)
    assert str(harmless.formula) == "f is harmless [true]"
    assert asked == ["⟨0⟩"]


@pytest.mark.parametrize("name", ["f", "g'"])
def test_a_law_of_one_name_is_that_of_another(name: str) -> None:
    """What is put in for the places is what the law would have been of the name itself."""
    of = first_pairs.consistent(Var(name, "function"))
    assert of.laws == of.build(name)


def test_a_law_can_be_read_in_one_way_only() -> None:
    halting = equality(HALTING, leaf("parameter", MESSAGE, "halt"))
    for says, match in (
        (equality(PAIR, leaf("parameter", MESSAGE, "m")), "two symbols"),
        (leaf("parameter", BOOL, "m = m"), "several parts"),
        (halting, "two symbols"),
    ):
        with pytest.raises(WrongStep, match=match):
            Supposition("{0} is harmless", (F,), ("g",), lambda name, says=says: (Law((PAIR,), says),))


@pytest.mark.parametrize("letters", [(), ("g", "g"), ("g", "h", "i")])
def test_a_law_shows_as_many_letters_as_it_has_names(letters: tuple[str, ...]) -> None:
    with pytest.raises(WrongStep, match="different letters"):
        Supposition("{0} and {1}", (F, Var("g", "function")), letters, lambda one, other: (Law((), TRUE),))


def test_a_law_is_about_no_index() -> None:
    """What is proved at an arbitrary index is used at others: nothing may be supposed of it."""
    absurd = Supposition("{0}", (F,), ("f",), lambda name: (Law((), equality(INDEX, constant(INT, 0))),))
    with pytest.raises(WrongStep, match="stands for all"):
        replace(first_pairs.UNLIKE_PAIRS, supposed=(absurd,))


def test_a_law_is_about_every_message() -> None:
    """What is said of the message that is heard would be known of each message in turn."""
    with pytest.raises(WrongStep, match="let it be about all"):
        Supposition("{0} is told one message", (F,), ("f",), lambda name: (Law((), identical(HEARD)),))


def test_a_stage_of_one_s_own_proves_nothing_of_a_link() -> None:
    """Whoever asks another question under the formula of a link has not proved the link."""
    link = inwards.INWARDS
    asked = [Stage(stage.name, stage.formula, (), TRUE, TRUE, FALSE) for stage in link.stages]
    with pytest.raises(WrongStep, match="are not the 3 facts"):
        tapes(link, *map(solve_stage, asked))
    with pytest.raises(WrongStep, match="are not the 3 facts"):
        tapes(link, *(hypothesis("so it is", "HSV26 Definition 4.9", stage.formula) for stage in link.stages))


def test_what_is_supposed_stands_in_the_formula() -> None:
    """A law that anything follows from is seen: the formula says that false holds."""
    absurd = Supposition("{0} is f", (F,), ("f",), lambda name: (Law((), FALSE),))
    link = replace(
        first_pairs.UNLIKE_PAIRS,
        supposed=(absurd,),
        known=lambda left, right: [law.at() for law in absurd.laws],
    )
    assert str(related(link).formula).startswith("if f is f [false], then")


def test_a_system_without_its_guard_is_not_what_it_was() -> None:
    """Worlds that any pair reaches have a link of their own, which both solvers refute."""
    with pytest.raises(Violation, match="the negation sat"):
        prove(related(first_pairs.UNLIKE_PAIRS))


@pytest.mark.parametrize("called", ["bit", "message", "k"])
def test_no_variable_is_the_secret_bit(called: str) -> None:
    """Who knows a bit that is called as the symbol of the secret bit does not know the secret."""
    one, other = systems.BEHIND(systems.IDENTIFIER(Var(called, "bit")), M), systems.IDENTIFIED(M)

    def alike(left: Any, right: Any) -> Any:
        return [*same(["M.state", "M.heard"])(left, right), *all_running(left, right)]

    def working(left: Any, right: Any) -> Any:
        return [negation(left[with_left(one)]), negation(right[with_left(other)])]

    with pytest.raises(Violation, match="the negation sat"):
        prove(related(Bisimulation("I(b) is I", one, other, alike, working=working)))


@pytest.mark.parametrize("called", ["any index", "M.state", "C: admits", "M result 0"])
def test_a_variable_is_not_called_as_a_symbol(called: str) -> None:
    with pytest.raises(IllFormed, match="choose one word"):
        Var(called, "system")


def test_terms_share_what_they_have_in_common() -> None:
    """One mechanism is the same in two terms, and mechanisms of two compositions are not."""
    others = Var("C'", "composition")
    kernels = [
        {call.kernel for call in describe(systems.EXTENDED_CONCURRENT(each)).calls(_registers(each))}
        for each in (C, others)
    ]
    assert kernels[0].isdisjoint(kernels[1])


def _registers(composition: Index) -> Any:
    machine = describe(systems.EXTENDED_CONCURRENT(composition))
    return {register.name: register.symbol for register in machine.registers}
