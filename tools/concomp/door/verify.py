"""Which properties a verification function has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from concomp.door.worker import session_worker
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.doors import at_callers_line
from concomp.obligations.verify.lemmas import Named, propose, report_by
from concomp.obligations.verify.verdicts import Report
from concomp.obligations.verify.verification import SECONDS, Verifiable, case_of


def verify(
    function: Verifiable,
    properties: Iterable[str] | None = None,
    within: Verifiable | None = None,
    parameters: Mapping[str, Value] | None = None,
    seconds: float = SECONDS,
    links: Mapping[str, str] | None = None,
    assuming: Iterable[Named] | str = (),
) -> Report:
    """Settle which properties a verification function has: proved for sequences of every length, or refuted by one.

    function: a monitor, its class, or a definition; parameters without a value stay symbolic, so that what is proved
    is so for all that satisfy their constraints.
    properties: by name, one or several, like "first-pair consistent" (HSV26 Definition 5.12); the usual
    ones, and with `within` the inclusion, unless given.
    within: the function that "included" and "equivalent" compare with.
    parameters: values of some parameters. seconds: the limit for each property.
    links: names of parameters, each with that of the parameter of `within` that is the same; those of one name are.
    assuming: lemmas, by which proofs may be found that otherwise are not: properties of the function by name, or pairs
    of another function and a property of that. Each is settled first, and used if it is proved.
    Returns the report; each verdict is also an attribute of it.
    Raises NotAskable for a property or a link that there is not, or for arguments of other shapes, LanguageError for
    values that a parameter may not have, ParameterError for seconds that are no time, SolverMissing if a solver is not
    installed.

    >>> import concomp
    >>> from concomp.model import Int, Monitor, require
    >>> class Nearby(Monitor):
    ...     def step(self, left: Int, right: Int) -> None:
    ...         require(left - right <= 1)
    >>> concomp.verify(Nearby, ["swap invariant", "reflexive"])
    <Nearby: swap invariant refuted (1 message), reflexive proved (all lengths)>
    """
    with at_callers_line():
        case = case_of(function, within, parameters, links)
        proposed = propose(case, assuming, links)
    asked = case.properties_to_ask(properties)
    with session_worker("verify") as worker:
        return report_by(worker, case, proposed, asked, seconds)
