"""A composition at scale, as a declaration: its mechanisms with their labels, what is allowed, and what is claimed.

The audit engine says what an adversary reaches; what is claimed is told twice, by listing the outcomes of randomised
responses and by the accountant, or by two engines where no list of parameters is fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from concomp.impl.audit.engine import Played
from concomp.impl.audit.setting import Setting
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.profile import Profile
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.obligations.families.compositions.components import Component
from concomp.obligations.families.compositions.engine_games import own_delta

Vertices = tuple[tuple[Fraction, Fraction], ...]


def label_by_audit(
    mechanism: InteractiveMechanism, function: VerificationFunction, e_eps: Fraction, rounds: int
) -> Component:
    """The component labelled with the least δ at e_eps, by the audit engine."""
    unlabelled = Component(mechanism, function, PrivacyParameters(e_eps, Fraction(1)), rounds)
    return Component(mechanism, function, PrivacyParameters(e_eps, own_delta(unlabelled.game, e_eps)), rounds)


def relabel(part: Component, privacy: PrivacyParameters) -> Component:
    """The same component with a label that says less than it could."""
    return Component(part.mechanism, part.function, privacy, part.rounds)


class Terms(Protocol):
    """What a composition theorem allows, and what it claims then."""

    def setting(self, parts: Sequence[Component]) -> Setting:
        """The parts under the rule of the theorem, for the audit engine."""

    def claimed(self, parts: Sequence[Component]) -> Vertices:
        """The vertices of E ↦ the δ that is claimed; linear between them, constant after the last."""

    def claimed_otherwise(self, parts: Sequence[Component], e_eps: Fraction) -> Fraction:
        """The claim at one E, computed by other means."""

    def function(self, parts: Sequence[Component]) -> VerificationFunction:
        """The rule as the paper's verification function, for V[f] ∘* I(b) ∘* ExtConComp."""

    def created_first(self, parts: Sequence[Component]) -> int:
        """How many of the parts have to be created before anything else; the others are when first asked."""


@dataclass(frozen=True, eq=False)
class Scaled:
    """A composition with what a theorem claims about it.

    parts: the mechanisms that can be created; one that is listed twice can be created twice.
    """

    parts: tuple[Component, ...]
    terms: Terms

    @cached_property
    def audit(self) -> Played:
        """The engine on this composition."""
        return Played(self.terms.setting(self.parts))

    @cached_property
    def reached(self) -> Profile:
        """E ↦ the largest δ that an adversary reaches, both directions."""
        return self.audit.curve.profile()

    @property
    def places(self) -> int:
        """The places of its arena, a measure of its size."""
        return len(self.audit.whole.arena.places)

    @cached_property
    def claimed(self) -> Vertices:
        """The vertices of what is claimed."""
        return self.terms.claimed(self.parts)

    @property
    def compared(self) -> tuple[tuple[Fraction, Fraction, Fraction], ...]:
        """(E, reached, claimed) at every vertex of both profiles."""
        bound = Profile(self.claimed)
        vertices = sorted({e_eps for profile in (self.reached, bound) for e_eps, _ in profile.vertices})
        return tuple((e_eps, self.reached(e_eps), bound(e_eps)) for e_eps in vertices)

    @property
    def labels_hold(self) -> bool:
        """Whether each part is as private as its label says, by the audit engine."""
        return all(own_delta(part.game, part.privacy.e_eps) <= part.privacy.delta for part in dict.fromkeys(self.parts))

    @property
    def name(self) -> str:
        """What it is made of, in words, and the terms."""
        counted = Counter(self.parts)
        return f"{'; '.join(f'{times} × {_describe(part)}' for part, times in counted.items())}; {self.terms!r}"

    def __repr__(self) -> str:
        return self.name


def _describe(part: Component) -> str:
    return f"{part!r}, up to {part.rounds} messages"
