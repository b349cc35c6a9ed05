"""Who draws draws for itself: a system in which two parts would show one sample, or run one mechanism, is refused.

Nor is what draws at the secret bit put where a player stands, who knows what he is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from concomp.model.language.syntax import terms
from concomp.obligations.derivations.kernel.facts import WrongStep
from concomp.obligations.derivations.kernel.indices import Constructor, Index, Var
from concomp.obligations.derivations.kernel.sealing import IllFormed
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems.descriptions import parts, table
from concomp.obligations.derivations.systems.descriptions.execution import HEARD
from concomp.obligations.derivations.systems.descriptions.table import demand_names_apart, describe
from concomp.obligations.derivations.systems.language import ASKED, BEHIND, KEPT, TOLD
from concomp.obligations.proof_objects.checker.terms import DRAWING
from tests.meta.test_rules_on_systems_can_fail import accepted, steps

B, C, D, F, M, N = systems.BIT, systems.C, systems.D, systems.F, systems.M, systems.INTERACTIVE_ONE
P, RR, S, STEPS = systems.P, systems.RR, systems.S, systems.STEPS
OTHER = Var("S'", "player")


TWICE: dict[str, Index] = {
    "a player that asks first, told what is drawn": BEHIND(systems.ASKING(S), TOLD(S, RR)),
    "a player that is handed samples, told what is drawn": BEHIND(systems.HANDED(S), TOLD(S, RR)),
    "a player that hands out slots to itself": BEHIND(systems.ASKING(systems.DEALING(C, D, S)), TOLD(S, RR)),
    "a player that asks twice": BEHIND(systems.CHAIN(systems.ACQUIRING(C, S), systems.ASKING(S)), M),
    "a post-processing behind itself": systems.CHAIN(P, P),
    "a post-processing behind itself and another": BEHIND(P, BEHIND(systems.EXCHANGING(), BEHIND(P, M))),
}


@pytest.mark.parametrize("name", TWICE)
def test_no_tape_is_drawn_by_two(name: str) -> None:
    assert len(set(describe(TWICE[name]).tapes)) < len(describe(TWICE[name]).tapes)
    with pytest.raises(WrongStep, match="has one part twice"):
        demand_names_apart(TWICE[name])


@pytest.mark.parametrize("index", [BEHIND(systems.ASKING(OTHER), TOLD(S, RR)), BEHIND(P, TOLD(S, RR))], ids=str)
def test_others_have_tapes_of_their_own(index: Index) -> None:
    demand_names_apart(index)
    assert len(describe(index).tapes) == len(set(describe(index).tapes)) > 1


INSIDE: dict[str, Callable[[], Index]] = {
    "two responses that show one sample": lambda: TOLD(BEHIND(systems.EXCHANGING(), TOLD(S, RR)), RR),
    "told what it is told": lambda: TOLD(TOLD(S, RR), RR),
    "told what is asked": lambda: TOLD(BEHIND(P, ASKED(RR)), RR),
    "told what is kept": lambda: TOLD(BEHIND(P, KEPT(RR)), RR),
    "asked and kept": lambda: BEHIND(systems.ASKING(ASKED(RR)), KEPT(RR)),
    "handed what it is told": lambda: BEHIND(systems.HANDED(TOLD(S, RR)), ASKED(RR)),
    "handed out what it is told": lambda: TOLD(systems.DEALING(C, D, TOLD(S, RR)), RR),
    "a mechanism asked by itself": lambda: BEHIND(systems.ASKING(M), M),
    "samples for samples": lambda: BEHIND(systems.HANDED(systems.FRESH(C)), systems.FRESH(C)),
    "members beside their mechanisms": lambda: systems.ASKING(systems.BESIDE(systems.MEMBERS(C))),
    "an interactive mechanism and itself": lambda: systems.ASKING(systems.STARTED(N)),
}


@pytest.mark.parametrize("name", INSIDE)
def test_what_draws_at_the_bit_is_no_player(name: str) -> None:
    with pytest.raises(IllFormed, match="takes"):
        INSIDE[name]()


# Nothing that is drawn is forgotten: a machine speaks of no tape that is not among its tapes.

MACHINES = [
    BEHIND(P, M),
    TOLD(S, RR),
    BEHIND(systems.ASKING(S), ASKED(RR)),
    KEPT(RR),
    TOLD(systems.DEALING(C, D, S), RR),
    TOLD(systems.DEALING(C, systems.OF_PURE, S), RR),
    systems.verified_composition(C, D),
    BEHIND(systems.VERIFIER(systems.SUITABLE(C, D)), systems.BESIDE(systems.MEMBERS(C))),
    BEHIND(systems.CHAIN(systems.VERIFIER(systems.filtered(C)), systems.HANDED(S)), systems.FRESH(C)),
    BEHIND(systems.ACQUIRING(C, S), systems.responses_of_filter(C)),
    BEHIND(systems.BEGINNING(N), systems.IDENTIFIED(systems.CONTINUAL(N))),
    BEHIND(systems.SERVING(N), systems.STARTED(N)),
    systems.guarded_world(systems.EXCHANGING(), F, B, systems.CM),
    BEHIND(systems.DOUBLED(STEPS), M),
    BEHIND(systems.CHAIN(systems.IDENTICAL_FIRST(), systems.VERIFIER(systems.NEIGHBOURING(N))), M),
]
TAPE = re.compile(r"sample of (?P<sample>.*)|(?P<state>.*)\.starts?|(?P<kernel>.*) result \d+")
CERTAIN = re.compile(
    r"bit|.*\.bit|0|1|no .*|nothing launched|.*: none yet|.*: not started|.*\.initial|.*: at first|.*: s_[01]"
    r"|.*: (begins|admits|continues|remembers|in query space|is an initial state|neighbouring)|.*\.(admits|continues)"
    rf"|{STEPS}\.(next|to right|said)|is_\w+|first|second|pair|payload|index|query"
    r"|.*: (parameters|response to|is response)|launch|within budget"
    r"|nobody|.*: (k|parameters of the slots|free slot|sample in a slot|takes|slot)"
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


def variables_of(constructor: Constructor) -> list[Index]:
    """A variable for each thing that a constructor takes, or what there is of it."""
    only: dict[str, Index] = {"demand": systems.OF_ALPHAS, "members": systems.MEMBERS(C)}
    return [only.get(sort, Var(f"X{place}", sort)) for place, sort in enumerate(constructor.takes)]


@pytest.mark.parametrize("constructor", table._MACHINES, ids=lambda each: each.name)
def test_the_checker_knows_which_constructors_draw(constructor: Constructor) -> None:
    """Those draw that have a tape which is of none of their parts."""
    given = variables_of(constructor)
    parts_ = {tape for each in given if each.sort in table._UNKNOWN or each.sort == "members" for tape in tapes(each)}
    parts_ |= {str(each) for each in given if each.sort == "one-shot mechanism"}
    assert ({*tapes(constructor(*given))} <= parts_) == (constructor.name not in DRAWING)


def tapes(index: Index) -> tuple[str, ...]:
    return describe(index).tapes


def test_a_tape_that_is_forgotten_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(describe(TOLD(S, RR)).inner), "tapes", property(lambda part: part.player.tapes))
    with pytest.raises(AssertionError, match="sample of RR"):
        test_what_is_drawn_is_among_the_tapes(TOLD(S, RR))


def test_the_checker_refuses_one_sample_for_two_responses() -> None:
    """Both systems behind what asks first, with the same player once more."""
    rows = next(rows for rows in steps("tapes") if '"told"' in json.dumps(rows))
    assert accepted(rows)
    text = json.dumps(rows)
    terms_ = [each for row in rows for each in _parts(row["formula"]) if isinstance(each, list)]
    [told] = {json.dumps(each) for each in terms_ if each[0] == "told"}
    for player, holds in (("S", False), ("S'", True)):
        twice = json.dumps(["behind", ["asking first", ["var", player, "player"]], json.loads(told)])
        assert accepted(json.loads(text.replace(told, twice))) == holds


def _parts(data: Any) -> Iterator[Any]:
    yield data
    if isinstance(data, list):
        for each in data:
            yield from _parts(each)
