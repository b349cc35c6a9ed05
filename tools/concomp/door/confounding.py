"""Mechanisms on data that depend on a secret: what they tell together, and the best one to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from os import PathLike, fspath
from typing import Any

from concomp.confounded.as_text import examination_lines
from concomp.confounded.examination import DeltaAt, Examination, LeastFor, Regions, delta_at, examine, least_for
from concomp.confounded.verdicts import Best, Infeasible
from concomp.model.confounding.deployment import Deployment
from concomp.model.files.confounding.addition import Wanted, read_wanted, wanted_of
from concomp.model.files.confounding.deployment import read_confounding, read_confounding_file
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO
from concomp.model.numbers import Exact, ParameterError, exact_delta, exact_e_eps, parameter
from concomp.obligations.solvers.installed import demand_solvers

Described = str | PathLike[str] | Mapping[str, Any]
"""The path of a file, or a dictionary of its fields, numbers as text."""


@dataclass(frozen=True, repr=False)
class Confounding:
    """Mechanisms that read data which depend on a secret; it prints as what they tell.

    deployment: the setting and the mechanisms, as definitions.
    """

    deployment: Deployment

    def delta(self, e_eps: Exact) -> DeltaAt:
        """The least δ at E of the true composition, beside that of the product, no bound, and the best safe bound."""
        asked = parameter("e_eps", exact_e_eps, e_eps)
        return delta_at(self._regions, asked)

    def least_e_eps(self, delta: Exact) -> LeastFor:
        """The least E for δ of the true composition, beside that of the product, no bound, and the best safe bound."""
        asked = parameter("delta", exact_delta, delta)
        return least_for(self._regions, asked)

    @cached_property
    def _regions(self) -> Regions:
        return Regions(self.deployment)

    def add(self, mechanism: Described, *, e_eps: Exact, delta: Exact = 0) -> Best | Infeasible:
        """The best mechanism to add so that the extension is (ε,δ)-private for E = e^ε.

        mechanism: "secret" or "data", what it reads, to tell the secret most often; or a file with outputs and costs.
        Raises SolverMissing, FormatError, ParameterError, and Undecided if the program is too large.
        """
        demand_solvers("confounding().add")
        from concomp.confounded.addition import best_addition

        target = PrivacyParameters(parameter("e_eps", exact_e_eps, e_eps), parameter("delta", exact_delta, delta))
        return best_addition(self.deployment, self._wanted(mechanism), target)

    def _wanted(self, mechanism: Described) -> Wanted:
        secrets = list(self.deployment.setting.data)
        if isinstance(mechanism, Mapping):
            return wanted_of(dict(mechanism), secrets)
        return read_wanted(_path("mechanism", mechanism), secrets)

    def examined(self) -> Examination:
        """All at once: δ at E = 1, E for δ = 0, both whole profiles, and which of the two tells more."""
        return examine(self.deployment, [ONE], [ZERO])

    def __repr__(self) -> str:
        return "\n".join(examination_lines(self.examined()))


def confounding(described: Described) -> Confounding:
    """What mechanisms tell of a secret together, if the data that they all read depend on it.

    described: a file of type "confounding", or a dictionary of its fields.
    Raises FormatError with place, value and remedy, and ParameterError for what is neither.

    >>> import concomp
    >>> bit = {"x": [["3/4", "x"], ["1/4", "y"]], "y": [["1/4", "x"], ["3/4", "y"]]}
    >>> told = concomp.confounding({
    ...     "type": "confounding",
    ...     "prior": {"x": "1/2", "y": "1/2"},
    ...     "data": bit,
    ...     "mechanisms": {"first": bit, "second": bit},
    ... })
    >>> told.least_e_eps(0).true.e_eps, told.least_e_eps(0).product.e_eps
    (Fraction(7, 3), Fraction(25, 9))
    """
    if isinstance(described, Mapping):
        return Confounding(read_confounding(dict(described)))
    return Confounding(read_confounding_file(_path("described", described)))


def _path(name: str, given: object) -> str:
    if not isinstance(given, str | PathLike):
        raise ParameterError(name, given, "give the path of a file, or a dictionary of its fields")
    return str(fspath(given))
