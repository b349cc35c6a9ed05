"""The checker of certificates, on a certificate that is written by hand and on spoiled ones."""

from fractions import Fraction as F
from typing import Any

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY
from concomp.model.reduction.certificate import Certificate, CertificateError, check_certificate

PRIVACY = PrivacyParameters(F(3), F(1, 10))
"""At E = 3 the noisy bit is right with chance 3/4; (9/10)·(3/4) = 27/40."""


def game(right: F = F(31, 40), rounds: int = 2) -> Game:
    """A mechanism that shows its bit, or the other one, and from then on repeats what it has shown."""

    def step(state: Any, query: Any) -> Law[Any]:
        if state in ("showed 0", "showed 1"):
            return Law.point((state, state[-1]))
        return Law.coin(right, (f"showed {state}", str(state)), (f"showed {1 - state}", str(1 - state)))

    return Game(InteractiveMechanism(step, (0, 1), ("show",)), (0, 1), ("show",), rounds)


def by_hand() -> dict[Any, dict[Any, F]]:
    """Show the bit of the response, exposed or noisy, and go on showing it."""
    table: dict[Any, dict[Any, F]] = {}
    for exposure in (EXPOSED, NOISY):
        for bit in (0, 1):
            table[(exposure, bit), (), "show"] = {str(bit): F(1)}
            table[(exposure, bit), (("show", str(bit)),), "show"] = {str(bit): F(1)}
    return table


FIRST = (NOISY, 0), (), "show"
LATER = (EXPOSED, 1), (("show", "1"),), "show"


def test_a_certificate_by_hand_holds() -> None:
    assert check_certificate(Certificate(PRIVACY, by_hand()), game()) == 5


@pytest.mark.parametrize(
    ("key", "row", "fault"),
    [
        (FIRST, {"0": F(9, 10), "1": F(1, 10)}, "its chance in world"),
        (LATER, {"0": F(1, 10), "1": F(9, 10)}, "its chance in world"),
        (FIRST, {"0": F(9, 10)}, "is no law"),
        (FIRST, {"0": F(11, 10), "1": F(-1, 10)}, "is no law"),
        (FIRST, {"0": F(9, 10), "never": F(1, 10)}, "its chance in world"),
        (LATER, {"1": F(9, 10), HALT: F(1, 10)}, "its chance in world"),
        (FIRST, None, "there is no row"),
        (LATER, None, "there is no row"),
    ],
)
def test_a_row_that_is_changed_or_dropped_is_noticed(key: Any, row: Any, fault: str) -> None:
    table = by_hand()
    del table[key]
    if row is not None:
        table[key] = row
    with pytest.raises(CertificateError, match=fault):
        check_certificate(Certificate(PRIVACY, table), game())


@pytest.mark.parametrize(
    "privacy", [PrivacyParameters(F(3), F(0)), PrivacyParameters(F(3), F(1, 5)), PrivacyParameters(F(4), F(1, 10))]
)
def test_other_parameters_are_noticed(privacy: PrivacyParameters) -> None:
    with pytest.raises(CertificateError, match="its chance in world"):
        check_certificate(Certificate(privacy, by_hand()), game())


@pytest.mark.parametrize("other", [game(F(30, 40)), game(F(9, 40)), game(rounds=3)])
def test_another_mechanism_is_noticed(other: Game) -> None:
    with pytest.raises(CertificateError):
        check_certificate(Certificate(PRIVACY, by_hand()), other)


def test_rows_that_are_never_come_to_do_not_matter() -> None:
    table = {**by_hand(), ((NOISY, 0), (("show", "1"),), "show"): {"0": F(1)}}
    assert check_certificate(Certificate(PRIVACY, table), game()) == 5
