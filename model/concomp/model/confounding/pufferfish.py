"""Pufferfish privacy: the same question for every law of the data that is held possible."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, TypeVar

from concomp.model.confounding.composition import effective
from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.privacy import is_private
from concomp.model.confounding.setting import Setting
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound=Hashable)


@realises("Zhang24 Equation (9)")
def is_pufferfish_private(
    possible: Iterable[Setting[S, X]], mechanism: Kernel[X, Any], privacy: PrivacyParameters
) -> bool:
    """Whether a mechanism keeps adjacent secrets apart under every setting of a class, by trying every event."""
    return all(is_private(effective(setting, mechanism), setting.pairs, privacy) for setting in possible)
