"""A link cannot be about other systems than it shows, nor use what it does not say: attacks, and what refuses them.

The first is "Theorem 5.4 with δ′ = 0", once proved by giving two systems the machines of a sample that is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from concomp.model.language.syntax.sorts import BOOL, INT
from concomp.model.language.syntax.terms import (
    FALSE,
    TRUE,
    constant,
    descendants,
    equality,
    implication,
    leaf,
    negation,
)
from concomp.obligations.derivations.kernel import sentences
from concomp.obligations.derivations.kernel.facts import WrongStep
from concomp.obligations.derivations.kernel.indices import Constructor, Index, Var
from concomp.obligations.derivations.kernel.logic import hypothesis
from concomp.obligations.derivations.kernel.proofs import prove
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems import suppositions
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.guards import identical
from concomp.obligations.derivations.systems.descriptions.kernels import WORLD, admits, reads
from concomp.obligations.derivations.systems.descriptions.messages import HALTING, MESSAGE, apply
from concomp.obligations.derivations.systems.descriptions.parts import System
from concomp.obligations.derivations.systems.descriptions.table import describe, with_left
from concomp.obligations.derivations.systems.laws.law import Law
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
from concomp.obligations.derivations.systems.suppositions import (
    MEANINGS,
    Instance,
    Meaning,
    Supposition,
    demand_meaning,
)
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
    ends: Any = (COMPOSED, systems.responses(C), KEPT.left, KEPT.right)
    return Bisimulation("trivial", *ends, working=KEPT.working).stages


def relabelled() -> dict[str, Callable[[], Any]]:
    return {
        "a composition that is a sample": lambda: related(trivially(COMPOSED, systems.responses(C))),
        "machines of another link": relations_with_machines,
        "a link with other ends": lambda: related(replace(KEPT, one=COMPOSED, other=systems.responses(C))),
        "simulators where P's player is meant": lambda: describe(systems.TOGETHER(systems.SIMULATORS(C))),
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
            first_pairs.UNLIKE_PAIRS, supposed=(suppositions.consistent(Var("M", "function")),)
        ),
        "stages of another link": lambda: tapes(
            first_pairs.UNLIKE_PAIRS, *map(solve_stage, first_pairs.IDENTICAL_PAIRS.stages)
        ),
        "a law that is not supposed": lambda: related(
            replace(first_pairs.UNLIKE_PAIRS, known=lambda left, right: [suppositions.answers(systems.RR).law(0)])
        ),
        "a law that is left out of the formula": lambda: related(replace(first_pairs.IDENTICAL_RUNS, supposed=())),
        "a start that is not supposed": lambda: related(replace(doubling.SWAP, supposed=())),
        "a question that answers for a theorem": lambda: solve_stage(
            Stage("trivial", private(COMPOSED, systems.PARAMETERS), (), TRUE, TRUE, FALSE)
        ),
    }


@pytest.mark.parametrize("name", list(relabelled()))
def test_a_link_between_other_systems_is_refused(name: str) -> None:
    with pytest.raises((WrongStep, IllFormed)):
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


def test_a_relation_that_answers_otherwise_when_it_is_asked_again_relates_nothing() -> None:
    with pytest.raises((Violation, WrongStep), match=r"the negation sat|are not the 3 facts"):
        prove(related(replace(first_pairs.UNLIKE_PAIRS, relation=_changing())))


def meaning_of(*laws: Law, letters: tuple[str, ...] = ("f",)) -> Meaning:
    return Meaning(letters, lambda *names: laws)


READING = leaf("message", reads("fx"), "r")
LAWS: dict[str, tuple[str, Meaning]] = {
    "that are not shown": ("does not show its laws", meaning_of(Law((), TRUE))),
    "with two symbols called alike": (
        "two symbols",
        meaning_of(Law((PAIR,), equality(PAIR, leaf("parameter", MESSAGE, "m")))),
    ),
    "with a symbol that reads as a sentence": ("several parts", meaning_of(Law((), leaf("parameter", BOOL, "m = m")))),
    "about a signal that is a symbol": (
        "two symbols",
        meaning_of(Law((PAIR,), equality(HALTING, leaf("parameter", MESSAGE, "halt")))),
    ),
}
ABOUT_OTHERS: dict[str, tuple[str, Law]] = {
    "of a function that is named by a text": (
        "belongs to nothing",
        Law(
            (READING, PAIR), implication(apply(admits("fx"), leaf("message", reads("fx"), "r"), PAIR), identical(PAIR))
        ),
    ),
    "about the secret bit": ("belongs to nothing", Law((), negation(WORLD))),
    "about an arbitrary index": ("belongs to nothing", Law((), equality(INDEX, constant(INT, 0)))),
    "about one message": ("let it be about all", Law((), identical(HEARD))),
    "for all values of true": ("of nothing else", Law((TRUE,), TRUE)),
    "about the message that is heard": ("of nothing else", Law((HEARD,), identical(HEARD))),
}


@pytest.mark.parametrize("name", LAWS)
def test_a_sentence_shows_what_it_means(name: str) -> None:
    match, meaning = LAWS[name]
    with pytest.raises(WrongStep, match=match):
        demand_meaning(sentences.CONSISTENT, meaning)


@pytest.mark.parametrize("name", ABOUT_OTHERS)
def test_a_law_is_about_what_its_sentence_is_about(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, law = ABOUT_OTHERS[name]
    monkeypatch.setattr(suppositions, "in_words", lambda laws: sentences.CONSISTENT.text.split(" [")[1][:-1])
    with pytest.raises(WrongStep, match=match):
        demand_meaning(sentences.CONSISTENT, meaning_of(law))


@pytest.mark.parametrize("sentence", MEANINGS)
def test_every_meaning_is_of_its_sentence(sentence: sentences.Sentence) -> None:
    demand_meaning(sentence, MEANINGS[sentence])


OWN = sentences.Sentence("{} is harmless", ("function",))


@pytest.mark.parametrize(
    ("sentence", "at"), [("{0} is harmless", F), (OWN, F), (sentences.CONSISTENT, M)], ids=["a text", "another", "M"]
)
def test_nobody_says_what_is_no_sentence(sentence: Any, at: Index) -> None:
    with pytest.raises(IllFormed):
        Supposition(sentence, (at,))


def test_nobody_supposes_a_law_of_his_own() -> None:
    with pytest.raises(WrongStep, match="no laws are known"):
        Supposition(sentences.PRIVATE, (M, systems.PARAMETERS))
    with pytest.raises(TypeError):
        MEANINGS[sentences.PRIVATE] = meaning_of()  # type: ignore[index]


def test_a_law_is_used_as_it_is_supposed() -> None:
    """A law of one's own at true, or for all true, is no law of what is supposed; nor is what equals one."""
    supposed = suppositions.reads_pairs(F)
    for number, values in ((2, (HEARD, HEARD)), (-1, (HEARD, HEARD)), (0, [HEARD]), (True, (HEARD, HEARD))):
        with pytest.raises((WrongStep, IllFormed), match=r"no law|has another type"):
            Instance(supposed, number, values)  # type: ignore[arg-type]
    for used in (Law((), FALSE), suppositions.consistent(F).law(2, HEARD, HEARD)):
        with pytest.raises((WrongStep, IllFormed), match=r"is not supposed|write Instance"):
            related(replace(first_pairs.INCONSISTENT, known=lambda left, right, used=used: [used]))


def test_two_suppositions_do_not_share_a_predicate() -> None:
    """That there is one of either kind does not say that one is of both."""
    both = (suppositions.consistent(F), suppositions.reads_pairs(F))
    with pytest.raises(WrongStep, match="of their own"):
        replace(first_pairs.INCONSISTENT, supposed=both)


def test_a_stage_of_one_s_own_proves_nothing_of_a_link() -> None:
    """Whoever asks another question under the formula of a link has not proved the link."""
    link = inwards.INWARDS
    asked = [Stage(stage.name, stage.formula, (), TRUE, TRUE, FALSE) for stage in link.stages]
    with pytest.raises(WrongStep, match="are not the 3 facts"):
        tapes(link, *map(solve_stage, asked))
    with pytest.raises(WrongStep, match="are not the 3 facts"):
        tapes(link, *(hypothesis("so it is", "HSV26 Definition 4.9", stage.formula) for stage in link.stages))


def test_what_is_supposed_stands_in_the_formula() -> None:
    assert str(related(first_pairs.IDENTICAL_RUNS).formula).startswith("if f is first-pair consistent, for a predicate")


def test_a_system_without_its_guard_is_not_what_it_was() -> None:
    """Worlds that any pair reaches have a link of their own, which both solvers refute."""
    with pytest.raises(Violation, match="the negation sat"):
        prove(related(first_pairs.UNLIKE_PAIRS))


@pytest.mark.parametrize("called", ["bit", "message", "k"])
def test_no_variable_is_the_secret_bit(called: str) -> None:
    """Who knows a bit that is called as the symbol of the secret bit does not know the secret."""
    one, other = systems.IDENTIFIER(Var(called, "bit"), systems.CM), systems.IDENTIFIED(systems.CM)

    def alike(left: Any, right: Any) -> Any:
        return [*same(["M.state", "M.heard"])(left, right), *all_running(left, right)]

    def working(left: Any, right: Any) -> Any:
        return [negation(left[with_left(one)]), negation(right[with_left(other)])]

    with pytest.raises(Violation, match="the negation sat"):
        prove(related(Bisimulation("I(b) is I", one, other, alike, working=working)))


@pytest.mark.parametrize(
    "called", ["any index", "M.state", "C: admits", "M result 0", "()", "V[f]", "then(s,a)", "b,h"]
)
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


def test_what_a_demand_asks_depends_on_the_composition() -> None:
    """f^D[C] and f^D[C'] are two functions: the slots of one need not be those of the other."""
    one, other = (describe(systems.VERIFIER(systems.SUITABLE(each, D))) for each in (C, Var("C'", "composition")))
    heard = [
        {getattr(each.data, "name", "") for each in descendants([System(part).hear(HEARD).message])}
        for part in (one, other)
    ]
    assert "D of C: admits" in heard[0] - heard[1]
    assert "D of C': admits" in heard[1] - heard[0]
    registers = [{each.name for each in part.registers if each.name.endswith(".rest")} for part in (one, other)]
    assert registers == [{"D of C.rest"}, {"D of C'.rest"}]
