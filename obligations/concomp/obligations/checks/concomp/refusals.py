"""Refusals at run time tell nothing, where the verification function is diagonal and public.

Three runs of one function stand beside the guards of both worlds: the function on the pairs that were accepted, and its
two diagonal runs. The function is uninterpreted, and so may be any; what is supposed of it is supposed at the sequences
that come about. The caller sends pairs that may follow what was accepted, and public messages, and nothing else.
"""

from __future__ import annotations

from functools import cache

from concomp.model.composition.messages import Function, Payload
from concomp.model.composition.suitable import Progress, admits, begins, continues
from concomp.model.language import NOTHING, Bool, Monitor, Record, ite, parameter, register, require, when
from concomp.obligations.checks.propositions import Proposition, Proved, checks_of_propositions, mistake
from concomp.obligations.verify.properties.properties import ask


class Sent(Record):
    """What is sent in world 0, and in world 1."""

    zero: Payload
    one: Payload


class BothWorlds(Monitor):
    """The guards of both worlds; required is that they decide alike, and accept what f̄ accepts.

    read: how far f has read the pairs that were accepted. side_0, side_1: the diagonal runs of these pairs.
    guard_0, guard_1: how far the guards have read. supposed: so far f is diagonal and public, and the caller keeps to
    pairs that may follow and public messages.
    """

    f = parameter(Function)
    begun = register(Bool, False)
    read = register(Progress, NOTHING)
    side_0 = register(Progress, NOTHING)
    side_1 = register(Progress, NOTHING)
    guard_0 = register(Progress, NOTHING)
    guard_1 = register(Progress, NOTHING)
    supposed = register(Bool, True)

    def step(self, left: Sent, right: Sent) -> None:
        with when(~self.begun):
            self.read = self.side_0 = self.side_1 = self.guard_0 = self.guard_1 = begins(self.f)
        self.begun = True
        zero, one = left.zero, left.one
        follows, public = admits(self.f, self.read, zero, one), zero == one
        sides = [admits(self.f, self.side_0, zero, zero), admits(self.f, self.side_1, one, one)]
        self.supposed = self.supposed & self.hypothesis(follows, public, *sides) & self.duty(follows, public)
        accepted, accepted_too = admits(self.f, self.guard_0, zero, zero), admits(self.f, self.guard_1, one, one)
        require(~self.supposed | self.conclusion(accepted, accepted_too, follows))
        with when(follows):
            self.read = continues(self.f, self.read, zero, one)
            self.side_0 = ite(sides[0], continues(self.f, self.side_0, zero, zero), self.side_0)
            self.side_1 = ite(sides[1], continues(self.f, self.side_1, one, one), self.side_1)
        with when(accepted):
            self.guard_0 = continues(self.f, self.guard_0, zero, zero)
        with when(accepted_too):
            self.guard_1 = continues(self.f, self.guard_1, one, one)

    def hypothesis(self, follows: Bool, public: Bool, zero: Bool, one: Bool) -> Bool:
        """That f is diagonal and public at this pair, by what its runs say of it."""
        return (~follows | (zero & one)) & (~public | follows | (~zero & ~one))

    def duty(self, follows: Bool, public: Bool) -> Bool:
        """That the caller may send this pair."""
        return follows | public

    def conclusion(self, accepted: Bool, accepted_too: Bool, follows: Bool) -> Bool:
        """Both guards decide alike, and accept exactly what may follow."""
        return (accepted == accepted_too) & (accepted == follows)


class DiagonalOnly(BothWorlds):
    """Wrong: f is diagonal, and need not be public."""

    def hypothesis(self, follows: Bool, public: Bool, zero: Bool, one: Bool) -> Bool:
        return ~follows | (zero & one)


class PublicOnly(BothWorlds):
    """Wrong: f is public, and need not be diagonal."""

    def hypothesis(self, follows: Bool, public: Bool, zero: Bool, one: Bool) -> Bool:
        return ~public | follows | (~zero & ~one)


class PublicInOneWorld(BothWorlds):
    """Wrong: what is public is looked at in world 0 only."""

    def hypothesis(self, follows: Bool, public: Bool, zero: Bool, one: Bool) -> Bool:
        return (~follows | (zero & one)) & (~public | follows | ~zero)


class AnythingSent(BothWorlds):
    """Wrong: the caller may send any pair."""

    def duty(self, follows: Bool, public: Bool) -> Bool:
        return follows | ~follows


class AlwaysRefused(BothWorlds):
    """Wrong: nothing is accepted in world 0."""

    def conclusion(self, accepted: Bool, accepted_too: Bool, follows: Bool) -> Bool:
        return ~accepted


WRONG = (DiagonalOnly, PublicOnly, PublicInOneWorld, AnythingSent)


@cache
def refusals() -> Proposition:
    """The guards of both worlds decide alike."""
    right, *others = (ask("reflexive", each().definition) for each in (BothWorlds, *WRONG))
    return Proposition(
        (right,),
        ask("reflexive", AlwaysRefused().definition),
        dict(zip(map(mistake, WRONG), others, strict=True)),
        "all lengths; any function that is diagonal and public, whatever is sent in both worlds",
    )


TABLE = (
    Proved(
        "concomp Proposition 5",
        "guards_of_both_worlds_decide_alike",
        "Where f is diagonal and public, the guards of both worlds decide alike and accept a sequence of f̄.",
        refusals,
        "a message is accepted",
    ),
)

CHECKS = checks_of_propositions(__name__, TABLE)
