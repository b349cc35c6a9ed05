"""The examples in the docstrings of the door."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = ("advise", "attack", "audit", "compose", "curves", "explain", "mechanisms", "verify")


@pytest.mark.parametrize("module", MODULES)
def test_examples_give_what_they_show(module: str) -> None:
    ran = doctest.testmod(import_module(f"concomp.door.{module}"))
    assert ran.attempted
    assert not ran.failed
