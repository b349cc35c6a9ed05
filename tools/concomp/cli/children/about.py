"""Statements about a user's file, asked in a process of its own: the file may hang, or end what imports it."""

from __future__ import annotations

from concomp.about.file import NotAbout, about_file
from concomp.about.spoken import About
from concomp.advisor.plans.errors import PlanError, PlanUndecided
from concomp.cli.children.apart import Job, LimitHit, with_users_code
from concomp.cli.children.remote import LOADING, STARTING
from concomp.cli.errors import BadInput, Undecided
from concomp.cli.progress import progress
from concomp.model.files import FormatError
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import ParameterError
from concomp.obligations.runner.project import this_project
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.properties.properties import NotAskable
from concomp.obligations.verify.user_files.importing import BadFile, import_file, refusal


def about_users_file(given: str) -> About:
    """The statements that speak about FILE.toml, FILE.json, or FILE.py:Name; raises BadInput, Undecided."""
    if given.endswith(".json"):  # A mechanism, which is data: none of its user's code is run.
        with progress("deciding"):
            return _about(given)
    file = given.partition(":")[0] if ".py:" in given else given
    if file.endswith(".py"):
        limit = LOADING + STARTING
        try:
            with_users_code(file, Job("importing", limit), _import, file)
        except LimitHit:
            raise BadInput(
                f"{file}: is still being imported after {limit:g} s, or takes too much memory; let it define functions "
                "only"
            ) from None
    return with_users_code(file, Job("deciding", otherwise="ask about fewer mechanisms"), _about, given)


def _import(file: str) -> None:
    try:
        import_file(file)
    except BadFile as error:
        raise BadInput(str(error)) from None


def _about(given: str) -> About:
    try:
        with Worker() as worker:
            return about_file(given, this_project().registry, worker)
    except LanguageError as error:
        raise BadInput(refusal(error)) from None
    except (BadFile, NotAbout, NotAskable, ParameterError, PlanError) as error:
        raise BadInput(str(error)) from None
    except FormatError as error:
        raise BadInput(f"{given}: {error}") from None
    except TooLarge as error:
        raise Undecided(f"{given}: {error}") from None
    except PlanUndecided as error:
        raise Undecided(str(error)) from None
