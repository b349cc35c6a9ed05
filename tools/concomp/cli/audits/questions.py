"""What is asked about a mechanism, read from the options of `concomp audit`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from concomp.cli.audits.measures import NOTHING, Measures
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.quantities import e_eps_below, read_delta, read_e_eps, read_loss, read_option, read_privacy
from concomp.door.curves import DIGITS
from concomp.impl.accounting.losses import decimals_around
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, exponential_loss
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE
from concomp.report.quantities import exact_and_approximate

Drawn: TypeAlias = Literal["profile", "trade-off", "attacker"]
"""What can be drawn of an audit."""


@dataclass(frozen=True)
class Questions:
    """What is asked about a mechanism.

    below: each ε that was asked about, and the rational E just below e^ε that was taken for it.
    target_loss: the loss of the target as it was given. plotted: whether it is drawn what was found.
    """

    e_eps: tuple[Fraction, ...] = ()
    delta: Fraction | None = None
    target: PrivacyParameters | None = None
    asked_profile: bool = False
    attacked_at: tuple[Fraction, ...] = ()
    measures: Measures = NOTHING
    trade_off: bool = False
    certificate: str | None = None
    below: tuple[tuple[Fraction, Fraction], ...] = ()
    target_loss: PureLoss | None = None
    plotted: bool = False

    @property
    def profile(self) -> bool:
        """Whether the profile is asked for; it is if nothing else is."""
        asked = self.e_eps or self.delta is not None or self.target is not None
        return self.asked_profile or not (asked or self.measures.asked or self.trade_off)

    @property
    def only_exact(self) -> bool:
        """Whether bounds are no answer to something that is asked."""
        others = self.asked_profile or self.attacked_at or self.measures.asked or self.trade_off
        return bool(others) or self.certificate is not None or self.plotted

    @property
    def drawn(self) -> Drawn | None:
        """What of it is drawn, if anything is."""
        if not self.plotted:
            return None
        return "attacker" if self.attacked_at else "trade-off" if self.trade_off else "profile"

    @property
    def notes(self) -> list[str]:
        """What was taken for each ε, in words."""
        return [
            f"For eps = {exact_and_approximate(epsilon)}, E is taken just below e^eps: {exact_and_approximate(e_eps)}"
            for epsilon, e_eps in self.below
        ]

    def decide_target(self, deltas: Callable[[Fraction], tuple[Fraction, Fraction]]) -> Questions:
        """The same, with the target at an E so close below e^ε that the least δ there and at e^ε decide it alike.

        deltas: the least δ at an E, between bounds. Raises Undecided if no E that is tried does.
        """
        if self.target is None or not isinstance(self.target_loss, ExponentialLoss):
            return self
        for digits in DIGITS:
            around, delta = decimals_around(self.target_loss, digits), self.target.delta
            if deltas(around.low)[1] <= delta or deltas(around.high)[0] > delta:
                asked = (*self.below[:-1], (self.target_loss.epsilon, around.low))
                return replace(self, target=PrivacyParameters(around.low, delta), below=asked)
        raise Undecided("--target: the least delta is too close to the one asked about: ask about another")

    @property
    def for_every_e(self) -> bool:
        """Whether an answer needs all E at once."""
        return self.profile or self.delta is not None or self.trade_off


def read_questions(
    e_eps: tuple[str, ...],
    epsilon: tuple[str, ...],
    delta: str | None,
    profile: bool,
    target: str | None,
    attacker: bool,
    measures: Measures,
    trade_off: bool,
    certificate: str | None,
    plotted: bool,
) -> Questions:
    """The questions that the options ask; BadInput if one cannot be read, or they do not fit together."""
    losses = [read_option("--eps", text, exponential_loss) for text in epsilon]
    asked = (*(read_e_eps("--e-eps", text) for text in e_eps), *map(e_eps_below, losses))
    aim = None if target is None else read_privacy("--target", target)
    losses += [] if target is None else [read_loss("--target", target).loss]
    if certificate is not None and len(asked) + (aim is not None) != 1:
        raise BadInput("--certificate: for which E? give --target E=…,delta=…, or one --e-eps for its least delta")
    attacked = tuple(dict.fromkeys((*asked, *(() if aim is None else (aim.e_eps,))))) or (ONE,)
    if plotted and attacker:
        _demand_one_picture(attacked, trade_off)
    return Questions(
        asked,
        None if delta is None else read_delta("--delta", delta),
        aim,
        profile,
        attacked if attacker else (),
        measures,
        trade_off,
        certificate,
        tuple((loss.epsilon, e_eps_below(loss)) for loss in losses if isinstance(loss, ExponentialLoss)),
        None if target is None else read_loss("--target", target).loss,
        plotted,
    )


def _demand_one_picture(attacked: tuple[Fraction, ...], trade_off: bool) -> None:
    """BadInput if a picture would have to show more than one thing."""
    if trade_off:
        raise BadInput("--plot: one picture at a time: ask for --trade-off or for --attacker")
    if len(attacked) > 1:
        raise BadInput("--plot: one attacker at a time: give one --e-eps for it")
