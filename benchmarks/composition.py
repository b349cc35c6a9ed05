"""Optimal composition beside other accountants: how long it takes, and how far the answers are from the truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log
from random import Random
from time import process_time

from benchmarks import laws
from benchmarks.peers import DISCRETISATION, EPSILON_ERROR, INSTALL, Claim, Peer, installed
from benchmarks.timing import Times, in_turns
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.best_composition import best_composition
from concomp.impl.accounting.optimal.display import epsilon_above
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps, with_epsilon
from concomp.report.text import columns

KNOWN = {10: 0.952458510, 100: 4.530195026, 1000: 18.201080381}
"""The least ε of so many mechanisms with ε = ln 1.1, for δ = 1e-6, known from an independent calculation."""
CLOSE = Fraction(1, 10**12)
"""How close bounds have to be, relative to what they bound."""
WITHOUT_A_UNIT = Fraction(1, 10**9)
"""The same for many losses without a common unit."""
HALVED = dict.fromkeys((10, 30), Fraction(1, 10**10))
"""The same for some dozens of them."""
BEFORE = {
    "10 different, no common unit": ("0.15", "5e-4"),
    "100 different, no common unit": ("1.5", "5e-6"),
    "1000 different, no common unit": ("1.2", "1e-6"),
    "100000 different": ("4.1", "none"),
}
"""Processor seconds and gap of the release before, where they were larger."""
HEADING = ("list", "who", "least / median, cpu", "ratio", "delta at E", "least eps", "eps - truth")
SINCE = ("list", "cpu before", "gap before", "cpu now", "gap now")
NOISE = 1e-12
"""What a float that stands for an exact number may be off."""


@dataclass(frozen=True)
class Question:
    """A list of mechanisms, and what is asked: δ at E, and the least E for δ."""

    title: str
    components: tuple[PrivacyLoss, ...]
    parameters: tuple[tuple[float, float], ...]
    e_eps: Fraction
    delta: Fraction
    close: Fraction = CLOSE


@dataclass(frozen=True)
class Answer:
    """The least δ at E, and the least E."""

    delta: Bounds
    e_eps: Bounds


def equal(count: int, e_eps: Fraction, delta: Fraction) -> Question:
    """So many mechanisms with the same rational e^ε."""
    title = f"{count} equal, E = {e_eps}, delta {float(delta):.0e}"
    return Question(title, (with_e_eps(e_eps),) * count, ((log(e_eps), 0.0),) * count, Fraction(2), delta)


def equal_losses(count: int, epsilon: Fraction, delta: Fraction) -> Question:
    """So many mechanisms with the same rational ε."""
    title = f"{count} equal, eps = {float(epsilon)}, delta {float(delta):.0e}"
    return Question(title, (with_epsilon(epsilon),) * count, ((float(epsilon), 0.0),) * count, Fraction(2), delta)


def different(count: int) -> Question:
    """Mechanisms with ε from 0.01 to 0.2, three decimals, and δ up to 1e-8."""
    random = Random(count)
    part = 10**9 if count <= 1000 else 10**13
    drawn = [(Fraction(random.randint(10, 200), 1000), Fraction(random.randint(0, 10), part)) for _ in range(count)]
    e_eps = Fraction(2 if count <= 30 else 50 if count <= 100 else 10**10 if count <= 1000 else 10**50)
    components = tuple(with_epsilon(*each) for each in drawn)
    parameters = tuple((float(epsilon), float(delta)) for epsilon, delta in drawn)
    return Question(f"{count} different", components, parameters, e_eps, Fraction(1, 10**5))


def incommensurable(count: int) -> Question:
    """The same with arbitrary floats for ε, taken exactly, so that no unit is common to them."""
    random = Random(count)
    drawn = [Fraction(random.uniform(0.01, 0.2)) for _ in range(count)]
    components = tuple(with_epsilon(epsilon) for epsilon in drawn)
    parameters = tuple((float(epsilon), 0.0) for epsilon in drawn)
    title = f"{count} different, no common unit"
    e_eps = Fraction(50) if count == 100 else Fraction(2) if count < 1000 else Fraction(10**10)
    return Question(title, components, parameters, e_eps, Fraction(1, 10**5), HALVED.get(count, WITHOUT_A_UNIT))


def answer(question: Question) -> Answer:
    """What concomp says; a new composition each time, for it remembers what it has found."""
    composition = best_composition(question.components)
    least = composition.least_e_eps(question.delta)
    if least is None:
        raise AssertionError(f"{question.title}: no E is enough for delta {question.delta}")
    return Answer(composition.delta(question.e_eps), least)


def lines() -> Iterator[str]:
    """The tables."""
    peers = installed()
    yield "Optimal composition: delta at E and the least eps for delta, both asked at once; runs in turns"
    yield f"dp_accounting rounds up to a grid of {DISCRETISATION}; prv_accountant promises eps within {EPSILON_ERROR}"
    yield from (
        f"{name} is not installed: {INSTALL}" for name in ("dp_accounting", "prv_accountant") if name not in peers
    )
    questions = [equal(count, Fraction(11, 10), Fraction(1, 10**6)) for count in KNOWN]
    questions += [different(count) for count in (10, 100, 1000)]
    questions += [incommensurable(count) for count in (10, 30, 40, 60, 100, 1000)]
    rows = [row for question in questions for row in compared(question, peers)]
    yield from columns([HEADING, *rows])
    yield ""
    yield "Beside the release before"
    yield from columns(
        [("list", "cpu before", "gap before", "cpu now", "gap now"), *_since([*questions, different(10**5)])]
    )
    yield ""
    yield from laws.lines(peers)
    yield ""
    yield "Where peers are wrong: a least eps below the truth, or bounds that do not hold it"
    hard = [equal_losses(1000, Fraction(1, 100), Fraction(1, 10**power)) for power in (6, 10, 13, 15)]
    hard.append(equal_losses(1000, Fraction(1, 10), Fraction(1, 10**13)))
    yield from columns([("list", "who", "eps it gives", "the truth", ""), *_wrong(hard, peers)])


def compared(question: Question, peers: dict[str, Peer]) -> Iterator[tuple[str, ...]]:
    """The rows of one question, concomp first; AssertionError if an answer of concomp's is not as close as it says."""
    found = answer(question)
    _check(question, found)
    epsilon, claims = log(question.e_eps), _claims(question, peers)
    works = {"concomp": lambda: answer(question)}
    for name, claim in claims.items():
        if isinstance(claim, Claim):
            works[name] = lambda peer=peers[name]: peer(question.parameters, epsilon, float(question.delta))
    times = in_turns(works)
    truth = epsilon_above(found.e_eps.high)
    yield (
        question.title,
        "concomp",
        times["concomp"].seconds,
        "1",
        f"{float(found.delta.high):.12g}",
        f"{truth:.12g}",
        "0",
    )
    for name, claim in claims.items():
        if isinstance(claim, Claim):
            delta = "—" if claim.delta is None else f"{claim.delta:.12g}"
            off = f"{claim.high - truth:+.1e}"
            yield (
                "",
                name,
                times[name].seconds,
                _ratio(times[name], times["concomp"]),
                delta,
                f"{claim.high:.12g}",
                off,
            )
        else:
            yield ("", name, claim, "—", "—", "—", "—")


def _since(questions: Sequence[Question]) -> Iterator[tuple[str, ...]]:
    for question in questions:
        if question.title in BEFORE:
            seconds, gap = BEFORE[question.title]
            start = process_time()
            found = answer(question)
            taken = process_time() - start
            _check(question, found)
            yield question.title, f"{seconds} s", gap, f"{taken:.4f} s", f"{float(_gap(found)):.0e}"


def _gap(found: Answer) -> Fraction:
    """The larger relative gap of the bounds of δ and of E."""
    return max((each.high - each.low) / each.low if each.low else Fraction(0) for each in (found.delta, found.e_eps))


def _check(question: Question, found: Answer) -> None:
    for bounds in (found.delta, found.e_eps):
        if bounds.high - bounds.low > question.close * bounds.low:
            raise AssertionError(f"{question.title}: bounds are {float((bounds.high - bounds.low) / bounds.low)} apart")
    known = KNOWN.get(len(question.components)) if question.title.endswith("E = 11/10, delta 1e-06") else None
    if known is not None and abs(epsilon_above(found.e_eps.high) - known) > 1e-9:
        raise AssertionError(f"{question.title}: eps is {epsilon_above(found.e_eps.high)}, not {known}")


def _claims(question: Question, peers: dict[str, Peer]) -> dict[str, Claim | str]:
    """What each peer says, or how it fails."""
    claims: dict[str, Claim | str] = {}
    for name, peer in peers.items():
        try:
            claims[name] = peer(question.parameters, log(question.e_eps), float(question.delta))
        except (ValueError, RuntimeError) as error:
            claims[name] = f"{type(error).__name__}: {str(error)[:48]}"
    return claims


def _ratio(peer: Times, ours: Times) -> str:
    return f"{min(peer.wall) / min(ours.wall):.1f}"


def _wrong(questions: Sequence[Question], peers: dict[str, Peer]) -> Iterator[tuple[str, ...]]:
    for question in questions:
        found = answer(question)
        _check(question, found)
        low, high = epsilon_above(found.e_eps.low), epsilon_above(found.e_eps.high)
        for name, claim in _claims(question, peers).items():
            if isinstance(claim, str):
                yield question.title, name, claim, f"{high:.12g}", "no answer"
            else:
                verdict = "below the truth" if claim.high < low - NOISE else "too high" if claim.low > high else "holds"
                shown = f"{claim.low:.12g} … {claim.high:.12g}" if claim.low else f"{claim.high:.12g}"
                yield question.title, name, shown, f"{high:.12g}", verdict
