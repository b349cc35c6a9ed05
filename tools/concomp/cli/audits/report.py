"""What an exact audit finds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.cli.audits.measures import Measured, measured
from concomp.cli.audits.questions import Questions
from concomp.door.mechanisms import Subject
from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import STEPS, Audit
from concomp.model.laws.profile import Profile
from concomp.report.attackers import Attacker, best_attacker

WeightPair = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Report:
    """What was found.

    curve, profile: None where only some E were asked for.
    """

    subject: Subject
    questions: Questions
    deltas: dict[Fraction, WeightPair]
    curve: Curve | None
    profile: Profile | None
    attackers: tuple[Attacker, ...]
    measured: Measured
    trade_off: tuple[WeightPair, ...]

    @property
    def exceeded(self) -> bool:
        """Whether there is a target, of δ or of ρ, and it is exceeded."""
        return self.target_exceeded or self.measured.exceeded

    @property
    def target_exceeded(self) -> bool:
        """Whether there is one of δ, and it is."""
        target = self.questions.target
        return target is not None and max(self.deltas[target.e_eps]) > target.delta


def report_on(subject: Subject, questions: Questions) -> Report:
    """What is found of a mechanism; TooLarge if it takes too much."""
    audit = Audit(subject.setting, STEPS)
    questions = questions.decide_target(lambda e_eps: (max(audit.deltas(e_eps)),) * 2)
    curve = audit.curve if questions.for_every_e or questions.drawn == "profile" else None
    aimed = () if questions.target is None else (questions.target.e_eps,)
    return Report(
        subject,
        questions,
        {e_eps: audit.deltas(e_eps) for e_eps in (*questions.e_eps, *aimed)},
        curve,
        curve.profile() if curve is not None and questions.for_every_e else None,
        tuple(best_attacker(subject.game, audit, e_eps) for e_eps in questions.attacked_at),
        measured(audit, questions.measures),
        curve.trade_off() if curve is not None and questions.trade_off else (),
    )
