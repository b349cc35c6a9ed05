"""Interleaving: every order of small plans, sessions within sessions, handles that are closed or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from concomp.conformance.vectors.messages import Message, about, ask, expect, launch, loss, nest, opened, rho
from concomp.conformance.vectors.vector import Vector

CONCURRENT = "Haney23 Definition 2.4"
"""Each message goes to the mechanism that it names."""
FILTERED = "Haney23 Definition 2.7"
NESTED = "concomp Proposition 3"
Step = Mapping[str, Any]
INTERLEAVING, NESTING = {"claim": "interleaving", "measure": "pure"}, {"claim": "nesting"}
TWO = loss("2")
PLANS = (
    ("pure", ("a", "a", "b", "b")),
    ("pure", ("a", "a", "b", "c")),
    ("approximate", ("a", "a", "b", "b")),
    ("zcdp", ("a", "a", "b", "b")),
)
"""Under which measure, and who is asked how often."""
BUDGETS = {
    "pure": (loss("100"), TWO),
    "approximate": (loss("100", "1/10"), loss("2", "1/100")),
    "zcdp": (rho("2"), rho("1/2")),
}
"""By measure, a budget, and a loss that fits several times."""


def build() -> Iterator[Vector]:
    """The vectors of the family."""
    for measure, plan in PLANS:
        for order in sorted(set(permutations(plan))):
            yield _order(measure, order)
    yield _launched_between()
    yield _worlds()
    yield _second_world()
    yield _changing_worlds()
    yield from _closed()
    yield from _nested()
    for measure in BUDGETS:
        yield _one_after_the_other(measure)
        yield _charged_in_the_second_world(measure)


def _open(budget: Message | None = None, data: str = "0") -> Step:
    return _step(opened("pure", budget or loss("100"), kind="session", data=data))


def _step(send: Message, what: str = "granted", cost: str | None = None, **fields: Any) -> Step:
    return {"send": send, "expect": expect(what, cost, **fields)}


def _answered(on: int, answer: str) -> Step:
    return _step(ask(on), "equal", fields={"answer": answer})


def _order(measure: str, order: Sequence[str]) -> Vector:
    """All are launched, then asked in this order: each answers for itself, and goes on where it was."""
    members, (budget, lost) = sorted(set(order)), BUDGETS[measure]
    steps = [_step(opened(measure, budget, kind="session"))]
    steps += [_step(launch(1, lost, tuple(f"{each}{n}" for n in (1, 2, 3)))) for each in members]
    asked = dict.fromkeys(members, 0)
    for each in order:
        asked[each] += 1
        steps.append(_answered(2 + members.index(each), f"{each}{asked[each]}"))
    claims = [{"claim": "interleaving", "measure": measure}]
    why = "In whatever order mechanisms are asked, each answers for itself."
    name = f"{measure}-{''.join(order)}"
    return _vector(name, (CONCURRENT,), claims, steps, why)


def _launched_between() -> Vector:
    steps = [
        _open(),
        _step(launch(1, TWO, ("a1", "a2", "a3"))),
        _answered(2, "a1"),
        _step(launch(1, TWO, ("b1", "b2"))),
        _answered(2, "a2"),
        _answered(4, "b1"),
        _step(launch(1, loss("99")), "refused"),
        _answered(2, "a3"),
        _answered(4, "b2"),
    ]
    why = "A launch, granted or refused, disturbs none of those that run."
    return _vector("launch-between", (CONCURRENT, FILTERED), [INTERLEAVING], steps, why)


def _worlds() -> Vector:
    answers = {"0": ["left"], "1": ["right"]}
    steps = [
        _open(data="0"),
        _open(data="1"),
        _step(launch(1, TWO, answers)),
        _step(launch(2, TWO, answers)),
        _answered(4, "right"),
        _answered(3, "left"),
    ]
    why = "A session shows its own data, and that of no other."
    return _vector("two-worlds", (CONCURRENT,), [INTERLEAVING], steps, why)


def _second_world() -> Vector:
    steps = [
        _open(data="1"),
        _step(launch(1, TWO, {"0": ["left"], "1": ["right"]})),
        _answered(2, "right"),
        _step(launch(1, TWO, {"0": ["left", "left"], "1": ["right", "far right"]})),
        _answered(4, "right"),
        _answered(4, "far right"),
    ]
    why = "Whoever has the second data, and no other, is shown these."
    return _vector("second-world", (CONCURRENT,), [INTERLEAVING], steps, why)


def _changing_worlds() -> Vector:
    answers = {"0": ["left", "left again"], "1": ["right", "right again"]}
    steps = [
        *(_open(data=data) for data in ("1", "0", "1")),
        *(_step(launch(on, TWO, answers)) for on in (3, 2, 1)),
        *(_answered(on, answer) for on, answer in ((4, "right"), (5, "left"), (6, "right"))),
        *(_answered(on, f"{answer} again") for on, answer in ((6, "right"), (5, "left"), (4, "right"))),
    ]
    why = "Of several sessions that run at a time, each keeps to its own data."
    return _vector("changing-worlds", (CONCURRENT,), [INTERLEAVING], steps, why)


def _closed() -> Iterator[Vector]:
    """What is closed answers no more, and what is none never did."""
    begin = [_open(loss("6")), _step(launch(1, TWO, ("a1", "a2"))), _step(launch(1, TWO, ("b1", "b2")))]
    closing = _step(about("close", 2), "granted", "robustness")
    silent = _step(ask(2), "refused")
    why = "A closed mechanism answers no more; the others go on, and its charge stays."
    full = _step(launch(1, TWO), "refused")
    steps = [*begin, _answered(2, "a1"), closing, silent, _answered(3, "b1"), full]
    yield _vector("closed", (FILTERED,), [INTERLEAVING], steps, why)
    steps = [*begin, _step(about("close", 1), "granted", "robustness"), _step(ask(2), "refused"), full]
    why = "With a session, all that was launched on it ends."
    yield _vector("closed-session", (FILTERED,), [INTERLEAVING], steps, why)
    steps = [
        *(_open(loss("6")) for _ in range(2)),
        *(_step(launch(on, TWO, ("a1", "a2"))) for on in (1, 2)),
        _step(about("close", 1), "granted", "robustness"),
        _step(ask(3), "refused"),
        _answered(4, "a1"),
        _step(launch(1, TWO), "refused"),
        _step(launch(2, TWO)),
    ]
    why = "With a session ends what was launched on it, and no other session."
    yield _vector("closed-session-of-two", (FILTERED,), [INTERLEAVING], steps, why)
    steps = [
        *begin,
        _step({"cmd": "ask", "on": "no such handle", "query": "q"}, "declined"),
        _step(ask(1), "declined"),
        _step(launch(2, TWO), "declined"),
        _answered(2, "a1"),
    ]
    why = "There is no answer from what was not launched, and no launch on what is no session."
    yield _vector("foreign", (CONCURRENT,), [INTERLEAVING], steps, why)
    steps = [*begin, _answered(3, "b1"), _step(ask(1), "declined"), _step(ask(1), "declined"), _answered(3, "b2")]
    why = "A session answers nothing itself."
    yield _vector("foreign-session", (CONCURRENT,), [INTERLEAVING], steps, why)
    unknown = [_step({"cmd": "ask", "on": name, "query": "q"}, "declined") for name in ("", "0", "no such handle")]
    steps = [*begin, *unknown, _answered(2, "a1"), *unknown, _answered(2, "a2")]
    why = "Whoever asks by a wrong name takes no answer from those that have one."
    yield _vector("foreign-names", (CONCURRENT,), [INTERLEAVING], steps, why)


def _one_after_the_other(measure: str) -> Vector:
    """Each is closed before the next is launched."""
    budget, lost = BUDGETS[measure]
    steps = [_step(opened(measure, budget, kind="session", data="1"))]
    for name in "ab":
        answers = {"0": [f"left {name}"], "1": [f"right {name}", f"far right {name}"]}
        number = 1 + len(steps)
        steps += [
            _step(launch(1, lost, answers)),
            _answered(number, answers["1"][0]),
            _answered(number, answers["1"][1]),
            _step(about("close", number), "granted", "robustness"),
        ]
    # What was closed is asked while another runs, and the budget is no larger for it.
    last = 1 + len(steps)
    steps += [_step(launch(1, lost, ("c1", "c2"))), _step(ask(2), "refused"), _answered(last, "c1")]
    steps.append(_step(launch(1, budget), "refused"))
    why = "Of mechanisms that are used one after the other each is itself, and charged, when others are closed."
    claims = [{"claim": "sequential", "measure": measure}]
    return _vector(f"sequential-{measure}", (FILTERED,), claims, steps, why)


def _charged_in_the_second_world(measure: str) -> Vector:
    """Mechanisms that are asked in turns are charged where the data are "1", too."""
    budget, lost = BUDGETS[measure]
    steps = [_step(opened(measure, budget, kind="session", data="1"))]
    steps += [_step(launch(1, lost, {"0": ["left"], "1": [f"{name}1", f"{name}2"]})) for name in "ab"]
    steps += [_answered(2, "a1"), _answered(3, "b1"), _step(launch(1, budget), "refused")]
    steps += [_answered(3, "b2"), _answered(2, "a2"), _step(launch(1, budget), "refused")]
    why = "In the second world mechanisms that run side by side are charged as in the first."
    claims = [{"claim": "interleaving", "measure": measure}]
    return _vector(f"charged-in-second-world-{measure}", (CONCURRENT, FILTERED), claims, steps, why)


def _nested() -> Iterator[Vector]:
    """A session within a session costs its whole budget, and keeps to it."""
    steps = [
        _open(loss("24")),
        _step(nest(1, loss("6"))),
        _step(launch(2, TWO, ("a1", "a2"))),
        _step(launch(2, loss("4")), "refused"),
        _step(launch(1, loss("5")), "refused"),
        _step(launch(1, loss("7/2"), ("b1",))),
        _answered(3, "a1"),
        _answered(6, "b1"),
        _answered(3, "a2"),
    ]
    why = "The inner session keeps to its budget, all of which the outer one was charged."
    yield _vector("nested", (NESTED,), [INTERLEAVING, NESTING], steps, why)
    steps = [
        _open(loss("30")),
        _step(nest(1, loss("12"))),
        _step(nest(2, loss("5"))),
        _step(launch(3, TWO, ("c1", "c2"))),
        _step(launch(3, loss("4")), "refused"),
        _step(launch(2, loss("3")), "refused"),
        _step(launch(1, loss("3")), "refused"),
        _step(launch(2, TWO, ("b1",))),
        _step(launch(1, TWO, ("a1",))),
        _answered(4, "c1"),
        _answered(8, "b1"),
        _answered(9, "a1"),
        _answered(4, "c2"),
    ]
    why = "Three sessions deep, each keeps to its own budget, and is charged to the one that it stands in."
    yield _vector("nested-three-deep", (NESTED,), [INTERLEAVING, NESTING], steps, why)
    steps = [
        _open(loss("6")),
        _step(nest(1, loss("7")), "refused"),
        _step(nest(1, loss("5"))),
        _step(launch(1, TWO), "refused"),
    ]
    why = "A session that is larger than what is left is refused, and one that fits is charged at once."
    yield _vector("nested-too-large", (NESTED,), [INTERLEAVING, NESTING], steps, why)
    steps = [
        _open(loss("6")),
        _step(nest(1, loss("4"))),
        _step(about("close", 2), "granted", "robustness"),
        _step(launch(1, TWO), "refused"),
        _step(launch(2, loss("11/10")), "declined"),
    ]
    why = "A session within another refunds nothing when it is closed."
    yield _vector("nested-closed", (NESTED,), [INTERLEAVING, NESTING], steps, why)
    steps = [
        _open(loss("12")),
        _step(nest(1, loss("3"))),
        _step(nest(1, loss("3"))),
        _step(launch(2, TWO, ("a1",))),
        _step(launch(3, TWO, ("b1",))),
        _step(launch(2, TWO), "refused"),
        _step(launch(3, TWO), "refused"),
        _answered(5, "b1"),
        _answered(4, "a1"),
    ]
    why = "Two sessions within one keep apart what they have spent."
    yield _vector("nested-siblings", (NESTED,), [INTERLEAVING, NESTING], steps, why)
    yield _cousins()
    yield _many_siblings()
    yield from _siblings_one_by_one()
    yield _four_deep()
    yield from _nested_long()


def _cousins() -> Vector:
    steps = [
        _open(loss("100")),
        _step(nest(1, loss("5"))),
        _step(nest(1, loss("7"))),
        _step(nest(2, loss("3"))),
        _step(nest(3, loss("3"))),
        _step(launch(4, TWO, ("a1",))),
        _step(launch(5, TWO, ("b1",))),
        _step(launch(4, TWO), "refused"),
        _step(launch(5, TWO), "refused"),
        _step(launch(2, TWO), "refused"),
        _step(launch(3, TWO, ("c1",))),
        _step(launch(1, loss("3")), "refused"),
        _answered(11, "c1"),
        _answered(7, "b1"),
        _answered(6, "a1"),
    ]
    why = "Sessions within two sessions are charged each to its own, and to no other."
    return _vector("nested-cousins", (NESTED,), [INTERLEAVING, NESTING], steps, why)


def _many_siblings() -> Vector:
    inner = range(2, 7)
    steps = [
        _open(loss("1000")),
        *(_step(nest(1, loss("3"))) for _ in inner),
        *(_step(launch(on, TWO, (f"a{on}",))) for on in inner),
        *(_step(launch(on, TWO), "refused") for on in inner),
        *(_answered(on + len(inner), f"a{on}") for on in reversed(inner)),
    ]
    why = "However many sessions stand in one, each has its own budget, and keeps to it."
    return _vector("nested-five-siblings", (NESTED,), [INTERLEAVING, NESTING], steps, why)


def _siblings_one_by_one() -> Iterator[Vector]:
    """Each is used as soon as it is there, before the next."""
    for name, number in (("two", 2), ("three", 3)):
        steps = [_open(loss("1000"))]
        for _ in range(number):
            inner = 1 + len(steps)
            steps += [_step(nest(1, loss("3"))), _step(launch(inner, TWO, ("a1",))), _answered(inner + 1, "a1")]
        steps += [_step(launch(2 + 3 * each, TWO), "refused") for each in range(number)]
        why = "A session that is opened where others were used has a budget of its own, and keeps to it."
        yield _vector(f"nested-{name}-one-by-one", (NESTED,), [INTERLEAVING, NESTING], steps, why)


def _four_deep() -> Vector:
    steps = [
        _open(loss("100")),
        *(_step(nest(on, budget)) for on, budget in ((1, loss("50")), (2, loss("20")), (3, loss("5")))),
        _step(launch(4, TWO, ("a1",))),
        _step(launch(4, loss("4")), "refused"),
        _step(launch(3, loss("5")), "refused"),
        _step(launch(3, loss("3"), ("b1",))),
        _answered(5, "a1"),
        _answered(8, "b1"),
    ]
    why = "The innermost of four sessions keeps to its budget, and so does the one around it."
    return _vector("nested-four-deep", (NESTED,), [INTERLEAVING, NESTING], steps, why)


def _nested_long() -> Iterator[Vector]:
    """More is asked for than fits, so that whoever refuses the first launch is still held to the budget."""
    twice, thrice = [_step(launch(2, TWO))] * 2, [_step(launch(2, TWO), "refused")] * 3
    steps = [_open(loss("1000")), _step(nest(1, loss("6"))), *twice, *thrice]
    why = "A session within another adds up what it grants, however often it has refused."
    yield _vector("nested-long", (NESTED,), [INTERLEAVING, NESTING], steps, why)
    twice, thrice = [_step(launch(3, TWO))] * 2, [_step(launch(3, TWO), "refused")] * 3
    steps = [_open(loss("1000")), _step(nest(1, loss("100"))), _step(nest(2, loss("6"))), *twice, *thrice]
    why = "The same of one that stands two sessions deep."
    yield _vector("nested-long-two-deep", (NESTED,), [INTERLEAVING, NESTING], steps, why)
    twice, thrice = [_step(launch(1, TWO))] * 2, [_step(launch(1, TWO), "refused")] * 3
    steps = [_open(loss("14")), *twice[1:], _step(nest(1, loss("3"))), *twice[1:], *thrice]
    why = "What a session within it was charged counts in the list that the outer one adds up."
    yield _vector("nested-among-launches", (NESTED,), [INTERLEAVING, NESTING], steps, why)


def _vector(name: str, statements: Sequence[str], claims: Sequence[Any], steps: Sequence[Step], why: str) -> Vector:
    fields = {"statements": statements, "claims": claims, "steps": steps, "why": why}
    return Vector.model_validate({"id": f"interleaving-{name}", "family": "interleaving", **fields})
