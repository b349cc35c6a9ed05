"""Who draws draws for itself: a system in which two parts would show one sample, or run one mechanism, is refused.

The first is the attack as it was: Id, which wants both sides to be equal, never halts if two responses show one sample.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import negation
from concomp.obligations.derivations.kernel.facts import WrongStep
from concomp.obligations.derivations.kernel.indices import BIT_0, Index, Var
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems.descriptions import parts
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.table import demand_names_apart, describe, with_left
from concomp.obligations.derivations.systems.language import ASKED, BEHIND, KEPT, TOLD
from concomp.obligations.derivations.systems.links.bisimulation import Bisimulation, all_running, same
from concomp.obligations.derivations.systems.system_rules import related
from tests.meta.test_rules_on_systems_can_fail import accepted, steps

B, C, D, F, M, N = systems.BIT, systems.C, systems.D, systems.F, systems.M, systems.INTERACTIVE_ONE
P, RR, S, STEPS = systems.P, systems.RR, systems.S, systems.STEPS
OTHER = Var("RR'", "one-shot mechanism")
I_0 = systems.IDENTIFIER(BIT_0)


def told_twice(guarded: bool) -> tuple[Index, Index, Index]:
    """(I(0) ∘* (M told RR)) told RR, perhaps with Id before M; what is told last, and what is told first."""
    player = BEHIND(systems.IDENTICAL_ALWAYS(), M) if guarded else M
    inner = BEHIND(I_0, TOLD(player, RR))
    return TOLD(inner, RR), inner, player


def test_two_responses_do_not_show_one_sample() -> None:
    (one, outer, player), (other, outer_too, _) = told_twice(True), told_twice(False)

    def alike(left: Any, right: Any) -> Any:
        return [*same(["M.state", "M.heard"])(left, right), *all_running(left, right)]

    def working(left: Any, right: Any) -> Any:
        return [
            negation(left[with_left(outer)]),
            negation(right[with_left(outer_too)]),
            negation(left[with_left(player)]),
        ]

    with pytest.raises(WrongStep, match="has one part twice"):
        related(Bisimulation("two samples", one, other, alike, working=working))


TWICE: dict[str, Index] = {
    "told what it is told": TOLD(TOLD(M, RR), RR),
    "told what is asked": TOLD(BEHIND(P, ASKED(RR)), RR),
    "told what is kept": TOLD(BEHIND(P, KEPT(RR)), RR),
    "asked and kept": BEHIND(systems.ASKING(ASKED(RR)), KEPT(RR)),
    "asked, and kept for ever": BEHIND(systems.ASKING(ASKED(RR)), systems.KEPT_FOR_EVER(RR)),
    "a player told what is asked first": BEHIND(systems.ASKING(TOLD(S, RR)), ASKED(RR)),
    "a player handed what it is told": BEHIND(systems.HANDED(TOLD(S, RR)), ASKED(RR)),
    "a player that hands out what it is told": TOLD(systems.DEALING(D, TOLD(S, RR)), RR),
    "a mechanism asked by itself": BEHIND(systems.ASKING(M), M),
    "a post-processing behind itself": systems.CHAIN(P, P),
    "samples for samples": BEHIND(systems.HANDED(systems.FRESH(C)), systems.FRESH(C)),
    "responses and their samples": BEHIND(
        systems.ACQUIRING(systems.FRESH(C)), systems.EXTENDED_CONCURRENT(systems.RESPONSES_TO(C))
    ),
    "members beside their mechanisms": BEHIND(
        systems.ASKING(systems.BESIDE(systems.MEMBERS(C))), systems.EXTENDED_CONCURRENT(C)
    ),
    "an interactive mechanism and itself": BEHIND(systems.ASKING(systems.STARTED(N)), systems.CONTINUAL(N)),
}


@pytest.mark.parametrize("name", TWICE)
def test_no_tape_is_drawn_by_two(name: str) -> None:
    assert len(set(describe(TWICE[name]).tapes)) < len(describe(TWICE[name]).tapes)
    with pytest.raises(WrongStep, match="has one part twice"):
        demand_names_apart(TWICE[name])


@pytest.mark.parametrize("index", [TOLD(TOLD(M, RR), OTHER), BEHIND(systems.ASKING(ASKED(OTHER)), KEPT(RR))], ids=str)
def test_two_responses_have_two_samples(index: Index) -> None:
    demand_names_apart(index)
    assert len(describe(index).tapes) == len(set(describe(index).tapes)) > 1


# Nothing that is drawn is forgotten: a machine speaks of no tape that is not among its tapes.

MACHINES = [
    BEHIND(P, M),
    TOLD(S, RR),
    BEHIND(systems.ASKING(S), ASKED(RR)),
    KEPT(RR),
    TOLD(systems.DEALING(D, S), RR),
    TOLD(systems.DEALING(systems.OF_PURE, S), RR),
    systems.verified_composition(C, D),
    BEHIND(systems.VERIFIER(systems.SUITABLE(C, D)), systems.BESIDE(systems.MEMBERS(C))),
    BEHIND(systems.CHAIN(systems.VERIFIER(systems.filtered(C)), systems.HANDED(S)), systems.FRESH(C)),
    BEHIND(systems.ACQUIRING(S), systems.responses_of_filter(C)),
    BEHIND(systems.BEGINNING(N), systems.CONTINUAL(N)),
    BEHIND(systems.SERVING(N), systems.STARTED(N)),
    systems.guarded_world(systems.EXCHANGING(), F, B, M),
    BEHIND(systems.DOUBLED(STEPS), M),
    BEHIND(systems.CHAIN(systems.IDENTICAL_FIRST(), systems.VERIFIER(systems.NEIGHBOURING(N))), M),
]
TAPE = re.compile(r"sample of (?P<sample>.*)|(?P<state>.*)\.starts?|(?P<kernel>.*) result \d+")
CERTAIN = re.compile(
    r"bit|.*\.bit|0|1|no .*|nothing launched|.*: none yet|.*: not started|.*\.initial|.*: at first|.*: s_[01]"
    r"|.*: (begins|admits|continues|remembers|in query space|is an initial state|neighbouring)|.*\.(admits|continues)"
    rf"|{STEPS}\.(next|to right|said)|is_\w+|first|second|pair|payload|index|query"
    r"|parameters|response to|is response|launch|within budget"
    r"|k|nobody|parameters of the slots|free slot|sample in a slot|.*: (takes|slot)"
)
"""Names of what draws, and of what is the same whoever draws: functions, bits, what is before the start."""


def spoken_of(index: Index) -> Iterator[str]:
    """The names of the symbols of a machine: its initial values, what it does, and what its kernels answer."""
    system = parts.System(describe(index))
    turns = [turn for heard in (system.hear(HEARD), system.move) for turn in (*heard.config.values(), heard.message)]
    for term in terms.descendants([*turns, *(register.initial for register in system.registers)]):
        if term.operator == "parameter":
            yield terms.leaf_name(term)
        elif term.operator == "apply":
            yield str(getattr(term.data, "name", term.data))
    yield from (f"{call.kernel} result 0" for call in system.calls)


@pytest.mark.parametrize("index", MACHINES, ids=str)
def test_what_is_drawn_is_among_the_tapes(index: Index) -> None:
    tapes = set(describe(index).tapes)
    for name in spoken_of(index):
        drawn = TAPE.fullmatch(name)
        if drawn is None or drawn["state"] == STEPS.name:
            assert drawn or CERTAIN.fullmatch(name), f"say whether {name} is drawn, and if so, make it one of the tapes"
        else:
            assert {*drawn.groupdict().values()} & tapes, name


def test_a_tape_that_is_forgotten_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(describe(TOLD(S, RR)).inner), "tapes", property(lambda part: part.player.tapes))
    with pytest.raises(AssertionError, match="sample of RR"):
        test_what_is_drawn_is_among_the_tapes(TOLD(S, RR))


def test_the_checker_refuses_one_sample_for_two_responses() -> None:
    """As the attack was written out: both systems told RR, once more."""
    rows = next(rows for rows in steps("tapes") if '"told"' in json.dumps(rows))
    assert accepted(rows)
    text = json.dumps(rows)
    terms_ = [each for row in rows for each in _parts(row["formula"]) if isinstance(each, list)]
    [told] = {json.dumps(each) for each in terms_ if each[0] == "told"}
    for response, holds in (("RR", False), ("RR'", True)):
        twice = json.dumps(["told", json.loads(told), ["var", response, "one-shot mechanism"]])
        assert accepted(json.loads(text.replace(told, twice))) == holds


def _parts(data: Any) -> Iterator[Any]:
    yield data
    if isinstance(data, list):
        for each in data:
            yield from _parts(each)
