"""`assert_property` and `verify`, as the author of a verification function uses them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from concomp.model.language import Int, Monitor
from concomp.obligations import NotAskable, validity_of
from concomp.testing import assert_post_processing, assert_property
from tests.model.language import monitors as m
from tests.model.language.postprocessings import Doubler, Forgetful
from tests.obligations.verify.functions import Guarded, LeftAtMostThree


def test_what_is_proved_passes() -> None:
    assert_property(m.Static, "first-pair consistent")
    assert_property(m.AtMostK(k=1), "equivalent", within=m.EventLevel)


def test_what_is_refuted_fails_with_the_trace() -> None:
    with pytest.raises(AssertionError) as failed:
        assert_property(m.AtMostKOffByOne, "included", within=m.AtMostK)
    lines = str(failed.value).splitlines()
    assert lines[0] == (
        "AtMostKOffByOne: included is refuted (1 message, k = 0): "
        "AtMostKOffByOne(k=0) accepts the sequence, AtMostK(k=0) rejects it"
    )
    assert [" ".join(line.split()) for line in lines[1:4]] == [
        "with k = 0",
        "left right verdict registers",
        "1 Data#1 Data#2 accepted count = 1",
    ]
    assert lines[4].startswith("  message 1 is rejected by tests/model/language/monitors.py:")
    assert lines[4].endswith("`require(self.count <= self.k)` fails, where count = 0")


def test_what_is_vacuous_or_unknown_fails() -> None:
    with pytest.raises(AssertionError, match=r"swap invariant is vacuous .*no accepted sequence has a pair that"):
        assert_property(Guarded, "swap invariant")
    with pytest.raises(AssertionError, match=r"(?s)diagonal is unknown.*tried .*no time was left"):
        assert_property(m.Static, "diagonal", seconds=1e-9)


def test_a_property_that_there_is_not_is_an_error_of_its_own() -> None:
    with pytest.raises(NotAskable, match="did you mean 'diagonal'"):
        assert_property(m.Static, "diagnoal")


class Numbers(Monitor):
    """All pairs."""

    def step(self, left: Int, right: Int) -> None:
        pass


def test_a_post_processing_passes_with_all_four_properties_only() -> None:
    numbers = validity_of(Numbers, Numbers, {})
    with pytest.raises(AssertionError) as failed:
        assert_post_processing(Doubler, validity_of(Numbers, LeftAtMostThree, {}))
    assert "Doubler: f → f' is refuted" in str(failed.value)
    assert_post_processing(Doubler, numbers)
    with pytest.raises(AssertionError, match=r"Forgetful: total is refuted .*not exactly one message is sent"):
        assert_post_processing(Forgetful, numbers)


SCRIPT = """
from concomp.model import Int, Monitor, require
from concomp.door.verify import verify

print("loaded")


class Equal(Monitor):
    def step(self, left: Int, right: Int) -> None:
        require(left - right <= 1)


print(verify(Equal, ["swap invariant"]).swap_invariant.verdict)
"""


def test_a_script_that_verifies_needs_no_guard(tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(SCRIPT, encoding="utf-8")
    ran = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "loaded\nrefuted\n", "")
