"""The tests of the suite in use notice a plugin that looks away, a reader that trusts, and losses rounded down."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from concomp.cli import conform
from concomp.conformance.report import known
from concomp.conformance.runner import target
from concomp.conformance.runner.misbehaviour import Misbehaved
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.targets import environments
from concomp.conformance.vectors.vector import Vector
from tests.conformance import test_libraries as of_libraries
from tests.conformance import test_pytest_plugin as of_plugin
from tests.conformance import test_reader_in_javascript as of_reader
from tests.conformance.runner import test_containment as of_containment
from tests.tools.cli import test_conform as of_conform

Patch = pytest.MonkeyPatch
Breakage = Callable[[Patch, Path], None]
Check = Callable[[Path], object]
PLUGIN = "from concomp.conformance.pytest_plugin import suite\n"


def in_its_process(name: str, broken: str) -> Breakage:
    """A breakage of the plugin: it runs in a process of its own, whose conftest.py does it."""

    def breakage(patch: Patch, folder: Path) -> None:
        patch.setattr(of_plugin, "LISTING", f"{of_plugin.LISTING}\n{broken}")

    breakage.__name__ = name
    return breakage


def of_text(name: str, file: Path, part: str, broken: str) -> Breakage:
    """A breakage of a file that is in no package: a copy of its folder, where a part of its text is another."""

    def breakage(patch: Patch, folder: Path) -> None:
        text = file.read_text("utf-8")
        assert text.count(part) == 1
        copied = Path(shutil.copytree(file.parent, folder / "broken", ignore=shutil.ignore_patterns("__pycache__")))
        (copied / file.name).write_text(text.replace(part, broken), encoding="utf-8")
        patch.setattr(of_reader, "READER", copied / of_reader.READER.name)
        patch.setattr(environments, "ADAPTERS", copied)

    breakage.__name__ = name
    return breakage


def writes_over_what_is_known(patch: Patch, folder: Path) -> None:
    """A list of known failures may grow."""
    patch.setattr(conform, "_demand_first", lambda file, known: None)


def writes_too_little(patch: Patch, folder: Path) -> None:
    """Of what is adopted little is written down."""
    patch.setattr(known, "LONGEST", 8)


def passes_what_does_not_start_again(patch: Patch, folder: Path) -> None:
    """What can no longer be put to a target is passed."""
    right = target.misbehaved

    def lenient(vector: Vector, error: Misbehaved, errors: str) -> Outcome:
        outcome = right(vector, error, errors)
        return replace(outcome, verdict="passed") if error.detail.startswith("it does not start again") else outcome

    patch.setattr(target, "misbehaved", lenient)


def keeps_an_environment_for_ever(patch: Patch, folder: Path) -> None:
    """An environment is as good as new, whatever is pinned."""
    patch.setattr(environments, "_wanted", lambda name: "any")


def of_items(folder: Path) -> None:
    """The test of one item a vector."""
    of_plugin.test_each_vector_is_an_item(project(folder))


def of_known(folder: Path) -> None:
    """The test of what is expected to fail."""
    of_plugin.test_what_is_known_is_expected_to_fail(project(folder))


def of_nothing(folder: Path) -> None:
    """The test of what is brought in where nothing is asked for."""
    of_plugin.test_nothing_is_brought_in_unless_it_is_asked_for(project(folder))


def project(folder: Path) -> Path:
    """Somebody's project, as the fixture makes it."""
    made: Path = of_plugin.folder.__wrapped__(folder)  # type: ignore[attr-defined]
    return made


def of_another_file(folder: Path) -> None:
    """The test that the reader notices another file."""
    demand_node()
    of_reader.test_it_notices_another_file(folder)


def demand_node() -> None:
    """Skip where there is nothing that runs JavaScript."""
    if shutil.which("node") is None:
        pytest.skip("node is needed")


def of_verdicts(target: str) -> Check:
    """The test of the reader's verdicts on a wrong target."""

    def check(folder: Path) -> None:
        demand_node()
        with Patch.context() as patch:
            of_reader.test_its_verdicts_are_those_of_the_runner(target, patch)

    return check


def of_first_lists(folder: Path) -> None:
    """The test of a first list of known failures."""
    file = folder / "cheap.py"
    file.write_text(of_conform.CHEAP, encoding="utf-8")
    of_conform.test_a_first_list_of_known_failures_is_written_once(f"{file}:Cheap", folder)


def with_patch(test: Callable[[Patch], None]) -> Check:
    """A test that itself patches, with patches of its own."""

    def check(folder: Path) -> None:
        with Patch.context() as patch:
            test(patch)

    return check


def of_environments(folder: Path) -> None:
    """The test of what is pinned anew."""
    with Patch.context() as patch:
        of_libraries.test_what_is_pinned_anew_is_set_up_anew(folder, patch)


LIBRARY, SERVE = (environments.ADAPTERS / name for name in ("library.py", "serve.py"))
PLAIN: tuple[tuple[Breakage, Check], ...] = (
    (
        of_text("trusts_files", of_reader.READER, '.digest("hex") !== sha256', '.digest("hex") === ""'),
        of_another_file,
    ),
    (writes_over_what_is_known, of_first_lists),
    (writes_too_little, of_first_lists),
    (passes_what_does_not_start_again, of_containment.test_what_does_not_start_again_fails_what_is_left),
    (keeps_an_environment_for_ever, of_environments),
    (
        of_text("rounds_to_the_nearest", LIBRARY, "if Fraction(nearest) >= exactly else", "if True else"),
        with_patch(of_libraries.test_numbers_are_rounded_against_the_analyst),
    ),
    (
        of_text("lets_a_thread_run_through", LIBRARY, "        sys.setprofile(rest)\n", ""),
        with_patch(of_libraries.test_threads_of_a_storm_rest_within_a_launch),
    ),
    (
        of_text("takes_refusals_for_errors", SERVE, "except Refused as error", "except ZeroDivisionError as error"),
        with_patch(of_libraries.test_an_adapter_says_what_it_was_told),
    ),
)
SLOW: tuple[tuple[Breakage, Check], ...] = (
    (in_its_process("passes_all", f"{PLUGIN}suite.VectorItem.runtest = lambda self: None"), of_items),
    (in_its_process("knows_nothing", f"{PLUGIN}suite.Suite._known = lambda self, ids: {{}}"), of_known),
    (in_its_process("brings_in_all", PLUGIN), of_nothing),
    (of_text("takes_less", of_reader.JUDGEMENT, "a * d < c * b", "false"), of_verdicts("a wrong composition")),
    (
        of_text("tells_the_first", of_reader.JUDGEMENT, "GRAVITY.find(", "costs.find((each) => each) ?? GRAVITY.find("),
        of_verdicts("signs that are dropped"),
    ),
    (
        of_text("forgets_what_was_granted", of_reader.READER, "return session && ", "return false && "),
        of_verdicts("a filter that refuses the first launch"),
    ),
)
"""Those for which all vectors are read, or put to a target."""


def notice(breakage: Breakage, check: Check, patch: Patch, folder: Path) -> None:
    """What holds before holds no longer after."""
    before, after = folder / "before", folder / "after"
    before.mkdir()
    after.mkdir()
    check(before)
    breakage(patch, folder)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(after)


@pytest.mark.parametrize(("breakage", "check"), PLAIN, ids=[breakage.__name__ for breakage, _ in PLAIN])
def test_a_breakage_is_noticed(breakage: Breakage, check: Check, monkeypatch: Patch, tmp_path: Path) -> None:
    notice(breakage, check, monkeypatch, tmp_path)


@pytest.mark.full
@pytest.mark.parametrize(("breakage", "check"), SLOW, ids=[breakage.__name__ for breakage, _ in SLOW])
def test_a_slow_breakage_is_noticed(breakage: Breakage, check: Check, monkeypatch: Patch, tmp_path: Path) -> None:
    notice(breakage, check, monkeypatch, tmp_path)
