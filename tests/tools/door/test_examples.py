"""The examples in the docstrings of the door."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = (
    *("door.advise", "door.attack", "door.audit", "door.compose", "door.confounding", "door.curves"),
    *("door.mechanisms", "door.measures", "door.named", "door.verify", "testing.privacy", "testing.properties"),
    pytest.param("door.explain", marks=pytest.mark.full),
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_give_what_they_show(module: str) -> None:
    ran = doctest.testmod(import_module(f"concomp.{module}"))
    assert ran.attempted
    assert not ran.failed
