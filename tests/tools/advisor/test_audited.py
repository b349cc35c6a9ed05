"""A loss that a plan states in another measure is that of the mechanism in its file, or is refused."""

from __future__ import annotations

from fractions import Fraction as F
from pathlib import Path

import pytest

from concomp.advisor.audited import audited
from concomp.advisor.losses.stated import Stated
from concomp.advisor.plans.errors import PlanError
from concomp.impl.accounting.guarantees import FDP, ZCDP
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.model.files import read_file
from concomp.model.files.schema import Continual

COUNTER = Path("examples/plans/counter.json")
ENOUGH: list[Stated] = [
    ZCDP("1/200"),
    TCDP("1/200", "10"),
    RenyiLoss(F(2), F(11, 10)),
    RenyiLoss(F(3, 2), F(11, 10)),
    FDP({0: 1, "10/21": "10/21", 1: 0}),
]
TOO_SMALL: list[tuple[Stated, str]] = [
    (ZCDP("1/100000"), "a: rho: 1/100000: the file's least rho is from 0.00453857 to 0.00453858; state at least that"),
    (TCDP("1/100000", "10"), "a: rho: 1/100000: the file's least rho is from 0.00453857 to 0.00453858; state at least"),
    (RenyiLoss(F(2), F(1)), "a: moment: 1: the file's moment of order 2 is "),
    (RenyiLoss(F(3, 2), F(1)), "a: moment: 1: the file's moment of order 3/2 is from 1.0034 to 1.00341; state that"),
    (FDP({0: 1, 1: 0}), "a: trade_off: delta = 0 at E = 1: the file's exact delta there is 1/21; state a function"),
]


def counter() -> Continual:
    document = read_file(COUNTER)
    assert isinstance(document, Continual)
    return document


@pytest.mark.parametrize("stated", ENOUGH, ids=lambda stated: type(stated).__name__)
def test_a_loss_that_is_enough_is_audited(stated: Stated) -> None:
    assert audited(counter(), stated, "a") == "audited"


@pytest.mark.parametrize(("stated", "message"), TOO_SMALL, ids=lambda value: type(value).__name__)
def test_a_loss_that_the_file_exceeds_is_refused(stated: Stated, message: str) -> None:
    with pytest.raises(PlanError) as error:
        audited(counter(), stated, "a")
    assert str(error.value).startswith(message)
