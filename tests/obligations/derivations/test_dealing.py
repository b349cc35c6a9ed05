"""The player that hands out slots, run beside one written by hand: who is told which sample, for each demand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from concomp.model.composition.catalogue import catalogue
from concomp.model.composition.messages import Create
from concomp.model.composition.suitable import Suitable
from concomp.model.language.syntax.values import TotalMap
from concomp.model.laws.law import Law
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, EVERYTHING, HALT, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.verification import verifier
from concomp.obligations.derivations.kernel.facts import WrongStep
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems import language as systems
from concomp.obligations.derivations.systems.descriptions.execution import Execution, kernel_of_mechanism
from concomp.obligations.derivations.systems.descriptions.table import describe
from concomp.obligations.derivations.systems.instances.instances import blank, start_of
from concomp.obligations.families.compositions.components import menu
from concomp.obligations.families.compositions.small_components import small_components

PARTS = small_components()
LABELS = {each.create: place for place, each in enumerate(PARTS)}
SLOTS, SAMPLES = (0, 0, 1), ("x", "y", "z")
"""The parameters of three slots, two of them alike, and their samples."""
SHOWS = InteractiveMechanism(lambda state, message: Law.point((state, message)), ((),), EVERYTHING, "shows")
DEMANDS = (systems.OF_ALPHAS, systems.OF_PARAMETERS, systems.OF_EXCEPTIONS, systems.OF_PURE)


def takes(demand: Index, created: bool, asked: bool, differs: bool) -> bool:
    """Whether a mechanism takes a slot, as the definitions of the paper have it."""
    when: Mapping[Index, bool] = {
        systems.OF_ALPHAS: created,
        systems.OF_PARAMETERS: created,
        systems.OF_EXCEPTIONS: differs and not created and not asked,
        systems.OF_PURE: differs and not created,
    }
    return when[demand]


def by_hand(demand: Index) -> InteractiveMechanism:
    """The player that hands out slots. States: (for each mechanism its creation query, its slot, was it asked?)."""

    def free(state: Any, place: int, create: Create) -> int | None:
        held = {slot for _, slot, _ in state}
        wanted = [place] if demand == systems.OF_ALPHAS else range(len(SLOTS))
        return next((s for s in wanted if s < len(SLOTS) and s not in held and SLOTS[s] == LABELS[create]), None)

    def step(state: Any, message: Any) -> Law[Any]:
        left, right = message
        if isinstance(left, Create):
            slot = free(state, len(state), left) if takes(demand, True, False, False) else None
            return Law.point(((*state, (left, slot, False)), ACKNOWLEDGED))
        create, slot, asked = state[left.index - 1]
        if slot is None and takes(demand, False, asked, left != right):
            slot = free(state, left.index - 1, create)
        after = (*state[: left.index - 1], (create, slot, True), *state[left.index :])
        return Law.point((after, (message, (create, HALT if slot is None else SAMPLES[slot]))))

    return InteractiveMechanism(step, ((),), EVERYTHING, "by hand")


def first_free(taken: TotalMap, label: int) -> int:
    """The first free slot with these parameters, or one that does not exist."""
    return next((s for s, own in enumerate(SLOTS, start=1) if own == label and not taken[s]), 0)


def described(demand: Index) -> tuple[InteractiveMechanism, Any]:
    """The described player, told the samples."""
    meanings = {
        "C: parameters": LABELS.__getitem__,
        "C: free slot": first_free,
        "C: sample in a slot": lambda samples, slot: samples[slot - 1],
    }
    parameters: dict[str, Any] = {
        **blank("C"),
        **{name: TotalMap(None) for name in ("no Parameters", "no Int")},
        "nobody": TotalMap(False),
        "C: k": len(SLOTS),
        "C: parameters of the slots": TotalMap(None, dict(enumerate(SLOTS, start=1))),
        "S.start": (),
        "sample of RR": SAMPLES,
    }
    system = describe(systems.TOLD(systems.DEALING(systems.C, demand, systems.S), systems.RR))
    return start_of(Execution(system, {"S": kernel_of_mechanism(SHOWS)}, parameters, meanings))


def alike(demand: Index, other: Index, messages: Sequence[Any], rounds: int) -> bool:
    """Whether the described player answers suitable sequences as that by hand."""
    guard = verifier(catalogue((each.create for each in PARTS), 2).bind(Suitable))
    guarded = [
        (post_process(guard, machine), (start, guard.initial_states[0]))
        for machine, start in (described(demand), (by_hand(other), ()))
    ]
    return equivalent(*guarded, messages, rounds)


MESSAGES = menu(PARTS, 2)


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_slots_are_handed_out_as_the_demand_has_it(demand: Index) -> None:
    assert alike(demand, demand, MESSAGES, 3)


@pytest.mark.full
@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_slots_are_handed_out_to_many(demand: Index) -> None:
    assert alike(demand, demand, MESSAGES, 5)


@pytest.mark.parametrize("demand", DEMANDS, ids=str)
def test_another_demand_hands_out_others(demand: Index) -> None:
    others = [each for each in DEMANDS if each != demand]
    assert not any(map(partial(alike, demand, messages=MESSAGES, rounds=3), others))


def test_the_simulators_themselves_are_no_machine() -> None:
    """Nothing is proved move by move of what is told the samples."""
    waiting = systems.TOGETHER(systems.WAITING_SIMULATORS(systems.C))
    with pytest.raises(WrongStep, match="nothing says what machine"):
        describe(systems.DEALING(systems.C, systems.OF_PURE, waiting))


@pytest.mark.parametrize("demand", [systems.OF_FILTER, systems.OF_FILTERED_RESPONSES], ids=str)
def test_a_filter_has_no_slots(demand: Index) -> None:
    with pytest.raises(WrongStep, match="nobody takes a slot"):
        describe(systems.DEALING(systems.C, demand, systems.S))
