"""The tests of reports notice a page that is open to markup, a comparison that looks away, a table that guesses, and a
report that takes the place of what it is about, or says what the exit status does not.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

from concomp.cli import conform
from concomp.cli.conformance import diff
from concomp.conformance.protocol import functions
from concomp.conformance.report import junit
from concomp.conformance.runner import target
from concomp.pictures.pages import elements
from concomp.report.conformance import differences
from tests.conformance.protocol import test_functions as of_functions
from tests.tools.cli import test_conform_diff as of_diff
from tests.tools.cli import test_conform_outputs as of_outputs
from tests.tools.pictures.pages import test_conformance as of_page

Patch = pytest.MonkeyPatch
Check = Callable[[Path], object]


def writes_markup(patch: Patch) -> None:
    """What a target says is put into the page as it is."""
    right = elements.tostring
    patch.setattr(elements, "tostring", lambda *given, **named: html.unescape(right(*given, **named)))


def shows_what_commands_terminals(patch: Patch) -> None:
    """What a target says is shown as it is."""
    patch.setattr(target, "legible", lambda text: text)


def forgets_claims(patch: Patch) -> None:
    """A claim that is no longer made is not missed."""
    patch.setattr(differences, "_no_longer_made", lambda old, new: ())


def takes_less_for_more(patch: Patch) -> None:
    """What is not run any more has passed."""
    patch.setattr(differences, "_is_run", lambda vector: True)


def weighs_all_costs_alike(patch: Patch) -> None:
    """A failure is as grave as any other."""
    right = differences._gravity
    patch.setattr(differences, "_gravity", lambda vector: min(right(vector), 1))


def forgets_how_many(patch: Patch) -> None:
    """A claim to which fewer vectors hold a target is as it was."""
    patch.setattr(differences, "_thinned", lambda old, new, successors: ())


def puts_up_with_more(patch: Patch) -> None:
    """An entry of a list of known failures is what it was, whatever it puts up with."""
    patch.setattr(differences, "widened", lambda old, new: ())


def believes_reports(patch: Patch) -> None:
    """A report is what it says, even where it contradicts itself."""
    patch.setattr(diff, "demand_consistent", lambda report: None)


def looks_at_no_command(patch: Patch) -> None:
    """What a target is started from is not what is read."""
    patch.setattr(conform, "sources", lambda command: set())


def writes_vectors_alone(patch: Patch) -> None:
    """What speaks against a run as a whole is not in what JUnit reads."""
    patch.setattr(junit, "_objections", lambda root, objections: None)


def keeps_line_breaks(patch: Patch) -> None:
    """What a target reports has the lines that it has."""
    patch.setattr(target, "one_line", lambda text: text)


def holds_everywhere(patch: Patch) -> None:
    """A relation holds, whatever its rows say."""
    patch.setattr(functions, "_meaning", lambda declared, rows: lambda *arguments: True)


def takes_one_for_true(patch: Patch) -> None:
    """What Python takes for equal is the same."""
    patch.setattr(functions, "key", lambda sort, value: value)


def of_change(change: of_diff.Change, told: str) -> Check:
    """The test of one change between two reports."""
    return lambda folder: of_diff.test_what_is_no_longer_tested_is_as_loud_as_a_failure(change, told, folder)


def of_relation(pair: tuple[object, object], accepted: bool) -> Check:
    """The test of a relation at one pair."""
    return lambda folder: of_functions.test_a_relation_holds_where_its_rows_say_so(pair, accepted)


def of_text(folder: Path) -> None:
    """The test that what a target says is text."""
    of_page.test_what_a_target_says_is_text(of_page.hostile_report(folder))


def of_terminals(folder: Path) -> None:
    """The test that nothing it says commands a terminal."""
    of_page.test_nothing_that_a_target_says_commands_a_terminal(of_page.hostile_report(folder), "junit")


def of_thinning(folder: Path) -> None:
    """The test that counts are compared."""
    of_diff.test_a_claim_to_which_fewer_vectors_hold_a_target_is_named(folder)


def of_widening(folder: Path) -> None:
    """The test that a list of known failures can only shrink."""
    told = "a: known to cost privacy, and was to cost utility: it is old"
    of_diff.test_a_list_of_known_failures_can_only_shrink({"cost": "privacy"}, told, folder)


def of_contradictions(folder: Path) -> None:
    """The test that a report that contradicts itself is refused."""
    changed = {"vectors": [of_diff.vector("a", "passed") | {"cost": "privacy"}]}
    of_diff.test_a_report_that_contradicts_itself_is_refused(changed, "vectors[0].cost", folder)


def of_sources(folder: Path) -> None:
    """The test that no report takes the place of its target."""
    with chdir(folder):
        file = of_outputs.cheap_in(folder)
        of_outputs.test_a_report_never_takes_the_place_of_a_target(
            file, ("cheap.py:Cheap",), of_outputs.as_it_is, "--html"
        )


def of_exit_statuses(folder: Path) -> None:
    """The test that every report says what the exit status says."""
    with chdir(folder):
        complaint = f"{of_outputs.ONE}: it passes now: remove it"
        file = of_outputs.cheap_in(folder)
        of_outputs.test_every_report_says_what_the_exit_status_says(file, of_outputs.ONE, "2999-01-01", complaint)


UNRUN = f"{of_diff.NO_CLAIM}\nNo longer run: 1\n  b: passed before\n"
BREAKAGES: tuple[tuple[Callable[[Patch], None], Check], ...] = (
    (writes_markup, of_text),
    (shows_what_commands_terminals, of_terminals),
    (forgets_claims, of_change(of_diff.claim_less, of_diff.NO_CLAIM)),
    (takes_less_for_more, of_change(of_diff.drop_a_claim, UNRUN)),
    (weighs_all_costs_alike, of_change(of_diff.become_graver, "New failures: 1\n  a: failed (privacy)\n")),
    (forgets_how_many, of_thinning),
    (puts_up_with_more, of_widening),
    (believes_reports, of_contradictions),
    (looks_at_no_command, of_sources),
    (writes_vectors_alone, of_exit_statuses),
    (keeps_line_breaks, of_outputs.test_no_text_of_a_target_writes_a_line_of_its_own),
    (holds_everywhere, of_relation(("b", "a"), False)),
    (takes_one_for_true, of_relation((of_functions.ONE, "b"), False)),
)


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=[breakage.__name__ for breakage, _ in BREAKAGES])
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], check: Check, monkeypatch: Patch, tmp_path: Path
) -> None:
    check(tmp_path)
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(tmp_path)
