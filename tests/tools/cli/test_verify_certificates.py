"""`concomp verify --recheck` believes no certificate that was changed."""

from __future__ import annotations

import json
from errno import ENOSPC
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest

from tests.thinning import thinned
from tests.tools.cli.verifying import AGAIN, SURVEY, data, verify, words


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs")
    function = data(SURVEY, "--certificate", str(folder))
    proved = {each["property"]: each["certificate"] for each in function["properties"] if each["verdict"] == "proved"}
    assert {Path(path).name for path in proved.values()} == {name.replace(" ", "-") for name in proved}
    assert all(len(list(Path(path).glob("*.smt2"))) == 3 for path in proved.values())
    return folder


def copied(proofs: Path, folder: Path) -> Path:
    for file in proofs.rglob("*.*"):
        target = folder / file.relative_to(proofs)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
    return folder / "Survey" / "first-pair-consistent"


def test_certificates_are_rechecked_without_the_prover(proofs: Path) -> None:
    function = data(SURVEY, "--recheck", str(proofs))
    names = ("first-pair consistent", "prefix closed", "well typed", "swap invariant", "diagonal", "public")
    assert words(function) == dict.fromkeys(names, "proved")
    assert function["witness"] is None
    assert function["opens"] == []


def drop_conjunct(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["invariant"]
    manifest["invariant"].pop()
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def change_text(folder: Path) -> None:
    file = folder / "consecution.smt2"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("(check-sat)", "(assert false)\n(check-sat)"), encoding="utf-8")


def swap_files(folder: Path) -> None:
    one, other = folder / "initiation.smt2", folder / "safety.smt2"
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def swap_properties(folder: Path) -> None:
    folder.rename(folder.parent / "aside")
    (folder.parent / "diagonal").rename(folder)
    (folder.parent / "aside").rename(folder.parent / "diagonal")


def remove_text(folder: Path) -> None:
    (folder / "safety.smt2").unlink()


def add_one_more(folder: Path) -> None:
    (folder / "3").mkdir()


@pytest.mark.parametrize(
    "spoil", thinned([drop_conjunct, change_text, swap_files, swap_properties, remove_text, add_one_more], 3)
)
def test_spoiled_certificates_are_rejected(proofs: Path, tmp_path: Path, spoil: Any) -> None:
    spoil(copied(proofs, tmp_path))
    ran = verify(SURVEY, "--recheck", str(tmp_path), "--property", "first-pair consistent")
    assert ran.exit_code == 1
    assert "first-pair consistent is unknown" in ran.stdout


def test_the_certificate_of_another_function_is_rejected(proofs: Path, tmp_path: Path) -> None:
    copied(proofs, tmp_path)
    (tmp_path / "Survey").rename(tmp_path / "SurveyAgain")
    ran = verify(AGAIN, "--recheck", str(tmp_path), "--property", "swap invariant")
    assert ran.exit_code == 1
    assert "the function is 'Survey', not 'SurveyAgain'" in ran.stdout


def test_no_certificate_is_bad_input(proofs: Path, tmp_path: Path, limited: str) -> None:
    ran = verify(SURVEY, "--recheck", str(proofs), "--property", "reflexive")
    assert (ran.exit_code, "there is no certificate" in ran.stderr) == (2, True)
    ran = verify(f"{limited}:AtMostK", "--recheck", str(tmp_path))
    assert (ran.exit_code, "holds no certificate of this function" in ran.stderr) == (2, True)


def test_a_proof_about_two_versions_is_rechecked(tmp_path: Path) -> None:
    text = Path(SURVEY).read_text(encoding="utf-8")
    for name in ("old.py", "new.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    asked = (str(tmp_path / "new.py"), "--within", str(tmp_path / "old.py"), "--property", "equivalent")
    assert verify(*asked, "--certificate", str(tmp_path / "proofs")).exit_code == 0
    assert verify(*asked, "--recheck", str(tmp_path / "proofs")).exit_code == 0


def test_where_a_certificate_cannot_be_written_the_verdict_stays(tmp_path: Path) -> None:
    (tmp_path / "Survey").write_text("in the way", encoding="utf-8")
    ran = verify(SURVEY, "--certificate", str(tmp_path), "--property", "diagonal")
    assert ran.exit_code == 2
    assert [line.split()[1] for line in ran.stdout.splitlines() if line.startswith("diagonal")] == ["proved"]
    [line] = ran.stderr.splitlines()
    assert f"--certificate {tmp_path}: the certificate of diagonal is not written: " in line


def test_what_has_no_certificate_is_named(proofs: Path, tmp_path: Path) -> None:
    copied(proofs, tmp_path)
    index = json.loads((tmp_path / "index.json").read_text(encoding="utf-8"))
    index["functions"]["Survey"].remove("diagonal")
    (tmp_path / "index.json").write_text(json.dumps(index), encoding="utf-8")
    rmtree(tmp_path / "Survey" / "diagonal")
    ran = verify(SURVEY, "--recheck", str(tmp_path))
    assert ran.exit_code == 0
    assert f"{tmp_path} has no certificate of reflexive, diagonal" in " ".join(ran.stdout.split())
    ran = verify(SURVEY, "--recheck", str(tmp_path), "--property", "diagonal")
    assert (ran.exit_code, "there is no certificate" in ran.stderr) == (2, True)


@pytest.mark.parametrize("option", ["--evidence", "--html"])
def test_what_cannot_be_written_at_last_is_said_beside_the_verdicts(
    tmp_path: Path, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*given: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("concomp.cli.outputs.files.replace", no_room)
    monkeypatch.setattr("concomp.model.files.evidence.replace", no_room)
    ran = verify(SURVEY, option, str(tmp_path / "out.html"), "--property", "diagonal")
    assert ran.exit_code == 2
    assert [line.split()[1] for line in ran.stdout.splitlines() if line.startswith("diagonal")] == ["proved"]
    [line] = ran.stderr.splitlines()
    assert option in line
    assert "No space left on device" in line
