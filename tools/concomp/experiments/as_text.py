"""What experiments found, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, log10

from concomp.experiments.correlation import Joined
from concomp.experiments.membership import Size, Tested
from concomp.impl.confounding.membership import Pool
from concomp.model.numbers import rational_text

TITLES = {
    "Table VIII": "Four mechanisms and a fifth that is designed, independent noises (Zhang24's Table VIII)",
    "Table IX": "Five mechanisms, the noises of two joined by a copula (Zhang24's Table IX)",
}
HEAD = "eps_g  eps_i   composition      single           expected  Gaussian  ceiling   printed          impossible"
HEAD_OF_FREQUENCIES = "eps_g  eps_i   composition      single"


def membership_lines(tests: Sequence[Tested], pool: Pool, source: str, size: Size, seed: int) -> Iterator[str]:
    """The tables of areas, by attacker, and which printed rows are impossible."""
    people, places = pool.genotypes.shape
    yield f"Membership inference against releases of allele counts: {people} people, {places} places"
    yield f"Genotypes: {source}; seed {seed}; delta = 1/50"
    yield (
        f"Areas under the curve: mean ± standard deviation of {size.repeats} repeats of {size.releases} releases, "
        f"{size.people} people scored in each"
    )
    for table, title in TITLES.items():
        rows = [each for each in tests if each.table == table]
        yield from ("", title, HEAD)
        yield from (_line(each) for each in rows)
    yield from (
        "",
        "The same releases, by an attacker who knows the frequencies in the pool alone",
        HEAD_OF_FREQUENCIES,
    )
    yield from (
        f"{_levels(each)}{_shown(each.composition.by_frequencies)}  {_shown(each.single.by_frequencies)}"
        for each in tests
    )
    yield ""
    yield "expected: of the attacker who knows everybody else's bit, in this pool. Gaussian: the most of any attacker"
    yield "on Gaussian releases, for the person who moves the sum furthest. ceiling: the most on any releases that are"
    yield "(eps_g, 1/50)-private; both rounded up. impossible: by how many of its deviations the printed area is above."
    yield from _verdict(tests, size)


def _verdict(tests: Sequence[Tested], size: Size) -> Iterator[str]:
    beyond = [_decimal(each.row.epsilon) for each in tests if each.impossible_by is not None]
    yield f"Printed and impossible, if eps_g is the privacy of one person's bit: eps_g = {', '.join(beyond)}."
    exceeding = [_decimal(each.row.epsilon) for each in tests if each.exceeds(size.repeats)]
    yield f"Measured here, above what is possible: {'eps_g = ' + ', '.join(exceeding) if exceeding else 'none'}."


def _line(each: Tested) -> str:
    printed = "  ".join(f"{float(one.mean):.4f}" for one in each.row.measured)
    verdict = "" if each.impossible_by is None else f"   by {each.impossible_by:.0f} sd"
    return (
        f"{_levels(each)}{_shown(each.composition.informed)}  {_shown(each.single.informed)}  {each.expected:.4f}    "
        f"{_up(each.gaussian, 4)}    {_up(each.most, 4)}    {printed}{verdict}"
    ).rstrip()


def _levels(each: Tested) -> str:
    return f"{_decimal(each.row.epsilon):7}{_decimal(each.row.each):8}"


def _shown(area: tuple[float, float]) -> str:
    return f"{area[0]:.4f} ± {area[1]:.4f}"


def _decimal(number: Fraction) -> str:
    """A number as a short decimal, where it is one."""
    short = f"{float(number):g}"
    return short if Fraction(short) == number else rational_text(number)


def _up(number: float, places: int) -> str:
    """A number with so many places, rounded up."""
    return f"{ceil(Fraction(number) * 10**places) / 10**places:.{places}f}"


def _significant(number: float) -> str:
    """A number from 0 to 1 with three significant digits, rounded up."""
    return f"{number if number in (0, 1) else float(_up(number, 2 - floor(log10(number)))):.3g}"


def correlation_lines(rows: Sequence[Joined], epsilon: Fraction, delta: Fraction) -> Iterator[str]:
    """What both answers tell, by the correlation of their noises."""
    each, total = _decimal(epsilon), _decimal(2 * epsilon)
    yield f"Two answers with Gaussian noise, each ({each}, {delta})-private alone, by the correlation of their noises"
    yield f"mu of both, and their least delta at eps = {total}, rounded up; independent noises have correlation 0"
    yield "correlation   one sign: mu  delta       opposite: mu  delta"
    for row in rows:
        (one, one_delta), (other, other_delta) = row.one_sign, row.opposite
        yield (
            f"{_decimal(row.correlation):14}{_up(float(one) ** 0.5, 4):14}{_significant(one_delta):12}"
            f"{_up(float(other) ** 0.5, 4):14}{_significant(other_delta)}"
        )
