"""Labels of the mechanisms in a file, and whether these keep them, by the audit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.advisor.guarantees.attack import Own
from concomp.advisor.hypotheses.conditions import Finding
from concomp.model.files.schema import Continual, MechanismFile
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.report.attackers import attacker_lines
from concomp.report.quantities import short


@dataclass(frozen=True)
class Labelled:
    """A mechanism with its label.

    delta: the least δ at the label's E; None if that takes too much. attack: who reaches it, a line each, where that
    is above the label.
    """

    name: str
    document: MechanismFile | Continual
    label: PrivacyParameters
    delta: Fraction | None
    attack: tuple[str, ...] = ()

    @property
    def exceeds(self) -> bool:
        """Whether it loses more than its label says."""
        return self.delta is not None and self.delta > self.label.delta


def labelled(name: str, document: MechanismFile | Continual, label: PrivacyParameters) -> Labelled:
    """A mechanism in the light of the label that a file gives it."""
    own = Own(document)
    delta = own.delta(label.e_eps)
    if delta is None or delta <= label.delta:
        return Labelled(name, document, label, delta)
    attacker = own.attacker(label.e_eps)
    lines = () if attacker is None else tuple(line.removeprefix("  ") for line in attacker_lines(document, attacker))
    return Labelled(name, document, label, delta, lines)


def with_least_label(name: str, document: MechanismFile | Continual) -> Labelled:
    """A mechanism with the least δ that it has at any E, and the least E for that; TooLarge if that takes too much."""
    profile = Own(document).audit.curve.profile()
    delta = profile.vertices[-1][1]
    e_eps = profile.least_e_eps(delta)
    assert e_eps is not None, "a profile reaches its last vertex"
    return Labelled(name, document, PrivacyParameters(e_eps, delta), delta)


def kept(mechanisms: Sequence[Labelled]) -> Finding:
    """Whether each mechanism has the loss that its label says."""
    exceeding = [each for each in mechanisms if each.exceeds]
    if exceeding:
        return Finding("fails", "; ".join(_alike(exceeding, _exceeds)), exceeding[0].attack)
    unknown = [each.name for each in mechanisms if each.delta is None]
    if unknown:
        return Finding("declared", f"too large for an exact answer: {', '.join(unknown)}")
    return Finding("holds", "; ".join(_alike(mechanisms, _keeps)))


def _alike(mechanisms: Sequence[Labelled], words: Callable[[Labelled], str]) -> Iterator[str]:
    """What is said of mechanisms, once of those of which it is the same."""
    names: dict[str, list[str]] = {}
    for each in mechanisms:
        names.setdefault(words(each), []).append(each.name)
    return (f"{', '.join(listed)}: {said}" for said, listed in names.items())


def _keeps(mechanism: Labelled) -> str:
    assert mechanism.delta is not None
    at = f"δ = {short(mechanism.delta)} at E = {short(mechanism.label.e_eps)}"
    return at if mechanism.delta == mechanism.label.delta else f"{at}, of {short(mechanism.label.delta)}"


def _exceeds(mechanism: Labelled) -> str:
    assert mechanism.delta is not None
    least = f"the exact δ at E = {short(mechanism.label.e_eps)} is {short(mechanism.delta)}"
    return f"{least}, above {short(mechanism.label.delta)}, the label's"
