"""Mechanisms that are composed: noise by its name, or a file or what it has, audited for the whole profile."""

from __future__ import annotations

from fractions import Fraction

from concomp.cli.audits.subjects import file_name, is_python, read_subject, source
from concomp.cli.children.apart import Job, with_own_code, with_users_code
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.quantities import read_option
from concomp.door.laws import points_of, profile, views
from concomp.door.mechanisms import Subject, described
from concomp.impl.accounting.fixed_mechanisms import Component
from concomp.impl.accounting.laws.law import Outcomes, law_of_outcomes
from concomp.impl.accounting.laws.names import NOISE, read_noise_text
from concomp.model.files import Document
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
            return _component(file, *with_users_code(source(file), job, _profile_in, file))
        return _component(file, *with_own_code(job, _profile_in, file))
    except MechanismError as error:
        raise BadInput(f"{file_name(file)}: {error}") from None


def audited_document(document: Document, name: str) -> Component:
    """The same of a mechanism that stands in a list, at the place of this name; Undecided."""
    return _component(name, *with_own_code(Job("auditing", otherwise=BY_PARAMETERS), _profile_of, document, name))


def _component(name: str, horizon: int, vertices: Vertices, seen: tuple[Outcomes, ...]) -> Component:
    return law_of_outcomes(name, vertices, seen) if horizon == 1 else points_of(name, vertices)


def _profile_in(file: str) -> tuple[int, Vertices, tuple[Outcomes, ...]]:
    return _profile(read_subject(file), file_name(file))


def _profile_of(document: Document, name: str) -> tuple[int, Vertices, tuple[Outcomes, ...]]:
    return _profile(described(document), name)


def _profile(subject: Subject, name: str) -> tuple[int, Vertices, tuple[Outcomes, ...]]:
    """How often a mechanism may be asked, the vertices of its profile, and the views of one question if that is all."""
    try:
        return subject.horizon, profile(subject), views(subject) if subject.horizon == 1 else ()
    except TooLarge as error:
        raise Undecided(f"{name}: {error}: {BY_PARAMETERS}") from None
