"""A histogram on few rows, by its law in closed form: noise that is hidden has no end to enumerate.

It is the model's post-processing before the model's parts, with the noise of this histogram. Thresholds are so near
that tests pass, and the numbers that the counter releases are clamped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from concomp.impl.mechanisms.counters.symmetric_noise import GaussianNoise, GeometricNoise
from concomp.impl.mechanisms.counters.unbounded import UnboundedCounter
from concomp.impl.mechanisms.histograms.margins import NearMargins
from concomp.impl.mechanisms.histograms.parts import Parts
from concomp.impl.mechanisms.histograms.queries import Query
from concomp.impl.mechanisms.tabled import Tabled
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.tapes import TapeLaw, enumerate_tape
from concomp.model.applications.d_counter import doubling_counter
from concomp.model.applications.histogram import ClampedSteps, histogram_mechanism
from concomp.model.applications.private_histogram import PrivateParts, answers_law, noisy_number, private_histogram
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.numbers import Exact


@dataclass(frozen=True)
class Twin(Instance):
    """An instance whose law is that of a mechanism of the model.

    mechanism: the mechanism.
    """

    mechanism: InteractiveMechanism

    def law(self, sent: Sequence[Any], cut: Exact = 0) -> TapeLaw[tuple[Any, ...]]:
        """The law of the answers to these messages; nothing of it is cut."""
        return TapeLaw(dict(answers_law(self.mechanism, sent).items()), Fraction(0))


def twin(instance: Instance, parts: Parts, counter: UnboundedCounter, query: Query) -> Twin:
    """The twin of an instance, which is made of these parts; counter: of a column."""
    columns, rounds, near = parts.counter.columns, instance.rounds, NearMargins()
    values: dict[str, Any] = {"gamma": near.gamma, "xi": near.xi, "query": query}
    processing = histogram_mechanism(columns, ClampedSteps).with_values(**values)
    counting = doubling_counter(lambda epoch, total: _released(counter.noise(epoch), total, rounds))
    test = AboveThreshold(parts.test.threshold_ratio, parts.test.query_ratio)
    # A number is compared with thresholds from 0 to rounds − 1, so that this clamp hides nothing.
    private = PrivateParts(counting, test, noisy_number(parts.noise.ratio, (0, rounds)))
    mechanism = private_histogram(columns, processing, query, private)
    return Twin(instance.begin, instance.function, instance.messages, rounds, mechanism)


@cache
def _released(noise: GeometricNoise | GaussianNoise, total: int, most: int) -> Law[int]:
    """The law of a number as the code that runs disturbs it, clamped."""
    disturb = noise.disturb(Tabled(0, most))
    return Law(enumerate_tape(lambda tape: disturb(total, tape)).masses)
