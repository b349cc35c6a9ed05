"""Verifiers that are wrong in one way each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from concomp.conformance.reference.target import Reference

Pairs = Sequence[Sequence[Any]]


class _Verifier(Reference):
    """A verifier, and nothing else."""

    claims = ({"claim": "verifier"},)

    def verdicts(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> list[bool]:
        """The right verdicts."""
        accepted: list[bool] = super().check(function, parameters, pairs)["accepted"]
        return accepted


class SidesSwapped(_Verifier):
    """The left side for the right one."""

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
        return {"accepted": self.verdicts(function, parameters, [pair[::-1] for pair in pairs])}


class LeftSideTwice(_Verifier):
    """The left side, paired with itself."""

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
        return {"accepted": self.verdicts(function, parameters, [(pair[0], pair[0]) for pair in pairs])}


class NotSticky(_Verifier):
    """What was rejected is forgotten."""

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
        kept: list[Sequence[Any]] = []
        accepted = []
        for pair in pairs:
            accepted.append(self.verdicts(function, parameters, [*kept, pair])[-1])
            kept += [pair] * accepted[-1]
        return {"accepted": accepted}


class FirstPairOnly(_Verifier):
    """After the first pair everything is accepted."""

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
        first, *rest = self.verdicts(function, parameters, pairs)
        return {"accepted": [first, *(first for _ in rest)]}


class RemembersNothing(_Verifier):
    """Each pair is read as if it were the first."""

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
        return {"accepted": [self.verdicts(function, parameters, [pair])[0] for pair in pairs]}


class RegistersOneLate(_Verifier):
    """The last pair is judged by what was before the one before it."""

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
        late = [self.verdicts(function, parameters, [*pairs[: max(0, n - 1)], pairs[n]])[-1] for n in range(len(pairs))]
        return {"accepted": late}


class AcceptsAll(_Verifier):
    """Everything is accepted."""

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
        return {"accepted": [True for _ in pairs]}


class RefusesAll(_Verifier):
    """Nothing is accepted."""

    def check(self, function: Mapping[str, Any], parameters: Mapping[str, Any], pairs: Pairs) -> dict[str, Any]:
        return {"accepted": [False for _ in pairs]}
