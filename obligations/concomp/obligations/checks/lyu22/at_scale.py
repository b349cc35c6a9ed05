"""Lyu22's Theorem 1 where plain enumeration cannot reach: up to four systems, up to a hundred rounds each.

The exact privacy of the interleaved systems comes from the audit engine, what is promised from the accountant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Any

from pydantic import JsonValue

from concomp.impl.audit.engine import Played
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.distinguisher import advantage
from concomp.model.mechanisms.privacy import Game, exchange_worlds
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import accountant_delta, response_profile
from concomp.obligations.families.compositions.engine_games import delta_at, free, own_delta, side_by_side
from concomp.obligations.families.scaled.two_worlds import RESPONSES, members

ODDS = (Fraction(3, 2), Fraction(3))
SLIGHTLY_LESS = Fraction(99, 100)
LATE = tuple(RESPONSES)

Names = tuple[str, ...]
"""Names of members that are composed."""
LIGHT: tuple[Names, ...] = (
    ("hidden 0, 5", "hidden 1, 5"),
    ("hidden 0, 4", "hidden 1, 4", "hidden 2, 4"),
    ("visible 0, 5", "visible 1, 5"),
    ("lopsided, 100", "lopsided, 100"),
    ("tilted, 25", "tilted, 25"),
    ("tilted, 6", "tilted, 6", "tilted, 6", "tilted, 6"),
    (LATE[0], "tilted, 25"),
)
"""Compositions that are computed again."""
ATTACKED = LIGHT[:2]
"""Compositions whose best adversary is run."""
HEAVY: tuple[Names, ...] = (
    ("visible 2, 5", "visible 3, 5"),
    ("lopsided, 25", "tilted, 25"),
    ("hidden 0, 5", "tilted, 25"),
    ("hidden 0, 5", "hidden 1, 5", "hidden 2, 5"),
    ("visible 0, 3", "visible 1, 3", "visible 2, 3"),
    ("visible 0, 5", "visible 0, 5", "visible 0, 5"),
    ("visible 0, 5", "visible 1, 5", "hidden 0, 3"),
    ("hidden 2, 5", "visible 2, 5", "tilted, 6"),
    ("lopsided, 100", "lopsided, 100", "lopsided, 100"),
    ("hidden 0, 4", "hidden 0, 4", "hidden 0, 4", "hidden 0, 4"),
    ("hidden 0, 4", "hidden 1, 4", "hidden 2, 4", "hidden 0, 4"),
    ("visible 0, 3", "visible 0, 3", "visible 0, 3", "visible 0, 3"),
    ("visible 0, 3", "visible 1, 3", "visible 2, 3", "visible 3, 3"),
    ("lopsided, 25", "lopsided, 25", "lopsided, 25", "lopsided, 25"),
    ("hidden 0, 3", "visible 0, 3", "lopsided, 6", LATE[0]),
    ("hidden 0, 3", "visible 3, 3", LATE[0], LATE[3]),
)
"""Compositions whose values are held against the promise as they were found."""
OF_RESPONSES: tuple[Names, ...] = (
    *combinations_with_replacement(LATE, 2),
    (LATE[0], LATE[0], LATE[0], LATE[3]),
    LATE,
)
"""Compositions of randomised responses, which attain the bound; they are computed again as well."""


def groups() -> list[Group]:
    """All that are composed."""
    return [Group(names) for names in (*LIGHT, *HEAVY, *OF_RESPONSES)]


@dataclass(frozen=True)
class Group:
    """Members that are composed, by their names."""

    names: Names

    @property
    def games(self) -> tuple[Game, ...]:
        """The systems, equal ones the same object."""
        return tuple(members()[name] for name in self.names)

    @property
    def attains(self) -> bool:
        """Whether all of them are randomised responses."""
        return all(name in RESPONSES for name in self.names)

    @property
    def labels(self) -> tuple[tuple[PrivacyParameters, ...], ...]:
        """The lists of parameters to be held against; responses have their own, others the least δ at a common e^ε."""
        if self.attains:
            return (tuple(RESPONSES[name] for name in self.names),)
        return tuple(tuple(_label(name, e_eps) for name in self.names) for e_eps in ODDS)

    @cached_property
    def audit(self) -> Played:
        """The exact privacy of the interleaved systems."""
        return Played(free(self.games))

    def values(self, labels: Sequence[PrivacyParameters]) -> list[tuple[Fraction, Fraction]]:
        """What is reached at each E of interest."""
        return [(e_eps, delta_at(self.audit.curve, e_eps)) for e_eps in points(labels)]

    def __repr__(self) -> str:
        return " | ".join(self.names)


@cache
def _label(name: str, e_eps: Fraction) -> PrivacyParameters:
    return PrivacyParameters(e_eps, own_delta(members()[name], e_eps))


def points(labels: Sequence[PrivacyParameters]) -> list[Fraction]:
    """The corners of the bound, which decide for every E, and the largest e^ε of a single system."""
    corners = (e_eps for e_eps, _ in response_profile(tuple(labels)).vertices)
    return sorted({*corners, max(label.e_eps for label in labels)})


def play() -> JsonValue:
    """What the engine reaches for every group, list of parameters and E."""
    return {repr(group): [_as_data(group.values(labels)) for labels in group.labels] for group in groups()}


def _as_data(values: Sequence[tuple[Fraction, Fraction]]) -> JsonValue:
    return [[str(e_eps), str(delta)] for e_eps, delta in values]


@dataclass(frozen=True)
class Reached:
    """What a group reaches at an E, and the parameters that it is held against."""

    group: Group
    labels: tuple[PrivacyParameters, ...]
    e_eps: Fraction
    delta: Fraction

    @property
    def claimed(self) -> Fraction:
        """What is promised."""
        return accountant_delta(self.labels, self.e_eps)

    def __repr__(self) -> str:
        return f"{self.group} at e^ε = {self.e_eps}"


def _recorded(told: Mapping[str, Any]) -> Iterator[Reached]:
    expect(told.keys() == {repr(group) for group in groups()}, "the values are about other compositions")
    for group in groups():
        records = told[repr(group)]
        expect(len(records) == len(group.labels), f"{group} is held against {len(records)} lists of parameters")
        for labels, record in zip(group.labels, records, strict=True):
            if group.names not in HEAVY:
                expect(_as_data(group.values(labels)) == record, f"{group} reaches other values than those recorded")
            expect([e_eps for e_eps, _ in record] == list(map(str, points(labels))), f"{group}: other E are recorded")
            yield from (Reached(group, labels, Fraction(e_eps), Fraction(delta)) for e_eps, delta in record)


@check_of_findings("Lyu22 Theorem 1 (repaired)", find=play)
def many_rounds_stay_within_randomised_responses(findings: JsonValue) -> Outcome:
    """What the engine reaches stays within the accountant's optimal composition; responses attain it at every E."""
    told: Any = findings
    cases = list(_recorded(told))
    for each in cases:
        expect(each.delta <= each.claimed, f"{each} reaches {each.delta}, {each.claimed} is promised")
        if each.group.attains:
            expect(each.delta == each.claimed, f"{each} reaches {each.delta} only, {each.claimed} is promised")
    for names in ATTACKED:
        _is_reached_by_an_adversary(Group(names))
    met = [each for each in cases if each.e_eps > 1 and 0 < each.delta == each.claimed < 1]
    other = first_case((each for each in met if not each.group.attains), "only responses meet the bound")
    closest = max((each for each in cases if each not in met and each.e_eps > 1 and each.claimed), key=_share)
    single = first_case((each for each in cases if each.delta > _single(each)), "one system's parameters are enough")
    less = first_case((each for each in cases if each.delta > _with_less(each)), "a hundredth of δ never counts")
    fewer = first_case(
        (each for each in cases if each.delta > accountant_delta(each.labels[1:], each.e_eps)), "one less is enough"
    )
    responses = sum(each.group.attains for each in cases)
    return Outcome(
        verdict="exact",
        scope=f"{len(groups())} compositions of two to four systems with up to 100 rounds: hidden states, a visible "
        "memory with two queries, lopsided and tilted likelihoods, late and interactive randomised responses; each at "
        "its least δ for e^ε = 3/2 and 3, responses at their own parameters; every E ≥ 1",
        size=len(cases),
        witness=f"equality in {len(met)} cases with ε > 0: at every E where all are responses, and for {other}; "
        f"of the rest {closest} comes closest, with {_per_mille(_share(closest))} of what is promised",
        control=f"the parameters of a single system are exceeded by {single}; the promise with 99/100 of the first δ "
        f"by {less}, that without the first system by {fewer}",
        notes=(
            f"{len(LIGHT) + len(OF_RESPONSES)} of the compositions are computed again, among them all {responses} "
            "cases of responses; the values of the others are held against the promise as they were found.",
            f"For {' and '.join(repr(Group(names)) for names in ATTACKED)} the engine's best adversary is run "
            "against the systems side by side, by the model, and gains exactly that.",
        ),
    )


def _share(each: Reached) -> Fraction:
    return each.delta / each.claimed


def _per_mille(share: Fraction) -> str:
    return f"{share.numerator * 1000 // share.denominator}/1000"


def _single(each: Reached) -> Fraction:
    """The largest δ of a single system where E is its e^ε, otherwise 1."""
    return max((label.delta for label in each.labels if label.e_eps == each.e_eps), default=Fraction(1))


def _with_less(each: Reached) -> Fraction:
    first, *others = each.labels
    return accountant_delta((PrivacyParameters(first.e_eps, first.delta * SLIGHTLY_LESS), *others), each.e_eps)


def _is_reached_by_an_adversary(group: Group) -> None:
    for e_eps in ODDS:
        deltas = group.audit.deltas(e_eps)
        suspected = deltas.index(max(deltas))
        together = side_by_side(group.games)
        gained = advantage(
            exchange_worlds(together) if suspected else together, group.audit.plan(e_eps, suspected), e_eps
        )
        expect(gained == max(deltas), f"the adversary of {group} gains {gained} at e^ε = {e_eps}, not {max(deltas)}")
