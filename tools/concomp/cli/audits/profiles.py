"""Mechanisms that are composed: noise by its name, or a file, which is audited for its whole profile."""

from __future__ import annotations

from fractions import Fraction

from concomp.cli.apart import Job, with_own_code, with_users_code
from concomp.cli.audits.subjects import file_name, is_python, read_subject, source
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.quantities import read_option
from concomp.door.laws import points_of, profile, views
from concomp.impl.accounting.fixed_mechanisms import Component
from concomp.impl.accounting.laws.law import Outcomes, law_of_outcomes
from concomp.impl.accounting.laws.names import NOISE, read_noise_text
from concomp.model.mechanisms.demands import MechanismError
from concomp.model.mechanisms.positions import TooLarge

Vertices = tuple[tuple[Fraction, Fraction], ...]
BY_PARAMETERS = "give its parameters by --param"


def read_mechanism(text: str) -> Component:
    """The noise or the file that --mechanism names; BadInput if it is neither."""
    if text in NOISE or (":" in text and not is_python(text)):
        return read_option("--mechanism", text, read_noise_text)
    return audited_file(text)


def audited_file(file: str) -> Component:
    """The law of a file's mechanism, if that answers once, or the points of its profile; BadInput, Undecided."""
    job = Job("auditing", otherwise=BY_PARAMETERS)
    try:
        if is_python(file):
            horizon, vertices, seen = with_users_code(source(file), job, _profile, file)
        else:
            horizon, vertices, seen = with_own_code(job, _profile, file)
    except MechanismError as error:
        raise BadInput(f"{file_name(file)}: {error}") from None
    return law_of_outcomes(file, vertices, seen) if horizon == 1 else points_of(file, vertices)


def _profile(file: str) -> tuple[int, Vertices, tuple[Outcomes, ...]]:
    """How often a mechanism may be asked, the vertices of its profile, and the views of one question if that is all."""
    subject = read_subject(file)
    try:
        return subject.horizon, profile(subject), views(subject) if subject.horizon == 1 else ()
    except TooLarge as error:
        raise Undecided(f"{file_name(file)}: {error}: {BY_PARAMETERS}") from None
