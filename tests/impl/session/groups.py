"""Routers and mechanisms to test groups with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.impl.accounting.guarantees import ApproxDP, Guarantee, PureDP
from concomp.impl.session.groups.partition import NEEDED, Router
from concomp.model.composition.routed import sparse_inputs
from concomp.model.files.evidence import PropertyEvidence, PropertyKind, routing_hash
from concomp.model.language import Bool, Int, Monitor, PostProcessing, Record, otherwise, register, require, when
from tests.impl.session.mechanisms import PROOF, OneDifference, Plain, answering, property_evidence

TENTH = PureDP("1/10")


class Bit(Record):
    """A bit for somebody."""

    who: Int
    bit: Bool


class ToCopy(Record):
    """What a router sends to a copy."""

    index: Int
    payload: Bool


class OneOfAll(Monitor):
    """f: one bit in all may differ; whose they are is the same."""

    used = register(Bool, False)

    def step(self, left: Bit, right: Bit) -> None:
        require((left.who == right.who) & (left.who >= 1))
        with when(left.bit != right.bit):
            require(~self.used)
            self.used = True


class ByWho(PostProcessing):
    """Hands each bit to the copy of whose it is."""

    def on_left(self, message: Bit) -> None:
        self.send_right(ToCopy(index=message.who, payload=message.bit))

    def on_right(self, answer: Bool) -> None:
        self.send_left(answer)


class ByWhoAndAll(PostProcessing):
    """Hands each bit to the copy of whose it is, and to a copy for all."""

    bit = register(Bool, False)
    halfway = register(Bool, False)

    def on_left(self, message: Bit) -> None:
        self.bit = message.bit
        self.halfway = True
        self.send_right(ToCopy(index=message.who, payload=message.bit))

    def on_right(self, answer: Bool) -> None:
        with when(self.halfway):
            self.halfway = False
            self.send_right(ToCopy(index=0, payload=self.bit))
        with otherwise():
            self.send_left(answer)


def routing_evidence(
    processing: PostProcessing, inputs: Any, function: Any, at_most: int, kind: PropertyKind = "certificate"
) -> tuple[PropertyEvidence, ...]:
    """That a router takes inputs to those of copies, of which at most so many get differing ones, as if proved."""
    subject = routing_hash(processing, inputs, sparse_inputs(ToCopy, function, at_most))
    return tuple(PropertyEvidence(subject=subject, property=name, kind=kind, certificates=(PROOF,)) for name in NEEDED)


def router(
    processing: PostProcessing | None = None, at_most: int = 1, function: Any = None, kind: PropertyKind = "certificate"
) -> Router:
    """A router with evidence for whatever it does."""
    routing, inputs = processing or ByWho(), OneOfAll()
    known = routing_evidence(routing, inputs, function or OneDifference(), at_most, kind)
    return Router(routing, inputs, (*known, *property_evidence(inputs)))


def echo(loss: Guarantee = TENTH, respond: Callable[[Any], object] = lambda bit: bit, **changes: Any) -> Plain:
    """A mechanism that answers what it is sent."""
    return answering(respond, loss=loss, **changes)


def bit(who: int, value: bool = True) -> Bit:
    """A bit for somebody."""
    return Bit(who=who, bit=value)


def a_loss(delta: str = "1/4") -> ApproxDP:
    """What a copy may lose."""
    return ApproxDP("1/10", delta)


def known(name: str, at_most: int = 1) -> Router:
    """A router, and that the copies' function has a property."""
    plain = router(ByWhoAndAll() if at_most == 2 else ByWho(), at_most)
    [evidence, *_] = property_evidence(OneDifference())
    return Router(plain.processing, plain.inputs, (*plain.evidence, evidence.model_copy(update={"property": name})))
