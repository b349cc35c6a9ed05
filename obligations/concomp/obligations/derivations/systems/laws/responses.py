"""What randomised responses answer, and that there is one for every mechanism of a composition."""

from __future__ import annotations

from concomp.model.language.syntax import terms
from concomp.obligations.derivations.systems.descriptions.filters import ONE, ZERO, is_response, parameters, response_to
from concomp.obligations.derivations.systems.descriptions.members import Creations
from concomp.obligations.derivations.systems.descriptions.messages import MESSAGE, creates, halts, pair
from concomp.obligations.derivations.systems.descriptions.responses import sample_of
from concomp.obligations.derivations.systems.language import RESPONSES_TO
from concomp.obligations.derivations.systems.laws.law import Law

CREATION = terms.leaf("message", MESSAGE, "α")


def answers(response: str) -> tuple[Law, ...]:
    """What a response answers is no HALT."""
    return (Law((), terms.negation(halts(sample_of(response)))),)


def _responses(composition: str, same_parameters: bool) -> tuple[Law, ...]:
    """What the response to a creation query is; 0 and 1 are messages."""
    responses, response = RESPONSES_TO.written.format(composition), response_to(composition, CREATION)
    of, fits = Creations(responses), terms.equality(parameters(responses, response), parameters(composition, CREATION))
    says = [
        creates(response),
        is_response(responses, response),
        of.in_query_space(response, ZERO),
        of.in_query_space(response, ONE),
        of.admits(response, of.begins(response), pair(ZERO, ONE)),
        *([fits] if same_parameters else []),
    ]
    messages = (Law((), terms.negation(halts(bit))) for bit in (ZERO, ONE))
    return (*messages, Law((CREATION,), terms.conjunction(says)))


def responses_fit(composition: str) -> tuple[Law, ...]:
    """There is a response for every creation query, with the same parameters."""
    return _responses(composition, same_parameters=True)


def responses_exist(composition: str) -> tuple[Law, ...]:
    """The same of responses that may have any parameters."""
    return _responses(composition, same_parameters=False)
