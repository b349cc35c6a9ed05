"""Sparse vectors: values with noise are compared with a threshold with noise.

Dwork, Naor, Reingold, Rothblum and Vadhan (2009) is the first; the others, right and wrong, are those that Lyu, Su
and Li (2017) and Wang, Ding, Kifer and Zhang (CheckDP, 2020) put side by side, written anew. τ is noise of ratio a, ν
of ratio b. An answer is 1 for a value that is not below and 0 for one that is, with the number that is shown besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from concomp.model.language.syntax.expressions import Bool
from concomp.model.language.syntax.operations import ite
from concomp.model.language.syntax.sorts import INT, Sort
from concomp.model.programs.program import Draw, NoisyProgram, Terms, message, parameter, register, term_of, terms_of

TAU, NU = Draw("first_tau", "a"), Draw("nu", "b")
POSITIVES = parameter("N")
"""N, after how many positives a program halts."""
AT_LEAST_ONE = term_of(POSITIVES >= 1)
HIDDEN = "tau"


@dataclass(frozen=True)
class Compared:
    """What a step compares: the leaves of a program of these numbers."""

    numbers: Sort

    @property
    def value(self) -> Any:
        """The value."""
        return message("value", self.numbers)

    @property
    def bar(self) -> Any:
        """The threshold with its noise."""
        return message("threshold", self.numbers) + register(HIDDEN, self.numbers)

    @property
    def count(self) -> Any:
        """How many positives there were."""
        return register("positives")

    @property
    def nothing(self) -> Any:
        """The number 0."""
        return self.value - self.value

    def noisy(self, draw: str = "nu") -> Any:
        """The value with noise."""
        return self.value + message(draw, self.numbers)

    @property
    def above(self) -> Bool:
        """Whether the value with noise is not below the threshold with its noise."""
        above: Bool = self.noisy() >= self.bar
        return above


@dataclass(frozen=True)
class Exceeding(Compared):
    """A comparison in which a value that equals the threshold is below."""

    @property
    def above(self) -> Bool:
        """Whether the value with noise exceeds the threshold with its noise."""
        above: Bool = self.noisy() > self.bar
        return above


def sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """It halts after N positives."""
    step = Compared(numbers)
    return _counting("sparse vector", step, (NU,), (ite(step.above, 1, 0),))


def exceeding_sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """A positive is a value that exceeds the threshold."""
    step = Exceeding(numbers)
    return _counting("sparse vector", step, (NU,), (ite(step.above, 1, 0),))


def numeric_sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """At a positive it shows the value with fresh noise, of ratio c."""
    step = Compared(numbers)
    shown = ite(step.above, step.noisy("released"), step.nothing)
    return _counting("numeric sparse vector", step, (NU, Draw("released", "c")), (ite(step.above, 1, 0), shown))


def gap_sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """At a positive it shows how far the value with its noise is above the threshold with its noise."""
    step = Compared(numbers)
    gap = ite(step.above, step.noisy() - step.bar, step.nothing)
    return _counting("sparse vector with gap", step, (NU,), (ite(step.above, 1, 0), gap))


def renewed_sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """After each positive the threshold's noise is drawn anew."""
    step = Compared(numbers)
    fresh = Draw("fresh_tau", "a")
    tau = ite(step.above, message("fresh_tau", numbers), register(HIDDEN, numbers))
    return _counting("sparse vector, threshold renewed", step, (NU, fresh), (ite(step.above, 1, 0),), tau)


def adaptive_sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """A value far above costs 1, one that is just above 2; it halts when 2N could be exceeded.

    It is far above if with noise of ratio b it is at least σ above; otherwise noise of ratio b² decides.
    """
    step = Compared(numbers)
    return _adaptive("adaptive sparse vector", step, step.noisy("strong") - step.bar)


def value_shown(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: at a positive it shows the value with the very noise of the comparison."""
    step = Compared(numbers)
    shown = ite(step.above, step.noisy(), step.nothing)
    return _counting("sparse vector that shows the compared value", step, (NU,), (ite(step.above, 1, 0), shown))


def adaptive_value_shown(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: of a value far above it shows the value with the very noise of the comparison."""
    step = Compared(numbers)
    return _adaptive("adaptive sparse vector that shows the compared value", step, step.noisy("strong"))


def endless_sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: it never halts."""
    step = Compared(numbers)
    return _endless("sparse vector without halt", step, (NU,), step.above)


def noiseless_sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: it never halts, and values have no noise."""
    step = Compared(numbers)
    return _endless("sparse vector without noise of values", step, (), step.value >= step.bar)


def fresh_sparse_vector(numbers: Sort = INT) -> NoisyProgram:
    """Wrong: the threshold's noise is drawn anew after each value."""
    step = Compared(numbers)
    name, fresh = "sparse vector, threshold renewed for each value", Draw("fresh_tau", "a")
    return _counting(name, step, (NU, fresh), (ite(step.above, 1, 0),), message("fresh_tau", numbers))


def _counting(
    name: str, step: Compared, draws: tuple[Draw, ...], answer: tuple[Any, ...], tau: Any = None
) -> NoisyProgram:
    kept = register(HIDDEN, step.numbers) if tau is None else tau
    return NoisyProgram(
        name,
        step.numbers,
        (TAU,),
        draws,
        _first(step, positives=0),
        tuple(map(term_of, answer)),
        terms_of(tau=kept, positives=step.count + ite(step.above, 1, 0)),
        term_of(step.count < POSITIVES),
        common=("threshold",),
        parameters=AT_LEAST_ONE,
        hidden=HIDDEN,
    )


def _endless(name: str, step: Compared, draws: tuple[Draw, ...], above: Bool) -> NoisyProgram:
    tau = register(HIDDEN, step.numbers)
    answer = (term_of(ite(above, 1, 0)),)
    forever = term_of(True)
    return NoisyProgram(
        name, step.numbers, (TAU,), draws, _first(step), answer, terms_of(tau=tau), forever,
        common=("threshold",), hidden=HIDDEN,
    )  # fmt: skip


def _adaptive(name: str, step: Compared, of_strong: Any) -> NoisyProgram:
    strong, weak = step.noisy("strong") - step.bar, step.noisy("weak") - step.bar
    far, above = strong >= parameter("sigma", step.numbers), weak >= step.nothing
    kind = ite(far, 2, ite(above, 1, 0))
    cost, spent = ite(far, 1, ite(above, 2, 0)), register("spent")
    return NoisyProgram(
        name,
        step.numbers,
        (TAU,),
        (Draw("strong", "b"), Draw("weak", "b", rate=2)),
        _first(step, spent=0),
        (term_of(kind), term_of(ite(far, of_strong, ite(above, weak, step.nothing)))),
        terms_of(tau=register(HIDDEN, step.numbers), spent=spent + cost),
        term_of(spent <= POSITIVES + POSITIVES - 2),
        common=("threshold",),
        parameters=AT_LEAST_ONE,
        hidden=HIDDEN,
    )


def _first(step: Compared, **counts: int) -> Terms:
    return terms_of(tau=message(TAU.name, step.numbers), **counts)
