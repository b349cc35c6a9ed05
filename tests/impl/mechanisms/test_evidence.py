"""What is packaged about verification functions and post-processings is what the solvers find."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.impl.interop.messages import DataThenQueries
from concomp.impl.mechanisms.contributions import ROUTES
from concomp.impl.mechanisms.functions import FUNCTIONS, Numbers
from concomp.impl.mechanisms.specification import proved_properties
from concomp.model.language import Int, Monitor, require
from concomp.obligations.expectation import Violation
from concomp.obligations.mechanisms import prove, prove_route


def test_what_is_packaged_is_proved() -> None:
    assert all(each in proved_properties() for each in prove(Numbers))


@pytest.mark.full
@pytest.mark.parametrize("function", [*FUNCTIONS, DataThenQueries])
def test_all_of_it_is(function: type[Monitor]) -> None:
    assert all(each in proved_properties() for each in prove(function))


@pytest.mark.full
@pytest.mark.parametrize("route", ROUTES)
def test_so_is_that_of_post_processings(route: Any) -> None:
    assert all(each in proved_properties() for each in prove_route(route))


class Telling(Monitor):
    """Wrong: numbers are accepted where the left one is positive, which one world alone may see."""

    def step(self, left: Int, right: Int) -> None:
        require(left > 0)


def test_what_does_not_hold_is_not_packaged() -> None:
    with pytest.raises(Violation, match="it is not proved that Telling is diagonal"):
        prove(Telling)
