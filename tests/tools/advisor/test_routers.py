"""Routers: proved, or refuted by a trace; judged by running them on all short inputs, and by the model's own f_∞."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction as F
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from concomp import advise
from concomp.advisor import Plan
from concomp.advisor.as_text import advice_as_text
from concomp.advisor.facts.routers import Recipient, RouterFacts, facts_of_router, routes_of
from concomp.advisor.plans.errors import PlanError
from concomp.advisor.plans.plan import Mechanism, Slots
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.parameters import with_e_eps
from concomp.model import Bool, Int, Monitor, PostProcessing, Record, otherwise, register, require, when
from concomp.model.composition.catalogue import Catalogue, catalogue
from concomp.model.composition.extended import creation, query_pair
from concomp.model.composition.first_pair import FirstPairConsistentParallel
from concomp.model.composition.messages import Create
from concomp.model.composition.parallel import SparseParallel, SparseParallelWithDeltaBudget
from concomp.model.composition.routed import Route, RoutedInputs
from concomp.model.composition.single import Event, EventLevel, Neighbouring, OnePair
from concomp.model.composition.slots import Parameters
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.proving.stages import new_worker
from concomp.obligations.verify.user_files.loading import load
from concomp.report.layout import lines_of
from tests.thinning import thinned

STREAMS = str(Path(__file__).resolve().parents[3] / "examples" / "verification" / "streams.py")


def example(name: str) -> Any:
    machine, _ = load(STREAMS, name, {})
    return machine


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with new_worker() as each:
        yield each


def handled(count: int | None = None) -> list[Recipient]:
    return [Recipient("counter", None, "", None, 0, count)]


def facts(worker: Worker, router: str, at_most: int, count: int | None = None) -> RouterFacts:
    machine = example(router)
    routes = routes_of(machine, handled(count), [example("Counter")])
    return facts_of_router(worker, machine, example("OneUpdate"), routes, [at_most])


@pytest.mark.parametrize(
    ("router", "at_most", "word", "enough", "told"),
    thinned(
        [
            ("ByStream", 1, "proved", None, ""),
            ("Twice", 2, "proved", None, ""),
            ("Twice", 1, "refuted", 2, "one mechanism more"),
            ("ByValue", 1, "refuted", None, "different mechanisms"),
        ],
        2,
    ),
)
def test_routers_of_streams(
    worker: Worker, router: str, at_most: int, word: str, enough: int | None, told: str
) -> None:
    found = facts(worker, router, at_most)
    assert (found.word, found.enough, found.problem) == (word, enough, "")
    assert told in "".join(found.trace[-1:])
    assert (word == "proved") == keeps(example(router), at_most)


def keeps(router: PostProcessing, at_most: int) -> bool:
    """Whether on all short inputs that f accepts few mechanisms get differing inputs, each as its function accepts."""
    update = router.definition.on_left.received.sort.record  # type: ignore[attr-defined]
    updates = [update(stream=stream, value=value) for stream in (1, 2) for value in (0, 1)]
    pairs = list(product(updates, repeat=2))
    before = example("OneUpdate")
    return all(
        sparse(handed_out(router, sequence), at_most)
        for rounds in (1, 2, 3)
        for sequence in product(pairs, repeat=rounds)
        if before(sequence)
    )


def handed_out(router: PostProcessing, sequence: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """What two copies hand out, all answers being 0."""
    states, handed = [router.initial, router.initial], []
    for pair in sequence:
        received, origin = list(pair), LEFT
        while True:
            steps = [router.respond(states[b], origin, received[b]) for b in (0, 1)]
            states = [step[0] for step in steps]
            if steps[0][1] is LEFT:
                break
            handed.append((steps[0][2], steps[1][2]))
            received, origin = [0, 0], RIGHT
    return handed


def sparse(handed: Sequence[tuple[Any, Any]], at_most: int) -> bool:
    """By the definition: the same indices, valid pairs for each mechanism, and few mechanisms that ever got two."""
    if any(left.index != right.index for left, right in handed):
        return False
    by_index: dict[int, list[tuple[int, int]]] = {}
    for left, right in handed:
        by_index.setdefault(left.index, []).append((left.payload, right.payload))
    touched = [pairs for pairs in by_index.values() if any(left != right for left, right in pairs)]
    return len(touched) <= at_most and all(example("Counter")(pairs) for pairs in by_index.values())


def test_a_count_bounds_the_indices(worker: Worker) -> None:
    found = facts(worker, "ByStream", 1, count=7)
    assert found.word == "refuted"
    assert "where the plan counts from 1 to 7" in found.trace[-1]


class ToFirst(Record):
    """An event for a mechanism of the first kind."""

    index: Int
    payload: Event


class ToSecond(Record):
    """An event for a mechanism of the second kind."""

    index: Int
    payload: Event


def mute(name: str) -> InteractiveMechanism:
    return InteractiveMechanism(lambda state, query: Law.point((state, "mute")), ("only",), (0, 1), name)


def create(mechanism: InteractiveMechanism, e_eps: F, function: Monitor, delta: F) -> Any:
    return Create(mechanism=mechanism, initial=mechanism.initial_state, e_eps=e_eps, delta=delta, function=function)


def plain(kinds: Catalogue, slots: tuple[Parameters, ...], bound: F) -> Monitor:
    return kinds.bind(SparseParallel, len(slots), slots=slots)


def decided_at_once(kinds: Catalogue, slots: tuple[Parameters, ...], bound: F) -> Monitor:
    return kinds.bind(FirstPairConsistentParallel, len(slots), slots=slots)


def with_a_budget(kinds: Catalogue, slots: tuple[Parameters, ...], bound: F) -> Monitor:
    return kinds.bind(SparseParallelWithDeltaBudget, len(slots), slots=slots, delta_bound=bound)


@pytest.mark.parametrize("at_most", [(1, 1), (2, 1), (1, 2)])
@pytest.mark.parametrize(
    ("papers", "function", "delta"),
    [(plain, EventLevel(), F(0)), (decided_at_once, OnePair(), F(1, 10)), (with_a_budget, EventLevel(), F(1, 10))],
    ids=["pure", "decided at once", "budget on delta"],
)
def test_what_is_accepted_of_what_is_handed_out_is_so_by_the_papers_own_function(
    papers: Callable[[Catalogue, tuple[Parameters, ...], F], Monitor],
    function: Monitor,
    delta: F,
    at_most: tuple[int, int],
) -> None:
    """Two kinds, two mechanisms each, created beforehand: the verdicts are those of f_∞ on all short sequences."""
    kinds = [create(mute(name), e_eps, function, delta) for name, e_eps in (("first", F(2)), ("second", F(3)))]
    slots = tuple(
        Parameters(e_eps=e, delta=delta) for e, count in zip((F(2), F(3)), at_most, strict=True) for _ in range(count)
    )
    model = papers(catalogue(kinds, 2), slots, 1 - (1 - delta) ** 4)
    records = (ToFirst, ToSecond)
    handed = RoutedInputs([Route(each._sort, function, kind, 2) for kind, each in enumerate(records)], at_most)
    created = [creation(each) for each in kinds for _ in (1, 2)]
    moves = [(kind, index, right) for kind in (0, 1) for index in (1, 2) for right in (0, 1)]
    for rounds in (1, 2, 3):
        for sequence in product(moves, repeat=rounds):
            ours = [
                (records[kind](index=index, payload=0), records[kind](index=index, payload=right))
                for kind, index, right in sequence
            ]
            theirs = [query_pair(0, right, 2 * kind + index) for kind, index, right in sequence]
            assert handed(ours) == model([*created, *theirs])


class ToThird(Record):
    """An event for a mechanism of the third kind."""

    index: Int
    payload: Event


@pytest.mark.parametrize("at_most", [1, 2])
def test_kinds_that_share_slots_are_counted_together(at_most: int) -> None:
    records = (ToFirst, ToSecond, ToThird)
    handed = RoutedInputs([Route(each._sort, EventLevel()) for each in records], [at_most])
    moves = list(product(records, (1, 2), (0, 1)))
    for sequence in product(moves, repeat=3):
        pairs = [(to(index=index, payload=0), to(index=index, payload=right)) for to, index, right in sequence]
        differing = [(to, index) for to, index, right in sequence if right]
        once = len(differing) == len(set(differing))
        assert handed(pairs) == (once and len(set(differing)) <= at_most)


@pytest.mark.parametrize(
    "pair",
    [
        (ToFirst(index=1, payload=0), ToFirst(index=2, payload=0)),
        (ToFirst(index=1, payload=0), ToSecond(index=1, payload=0)),
        (ToFirst(index=3, payload=0), ToFirst(index=3, payload=0)),
        (ToFirst(index=0, payload=0), ToFirst(index=0, payload=0)),
    ],
    ids=["two indices", "two kinds", "beyond the count", "index zero"],
)
def test_what_tells_the_data_sets_apart_is_not_handed_out(pair: tuple[Any, Any]) -> None:
    handed = RoutedInputs([Route(each._sort, EventLevel(), 0, 2) for each in (ToFirst, ToSecond)], [4])
    assert not handed([pair])


class Sum(Monitor):
    """Reads integers, and not events."""

    def step(self, left: Int, right: Int) -> None:
        require(left == right)


def test_records_that_do_not_fit_are_refused() -> None:
    with pytest.raises(LanguageError, match="field 'payload' of ToFirst is of the sort Event"):
        RoutedInputs([Route(ToFirst._sort, Sum())], [1])
    same = [*handled(), Recipient("other", None, "", None, 0, None)]
    with pytest.raises(NotAskable, match="two kinds of mechanisms are sent ToCounter"):
        routes_of(example("ByStream"), same, [example("Counter"), example("Counter")])
    two = [*handled(), Recipient("other", None, "", "ToNobody", 0, None)]
    with pytest.raises(NotAskable, match='sends ToCounter to its right, and no "ToNobody"'):
        routes_of(example("ByStream"), two, [example("Counter"), Neighbouring()])


class Sized(Record):
    """An update, large or small."""

    large: Bool
    stream: Int
    value: Int


class OneOfEach(Monitor):
    """One small and one large update may differ."""

    small_used = register(Bool, False)
    large_used = register(Bool, False)

    def step(self, left: Sized, right: Sized) -> None:
        require((left.large == right.large) & (left.stream == right.stream))
        with when((left.value != right.value) & left.large):
            require(~self.large_used)
            self.large_used = True
        with when((left.value != right.value) & ~left.large):
            require(~self.small_used)
            self.small_used = True


class ToSmall(Record):
    """An update for a small counter."""

    index: Int
    payload: Int


class ToLarge(Record):
    """An update for a large counter."""

    index: Int
    payload: Int


class OnceDiffering(Monitor):
    """One update may differ."""

    used = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class BySize(PostProcessing):
    """Hands small updates to small counters, large ones to large counters."""

    def on_left(self, update: Sized) -> None:
        with when(update.large):
            self.send_right(ToLarge(index=update.stream, payload=update.value))
        with otherwise():
            self.send_right(ToSmall(index=update.stream, payload=update.value))

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)


def sized(slots: list[tuple[int, int]], **fields: Any) -> Plan:
    kinds = [
        Mechanism(name=record, function=OnceDiffering(), E=E, count="unbounded", record=record)  # type: ignore[arg-type]
        for record, E in (("ToSmall", F(3, 2)), ("ToLarge", F(3)))
    ]
    listed = [Slots(E=F(e_eps, 2), count=count) for e_eps, count in slots]
    return Plan(
        creation="parallel",
        discrete=True,
        slots=listed,
        mechanisms=kinds,
        at_E=[F(2)],
        **{"router": BySize(), "inputs": OneOfEach(), **fields},
    )


@pytest.mark.parametrize(
    ("groups", "at_most", "word"),
    thinned([((0, 1), (1, 1), "proved"), ((0, 0), (2,), "proved"), ((0, 0), (1,), "refuted")], 3),
    ids=["one of each", "shared", "too few"],
)
def test_two_kinds_with_slots_of_their_own(
    worker: Worker, groups: tuple[int, int], at_most: tuple[int, ...], word: str
) -> None:
    kinds = [
        Recipient(record, None, "", record, group, None)
        for record, group in zip(("ToSmall", "ToLarge"), groups, strict=True)
    ]
    routes = routes_of(BySize(), kinds, [OnceDiffering(), OnceDiffering()])
    assert facts_of_router(worker, BySize(), OneOfEach(), routes, at_most).word == word


def test_the_slots_of_a_plan_are_those_that_its_router_keeps_to() -> None:
    given = advise(sized([(3, 1), (6, 1)]))
    assert given.router is not None
    assert [each.group for each in given.situation.kinds] == [0, 1]
    assert given.at_e[0].delta == best_composition([with_e_eps(F(3, 2)), with_e_eps(3)]).delta(F(2))


def test_objects_and_files_are_not_mixed() -> None:
    with pytest.raises(PlanError, match="give inputs and the functions of all mechanisms as objects as well"):
        advise(sized([(6, 2)], inputs="inputs.py:Inputs"))
    with pytest.raises(PlanError, match="give router and inputs both as files, or both as objects"):
        advise(sized([(6, 2)], router="router.py:Router"))


def test_what_the_provers_do_not_find_in_time_is_not_known(worker: Worker) -> None:
    machine = example("ByStream")
    routes = routes_of(machine, handled(), [example("Counter")])
    found = facts_of_router(worker, machine, example("OneUpdate"), routes, [1], seconds=0.001)
    assert (found.word, bool(found.lacking), found.problem) == ("unknown", True, "")


@pytest.mark.parametrize(
    ("router", "change"),
    thinned(
        [
            ("Twice", "Let 2 get differing inputs, with which the router is proved to comply."),
            ("ByValue", "Correct ByValue, or let OneUpdate accept less."),
        ],
        2,
    ),
)
def test_the_default_answer_shows_the_runs_that_break_a_router_and_what_helps(router: str, change: str) -> None:
    counter = {"name": "counter", "function": f"{STREAMS}:Counter", "E": "3/2", "count": "unbounded"}
    fields = {"router": f"{STREAMS}:{router}", "inputs": f"{STREAMS}:OneUpdate", "discrete": True}
    given = advise({"creation": "parallel", "at_most": 1, **fields, "mechanisms": [counter]})
    lines = [line.strip() for line in lines_of(advice_as_text(given, standing(this_project())))]
    at = lines.index("What would change that")
    assert lines[at + 1 : at + 3] == [change, "Then HSV26 Corollary 5.5 applies."]
    assert lines[at + 4].startswith("1  copy 0  left Update(stream=1, value=0) ⟶ right ToCounter(")
    assert given.change is not None
    assert given.change.finding.is_proved == (router == "Twice")
