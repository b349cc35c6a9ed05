"""What is no loss, curve or list of them is refused in one line, with its value."""

from collections.abc import Callable
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import FDP, ZCDP, PureDP
from concomp.impl.accounting.measures.concentrated import TCDP, compose_tcdp, compose_zcdp
from concomp.impl.accounting.measures.conversion import to_approximate
from concomp.impl.accounting.measures.renyi import compose_at_order, compose_renyi
from concomp.impl.accounting.measures.trade_off_composition import compose_trade_offs
from concomp.model.numbers import ParameterError

HALVES = FDP({0: 1, "1/3": "1/3", 1: 0})
REFUSED: dict[str, Callable[[], Any]] = {
    "the curve is 3: give curve_of(…) of a loss": lambda: compose_renyi([3]),  # type: ignore[list-item]
    "the curves is 3: give a list": lambda: compose_renyi(3),  # type: ignore[arg-type]
    "the curves is []: give at least one": lambda: compose_renyi([]),
    "the losses is 3: give each as a RenyiLoss of one order": lambda: compose_at_order([3]),  # type: ignore[list-item]
    "the losses is 3: give each as ZCDP": lambda: compose_zcdp([3]),  # type: ignore[list-item]
    "the losses is 3: give each as TCDP or ZCDP": lambda: compose_tcdp([3]),  # type: ignore[list-item]
    "the functions is 3: give each as FDP, a trade-off function": lambda: compose_trade_offs([3]),  # type: ignore[list-item]
    "the loss is 2: give RationalLoss(e_eps)": lambda: compose_trade_offs([HALVES]).delta("2"),  # type: ignore[arg-type]
    "delta is 0.5: ": lambda: compose_trade_offs([HALVES]).least_e_eps(0.5),  # type: ignore[arg-type]
    "orders is 3: give a list of orders": lambda: TCDP("1/10", 2).at_orders(3),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_no_loss_is_refused(message: str) -> None:
    with pytest.raises(ParameterError) as error:
        REFUSED[message]()
    assert str(error.value).replace('"', "").replace("'", "").startswith(message)


@pytest.mark.parametrize("loss", [ZCDP("1/10"), PureDP(1)], ids=repr)
def test_a_loss_is_no_curve(loss: Any) -> None:
    with pytest.raises(ParameterError, match=r"give curve_of\(…\) of a loss"):
        to_approximate(loss, "1/100")


def test_text_is_read_as_a_delta() -> None:
    found = compose_trade_offs([HALVES]).least_e_eps("1/3")
    assert found is not None
    assert found.is_exact
