"""How a family of compositions at scale is judged.

It is valued once, slowly, and compared with what is claimed at every vertex of both profiles. What was found is looked
at again quickly: every claim is recomputed, by the accountant as well; the smaller compositions that meet their bound
and some drawn ones are valued again, and some of these attacked, by replaying the best adversary on the running
composition itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from pydantic import JsonValue

from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.interleaving import solve
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.registry.evidence import Outcome
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.attack import replay_attack
from concomp.obligations.families.scaled.composition import Scaled, Vertices

QUICK = 250
"""The most places of a composition that is valued again."""
STEPS = 100_000
"""The steps that the model's induction may take, some tenths of a second."""
SAMPLE, ATTACKED, SEED = 3, 1, 5


def value_all(family: Family[Scaled]) -> JsonValue:
    """What each member reaches at the vertices of its bound; Violation if one exceeds it anywhere."""
    return [_value(member) for member in family]


def _value(member: Scaled) -> JsonValue:
    expect(member.labels_hold, f"{member}: a label is too small")
    for e_eps, reached, claimed in member.compared:
        expect(reached <= claimed, f"{member}: {reached} at e^ε = {e_eps} exceeds {claimed}")
    solved = _model_profile(member)
    expect(solved in (None, member.reached), f"{member}: the model's induction gives {solved}")
    return {
        "composition": member.name,
        "places": member.places,
        "by the model": solved is not None,
        "reached": {str(e_eps): str(member.reached(e_eps)) for e_eps, _ in member.claimed},
    }


def _model_profile(member: Scaled) -> Profile | None:
    """What the model's own induction over places gives, which merges nothing; None if that takes too long."""
    try:
        return solve(member.terms.setting(member.parts).interleaving, STEPS).curve.profile()
    except TooLarge:
        return None


@dataclass(frozen=True)
class Point:
    """A member at a vertex of its bound."""

    member: Scaled
    e_eps: Fraction
    reached: Fraction
    claimed: Fraction

    @property
    def ratio(self) -> Fraction:
        """How much of the claim is reached."""
        return self.reached / self.claimed

    def __repr__(self) -> str:
        return f"{self.member} reaches {self.reached} at e^ε = {self.e_eps}, claimed is {self.claimed}"


@dataclass(frozen=True)
class Judgement:
    """A family as found, and what was looked at again.

    points: every member at every vertex where something less than 1 is claimed. quick: the members that are small
    enough to be valued at any time. solved, again, attacked: how many were found to have the value of the model's own
    induction, were valued again, and attacked.
    """

    family: Family[Scaled]
    points: tuple[Point, ...]
    quick: tuple[Scaled, ...]
    solved: int
    again: int
    attacked: int

    @property
    def met(self) -> tuple[Point, ...]:
        """Where a positive claim is met with equality."""
        return tuple(point for point in self.points if point.reached == point.claimed > 0)

    def met_somewhere(self) -> Judgement:
        """The same; Violation if no composition meets its bound, as those that are made to do."""
        expect(bool(self.met), f"no bound is met with equality in: {self.family.name}")
        return self

    @property
    def nearest(self) -> Point:
        """Where most of a positive claim is reached."""
        return max((point for point in self.points if point.claimed > 0), key=lambda point: point.ratio)

    def outcome(self, control: str, *notes: str) -> Outcome:
        """What the family establishes."""
        return Outcome(
            verdict="exact",
            scope=f"{self.family.name}; every adaptive adversary, every E ≥ 1",
            size=len(self.family),
            witness=_witness(self),
            control=control,
            notes=(*notes, *_places_of_equality(self.met), self._looked_at()),
        )

    def _looked_at(self) -> str:
        return (
            f"Valued by the audit engine, {self.solved} of them by the model's own induction as well. Every claim is "
            "recomputed by the accountant, or on likelihood trees. When looked at again, "
            f"{self.again} are valued again, and for {self.attacked} of them the best adversary is replayed on "
            "V[f] ∘* I(b) ∘* ExtConComp with exact weights."
        )


def _witness(judge: Judgement) -> str:
    members = {point.member for point in judge.met}
    if not members:
        nearest = judge.nearest
        return f"no bound is met; the largest part of one that is reached is {nearest.ratio}: {nearest}"
    later = [point for point in judge.met if point.e_eps > 1]
    best = max(later or judge.met, key=lambda point: (len(point.member.parts), point.e_eps))
    return f"{len(members)} compositions meet their bound with equality, such as {best}"


def _places_of_equality(met: Sequence[Point]) -> Iterator[str]:
    """Where equality is, a note for each member."""
    by_member: dict[Scaled, list[Point]] = {}
    for point in met:
        by_member.setdefault(point.member, []).append(point)
    for member, points in by_member.items():
        values = ", ".join(f"{point.reached} at e^ε = {point.e_eps}" for point in points)
        yield f"Equality: {member}: {values}."


def judge(findings: Any, family: Family[Scaled]) -> Judgement:
    """Look at what was found about a family; Violation if it is not so."""
    names = [member.name for member in family]
    expect([each["composition"] for each in findings] == names, "what was found is about another family: find it again")
    members = list(zip(family, findings, strict=True))
    points = [point for member, each in members for point in _points(member, each["reached"])]
    quick = tuple(member for member, each in members if each["places"] <= QUICK)
    drawn = Random(SEED).sample(quick, min(SAMPLE, len(quick)))
    tight = {point.member for point in points if 0 < point.reached == point.claimed < 1}
    again = [member for member in quick if member in tight or member in drawn]
    for member in again:
        expect(member.labels_hold, f"{member}: a label is too small")
    for point in points:
        if point.member in again:
            value = point.member.reached(point.e_eps)
            expect(value == point.reached, f"{value} is reached, not as found: {point}")
        if point.member in drawn[:ATTACKED]:
            gained = replay_attack(point.member, point.e_eps)
            expect(gained == point.reached, f"the best adversary gains {gained} when replayed, not as found: {point}")
    below = tuple(point for point in points if point.claimed < 1)
    solved = sum(each["by the model"] for each in findings)
    return Judgement(family, below, quick, solved, len(again), len(drawn[:ATTACKED]))


def _points(member: Scaled, reached: dict[str, str]) -> Iterator[Point]:
    """The recorded values of a member, none of which may exceed its claim."""
    recorded = {Fraction(e_eps): Fraction(value) for e_eps, value in reached.items()}
    expect(recorded.keys() == {e_eps for e_eps, _ in member.claimed}, f"{member}: values are found at {list(recorded)}")
    for e_eps, claimed in member.claimed:
        otherwise = member.terms.claimed_otherwise(member.parts, e_eps)
        expect(otherwise == claimed, f"{member}: {claimed} is claimed at e^ε = {e_eps}, by other means {otherwise}")
        expect(recorded[e_eps] <= claimed, f"{member}: {recorded[e_eps]} at e^ε = {e_eps} exceeds {claimed}")
        yield Point(member, e_eps, recorded[e_eps], claimed)


def first_excess(members: Sequence[Scaled], claim: Callable[[Scaled], Vertices], otherwise: str) -> Point:
    """The first member, and the first vertex, at which a false claim is exceeded; Violation if there is none."""
    return first_case(
        (
            Point(member, e_eps, member.reached(e_eps), claimed)
            for member in members
            for e_eps, claimed in claim(member)
            if member.reached(e_eps) > claimed
        ),
        otherwise,
    )
