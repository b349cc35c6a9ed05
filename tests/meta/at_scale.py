"""Checks of HSV26 at scale on small families, and how what they found is spoiled."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.obligations.checks.hsv26.composition.at_scale import parallel
from concomp.obligations.families.compositions.components import Component
from concomp.obligations.families.compositions.small_games import SHORT
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled import judgement, terms
from concomp.obligations.families.scaled.composition import Scaled
from concomp.obligations.families.small.leaking import leaking_mechanism

Patch = pytest.MonkeyPatch


def family(*members: Scaled) -> Family[Scaled]:
    return Family("a few small compositions", members)


def budget(part: Any, copies: int, slots: int) -> Scaled:
    return parallel.within_budget([((part,) * copies, slots)])[0]


def leaks() -> Family[Scaled]:
    part = Component(leaking_mechanism(Fraction(1, 4)), SHORT, PrivacyParameters(Fraction(1), Fraction(1, 4)), 2)
    return family(*(Scaled((part,) * copies, terms.OneException(Fraction(1, 4))) for copies in (2, 5)))


@dataclass(frozen=True, eq=False)
class Subject:
    """A check, the module and the name of its family, and a small family instead."""

    made: Any
    module: Any
    name: str
    small: Callable[[], Family[Scaled]]

    def use(self, patch: Patch) -> None:
        known = self.small()
        patch.setattr(self.module, self.name, lambda: known)

    def recheck(self, told: Any) -> Any:
        return self.made[0].recheck(told)


@cache
def found_once(subject: Subject) -> str:
    return json.dumps(judgement.value_all(subject.small()))


def findings(subject: Subject) -> Any:
    return json.loads(found_once(subject))


def above_the_claim(told: Any) -> None:
    told[0]["reached"]["1"] = "1"


def below_what_is_reached(told: Any) -> None:
    """A tight value altered: equality is lost."""
    told[0]["reached"]["1"] = "1/1000"


def a_vertex_left_out(told: Any) -> None:
    del told[0]["reached"]["1"]


def a_member_left_out(told: Any) -> None:
    del told[0]


def another_member(told: Any) -> None:
    told[0]["composition"] = "something else"


SPOILED = (above_the_claim, below_what_is_reached, a_vertex_left_out, a_member_left_out, another_member)
