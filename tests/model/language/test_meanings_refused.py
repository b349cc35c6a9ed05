"""A meaning that may reach anything has no text that says all of it, and is refused."""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from concomp.model.language.readings.json_values import JsonError
from tests.model.language.test_meaning_texts import hash_of, never

LIMIT = 3


def by_import(left: object, right: object) -> object:
    import tests.model.language.monitors as here

    return here


def by_globals(left: object, right: object) -> object:
    return globals()["LIMIT"]


def by_modules(left: object, right: object) -> object:
    return sys.modules["__main__"]


def by_import_of_sys(left: object, right: object) -> object:
    import sys as here

    return here.modules["__main__"]


def by_import_of_another(left: object, right: object) -> object:
    return import_module("__main__")


def by_attribute_of_another(left: object, right: object) -> object:
    return os.sys.modules["__main__"]  # type: ignore[attr-defined]


def by_module_of_another(left: object, right: object) -> object:
    return dataclasses.inspect.currentframe()  # type: ignore[attr-defined]


def by_attribute(left: object, right: object) -> object:
    return never.__globals__["LIMIT"]


@pytest.mark.parametrize(
    ("meaning", "reason"),
    [
        (by_import_of_sys, "it uses the module sys, by which it may reach anything: name what it uses"),
        (by_import_of_another, "it uses the module importlib, by which it may reach anything: name what it uses"),
        (by_attribute, "by_attribute reads __globals__, by which it may reach anything: name what it uses"),
        (by_import, "by_import imports tests.model.language.monitors when it runs: import it at the top of the file"),
        (by_globals, r"it calls globals\(\), which may reach anything: name what it uses"),
        (by_modules, "by_modules reads sys, by which it may reach anything: name what it uses"),
        (by_attribute_of_another, "by_attribute_of_another reads sys, by which it may reach anything"),
        (by_module_of_another, "it uses the module inspect, by which it may reach anything: name what it uses"),
    ],
)
def test_what_reaches_for_more_is_refused(meaning: Callable[..., Any], reason: str) -> None:
    with pytest.raises(JsonError, match=reason):
        hash_of(meaning)


def test_a_module_made_under_a_librarys_name_is_none() -> None:
    operator = ModuleType("operator")
    with pytest.raises(JsonError, match="it uses the module operator"):
        hash_of(lambda left, right: operator.near)
