"""How a session is asked for launches in tests, and what it says where it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from concomp.impl.accounting.guarantees import ApproxDP, Guarantee, PureDP
from concomp.impl.accounting.rules.trade_offs import tensor_product
from concomp.impl.session.errors import InsufficientBudget, SessionError
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import spending

THREE, EXPOSED = PureDP(e_eps=3), ApproxDP(e_eps=1, delta="1/4")
COST = tensor_product([THREE, EXPOSED])


def message(call: Callable[[], object], kind: type[Exception] = SessionError) -> str:
    """What the call is refused with."""
    with pytest.raises(kind) as thrown:
        call()
    return str(thrown.value)


def launches(session: Session, *losses: Guarantee) -> int:
    """How many of the losses are admitted, one after the other."""
    admitted = 0
    for loss in losses:
        try:
            session.create(spending(loss))
        except InsufficientBudget:
            continue
        admitted += 1
    return admitted
