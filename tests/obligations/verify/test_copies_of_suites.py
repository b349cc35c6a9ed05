"""Whatever function is in the tests' suites, its copy is the very same function once it is said in its sorts."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from types import ModuleType

import pytest

from concomp.model.language import LanguageError, Monitor
from concomp.obligations.verify.instances import instantiate, required_arguments
from concomp.obligations.verify.translation import in_sorts_of
from concomp.obligations.verify.verification import case_of, meanings_of
from tests.model.language import compositions, monitors
from tests.obligations.verify import functions
from tests.obligations.verify.settling import verify


def _copy(module: ModuleType) -> ModuleType:
    """The module, run once more under another name."""
    spec = importlib.util.spec_from_file_location(f"copy_of_{module.__name__.split('.')[-1]}", module.__file__)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made


def _functions(module: ModuleType) -> dict[str, type[Monitor]]:
    own = {name: each for name, each in vars(module).items() if getattr(each, "__module__", "") == module.__name__}
    classes = {name: each for name, each in own.items() if isinstance(each, type) and issubclass(each, Monitor)}
    return {n: each for n, each in classes.items() if not inspect.isabstract(each) and not required_arguments(each)}


def _pairs() -> list[tuple[type[Monitor], type[Monitor]]]:
    copies = [(module, _functions(_copy(module))) for module in (monitors, compositions, functions)]
    return [(each, copy[name]) for module, copy in copies for name, each in _functions(module).items()]


def _has_meanings(owner: type[Monitor]) -> bool:
    return bool(meanings_of(owner))


PAIRS = _pairs()
IDS = [each.__name__ for each, _ in PAIRS]


def test_there_are_many() -> None:
    assert len(PAIRS) > 30


@pytest.mark.parametrize(("one", "copy"), PAIRS, ids=IDS)
def test_a_copy_is_the_same_function(one: type[Monitor], copy: type[Monitor]) -> None:
    assert one is not copy
    definition = instantiate(one).definition
    assert in_sorts_of([definition], instantiate(copy).definition) == definition


@pytest.mark.full
@pytest.mark.parametrize(("one", "copy"), [pair for pair in PAIRS if not _has_meanings(pair[0])])
def test_the_inclusion_in_a_copy_is_never_refuted(one: type[Monitor], copy: type[Monitor]) -> None:
    assert verify(one, ["included"], within=copy, seconds=20).words()["included"] != "refuted"


@pytest.mark.parametrize(("one", "copy"), [pair for pair in PAIRS if _has_meanings(pair[0])])
def test_a_copy_with_meanings_of_its_own_is_not_compared(one: type[Monitor], copy: type[Monitor]) -> None:
    with pytest.raises(LanguageError, match="has two meanings in what is taken together"):
        case_of(one, copy)
