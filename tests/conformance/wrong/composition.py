"""Accountants that are wrong in one way each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from concomp.conformance.protocol.commands import At
from concomp.conformance.protocol.losses import Listed
from concomp.conformance.protocol.numbers import double_text, read_number
from concomp.conformance.reference.composition import compose
from concomp.conformance.reference.target import Reference

Claims = tuple[dict[str, Any], ...]
FORMS = ["count", "repeated", "nested"]


class _Accountant(Reference):
    """An accountant that claims upper bounds, unless it says otherwise."""

    claims: ClassVar[Claims] = ({"claim": "composition", "measure": "approximate", "grade": "upper", "forms": FORMS},)

    def compose(self, measure: str, losses: Sequence[Listed], at: At) -> dict[str, Any]:
        """What it says of a list."""
        return self.changed(compose(self.read(losses), self.asked(at)), losses)

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        """What it makes of the list."""
        return list(losses)

    def asked(self, at: At) -> At:
        """What it makes of the question."""
        return at

    def changed(self, result: dict[str, Any], losses: Sequence[Listed]) -> dict[str, Any]:
        """What it makes of the right answer."""
        return result


def _plain(losses: Sequence[Listed], times: int = 1) -> list[Listed]:
    """The list without lists in it, each entry with its count."""
    found: list[Listed] = []
    for each in losses:
        if each.losses is None:
            found.append(each.model_copy(update={"count": each.count * times}))
        else:
            found += _plain(each.losses, each.count * times)
    return found


def _size(loss: Listed) -> Fraction:
    return read_number((loss.epsilon_between or ("0x0p+0", "0x0p+0"))[1])


class LargestLoss(_Accountant):
    """The largest loss for the sum."""

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        return [max(_plain(losses), key=_size).model_copy(update={"count": 1})]


class DeltaDropped(_Accountant):
    """The δ of the mechanisms are dropped."""

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        return [each.model_copy(update={"delta": "0"}) for each in _plain(losses)]


class LargestDeltaOfList(_Accountant):
    """The largest δ for all of them."""

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        listed = _plain(losses)
        largest = max((each.delta for each in listed), key=read_number)
        without = [each.model_copy(update={"delta": "0"}) for each in listed]
        return [*without, Listed(e_eps="1", epsilon_between=("0x0p+0", "0x0p+0"), delta=largest)]


class RoundedDown(_Accountant):
    """ε to twelve digits, rounded down."""

    def changed(self, result: dict[str, Any], losses: Sequence[Listed]) -> dict[str, Any]:
        if "epsilon" not in result or result["epsilon"] == "inf":
            return result
        return {"epsilon": double_text(float.fromhex(result["epsilon"]) * (1 - 1e-13))}


class LogarithmBaseTwo(_Accountant):
    """ε told as a multiple of ln 2."""

    def changed(self, result: dict[str, Any], losses: Sequence[Listed]) -> dict[str, Any]:
        if "epsilon" not in result or result["epsilon"] == "inf":
            return result
        return {"epsilon": double_text(float.fromhex(result["epsilon"]) * math.log(2))}


class CountOffByOne(_Accountant):
    """One of each entry is left out."""

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        return [each.model_copy(update={"count": max(1, each.count - 1)}) for each in _plain(losses)]


class CountIgnoredWhenNested(_Accountant):
    """A list in a list counts once, however often it stands there."""

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        return [each if each.losses is None else each.model_copy(update={"count": 1}) for each in losses]


class CountIgnored(_Accountant):
    """Each entry counts once."""

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        return [each.model_copy(update={"count": 1}) for each in _plain(losses)]


class Homogeneous(_Accountant):
    """The formula for like mechanisms, by the first of them."""

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        listed = _plain(losses)
        return [listed[0].model_copy(update={"count": sum(each.count for each in listed)})]


class LastOnly(_Accountant):
    """What was added last is all there is."""

    def read(self, losses: Sequence[Listed]) -> list[Listed]:
        return _plain(losses)[-1:]


class NoiseFloor(_Accountant):
    """What is below 1e-12 is taken for the noise of a Fourier transform, and for nothing."""

    def asked(self, at: At) -> At:
        small = at.delta is not None and 0 < read_number(at.delta) < Fraction(1, 10**12)
        return at.model_copy(update={"delta": "1/1000000000000"}) if small else at

    def changed(self, result: dict[str, Any], losses: Sequence[Listed]) -> dict[str, Any]:
        small = "delta" in result and read_number(result["delta"]) < Fraction(1, 10**9)
        return {"delta": "0"} if small else result


class RootOfCount(_Accountant):
    """ε grows with the root of the number of mechanisms, without a constant."""

    def changed(self, result: dict[str, Any], losses: Sequence[Listed]) -> dict[str, Any]:
        if "epsilon" not in result or result["epsilon"] == "inf":
            return result
        squares = sum(each.count * float(_size(each)) ** 2 for each in _plain(losses))
        return {"epsilon": double_text(math.sqrt(squares))}


class TwiceTheDelta(_Accountant):
    """Twice the δ is spent that was asked."""

    def asked(self, at: At) -> At:
        if at.delta is None:
            return at
        return at.model_copy(update={"delta": str(min(Fraction(1), 2 * read_number(at.delta)))})


class NothingIsLost(_Accountant):
    """Nothing is ever lost."""

    def changed(self, result: dict[str, Any], losses: Sequence[Listed]) -> dict[str, Any]:
        return dict.fromkeys(result, "0")


class Pessimist(_Accountant):
    """Twice the loss, though it claims to be exact: what costs utility, and nothing else."""

    claims: ClassVar[Claims] = ({"claim": "composition", "measure": "approximate", "grade": "exact", "forms": FORMS},)

    def changed(self, result: dict[str, Any], losses: Sequence[Listed]) -> dict[str, Any]:
        return {name: "inf" if name == "epsilon" else "1" for name in result}


class ClampsTheRest(_Accountant):
    """What is left of the δ that is asked, by a maximum with 0: where nothing is left it answers all the same."""

    claims: ClassVar[Claims] = Pessimist.claims

    def changed(self, result: dict[str, Any], losses: Sequence[Listed]) -> dict[str, Any]:
        if result.get("epsilon") != "inf":
            return result
        pure = [each.model_copy(update={"delta": "0"}) for each in _plain(losses)]
        return compose(pure, At(delta="0"))


class Unsupporting(_Accountant):
    """It claims to compose, and does not."""

    compose = None  # type: ignore[assignment]
