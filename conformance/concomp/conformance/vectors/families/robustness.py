"""Robustness: messages that are none, copies of what there is once, threads that come at the same time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from concomp.conformance.vectors.messages import Message, about, ask, expect, handle, launch, loss, opened
from concomp.conformance.vectors.oracles.compositions import profile
from concomp.conformance.vectors.vector import Vector

FILTERED = "Haney23 Definition 2.7"
VALID = "Haney23 Theorem 1.20"
ODOMETER = "Haney23 Definition 1.12"
Step = Mapping[str, Any]
PURE = {"claim": "filter", "measure": "pure"}
TWO = loss("2")
LINES: Mapping[str, str | Message] = {
    "no-json": "this is no JSON",
    "half-a-message": '{"seq": 1, "cmd": "open", "kind": "fil',
    "no-object": "[1, 2, 3]",
    "number": "17",
    "control-characters": '{"cmd": "\u0001\u0000"}',
    "nested-deeply": "[" * 20_000,
    "long": '{"cmd": "' + "x" * 100_000 + '"}',
    "no-number": '{"cmd": "spent", "on": "a"}',
    "unknown-command": {"cmd": "grant everything"},
    "no-command": {"on": "a"},
    "no-handle": {"cmd": "ask", "query": "q"},
    "wrong-type": {"cmd": "ask", "on": 17, "query": "q"},
    "no-mechanism": {"cmd": "launch", "on": "$1.handle"},
    "no-loss": {"cmd": "launch", "on": "$1.handle", "mechanism": {"kind": "scripted", "answers": ["x"]}},
    "no-budget": {"cmd": "open", "kind": "filter", "measure": "pure", "data": "0"},
    "unknown-mechanism": {"cmd": "launch", "on": "$1.handle", "mechanism": {"kind": "perpetuum mobile"}},
    "loss-is-a-list": launch(1, {"e_eps": ["2"], "delta": "0"}),
    "zero-denominator": launch(1, {"e_eps": "2/0", "delta": "0"}),
}
"""What is sent instead of a message."""


def build() -> Iterator[Vector]:
    """The vectors of the family."""
    for name, line in LINES.items():
        yield _malformed(name, line)
    yield _unknown_fields()
    for how in ("copy", "deepcopy", "pickle", "fork"):
        yield _copied(how)
        yield _copied_when_new(how)
        yield _copy_of_a_copy(how)
    for how in ("copy", "deepcopy", "pickle"):
        yield _copy_is_read(how)
    for threads, each in ((2, 50), (8, 25)):
        yield _storm(threads, each)
    yield _exact_storm()


def _step(send: Message | str, what: str = "granted", cost: str | None = None, **fields: Any) -> Step:
    return {"send": send, "expect": expect(what, cost, **fields)}


def _malformed(name: str, line: str | Message) -> Vector:
    """It is declined, and all goes on as if it had not been sent."""
    steps = [
        _step(opened("pure", loss("6"))),
        _step(launch(1, TWO, ("a1", "a2"))),
        _step(line, "declined", "robustness"),
        _step(ask(2), "equal", "robustness", fields={"answer": "a1"}),
        _step(launch(1, loss("4")), "refused"),
        _step(launch(1, loss("5/2")), "granted"),
    ]
    why = "What is no message is declined, and changes nothing."
    return _vector(f"malformed-{name}", (FILTERED,), [PURE], steps, why)


def _unknown_fields() -> Vector:
    """Fields that an adapter does not know, and another order of those that it does."""
    first = {**opened("pure", {**loss("6"), "note": "new"}), "remark": {"of": ["a", "later"], "version": None}}
    second = launch(1, {**TWO, "note": "new"}, ("a1",))
    steps = [
        _step(dict(reversed(first.items())), cost="robustness"),
        _step({**dict(reversed(second.items())), "remark": 1}, cost="robustness"),
        _step(
            {"query": "q", "mood": "cheerful", "on": handle(2), "cmd": "ask"},
            "equal",
            "robustness",
            fields={"answer": "a1"},
        ),
        _step(launch(1, loss("4")), "refused"),
    ]
    why = "What a later version adds to messages is passed over."
    return _vector("unknown-fields", (FILTERED,), [PURE], steps, why)


def _copied(how: str) -> Vector:
    """Whether it can be had twice or not: both together have one budget."""
    steps = [
        _step(opened("pure", loss("6"))),
        _step(launch(1, TWO, ("a1",))),
        _step(about("duplicate", 1, how=how), "anything"),
        _step(launch(1, TWO)),
        _step(launch(3, TWO), "declined"),
        _step(launch(1, TWO), "refused"),
    ]
    why = "A copy must not bring what was spent back: two of one budget spend it twice."
    return _vector(f"copy-by-{how}", (VALID,), [PURE, {"claim": "copies"}], steps, why)


def _copied_when_new(how: str) -> Vector:
    steps = [
        _step(opened("pure", loss("6"))),
        _step(about("duplicate", 1, how=how), "anything"),
        _step(launch(1, loss("5"))),
        _step(launch(2, TWO), "declined"),
        _step(launch(2, loss("5")), "declined"),
        _step(launch(1, TWO), "refused"),
    ]
    why = "Whoever copies a session before anything was spent has one budget, too."
    return _vector(f"copy-when-new-by-{how}", (VALID,), [PURE, {"claim": "copies"}], steps, why)


def _copy_of_a_copy(how: str) -> Vector:
    steps = [
        _step(opened("pure", loss("6"))),
        _step(launch(1, TWO)),
        _step(about("duplicate", 1, how=how), "anything"),
        _step(about("duplicate", 3, how=how), "anything"),
        _step(launch(1, TWO)),
        _step(launch(4, TWO), "declined"),
        _step(launch(3, TWO), "declined"),
        _step(launch(1, TWO), "refused"),
        _step(launch(1, loss("5/4"))),
    ]
    why = "Copies of copies have one budget with what they were copied from."
    return _vector(f"copy-of-a-copy-by-{how}", (VALID,), [PURE, {"claim": "copies"}], steps, why)


def _copy_is_read(how: str) -> Vector:
    spent = expect("covers", profile=profile([Fraction(4)], [Fraction(0)]))
    steps = [
        _step(opened("pure", None, kind="odometer")),
        _step(launch(1, loss("4"))),
        _step(about("duplicate", 1, how=how), "anything"),
        {"send": about("spent", 3), "expect": spent},
        {"send": about("spent", 1), "expect": spent},
    ]
    why = "What was launched before is read of the copy as well, if there is one."
    claims = [{"claim": "odometer", "measure": "pure"}, {"claim": "copies"}]
    return _vector(f"copy-is-read-by-{how}", (ODOMETER,), claims, steps, why)


def _storm(threads: int, each: int) -> Vector:
    """Many launches at once; off the boundary, so that it is plain how many fit."""
    steps = [
        _step(opened("pure", loss(epsilon="1"))),
        _step(
            about("storm", 1, mechanism=launch(1, loss(epsilon="2/41"))["mechanism"], threads=threads, each=each),
            "between",
            field="granted",
            least=20,
            most=20,
        ),
        _step(launch(1, loss(epsilon="2/41")), "refused"),
        _step(about("ran", 1), "between", field="count", least=0, most=20),
    ]
    why = "Of launches that come at the same time no more are granted than one by one."
    claims = [PURE, {"claim": "threads"}]
    return _vector(f"storm-of-{threads}", (VALID, FILTERED), claims, steps, why)


def _exact_storm() -> Vector:
    steps = [
        _step(opened("pure", loss("1024"))),
        _step(
            about("storm", 1, mechanism=launch(1, TWO)["mechanism"], threads=4, each=10),
            "between",
            field="granted",
            least=10,
            most=10,
        ),
    ]
    why = "Ten times E = 2 fill a budget of 1024, from whichever thread."
    claims = [{**PURE, "arithmetic": "exact"}, {"claim": "threads"}]
    return _vector("storm-to-the-boundary", (VALID, FILTERED), claims, steps, why)


def _vector(name: str, statements: Sequence[str], claims: Sequence[Any], steps: Sequence[Step], why: str) -> Vector:
    fields = {"statements": statements, "claims": claims, "steps": steps, "why": why}
    return Vector.model_validate({"id": f"robustness-{name}", "family": "robustness", **fields})
