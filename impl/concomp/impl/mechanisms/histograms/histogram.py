"""Continual histograms (Henzinger, Sricharan, Steiner; HSV26 section 7): a query on sums of columns, after each row.

What runs is HSV26 Algorithm 4 itself, its counter's answers clamped at 0 (E62): the post-processing of the model,
compiled, before its private parts.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from concomp.impl.accounting.guarantees import ApproxDP, PureDP
from concomp.impl.accounting.rounding import ball_down
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.counters.unbounded import UnboundedCounter
from concomp.impl.mechanisms.histograms.d_counter import DCounter
from concomp.impl.mechanisms.histograms.functions import number_of_columns
from concomp.impl.mechanisms.histograms.margins import Margins, NearMargins, TrustedMargins
from concomp.impl.mechanisms.histograms.parts import Parts
from concomp.impl.mechanisms.histograms.queries import DeclaredQuery, LargestSum, Query, demand_monotone
from concomp.impl.mechanisms.histograms.twin import twin
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.mechanisms.ratios import least_ratio
from concomp.impl.mechanisms.specification import Grounds, Integers, Specification, by_theorem
from concomp.impl.mechanisms.tabled import Tabled
from concomp.impl.mechanisms.tables import Instance, listed
from concomp.impl.mechanisms.thresholds import AboveThreshold
from concomp.impl.monitors.processing_stepper import ProcessingStepper, compile_processing
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.applications.histogram import ClampedSteps, histogram_mechanism
from concomp.model.applications.neighbours import neighbouring_rows
from concomp.model.language.monitor import Monitor
from concomp.model.language.processings import DefinitionProcessing
from concomp.model.language.readings.steadiness import Steady
from concomp.model.laws.balls import ball
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.model.numbers import Exact, NumberError, ParameterError, parameter

PRIVATE = "HSV26 Section 7.2: HSS is private"
BITS = 32
"""The bits of √ρ."""


@dataclass(frozen=True, init=False, repr=False)
class ContinualHistogram(Specification):
    """Answers each row of bits with about the value of a query on the sums of columns so far; one row may differ.

    columns: d, how many bits a row has. e_eps: E = e^ε > 1, what a row may lose; a third of ε each goes to tests, to
    noise of numbers, and to the counter. delta: δ; if it is above 0, the counter's noise is Gaussian. beta: the chance
    of an error that is larger than `error_bound` says. query: q, monotone and 1-sensitive: the largest sum unless
    given. Raises ParameterError for one out of its range, and for a query that is found to be no such one.
    """

    columns: int
    e_eps: Fraction
    delta: Fraction
    beta: Fraction
    query: Query

    def __init__(
        self, columns: int, *, e_eps: Exact, delta: Exact = 0, beta: Exact = "1/20", query: Query | None = None
    ) -> None:
        """Take d, E, δ, β and the query."""
        object.__setattr__(self, "delta", parameter("delta", parameters.delta, delta))
        object.__setattr__(self, "query", LargestSum() if query is None else parameter("query", _query, query))
        self._set(
            e_eps=(parameters.e_eps_of_noise, e_eps),
            columns=(number_of_columns, columns),
            beta=(parameters.chance_up_to_one, beta),
        )
        _ = self.parts.counter.error_at(1, self.beta / 2)
        demand_monotone(self.query, self.columns)

    @property
    def function(self) -> Monitor:
        """~_H: any number of rows, of which one may differ."""
        return _function(self.columns)

    @property
    def loss(self) -> PureDP | ApproxDP:
        """E, and δ if it is above 0."""
        return ApproxDP(delta=self.delta, e_eps=self.e_eps) if self.delta else PureDP(e_eps=self.e_eps)

    @property
    def grounds(self) -> Grounds:
        """On the post-processing that is verified, and its parts side by side."""
        return by_theorem(PRIVATE)

    @property
    def answers(self) -> Integers:
        """All integers; those that are answered are values of the query."""
        return Integers()

    @cached_property
    def parts(self) -> Parts:
        """The counter, the test and the noise, each for ε/3."""
        test = AboveThreshold(threshold_ratio=least_ratio(self.e_eps, 6), query_ratio=least_ratio(self.e_eps, 12))
        return Parts(DCounter(self.columns, self._counter), test, DiscreteLaplace(1 / least_ratio(self.e_eps, 3)))

    @property
    def _counter(self) -> UnboundedCounter:
        """A counter of one column."""
        if not self.delta:
            return UnboundedCounter(e_eps=1 / least_ratio(self.e_eps, 3 * self.columns))
        return UnboundedCounter(rho=_rho(1 / least_ratio(self.e_eps, 3), self.delta) / self.columns)

    @cached_property
    def margins(self) -> TrustedMargins:
        """γ and ξ."""
        return TrustedMargins(self.beta, self.parts.test, self.parts.noise, self.parts.counter)

    @property
    def digest(self) -> str:
        """With all that determines the query's values."""
        return hashlib.sha256(f"{super().digest} {self.query.digest}".encode()).hexdigest()

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start the post-processing before its parts."""
        return self._before_parts(_steps(self), noisy, randomness)

    def error(self, beta: Exact) -> int:
        """There is none for all streams: ParameterError."""
        raise ParameterError("beta", beta, "it grows with the query: ask the histogram for error_bound(steps, largest)")

    def error_bound(self, steps: int, largest: int) -> int:
        """How far all of so many answers are from the truth at most, but for a chance of β.

        It holds for rows that are chosen by the answers so far in any way, while the query is at most `largest`.
        Raises ParameterError for what are no numbers of rows, and no value.
        """
        rows, most = parameter("steps", parameters.positive, steps), parameter("largest", _natural, largest)
        return self.margins.error(rows, self.margins.intervals(most))

    @property
    def rounds(self) -> int:
        """Two: enough for an interval to end, and a row to be in the next."""
        return 2

    def instance(self, rounds: int) -> Instance:
        """It on all rows, thresholds so near that tests pass, what it releases clamped to the sums there may be."""
        steps = _compiled(self, NearMargins())
        rows = list(product((False, True), repeat=self.columns))
        return Instance(lambda tape: self._before_parts(steps, Tabled(0, rounds), tape), self.function, rows, rounds)

    def to_audit(self, rounds: int | None = None) -> dict[str, Any]:
        """The contents of a file for `concomp audit`: the law on few rows, in closed form.

        rounds: how many are sent; two unless given. Raises ParameterError for what is no number of rounds, or too many.
        """
        wanted = self.rounds if rounds is None else parameter("rounds", parameters.positive, rounds)
        return listed(twin(self.instance(wanted), self.parts, self._counter, self.query))

    def _before_parts(self, steps: ProcessingStepper, noisy: Noisy, randomness: Randomness) -> Respond:
        state, answer, respond = steps.initial, self.parts.start(self.query, noisy, randomness), steps.respond

        def answer_row(row: Any) -> object:
            nonlocal state
            state, side, message = respond(state, LEFT, row)
            while side is RIGHT:
                state, side, message = respond(state, RIGHT, answer(message))
            return message

        return answer_row


def _query(value: object) -> Query:
    if not isinstance(value, LargestSum | DeclaredQuery):
        raise NumberError("give a LargestSum, or a DeclaredQuery of a function")
    return value


def _natural(value: object) -> int:
    number = parameters.integer(value)
    if number < 0:
        raise NumberError("give an integer of at least 0")
    return number


def _rho(e_eps: Fraction, delta: Fraction) -> Fraction:
    """The largest ρ, or less, with ρ + 2·√(ρ·ln(1/δ)) at most ε: the square of ε/(√(ln(1/δ) + ε) + √ln(1/δ))."""

    def root() -> Any:
        epsilon, much = ball(e_eps).log(), ball(1 / delta).log()
        return epsilon / ((much + epsilon).sqrt() + much.sqrt())

    return _few_bits(ball_down(root)) ** 2


def _few_bits(number: Fraction) -> Fraction:
    """A number above 0, rounded down to few significant bits."""
    shift = BITS - number.numerator.bit_length() + number.denominator.bit_length()
    return Fraction(int(number * Fraction(2) ** shift)) / Fraction(2) ** shift


@lru_cache(64)
def _function(columns: int) -> Monitor:
    return neighbouring_rows(columns)()


@lru_cache(64)
def _steps(histogram: ContinualHistogram) -> ProcessingStepper:
    return _compiled(histogram, histogram.margins)


def _compiled(histogram: ContinualHistogram, margins: Margins) -> ProcessingStepper:
    """Algorithm 4 with a query and thresholds; these are functions, so that what they gave need not be remembered."""
    meanings = {"gamma": Steady(margins.gamma), "xi": Steady(margins.xi), "query": Steady(histogram.query)}
    definition = histogram_mechanism(histogram.columns, ClampedSteps).definition
    return compile_processing(DefinitionProcessing(definition, {}, meanings))
