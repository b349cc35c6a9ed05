"""`--plot` and `--html`: what is drawn, that nothing else changes, and what cannot be written."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.cli.errors import BadInput
from concomp.cli.outputs.files import Output, read_output
from concomp.pictures import style
from tests.tools.cli.auditing import EXAMPLES, example

pytest.importorskip("matplotlib", reason="pictures are drawn by matplotlib, an extra")
HIDDEN, ATTACK = example("hidden_state"), example("attack_2")
PLAN = str(EXAMPLES / "plans/two_continual.toml")
FDP = str(EXAMPLES / "compositions/fdp.json")
LIST = ("compose", "--param", "E=3/2", "--count", "2")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def drawn(file: Path, *arguments: str) -> list[str]:
    """The texts of the picture that a command draws into a file, and that the command says where it is."""
    ran = run(*arguments, "--plot", str(file))
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert ran.stdout.endswith(f"The picture is in {file}.\n")
    return re.findall(r"<text [^>]*>(.*?)</text>", file.read_text("utf-8"))


def refused(*arguments: str) -> str:
    ran = run(*arguments)
    assert (ran.exit_code, ran.stdout) == (2, ""), ran.output
    [line] = ran.stderr.splitlines()
    return line


def test_a_profile_shows_both_directions_and_what_is_asked(tmp_path: Path) -> None:
    texts = drawn(tmp_path / "a.svg", "audit", HIDDEN, "--e-eps", "2", "--delta", "1/10", "--target", "E=2,delta=1/3")
    wanted = {"world 0 over world 1", "world 1 over world 0", "δ = 1/4 (0.25) at E = 2", "the target holds"}
    assert wanted <= set(texts)
    assert any(text.startswith("E = ") and text.endswith("for δ = 1/10 (0.1)") for text in texts)
    assert "hidden_state.json: the least δ at every ε" in texts


def test_what_follows_from_moments_is_drawn_beside_other_lists(tmp_path: Path) -> None:
    first, *others = (str(EXAMPLES / f"compositions/{name}.json") for name in ("zcdp", "noise", "renyi"))
    beside = [word for file in others for word in ("--beside", file)]
    texts = drawn(tmp_path / "a.svg", "compose", "--file", first, "--delta", "1e-6", *beside)
    assert {"zcdp.json", "noise.json", "renyi.json", "δ of each composition at every ε"} <= set(texts)
    assert "ε at most 6.9468 for δ = 0.000001" in texts


def test_infinite_moments_tell_nothing(tmp_path: Path) -> None:
    file = tmp_path / "infinite.json"
    file.write_text('{"measure": "renyi", "order": "2", "params": [{"moment": "infinite"}]}', encoding="utf-8")
    assert "infinite.json" in drawn(tmp_path / "a.svg", "compose", "--file", str(file))


@pytest.mark.full
def test_a_plan_gives_the_bound_beside_it(tmp_path: Path) -> None:
    texts = drawn(tmp_path / "a.svg", "audit", example("two_continual"), "--plan", PLAN)
    assert {"both directions", "guaranteed by HSV26 Theorem 4.10 (repaired)"} <= set(texts)


def test_a_trade_off_and_an_attacker_are_pictures_of_their_own(tmp_path: Path) -> None:
    assert "nothing is told: 1 − α" in drawn(tmp_path / "a.svg", "audit", HIDDEN, "--trade-off")
    assert "say nothing" in drawn(tmp_path / "b.svg", "audit", ATTACK, "--attacker")


def test_several_lists_are_in_one_picture(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"params": ["eps=0.1", ["4/3", "1/100"]]}))
    texts = drawn(tmp_path / "a.svg", *LIST, "--beside", str(other), "--e-eps", "2", "--delta", "1/100")
    assert {"2 × E=3/2", "other.json"} <= set(texts)
    assert "δ at most 0.04 at E = 2" in texts
    assert "α (chance of a false alarm)" in drawn(tmp_path / "b.svg", "compose", "--file", FDP)


@pytest.mark.parametrize("arguments", [("audit", HIDDEN, "--e-eps", "2"), (*LIST, "--e-eps", "2")])
def test_nothing_is_added_to_what_machines_read(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    plotted = run(*arguments, "--json", "--plot", str(tmp_path / "a.svg"))
    assert plotted.stdout == run(*arguments, "--json").stdout
    assert (tmp_path / "a.svg").exists()


def test_a_target_that_is_exceeded_is_drawn_and_has_its_status(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    assert run("audit", HIDDEN, "--target", "E=2,delta=1/9", "--plot", str(file)).exit_code == 1
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing/a.svg", "its folder is not there: make it, or name a file in one that is"),
        ("a.jpg", "what is written is told by the name's end: name a file that ends in .svg or .png"),
        ("a", "what is written is told by the name's end: name a file that ends in .svg or .png"),
        ("folder.svg", "is a folder: name another file"),
        ("pipe.svg", "is no file that could be replaced: name another file"),
        ("loop.svg", "name another file"),
        ("x" * 300 + ".svg", "name another file"),
    ],
)
def test_what_cannot_be_written_is_said_at_once(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    os.mkfifo(tmp_path / "pipe.svg")
    (tmp_path / "loop.svg").symlink_to(tmp_path / "loop.svg")
    before = sorted(tmp_path.iterdir())
    line = refused("audit", HIDDEN, "--plot", str(tmp_path / name))
    assert line.startswith(f"concomp: --plot: {tmp_path / name}: ")
    assert said in line
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_that_may_not_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.svg"
    file.write_text("mine")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "cannot be written: name a file that can be" in refused("audit", HIDDEN, "--plot", str(file))
    assert file.read_text() == "mine"


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "mechanism.svg"
    file.write_bytes(Path(HIDDEN).read_bytes())
    assert "is what is read: name another file" in refused("audit", str(file), "--plot", str(file))
    assert file.read_bytes() == Path(HIDDEN).read_bytes()


def test_two_outputs_have_two_names(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    (tmp_path / "b.svg").symlink_to(file)
    for other in (file, tmp_path / "b.svg"):
        line = refused("audit", HIDDEN, "--e-eps", "2", "--certificate", str(file), "--plot", str(other))
        assert line == f"concomp: --plot: {other}: is where the certificate goes: name another file"
    assert not file.exists()


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.svg"
    file.write_text("mine")

    def full(self: Path, content: bytes) -> int:
        with self.open("wb") as part:
            part.write(content[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(BadInput, match="No space left on device: name a file that can be written"):
        Output("--plot", file).write(b"whole")
    assert file.read_text() == "mine"
    assert [*tmp_path.iterdir()] == [file]


def test_a_link_is_followed_and_the_mode_is_the_users(tmp_path: Path) -> None:
    target, link = tmp_path / "target.svg", tmp_path / "link.svg"
    link.symlink_to(target)
    mask = os.umask(0o027)
    try:
        read_output("--plot", str(link), ("svg",)).write(b"whole")
    finally:
        os.umask(mask)
    assert link.is_symlink()
    assert target.read_bytes() == b"whole"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("audit", HIDDEN, "--attacker", "--trade-off"), "--plot: one picture at a time"),
        (("audit", HIDDEN, "--attacker", "--e-eps", "2", "--e-eps", "3"), "--plot: one attacker at a time"),
        (("audit", HIDDEN, "--bounds"), "--bounds: bounds are given for"),
        (("audit", HIDDEN, "--grid", "a=1", "--e-eps", "2"), "--grid: a table is given for"),
        (("audit", HIDDEN, "--recheck", "x"), "--recheck: the certificate says"),
        (("audit", HIDDEN, "--trade-off", "--plan", PLAN), "--plan: what is guaranteed is drawn beside a profile"),
        (("compose", "--mechanism", example("two_continual")), "has a mechanism that is asked again and again"),
        (("compose", "--file", FDP, "--beside", FDP), "--beside: trade-off functions are drawn alone"),
        ((*LIST, "--beside", FDP), "--beside: fdp.json: has trade-off functions"),
        ((*LIST, "--beside", "missing.json"), "missing.json: "),
    ],
)
def test_what_cannot_be_drawn_is_said(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(*arguments, "--plot", str(tmp_path / "a.svg"))
    assert [*tmp_path.iterdir()] == []


def test_options_that_only_draw_want_a_picture() -> None:
    assert "--plan: what is guaranteed is drawn beside a profile" in refused("audit", HIDDEN, "--plan", PLAN)
    assert "--beside: the lists are drawn in one picture: give --plot" in refused(*LIST, "--beside", FDP)
    assert "nothing is asked" in refused(*LIST)


@pytest.mark.parametrize("option", ["--plot", "--html"])
def test_without_matplotlib_it_is_said_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr(style, "find_spec", lambda name: None)
    file = tmp_path / ("a.svg" if option == "--plot" else "a.html")
    line = refused("advise", PLAN, option, str(file))
    assert line == (
        f'concomp: {option}: pictures are drawn by matplotlib, which is not installed: pip install "concomp[plot]"'
    )
    assert not file.exists()
